"""What the kit says to people: whole sentences with named fields, which a translation can replace.

A sentence stands in the code in English, and goes through ``say`` where a person is to read it. No
code ever looks into a sentence: what is told apart, is told apart by a class, an enum or a key.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from gettext import NullTranslations, translation
from pathlib import Path
from typing import Any, TypeVar

__all__ = ["LOCALE", "ask_environment", "in_use", "language", "mark", "mark_count", "say",
           "say_count", "use"]

#: The folder of the catalogues, each in the folder of its language.
LOCALE = Path(__file__).parents[1] / "locale"

_translations = NullTranslations()

Texts = TypeVar("Texts")


def language(code: str) -> None:
    """Say everything in a language from now on, as "es" for Spanish; "en" is English.

    ValueError: there is none of this name.
    """
    if code == "en":
        use(NullTranslations())
        return
    try:
        use(translation("blocky", LOCALE, [code]))
    except FileNotFoundError:
        there = ["en", *sorted(path.parts[-3] for path in LOCALE.glob("*/LC_MESSAGES/blocky.mo"))]
        raise ValueError(say("There is no language {code!r}. There are {codes}.", code=code,
                             codes=", ".join(map(repr, there)))) from None


def in_use() -> str:
    """Return the language in which everything is said, as "en"."""
    return _translations.info().get("language", "en")


def ask_environment() -> None:
    """Say everything in the first language that LANGUAGE names, or else LC_ALL, ... or LANG."""
    names = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    wanted = next((os.environ[name] for name in names if os.environ.get(name)), "")
    for code in wanted.split(":"):
        with suppress(ValueError):  # there is no such language here
            return language(re.split(r"[_.@-]", code)[0])


def use(translations: NullTranslations) -> None:
    """Let ``translations``, such as ``gettext.translation`` returns, say everything from now on."""
    global _translations
    _translations = translations


def say(sentence: str, context: str = "", /, **fields: Any) -> str:
    """Return ``sentence`` in the language in use, with its fields filled in.

    ``context`` is a word that tells apart what another language says in two ways.

    >>> say("Player {player} chose to {move!r}.", player=1, move="pass")
    "Player 1 chose to 'pass'."
    """
    said = sentence and (_translations.pgettext(context, sentence) if context else
                         _translations.gettext(sentence))
    return said.format(**fields) if fields else said


def say_count(one: str, many: str, count: int, /, **fields: Any) -> str:
    """Return the sentence for so many things, with ``count`` among its fields.

    >>> say_count("1 move is left.", "{count} moves are left.", 3)
    '3 moves are left.'
    """
    return _translations.ngettext(one, many, count).format(count=count, **fields)


def mark(texts: Texts, context: str = "", /) -> Texts:
    """Return texts that ``say`` gets as a variable, with this context: here, they are found.

    A text is one, and so is each item of a list or tuple, and each value of a dictionary; for a
    function stands its docstring.

    >>> SIGNS = mark({"up": "higher", "down": "lower"})
    >>> say(SIGNS["up"])
    'higher'
    """
    return texts


def mark_count(one: str, many: str, /) -> tuple[str, str]:
    """Return two texts that ``say_count`` gets as variables."""
    return one, many
