"""Text files that people write, in the encodings that their editors choose."""

import codecs
import os
from pathlib import Path

from blocky.kit.language import say

__all__ = ["BadTextError", "read_text", "text_of"]

#: The byte-order marks that editors on Windows put first, and the encodings that they stand for.
MARKS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16",
         codecs.BOM_UTF16_BE: "utf-16"}


class BadTextError(ValueError):
    """A file that holds no readable text; the message says why, and what to do."""


def read_text(path: str | os.PathLike[str]) -> str:
    """Return the text of a file. OSError: it cannot be opened. BadTextError: it is not UTF-8."""
    return text_of(Path(path).read_bytes())


def text_of(content: bytes) -> str:
    r"""Return bytes as text, with "\n" at the end of each line. BadTextError: they are not UTF-8.

    UTF-16 is read too if it has a byte-order mark.

    >>> text_of(b"\xef\xbb\xbfhints = 2\r\n")
    'hints = 2\n'
    """
    encoding = "utf-8"
    for mark, name in MARKS.items():
        if content.startswith(mark):
            encoding = name
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        raise BadTextError(say("It isn't saved as UTF-8 (byte {place} is wrong). Save it again "
                               "with UTF-8 encoding.", place=error.start + 1)) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")
