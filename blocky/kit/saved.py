"""Saved games as files: JSON, written whole or not at all."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from blocky.kit.language import say

__all__ = ["read", "write"]


def write(record: dict[str, Any], path: str | os.PathLike[str]) -> None:
    """Write ``record`` to a file: into a new one first, which then takes the place of the old."""
    target = Path(path)
    if not target.name:
        raise ValueError(say("A file needs a name, but the name given is {name!r}.",
                             name=os.fspath(path)))
    beside = target.with_name(f".{target.name}.{os.getpid()}.new")
    try:
        beside.write_text(json.dumps(record, indent=1), encoding="utf-8")
        os.replace(beside, target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def read(path: str | os.PathLike[str]) -> Any:
    """Return the record in a file. ValueError: it holds none."""
    try:
        return json.loads(Path(path).read_text(encoding="utf-8"))
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError):
        raise ValueError(say("{path} is not a saved game: it holds no JSON, or only a part of it.",
                             path=os.fspath(path))) from None
