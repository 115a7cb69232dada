"""Reads, updates and writes catalogues of messages, the files of gettext, with Babel."""

from collections.abc import Callable
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

__all__ = ["left_over", "read", "said_by", "updated", "write", "write_compiled"]

_ENDLESS = 10 ** 6  # columns, so that lines of messages are not wrapped
_NEVER = datetime.fromtimestamp(0, UTC)  # a real date would change the file every time


def read(path: Path, language: str) -> Catalog:
    """Return the catalogue in a file; without a file, an empty one."""
    if not path.is_file():
        return Catalog(locale=language)
    with path.open("rb") as file:
        catalogue = read_po(file, locale=language)
    for message in catalogue:  # Babel reads previous messages as comments
        message.user_comments = [each for each in message.user_comments if not each.startswith("|")]
    return catalogue


def updated(catalogue: Catalog, template: Catalog) -> Catalog:
    """Return the catalogue with the messages of ``template``.

    It keeps the translations; that of a message that has changed is marked as fuzzy.
    """
    catalogue.update(template)
    for message in catalogue:
        if not _is_translated(message):  # Babel marks empty plurals as fuzzy
            message.flags.discard("fuzzy")
            message.previous_id = []
    return catalogue


def write(path: Path, catalogue: Catalog) -> None:
    """Write a catalogue to a file, with the same bytes for the same messages."""
    for message in catalogue:
        message.flags -= {"python-format", "python-brace-format"}  # Babel misreads "%"
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


def write_compiled(path: Path, catalogue: Catalog) -> None:
    """Write the translations of a catalogue that are not fuzzy, compiled for ``gettext``."""
    made = Catalog(locale=catalogue.locale, creation_date=_NEVER, revision_date=_NEVER)
    # Babel's newest data give a locale more plural forms than the file has.
    made.mime_headers = [("Plural-Forms", catalogue.plural_forms)]
    for message in catalogue:
        if message.id and not message.fuzzy and _is_translated(message):
            made.add(message.id, message.string, context=message.context)
    with path.open("wb") as file:
        write_mo(file, made)


def said_by(catalogue: Catalog) -> Callable[[str, str], str]:
    """Return a function from a cell and its text to the translation, or to the text itself."""
    def said(_: str, text: str) -> str:
        message = catalogue.get(text)
        return str(message.string) if message and message.string and not message.fuzzy else text

    return said


def left_over(catalogue: Catalog) -> tuple[int, int]:
    """Return the number of messages without a translation, and of those with a fuzzy one."""
    messages = [message for message in catalogue if message.id]
    return (sum(not _is_translated(message) for message in messages),
            sum(message.fuzzy for message in messages))


def _is_translated(message: Message) -> bool:
    """Whether a message is translated, in all its plural forms."""
    return bool(message.string and all(message.string))
