"""The settings of matplotlib under which the kit makes and draws its pictures.

What a user sets, such as a style or TeX, changes the user's own figures, and never a picture of the
kit: ``own_settings`` holds while an artist is made, and again while a ``KitFigure`` is drawn.
"""

import threading
import unicodedata
from collections.abc import Sequence
from contextlib import ContextDecorator
from functools import lru_cache
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, findfont, fontManager, get_font
from matplotlib.ft2font import FT2Font

__all__ = ["KitFigure", "kit_font", "legible", "own_settings", "shown_name"]

#: The font of all pictures, which comes with matplotlib.
FONT = "DejaVu Sans"

#: Fonts with letters that ``FONT`` lacks, of Linux, Windows and macOS; those installed are used.
MORE_FONTS = (
    "Noto Sans CJK SC", "Noto Sans CJK JP", "Noto Sans SC", "Source Han Sans SC",
    "Source Han Sans CN", "WenQuanYi Micro Hei", "WenQuanYi Zen Hei", "Droid Sans Fallback",
    "Microsoft YaHei", "SimHei", "SimSun", "Yu Gothic", "MS Gothic", "Malgun Gothic",
    "PingFang SC", "Hiragino Sans GB", "Heiti TC", "Hiragino Sans", "Apple SD Gothic Neo",
    "Arial Unicode MS", "Noto Sans Devanagari", "Noto Sans Thai", "Noto Sans Bengali",
    "Noto Sans Tamil", "Nirmala UI", "Leelawadee UI", "Tahoma", "Noto Emoji", "Segoe UI Emoji",
    "Segoe UI Symbol")

#: What belongs to the user's session, and says nothing about how a picture looks.
NOT_LOOKS = ("backend", "backend_fallback", "interactive", "toolbar")


class _OwnSettings(ContextDecorator):
    """Replaces matplotlib's settings by the kit's, and then puts the user's back.

    Several threads can draw at once, and share the settings: the first to enter replaces them, and
    the last to leave puts them back.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._inside = 0  # how often a thread has entered and not yet left
        self._users_settings: dict[str, Any] = {}

    def __enter__(self) -> None:
        """Replace the settings, unless they are replaced already; count the threads inside."""
        with self._lock:
            if self._inside == 0:
                self._users_settings = _raw(matplotlib.rcParams)
                _set_raw(_looks(len(fontManager.ttflist)))
            self._inside += 1

    def __exit__(self, *error: object) -> None:
        with self._lock:
            self._inside -= 1
            if self._inside == 0:
                _set_raw(self._users_settings)


#: Makes matplotlib use the kit's settings, in a ``with`` or as the decorator of a function.
own_settings = _OwnSettings()


class KitFigure(Figure):
    """A figure that looks the same whatever the user has set, also when it is drawn again later."""

    @own_settings
    def __init__(self, size: tuple[float, float], dpi: float = 100) -> None:
        super().__init__(size, dpi=dpi)

    @own_settings
    def add_axes(self, *args: Any, **options: Any) -> Axes:
        """Return new axes, as every figure of matplotlib can add them."""
        return super().add_axes(*args, **options)

    @own_settings
    def draw(self, renderer: Any) -> None:
        """Draw the figure; matplotlib calls this."""
        super().draw(renderer)

    @own_settings
    def savefig(self, *args: Any, **options: Any) -> None:
        """Save the figure to a file, as every figure of matplotlib can."""
        super().savefig(*args, **options)


def _raw(settings: Any) -> dict[str, Any]:
    """Return a copy of settings of matplotlib, without choosing a backend where none is chosen."""
    return dict(dict.items(settings))


def _set_raw(values: dict[str, Any]) -> None:
    """Set matplotlib's settings to values that were read from it: checking them takes 5 ms."""
    settings: Any = matplotlib.rcParams
    dict.update(settings, values)


@lru_cache(maxsize=2)
def _looks(installed: int) -> dict[str, Any]:
    """Return the kit's settings; ``installed`` is the number of fonts known to matplotlib.

    If this number changes, fonts were added, and the settings are computed again.
    """
    defaults = _raw(matplotlib.rcParamsDefault)
    looks = {name: value for name, value in defaults.items() if name not in NOT_LOOKS}
    looks["text.parse_math"] = False
    looks["font.family"] = _families(installed)
    return looks


@lru_cache(maxsize=2)
def _families(installed: int) -> list[str]:
    """Return ``FONT``, and those of ``MORE_FONTS`` that are installed and can be read."""
    names = {entry.name for entry in fontManager.ttflist}
    return [FONT, *(name for name in MORE_FONTS if name in names and _is_readable(name))]


def _is_readable(family: str) -> bool:
    """Return whether matplotlib can use a font that is installed."""
    try:
        get_font(findfont(FontProperties(family=family)))
    except (OSError, RuntimeError):  # such as a font of bitmaps
        return False
    return True


@own_settings
def kit_font(weight: str = "normal") -> FT2Font:
    """Return the kit's font, which takes letters that it lacks from the other fonts installed."""
    return get_font(_files(_families(len(fontManager.ttflist)), weight))


def _files(families: Sequence[str], weight: str) -> list[str]:
    return [findfont(FontProperties(family=family, weight=weight)) for family in families]


@own_settings
def legible(text: str) -> str:
    r"""Return ``text`` without the letters that no font has, and without marks that cannot be seen.

    >>> legible("Ada\nLovelace \U000f0000!")
    'Ada\nLovelace !'
    """
    if text.isascii() and text.isprintable():
        return text
    files = _files(_families(len(fontManager.ttflist)), "normal")
    fonts = [get_font(file) for file in files]
    return "".join(letter for letter in text if letter == "\n" or _can_be_drawn(letter, fonts))


def _can_be_drawn(letter: str, fonts: Sequence[FT2Font]) -> bool:
    is_unseen = unicodedata.category(letter).startswith("C")
    return not is_unseen and any(each.get_char_index(ord(letter)) for each in fonts)


def shown_name(name: str, size: float, room: float) -> str:
    r"""Return a name on one line, cut off if it is wider than ``room`` in letters of ``size``.

    Both are in points.

    >>> shown_name("Ada\n  Lovelace", 10, 60)
    'Ada Lov…'
    """
    on_one_line = " ".join(name.split())
    shown = " ".join(legible(on_one_line).split())  # without spaces around what was left out
    if _width(shown, size) <= room:
        return shown
    end = len(shown)
    while end and _width(f"{shown[:end]}…", size) > room:
        end -= 1
    return f"{shown[:end]}…"


def _width(text: str, size: float) -> float:
    """Return the width in points that a text needs at most.

    In a picture, each letter has whole pixels, so a text can be up to 15 % wider than its letters.
    """
    font = kit_font()
    font.set_size(size, 72)
    font.set_text(text)
    width, _ = font.get_width_height()  # in 64ths of a point
    return 1.15 * width / 64
