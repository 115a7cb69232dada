"""Writes files to the places that people name, and never over somebody's work."""

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from blocky.kit.language import say

__all__ = ["expect_own", "named_file", "replace_file"]

#: The most letters of a file's name that the name of the new file beside it has too.
SHOWN = 40


def named_file(path: Any) -> Path:
    """Return the name of a file as a Path.

    ValueError: a file can't have this name. IsADirectoryError: it's the name of a folder.
    """
    if not isinstance(path, (str, os.PathLike)):
        raise ValueError(say("The name of a file must be a string or a Path, not {value!r}.",
                             value=path))
    name = os.fspath(path)
    if name and not Path(name).name:
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), name)
    if not name or "\0" in name:
        raise ValueError(say("A file needs a name, but the name given is {name!r}.", name=name))
    return Path(name)


def expect_own(path: str | os.PathLike[str], is_own: Callable[[bytes], bool], what: str) -> None:
    """Check that writing to ``path`` replaces at most a file that the kit wrote before.

    ``is_own`` recognises the content of such a file, and ``what`` says in words what it is. An
    empty file may be replaced too.
    FileExistsError: something else is there, which would be lost.
    """
    target = named_file(path)
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

    If that fails, the old file is unchanged. OSError: it failed; the error names ``path``.
    """
    target = named_file(path)
    new_file = target.with_name(f".{target.name[:SHOWN]}.{os.getpid()}.new")
    try:
        try:
            new_file.write_bytes(content)
            os.replace(new_file, target)
        except BaseException:
            new_file.unlink(missing_ok=True)
            raise
    except OSError as error:
        if error.errno is None or error.filename is None:  # it doesn't name the new file
            raise
        raise type(error)(error.errno, error.strerror, os.fspath(path)) from None
