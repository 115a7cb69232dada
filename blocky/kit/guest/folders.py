"""Empties the folders of guests."""

import shutil
from contextlib import suppress
from pathlib import Path

__all__ = ["empty"]


def empty(folder: Path) -> None:
    """Remove all that is in a folder, as far as that's possible.

    Of a link, only the link itself is removed.
    """
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            with suppress(OSError):
                path.unlink()
