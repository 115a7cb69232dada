"""The rules of Prograsonne in words; their numbers come from the code."""

from __future__ import annotations

from collections.abc import Callable

from blocky.kit.language import say
from blocky.prograsonne.board import Board
from blocky.prograsonne.draw import examples as on
from blocky.prograsonne.draw.examples import board_of, feature_of
from blocky.prograsonne.hexes import SIZE
from blocky.prograsonne.scoring import PAY, SNITCH_CITIES, SNITCH_TILES, city_points
from blocky.prograsonne.supply import read_supply
from blocky.prograsonne.tiles import CITY, RIVER, ROAD, TYPES

__all__ = ["TEXTS", "points"]


def points(board: Board, kind: str) -> int:
    """Return the points for the largest feature of a kind on a board."""
    return sum(feature_of(board, kind).points)


def _start() -> str:
    return say(
        "The board has {size} rows and {size} columns of hexagons. Before the game begins, one "
        "tile is drawn and lies on a random cell, turned at random. It belongs to nobody: its "
        "frame is grey, it brings points to nobody, and it is never taken back. But it counts in "
        "the size of a city and in the length of a road as every tile does. Player 1 is red and "
        "begins, player 2 is blue.", size=SIZE)


def _tiles() -> str:
    return say(
        "The supply has {tiles} tiles of {types} types. A type is called by what is on its six "
        "edges, clockwise from the top, which is edge 1, to edge 6: C city, P road (a path), R "
        "river, G grass. The letters do not say everything: GGCGGC has one city from edge to edge, "
        "CGGCGG has two.",
        tiles=sum(read_supply().values()), types=len(TYPES))


def _placing() -> str:
    return say(
        "At the beginning of your turn you get a tile from the supply; each tile that is left "
        "there is as likely. Place it on an empty cell that touches a tile: then it is the other "
        "player's turn. Here the tile fits on the marked cells, on each in so many turns as the "
        "number says. While you play, a full dot marks a cell where the tile fits as it is now, an "
        "open one where it fits when you turn it. A cell is called by its row and its column, both "
        "counted from 0 at the upper left.")


def _edges() -> str:
    return say(
        "Every edge of your tile that touches another tile must bear the same as the edge it "
        "touches: city on city, road on road, river on river, grass on grass. The border of the "
        "board asks for nothing.")


def _turning() -> str:
    return say(
        "Turn the tile in your hand as often as you like, by 60 degrees each time, before you "
        "place it. Clockwise, the last letter of its edges comes to the front. After six turns it "
        "is as before.")


def _owner() -> str:
    return say(
        "A city, a road or a river that is joined over several tiles is one thing, and belongs to "
        "who placed the latest of its tiles. So you can take over a road of the other player, "
        "with all its points, when you make it longer. If its latest tile is the first one of the "
        "game, it belongs to nobody.")


def _open_city() -> str:
    one, two = board_of(on.OPEN).scores()
    return say(
        "An open city is incomplete: it can still grow. It pays {each} points for each of its "
        "tiles, to who placed that tile. Here it pays {one} to player 1 and {two} to player 2; the "
        "second tile from below is the first of the game, and pays nobody. A tile with two parts "
        "in one city counts once.",
        each=city_points(1, complete=False), one=one, two=two)


def _closed_city() -> str:
    nothing = city_points(0, complete=True)
    return say(
        "A city is complete when it is closed: each of its edges meets another tile or the border "
        "of the board. It then pays {each} points for each tile and {more} more, all to its owner: "
        "who closes it gets everything. Here that is {points} points for player 1, though a tile "
        "of the city belongs to nobody.", each=city_points(1, complete=True) - nothing,
        more=nothing, points=points(board_of(on.CLOSED), CITY))


def _border_is_wall() -> str:
    return say(
        "The border of the board closes a city, as long as the option border_is_wall is on, and "
        "it is by itself. In the corner a single tile can so be a complete city: it pays {closed} "
        "points. With the option off it pays {open}.", closed=points(board_of(on.CORNER), CITY),
        open=points(board_of(on.CORNER, border_is_wall=False), CITY))


def _road() -> str:
    pay = PAY[ROAD]
    return say(
        "A road that touches two cities or more, of which one is open, pays {base} points and "
        "{each} for each of its tiles; with three cities or more also {many} for each city. Else, "
        "if it touches a city and leads off the board, it pays {border} points and {border_each} "
        "for each tile. Else it pays nothing, also when all its cities are closed. A road touches "
        "a city when one tile bears a part of both. All goes to the owner of the road, whoever "
        "owns the cities.",
        base=pay.cities, each=pay.tile, many=pay.many, border=pay.border,
        border_each=pay.border_tile)


def _river() -> str:
    pay = PAY[RIVER]
    return say(
        "A river pays as a road does, with other numbers: between cities {base} points and {each} "
        "for each tile, with three cities or more also {many} for each city; from a city to the "
        "border {border} points and {border_each} for each tile.",
        base=pay.cities, each=pay.tile, many=pay.many, border=pay.border,
        border_each=pay.border_tile)


def _closed_only() -> str:
    return say(
        "With the option closed_only a road or river pays only when none of its edges faces an "
        "empty cell. A lake, a spring, an end in the middle of a tile and the border of the board "
        "are good ends. By itself the option is off: the river with the marked end pays {off} "
        "points, and would pay {on} with it.", off=points(board_of(on.RIVER), RIVER),
        on=points(board_of(on.RIVER, closed_only=True), RIVER))


def _colour() -> str:
    return say(
        "The frame of a tile shows what it counts for now: red with a whole line is player 1, "
        "blue with a broken line player 2, grey nobody. If a complete city is on the tile, the "
        "frame has the colour of its owner; else that of the owner of a road or river on it that "
        "pays; else that of who placed the tile. So the colour of a tile can change, even that of "
        "the first. Of two such cities, or two such roads and rivers, the one with the later tile "
        "counts, and one of nobody does not.")


def _taking_back() -> str:
    before, after = board_of(on.BETWEEN), board_of(on.BETWEEN)
    after.take_back(1)
    return say(
        "Instead of placing a tile you can take back your own latest tile that is still on the "
        "board, once in a turn: then the turn is over. Only that tile goes, even where others are "
        "left alone. It returns to the supply, and so does the tile in your hand. What it was a "
        "part of belongs to who placed the latest tile of the rest. Here player 1 takes back the "
        "middle of a road: player 2 had {before} points, and has {after}. To undo is something "
        "else: it takes back the last move of the game, as if it had not been made. Where no tile "
        "of yours is on the board, there is nothing to take back.",
        before=before.scores()[1], after=after.scores()[1])


def _saving() -> str:
    return say(
        "Save the state of the game whenever you like: board, supply, turn and tile in hand get a "
        "number, in the colour of who saved. Go back to a state by a click on its number: all is "
        "as it was then. The states that were saved after it are deleted, and the next that you "
        "save follows it. Neither takes your turn.")


def _keep_branches() -> str:
    return say(
        "With the option keep_branches going back deletes nothing. The next state that you save "
        "begins a branch of its own, and the chain of states becomes a tree. By itself the option "
        "is off.")


def _snitch() -> str:
    one, two = board_of(on.SNITCH).scores()
    return say(
        "A river of {tiles} tiles or more that touches {cities} complete cities or more is the "
        "golden snitch: who places the tile that makes it so wins at once, whatever the points "
        "and whoever owns the river. Here player 2 places the lake, and wins with {two} points to "
        "{one}. Taking a tile back never makes a snitch.",
        tiles=SNITCH_TILES, cities=SNITCH_CITIES, one=one, two=two)


def _end() -> str:
    return say(
        "The game is over when a tile is drawn that fits nowhere, however it is turned; when a "
        "turn begins and no tile is left; at once with the golden snitch; and when you press End "
        "game. The board says which of these it was. Then the most points win, and equal points "
        "are a draw; but the snitch wins in any case. To go back to a saved state opens the game "
        "again.")


def _redraw() -> str:
    return say(
        "With the option redraw a tile that fits nowhere does not end the game: it returns to the "
        "supply and another is drawn, as long as any tile fits. A board that play() shows has "
        "this option on; a Game that you make without it can be over before its first move, as "
        "here, where a tile that has no city on it meets a first tile that has nothing else.")


def _hint() -> str:
    board = board_of(on.FIRST)
    best = board.hint("GGGGGC", player=1)
    return say(
        "A hint shows the placement that gains you most points now, with a yellow outline: your "
        "score after it less your score before. Here, with the tile GGGGGC, that is {gain}. A "
        "placement that makes the golden snitch comes before all others. Of equal gains the one "
        "is shown that leaves the other player fewer points, then the one farther up, farther "
        "left, with fewer turns.",
        gain=best.gain if best else 0)


def _computers() -> str:
    return say(
        "A random player places the tile anywhere where it fits, or takes one back. A greedy "
        "player makes the placement of a hint, and a player who looks ahead looks at the other "
        "player's replies too. None of them saves a state or goes back to one.")


#: The title and the text of each rule, by its key, in the order in which a newcomer needs them.
TEXTS: dict[str, tuple[Callable[[], str], Callable[[], str]]] = {
    "start": (lambda: say("The first tile"), _start),
    "tiles": (lambda: say("What is on the tiles"), _tiles),
    "placing": (lambda: say("Placing a tile"), _placing),
    "edges": (lambda: say("Edges must match"), _edges),
    "turning": (lambda: say("Turning a tile"), _turning),
    "owner": (lambda: say("Who owns what"), _owner),
    "open_city": (lambda: say("An open city"), _open_city),
    "closed_city": (lambda: say("A complete city"), _closed_city),
    "border_is_wall": (lambda: say("The border closes cities"), _border_is_wall),
    "road": (lambda: say("What a road pays"), _road),
    "river": (lambda: say("What a river pays"), _river),
    "closed_only": (lambda: say("Option: open ends pay nothing"), _closed_only),
    "colour": (lambda: say("What the colour of a frame shows"), _colour),
    "taking_back": (lambda: say("Taking a tile back"), _taking_back),
    "saving": (lambda: say("Saving, and going back"), _saving),
    "keep_branches": (lambda: say("Option: states keep their branches"), _keep_branches),
    "snitch": (lambda: say("The golden snitch"), _snitch),
    "end": (lambda: say("How it ends"), _end),
    "redraw": (lambda: say("Option: another tile for one that fits nowhere"), _redraw),
    "hint": (lambda: say("The hint"), _hint),
    "computers": (lambda: say("Computer players"), _computers),
}
