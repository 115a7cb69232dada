"""Walls around the kernel of a submission: it can neither read nor change what it cannot see.

They are the namespaces of Linux, called directly: that needs no privileges, and no other program
could put them around a forked kernel. Containers often refuse them, and other systems have none:
``hold`` tries.
"""

import ctypes
import os
import signal
import struct
import sys
import sysconfig
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import gettempdir
from typing import Any, NamedTuple, NoReturn

__all__ = ["View", "adopt_orphans", "end_with_parent", "enter", "hold", "view"]

#: New namespaces for mounts, IPC, users, processes and the network.
_NEW = 0x00020000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000

_BIND, _WITH_ALL_BELOW, _PRIVATE, _DETACH = 4096, 16384, 1 << 18, 2
_READ_ONLY, _RECURSIVE, _HERE, _MOUNT_SETATTR = 1, 0x8000, -100, 442
_SIGNAL_WHEN_PARENT_ENDS, _DUMPABLE, _ADOPTS, _NO_NEW_PRIVILEGES = 1, 4, 36, 38

#: The files of the system that programs need, beside Python.
_SYSTEM = ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/usr", "/nix/store", "/gnu/store",
           "/etc/alternatives", "/etc/fonts", "/etc/ld.so.cache", "/etc/localtime", "/etc/passwd",
           *(f"/dev/{name}" for name in ("null", "zero", "full", "random", "urandom")))

_OLD, _SHARED = "/old", "/dev/shm"


class View(NamedTuple):
    """The paths seen behind the walls, with the real path of each, and those hidden in them."""

    seen: dict[str, str]
    hidden: list[str]


def view(path: Iterable[str], hidden: Iterable[Path]) -> View:
    """Return a view of the system, and of Python with the modules on its ``path``.

    If a folder on the path holds the course or the home folder, only the packages imported from it
    are seen.
    """
    seen = {*_SYSTEM, sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix,
            *(sysconfig.get_path(each) for each in ("stdlib", "platstdlib", "purelib", "platlib"))}
    private = [each.resolve() for each in (Path.cwd(), Path.home(), Path(gettempdir()))]
    for each in map(os.path.abspath, path):
        if any(Path(os.path.realpath(each)) in (place, *place.parents) for place in private):
            tops = {name.partition(".")[0] for name in sys.modules}
            seen |= {found for top in tops for found in (os.path.join(each, top),
                     os.path.join(each, f"{top}.py")) if os.path.exists(found)}
        else:
            seen.add(each)
    seen |= {os.path.realpath(each) for each in seen}
    return View({each: os.path.realpath(each) for each in sorted(seen) if os.path.exists(each)},
                [os.path.realpath(each) for each in hidden])


def hold(view: View, folder: str) -> bool:
    """Whether this system allows walls: a new process tries, with ``folder`` as its own."""
    if sys.platform != "linux":
        return False
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            enter(view, [folder], lambda pid: None)
            code = int(any(os.listdir(each) for each in view.hidden if os.path.exists(each)))
        finally:
            os._exit(code)
    return os.waitpid(pid, 0)[1] == 0


def adopt_orphans() -> None:
    """Make this process the parent of its descendants whose own parent has ended."""
    if sys.platform == "linux":
        _call("prctl", _ADOPTS, 1)


def end_with_parent() -> None:
    """Have this process killed as soon as its parent ends, on Linux."""
    if sys.platform == "linux":
        _call("prctl", _SIGNAL_WHEN_PARENT_ENDS, signal.SIGKILL)


def enter(view: View, folders: list[str], tell: Callable[[int], None]) -> None:
    """Go on behind the walls, in a new process. OSError: the system refuses.

    There are no other processes, no network, and no files except those of the view; only
    ``folders`` can be written in. The calling process ``tell``s the number of the new one. When
    either of them ends, so does everything behind the walls.
    """
    os.chdir("/")
    end_with_parent()
    user, group = os.geteuid(), os.getegid()
    _call("unshare", _NEW)
    for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"),
                       ("gid_map", f"{group} {group} 1")):
        Path("/proc/self", name).write_text(text)
    first = os.fork()
    if first == 0:
        _wait_as_first_process()
    second = os.fork()
    if second:
        tell(second)
        status = os.waitpid(second, 0)[1]
        os.kill(first, signal.SIGKILL)  # all others end with the first process of a namespace
        os.waitpid(first, 0)
        os._exit(0 if status == 0 else 1)
    _see_only(view, folders)
    _call("prctl", _NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    _call("capset", struct.pack("=II", 0x20080522, 0), bytes(24))


def _wait_as_first_process() -> NoReturn:
    """Wait to be killed, out of reach of the others."""
    try:
        end_with_parent()
        _call("prctl", _DUMPABLE, 0)
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        while True:
            signal.pause()
    finally:
        os._exit(1)


def _see_only(view: View, folders: list[str]) -> None:
    """Replace the root by an empty one, and mount in it what the view shows."""
    _mount(None, "/", None, _WITH_ALL_BELOW | _PRIVATE)
    base = folders[0]
    _mount("tmpfs", base, "tmpfs", 0, "size=16m,mode=755")
    os.mkdir(base + _OLD)
    _call("pivot_root", base.encode(), (base + _OLD).encode())
    os.chdir("/")
    for name in ("/dev", _SHARED, "/proc"):
        os.mkdir(name)
    shown: list[str] = []
    for place, source in view.seen.items():
        if not any(place.startswith(f"{other}/") for other in shown):
            _bind(source, place)
            _read_only(place, _RECURSIVE)
            shown.append(place)
    for each in view.hidden:
        if os.path.isdir(each):
            _mount("tmpfs", each, "tmpfs", _READ_ONLY)
    for each in folders:
        _bind(each, each)
    _mount("tmpfs", _SHARED, "tmpfs", 0, "size=64m")
    _mount("proc", "/proc", "proc", _READ_ONLY)
    os.symlink("/proc/self/fd", "/dev/fd")
    _call("umount2", _OLD.encode(), _DETACH)
    os.rmdir(_OLD)
    _read_only("/", 0)


def _bind(source: str, place: str) -> None:
    if os.path.isdir(_OLD + source):
        os.makedirs(place, exist_ok=True)
    else:
        os.makedirs(os.path.dirname(place), exist_ok=True)
        Path(place).touch()
    _mount(_OLD + source, place, None, _BIND | _WITH_ALL_BELOW)


def _read_only(place: str, flags: int) -> None:
    changes = struct.pack("=QQQQ", _READ_ONLY, 0, 0, 0)
    _call("syscall", _MOUNT_SETATTR, _HERE, place.encode(), flags, changes, len(changes))


def _mount(source: str | None, place: str, kind: str | None, flags: int, more: str = "") -> None:
    _call("mount", source and source.encode(), place.encode(), kind and kind.encode(), flags,
          more.encode())


def _call(name: str, *arguments: Any) -> None:
    """Call a function of the C library. OSError: it failed."""
    if getattr(ctypes.CDLL(None, use_errno=True), name)(*(
            ctypes.c_long(each) if isinstance(each, int) else each for each in arguments)) == -1:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")
