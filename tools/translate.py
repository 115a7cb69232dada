"""Updates the catalogues and the edition of another language: ``python -m tools.translate es``.

The sentences in the code have the catalogue ``blocky/locale/es/LC_MESSAGES/blocky.po``, and each
notebook has one in ``blocky/locale/es/notebooks/`` or ``.../solutions/``. The edition in ``es/`` is
made of the English notebooks and the catalogues; its folders are the same, so that links work.
Each page of Markdown has a catalogue, too: that of ``docs/play.md`` is ``docs/play.po``.
"""

import os
import re
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import nbformat
from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog
from nbformat import NotebookNode

from blocky.kit.language import LOCALE
from blocky.kit.lessons.new import STUDENTS
from blocky.kit.notebook.restore import notebook_at
from blocky.kit.teaching import ROOT
from tools.catalogues import left_over, read, said_by, updated, write, write_compiled
from tools.messages import Notes, markdown, translated
from tools.sentences import template

__all__ = ["main", "notebook_in", "page_catalogue", "page_in", "pages", "sources"]

#: The paths of files that each edition has, or how they begin.
EDITION = ("notebooks/", "exercises/", "solutions/", "images/", "docs/", "README.md", "GRADING.md")

#: Pictures that are made in English only: of measurements, a screenshot, the map of the package.
ENGLISH_ONLY = ("images/costs.png", "images/hint.png", "images/house.png")


def sources() -> Iterator[Path]:
    """Yield the paths of the notebooks to be translated, relative to ``ROOT``.

    Pages of rules are left out: `python -m tools.images` writes them in the language in use.
    """
    for folder in ("notebooks", "solutions"):
        for path in sorted((ROOT / folder).rglob("*.ipynb")):
            if path.stem != "rules" and ".ipynb_checkpoints" not in path.parts:
                yield path.relative_to(ROOT)


def notebook_in(notebook: NotebookNode, language: str, said: Any,
                before: NotebookNode | None = None) -> NotebookNode:
    """Return a notebook in another language, which its first code cell chooses.

    ``said`` translates a text of a cell. Where the code of a cell is still the same, its outputs
    are taken from ``before``.
    """
    made: NotebookNode = translated(notebook, said)
    codes = [cell for cell in made.cells if cell.cell_type == "code"]
    if codes:
        codes[0].source = f'import blocky\n\nblocky.language("{language}")\n\n{codes[0].source}'
    kept = {cell.id: cell for cell in before.cells} if before else {}
    for cell in codes:
        if cell.id in kept and kept[cell.id].source == cell.source:
            cell.outputs = kept[cell.id].outputs
            cell.execution_count = kept[cell.id].execution_count
    return made


def pages(language: str) -> dict[Path, Path]:
    """Return the path of each page of Markdown in another language."""
    documents = [ROOT / "README.md", ROOT / "GRADING.md", *sorted((ROOT / "docs").glob("*.md"))]
    made = {page: ROOT / language / page.relative_to(ROOT) for page in documents}
    made[STUDENTS] = LOCALE / language / STUDENTS.name
    return made


def page_catalogue(page: Path, language: str) -> Path:
    """Return the path of the catalogue of a page of Markdown."""
    name = Path(page.name) if page == STUDENTS else page.relative_to(ROOT)
    return (LOCALE / language / name).with_suffix(".po")


def page_in(source: Path, target: Path, language: str) -> str:
    """Return the page ``source`` in another language, with links that are right at ``target``.

    Links to headings lead to the translated headings, and links to files that the edition doesn't
    have to the English ones. The link from the English page to this one becomes the link to the
    English page.
    """
    def from_here(file: Path) -> str:
        return f"]({Path(os.path.relpath(file, target.parent)).as_posix()}"

    def link_from_here(link: re.Match[str]) -> str:
        linked = Path(os.path.normpath(source.parent / link[1]))
        if linked == target:
            return from_here(source)
        if not linked.exists():
            return link[0]
        name = linked.relative_to(ROOT).as_posix()
        is_in_the_edition = name.startswith(EDITION) and name not in ENGLISH_ONLY
        return link[0] if is_in_the_edition else from_here(linked)

    def anchor_here(link: re.Match[str]) -> str:
        file, anchor = link.groups()
        page = Path(os.path.normpath(source.parent / file)) if file else source
        if page.suffix != ".md" or not page.is_file():
            return link[0]
        original, other = page.read_text(encoding="utf-8"), _translated_page(page, language)
        anchors = dict(zip(_anchors(original), _anchors(other), strict=True))
        return f"]({file}#{anchors.get(anchor, anchor)})"

    text = re.sub(r"\]\(([^)#:]*)#([^)]+)\)", anchor_here, _translated_page(source, language))
    return re.sub(r"\]\(([^)#:]+)", link_from_here, text)


def _translated_page(page: Path, language: str) -> str:
    """Return a page in another language, with the links of the English one."""
    said = said_by(read(page_catalogue(page, language), language))
    return markdown(page.read_text(encoding="utf-8"), partial(said, page.name))


def _anchors(page: str) -> list[str]:
    r"""Return the anchors of the headings of a page, as the usual forges make them.

    >>> _anchors("# Your own functions\n\nText.\n\n## In `es/`, too\n")
    ['your-own-functions', 'in-es-too']
    """
    without_code = re.sub(r"^```.*?^```", "", page, flags=re.M | re.S)
    headings = re.findall(r"^#+ (.+)$", without_code, re.M)
    return [re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings]


def _language_code(code: str) -> str:
    """Return the code of a language other than English. ArgumentTypeError: it is not one."""
    try:
        if (locale := Locale.parse(code)).language != "en":
            return str(locale)
    except (ValueError, UnknownLocaleError):
        pass
    raise ArgumentTypeError(f"{code!r} isn't the code of a language to translate into")


def main(arguments: Sequence[str] | None = None) -> int:
    """Update the catalogues and the edition of a language, print what is left, and return 0."""
    parser = ArgumentParser("python -m tools.translate", description="Update a translation.")
    parser.add_argument("language", type=_language_code,
                        help="the language, such as es for Spanish")
    language = parser.parse_args(arguments).language
    here, there = LOCALE / language, ROOT / language
    catalogues = [_updated(here / "LC_MESSAGES" / "blocky.po", language, template())]
    write_compiled(here / "LC_MESSAGES" / "blocky.mo", catalogues[0])
    for path in sources():
        notebook = notebook_at(ROOT / path)
        notes = Notes()
        translated(notebook, notes.say)
        catalogue = _updated((here / path).with_suffix(".po"), language, notes.template())
        before = notebook_at(there / path) if (there / path).exists() else None
        made = notebook_in(notebook, language, said_by(catalogue), before)
        text: str = nbformat.writes(made)  # type: ignore[no-untyped-call]
        _write(there / path, text + "\n")
        catalogues.append(catalogue)
    for path in pages(language):
        notes, text = Notes(), path.read_text(encoding="utf-8")
        markdown(text, partial(notes.say, path.name))
        catalogues.append(_updated(page_catalogue(path, language), language, notes.template()))
    for path, target in pages(language).items():
        _write(target, page_in(path, target, language))
    missing, changed = map(sum, zip(*map(left_over, catalogues), strict=True))
    print(f"{sum(map(len, catalogues))} messages, {missing} without a translation, "
          f"{changed} fuzzy.")
    return 0


def _updated(path: Path, language: str, template: Catalog) -> Catalog:
    """Update the catalogue in a file, and return it."""
    catalogue = updated(read(path, language), template)
    write(path, catalogue)
    return catalogue


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
