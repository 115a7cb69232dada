"""The kit's drawings of Prograsonne's values: boards and positions, tiles, saved states."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes

from blocky.kit.draw.values import draw_value
from blocky.prograsonne.board import Board
from blocky.prograsonne.draw.history import states
from blocky.prograsonne.draw.tiles import board, tile
from blocky.prograsonne.history import History
from blocky.prograsonne.position import PrograsonnePosition
from blocky.prograsonne.tiles import Tile


@draw_value.register
def _(value: Board, ax: Axes, **looks: Any) -> str:
    return board(value, ax, **looks).alt


@draw_value.register
def _(value: PrograsonnePosition, ax: Axes, **looks: Any) -> str:
    return board(value.board, ax, **looks).alt


@draw_value.register
def _(value: Tile, ax: Axes, **looks: Any) -> str:
    return tile(value.type, value.turns, ax, letters=looks.get("letters", True)).alt


@draw_value.register
def _(value: History, ax: Axes, **looks: Any) -> str:
    return states(value, ax, palette=looks.get("palette", "safe")).alt
