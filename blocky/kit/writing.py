"""Writes files to the places that people name, and never over somebody's work."""

import os
from collections.abc import Callable
from pathlib import Path

from blocky.kit.language import say

__all__ = ["expect_own", "replace_file"]


def expect_own(path: str | os.PathLike[str], is_own: Callable[[bytes], bool], what: str) -> None:
    """Check that writing to ``path`` replaces at most a file that the kit wrote before.

    ``is_own`` recognises the content of such a file, and ``what`` says in words what it is. An
    empty file may be replaced too.
    FileExistsError: something else is there, which would be lost.
    """
    target = Path(path)
    if not os.path.lexists(target):
        return
    if target.is_file():
        content = target.read_bytes()
        if not content or is_own(content):
            return
    raise FileExistsError(say("{path} already exists, and it isn't {what}. It stays as it is. "
                              "Choose another name.", path=os.fspath(path), what=what))


def replace_file(path: str | os.PathLike[str], content: bytes) -> None:
    """Write ``content`` to a new file, which then replaces the one at ``path``.

    If that fails, the old file is unchanged.
    """
    target = Path(path)
    if not target.name:
        raise ValueError(say("A file needs a name, but the name given is {name!r}.",
                             name=os.fspath(path)))
    beside = target.with_name(f".{target.name}.{os.getpid()}.new")
    try:
        beside.write_bytes(content)
        os.replace(beside, target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
