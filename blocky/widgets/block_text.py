"""Texts on a block in a tree that may be broken."""

from __future__ import annotations

import html

from blocky.block import PLACES, Block, Path
from blocky.colour import PALETTES, Colour
from blocky.draw.linked import LinkedBoard
from blocky.invariants import InvariantError
from blocky.kit.draw.picture import RIGHT, WRONG
from blocky.kit.language import mark, say, say_count
from blocky.kit.widgets.live import chip
from blocky.widgets.breakages import MOST_PROBLEMS

__all__ = ["attributes", "attributes_markup", "problems_markup"]


def attributes(shown: LinkedBoard, path: Path) -> dict[str, str]:
    """Return the attributes of the block at a path of the shown tree as texts, by name."""
    node = shown.nodes[path]
    block, number = node.block, path[-1] if path else None
    if number is None:
        child = say("none: the board itself")
    else:
        child = (say("{number}, {place}", number=number, place=say(PLACES[number])) if
                 number < 4 else say("{number}, which has no place", number=number))
    found = {mark("path", "label"): str(path), mark("child number", "label"): child}
    if not isinstance(block, Block):
        return {**found, mark("not a block", "label"): _short(block)}
    children = block.children
    return {
        **found,
        mark("level", "label"): say("{level} of {max_depth}", level=block.level,
                                    max_depth=block.max_depth),
        mark("colour", "label"): str(block.colour) if block.colour is not None else (
            say("None: it is divided") if node.divided else "None"),
        mark("position", "label"): _short(block.position),
        mark("size", "label"): _short(block.size),
        mark("highlighted", "label"): _short(block.highlighted),
        mark("children", "label"): (str(len(children)) if isinstance(children, list) else
                                    _short(children)),
        mark("parent", "label"): _parent_text(shown, path),
        mark("unit cells", "label"): _cells_text(shown, path),
    }


def _parent_text(shown: LinkedBoard, path: Path) -> str:
    node = shown.nodes[path]
    parent = node.block.parent
    if parent is None:
        return "None"
    for other in [*([node.above] if node.above else []), *shown.nodes.values()]:
        if other.block is parent:
            return say("the block at path {path}", path=other.path)
    return say("a block that is not in this tree")


def _cells_text(shown: LinkedBoard, path: Path) -> str:
    if path not in shown.places:
        return say("none")
    x, y, side = shown.places[path]
    if not all(float(number).is_integer() for number in (x, y, side)) or side < 1:
        return say("it does not lie on whole unit cells")
    if side == 1:
        return say("row {row:.0f}, column {column:.0f}", row=y, column=x)
    return say("rows {top:.0f} to {low:.0f}, columns {left:.0f} to {right:.0f}", top=y,
               low=y + side - 1, left=x, right=x + side - 1)


def _short(value: object, most: int = 60) -> str:
    text = str(value) if isinstance(value, Exception) else repr(value)
    return text if len(text) <= most else f"{text[:most - 1]}…"


def attributes_markup(known: dict[str, str], colour: Colour | None, palette: str) -> str:
    """Return the table of the attributes of a block; it has a sign of its colour."""
    rows = []
    for name, value in known.items():
        sign = (f"{chip(PALETTES[palette][colour], colour.letter)} "
                if name == "colour" and colour is not None else "")
        rows.append(f'<tr style="height: 1.75em"><th scope="row" style="text-align: left; '
                    f'font-weight: normal; opacity: 0.75; padding-right: 10px; '
                    f'white-space: nowrap">{say(name, "label")}</th>'
                    f'<td style="overflow-wrap: anywhere">{sign}{html.escape(value)}</td></tr>')
    return (f'<table style="line-height: 1.4; border-spacing: 0"><caption style="display: '
            f'none">{say("The chosen block")}</caption>{"".join(rows)}</table>')


def problems_markup(problems: list[InvariantError], path: Path) -> str:
    """Return the list of the broken invariants, those of the block at ``path`` first."""
    style = "line-height: 1.4; white-space: normal; overflow-wrap: anywhere; padding: 0 4px"
    if not problems:
        held = say("Every invariant holds in this tree.")
        return f'<div style="{style}; {RIGHT}">✓ {held}</div>'
    many = say_count("An invariant is broken:", "{count} invariants are broken:", len(problems))
    if len(problems) == MOST_PROBLEMS:
        many = say("{count} invariants or more are broken:", count=MOST_PROBLEMS)
    lines = [(many, True)]
    for problem in sorted(problems, key=lambda problem: problem.path != path):
        lines.append((_short(problem, 300), problem.path == path))
    return "".join(f'<div style="{style}; {WRONG}; font-weight: {"bold" if bold else "normal"}">'
                   f'⚠ {html.escape(line)}</div>' for line, bold in lines)
