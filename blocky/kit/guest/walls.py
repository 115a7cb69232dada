"""The walls around a guest: bubblewrap, where it's installed and the system allows it.

Behind them a program sees the system and Python read-only, its own folder, and nothing else: no
other file, program or network.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from tempfile import gettempdir
from typing import NamedTuple

from blocky.kit.language import say

__all__ = ["View", "behind_walls", "protection", "view", "walls_hold"]

#: The files of the system that programs need, beside Python.
_SYSTEM = ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/usr", "/nix/store", "/gnu/store",
           "/etc/alternatives", "/etc/fonts", "/etc/ld.so.cache", "/etc/localtime", "/etc/passwd")


#: The most bytes of memory that the processes of a guest may share as files.
SHARED = 2**28


class View(NamedTuple):
    """The paths that a guest sees, and those that are empty for it although it sees their folder.

    These hold right answers, or what the course hides.
    """

    seen: tuple[str, ...]
    hidden: tuple[str, ...]


def view(hidden: Iterable[Path] = (), with_checks: bool = False) -> View:
    """Return a view of the system, and of Python with the modules on its path.

    Some folders on the path also hold private files: a ``hidden`` folder, the current or the home
    folder, or temporary files. Of them, only the modules that are imported here are seen. The right
    answers are hidden, but with ``with_checks`` the checks are seen.
    """
    hidden = [*hidden]
    seen = {*_SYSTEM, sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix,
            *(sysconfig.get_path(each) for each in ("stdlib", "platstdlib", "purelib", "platlib"))}
    package = Path(__file__).resolve().parents[2]
    private = [each.resolve() for each in (*hidden, Path.cwd(), Path.home(), Path(gettempdir()))]
    private_outside_the_kit = [each for each in private if package not in each.parents]
    for folder in map(os.path.abspath, sys.path):
        real_folder = Path(os.path.realpath(folder))
        holds_private_files = any(real_folder in (each, *each.parents)
                                  for each in private_outside_the_kit)
        if holds_private_files:
            seen |= {path for path in _imported_from(folder) if not _is_among(path, hidden)}
        else:
            seen.add(folder)
    seen |= {os.path.realpath(each) for each in seen}  # where the links among them lead
    secret = [*hidden, *_folders_with_answers(package, with_checks)]
    return View(tuple(each for each in sorted(seen) if os.path.exists(each)),
                tuple(os.path.realpath(each) for each in secret if os.path.isdir(each)))


def _folders_with_answers(package: Path, with_checks: bool) -> list[Path]:
    """Return the folders of the kit that hold right answers and must be hidden.

    With ``with_checks``, the guest may see the checks, so they aren't among them.
    """
    folders = [package.parent / "solutions", package.parent / "tests",
               *package.parent.glob("*/solutions")]
    if not with_checks:
        folders += [package / "check", *package.glob("*/check")]
        folders.remove(package / "kit" / "check")  # it has no right answers
    return folders


def _is_among(path: str, folders: Iterable[Path]) -> bool:
    """Return whether a path is inside of one of some folders; False for the kit's own package."""
    real_path = Path(path).resolve()
    package = Path(__file__).resolve().parents[2]
    is_in_one = any(each.resolve() in real_path.parents for each in folders)
    return is_in_one and real_path != package


def _imported_from(folder: str) -> set[str]:
    """Return the paths in a folder that have the name of a loaded package or module."""
    names = {name.partition(".")[0] for name in sys.modules}
    paths: set[str] = set()
    for name in names:
        paths |= {os.path.join(folder, name), os.path.join(folder, f"{name}.py")}
    return {path for path in paths if os.path.exists(path)}


def behind_walls(view: View, folders: Iterable[str]) -> list[str]:
    """Return the command line of bubblewrap that starts a program behind walls.

    The program's own command must be added to it. The program sees the ``view`` and may write only
    in ``folders``, of which the first is where it starts.
    """
    writable = [os.path.realpath(each) for each in folders]
    # Namespaces of its own leave it no network and no other processes. As the first process in its
    # namespace, it can't be killed or stopped by those that it forks.
    command = [shutil.which("bwrap") or "bwrap", "--unshare-all", "--die-with-parent", "--as-pid-1",
               "--new-session", "--cap-drop", "ALL"]
    for each in view.seen:
        if os.path.islink(each):
            command += ["--symlink", os.readlink(each), each]
        else:
            command += ["--ro-bind", each, each]
    command += ["--proc", "/proc", "--dev", "/dev", "--size", str(SHARED), "--tmpfs", "/dev/shm"]
    for each in view.hidden:
        is_in_view = any(each == seen or each.startswith(f"{seen}/") for seen in view.seen)
        if is_in_view:  # an empty folder takes its place
            command += ["--tmpfs", each, "--remount-ro", each]
    for each in writable:
        command += ["--bind", each, each]
    return [*command, "--chdir", writable[0], "--remount-ro", "/dev", "--remount-ro", "/"]


@cache
def walls_hold() -> bool:
    """Whether bubblewrap is installed, and the system lets it build walls."""
    if sys.platform != "linux" or not shutil.which("bwrap"):
        return False
    walls = behind_walls(view(), [gettempdir()])
    finished = subprocess.run([*walls, sys.executable, "-c", "pass"], check=False,
                              stdin=subprocess.DEVNULL, capture_output=True)
    return finished.returncode == 0


def protection() -> str:
    """Return a sentence that says what protects the grader from the students' code."""
    if walls_hold():
        return say("Students' code runs behind walls (bubblewrap). It can't use the course, your "
                   "files, the network or other programs. When the code ends, all the programs "
                   "that it started end too.")
    return say("Students' code runs in separate processes with limits, but without walls: "
               "bubblewrap isn't installed, or this system doesn't allow it. The code can read "
               "everything that you can read. You're protected only from accidents. GRADING.md "
               "explains how to get walls.")
