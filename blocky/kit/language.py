"""Sentences for people, and their translations.

Each is whole, with named fields. It is written in English in the code, and ``say`` translates it.
Code never looks into a sentence: it distinguishes cases by a class, an enum or a key.
"""

import os
import re
from contextlib import suppress
from gettext import NullTranslations, translation
from pathlib import Path
from typing import Any, TypeVar

__all__ = ["LOCALE", "ask_environment", "in_use", "language", "mark", "mark_count", "say",
           "say_count", "use"]

#: The folder of the catalogues, with a folder for each language.
LOCALE = Path(__file__).parents[1] / "locale"

_translations = NullTranslations()

Texts = TypeVar("Texts")


def language(code: str) -> None:
    """Use a language from now on, such as "es" for Spanish, or "en". ValueError: there is none."""
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
    """Return the language in use, such as "en"."""
    return _translations.info().get("language", "en")


def ask_environment() -> None:
    """Use the first known language of LANGUAGE, or else of LC_ALL, LC_MESSAGES or LANG."""
    names = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    wanted = next((os.environ[name] for name in names if os.environ.get(name)), "")
    for code in wanted.split(":"):
        with suppress(ValueError):  # this language is not known
            return language(re.split(r"[_.@-]", code)[0])


def use(translations: NullTranslations) -> None:
    """Use ``translations``, such as those of ``gettext.translation``, from now on."""
    global _translations
    _translations = translations


def say(sentence: str, context: str = "", /, **fields: Any) -> str:
    """Return ``sentence`` in the language in use, with its fields filled in.

    ``context`` is a word that distinguishes two meanings of the same English text.

    >>> say("Player {player} chose to {move!r}.", player=1, move="pass")
    "Player 1 chose to 'pass'."
    """
    said = sentence and (_translations.pgettext(context, sentence) if context else
                         _translations.gettext(sentence))
    return said.format(**fields) if fields else said


def say_count(one: str, many: str, count: int, /, **fields: Any) -> str:
    """Return the sentence for ``count`` things; ``count`` is one of its fields.

    >>> say_count("1 move is left.", "{count} moves are left.", 3)
    '3 moves are left.'
    """
    return _translations.ngettext(one, many, count).format(count=count, **fields)


def mark(texts: Texts, context: str = "", /) -> Texts:
    """Return ``texts``, and mark them for translation: ``say`` later gets them as variables.

    They are one text, a list or tuple of texts, or a dict whose values are texts. In place of a
    text there can be a function, whose docstring is meant.

    >>> SIGNS = mark({"up": "higher", "down": "lower"})
    >>> say(SIGNS["up"])
    'higher'
    """
    return texts


def mark_count(one: str, many: str, /) -> tuple[str, str]:
    """Return two texts that ``say_count`` gets as variables, and mark them for translation."""
    return one, many
