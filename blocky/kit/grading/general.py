"""Hints without what belongs to one answer only, so that the same mistakes can be counted.

A hint is a sentence whose fields are filled in. ``Heard`` remembers the sentences that were said,
and so the fields of a hint can be found again: lines, values, and code.
"""

import ast
import re
from collections.abc import Collection, Iterator
from enum import Enum, auto
from gettext import NullTranslations, translation
from string import Formatter
from typing import NamedTuple

from blocky.kit.language import CODE_BEGINS, CODE_ENDS, LOCALE

__all__ = ["Heard", "general", "key"]

#: A sentence of so many words names the mistake, even without the student's code in it.
ENOUGH_WORDS = 7

#: What was filled into a sentence is a sentence of its own if it has so many words.
WORDS_OF_A_SENTENCE = 5

#: A sentence with fewer letters has no words to be recognised by.
LEAST_LETTERS = 4

_CODE = re.compile(f"{CODE_BEGINS}(.*?){CODE_ENDS}", re.S)


class Heard(NullTranslations):
    """The translations of a language, which remember the sentences that were said."""

    def __init__(self, spoken: str) -> None:
        super().__init__()
        if spoken != "en":
            self.add_fallback(translation("blocky", LOCALE, [spoken]))
        self.sentences: dict[str, None] = {}

    def gettext(self, message: str) -> str:
        """Return the translation of a sentence."""
        return self._remembered(super().gettext(message))

    def pgettext(self, context: str, message: str) -> str:
        """Return the translation of a sentence with a context."""
        return self._remembered(super().pgettext(context, message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the translation of a sentence about ``n`` things."""
        return self._remembered(super().ngettext(msgid1, msgid2, n))

    def _remembered(self, sentence: str) -> str:
        self.sentences[sentence] = None
        return sentence


class _Kind(Enum):
    """What a piece of a hint is."""

    WORDS = auto()  #: it's in every hint of this kind
    NUMBER = auto()  #: such as the number of a line
    VALUE = auto()  #: another text that was filled in, or a value
    CODE = auto()  #: the student's code, or code to write instead


class _Piece(NamedTuple):
    text: str
    kind: _Kind


def general(hint: str, sentences: Collection[str]) -> str:
    r"""Return a hint without numbers of lines and values. It keeps the marks around its code.

    Lines after the first that are about values are left out.

    >>> sentences = ["On line {line}, it's {value}. Add 1.", "Here, it returns {value}."]
    >>> general("On line 12, it's 3. Add 1.\nHere, it returns 7.", sentences)
    "On line …, it's …. Add 1."
    """
    return "\n".join("".join(_shown(piece) for piece in line) for line in _lines(hint, sentences))


def _lines(hint: str, sentences: Collection[str]) -> list[list[_Piece]]:
    """Return the pieces of each line of a hint, without later lines about a case's values."""
    lines = [list[_Piece]()]
    for piece in _pieces(hint, sentences):
        if piece.text == "\n":
            lines.append([])
        else:
            lines[-1].append(piece)
    first, *others = lines
    return [first, *(line for line in others if not _is_about_a_case(line))]


def _is_about_a_case(line: list[_Piece]) -> bool:
    """Return whether a line of a hint is about the values of one case."""
    is_a_change = bool(line) and re.match(r"\d\.", line[0].text)  # of several, which are numbered
    has_values = any(piece.kind in (_Kind.NUMBER, _Kind.VALUE) for piece in line)
    return has_values and not is_a_change


def _shown(piece: _Piece) -> str:
    """Return the text of a piece, or "…" for a number, or a value with a digit in it.

    A value in code stays, as it's the same in all hints about the mistake: see ``key``.
    """
    is_in_code = piece.text.startswith(CODE_BEGINS)
    is_left_out = (piece.kind in (_Kind.NUMBER, _Kind.VALUE) and not is_in_code
                   and re.search(r"\d", piece.text))
    return "…" if is_left_out else piece.text


def key(hint: str, sentences: Collection[str], own: Collection[str]) -> str:
    """Return a text that is equal for hints about the same mistake.

    It's the hint with "…" for each number, and with other names for those that the student chose,
    ``own``. Values stay, because all answers are tried in the same cases. The student's code stays
    only if the hint has few words of its own.
    """
    pieces = [piece for line in _lines(hint, sentences) for piece in line]
    number_of_words = sum(len(re.findall(r"[^\W\d]{2,}", piece.text)) for piece in pieces
                          if piece.kind is _Kind.WORDS)
    says_enough = number_of_words >= ENOUGH_WORDS
    new_names: dict[str, str] = {}

    def renamed(found: re.Match[str]) -> str:
        """Return "name0" for the first of the student's names, "name1" for the next one..."""
        name = found[0]
        if name not in own:
            return name
        return new_names.setdefault(name, f"name{len(new_names)}")

    parts = []
    for piece in pieces:
        if piece.kind is _Kind.NUMBER or (piece.kind is _Kind.CODE and says_enough):
            parts.append("…")
        elif piece.kind is _Kind.WORDS:
            parts.append(piece.text)
        else:
            parts.append(re.sub(r"[^\W\d]\w*", renamed, piece.text))
    return "".join(parts)


def _pieces(text: str, sentences: Collection[str], inside: bool = False) -> list[_Piece]:
    """Return the pieces of a hint, or of a text that was filled into one (``inside``).

    ``sentences`` are those that were said, with their fields. The text is split into lines and
    sentences until one of these fits a part. That part's pieces are the words of the sentence, and
    the pieces of each text in its fields, which may be a sentence again.
    """
    fitting = [sentence for sentence in sentences if _filled_in(sentence, text) is not None]
    # if several fit, the one with most words leaves the least to the fields
    best = max(fitting, key=_number_of_letters, default=None)
    is_one_sentence_of_lines = best is not None and "\n" in best
    if "\n" in text and not is_one_sentence_of_lines:
        first_line, other_lines = text.split("\n", 1)
        return [*_pieces(first_line, sentences, inside), _Piece("\n", _Kind.WORDS),
                *_pieces(other_lines, sentences, inside)]
    split = _split_after_sentence(text, sentences)
    if split:
        beginning, rest = split
        return [*_pieces(beginning, sentences, inside), _Piece(" ", _Kind.WORDS),
                *_pieces(rest, sentences, inside)]
    if best is None:  # no sentence fits
        number_of_words = len(re.findall(r"[^\W\d_]{2,}", text))
        is_value = inside and number_of_words < WORDS_OF_A_SENTENCE
        return [*_leaves(text, _Kind.VALUE if is_value else _Kind.WORDS)]
    pieces: list[_Piece] = []
    texts_in_fields = iter(_filled_in(best, text) or ())
    for words, field, _, _ in Formatter().parse(best):
        # a line break is a piece of its own: see _lines
        pieces += [_Piece(part, _Kind.WORDS) for part in re.split(r"(\n)", words) if part]
        if field is not None:
            pieces += _pieces(next(texts_in_fields), sentences, inside=True)
    return pieces


def _split_after_sentence(text: str, sentences: Collection[str]) -> tuple[str, str] | None:
    """Return one of the sentences at the beginning of a text, and the rest; None without one."""
    for end in re.finditer(r"[.?!] ", text):
        beginning = text[:end.start() + 1]
        rest = text[end.end():]
        if any(_filled_in(sentence, beginning) is not None for sentence in sentences):
            return beginning, rest
    return None


def _filled_in(sentence: str, text: str) -> tuple[str, ...] | None:
    """Return the texts that fill the fields of a sentence in ``text``; None if it doesn't fit.

    Return None, too, for a sentence without fields, and for one with nearly no words, which would
    fit too many texts.
    """
    try:
        parts = [*Formatter().parse(sentence)]
    except ValueError:  # it has braces of its own
        return None
    has_fields = any(name is not None for _, name, _, _ in parts)
    if not has_fields or _number_of_letters(sentence) < LEAST_LETTERS:
        return None
    pattern = ""
    for words, name, _, _ in parts:
        pattern += re.escape(words)
        if name is not None:
            pattern += "(.+?)"
    found = re.fullmatch(pattern, text, re.S)
    return found.groups() if found else None


def _number_of_letters(sentence: str) -> int:
    """Return how many letters a sentence has outside its fields."""
    words = "".join(words for words, _, _, _ in Formatter().parse(sentence))
    return len(re.findall(r"[^\W\d_]", words))


def _leaves(text: str, kind: _Kind) -> Iterator[_Piece]:
    """Yield the pieces of a text that is none of the sentences.

    They're the code in marks, and the parts between: numbers, or else of the given ``kind``.
    """
    for index, part in enumerate(_CODE.split(text)):
        is_in_marks = index % 2 == 1  # split() returns the groups at the odd indices
        if is_in_marks:
            kind_of_code = _Kind.VALUE if _is_value(part) else _Kind.CODE
            yield _Piece(f"{CODE_BEGINS}{part}{CODE_ENDS}", kind_of_code)
        elif part.strip("-").isdigit():
            yield _Piece(part, _Kind.NUMBER)
        elif part:
            yield _Piece(part, kind)


def _is_value(code: str) -> bool:
    """Return whether code is only a value, such as a list of numbers."""
    try:
        ast.literal_eval(code)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return False
    return True
