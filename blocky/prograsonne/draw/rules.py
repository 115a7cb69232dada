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
        (say("grass on road: it doesn't fit"),
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
        "The board has {size} rows and {size} columns of hexagons. Before the game starts, one "
        "tile is drawn and placed on a random cell, with a random rotation. It belongs to nobody: "
        "its frame is grey, it earns nobody points, and it can't be taken back. But like every "
        "other tile, it counts for the size of a city and the length of a road. Player 1 is red "
        "and starts. Player 2 is blue.", size=SIZE),
        lambda **looks: side_by_side((say("the first tile"), _laid(on.UPPER[:1])), **looks)),
    Rule("tiles", lambda: say("What is on the tiles"), lambda: say(
        "There are {types} types of tiles. The name of a type tells you what is on its six edges, "
        "clockwise from edge 1 at the top to edge 6: C city, P road (a path), R river, G grass. "
        "The letters don't tell you everything: GGCGGC has one city from edge to edge, CGGCGG has "
        "two. The supply that comes with the kit has {tiles} tiles of {present} types. It has none "
        "of {absent}.",
        types=len(TYPES), tiles=sum(read_supply().values()),
        present=len(TYPES) - len(_absent_types()),
        absent=say("{first} and {last}", first=", ".join(_absent_types()[:-1]),
                   last=_absent_types()[-1])),
        _all_types),
    Rule("supply", lambda: say("Playing with other tiles"), lambda: say(
        "You can choose how many tiles of each type there are. In a notebook cell, "
        'write_supply("tiles.csv") writes a file with a random number of tiles of each type, from '
        "0 to {most}. In a terminal, the command blocky supply tiles.csv does the same. Each line "
        "has a type and a count, such as GGGGGC,9, and you can edit the file in a spreadsheet. To "
        "play with these tiles, open New game under the board and type the file's name into "
        'Supply, or write play(supply=read_supply("tiles.csv")).', most=MOST)),
    Rule("placing", lambda: say("Placing a tile"), lambda: say(
        "At the start of your turn you get a random tile from the supply. Place it on an empty "
        "cell that touches a tile. Then it's the other player's turn. Here the tile fits on the "
        "marked cells. The number on each shows how often to rotate the tile. While you play, a "
        "full dot marks a cell where the tile fits as it is now, and an open dot a cell where it "
        "fits after you rotate it. We name a cell by its row and column, both counted from 0 at "
        "the upper left."),
        _where_it_fits),
    Rule("edges", lambda: say("Edges must match"), lambda: say(
        "If an edge of your tile touches another tile, both must show the same there: city and "
        "city, road and road, river and river, or grass and grass. Any edge may touch the border "
        "of the board."),
        _meeting_edges),
    Rule("turning", lambda: say("Rotating a tile"), lambda: say(
        "You may rotate the tile in your hand as often as you like before you place it, by 60 "
        "degrees each time. When you rotate it clockwise, the last letter of its edges moves to "
        "the front. After six rotations it is as before."),
        _turns),
    Rule("owner", lambda: say("Who owns what"), lambda: say(
        "A city, road or river that continues over several tiles is one feature. It belongs to the "
        "player who placed the latest of its tiles. So you can take over the other player's road, "
        "with all its points, by making it longer. If its latest tile is the first tile of the "
        "game, it belongs to nobody."),
        lambda **looks: side_by_side(
            (say("a road of player 1"), _laid(on.UPPER, ROAD)),
            (say("now it is player 2's"), _laid(on.BETWEEN, ROAD)), **looks)),
    Rule("open_city", lambda: say("An open city"), lambda: say(
        "An open city is incomplete and can still grow. It pays {each} points for each of its "
        "tiles to the player who placed that tile. Here it pays {one} to player 1 and {two} to "
        "player 2. The second tile from below is the first tile of the game, so it pays nobody. A "
        "tile with two parts in the same city counts once.",
        each=city_points(1, complete=False), **_scores(on.OPEN)),
        lambda **looks: side_by_side(
            (say("{one} and {two} points", **_scores(on.OPEN)), _laid(on.OPEN, CITY)), **looks)),
    Rule("closed_city", lambda: say("A complete city"), lambda: say(
        "A city is complete when it is closed: each of its edges meets another tile or the border "
        "of the board. It then pays {each} points for each tile plus {more}, all to its owner. So "
        "the player who closes it gets everything. Here that is {points} points for player 1, "
        "although one tile of the city belongs to nobody.", more=city_points(0, complete=True),
        each=city_points(1, complete=True) - city_points(0, complete=True),
        points=points(board_of(on.CLOSED), CITY)),
        lambda **looks: side_by_side(_paying(on.CLOSED, CITY), **looks)),
    Rule("border_is_wall", lambda: say("The border closes cities"), lambda: say(
        "The border of the board closes a city while the option border_is_wall is on, as it is by "
        "default. So a single tile in the corner can be a complete city: it pays {closed} points. "
        "With the option off, it pays {open}.", closed=points(board_of(on.CORNER), CITY),
        open=points(board_of(on.CORNER, border_is_wall=False), CITY)),
        lambda **looks: side_by_side(_paying(on.CORNER, CITY), **looks)),
    Rule("road", lambda: say("Points for a road"), lambda: say(
        "A road that touches two or more cities, at least one of them open, pays {base} points and "
        "{each} for each of its tiles. With three or more cities, it also pays {many} for each "
        "city. Otherwise, a road that touches a city and leads off the board pays {border} points "
        "and {border_each} for each tile. Any other road pays nothing, even between cities, when "
        "these are all closed. A road touches a city when one tile has a part of both. All the "
        "points go to the owner of the road, no matter who owns the cities.",
        base=PAY[ROAD].cities, each=PAY[ROAD].tile, many=PAY[ROAD].many,
        border=PAY[ROAD].border, border_each=PAY[ROAD].border_tile),
        lambda **looks: side_by_side(
            _paying(on.BETWEEN, ROAD), _paying(on.CROSSING, ROAD), _paying(on.BORDER, ROAD),
            **looks)),
    Rule("river", lambda: say("Points for a river"), lambda: say(
        "A river pays like a road, but with other numbers. Between cities it pays {base} points "
        "and {each} for each tile, and with three or more cities also {many} for each city. From a "
        "city to the border it pays {border} points and {border_each} for each tile.",
        base=PAY[RIVER].cities, each=PAY[RIVER].tile, many=PAY[RIVER].many,
        border=PAY[RIVER].border, border_each=PAY[RIVER].border_tile),
        lambda **looks: side_by_side(
            _paying(on.RIVER, RIVER), _paying(on.LAKE, RIVER), **looks)),
    Rule("closed_only", lambda: say("Option: open ends pay nothing"), lambda: say(
        "With the option closed_only, a road or river pays only if none of its edges faces an "
        "empty cell. A lake, a spring, an end in the middle of a tile and the border of the board "
        "are all good ends. The option is off by default. The river with the marked end pays {off} "
        "points now; with the option on, it would pay {on}.", off=points(board_of(on.RIVER), RIVER),
        on=points(board_of(on.RIVER, closed_only=True), RIVER)),
        lambda **looks: side_by_side(
            (say("one end is open"),
             Marked(board_of(on.RIVER), edge=((3, 2), 5), near=True)), **looks)),
    Rule("colour", lambda: say("The colour of a frame"), lambda: say(
        "The frame of a tile shows who it counts for now: a solid red frame means player 1, a "
        "broken blue frame player 2, and a grey frame nobody. If the tile is part of a complete "
        "city, the frame has the colour of the city's owner. Otherwise it has the colour of the "
        "player who owns a paying road or river on it, and otherwise of the player who placed it. "
        "So the colour of a tile can change, even that of the first tile. If there are two such "
        "cities, or two such roads or rivers, the one with the later tile counts. One that nobody "
        "owns doesn't count."),
        lambda **looks: side_by_side(
            (say("who placed each"), _laid(on.UPPER)), (say("a road that pays"), _laid(on.BETWEEN)),
            (say("a complete city"), _laid(on.CLOSED)), **looks)),
    Rule("taking_back", lambda: say("Taking a tile back"), lambda: say(
        "Instead of placing a tile, you can take back your own latest tile that is still on the "
        "board. You can do this once in a turn, and it ends your turn. Only that tile goes, even "
        "if it leaves other tiles on their own. It goes back to the supply, and so does the tile "
        "in your hand. Whatever it was part of belongs to the player who placed the latest of the "
        "remaining tiles. Here player 1 takes back the middle of a road: player 2 had {before} "
        "points and now has {after}. The button is beside Undo, which is different: Undo removes "
        "the last move of the game, as if nobody had made it. If none of your tiles is on the "
        "board, there is nothing to take back.",
        before=board_of(on.BETWEEN).scores()[1], after=_taken_back().scores()[1]),
        lambda **looks: side_by_side(
            (say("before"), _laid(on.BETWEEN)),
            (say("player 1 took one back"), Marked(_taken_back(), near=True)), **looks)),
    Rule("saving", lambda: say("Saving and going back"), lambda: say(
        "You can save the state of the game whenever you like. The board, the supply, the turn and "
        "the tile in hand are saved under a number, in the colour of the player who saved. Click a "
        "number to go back to that state. The states saved after it are deleted, and the next "
        "state you save follows it. Neither uses your turn."),
        lambda **looks: side_by_side(
            (say("three were saved"), on.saved(None, None, None)),
            (say("back to 1, and one saved"), on.saved(None, None, None, 1, None)),
            high=0.8, wide=3.2, **looks)),
    Rule("keep_branches", lambda: say("Option: states keep their branches"), lambda: say(
        "With the option keep_branches, going back deletes nothing. The next state you save starts "
        "a new branch, so the chain of states becomes a tree. The option is off by default. To "
        "switch it on, open New game under the board and tick “going back deletes no state” before "
        "you start, or write play(rules=Rules(redraw=True, keep_branches=True))."),
        lambda **looks: side_by_side(
            (say("back to 1, and two saved"),
             on.saved(None, None, None, 1, None, None, keep_branches=True)),
            high=1.2, wide=3.2, **looks)),
    Rule("snitch", lambda: say("The golden snitch"), lambda: say(
        "A river of at least {tiles} tiles that touches at least {cities} complete cities is the "
        "golden snitch. The player whose tile completes it wins at once, no matter who has more "
        "points or owns the river. Here player 2 places the lake, and wins with {two} points to "
        "{one}. Taking back a tile never makes a snitch.",
        tiles=SNITCH_TILES, cities=SNITCH_CITIES, **_scores(on.SNITCH)),
        lambda **looks: side_by_side(
            (say("two tiles of river"), _laid(on.SNITCH[:-1], RIVER)),
            (say("three: player 2 wins"), _laid(on.SNITCH, RIVER)), high=3.2, **looks)),
    Rule("end", lambda: say("The end of the game"), lambda: say(
        "The game is over when a drawn tile fits nowhere, however you rotate it, or when a turn "
        "starts and no tile is left. It is also over when somebody makes the golden snitch, or "
        "when you press End game. The board tells you why it ended. The player with more points "
        "wins, and equal points are a draw; but the snitch always wins. Going back to a saved "
        "state reopens the game."),
        lambda **looks: side_by_side(
            (say("in hand"), on.the_tile("GGGPPG")), (say("it fits nowhere"), _laid(on.OPEN[:1])),
            **looks)),
    Rule("redraw", lambda: say("Option: a new tile for one that fits nowhere"), lambda: say(
        "With the option redraw, a tile that fits nowhere doesn't end the game. It goes back to "
        "the supply and another is drawn, as long as any tile fits. On a board that play() shows, "
        "this option is on. A Game that you create without it can be over before its first move. "
        "That's the case here: a tile without a city meets a first tile that has only city.")),
    Rule("hint", lambda: say("The hint"), lambda: say(
        "A hint shows the placement that gains you the most points now, with a yellow outline. The "
        "gain is your score after it minus your score before. Here, with the tile GGGGGC, it is "
        "{gain}. A placement that makes the golden snitch comes before all others. If gains are "
        "equal, the hint prefers fewer points for the other player, then a cell farther up, then "
        "one farther left, then fewer rotations.",
        gain=board_of(on.FIRST).ranked("GGGGGC", player=1)[0].gain),
        lambda **looks: gains(
            board_of(on.FIRST), "GGGGGC", 1, new_axes(3.4, 3.4 * HIGH / WIDE), **looks)),
    Rule("computers", lambda: say("Computer players"), lambda: say(
        "A random player places its tile anywhere it fits, or takes one back. A greedy player "
        "makes the placement that a hint shows. A look-ahead player also considers the other "
        "player's replies. None of them saves a state or goes back to one.")),
)
