"""Brings another language up to date, with its edition of the notebooks: ``blocky translate es``.

The sentences of the code have a catalogue, ``blocky/locale/es/LC_MESSAGES/blocky.po``. The English
notebooks are the source of all others: each has a catalogue of its messages in
``blocky/locale/es/notebooks/`` or ``.../solutions/``. The edition, in the folder ``es/``, has the
same folders as the English one, so that its notebooks lead to one another by the same links.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat

from blocky.kit.language import LOCALE, say
from blocky.kit.lessons.catalogues import (
    left_over,
    read,
    said_by,
    updated,
    write,
    write_compiled,
)
from blocky.kit.lessons.messages import Notes, translated
from blocky.kit.lessons.sentences import template
from blocky.kit.teaching import ROOT

__all__ = ["add_arguments", "command", "edition", "sources"]


def sources(root: Path = ROOT) -> Iterator[Path]:
    """Yield the paths of the notebooks that are translated, relative to their folder ``root``.

    The pages of rules are not: `blocky images` writes them, in the language in use.
    """
    for folder in ("notebooks", "solutions"):
        for path in sorted((root / folder).rglob("*.ipynb")):
            if path.stem != "rules" and ".ipynb_checkpoints" not in path.parts:
                yield path.relative_to(root)


def edition(notebook: Any, language: str, said: Any, before: Any = None) -> Any:
    """Return a notebook in another language, which its first cell of code sets.

    ``said`` returns the translation of a text. Outputs are those of the notebook ``before``, where
    the code of a cell is still the same.
    """
    made = translated(notebook, said)
    codes = [cell for cell in made.cells if cell.cell_type == "code"]
    if codes:
        codes[0].source = f'import blocky\n\nblocky.language("{language}")\n\n{codes[0].source}'
    kept = {cell.id: cell for cell in before.cells} if before else {}
    for cell in codes:
        if cell.id in kept and kept[cell.id].source == cell.source:
            cell.outputs = kept[cell.id].outputs
            cell.execution_count = kept[cell.id].execution_count
    return made


def add_arguments(parser: ArgumentParser) -> None:
    """Add the argument of ``blocky translate``."""
    parser.add_argument("language", help=say("the language, as es for Spanish"))


def command(options: Namespace) -> int:
    """Bring the catalogues and notebooks of a language up to date, say what is left; return 0."""
    language = options.language
    file = LOCALE / language / "LC_MESSAGES" / "blocky.po"
    catalogues = [updated(read(file, language), template())]
    write(file, catalogues[0])
    write_compiled(file.with_suffix(".mo"), catalogues[0])
    for path in sources():
        notebook = _read(ROOT / path)
        notes = Notes()
        translated(notebook, notes.say)
        file = (LOCALE / language / path).with_suffix(".po")
        catalogues.append(updated(read(file, language), notes.template()))
        write(file, catalogues[-1])
        target = ROOT / language / path
        target.parent.mkdir(parents=True, exist_ok=True)
        before = _read(target) if target.exists() else None
        made = edition(notebook, language, said_by(catalogues[-1]), before)
        text: str = nbformat.writes(made)  # type: ignore[no-untyped-call]
        target.write_text(text + "\n", encoding="utf-8")
    missing, changed = map(sum, zip(*map(left_over, catalogues), strict=True))
    print(say("{messages} messages, {missing} without a translation, {changed} fuzzy.",
              messages=sum(map(len, catalogues)), missing=missing, changed=changed))
    return 0


def _read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
