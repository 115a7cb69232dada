"""The rules of Prograsonne, each with its board; the numbers in the texts come from the code."""

from collections import Counter
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
    figure = KitFigure((8.8, 5.3), dpi=DPI)
    rows, columns = 3, 8
    for number, name in enumerate(TYPES):
        row, column = divmod(number, columns)
        left = column / columns
        bottom = 1 - (row + 1) / rows + 0.03
        ax = figure.add_axes((left, bottom, 1 / columns, 1 / rows - 0.06))
        tile(name, ax=ax)
        ax.set_title(name, fontsize=9, y=0.98)
    return Picture(figure, say("The types of tiles, each with its letters: {names}.",
                               names=", ".join(TYPES)))


@own_settings
def _where_it_fits(**looks: Any) -> Picture:
    """Return the picture of a tile, and of a board with how many of its rotations fit on a cell."""
    board = board_of(on.FIRST)
    type = "GGGGGC"
    number_that_fit = Counter(placement.cell for placement in board.legal_placements(type))
    texts = {cell: str(number) for cell, number in number_that_fit.items()}
    return side_by_side((say("in hand"), on.the_tile(type)),
                        (say("where it fits"), Marked(board, texts=texts, near=True)), **looks)


@own_settings
def _meeting_edges(**looks: Any) -> Picture:
    """Return the picture of a tile that matches its neighbour, and of one that doesn't."""
    board = board_of(on.UPPER[:1])
    cell = (3, 2)
    matching = Tile("PGGPGG")
    wrong = Tile("PGGPGG", turns=1)
    [wrong_edge] = board.wrong_edges(cell, wrong)
    return side_by_side(
        (say("road meets road: it fits"), Marked(board, tile=(cell, matching), near=True)),
        (say("grass meets road: it doesn't fit"),
         Marked(board, tile=(cell, wrong), edge=(cell, wrong_edge), near=True)), **looks)


@own_settings
def _turns(**looks: Any) -> Picture:
    """Return the picture of a tile in four rotations, under its letters."""
    parts = [(Tile("GCCRPR", turns).letters, on.the_tile("GCCRPR", turns, room=2.2))
             for turns in range(4)]
    with_letters = {**looks, "letters": True}
    return side_by_side(*parts, high=1.6, wide=1.6, **with_letters)


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
    """Return the board BETWEEN after player 1 has taken a tile back."""
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
        "tile is drawn from the supply. It's placed on a random cell, in a random rotation. It "
        "belongs to nobody: its frame is grey, it scores for nobody, and nobody can take it back. "
        "But like every other tile, it's counted in the size of a city and in the length of a "
        "road. Player 1 is red and starts. Player 2 is blue.", size=SIZE),
        lambda **looks: side_by_side((say("the first tile"), _laid(on.UPPER[:1])), **looks)),
    Rule("tiles", lambda: say("The tiles"), lambda: say(
        "There are {types} types of tiles. The name of a type says what is on its six edges, "
        "clockwise from edge 1 at the top to edge 6. C is city, P is road (a path), R is river, "
        "and G is grass. The letters don't say everything: GGCGGC has one city that runs from edge "
        "to edge, but CGGCGG has two separate ones. The kit's supply has {tiles} tiles of "
        "{present} types. It has no tiles of the types {absent}.",
        types=len(TYPES), tiles=sum(read_supply().values()),
        present=len(TYPES) - len(_absent_types()),
        absent=say("{first} and {last}", first=", ".join(_absent_types()[:-1]),
                   last=_absent_types()[-1])),
        _all_types),
    Rule("supply", lambda: say("Playing with other tiles"), lambda: say(
        "You can choose how many tiles of each type the supply has. In a notebook cell, "
        "write_supply(\"tiles.csv\") writes a file with a random number of tiles of each type, "
        "from 0 to {most}. In a terminal, the command blocky supply tiles.csv does the same. Each "
        "line has a type and a count, such as GGGGGC,9. You can edit the file in a spreadsheet. To "
        "play with these tiles, open the board's New game form and type the file's name into "
        "Supply, or write play(supply=read_supply(\"tiles.csv\")).", most=MOST)),
    Rule("placing", lambda: say("Placing a tile"), lambda: say(
        "At the start of your turn you get a tile from the supply. All the remaining tiles are "
        "equally likely. Place your tile on an empty cell that touches another tile. Then it's the "
        "other player's turn. The picture marks the cells where this tile fits. The number on a "
        "cell says how many of the six rotations fit there. While you play, a solid dot marks a "
        "cell where the tile fits as it is. A ring marks a cell where it fits after you rotate it. "
        "The name of a cell is its row and its column, both counted from 0 in the upper left "
        "corner."),
        _where_it_fits),
    Rule("edges", lambda: say("Matching edges"), lambda: say(
        "Every edge of your tile that touches another tile must match the edge it touches. City "
        "meets city, road meets road, river meets river, and grass meets grass. Any edge may touch "
        "the border of the board."),
        _meeting_edges),
    Rule("turning", lambda: say("Rotating a tile"), lambda: say(
        "Before you place the tile in your hand, you may rotate it as often as you like, by 60 "
        "degrees each time. One clockwise rotation moves the last letter to the front. After six "
        "rotations, the tile is back where it started."),
        _turns),
    Rule("owner", lambda: say("Owners"), lambda: say(
        "A city, a road or a river that continues over several tiles is one feature. It belongs to "
        "the player who placed its most recent tile. So if you extend the other player's road, it "
        "becomes yours, with all its points. If the most recent tile of a feature is the first "
        "tile of the game, the feature belongs to nobody."),
        lambda **looks: side_by_side(
            (say("a road of player 1"), _laid(on.UPPER, ROAD)),
            (say("now it belongs to player 2"), _laid(on.BETWEEN, ROAD)), **looks)),
    Rule("open_city", lambda: say("Open cities"), lambda: say(
        "An open city is incomplete: it can still grow. Each of its tiles scores {each} points for "
        "the player who placed that tile. Here the city scores {one} for player 1 and {two} for "
        "player 2. The second tile from the bottom is the first tile of the game, so it scores for "
        "nobody. If two parts of a tile belong to the same city, the tile counts only once.",
        each=city_points(1, complete=False), **_scores(on.OPEN)),
        lambda **looks: side_by_side(
            (say("{one} and {two} points", **_scores(on.OPEN)), _laid(on.OPEN, CITY)), **looks)),
    Rule("closed_city", lambda: say("Complete cities"), lambda: say(
        "A city is complete when it is closed: each of its edges meets another tile or the border "
        "of the board. It then scores {each} points for each tile, plus {more}. All the points go "
        "to the city's owner: the player who placed its most recent tile. So the player who closes "
        "the city gets everything. Here that is {points} points for player 1, although one tile of "
        "the city, the first tile of the game, belongs to nobody.",
        more=city_points(0, complete=True),
        each=city_points(1, complete=True) - city_points(0, complete=True),
        points=points(board_of(on.CLOSED), CITY)),
        lambda **looks: side_by_side(_paying(on.CLOSED, CITY), **looks)),
    Rule("border_is_wall", lambda: say("Cities at the border"), lambda: say(
        "If the option border_is_wall is on, the border of the board closes a city. The option is "
        "normally on. So in a corner, a single tile can be a complete city: it scores {closed} "
        "points. If the option is off, the same city scores {open}.",
        closed=points(board_of(on.CORNER), CITY),
        open=points(board_of(on.CORNER, border_is_wall=False), CITY)),
        lambda **looks: side_by_side(_paying(on.CORNER, CITY), **looks)),
    Rule("road", lambda: say("Points for roads"), lambda: say(
        "A road can touch two or more cities. If at least one of these is open, the road scores "
        "{base} points, plus {each} for each of its tiles. In that case, if it touches three or "
        "more cities, it also scores {many} for each of them. Otherwise, if it touches a city and "
        "reaches the border of the board, it scores {border} points, plus {border_each} for each "
        "tile. In all other cases it scores nothing, even if it connects complete cities. A road "
        "touches a city if the same tile has part of the road and part of the city. All the points "
        "go to the owner of the road, not to the owners of the cities.",
        base=PAY[ROAD].cities, each=PAY[ROAD].tile, many=PAY[ROAD].many,
        border=PAY[ROAD].border, border_each=PAY[ROAD].border_tile),
        lambda **looks: side_by_side(
            _paying(on.BETWEEN, ROAD), _paying(on.CROSSING, ROAD), _paying(on.BORDER, ROAD),
            **looks)),
    Rule("river", lambda: say("Points for rivers"), lambda: say(
        "Rivers follow the same rules as roads, but with different numbers. Between cities, a "
        "river scores {base} points, plus {each} for each tile. If it touches three or more "
        "cities, it also scores {many} for each of them. A river from a city to the border "
        "scores {border} points, plus {border_each} for each tile.",
        base=PAY[RIVER].cities, each=PAY[RIVER].tile, many=PAY[RIVER].many,
        border=PAY[RIVER].border, border_each=PAY[RIVER].border_tile),
        lambda **looks: side_by_side(
            _paying(on.RIVER, RIVER), _paying(on.LAKE, RIVER), **looks)),
    Rule("closed_only", lambda: say("Option: open ends score nothing"), lambda: say(
        "With the option closed_only, a road or river scores only if none of its edges faces an "
        "empty cell. A road or river may end at a lake, at a spring, at the border or in the "
        "middle of a tile. The option is normally off. Without the option, the river with the "
        "marked end scores {off} points. With the option, it would score {on}.",
        off=points(board_of(on.RIVER), RIVER),
        on=points(board_of(on.RIVER, closed_only=True), RIVER)),
        lambda **looks: side_by_side(
            (say("one open end"),
             Marked(board_of(on.RIVER), edge=((3, 2), 5), near=True)), **looks)),
    Rule("colour", lambda: say("The colour of a frame"), lambda: say(
        "The frame of a tile shows which player it counts for now. A solid red line means player "
        "1, a dashed blue line means player 2, and grey means neither. If the tile is part of a "
        "complete city, the frame has the colour of the city's owner. Otherwise, if the tile is "
        "part of a road or river that scores, the frame has the colour of that feature's owner. If "
        "neither is the case, it has the colour of the player who placed the tile. So the frame of "
        "a tile can change its colour, even the frame of the first tile. One tile can be part of "
        "two complete cities, or of two roads or rivers that score. In that case, the frame has "
        "the colour of the player who owns the feature with the more recent tile. Features that "
        "belong to nobody don't count."),
        lambda **looks: side_by_side(
            (say("nothing scores"), _laid(on.UPPER)),
            (say("a road that scores"), _laid(on.BETWEEN)),
            (say("a complete city"), _laid(on.CLOSED)), **looks)),
    Rule("taking_back", lambda: say("Taking a tile back"), lambda: say(
        "Instead of placing a tile, you can take back your own most recent tile on the board. This "
        "ends your turn. That tile and the tile in your hand return to the supply. All the other "
        "tiles stay, even if they no longer touch another tile. Each remaining part of a feature "
        "belongs to the player who placed the most recent tile of that part. Here player 1 takes "
        "back the middle tile of a road: player 2 had {before} points, and now has {after}. The "
        "button for taking a tile back is next to Undo. Undo is different: it reverses the last "
        "move of the game, as if nobody had made it. If you have no tile on the board, you can't "
        "take one back.",
        before=board_of(on.BETWEEN).scores()[1], after=_taken_back().scores()[1]),
        lambda **looks: side_by_side(
            (say("before"), _laid(on.BETWEEN)),
            (say("player 1 takes a tile back"), Marked(_taken_back(), near=True)), **looks)),
    Rule("saving", lambda: say("Saving and going back"), lambda: say(
        "You can save the state of the game at any time. It consists of the board, the supply, "
        "whose turn it is, and the tile in hand. The state gets a number in the colour of the "
        "player who saved it. Click on a number to go back to that state: everything is as it was "
        "then. Going back to a state deletes all the states that were saved after it. The next "
        "state that you save follows the one that you went back to. Saving and going back don't "
        "end your turn."),
        lambda **looks: side_by_side(
            (say("three states saved"), on.saved(None, None, None)),
            (say("back to state 1, one more state saved"), on.saved(None, None, None, 1, None)),
            high=0.8, wide=3.2, **looks)),
    Rule("keep_branches", lambda: say("Option: states keep their branches"), lambda: say(
        "With the option keep_branches, going back deletes nothing. The next state that you save "
        "starts a new branch, and the chain of states becomes a tree. The option is normally off. "
        "To switch it on, open the board's New game form and tick “going back keeps all saved "
        "states” before you start, or write play(rules=Rules(redraw=True, keep_branches=True))."),
        lambda **looks: side_by_side(
            (say("back to state 1, two more states saved"),
             on.saved(None, None, None, 1, None, None, keep_branches=True)),
            high=1.2, wide=3.2, **looks)),
    Rule("snitch", lambda: say("The golden snitch"), lambda: say(
        "A river of {tiles} or more tiles that touches {cities} or more complete cities is the "
        "golden snitch. The player who places the last missing tile wins immediately. The score "
        "doesn't matter, and the other player may own the river. Here player 2 places the lake and "
        "wins, although the points are equal: {one} and {two}. Taking a tile back never makes a "
        "snitch.",
        tiles=SNITCH_TILES, cities=SNITCH_CITIES, **_scores(on.SNITCH)),
        lambda **looks: side_by_side(
            (say("a river of two tiles"), _laid(on.SNITCH[:-1], RIVER)),
            (say("three tiles: player 2 wins"), _laid(on.SNITCH, RIVER)), high=3.2, **looks)),
    Rule("end", lambda: say("The end of the game"), lambda: say(
        "The game ends when the tile that a player draws doesn't fit anywhere, in any rotation. It "
        "also ends when no tile is left at the start of a turn, when a player makes the golden "
        "snitch, or when you press End game. The board says which of these happened. The player "
        "with the most points wins. If both players have the same number of points, it's a draw. "
        "But a player who makes the golden snitch always wins. If you go back to a saved state, "
        "the game continues."),
        lambda **looks: side_by_side(
            (say("in hand"), on.the_tile("GGGPPG")), (say("it fits nowhere"), _laid(on.OPEN[:1])),
            **looks)),
    Rule("redraw", lambda: say("Option: replace a tile that fits nowhere"), lambda: say(
        "With the option redraw, a tile that fits nowhere returns to the supply, and another tile "
        "is drawn. The game ends only if no tile in the supply fits. If you start a board with "
        "play(), the option is on. If you make a Game without this option, the game can be over "
        "before its first move. For example, this happens when the tile in hand shares no letter "
        "with the first tile.")),
    Rule("hint", lambda: say("The hint"), lambda: say(
        "A hint outlines the best placement in yellow: the one that gains you the most points now. "
        "The gain is your score after the placement minus your score before it. In the picture, "
        "the player holds the tile GGGGGC, and the best gain is {gain}. A placement that makes the "
        "golden snitch comes before all others. If several gains are equal, the hint takes the "
        "placement that leaves the other player with the fewest points. If there is still a tie, "
        "the hint compares the cells of the placements: first the smaller row number, then the "
        "smaller column number. If the cells are the same too, it takes the placement with fewer "
        "rotations.",
        gain=board_of(on.FIRST).ranked("GGGGGC", player=1)[0].gain),
        lambda **looks: gains(
            board_of(on.FIRST), "GGGGGC", 1, new_axes(3.4, 3.4 * HIGH / WIDE), **looks)),
    Rule("computers", lambda: say("Computer players"), lambda: say(
        "A random player places the tile anywhere it fits, or takes a tile back. A greedy player "
        "makes the placement that the hint shows. A look-ahead player also considers the other "
        "player's replies. None of them saves a state or goes back to one.")),
)
