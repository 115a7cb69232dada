"""Catalogues of messages, as files of gettext: read, brought up to date, written with Babel."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

__all__ = ["left_over", "read", "said_by", "updated", "write"]

_ENDLESS = 10 ** 6  # columns: a line of a message is a line of the file


def read(path: Path, language: str) -> Catalog:
    """Return the catalogue in a file; one without messages if there is no file."""
    if not path.is_file():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def updated(catalogue: Catalog, found: Mapping[str, Iterable[str]]) -> Catalog:
    """Return a catalogue of the messages ``found``, each with the places where it stands.

    Translations are taken over. Where a message was changed, its old translation is kept and
    marked as fuzzy.
    """
    template = Catalog(locale=catalogue.locale)
    for text, places in found.items():
        template.add(text, locations=[(place, 0) for place in places])
    catalogue.update(template)
    return catalogue


def write(path: Path, catalogue: Catalog) -> None:
    """Write a catalogue to a file: the same bytes for the same messages."""
    for message in catalogue:
        message.flags -= {"python-format", "python-brace-format"}  # a percentage is none
    file = BytesIO()
    write_po(file, catalogue, width=_ENDLESS, omit_header=True, ignore_obsolete=True,
             include_previous=True)
    header = ('msgid ""\nmsgstr ""\n'
              f'"Language: {catalogue.locale}\\n"\n'
              '"MIME-Version: 1.0\\n"\n'
              '"Content-Type: text/plain; charset=utf-8\\n"\n'
              '"Content-Transfer-Encoding: 8bit\\n"\n'
              f'"Plural-Forms: {catalogue.plural_forms}\\n"\n\n')
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(header.encode() + file.getvalue().rstrip(b"\n") + b"\n")


def said_by(catalogue: Catalog) -> Callable[[str, str], str]:
    """Return a function from a place and its text to the translation, or to the text itself."""
    def said(_: str, text: str) -> str:
        message = catalogue.get(text)
        return str(message.string) if message and message.string and not message.fuzzy else text

    return said


def left_over(catalogue: Catalog) -> tuple[int, int]:
    """Return how many messages have no translation, and how many a fuzzy one."""
    messages = [message for message in catalogue if message.id]
    return (sum(not message.string or not all(message.string) for message in messages),
            sum(message.fuzzy for message in messages))
