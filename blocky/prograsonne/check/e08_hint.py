"""The checks of exercise 08: where a tile fits, why the game is over, and the best placement."""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from blocky.kit.check.compare import any_order, told, written
from blocky.kit.check.task import (
    Case,
    CasePicture,
    Cases,
    Hints,
    Mistake,
    Outcome,
    Sure,
    Task,
    of_errors,
)
from blocky.kit.language import say, say_count
from blocky.prograsonne import parts
from blocky.prograsonne.board import Board
from blocky.prograsonne.check.boards import board_of, boards
from blocky.prograsonne.check.e07_features import BEFORE
from blocky.prograsonne.draw.marked import Marked
from blocky.prograsonne.hexes import CELLS, EDGES, Cell, neighbour, opposite
from blocky.prograsonne.move import Place
from blocky.prograsonne.position import PrograsonnePosition
from blocky.prograsonne.tiles import TYPES, Tile

__all__ = ["best_placement", "legal_placements", "why_over"]


def _are_placements(case: Case, got: Outcome) -> Sure | None:
    """Explain a result that is neither a placement nor None, or the first such item of a list."""
    if got.value is None:
        return None
    found = got.value if isinstance(got.value, list) else [got.value]
    for each in found:
        is_placement = isinstance(each, Place) and each.turns in range(6) and each.cell in CELLS
        if not is_placement:
            return Sure((
                "What do you return?",
                "A placement is a cell and a number of rotations (turns), from 0 to 5.",
                say("Your function returns {value}, which isn't a placement. A placement is "
                    "Place(cell, turns), with turns from 0 to 5: not a plain pair, and not a "
                    "score.", value=written(each))))
    return None


# -- legal_placements --------------------------------------------------------------------------

def _boards_and_types(rng: Random) -> Cases:
    """Yield pairs of a board, and the type of a tile to place on it."""
    for number, board in enumerate(boards(rng)):
        if number < 3:  # small boards
            yield board, "GGGGGC"
            yield board, "GGGGGG"
        yield board, rng.choice([*TYPES])


def _neighbours(board: Board, cell: Cell) -> dict[int, Cell]:
    """Return the neighbours of a cell that have a tile, each by the cell's edge towards it."""
    beyond = {edge: neighbour(cell, edge) for edge in EDGES}
    return {edge: other for edge, other in beyond.items() if other in board.tiles}


#: Whether a new tile with some letters matches at one of its edges: (letters, edge, tile there).
_Matches = Callable[[str, int, Tile], bool]


def _placements(board: Board, type: str, matches: _Matches) -> list[Place]:
    """Return the placements on empty cells next to a tile, at which all touching edges match.

    ``matches`` decides whether an edge matches.
    """
    placements = []
    for cell in CELLS:
        tiles_by_edge = {edge: board.tiles[other].tile
                         for edge, other in _neighbours(board, cell).items()}
        if not tiles_by_edge or cell in board.tiles:
            continue
        for turns in range(6):
            letters = Tile(type, turns).letters
            if all(matches(letters, edge, tile) for edge, tile in tiles_by_edge.items()):
                placements.append(Place(cell, turns))
    return placements


def _with_edges_exchanged(board: Board, type: str) -> list[Place]:
    """A typical mistake: compare the new tile's opposite edge with the neighbour's edge."""
    return _placements(board, type, lambda letters, edge, tile: (
        letters[opposite(edge) - 1] == tile.letters[edge - 1]))


def _before_its_rotation(board: Board, type: str) -> list[Place]:
    """A typical mistake: compare with the letters that the neighbour had before its rotation."""
    return _placements(board, type, lambda letters, edge, tile: (
        letters[edge - 1] == tile.type[opposite(edge) - 1]))


def _each_once(case: Case, got: Outcome) -> Hints | None:
    """Explain a placement that's in the list more than once, preferably an illegal one."""
    board, type = case
    repeated = [place for place in got.value if got.value.count(place) > 1]
    if not repeated:
        return None
    legal = board.legal_placements(type)
    illegal = [place for place in repeated if place not in legal]  # the check prints these
    place, *_ = illegal or repeated
    return ("Is each placement in your list only once?",
            "A placement that touches several tiles is still only one placement.",
            say("{place!r} is in your list {times} times. Look at each cell only once, and append "
                "a placement after you've tested all its edges.", place=place,
                times=got.value.count(place)))


def _all_rotations(case: Case, got: Outcome) -> Sure | None:
    """Explain missing rotations on cells of which the list has at least one rotation.

    Either the list has one rotation for each cell, or the missing ones all look like one in the
    list. Otherwise return None, and also if the list has an illegal placement.
    """
    board, type = case
    legal = board.legal_placements(type)
    missing = [place for place in legal if place not in got.value]
    has_wrong_placements = len(missing) + len(got.value) > len(legal)
    if not missing or has_wrong_placements:
        return None
    cells = [place.cell for place in got.value]
    misses_a_cell = set(cells) != {place.cell for place in legal}
    if misses_a_cell:
        return None

    def look(place: Place) -> tuple[Cell, str]:
        """Return the cell of a placement, and the letters of the tile on it."""
        return place.cell, Tile(type, place.turns).letters

    looks = [look(place) for place in got.value]
    has_one_per_cell = len(set(cells)) == len(cells)
    all_looks_are_there = all(look(place) in looks for place in missing)
    if not has_one_per_cell and not all_looks_are_there:
        return None
    return Sure((
        "How many placements does this tile have on one cell?",
        "All six rotations count, even if two of them look the same.",
        say("{place!r} is missing, but your list has other rotations on its cell. Go on after a "
            "rotation that fits, and don't leave out rotations that look the same.",
            place=missing[0])))


def _only_legal(case: Case, got: Outcome) -> Hints | None:
    """Explain the first placement that isn't legal: on a tile, far from all, or at a wrong edge."""
    board, type = case
    illegal = [place for place in got.value if place not in board.legal_placements(type)]
    if not illegal:
        return None
    place = illegal[0]
    neighbours = _neighbours(board, place.cell)
    if place.cell in board.tiles:
        return ("Look at the cell of the placement.", "A tile must be on an empty cell.",
                say("{place!r} isn't legal: there's already a tile on its cell.", place=place))
    if not neighbours:
        return ("Look at the neighbours of the placement's cell.",
                "A tile must be next to another tile.",
                say("{place!r} isn't legal: it touches no tile. At least one neighbour must have "
                    "a tile.", place=place))
    letters = Tile(type, place.turns).letters
    for edge, other in neighbours.items():
        letter = letters[edge - 1]
        other_letter = board.tiles[other].tile.letters[opposite(edge) - 1]
        if letter != other_letter:
            return ("At which edges does this placement touch another tile?",
                    "One matching edge isn't enough: all edges that touch a tile must match.",
                    say("{place!r} isn't legal: its edge {edge} has {letter!r}, but it touches "
                        "edge {other_edge} of the tile on {cell}, which has {other_letter!r}. All "
                        "touching edges must match.", place=place, edge=edge, letter=letter,
                        other_edge=opposite(edge), cell=other, other_letter=other_letter))
    return None


def _at_the_border(case: Case, got: Outcome) -> Sure | None:
    """Explain placements that are missing on all cells at the border, and only there."""
    board, type = case
    legal = board.legal_placements(type)
    missing = [place for place in legal if place not in got.value]
    inside = [place for place in legal if all(neighbour(place.cell, edge) for edge in EDGES)]
    has_only_those_inside = {*inside} == {*got.value}
    if not missing or not has_only_those_inside:
        return None
    return Sure(("On which cells are the missing placements?",
                 "Edges at the border of the board can have any letter.",
                 say("Your function rejects {place!r}, because its cell is at the border. An edge "
                     "at the border can have any letter: if neighbour returns None, go on to the "
                     "next edge.", place=missing[0])))


def _none_missing(case: Case, got: Outcome) -> Hints | None:
    """Explain the first legal placement that's missing."""
    board, type = case
    missing = [place for place in board.legal_placements(type) if place not in got.value]
    if not missing:
        return None
    place = missing[0]
    touching_edges = [*_neighbours(board, place.cell)]
    return ("Does the missing placement break any of the rules?",
            "Go around the six edges of the placed tile. Which of them touch another tile, and do "
            "the letters match?",
            say_count(
                "{place!r} is missing, but it's legal: its cell is empty, and its letter matches "
                "at edge {edges}. Which of your tests rejects it?",
                "{place!r} is missing, but it's legal: its cell is empty, and its letters match "
                "at edges {edges}. Which of your tests rejects it?",
                len(touching_edges), place=place, edges=", ".join(map(str, touching_edges))))


def _wrong_placements(case: Case, got: Outcome) -> Hints | Sure | None:
    """Explain what is wrong with a list of placements, the likeliest reason first."""
    if not isinstance(got.value, list):
        return None
    for explain in (_each_once, _all_rotations, _only_legal, _at_the_border, _none_missing):
        hints = explain(case, got)
        if hints:
            return hints
    return None


def _show_all(case: Case, expected: Outcome, got: Outcome) -> CasePicture:
    """Show the tile, and the numbers of rotations on the cells of two boards: expected and got."""
    board, type = case
    return [("given", Tile(type)), ("expected", _with_rotations(board, expected.value)),
            ("got", _with_rotations(board, got.value))]


def _with_rotations(board: Board, places: list[Place]) -> Marked:
    """Return a board that shows, on each cell, the rotations of the placements there.

    "025", for example, means placements with 0, 2 and 5 rotations.
    """
    rotations = dict[Cell, str]()
    pairs = sorted(map(told, places))  # as tuples: an answer may have lists
    for cell, turns in pairs:
        rotations[cell] = rotations.get(cell, "") + str(turns)
    return Marked(board, texts=rotations)


legal_placements = Task(
    "legal_placements", parts.legal_placements, _boards_and_types, call=any_order,
    laws=[_are_placements, _wrong_placements],
    mistakes=[
        Mistake(_with_edges_exchanged, (
            "Which two edges touch, and which of them belongs to the new tile?",
            "Two tiles share an edge. If its number on the new tile is edge, its number on the "
            "neighbour is opposite(edge).",
            "You've swapped the two edge numbers. If the shared edge is number edge on the new "
            "tile, it's opposite(edge) on the neighbour.")),
        Mistake(_before_its_rotation, (
            "Which letters does the neighbour show on its edges?",
            "The tiles on the board are rotated, too.",
            "Your function uses the neighbour's letters without its rotation. "
            "board.tiles[...].tile.letters has the letters of the rotated tile."))],
    kits=[Board.legal_placements, Board.fits, Board._fitting, Board.why_not, Board.wrong_edges],
    show=_show_all,
    nudge="Take one cell in the picture and one rotation. Which rules do you have to test?",
)


# -- why_over ----------------------------------------------------------------------------------

#: The results of ``why_over`` if the game is over.
_REASONS = ("snitch", "supply", "no place")

_TABLE = "Go through the reasons in the table from the top. Which is the first that applies here?"


def _boards_and_hands(rng: Random) -> Cases:
    """Yield pairs of a board and the type of the tile in hand, or None if no tile was left.

    Boards with one tile come first, then some on which a player has won, then random ones.
    """
    for first_tile, hand in (("(3,3)GGGGGG@0", "GGGPPG"), ("(3,3)CCCCCC@0", "GGGPPG"),
                             ("(3,3)GGGGGG@0", None), ("(0,0)CCCCCC@0", "GCCRPR"),
                             ("(0,0)GCCRPR@5", "GGGGGR")):
        yield board_of(first_tile), hand
    for player in (1, 2):
        won_board = board_of(BEFORE)
        won_board.place((2, 2), "GGGGGR", 3, player)  # the last tile of the golden snitch
        for hand in ("GGGGGG", None, "CCCCCC"):
            yield won_board, hand
    for board in boards(rng, count=4, most=16):
        yield board, rng.choice([*TYPES])
        fitting_nowhere = [name for name in TYPES if not board.fits(name)]
        yield board, fitting_nowhere[0] if fitting_nowhere else None


def _why_over(board: Board, hand: str | None) -> str | None:
    """Return the first reason why the game is over; None if it isn't."""
    if board.snitch:
        return "snitch"
    if hand is None:
        return "supply"
    return None if board.fits(hand) else "no place"


def _first_reason(case: Case, got: Outcome) -> Sure | None:
    """Explain a wrong reason by the first one that applies, or by how the game goes on."""
    board, hand = case
    right_reason = _why_over(board, hand)
    if got.value == right_reason:
        return None
    is_text = isinstance(got.value, str)
    is_reason = is_text and got.value in _REASONS
    is_another_string = is_text and not is_reason
    if is_another_string and right_reason:
        why = say("Your function returns {value}, but the string must be exactly {right}.",
                  value=written(got.value), right=written(right_reason))
    elif right_reason == "snitch" and is_reason:
        why = say("board.snitch is {player} here, so 'snitch' comes before {value}. Test "
                  "board.snitch first, and return immediately, so that no later line replaces the "
                  "reason.", player=board.snitch, value=written(got.value))
    elif right_reason == "snitch":
        why = say("board.snitch is {player} here, so return 'snitch', whatever the value of hand "
                  "is. Test first whether board.snitch is not None.", player=board.snitch)
    elif right_reason == "supply":
        why = say("Nobody has won, and hand is None, because no tile was left to draw. So return "
                  "'supply'.")
    elif right_reason == "no place" and got.value is None:
        why = say("board.legal_placements({hand!r}) is an empty list here, because this tile fits "
                  "nowhere. So return 'no place'. An empty list isn't None: test its length.",
                  hand=hand)
    elif right_reason == "no place":
        why = say("board.legal_placements({hand!r}) is an empty list here, because this tile fits "
                  "nowhere. So return 'no place'.", hand=hand)
    else:
        why = _goes_on(board, hand)
    return Sure((_TABLE, "If more than one reason is true, only the first one counts.", why))


def _goes_on(board: Board, hand: str) -> str:
    """Return a sentence that says why the game goes on: the tile in hand fits."""
    places = board.legal_placements(hand)
    fits_without_rotation = any(place.turns == 0 for place in places)
    if fits_without_rotation:
        return say("Nobody has won, and the tile in hand fits, for example at {place!r}. So the "
                   "game goes on: return None.", place=places[0])
    return say("The tile in hand fits only if it's rotated, for example at {place!r}. Every "
               "rotation counts, not only turns=0, so the game goes on: return None.",
               place=places[0])


@of_errors
def _without_a_hand(case: Case, got: Outcome) -> Sure | None:
    """Explain an error of ``board.legal_placements(hand)`` in a case in which hand is None."""
    _, hand = case
    if not got.error or hand is not None or "legal_placements(" not in got.message:
        return None
    return Sure((
        _TABLE, "If no tile was left to draw, hand is None.",
        "hand is None here, and board.legal_placements(None) raises an error. Call it only after "
        "you have tested board.snitch and hand."))


def _show_hand(case: Case, expected: Outcome, got: Outcome) -> CasePicture:
    """Show the board, and the tile in hand if there is one."""
    board, hand = case
    if hand is None:
        return [("given", Marked(board))]
    return [("given", Marked(board)), ("given", Tile(hand))]


why_over = Task(
    "why_over", _why_over, _boards_and_hands, laws=[_without_a_hand, _first_reason],
    kits=[PrograsonnePosition], show=_show_hand, nudge=_TABLE,
)


# -- best_placement ----------------------------------------------------------------------------

def _turns(rng: Random) -> Cases:
    """Yield triples of a board, the type of the tile in hand, and the player."""
    for number, board in enumerate(boards(rng, most=16)):
        type = "GGGGGC" if number < 4 else rng.choice([*TYPES])  # small boards come first
        yield board, type, rng.choice([1, 2])
    # Two placements gain the same, but leave the other player different scores.
    yield board_of("(3,3)GGGGGC@2 (4,3)CGGCGG@5 (2,2)GRGGRG@5"), "GGGGGC", 2
    # The placement with the most points isn't the one with the largest lead.
    yield board_of("(3,3)CRCCRC@0 (3,2)GGRGRG@3 (4,1)GCCRPR@1 (3,4)CRCCRC@3"), "CRCCRC", 2
    # One placement wins.
    for player in (1, 2):
        yield board_of(BEFORE), "GGGGGR", player
    # No placement is legal.
    yield board_of("(3,3)CCCCCC@0"), "GGGPPG", 1


def _try_each(board: Board, type: str, player: int) -> Place | None:
    """Return the best placement, as students find it: try each, and take it back."""
    best, most = None, None
    for place in board.legal_placements(type):
        board.place(place.cell, type, place.turns, player)
        scores = board.scores()
        # a win comes first, then the player's score, then the other's, which should be low
        worth = (board.snitch == player, scores[player - 1], -scores[2 - player])
        board.take_back(player)
        if most is None or worth > most:
            best, most = place, worth
    return best


class _After(NamedTuple):
    """Whether a placement wins, and the scores after it, of its player and of the other one."""

    wins: bool
    points: int
    others_points: int


def _after(case: Case, place: Place) -> _After:
    """Return whether a placement of a case's tile wins, and the scores after it."""
    board, type, player = case
    scores, wins = board.outcome(type, place, player)
    return _After(wins, scores[player - 1], scores[2 - player])


@of_errors
def _counted_from_1(case: Case, got: Outcome) -> Sure | None:
    """Explain an IndexError in a line with scores: players are numbered from 1, indices from 0."""
    if got.error != "IndexError" or "scores" not in got.message:
        return None
    return Sure(("Which index does the score of player 2 have in board.scores()?",
                 "Players are numbered from 1, but indices start at 0.",
                 "Players are numbered from 1, but indices start at 0. The player's score is "
                 "board.scores()[player - 1], and the other player's score is board.scores()[2 - "
                 "player]."))


@of_errors
def _taken_back(case: Case, got: Outcome) -> Sure | None:
    """Explain a tile that's still on the board after the call, or at an error of board.place."""
    is_another_error = got.error and ".place(" not in got.message  # it has the line that failed
    if is_another_error:
        return None
    board_before, *_ = case
    board_after, *_ = got.arguments
    tried_cells = [cell for cell in board_after.tiles if cell not in board_before.tiles]
    if not tried_cells:
        return None
    return Sure(("Which tiles are on the board when you try the next placement? And which tiles "
                 "are on it after your function returns?",
                 "Before you try the next placement, the board must be the same as when your "
                 "function was called.",
                 say("The tile that you tried on cell {cell} is still on the board. Call "
                     "board.take_back(player) after each board.place(...): before the next "
                     "placement, and before every return.", cell=tried_cells[0])))


def _not_none(case: Case, got: Outcome) -> Sure | None:
    """Explain a result of None, although a placement is legal."""
    best = parts.best_placement(*case)
    if got.value is not None or best is None:
        return None
    points = _after(case, best).points
    return Sure((
        "Is there a legal placement? What do you compare the first placement with?",
        "Return None only if no placement is legal.",
        say("{best!r} is legal and leaves the player with {points} points, but you return None. "
            "Start with the first placement, or with a score below 0, and keep the best one.",
            best=best, points=points)))


def _is_best(case: Case, got: Outcome) -> Sure | None:
    """Explain a legal placement that isn't the best, by what makes the best one better.

    That's a win, the player's own score, the other player's, or the order of the placements.
    """
    board, type, player = case
    place = got.value
    best = parts.best_placement(*case)
    if place == best or best is None or place not in board.legal_placements(type):
        return None
    own = _after(case, place)
    right = _after(case, best)
    own_lead = own.points - own.others_points
    right_lead = right.points - right.others_points
    fields = {"place": place, "best": best, "player": player,
              "points": own.points, "others": own.others_points,
              "most": right.points, "fewest": right.others_points}
    if right.wins and not own.wins:
        why = say("{best!r} wins with the golden snitch, and that's better than any number of "
                  "points. Test board.snitch == player after board.place(...).", **fields)
    elif own.points == right.points and own.others_points != right.others_points:
        why = say("{place!r} and {best!r} both leave the player with {points} points. Then choose "
                  "the one that leaves the other player with fewer points, board.scores()[2 - "
                  "player]: {fewest}, not {others}.", **fields)
    elif own.points == right.points:
        why = say("{place!r} is as good as {best!r}, which comes earlier in the list. Replace the "
                  "best placement only with a better one, and store the new scores at the same "
                  "time.",
                  **fields)
    elif own_lead > right_lead:
        why = say("After {place!r}, player {player} has {points} points. After {best!r}, it would "
                  "be {most}. Your placement gives a larger lead over the other player, but the "
                  "player's own points come first.", **fields)
    else:
        why = say("After {place!r}, player {player} has {points} points. After {best!r}, it would "
                  "be {most}. Read board.scores()[player - 1] after board.place(...) and before "
                  "board.take_back(player).", **fields)
    return Sure(("What makes one placement better than another?",
                 "A win is best. After that, compare the player's points, then the other player's "
                 "points, and then the order of the list.", why))


def _show_best(case: Case, expected: Outcome, got: Outcome) -> CasePicture:
    return [("expected", _with_tile(case, expected.value)), ("got", _with_tile(case, got.value))]


def _with_tile(case: Case, placement: Place | None) -> Marked:
    """Return the board of a case with its tile where a placement puts it; None puts it nowhere."""
    board, type, _ = case
    if placement is None:
        return Marked(board)
    cell, turns = told(placement)  # as tuples: an answer may have lists
    return Marked(board, tile=(cell, Tile(type, turns)))


best_placement = Task(
    "best_placement", parts.best_placement, _turns, ways=[_try_each], show=_show_best,
    laws=[_counted_from_1, _taken_back, _are_placements, _not_none, _is_best],
    kits=[parts.best_placement, Board.hint, Board.ranked, Board.outcome],
    nudge="Try the expected placement by hand: place it, look at board.scores(), and take it "
          "back.",
)
