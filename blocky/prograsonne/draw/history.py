"""The saved states as a chain or a tree, each in the colour of the player who saved it."""

from math import dist
from typing import Any

from matplotlib.axes import Axes

from blocky.kit.calls import short
from blocky.kit.draw.cells import Labels
from blocky.kit.draw.picture import INK, PALE, Picture, bare, new_axes, picture_on
from blocky.kit.draw.settings import own_settings
from blocky.kit.draw.tree import Edge, Shape, draw_network
from blocky.kit.draw.values import draw_value
from blocky.kit.language import say
from blocky.prograsonne.draw.shapes import Point, disc, placed
from blocky.prograsonne.draw.tiles import LEAST_SIZE, paint_of, unit
from blocky.prograsonne.history import History

__all__ = ["layout", "state_at", "states"]


def layout(history: History) -> dict[int, Point]:
    """Return the place of each state by its number: x is the number less 1, y its branch.

    >>> history = History(keep_branches=True)
    >>> _ = history.save("a", 1), history.save("b", 2), history.restore(1), history.save("c", 1)
    >>> layout(history)
    {1: (0, 0), 2: (1, 0), 3: (2, 1)}
    """
    places: dict[int, Point] = {}
    rows: dict[int | None, int] = {}  # by the number of the state
    continued: set[int | None] = set()  # the numbers of the states that have a child already
    last_row = 0
    for state in history.states:
        if state.parent in continued:  # a new branch, in a row of its own
            last_row += 1
            row = last_row
        else:
            row = rows.get(state.parent, 0)  # the first state has no parent
        continued.add(state.parent)
        rows[state.number] = row
        places[state.number] = state.number - 1, row
    return places


def state_at(history: History, x: float, y: float) -> int | None:
    """Return the number of the state at a place in their picture; None if there is none.

    >>> history = History()
    >>> _ = history.save("a", 1), history.save("b", 2)
    >>> state_at(history, 1.2, -0.1), state_at(history, 2, 0)
    (2, None)
    """
    for number, place in layout(history).items():
        if dist(place, (x, y)) <= 0.5:
            return number
    return None


@own_settings
def states(history: History, ax: Axes | None = None, *, palette: str = "safe") -> Picture:
    """Return the picture of the saved states; the one saved or restored last has a second ring."""
    if not hasattr(history, "states"):
        raise ValueError(say("history must be a History such as game.position.history, not "
                             "{value}.", value=short(history)))
    ax = ax or new_axes(5, 1)
    places = layout(history)
    rows = max((y for _, y in places.values()), default=0)
    bare(ax, xlim=(-0.6, max(len(places), 6) - 0.4), ylim=(rows + 0.6, -0.6), aspect="equal",
         anchor="W")
    paints = {player: paint_of(player, palette) for player in (1, 2)}
    discs = [Shape(placed([(places[state.number], disc(0.36))]), paints[state.player], INK, 0.8)
             for state in history.states]
    if history.current:
        discs.append(Shape(placed([(places[history.current], disc(0.46))]), "none", INK, 1.6))
    edges = []
    texts = []  # the picture in words
    for state in history.states:
        if not state.parent:
            texts.append(say("state {number} of player {player}, the first state",
                             number=state.number, player=state.player))
            continue
        x_of_parent, _ = places[state.parent]
        _, y = places[state.number]
        down_then_across = [places[state.parent], (x_of_parent, y), places[state.number]]
        edges.append(Edge(down_then_across, INK, 1.5))
        texts.append(say("state {number} of player {player}, after state {parent}",
                         number=state.number, player=state.player, parent=state.parent))
    draw_network(ax, edges, discs)
    size = min(9, 0.45 * unit(ax))
    if size >= LEAST_SIZE:
        ax.add_artist(Labels([(x, y, str(number), size, "white")
                              for number, (x, y) in places.items()], weight="bold"))
    if not history.states:
        ax.add_artist(Labels([(0, 0.5, say("Saved states appear here. Click one to go back to it."),
                               9, PALE)], left=True, whole=True))
    return picture_on(ax, say("Saved states: {states}.", states="; ".join(texts) or say("none")))


@draw_value.register
def _(value: History, ax: Axes, palette: str = "safe", **looks: Any) -> str:
    return states(value, ax, palette=palette).alt
