"""Numbers, colours and words in a text agree with the code beside it.

Each phrase in ``tests/prose.py`` is a ``Phrase(notebook, cell, text, means, after)``:

- ``notebook`` is a path without ending, such as "solutions/blocky/06_flatten" (not exercises/,
  which are made of the solutions), and ``cell`` the id of the cell with the phrase;
- ``text`` is the phrase, with ``{}`` for each value that is compared; line breaks, asterisks and
  capitals do not matter;
- ``means`` takes the names defined so far in the notebook, as attributes, and returns the value,
  or a tuple with one for each ``{}``. It must compute them, not repeat them;
- ``after`` names the code cells to run before, in order.

A number may be in figures or in words.
"""

import builtins
import os
import re
from contextlib import redirect_stdout
from enum import Enum
from io import StringIO
from numbers import Integral
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.prose import PHRASES, ROOT, cells

NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
           "eleven", "twelve"]


def plain(text):
    return " ".join(text.replace("*", "").split()).casefold()


def forms(value):
    """Return the ways to write a value: a number in figures or as a word."""
    if isinstance(value, Integral) and not isinstance(value, (bool, Enum)):
        return [str(value), *NUMBERS[value:value + 1]]
    return [str(value)]


def pattern(text, values):
    """Return the regular expression of a phrase with its values."""
    parts = [re.escape(part) for part in plain(text).split("{}")]
    written = ["|".join(re.escape(plain(form)) for form in forms(value)) for value in values]
    return "".join([rf"(?<!\w){parts[0]}", *(
        f"(?:{words}){part}" for words, part in zip(written, parts[1:], strict=True)), r"(?!\w)"])


def run(phrase):
    """Return the names that the cells before a phrase define."""
    names = {"__builtins__": builtins, "__name__": "notebook"}
    here = Path.cwd()
    os.chdir((ROOT / phrase.notebook).parent)
    try:
        with redirect_stdout(StringIO()):
            for cell in phrase.after.split():
                lines = cells(phrase.notebook)[cell].split("\n")
                exec("\n".join(line for line in lines if not line.startswith("%")), names)
    finally:
        os.chdir(here)
    return SimpleNamespace(**names)


@pytest.mark.parametrize("phrase", PHRASES, ids=lambda phrase: (
    f"{phrase.notebook.replace('/', '-')}-{phrase.cell}-{phrase.text[:20]}"))
def test_a_text_agrees_with_its_code(phrase):
    means = phrase.means(run(phrase))
    values = means if isinstance(means, tuple) else (means,)
    assert len(values) == phrase.text.count("{}") > 0
    assert re.search(pattern(phrase.text, values), plain(cells(phrase.notebook)[phrase.cell])), (
        f"{phrase.text!r} is not there with {values}")
