"""Draws the map of the package for CONTRIBUTING.md: ``python -m tools.house``.

It shows the folders, called rooms here, and what each of them imports.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from matplotlib.patches import FancyBboxPatch

import blocky
from blocky.kit.draw.picture import INK, PALE, Picture, bare, new_axes, picture_on
from blocky.kit.draw.settings import own_settings
from blocky.kit.games import games_with

__all__ = ["arrows", "house", "room_of"]

#: The folder of the package.
HOUSE = Path(blocky.__file__).parent

#: The file of the map.
TARGET = HOUSE.parent / "images" / "house.png"

#: The middle of each room on the map, and what is in it: a game's rooms above, the kit's below.
ROOMS = {
    "check": (2.3, 9.45, "tasks of exercises"),
    "widgets": (3.8, 9.45, "boards, explorers"),
    "draw": (2.85, 8.5, "pictures"),
    "arena": (0, 8.5, "leagues"),
    "rules": (0.65, 7.55, "position, moves, players"),
    "kit/lessons": (2.3, 5.7, "slides, pages, folders"),
    "kit/grading": (1.2, 5.7, "grading, nbgrader"),
    "kit/arena": (0, 4.75, "leagues, referee"),
    "kit/notebook": (1.4, 4.75, "running notebooks"),
    "kit/hints": (1.4, 3.8, "why an answer is wrong"),
    "kit/guest": (0, 3.33, "student code, walls"),
    "kit/repair": (1.4, 2.85, "changes that help"),
    "kit/widgets": (3.8, 2.85, "boards, panels, stepper"),
    "kit/check": (1.4, 1.9, "tasks, comparisons"),
    "kit/draw": (2.85, 0.95, "pictures of any game"),
    "kit": (0.65, 0, "position, game, player, trace"),
}

WIDE, HIGH = 0.84, 0.62


def room_of(module: str) -> str:
    """Return the room of a module; a game's modules outside its other rooms are its rules.

    >>> room_of("blocky.kit.draw.tree"), room_of("blocky.blue.draw.table"), room_of("blocky.block")
    ('kit/draw', 'draw', 'rules')
    """
    names = [name for name in module.split(".") if name not in games_with("position")]
    if names[:1] == ["kit"]:
        return "/".join(names[:2]) if (HOUSE / Path(*names[:2])).is_dir() else "kit"
    return names[0] if names and names[0] in ROOMS else "rules"


def arrows() -> set[tuple[str, str]]:
    """Return each room with each other one that it imports, without what follows from others.

    Imports within functions do not count.
    """
    files = {".".join(path.relative_to(HOUSE.parent).with_suffix("").parts)
             .removesuffix(".__init__"): path
             for path in HOUSE.rglob("*.py") if path.parent.name != "teaching"}
    rooms, needs = {name: room_of(name) for name in files}, {room: set[str]() for room in ROOMS}
    for module, path in files.items():
        for statement in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(statement, ast.ImportFrom):
                names = [f"{statement.module}.{each.name}" for each in statement.names]
                needs[rooms[module]].update(
                    rooms[name] for name in (*names, statement.module)
                    if name in rooms and rooms[name] != rooms[module])

    def behind(room: str) -> Iterator[str]:
        for other in needs[room]:
            yield other
            yield from behind(other)

    return {(room, other) for room, others in needs.items() for other in others
            if not any(other in behind(each) for each in others)}


def _aside(shift: float) -> float:
    """Return how far from the middle of a room an arrow begins or ends, at most near its corner."""
    return max(-WIDE / 3, min(WIDE / 3, shift))


@own_settings
def house() -> Picture:
    """Draw the rooms, with an arrow from each to what it imports; the text names all arrows."""
    ax = bare(new_axes(10.4, 8), xlim=(-0.6, 4.4), ylim=(-0.55, 10.25))
    for low, high, left, name in [(-0.45, 6.6, 0.75, "the kit, which imports no game"),
                                  (6.85, 10.25, -0.43, "a game (blocky, prograsonne or blue)")]:
        ax.add_patch(FancyBboxPatch((-0.55, low), 4.9, high - low, boxstyle="square,pad=0",
                                    facecolor="#f4f6f8", edgecolor="none", zorder=0))
        ax.text(left, high - 0.1, name, fontsize=9, color=PALE, ha="left", va="top")
    shown = sorted(arrows())
    for room, other in shown:
        (x, y, _), (x2, y2, _) = ROOMS[room], ROOMS[other]
        start = x + _aside(0.1 * (x2 - x)), y - HIGH / 2
        end = x2 + _aside(0.25 * (x - x2)), y2 + HIGH / 2
        ax.annotate("", end, start,
                    arrowprops={"arrowstyle": "-|>", "color": PALE, "shrinkA": 0, "shrinkB": 0})
    for room, (x, y, words) in ROOMS.items():
        ax.add_patch(FancyBboxPatch((x - WIDE / 2, y - HIGH / 2), WIDE, HIGH, zorder=2,
                                    boxstyle="square,pad=0", facecolor="white", edgecolor=INK))
        ax.text(x, y + 0.13, room, fontsize=10, weight="bold", ha="center", va="center", zorder=3)
        ax.text(x, y - 0.13, words, fontsize=8, ha="center", va="center", zorder=3)
    named = ", ".join(f"{room} → {other}" for room, other in shown)
    return picture_on(ax, f"The folders of the package, and what each imports: {named}.")


if __name__ == "__main__":
    house().save(TARGET, scale=1)
