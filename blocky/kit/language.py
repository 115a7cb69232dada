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

__all__ = ["CODE_BEGINS", "CODE_ENDS", "LOCALE", "Code", "ask_environment", "in_use", "language",
           "mark", "mark_count", "plain", "say", "say_count", "use"]

#: The folder of the catalogues, with a folder for each language.
LOCALE = Path(__file__).parents[1] / "locale"

#: The marks around code in a sentence: Unicode's invisible brackets around text that is read from
#: left to right whatever surrounds it.
CODE_BEGINS, CODE_ENDS = "\N{LEFT-TO-RIGHT ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"

_translations = NullTranslations()

Texts = TypeVar("Texts")


class Code(str):
    """Code that becomes a field of a sentence: ``say`` puts the invisible marks around it.

    A page can then show it as code. ``plain`` removes the marks for everything else.

    >>> said = say("Write {new}.", new=Code("x + 1"))
    >>> said == f"Write {CODE_BEGINS}x + 1{CODE_ENDS}.", plain(said)
    (True, 'Write x + 1.')
    """


class _InMarks(str):
    """Code that is filled into a sentence, with its marks."""

    def __format__(self, form: str) -> str:
        text = format(plain(self), form)
        return f"{CODE_BEGINS}{text}{CODE_ENDS}" if text else ""


def plain(text: str) -> str:
    """Return a text without the marks around code."""
    return text.replace(CODE_BEGINS, "").replace(CODE_ENDS, "")


def language(code: str) -> None:
    """Use a language from now on: "en", or a translation such as "es". ValueError: unknown."""
    if code == "en":
        use(NullTranslations())
        return
    try:
        use(translation("blocky", LOCALE, [code]))
    except (FileNotFoundError, AttributeError):  # the latter if it isn't a string
        translated = sorted(path.parts[-3] for path in LOCALE.glob("*/LC_MESSAGES/blocky.mo"))
        codes = ", ".join(map(repr, ["en", *translated]))
        raise ValueError(say("There's no language {code!r}. The languages are: {codes}.", code=code,
                             codes=codes)) from None


def in_use() -> str:
    """Return the language in use, such as "en"."""
    return _translations.info().get("language", "en")


def ask_environment() -> None:
    """Use the first known language of LANGUAGE, or otherwise of LC_ALL, LC_MESSAGES or LANG."""
    names = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    values = [os.environ[name] for name in names if os.environ.get(name)]
    locales = values[0].split(":") if values else []
    for locale in locales:  # such as "es_CU.UTF-8"
        code, *_ = re.split(r"[_.@-]", locale)
        with suppress(ValueError):  # this language is not known
            return language(code)


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
    if not sentence:  # gettext would return the head of the catalogue
        said = ""
    elif context:
        said = _translations.pgettext(context, sentence)
    else:
        said = _translations.gettext(sentence)
    return _filled(said, fields) if fields else said


def say_count(one: str, many: str, count: int, /, **fields: Any) -> str:
    """Return the sentence for ``count`` things; ``count`` is one of its fields.

    >>> say_count("1 move is left.", "{count} moves are left.", 3)
    '3 moves are left.'
    """
    said = _translations.ngettext(one, many, count)
    return _filled(said, {"count": count, **fields})


def _filled(sentence: str, fields: dict[str, Any]) -> str:
    """Return a sentence with its fields filled in, and marks around the code among them."""
    return sentence.format(**{name: _InMarks(value) if isinstance(value, Code) else value
                              for name, value in fields.items()})


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
