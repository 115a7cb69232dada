"""Makes the edition of the notebooks in another language: ``blocky translate es``.

The English notebooks are the source. Each has a catalogue of its messages in
``blocky/locale/es/notebooks/`` or ``.../solutions/``; the edition, in the folder ``es/``, has the
same folders as the English one, so that its notebooks lead to one another by the same links.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat

from blocky.kit.language import LOCALE, say
from blocky.kit.lessons.catalogues import left_over, read, said_by, updated, write
from blocky.kit.lessons.messages import Notes, translated
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
    messages = untranslated = fuzzy = 0
    for path in sources():
        notebook = _read(ROOT / path)
        notes = Notes()
        translated(notebook, notes.say)
        file = (LOCALE / options.language / path).with_suffix(".po")
        catalogue = updated(read(file, options.language), notes.found)
        write(file, catalogue)
        messages += len(catalogue)
        missing, changed = left_over(catalogue)
        untranslated, fuzzy = untranslated + missing, fuzzy + changed
        target = ROOT / options.language / path
        target.parent.mkdir(parents=True, exist_ok=True)
        before = _read(target) if target.exists() else None
        made = edition(notebook, options.language, said_by(catalogue), before)
        text: str = nbformat.writes(made)  # type: ignore[no-untyped-call]
        target.write_text(text + "\n", encoding="utf-8")
    print(say("{messages} messages, {untranslated} without a translation, {fuzzy} fuzzy.",
              messages=messages, untranslated=untranslated, fuzzy=fuzzy))
    return 0


def _read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
