"""The checks of exercise 07: who owns a feature, which river wins, and what features score."""

from collections.abc import Callable, Sequence
from itertools import product
from random import Random
from typing import NamedTuple

from blocky.kit.check.task import (
    Call,
    Case,
    CasePicture,
    Cases,
    Hints,
    Mistake,
    Outcome,
    Sure,
    Task,
    written,
)
from blocky.kit.language import say, say_count
from blocky.prograsonne import parts, scoring
from blocky.prograsonne.board import Board
from blocky.prograsonne.check.boards import board_of, boards
from blocky.prograsonne.draw.graph import nodes
from blocky.prograsonne.draw.marked import Marked
from blocky.prograsonne.hexes import Cell
from blocky.prograsonne.scoring import Feature
from blocky.prograsonne.tiles import CITY, RIVER, ROAD

__all__ = ["BEFORE", "city_points", "is_snitch", "owner", "road_points", "way_points"]


# -- the owner ---------------------------------------------------------------------------------

#: A city that player 1 starts and player 2 closes, and a road of four tiles beside another tile.
_CLOSED_CITY = "(3,2)GGGGGC@4 (4,2)CGGCGG@0 (5,2)GGGGGC@1"
_ROAD = "(3,2)PGGPGG@0 (4,2)PGGPGG@0 (2,2)PGGPGG@0 (1,2)PGGPGG@0 (3,3)GGGGGG@0"


def _owned_features(rng: Random) -> Cases:
    """Yield pairs of a board and the cells of a feature on it.

    The boards are those after each tile of three games, then random ones. On some, a player has
    taken a tile back.
    """
    games = [board_of(_CLOSED_CITY), _with_players(_ROAD, [None, 1, 1, 2, 1]),
             _with_players(_ROAD, [None, 2, 2, 1, 2])]
    for game in games:
        tiles = list(game.tiles.values())
        for count in range(1, len(tiles) + 1):
            yield from _features_of(Board(tiles=tiles[:count]))
    for player in (2, 1):
        yield from _features_of(_after_taking_back(games[-1], player))
    for board in boards(rng, count=4):
        later_board = _after_taking_back(board, rng.choice([1, 2]))
        yield from _features_of(board)[-2:]
        yield from _features_of(later_board)[-2:]


def _with_players(text: str, players: Sequence[int | None]) -> Board:
    """Return the board of ``text`` (see ``board_of``), but with these players of its tiles.

    A player is 1 or 2, or None for a neutral tile.
    """
    tiles = board_of(text).tiles.values()
    return Board(tiles=[placed._replace(player=player)
                        for placed, player in zip(tiles, players, strict=True)])


def _after_taking_back(board: Board, player: int) -> Board:
    """Return a copy of a board on which a player has taken a tile back."""
    after = Board(board.rules, board.tiles.values())
    after.take_back(player)
    return after


def _features_of(board: Board) -> list[tuple[Board, list[Cell]]]:
    """Return pairs of the board and the cells of a feature, one for each of its features."""
    return [(board, list(feature.cells)) for feature in board.features()]


def _of_last_cell(board: Board, cells: Sequence[Cell]) -> int | None:
    """A typical mistake: return the player of the last of the cells."""
    return board.tiles[cells[-1]].player


def _of_first_tile(board: Board, cells: Sequence[Cell]) -> int | None:
    """A typical mistake: return who placed the feature's first tile."""
    return next(placed.player for placed in board.tiles.values() if placed.cell in cells)


def _of_last_tile_on_board(board: Board, cells: Sequence[Cell]) -> int | None:
    """A typical mistake: return who placed the last tile on the board."""
    return list(board.tiles.values())[-1].player


def _of_last_tile_or_nobody(board: Board, cells: Sequence[Cell]) -> int | None:
    """A typical mistake: return None if the last tile on the board isn't one of the feature's."""
    latest = list(board.tiles.values())[-1]
    return latest.player if latest.cell in cells else None


def _of_most_tiles(board: Board, cells: Sequence[Cell]) -> int | None:
    """A typical mistake: return who placed most of the tiles, the neutral one included."""
    players = [board.tiles[cell].player for cell in cells]
    return max(players, key=players.count)


def _of_player_with_most_tiles(board: Board, cells: Sequence[Cell]) -> int | None:
    """A typical mistake: return which of the players, 1 or 2, placed most of the tiles.

    Return None if they placed none of them.
    """
    players = [board.tiles[cell].player for cell in cells]
    if 1 not in players and 2 not in players:
        return None
    return max((1, 2), key=players.count)


def _of_the_most_common(board: Board, cells: Sequence[Cell]) -> int | None:
    """A typical mistake: count only the players' tiles; the first player wins a tie."""
    players = [board.tiles[cell].player for cell in cells]
    return max(filter(None, players), key=players.count, default=None)


_LIST_TILES = ("List the tiles of the feature in the order in which they were placed. Who placed "
               "the last one?")
_MOST_RECENT = "The most recent tile decides who owns the whole feature."
_MOST_TILES = (
    _LIST_TILES, _MOST_RECENT,
    "Your function returns the player who placed most of the tiles, but the number of tiles "
    "doesn't matter. The tiles in board.tiles are in the order in which they were placed: use the "
    "last tile that's in cells.")


def _keeps_the_tiles(case: Case, got: Outcome) -> Sure | None:
    """Explain a board from which the answer has taken tiles."""
    board_before, _ = case
    board_after, *_ = got.arguments
    missing = [cell for cell in board_before.tiles if cell not in board_after.tiles]
    if not missing:
        return None
    return Sure((
        "Which tiles are on the board after the call?", "Your function must not change the board.",
        say("Your function takes the tile on {cell} off the board, but it must not change the "
            "board. Only loop over board.tiles, and take nothing out of it.", cell=missing[0])))


def _is_owner(case: Case, got: Outcome) -> Hints | None:
    """Explain a wrong owner by naming the cell of the feature's most recent tile."""
    board, cells = case
    right_owner = parts.owner(board, cells)
    if got.value == right_owner:
        return None
    *_, latest_cell = [cell for cell in board.tiles if cell in cells]
    return _LIST_TILES, _MOST_RECENT, say(
        "The most recent tile of this feature is on {cell}, so the owner is {right}. The tiles in "
        "board.tiles are in the order in which they were placed: use the last tile that's in "
        "cells.", cell=latest_cell, right=written(right_owner))


def _show_order(case: Case, expected: Outcome, got: Outcome) -> CasePicture:
    """Show each tile of the feature with its number in the order of placing, and its player."""
    board, cells = case
    texts = {}
    for number, placed in enumerate(board.tiles.values()):
        if placed.cell in cells:
            texts[placed.cell] = f"{number}: {placed.player or '-'}"
    return [("given", Marked(board, texts=texts))]


owner = Task(
    "owner", parts.owner, _owned_features, laws=[_keeps_the_tiles, _is_owner],
    show=_show_order, nudge=_LIST_TILES,
    kits=[parts.owner, Board.features, Board.feature_at],
    mistakes=[
        Mistake(_of_last_cell, (
            _LIST_TILES, _MOST_RECENT,
            "Your function uses the last of the cells, but they're sorted by row and column. The "
            "tiles in board.tiles are in the order in which they were placed: use the last tile "
            "that's in cells.")),
        Mistake(_of_first_tile, (
            _LIST_TILES, _MOST_RECENT,
            "Your function returns the player who placed the first tile of the feature. Go on with "
            "the loop, and return the player of the last tile that's in cells.")),
        Mistake(_of_last_tile_on_board, (
            _LIST_TILES, _MOST_RECENT,
            "Your function uses the last tile on the board, but that tile may not be part of the "
            "feature. Use the last tile that's in cells.")),
        Mistake(_of_last_tile_or_nobody, (
            _LIST_TILES, _MOST_RECENT,
            "Your function returns None if the last tile on the board isn't part of the feature. A "
            "tile that isn't in cells must not change the owner, so do nothing for it in the "
            "loop.")),
        Mistake(_of_most_tiles, _MOST_TILES),
        Mistake(_of_player_with_most_tiles, _MOST_TILES),
        Mistake(_of_the_most_common, _MOST_TILES)],
)


# -- the snitch --------------------------------------------------------------------------------

#: A river of three tiles that touches two complete cities, without and with its last tile.
BEFORE = ("(3,3)GCCRPR@0 (3,4)GGGGGC@0 (2,4)GGGGGC@5 (4,3)GCCRPR@1 (4,4)GGGGGC@0 "
          "(5,3)GGGGGC@1")
SNITCH = f"{BEFORE} (2,2)GGGGGR@3"

#: Boards with open cities, complete ones and complete ones far off; with roads; with rivers that
#: win and that don't, of three tiles and of more; with a city that shares two cells with a river;
#: with two rivers that touch one city each.
_RIVERS = f"""\
(3,3)CRCCRC@2 (2,3)GRGGRG@5 (4,3)CRCCRC@5
(3,3)GCCRPR@1 (4,3)CGGCGG@0 (3,2)GGGGGR@2 (3,4)GGGGGC@0 (2,3)CCCRGR@0
(3,3)GGRGRG@3 (2,2)GRPGRG@1 (2,1)GRGGRG@4 (1,0)GCCRPR@3
(3,3)CGGCGG@5 (2,2)CCCRGR@0 (2,1)CRCCRC@4 (1,0)GCCRPR@3 (2,0)CGGCGG@1
(3,3)GGGGGR@2 (2,2)CCCRGR@4 (3,1)CRCCRC@4 (3,4)CGGCGG@0 (2,0)GCCRPR@3 (1,0)CRCCRC@2
(3,3)GGGGGR@0 (2,2)CCCRGR@5 (3,1)GCCRPR@2 (4,3)GGRGRG@5 (2,0)GCCRPR@3 (4,2)GGCGGC@3 (1,0)CRCCRC@2
(3,3)GGCGGC@2 (4,3)GCCRPR@0 (2,2)GGGGGR@0 (2,1)GCCRPR@5 (2,0)GRPGRG@3
(3,3)CGGPPG@4 (4,3)GRGGRG@3 (3,2)CGGCGG@1 (4,1)CCCRGR@5 (5,3)CCCRGR@2 (3,0)CGGCGG@2
(2,3)GGGGGR@0 {SNITCH}
(2,3)GGGGGR@2 {SNITCH}
(2,3)GGGGGR@1 (1,3)CRCCRC@5 (0,3)GCCRPR@0 (1,4)GCCRPR@4 (0,4)CCCRGR@3
(3,3)CRCCRC@5 (2,3)CCCRGR@4 (1,3)GCCRPR@2 (0,4)CRCCRC@0 (1,5)CRCCRC@2 (0,2)CCCRGR@5 (1,4)GCCRPR@5
{BEFORE} (2,2)GCCRPR@3 (2,1)CRCCRC@3 (3,1)GCCRPR@5
(2,6)GRGGRG@5 (3,6)GRGGRG@5 (4,6)GRGGRG@5 (3,5)GGGGGG@0 (3,4)GGGGGC@0 (3,3)GCCRPR@0 \
(2,4)GGGGGC@5 (4,3)GCCRPR@1 (4,4)GGGGGC@0 (5,3)GGGGGC@1 (2,2)GGGGGR@3
{SNITCH} (4,2)GCCRPR@2 (5,2)GGGGGC@1 (5,1)GGGGGC@2 (4,1)GGGGGR@3""".splitlines()


def _boards_with_rivers(rng: Random) -> Cases:
    """Yield boards: a river without and with its last tile, other rivers, and random boards."""
    for text in ("(3,3)GCCRPR@0", BEFORE, SNITCH, *_RIVERS):
        yield board_of(text)
    yield from boards(rng, count=4, most=16)


def _rivers(features: Sequence[Feature]) -> list[Feature]:
    return [feature for feature in features if feature.kind == RIVER]


def _touched_cities(features: Sequence[Feature], river: Feature) -> list[Feature]:
    """Return the cities, complete or not, that share a cell with a river."""
    cities = [feature for feature in features if feature.kind == CITY]
    return [city for city in cities if set(city.cells) & set(river.cells)]


def _complete_cities(features: Sequence[Feature], river: Feature) -> list[Feature]:
    """Return the complete cities that share a cell with a river."""
    return [city for city in _touched_cities(features, river) if city.complete]


def _wins(features: Sequence[Feature], river: Feature) -> bool:
    return len(river.cells) >= 3 and len(_complete_cities(features, river)) >= 2


def _is_snitch(features: Sequence[Feature]) -> bool:
    return any(_wins(features, river) for river in _rivers(features))


def _with_open_cities(features: Sequence[Feature]) -> bool:
    """A typical mistake: count open cities, too."""
    return any(len(river.cells) >= 3 and len(_touched_cities(features, river)) >= 2
               for river in _rivers(features))


def _with_untouched_cities(features: Sequence[Feature]) -> bool:
    """A typical mistake: count all complete cities, also those that the river doesn't touch."""
    complete = [feature for feature in features if feature.kind == CITY and feature.complete]
    return len(complete) >= 2 and any(len(river.cells) >= 3 for river in _rivers(features))


def _of_four_tiles(features: Sequence[Feature]) -> bool:
    """A typical mistake: ask for more than 3 tiles."""
    return any(len(river.cells) > 3 and _wins(features, river) for river in _rivers(features))


def _with_shared_cells(features: Sequence[Feature]) -> bool:
    """A typical mistake: count the cells that a river shares with complete cities."""
    for river in _rivers(features):
        shared = [cell for city in _complete_cities(features, river) for cell in city.cells
                  if cell in river.cells]
        if len(river.cells) >= 3 and len(shared) >= 2:
            return True
    return False


def _only_first_river(features: Sequence[Feature]) -> bool:
    """A typical mistake: return the result for the first river at once."""
    rivers = _rivers(features)
    return bool(rivers) and _wins(features, rivers[0])


_COUNT = ("Count by hand: how many tiles does the river have, and which complete cities does it "
          "touch?")
_RULE = "A golden snitch is a river of at least 3 tiles that touches at least 2 complete cities."


def _is_a_snitch(case: Case, got: Outcome) -> Hints | None:
    """Explain a wrong result by the river that comes nearest to a golden snitch, or is one."""
    [board] = case
    features = board.features()
    right = _is_snitch(features)
    if not isinstance(got.value, bool) or got.value == right:
        return None
    if not _rivers(features):
        return _COUNT, _RULE, say("This board has no river, so return False.")
    river = _nearest_to_a_snitch(features)
    cells = ", ".join(map(str, river.cells))
    tiles = len(river.cells)
    cities = len(_complete_cities(features, river))
    if right:
        return _COUNT, _RULE, say(
            "The river on {cells} wins: it has {tiles} tiles and touches {cities} complete "
            "cities. 3 tiles and 2 complete cities are enough.",
            cells=cells, tiles=tiles, cities=cities)
    return _COUNT, _RULE, say_count(
        "No river wins here. A river needs at least 3 tiles, and the one on {cells} has {tiles}. "
        "It must also touch at least 2 complete cities, and this one touches {count} complete "
        "city.",
        "No river wins here. A river needs at least 3 tiles, and the one on {cells} has {tiles}. "
        "It must also touch at least 2 complete cities, and this one touches {count} complete "
        "cities.",
        cities, cells=cells, tiles=tiles)


def _nearest_to_a_snitch(features: Sequence[Feature]) -> Feature:
    """Return a river that is a snitch, or else the one that touches the most complete cities.

    Of several rivers alike, it's the one with the most tiles.
    """
    def order(river: Feature) -> tuple[bool, int, int]:
        complete_cities = _complete_cities(features, river)
        return _wins(features, river), len(complete_cities), len(river.cells)

    return max(_rivers(features), key=order)


def _show_rivers(case: Case, expected: Outcome, got: Outcome) -> CasePicture:
    """Show the board, and mark the segments of all rivers."""
    [board] = case
    rivers = [(cell, segment) for cell, segment in nodes(board) if segment.kind == RIVER]
    return [("given", Marked(board, rivers))]


def _ask_features(answer: Callable[[Sequence[Feature]], object], board: Board) -> object:
    return answer(board.features())


is_snitch = Task(
    "is_snitch", _is_snitch, _boards_with_rivers, call=_ask_features,
    words=lambda board: f"is_snitch({written(board)}.features())",
    python=lambda board: Call("is_snitch(board.features())", {"board": board},
                              remark=written(board)),
    laws=[_is_a_snitch], kits=[_is_snitch], show=_show_rivers, nudge=_COUNT,
    mistakes=[
        Mistake(_with_open_cities, (
            _COUNT, _RULE,
            "Your function counts open cities, too. Count a city only if its attribute complete is "
            "True.")),
        Mistake(_with_untouched_cities, (
            _COUNT, _RULE,
            "Your function counts all complete cities on the board. For each river, count only "
            "those that share a cell with it.")),
        Mistake(_of_four_tiles, (
            _COUNT, _RULE,
            "A river of exactly 3 tiles can win, too, but your code skips it. Only a river with "
            "len(river.cells) < 3 is too short.")),
        Mistake(_with_shared_cells, (
            _COUNT, _RULE,
            "Your function counts the cells that a river shares with complete cities. A river can "
            "share two cells with the same city, so count each city only once.")),
        Mistake(_only_first_river, (
            _COUNT, _RULE,
            "Your function returns False at the first river that doesn't win, and skips the "
            "others. Return False only after the loop."))],
)


# -- what features score -----------------------------------------------------------------------

def _cities(rng: Random) -> Cases:
    """Yield pairs of the number of tiles of a city, and whether it's complete."""
    yield from product((1, 2, 3), (True, False))
    for _ in range(6):
        tiles = rng.randrange(4, 30)
        complete = rng.random() < 0.5
        yield tiles, complete


def _city_score(case: Case, got: Outcome) -> Sure | None:
    """Explain a wrong score of a city by the sum that gives the right one.

    If it follows the rule for complete cities instead of that for incomplete ones, or the other way
    round, the hints say so.
    """
    tiles, complete = case
    right = scoring.city_points(tiles, complete)
    if type(got.value) not in (int, float) or got.value == right:
        return None
    complete_sum = f"30 * {tiles} + 40"
    incomplete_sum = f"10 * {tiles}"
    follows_the_other_rule = got.value == scoring.city_points(tiles, not complete)
    if complete and follows_the_other_rule:
        why = say("Your function returns {value}, which is {other_sum}, but this city is complete, "
                  "so it scores {right_sum} = {right}. Test the argument complete, and make sure "
                  "that no later line replaces these points.",
                  value=got.value, other_sum=incomplete_sum,
                  right_sum=complete_sum, right=right)
    elif follows_the_other_rule:
        why = say("Your function returns {value}, which is {other_sum}, but this city is "
                  "incomplete, so it scores {right_sum} = {right}. Test the argument complete, and "
                  "make sure that no later line replaces these points.",
                  value=got.value, other_sum=complete_sum,
                  right_sum=incomplete_sum, right=right)
    elif complete:
        why = say("A complete city scores 30 for each tile, plus 40 once: 30 * {tiles} + 40 = "
                  "{right}, but you return {value}.", tiles=tiles, right=right, value=got.value)
    else:
        why = say("An incomplete city scores only 10 for each tile: 10 * {tiles} = {right}, but "
                  "you return {value}.", tiles=tiles, right=right, value=got.value)
    if complete:
        rule = "A complete city scores 30 for each tile, plus 40 once."
    else:
        rule = "An incomplete city scores 10 for each tile."
    return Sure(("Which rule of the task applies to this city, and what does it score?", rule, why))


city_points = Task(
    "city_points", scoring.city_points, _cities, kits=[scoring], laws=[_city_score],
    nudge="Which rule of the task applies to this city, and what does it score?",
)


def _roads(rng: Random) -> Cases:
    """Yield what decides the score of a road: tiles, cities, one_open and border (see ``_Way``)."""
    for cities, one_open, border in product((0, 1, 2, 3), (True, False), (True, False)):
        is_possible = cities > 0 or not one_open
        if is_possible:
            yield 2, cities, one_open, border
    for cities, border in product((4, 5), (True, False)):
        yield 3, cities, True, border
    for _ in range(8):
        cities = rng.randrange(5)
        one_open = cities > 0 and rng.random() < 0.5
        tiles = rng.randrange(1, 12)
        border = rng.random() < 0.5
        yield tiles, cities, one_open, border


def _ways(rng: Random) -> Cases:
    """Yield RIVER or ROAD, followed by what ``_roads`` yields."""
    for facts in _roads(rng):
        yield RIVER, *facts
        yield ROAD, *facts


class _Way(NamedTuple):
    """A road or a river: the facts that decide what it scores.

    Attributes:
        kind: ROAD or RIVER.
        tiles: the number of its tiles.
        cities: the number of cities that it touches.
        one_open: whether one of these cities is incomplete.
        border: whether it leads off the board.
    """

    kind: str
    tiles: int
    cities: int
    one_open: bool
    border: bool

    @property
    def score(self) -> int:
        """What it scores."""
        return scoring.way_points(*self)

    @property
    def meets_first_condition(self) -> bool:
        """Whether the condition in the first line of the table is true."""
        return self.cities >= 2 and self.one_open

    @property
    def meets_second_condition(self) -> bool:
        """Whether the condition in the second line of the table is true."""
        return self.cities >= 1 and self.border

    @property
    def counts_cities(self) -> bool:
        """Whether it scores points for each city: more than two, in the first line of the table."""
        return self.meets_first_condition and self.cities > 2

    @property
    def river_bonus(self) -> int:
        """What is added to each number of the table: 5 for a river, 0 for a road."""
        return 5 if self.kind == RIVER else 0

    @property
    def for_tile(self) -> int:
        """The number for each tile in the first line of the table."""
        return 30 + self.river_bonus

    @property
    def for_city(self) -> int:
        """The number for each city, if there are more than two, in the first line of the table."""
        return 40 + self.river_bonus

    @property
    def first_sum(self) -> str:
        """The sum of the first line of the table, as text: "50 + 30 * 2", for example."""
        sum_without_cities = f"{50 + self.river_bonus} + {self.for_tile} * {self.tiles}"
        if self.cities <= 2:
            return sum_without_cities
        return f"{sum_without_cities} + {self.for_city} * {self.cities}"

    @property
    def second_sum(self) -> str:
        """The sum of the second line of the table, as text: "20 + 10 * 2", for example."""
        return f"{20 + self.river_bonus} + {10 + self.river_bonus} * {self.tiles}"

    @property
    def score_of_second_line(self) -> int:
        """The value of ``second_sum``, whether that line applies or not."""
        return 20 + self.river_bonus + (10 + self.river_bonus) * self.tiles


def _way_score(case: Case, got: Outcome) -> Sure | None:
    """Explain a wrong score of a road or river by a slip with the numbers that leads to it.

    If no such slip is found, name the line of the table that applies, and its sum. The cases of
    ``way_points`` begin with the kind, and those of ``road_points`` don't.
    """
    has_kind = len(case) == len(_Way._fields)
    way = _Way(*case) if has_kind else _Way(ROAD, *case)
    value = got.value
    if type(value) not in (int, float) or value == way.score:
        return None
    why = _with_other_numbers(way, value) if has_kind else ""
    why = (why or _exchanged(way, value) or _too_few_cities(way, value)
           or _line_that_applies(way, value))
    return Sure(("Which is the first row of the table that applies to the case above?",
                 "Use only the first row of the table that applies. If no row applies, the score "
                 "is 0.", why))


def _with_other_numbers(way: _Way, value: float) -> str:
    """Say that a wrong score uses all or some of the other kind's numbers; "" if it doesn't.

    For a river, these may be a road's numbers with 5 added only once, or only its number for each
    city.
    """
    if not way.score:
        return ""
    other_kind = ROAD if way.kind == RIVER else RIVER
    score_of_other = way._replace(kind=other_kind).score
    road_score_plus_bonus = score_of_other + way.river_bonus
    with_road_number_for_cities = way.score - way.river_bonus * way.cities
    right_sum = way.first_sum if way.meets_first_condition else way.second_sum
    if value == score_of_other:
        return say("This {kind} scores {sum} = {right}, but you return {value}, which is what a "
                   "{other} scores. Use the numbers for a {kind}.", kind=say(way.kind),
                   sum=right_sum, right=way.score, value=value, other=say(other_kind))
    if way.kind == RIVER and value == road_score_plus_bonus:
        return say("Your function returns {value}, which is the score of a road plus 5. But every "
                   "number in the table is 5 larger for a river, so the score is {sum} = {right}.",
                   value=value, sum=right_sum, right=way.score)
    if way.kind == RIVER and way.counts_cities and value == with_road_number_for_cities:
        return say("The score is {sum} = {right}, but you return {value}, as if each city scored "
                   "40. For a river, it's 45.", sum=right_sum, right=way.score, value=value)
    return ""


def _exchanged(way: _Way, value: float) -> str:
    """Say that a wrong score exchanges the numbers for tiles and cities; "" if it doesn't."""
    with_numbers_exchanged = (
        50 + way.river_bonus + way.for_tile * way.cities + way.for_city * way.tiles)
    if not way.counts_cities or value != with_numbers_exchanged:
        return ""
    return say("The score is {sum} = {right}, but you return {value}. You seem to have swapped two "
               "numbers: use {for_tile} for each tile, and {for_city} for each city.",
               sum=way.first_sum, right=way.score, value=value, for_tile=way.for_tile,
               for_city=way.for_city)


def _too_few_cities(way: _Way, value: float) -> str:
    """Say that a wrong score counts some of the cities, but not all; "" if it doesn't."""
    missing_cities, rest = divmod(way.score - value, way.for_city)
    lacks_some_cities = rest == 0 and 0 < missing_cities < way.cities
    if not way.counts_cities or not lacks_some_cities:
        return ""
    return say("With more than two cities, each of the {cities} cities scores {for_city}, but your "
               "code counts only {own} of them. The score is {sum} = {right}, not {value}.",
               cities=way.cities, for_city=way.for_city, own=int(way.cities - missing_cities),
               sum=way.first_sum, right=way.score, value=value)


def _line_that_applies(way: _Way, value: float) -> str:
    """Say which line of the table applies to a road or river with a wrong score, or that none does.

    The sentence also names what may have led to ``value``: both lines used, say, or only 5 added.
    """
    fields = {"kind": say(way.kind), "cities": way.cities, "right": way.score, "value": value,
              "first_sum": way.first_sum, "second_sum": way.second_sum}
    if way.meets_first_condition and way.meets_second_condition:
        of_both_lines = way.score + way.score_of_second_line
        if value in (way.score_of_second_line, of_both_lines):
            return say("This {kind} meets two conditions of the table, and only the first one "
                       "counts. So the score is {first_sum} = {right}. Your function returns "
                       "{value}.", **fields)
    if way.meets_first_condition:
        return say("This {kind} touches {cities} cities, and at least one of them is incomplete. "
                   "So the first row of the table applies, and the score is {first_sum} = {right}. "
                   "Your function returns {value}.", **fields)
    if way.meets_second_condition and way.cities >= 2 and value == 0:
        return say("This {kind} touches {cities} cities and leads off the board, so the score is "
                   "{second_sum} = {right}, not 0. The row for the border needs at least one city, "
                   "not exactly one. So test for the border whenever the first row doesn't "
                   "apply.", **fields)
    if way.meets_second_condition and way.cities >= 2:
        return say("This {kind} touches only complete cities, so the first row of the table "
                   "doesn't apply. It leads off the board, so the second row applies, and the "
                   "score is {second_sum} = {right}. Your function returns {value}.", **fields)
    if way.meets_second_condition:
        return say("This {kind} touches one city and leads off the board, so the second row of the "
                   "table applies. The score is {second_sum} = {right}. Your function returns "
                   "{value}.", **fields)
    if way.kind == RIVER and value == way.river_bonus:
        return say("This river scores 0, but you return 5. Don't add 5 to the score of a road: "
                   "every number in the table is 5 larger for a river, including the numbers for "
                   "each tile and each city.")
    # 5 added to each number of the table without the numbers themselves: one, and one for each tile
    bonus_alone = way.river_bonus * (1 + way.tiles)
    bonus_with_cities = bonus_alone + way.river_bonus * way.cities
    if way.kind == RIVER and value in (bonus_alone, bonus_with_cities):
        return say("No row of the table applies to this river, so it scores 0. But you return "
                   "{value}, because your code adds 5 for each number even then: add it only if a "
                   "row applies.", **fields)
    if way.cities == 0:
        return say("A {kind} that touches no city scores 0, but you return {value}.", **fields)
    return say("No row of the table applies to this {kind}, so it scores 0, but you return "
               "{value}.", **fields)


road_points = Task(
    "road_points", parts.road_points, _roads, kits=[parts.road_points, scoring],
    laws=[_way_score],
    nudge="Which is the first row of the table that applies to the case above?",
)


way_points = Task(
    "way_points", scoring.way_points, _ways, kits=[parts.road_points, scoring],
    laws=[_way_score],
    nudge="Find the five numbers for this kind in the table, and work out the score by hand.",
)
