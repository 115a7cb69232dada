"""The map of the house: its rooms, which are folders of the package, and what each room imports."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from matplotlib.patches import FancyBboxPatch

from blocky.kit.draw.picture import INK, PALE, Picture, bare, new_axes, picture_on
from blocky.kit.games import games_with, package
from blocky.kit.language import mark, say

__all__ = ["arrows", "house", "room_of"]

#: The folder of the package.
HOUSE = Path(__file__).parents[1]

#: Where each room stands, its middle, and what is in it: of a game in the upper part, of the kit
#: below.
ROOMS = {
    "check": (0, 10, mark("what exercises ask")),
    "widgets": (2, 10, mark("its boards, explorers")),
    "draw": (0.55, 9.05, mark("its pictures")),
    "arena": (1.45, 9.05, mark("its leagues")),
    "rules": (1, 8.1, mark("position, moves, players")),
    "kit/arena": (1, 6.65, mark("leagues, processes")),
    "kit/lessons": (0, 5.7, mark("slides, pages, folders")),
    "kit/grading": (1, 5.7, mark("a class, nbgrader")),
    "kit/widgets": (2, 2.85, mark("boards, panels, stepper")),
    "kit/notebook": (1, 4.75, mark("a whole notebook")),
    "kit/hints": (1, 3.8, mark("why an answer is wrong")),
    "kit/repair": (1, 2.85, mark("a change that helps")),
    "kit/check": (1, 1.9, mark("tasks; results compared")),
    "kit/draw": (1, 0.95, mark("pictures of any game")),
    "kit": (1, 0, mark("position, game, player, trace")),
}

WIDE, HIGH = 0.84, 0.62


def room_of(module: str) -> str:
    """Return the room that a module of the package is in.

    The games have rooms of the same names; what lies in none of them are a game's rules.

    >>> room_of("blocky.kit.draw.tree"), room_of("blocky.blue.draw.table"), room_of("blocky.block")
    ('kit/draw', 'draw', 'rules')
    """
    names = module.split(".")
    if names[1:2] == ["kit"]:
        return "/".join(names[1:3]) if (HOUSE / Path(*names[1:3])).is_dir() else "kit"
    of_game = max((package(game) for game in games_with("position")
                   if f"{module}.".startswith(f"{package(game)}.")), key=len)
    name = f"{module}.".removeprefix(f"{of_game}.").split(".")[0]
    return name if name in ROOMS else "rules"


def _files() -> dict[str, Path]:
    """Return the files of the package by the names of their modules."""
    return {".".join(path.relative_to(HOUSE.parent).with_suffix("").parts)
            .removesuffix(".__init__"): path
            for path in sorted(HOUSE.rglob("*.py")) if path.parent.name != "teaching"}


def arrows() -> set[tuple[str, str]]:
    """Return each room with each other one that it imports, but not what follows from others.

    What is imported within a function, when it is called, does not count.
    """
    files, needs = _files(), {name: set[str]() for name in ROOMS}
    where = {module: room_of(module) for module in files}
    for module, file in files.items():
        for statement in ast.parse(file.read_text(encoding="utf-8")).body:
            for name in _imported(statement):
                if name in where and where[name] != where[module]:
                    needs[where[module]].add(where[name])

    def behind(room: str) -> Iterator[str]:
        for other in needs[room]:
            yield other
            yield from behind(other)

    return {(room, other) for room, others in needs.items() for other in others
            if not any(other in behind(each) for each in others)}


def _imported(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, ast.ImportFrom):
        yield from (f"{statement.module}.{each.name}" for each in statement.names)
        yield str(statement.module)


def house() -> Picture:
    """Draw the rooms, with an arrow from each to what it imports; the text names all of them."""
    ax = bare(new_axes(7.2, 8.4), xlim=(-0.55, 2.55), ylim=(-0.55, 10.75))
    for low, high, name in [(-0.45, 7.1, say("the kit, which knows no game")),
                            (7.35, 10.75, say("a game: blocky, prograsonne, blue"))]:
        ax.add_patch(FancyBboxPatch((-0.48, low), 2.96, high - low, boxstyle="square,pad=0",
                                    facecolor="#f4f6f8", edgecolor="none", zorder=0))
        ax.text(-0.43, high - 0.1, name, fontsize=9, color=PALE, ha="left", va="top")
    shown = sorted(arrows())
    for room, other in shown:
        (x, y, _), (x2, y2, _) = ROOMS[room], ROOMS[other]
        ax.annotate("", (x2 + (x - x2) * 0.25, y2 + HIGH / 2), (x + (x2 - x) * 0.1, y - HIGH / 2),
                    arrowprops={"arrowstyle": "-|>", "color": PALE, "shrinkA": 0, "shrinkB": 0})
    for room, (x, y, words) in ROOMS.items():
        ax.add_patch(FancyBboxPatch((x - WIDE / 2, y - HIGH / 2), WIDE, HIGH, zorder=2,
                                    boxstyle="square,pad=0", facecolor="white", edgecolor=INK))
        ax.text(x, y + 0.13, room, fontsize=10, weight="bold", ha="center", va="center", zorder=3)
        ax.text(x, y - 0.13, say(words), fontsize=8, ha="center", va="center", zorder=3)
    return picture_on(ax, say("The rooms of the package, and which imports which: {arrows}.",
                              arrows=", ".join(f"{room} → {other}" for room, other in shown)))
