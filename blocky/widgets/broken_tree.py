"""Trees that may be broken: ways to break an invariant, what is broken, and a block in words."""

import html
from copy import deepcopy
from itertools import islice
from typing import Any

from blocky.block import PLACES, Block, Path
from blocky.colour import Colour
from blocky.draw.board_tree import layout
from blocky.draw.linked import LinkedBoard
from blocky.draw.looks import PALETTES
from blocky.invariants import Broken, InvariantError, broken_invariants
from blocky.kit.draw.picture import RIGHT, WRONG
from blocky.kit.language import mark, say, say_count
from blocky.kit.widgets.live import chip

__all__ = ["BREAKAGES", "attributes", "attributes_markup", "break_block", "copy_of",
           "problems_markup", "problems_of"]

#: The most broken invariants that are listed.
MOST_PROBLEMS = 60

#: What can be wrong with a block.
BREAKAGES = {
    "missing": mark("a child is missing"),
    "extra": mark("one child too many"),
    "shared": mark("the same block as two children"),
    "cycle": mark("a block inside itself"),
    "number": mark("a child that isn't a block"),
    "painted": mark("a colour on a divided block"),
    "colourless": mark("a leaf without a colour"),
    "orphan": mark("parent lost"),
    "level": mark("wrong level"),
    "max_depth": mark("a different max_depth"),
    "position": mark("wrong position"),
    "size": mark("wrong size"),
}

#: What can be wrong only with a block with four children.
NEEDS_CHILDREN = ("missing", "extra", "shared", "cycle", "number", "painted")


def break_block(block: Block, what: str) -> None:
    """Break a block in the way that is called ``what`` in BREAKAGES.

    ValueError: that isn't possible with the children that it has.
    """
    children: Any = block.children
    has_four_children = isinstance(children, list) and len(children) >= 4
    if what in NEEDS_CHILDREN and not has_four_children:
        raise ValueError(say("Choose a block with four children for this."))
    match what:
        case "missing":
            children.pop()
        case "extra":
            child = Block(block.level + 1, block.max_depth, Colour.RED, (), block.position,
                          round(block.size / 2))
            child.parent = block
            children.append(child)
        case "shared":
            children[1] = children[0]
        case "cycle":
            children[3] = block
        case "number":
            children[2] = 7
        case "painted":
            block.colour = Colour.RED
        case "colourless" if children:
            raise ValueError(say("Choose a leaf for this."))
        case "colourless":
            block.colour = None
        case "orphan":
            block.parent = None
        case "level" | "max_depth":
            setattr(block, what, getattr(block, what) + 1)
        case "position":
            x, y = block.position
            shift = max(1, block.size // 3)
            block.position = (x + shift, y + shift)
        case "size":
            block.size += max(1, block.size // 4)


def copy_of(board: Block) -> Block:
    """Return a copy of a tree, broken or not.

    The copy of the top has no parent, except if its parent is a block inside the tree.
    ValueError: the tree can't be copied.
    """
    parent_is_inside = any(node.block is board.parent for node in layout(board).values())
    # Here deepcopy finds copies by the ids of the originals: it takes None as that of the parent.
    memo: dict[int, Any] = {} if parent_is_inside else {id(board.parent): None}
    try:
        return deepcopy(board, memo)
    except Exception as error:
        raise ValueError(say("This tree can't be copied ({error}).",
                             error=type(error).__name__)) from None


def problems_of(board: Block, most: int = MOST_PROBLEMS) -> list[InvariantError]:
    """Return the first ``most`` broken invariants of a tree; of an unreadable tree, those so far.

    The last one then says that the tree can't be checked further.
    """
    problems: list[InvariantError] = []
    try:
        for problem in islice(broken_invariants(board), most):
            problems.append(problem)
    except Exception as error:  # a broken tree can fail in any way
        problems.append(InvariantError((), Broken.UNREADABLE,
                                       error=f"{type(error).__name__}: {error}"))
    return problems


def problems_markup(problems: list[InvariantError], path: Path) -> str:
    """Return broken invariants as HTML: those of the block at ``path`` first and bold."""
    style = "line-height: 1.4; white-space: normal; overflow-wrap: anywhere; padding: 0 4px"

    def row(text: str, weight: str) -> str:
        """Return a line of the list, in a font weight."""
        return (f'<div style="{style}; {WRONG}; font-weight: {weight}">'
                f'⚠ {html.escape(text)}</div>')

    if not problems:
        text = say("Every invariant holds in this tree.")
        return f'<div style="{style}; {RIGHT}">✓ {text}</div>'
    if len(problems) == MOST_PROBLEMS:
        heading = say("{count} or more invariants are broken:", count=MOST_PROBLEMS)
    else:
        heading = say_count("An invariant is broken:", "{count} invariants are broken:",
                            len(problems))
    of_the_block = [problem for problem in problems if problem.path == path]
    of_others = [problem for problem in problems if problem.path != path]
    return "".join([row(heading, "bold"),
                    *(row(_short(problem, 300), "bold") for problem in of_the_block),
                    *(row(_short(problem, 300), "normal") for problem in of_others)])


# -- a block in words ----------------------------------------------------------------------

def attributes(shown: LinkedBoard, path: Path) -> dict[str, str]:
    """Return the attributes of the block at a path of the shown tree as texts, by name."""
    node = shown.nodes[path]
    block = node.block
    texts = {mark("path", "label"): str(path), mark("child number", "label"): _number_text(path)}
    if not isinstance(block, Block):
        return {**texts, mark("not a block", "label"): _short(block)}
    # from here on it's a block, but its attributes may have any value
    if block.colour is not None:
        colour = str(block.colour)
    else:
        colour = say("None: it is divided") if node.divided else "None"
    has_list = isinstance(block.children, list)
    children = str(len(block.children)) if has_list else _short(block.children)
    return {
        **texts,
        mark("level", "label"): say("{level} of {max_depth}", level=block.level,
                                    max_depth=block.max_depth),
        mark("colour", "label"): colour,
        mark("position", "label"): _short(block.position),
        mark("size", "label"): _short(block.size),
        mark("highlighted", "label"): _short(block.highlighted),
        mark("children", "label"): children,
        mark("parent", "label"): _parent_text(shown, block.parent),
        mark("unit cells", "label"): _cells_text(shown, path),
    }


def _number_text(path: Path) -> str:
    """Return the child number of the block at a path, and the quadrant with this number."""
    if not path:
        return say("none: the board itself")
    number = path[-1]
    if number < 4:
        return say("{number}, {place}", number=number, place=say(PLACES[number]))
    return say("{number}, out of range", number=number)


def _parent_text(shown: LinkedBoard, parent: object) -> str:
    """Return words on a block's parent: None, a block of the shown tree, or another one."""
    if parent is None:
        return "None"
    for path, node in shown.nodes.items():
        if node.block is parent:
            return say("the block at path {path}", path=path) if path else say("the whole board")
    return say("a block that isn't in this tree")


def _cells_text(shown: LinkedBoard, path: Path) -> str:
    """Return the rows and columns of unit cells on which the block at a path is drawn."""
    if path not in shown.places:
        return say("none")
    x, y, side = shown.places[path]  # in unit cells
    is_aligned = all(float(number).is_integer() for number in (x, y, side))
    if not is_aligned or side < 1:
        return say("it isn't aligned with the unit cells")
    if side == 1:
        return say("row {row:.0f}, column {column:.0f}", row=y, column=x)
    return say("rows {top:.0f} to {low:.0f}, columns {left:.0f} to {right:.0f}", top=y,
               low=y + side - 1, left=x, right=x + side - 1)


def _short(value: object, most: int = 60) -> str:
    """Return a value as Python writes it, or an exception's text, cut to ``most`` characters."""
    text = str(value) if isinstance(value, Exception) else repr(value)
    return text if len(text) <= most else f"{text[:most - 1]}…"


def attributes_markup(texts: dict[str, str], colour: Colour | None, palette: str) -> str:
    """Return the table of ``attributes`` as HTML, with a chip of the block's colour.

    ``texts`` has the values by the names, ``colour`` is the block's; None: no chip.
    """
    rows = []
    for name, text in texts.items():
        chip_of_colour = ""
        if name == "colour" and colour is not None:
            chip_of_colour = f"{chip(PALETTES[palette][colour], colour.letter)} "
        rows.append(f'<tr style="height: 1.75em"><th scope="row" style="text-align: left; '
                    f'font-weight: normal; opacity: 0.75; padding-right: 10px; '
                    f'white-space: nowrap">{say(name, "label")}</th>'
                    f'<td style="overflow-wrap: anywhere">{chip_of_colour}{html.escape(text)}'
                    '</td></tr>')
    return (f'<table aria-label="{say("The chosen block")}" style="line-height: 1.4; '
            f'border-spacing: 0">{"".join(rows)}</table>')
