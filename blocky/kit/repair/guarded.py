"""Runs generated code, without access to files, processes, the net, or the notebook.

Python reports to an audit hook whatever leaves the interpreter. Guarded code may do only what is on
a short list of harmless things; other threads are not affected.
"""

import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from blocky.kit.language import say

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

__all__ = ["RefusedError", "as_they_were", "guarded", "little_memory", "unguard"]

#: How much more memory guarded code may take than is taken already, in bytes.
MOST_MEMORY = 2 ** 30

_HARMLESS = {
    "array.__new__", "builtins.id", "code.__new__", "compile", "exec", "object.__delattr__",
    "object.__getattr__", "object.__setattr__", "pickle.find_class", "sys._getframe",
    "sys._getframemodulename", "sys.settrace", "sys.unraisablehook",
}


class RefusedError(PermissionError):
    """A changed program tried what only the student's own program may do."""


#: The idents of the threads that are guarded now.
_guarded: set[int] = set()

#: Whether ``_hook`` is added; Python can't remove an audit hook.
_hooked = False

#: The method of Python that starts a thread.
_start = threading.Thread.start


def _hook(event: str, args: tuple[Any, ...]) -> None:
    """Raise RefusedError for what a thread that is guarded may not do; Python calls this."""
    if _guarded and event not in _HARMLESS and threading.get_ident() in _guarded:
        raise RefusedError(say("{event} isn't allowed.", event=event))


@contextmanager
def guarded() -> Iterator[None]:
    """Forbid access to anything outside of Python within a ``with`` block, in this thread only.

    Afterwards, the recursion limit is again what it was.
    """
    global _hooked
    if not _hooked:
        sys.addaudithook(_hook)
        _hooked = True
    recursion_limit = sys.getrecursionlimit()
    thread = threading.get_ident()

    def start_elsewhere(self: threading.Thread) -> None:
        """Start a thread, but raise RefusedError if this thread does it."""
        if threading.get_ident() == thread:
            raise RefusedError(say("{event} isn't allowed.", event="Thread.start"))
        _start(self)

    # older Pythons call no hook for a new thread
    threading.Thread.start = start_elsewhere  # type: ignore[method-assign]
    _guarded.add(thread)
    try:
        yield
    finally:
        unguard()
        if sys.getrecursionlimit() != recursion_limit:
            sys.setrecursionlimit(recursion_limit)


def unguard() -> None:
    """End the guard of this thread, also if an exception interrupted ``guarded``."""
    _guarded.discard(threading.get_ident())
    threading.Thread.start = _start  # type: ignore[method-assign]


@contextmanager
def little_memory() -> Iterator[None]:
    """Let code in a ``with`` block take MOST_MEMORY more than is taken; then it gets a MemoryError.

    On a system that can't limit memory, there is no limit.
    """
    memory_file = Path("/proc/self/statm")  # of Linux
    if resource is None or not memory_file.exists():
        yield
        return
    pages_taken, *_ = memory_file.read_text().split()
    bytes_taken = int(pages_taken) * resource.getpagesize()
    limit_before, hard_limit = resource.getrlimit(resource.RLIMIT_AS)
    limit = bytes_taken + MOST_MEMORY
    # a lower limit that is there stays
    if limit_before == resource.RLIM_INFINITY or limit < limit_before:
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard_limit))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (limit_before, hard_limit))


@contextmanager
def as_they_were(reachable: Iterable[Any]) -> Iterator[None]:
    """Restore the attributes of the modules and classes in ``reachable`` after a ``with`` block.

    Its other objects are left as the block leaves them.
    """
    before = [(each, dict(vars(each))) for each in reachable
              if isinstance(each, (type, ModuleType))]
    try:
        yield
    finally:
        for owner, attributes in before:
            _restore(owner, attributes)


def _restore(owner: type | ModuleType, before: dict[str, Any]) -> None:
    """Give a module or a class the attributes that it had before, and no others."""
    now = vars(owner)  # which changes with the attributes
    is_unchanged = len(now) == len(before) and all(
        now.get(name) is value for name, value in before.items())
    if is_unchanged:
        return
    new_names = [name for name in now if name not in before]
    for name in new_names:
        delattr(owner, name)
    for name, value in before.items():
        if now.get(name) is not value:
            setattr(owner, name, value)
