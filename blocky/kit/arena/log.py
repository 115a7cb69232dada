"""The file of a league: a line of JSON with its settings, then a line for each game played."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, TextIO

from blocky.kit.arena.match import Result
from blocky.kit.language import say

__all__ = ["append", "opened"]

FORMAT = "blocky league"
VERSION = 1


def opened(path: str | os.PathLike[str], settings: dict[str, Any]) -> tuple[list[Result], TextIO]:
    """Return the results in the file of a league, and the file, open to append others.

    A last line that was broken off is cut off. ValueError: the file holds something else, or
    another league.
    """
    head = {"format": FORMAT, "version": VERSION, **settings}
    first = json.dumps(head)
    target = Path(path)
    old = target.read_bytes() if target.exists() else b""
    whole = old[:old.rfind(b"\n") + 1]
    if not whole and not first.encode().startswith(old):
        raise ValueError(say("{target} is not the file of a league.", target=target))
    results = _results(target, head, whole) if whole else []
    file = open(target, "a", encoding="utf-8", newline="\n")  # noqa: SIM115 (closed by the caller)
    file.truncate(len(whole))
    if not whole:
        file.write(first + "\n")
        file.flush()
    return results, file


def append(file: TextIO, result: Result) -> None:
    """Write ``result`` to the file of its league."""
    file.write(json.dumps(result.to_dict()) + "\n")
    file.flush()


def _results(path: Path, head: dict[str, Any], whole: bytes) -> list[Result]:
    try:
        first, *others = [json.loads(line) for line in whole.decode("utf-8").splitlines()]
        if first["format"] != FORMAT or first["version"] > VERSION:
            raise ValueError
    except (ValueError, KeyError, TypeError):
        raise ValueError(say("{path} is not the file of a league, or it is damaged, or a newer "
                             "version of the kit wrote it.", path=path)) from None
    for key, value in head.items():
        if first.get(key) != value:
            raise ValueError(say("{path} is the file of another league: there {key} is {first!r}, "
                                 "here it is {value!r}. Name another file.", path=path, key=key,
                                 first=first.get(key), value=value))
    results = []
    for line, entry in enumerate(others, start=2):
        try:
            results.append(Result.from_dict(entry))
        except (ValueError, KeyError, TypeError):
            raise ValueError(say("Line {line} of {path} is damaged: it tells of no game.",
                                 line=line, path=path)) from None
    return results
