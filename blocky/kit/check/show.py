"""What a check shows of a case: the input, what is expected of it, and what came of it."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.figure import Figure

from blocky import draw
from blocky.block import Block
from blocky.colour import Colour
from blocky.draw import DPI, INK, Picture
from blocky.draw.on_grid import numbered
from blocky.goal import Goal
from blocky.invariants import broken_invariants
from blocky.kit.check.run import Outcome
from blocky.kit.trace import short

__all__ = ["compared", "input_and_result", "written"]


def written(value: Any) -> str:
    """Return how a value is written in a message: a board as a nested list, a short grid whole."""
    try:
        return _written(value)
    except RecursionError:
        return f"a {type(value).__name__} that contains itself"
    except Exception:
        return f"a {type(value).__name__} that cannot be written"


def _written(value: Any) -> str:
    if isinstance(value, Block):
        nested = short(value.to_nested(), 70)
        where = f" at level {value.level}" if value.level else ""
        return f"<board{where} {nested}, max_depth={value.max_depth}>"
    if isinstance(value, Goal):
        return f"{type(value).__name__}({value.colour})"
    return short(_plain(value), 150)


def _plain(value: Any) -> Any:
    """Return lists of numbers for grids of whatever kind."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, (list, tuple)):
        return type(value)(map(_plain, value)) if type(value) in (list, tuple) else value
    return int(value) if isinstance(value, (Colour, np.integer)) else value


def compared(args: tuple[Any, ...], expected: Outcome, got: Outcome) -> Picture | None:
    """Return the picture of the input, of what is expected, and of what came of it."""
    place, board = _board_among(args)
    if _is_grid(expected.returned) or isinstance(expected.value, Block):
        return _beside(board, [("expected", expected.value), ("got", got.value)])
    if board is None:
        return None
    if expected.returned is None:
        return _beside(board, [("expected", expected.arguments[place]),
                               ("got", got.arguments[place])])
    return _beside(board, [])


def input_and_result(args: tuple[Any, ...], got: Outcome) -> Picture | None:
    """Return the picture of the input and of what came of it; None if there is nothing to draw."""
    place, board = _board_among(args)
    try:
        if _is_grid(got.returned) or isinstance(got.value, Block):
            return _beside(board, [("result", got.value)])
        if got.returned is None and board is not None:
            return _beside(board, [("after", got.arguments[place])])
    except Exception:
        return None
    return None


def _board_among(args: tuple[Any, ...]) -> tuple[int, Block | None]:
    """Return the first board among the arguments, behind its place; None if there is none."""
    return next(((place, value) for place, value in enumerate(args) if isinstance(value, Block)),
                (0, None))


def _is_grid(value: Any) -> bool:
    return (isinstance(value, tuple) and bool(value)
            and all(isinstance(row, tuple) and row for row in value)
            and all(number in list(Colour) or number == -1 for row in value for number in row))


def _beside(board: Block | None, others: list[tuple[str, Any]]) -> Picture:
    """Return boards and grids side by side, each under its title, the input first."""
    shown = [("given", board), *others] if board is not None else others
    width = 2.5
    figure = Figure((width * len(shown), 2.9), dpi=DPI)
    said = []
    for number, (title, value) in enumerate(shown):
        ax = figure.add_axes(((number + 0.06) / len(shown), 0.01, 0.88 / len(shown), 0.86))
        said.append(f"{title}: {_draw(value, ax)}")
        ax.set_title(title, fontsize=12, color=INK, pad=4)
    return Picture(figure, "; ".join(said))


def _draw(value: Any, ax: Any) -> str:
    """Draw a board or a grid with its letters, or say that it is neither; return what it is."""
    if isinstance(value, Block):
        broken = next(broken_invariants(value, places=False), None)
        if broken is None:
            return draw.board(value, ax, letters=True).alt
        text = f"This is no board.\n{broken}"
    else:
        try:
            grid = np.array(value, dtype=int)
            if grid.ndim == 2 and set(grid.ravel().tolist()) <= set(map(int, Colour)):
                numbered(grid, ax)
                ax.set_axis_off()
                return str(grid.tolist())
            text = f"This is no grid of colour numbers:\n{short(value, 60)}"
        except (TypeError, ValueError):
            text = f"Its rows are not of the same length:\n{short(value, 60)}"
    ax.set_axis_off()
    ax.text(0.5, 0.5, text, ha="center", va="center", wrap=True, fontsize=9, color=INK,
            transform=ax.transAxes)
    return text

