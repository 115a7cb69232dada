"""The rules of Prograsonne, each with its board; the numbers in the texts come from the code."""

from typing import Any

from blocky.kit.draw.picture import DPI, Picture, new_axes
from blocky.kit.draw.rulebook import Rule
from blocky.kit.draw.settings import KitFigure, own_settings
from blocky.kit.language import say
from blocky.prograsonne.board import Board
from blocky.prograsonne.draw import examples as on
from blocky.prograsonne.draw.examples import board_of, points, side_by_side
from blocky.prograsonne.draw.gains import gains
from blocky.prograsonne.draw.marked import Marked
from blocky.prograsonne.draw.shapes import HIGH, WIDE
from blocky.prograsonne.draw.tiles import tile
from blocky.prograsonne.hexes import SIZE
from blocky.prograsonne.scoring import PAY, SNITCH_CITIES, SNITCH_TILES, city_points
from blocky.prograsonne.supply import MOST, read_supply
from blocky.prograsonne.tiles import CITY, RIVER, ROAD, TYPES, Tile

__all__ = ["RULES"]


@own_settings
def _all_types(**looks: Any) -> Picture:
    """Return the picture of all types of tiles, with their letters and their names."""
    figure, across = KitFigure((8.8, 5.3), dpi=DPI), 8
    for number, name in enumerate(TYPES):
        row, column = divmod(number, across)
        ax = figure.add_axes((column / across, 1 - (row + 1) / 3 + 0.03, 1 / across, 1 / 3 - 0.06))
        tile(name, ax=ax)
        ax.set_title(name, fontsize=9, y=0.98)
    return Picture(figure, say("The types of tiles, each with its letters: {names}.",
                               names=", ".join(TYPES)))


@own_settings
def _where_it_fits(**looks: Any) -> Picture:
    board, name = board_of(on.FIRST), "GGGGGC"
    cells = [place.cell for place in board.legal_placements(name)]
    texts = {cell: str(cells.count(cell)) for cell in cells}
    return side_by_side((say("in hand"), on.the_tile(name)),
                        (say("where it fits"), Marked(board, texts=texts, near=True)), **looks)


@own_settings
def _meeting_edges(**looks: Any) -> Picture:
    board, cell = board_of(on.UPPER[:1]), (3, 2)
    good, bad = Tile("PGGPGG"), Tile("PGGPGG", turns=1)
    edge, = board.wrong_edges(cell, bad)
    return side_by_side(
        (say("road on road: it fits"), Marked(board, tile=(cell, good), near=True)),
        (say("grass on road: it does not"),
         Marked(board, tile=(cell, bad), edge=(cell, edge), near=True)), **looks)


@own_settings
def _turns(**looks: Any) -> Picture:
    parts = [(Tile("GCCRPR", turns).letters, on.the_tile("GCCRPR", turns, room=2.2))
             for turns in range(4)]
    return side_by_side(*parts, high=1.6, wide=1.6, **{**looks, "letters": True})


def _laid(tiles: tuple[on.Laid, ...], kind: str = "") -> Marked:
    """Return a board with tiles, with its largest feature of a kind marked if one is named."""
    board = board_of(tiles)
    return on.marked(board, kind) if kind else Marked(board, near=True)


def _paying(tiles: tuple[on.Laid, ...], kind: str) -> tuple[str, Marked]:
    """Return the points of the largest feature of a kind, and the board with it marked."""
    return say("{points} points", points=points(board_of(tiles), kind)), _laid(tiles, kind)


def _scores(tiles: tuple[on.Laid, ...]) -> dict[str, int]:
    """Return the scores of both players on a board."""
    return dict(zip(("one", "two"), board_of(tiles).scores(), strict=True))


def _taken_back() -> Board:
    board = board_of(on.BETWEEN)
    board.take_back(1)
    return board


def _absent_types() -> list[str]:
    """Return the types of which the supply of the kit has no tile."""
    return [name for name, count in read_supply().items() if not count]


#: The rules, in the order in which a newcomer needs them.
RULES = (
    Rule("start", lambda: say("The first tile"), lambda: say(
        "The board has {size} rows and {size} columns of hexagons. Before the game begins, one "
        "tile is drawn and lies on a random cell, turned at random. It belongs to nobody: its "
        "frame is grey, it brings points to nobody, and it is never taken back. But it counts in "
        "the size of a city and in the length of a road as every tile does. Player 1 is red and "
        "begins, player 2 is blue.", size=SIZE),
        lambda **looks: side_by_side((say("the first tile"), _laid(on.UPPER[:1])), **looks)),
    Rule("tiles", lambda: say("What is on the tiles"), lambda: say(
        "There are {types} types of tiles. A type's name is what is on its six edges, clockwise "
        "from the top, which is edge 1, to edge 6: C city, P road (a path), R river, G grass. The "
        "letters do not say everything: GGCGGC has one city from edge to edge, CGGCGG has two. The "
        "supply that comes with the kit has {tiles} tiles of {present} of them. It has none of "
        "{absent}.",
        types=len(TYPES), tiles=sum(read_supply().values()),
        present=len(TYPES) - len(_absent_types()),
        absent=say("{first} and {last}", first=", ".join(_absent_types()[:-1]),
                   last=_absent_types()[-1])),
        _all_types),
    Rule("supply", lambda: say("Playing with other tiles"), lambda: say(
        "You can choose how many tiles of each type there are. In a cell of a notebook, "
        "write_supply(\"tiles.csv\") writes a file with 0 to {most} tiles of each type at random; "
        "so does the command blocky supply tiles.csv in a terminal. Each line has a type and a "
        "count, such as GGGGGC,9, and you can change it in a spreadsheet. To play with these "
        "tiles, open New game under the board and type the file's name into Supply, or write "
        "play(supply=read_supply(\"tiles.csv\")).", most=MOST)),
    Rule("placing", lambda: say("Placing a tile"), lambda: say(
        "At the beginning of your turn you get a tile from the supply; each tile that is left "
        "there is as likely. Place it on an empty cell that touches a tile: then it is the other "
        "player's turn. Here the tile fits on the marked cells, on each in so many turns as the "
        "number says. While you play, a full dot marks a cell where the tile fits as it is now, an "
        "open one where it fits when you turn it. A cell is called by its row and its column, both "
        "counted from 0 at the upper left."),
        _where_it_fits),
    Rule("edges", lambda: say("Edges must match"), lambda: say(
        "Every edge of your tile that touches another tile must bear the same as the edge it "
        "touches: city on city, road on road, river on river, grass on grass. The border of the "
        "board asks for nothing."),
        _meeting_edges),
    Rule("turning", lambda: say("Turning a tile"), lambda: say(
        "Turn the tile in your hand as often as you like, by 60 degrees each time, before you "
        "place it. Clockwise, the last letter of its edges comes to the front. After six turns it "
        "is as before."),
        _turns),
    Rule("owner", lambda: say("Who owns what"), lambda: say(
        "A city, a road or a river that is joined over several tiles is one thing, and belongs to "
        "who placed the latest of its tiles. So you can take over a road of the other player, "
        "with all its points, when you make it longer. If its latest tile is the first one of the "
        "game, it belongs to nobody."),
        lambda **looks: side_by_side(
            (say("a road of player 1"), _laid(on.UPPER, ROAD)),
            (say("now it is player 2's"), _laid(on.BETWEEN, ROAD)), **looks)),
    Rule("open_city", lambda: say("An open city"), lambda: say(
        "An open city is incomplete: it can still grow. It pays {each} points for each of its "
        "tiles, to who placed that tile. Here it pays {one} to player 1 and {two} to player 2; the "
        "second tile from below is the first of the game, and pays nobody. A tile with two parts "
        "in one city counts once.",
        each=city_points(1, complete=False), **_scores(on.OPEN)),
        lambda **looks: side_by_side(
            (say("{one} and {two} points", **_scores(on.OPEN)), _laid(on.OPEN, CITY)), **looks)),
    Rule("closed_city", lambda: say("A complete city"), lambda: say(
        "A city is complete when it is closed: each of its edges meets another tile or the border "
        "of the board. It then pays {each} points for each tile and {more} more, all to its owner: "
        "who closes it gets everything. Here that is {points} points for player 1, though a tile "
        "of the city belongs to nobody.", more=city_points(0, complete=True),
        each=city_points(1, complete=True) - city_points(0, complete=True),
        points=points(board_of(on.CLOSED), CITY)),
        lambda **looks: side_by_side(_paying(on.CLOSED, CITY), **looks)),
    Rule("border_is_wall", lambda: say("The border closes cities"), lambda: say(
        "The border of the board closes a city, as long as the option border_is_wall is on, and "
        "it is by itself. In the corner a single tile can so be a complete city: it pays {closed} "
        "points. With the option off it pays {open}.", closed=points(board_of(on.CORNER), CITY),
        open=points(board_of(on.CORNER, border_is_wall=False), CITY)),
        lambda **looks: side_by_side(_paying(on.CORNER, CITY), **looks)),
    Rule("road", lambda: say("What a road pays"), lambda: say(
        "A road that touches two cities or more, of which one is open, pays {base} points and "
        "{each} for each of its tiles; with three cities or more also {many} for each city. Else, "
        "if it touches a city and leads off the board, it pays {border} points and {border_each} "
        "for each tile. Else it pays nothing, also when all its cities are closed. A road touches "
        "a city when one tile bears a part of both. All goes to the owner of the road, whoever "
        "owns the cities.",
        base=PAY[ROAD].cities, each=PAY[ROAD].tile, many=PAY[ROAD].many,
        border=PAY[ROAD].border, border_each=PAY[ROAD].border_tile),
        lambda **looks: side_by_side(
            _paying(on.BETWEEN, ROAD), _paying(on.CROSSING, ROAD), _paying(on.BORDER, ROAD),
            **looks)),
    Rule("river", lambda: say("What a river pays"), lambda: say(
        "A river pays as a road does, with other numbers: between cities {base} points and {each} "
        "for each tile, with three cities or more also {many} for each city; from a city to the "
        "border {border} points and {border_each} for each tile.",
        base=PAY[RIVER].cities, each=PAY[RIVER].tile, many=PAY[RIVER].many,
        border=PAY[RIVER].border, border_each=PAY[RIVER].border_tile),
        lambda **looks: side_by_side(
            _paying(on.RIVER, RIVER), _paying(on.LAKE, RIVER), **looks)),
    Rule("closed_only", lambda: say("Option: open ends pay nothing"), lambda: say(
        "With the option closed_only a road or river pays only when none of its edges faces an "
        "empty cell. A lake, a spring, an end in the middle of a tile and the border of the board "
        "are good ends. By itself the option is off: the river with the marked end pays {off} "
        "points, and would pay {on} with it.", off=points(board_of(on.RIVER), RIVER),
        on=points(board_of(on.RIVER, closed_only=True), RIVER)),
        lambda **looks: side_by_side(
            (say("one end is open"),
             Marked(board_of(on.RIVER), edge=((3, 2), 5), near=True)), **looks)),
    Rule("colour", lambda: say("What the colour of a frame shows"), lambda: say(
        "The frame of a tile shows what it counts for now: red with a whole line is player 1, "
        "blue with a broken line player 2, grey nobody. If a complete city is on the tile, the "
        "frame has the colour of its owner; else that of the owner of a road or river on it that "
        "pays; else that of who placed the tile. So the colour of a tile can change, even that of "
        "the first. Of two such cities, or two such roads and rivers, the one with the later tile "
        "counts, and one of nobody does not."),
        lambda **looks: side_by_side(
            (say("who placed each"), _laid(on.UPPER)), (say("a road that pays"), _laid(on.BETWEEN)),
            (say("a complete city"), _laid(on.CLOSED)), **looks)),
    Rule("taking_back", lambda: say("Taking a tile back"), lambda: say(
        "Instead of placing a tile you can take back your own latest tile that is still on the "
        "board, once in a turn: then the turn is over. Only that tile goes, even where others are "
        "left alone. It returns to the supply, and so does the tile in your hand. What it was a "
        "part of belongs to who placed the latest tile of the rest. Here player 1 takes back the "
        "middle of a road: player 2 had {before} points, and has {after}. The button is beside "
        "Undo, which is something different: it takes back the last move of the game, as if nobody "
        "had made it. Where no tile of yours is on the board, there is nothing to take back.",
        before=board_of(on.BETWEEN).scores()[1], after=_taken_back().scores()[1]),
        lambda **looks: side_by_side(
            (say("before"), _laid(on.BETWEEN)),
            (say("player 1 took one back"), Marked(_taken_back(), near=True)), **looks)),
    Rule("saving", lambda: say("Saving, and going back"), lambda: say(
        "Save the state of the game whenever you like: board, supply, turn and tile in hand get a "
        "number, in the colour of who saved. Go back to a state by a click on its number: all is "
        "as it was then. The states that were saved after it are deleted, and the next that you "
        "save follows it. Neither takes your turn."),
        lambda **looks: side_by_side(
            (say("three were saved"), on.saved(None, None, None)),
            (say("back to 1, and one saved"), on.saved(None, None, None, 1, None)),
            high=0.8, wide=3.2, **looks)),
    Rule("keep_branches", lambda: say("Option: states keep their branches"), lambda: say(
        "With the option keep_branches going back deletes nothing. The next state that you save "
        "begins a branch of its own, and the chain of states becomes a tree. By itself the option "
        "is off. To switch it on, open New game under the board and tick “going back deletes no "
        "state” before you begin, or write play(rules=Rules(redraw=True, keep_branches=True))."),
        lambda **looks: side_by_side(
            (say("back to 1, and two saved"),
             on.saved(None, None, None, 1, None, None, keep_branches=True)),
            high=1.2, wide=3.2, **looks)),
    Rule("snitch", lambda: say("The golden snitch"), lambda: say(
        "A river of {tiles} tiles or more that touches {cities} complete cities or more is the "
        "golden snitch: who places the tile that makes it so wins at once, whatever the points "
        "and whoever owns the river. Here player 2 places the lake, and wins with {two} points to "
        "{one}. Taking a tile back never makes a snitch.",
        tiles=SNITCH_TILES, cities=SNITCH_CITIES, **_scores(on.SNITCH)),
        lambda **looks: side_by_side(
            (say("two tiles of river"), _laid(on.SNITCH[:-1], RIVER)),
            (say("three: player 2 wins"), _laid(on.SNITCH, RIVER)), high=3.2, **looks)),
    Rule("end", lambda: say("How it ends"), lambda: say(
        "The game is over when a tile is drawn that fits nowhere, however it is turned; when a "
        "turn begins and no tile is left; at once with the golden snitch; and when you press End "
        "game. The board says which of these it was. Then the most points win, and equal points "
        "are a draw; but the snitch wins in any case. To go back to a saved state opens the game "
        "again."),
        lambda **looks: side_by_side(
            (say("in hand"), on.the_tile("GGGPPG")), (say("it fits nowhere"), _laid(on.OPEN[:1])),
            **looks)),
    Rule("redraw", lambda: say("Option: another tile for one that fits nowhere"), lambda: say(
        "With the option redraw a tile that fits nowhere does not end the game: it returns to the "
        "supply and another is drawn, as long as any tile fits. A board that play() shows has "
        "this option on; a Game that you make without it can be over before its first move, as "
        "here, where a tile that has no city on it meets a first tile that has nothing else.")),
    Rule("hint", lambda: say("The hint"), lambda: say(
        "A hint shows the placement that gains you most points now, with a yellow outline: your "
        "score after it less your score before. Here, with the tile GGGGGC, that is {gain}. A "
        "placement that makes the golden snitch comes before all others. Of equal gains the one "
        "is shown that leaves the other player fewer points, then the one farther up, farther "
        "left, with fewer turns.",
        gain=board_of(on.FIRST).ranked("GGGGGC", player=1)[0].gain),
        lambda **looks: gains(
            board_of(on.FIRST), "GGGGGC", 1, new_axes(3.4, 3.4 * HIGH / WIDE), **looks)),
    Rule("computers", lambda: say("Computer players"), lambda: say(
        "A random player places the tile anywhere where it fits, or takes one back. A greedy "
        "player makes the placement of a hint, and a player who looks ahead looks at the other "
        "player's replies too. None of them saves a state or goes back to one.")),
)
