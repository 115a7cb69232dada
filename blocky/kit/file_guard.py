"""Confines a process that runs a student's code: its memory, its files, the programs it starts.

This protects against accidents only: Python code can always get around an audit hook. The
``walls`` of ``kit.guest`` keep out those who want to break in.
"""

import os
import sys
from collections.abc import Callable, Iterable
from typing import Any

from blocky.kit.language import say

__all__ = ["guard", "guard_files"]

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND

#: The audit events that change files. For each path: the index of that argument, and the index of
#: the argument that holds the descriptor of its folder, or None (-1 is no descriptor).
_CHANGING: dict[str, list[tuple[int, int | None]]] = {
    "os.remove": [(0, 1)], "os.rmdir": [(0, 1)], "os.mkdir": [(0, 2)], "os.truncate": [(0, None)],
    "os.rename": [(0, 2), (1, 3)], "os.link": [(1, 3)], "os.symlink": [(1, 2)],
    "os.chmod": [(0, 2)], "os.chown": [(0, 3)], "os.utime": [(0, 3)],
    "os.setxattr": [(0, None)], "os.removexattr": [(0, None)], "sqlite3.connect": [(0, None)],
}

_STARTING = {"subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork",
             "os.forkpty", "os.startfile", "pty.spawn"}


def guard(folders: Iterable[str], memory: int, file_size: int) -> None:
    """Confine this process for good.

    It may write only in ``folders``, start and end no other process, use ``memory`` bytes (on
    Linux), and write files of up to ``file_size`` bytes (on Unix).
    """
    if sys.platform != "win32":
        import resource

        wanted_limits = {resource.RLIMIT_AS: memory, resource.RLIMIT_FSIZE: file_size,
                         resource.RLIMIT_CORE: 0}
        for kind, wanted in wanted_limits.items():
            _, hard = resource.getrlimit(kind)  # a process can't raise this limit
            limit = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
            try:
                resource.setrlimit(kind, (limit, limit))
            except (ValueError, OSError):  # macOS cannot limit memory
                continue
    guard_files(folders)


def guard_files(folders: Iterable[str] = ()) -> None:
    """Keep this process from writing outside ``folders`` and from starting or ending others."""
    sys.addaudithook(_hook([os.path.realpath(folder) for folder in folders]))


def _hook(folders: list[str]) -> Callable[[str, tuple[Any, ...]], None]:
    """Return an audit hook that raises PermissionError for what a submission may not do."""
    def hook(event: str, args: tuple[Any, ...]) -> None:
        """Python calls this with the name of an audit event, and what the event is about."""
        if event in _STARTING:
            raise PermissionError(say("A submission may not start another program ({event}).",
                                      event=event))
        if event in ("os.kill", "os.killpg", "signal.pthread_kill") and args[0] != os.getpid():
            raise PermissionError(say("A submission may not end another program."))
        for path, folder in _changed_files(event, args):
            if not _may_change(path, folder, folders):
                raise PermissionError(say("A submission may write only in its own folder, not to "
                                          "{path!r}.", path=path))

    return hook


def _changed_files(event: str, args: tuple[Any, ...]) -> list[tuple[Any, Any]]:
    """Return the files that an audit event changes, each as its path and its folder's descriptor.

    The descriptor is None if the event has none.
    """
    if event == "open":
        path, mode, flags = args
        return [(path, None)] if _writes(mode, flags) else []
    if event not in _CHANGING:
        return []
    if event == "os.mkdir" and isinstance(args[0], (str, bytes)) and os.path.isdir(args[0]):
        return []  # Python itself raises FileExistsError
    if event == "sqlite3.connect" and args[0] == ":memory:":
        return []
    return [(args[path_index], None if folder_index is None else args[folder_index])
            for path_index, folder_index in _CHANGING[event]]


def _may_change(path: Any, folder: Any, own_folders: list[str]) -> bool:
    """Return whether a file may be changed: if it's in one of ``own_folders``, or the null device.

    A relative path may start at a ``folder`` that is given by its descriptor.
    """
    if isinstance(path, int):  # the descriptor of a file that is open already
        return True
    name = os.fsdecode(path)
    if isinstance(folder, int) and folder >= 0 and not os.path.isabs(name):
        name = os.path.join(os.path.realpath(f"/dev/fd/{folder}"), name)
    real_path = os.path.realpath(name)
    if real_path == os.path.realpath(os.devnull):
        return True
    return any(_is_inside(real_path, own_folder) for own_folder in own_folders)


def _is_inside(place: str, folder: str) -> bool:
    """Return whether a path is in a folder, or is that folder; both are real paths."""
    drive, _ = os.path.splitdrive(place)
    drive_of_folder, _ = os.path.splitdrive(folder)
    # commonpath raises an error for paths on different drives
    return drive == drive_of_folder and os.path.commonpath([place, folder]) == folder


def _writes(mode: Any, flags: Any) -> bool:
    """Whether a file is opened to be written: by the flags, or by the mode if they are unknown."""
    if isinstance(flags, int) and flags != -1:
        return bool(flags & _WRITING)
    return not set("wax+").isdisjoint(str(mode))
