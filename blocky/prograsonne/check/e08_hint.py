"""Exercise 08: where a tile fits, whether the game is over, which placement gains most."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from operator import eq
from random import Random
from typing import Any

from blocky.kit.check.compare import any_order, told, written
from blocky.kit.check.failure import Sure
from blocky.kit.check.run import Outcome
from blocky.kit.check.show import beside
from blocky.kit.check.task import Case, Hints, Mistake, Task, of_errors
from blocky.kit.draw.picture import Picture
from blocky.kit.language import say
from blocky.prograsonne import parts
from blocky.prograsonne.board import Board
from blocky.prograsonne.check.boards import board_of, boards
from blocky.prograsonne.check.e07_owners import SNITCH
from blocky.prograsonne.draw.marked import Marked
from blocky.prograsonne.hexes import CELLS, EDGES, neighbour, opposite
from blocky.prograsonne.move import Place
from blocky.prograsonne.position import PrograsonnePosition
from blocky.prograsonne.tiles import TYPES, Tile

__all__ = ["best_placement", "legal_placements", "why_over"]

_KITS = [Board.legal_placements, Board.fits, Board._fitting, Board.why_not, Board.wrong_edges]


#: What is right in a case, by the id of the case, which is kept so that no other gets its id.
_right: dict[int, tuple[Case, Any]] = {}


def _right_in(case: Case, answer: Callable[..., Any]) -> Any:
    if id(case) not in _right:
        if len(_right) > 200:
            _right.clear()
        _right[id(case)] = case, answer(*case)
    return _right[id(case)][1]


def _are_placements(case: Case, got: Outcome) -> Hints | Sure | None:
    """See whether a placement was returned, or a collection of placements, or None."""
    found = got.value if isinstance(got.value, list) else [got.value]
    if got.value is None or all(
            isinstance(each, Place) and each.cell in CELLS and each.turns in range(6)
            for each in found):
        return None
    wrong = next(each for each in found if not isinstance(each, Place) or each.turns not in range(6)
                 or each.cell not in CELLS)
    pair = isinstance(wrong, tuple) and len(wrong) == 2 and (
        told(wrong[0]) in CELLS or told(wrong) in CELLS)
    return Sure(("What do you return?", "A placement is a cell and a number of turns, 0 to 5.",
                 "Write a placement as Place(cell, turns), which has names for both: a pair has "
                 "not." if pair and not isinstance(wrong, Place) else
                 say("{value} is no placement: a cell of the board, and 0 to 5 turns.",
                     value=written(wrong)) if isinstance(wrong, Place) else
                 say("{value} is returned, which is no placement. If it is what a placement is "
                     "worth, keep beside it the Place that it belongs to, and return that Place "
                     "alone.", value=written(wrong))))


@of_errors
def _letter_at(case: Case, got: Outcome) -> Hints | None:
    """See whether the six letters of a tile were asked for one beyond the last."""
    if got.error != "IndexError" or got.said != "string index out of range":
        return None
    return ("Which index has the letter at edge 6?", "Edges are counted from 1, indices from 0.",
            "Edge 1 has the letter with the index 0, so that the letter at an edge is "
            "letters[edge - 1]: on the new tile, and for opposite(edge) on the one beyond as well.")


@of_errors
def _turned_too_far(case: Case, got: Outcome) -> Hints | Sure | None:
    """See whether a tile was asked for with a number of turns that there is not."""
    try:
        Tile(case[1], 6)
    except ValueError as error:
        if (got.error, got.said) != ("ValueError", str(error)):
            return None
    return Sure(("How often can a tile be turned?", "After six turns it lies as before.",
                 "A tile is asked for with 6 turns. The turns go from 0 to 5, as range(6) does: "
                 "with 0 it lies as it was drawn."))


# -- legal_placements --------------------------------------------------------------------------

def _tiles(rng: Random) -> Iterator[Case]:
    for number, board in enumerate(boards(rng)):
        yield from ((board, name) for name in ("GGGGGC", "GGGGGG")[:2 if number < 3 else 0])
        yield board, rng.choice([*TYPES])


def _on_empty_cells(case: Case, got: Outcome) -> Hints | Sure | None:
    if any(told(each)[0] in case[0].tiles for each in got.value or ()):
        return ("Look at the cells of your placements. What is there already?",
                "Two tiles cannot lie on one cell.",
                "Cells that are occupied are in your result. The cell must not be in board.tiles.")
    return None


def _letters(case: Case, place: Place, edge: int, meets: Callable[[int], int] = opposite
             ) -> tuple[str, str]:
    """Return the letter of a placement at an edge, and the one of the tile beyond that it meets."""
    beyond = case[0].tiles[neighbour(place.cell, edge)].tile
    return Tile(case[1], place.turns).letters[edge - 1], beyond.letters[meets(edge) - 1]


def _touched(case: Case, place: Place, meets: Callable[[int], int] = opposite
             ) -> list[tuple[int, bool]]:
    """Return the edges at which a placement touches tiles, each with whether letters agree."""
    return [(edge, eq(*_letters(case, place, edge, meets)))
            for edge in EDGES if neighbour(place.cell, edge) in case[0].tiles]


def _once_and_legal(case: Case, got: Outcome) -> Hints | Sure | None:
    """Look at placements that are there twice, too much or missing."""
    found = got.value
    if not isinstance(found, list):
        return None
    right = _right_in(case, parts.legal_placements)
    if twice := next((each for each in found if found.count(each) > 1), None):
        times, at_once = found.count(twice), [place for place, _ in groupby(found)]
        return ("Is each placement there once?",
                "A placement that touches several tiles is one placement.",
                say("{place!r} is there {times} times, and must be there once. {how}", place=twice,
                    times=times, how=say("Put in a placement only if it is not there yet.")
                    if times != len(_touched(case, twice)) else
                    say("It touches {times} tiles, and its cell comes up from each of them: look "
                        "at each cell once, or put in a placement only if it is not there yet.",
                        times=times)
                    if len(at_once) > len({*at_once}) else
                    say("It touches {times} tiles, and is put in for each of them. Put it in once, "
                        "when all of its edges have been looked at.", times=times)))
    more = [(each, _touched(case, each)) for each in found if each not in right]
    missing = [(each, _touched(case, each)) for each in right if each not in found]
    shown = {(told(each)[0], Tile(case[1], each.turns).letters) for each in found}
    if missing and not more and all(
            (told(each)[0], Tile(case[1], each.turns).letters) in shown for each, _ in missing):
        return Sure(("How many placements has this tile on one cell?",
                     "All six turns count, even if two of them look alike.",
                     say("{place!r} is missing. It shows the same letters as another number of "
                         "turns, but it is a placement of its own: do not leave out turns that "
                         "look alike.", place=missing[0][0])))
    if missing and not more and len({each.cell for each in found}) == len(found) and (
            {each.cell for each in found} == {each.cell for each in right}):
        return Sure(("How many placements has this tile on one cell?",
                     "A tile can fit on a cell with several numbers of turns.",
                     say("On each cell there is one number of turns only, and {place!r} is "
                         "legal, too: go on with the next number of turns after one that fits.",
                         place=missing[0][0])))
    if not more:
        return (missing and (
            "Which rule does the missing placement break?",
            "Go round the six edges of it: which touch a tile, and what is there?",
            say("{place!r} is missing, and is legal: its cell is empty, and letters agree wherever "
                "it touches a tile, at these of its edges: {edges}.", place=missing[0][0],
                edges=", ".join(str(edge) for edge, _ in missing[0][1])))) or None
    place, edges = more[0]
    if not edges:
        return ("Look at the neighbours of the placement.", "A tile must lie beside another one.",
                say("{place!r} touches no tile. At least one neighbour must be occupied.",
                    place=place))
    wrong = [edge for edge, agrees in edges if not agrees]
    letter, other = _letters(case, place, wrong[0])
    last = all(each[-1][1] for _, each in more) and all(
        any(agrees for _, agrees in each) for _, each in more)
    why = (say("The last edge that is looked at agrees, and that alone decides: once an edge does "
               "not agree, later ones must not make up for it.")
           if last and not any(each[0][1] for _, each in more) else
           say("One edge that agrees is not enough: refuse a placement as soon as one does not.")
           if any(agrees for _, agrees in edges) else
           say("All that you return agree with the letter at the edge of the same number. Of the "
               "tile beyond, the edge that meets yours is opposite(edge).")
           if all(agrees for each in found
                  for _, agrees in _touched(case, each, lambda edge: edge)) else
           say("There the tile shows {letter}, and the other one {other}: grass must meet grass, "
               "too, as a road must meet a road.", letter=letter, other=other)
           if "G" in (letter, other) else
           say("There the tile shows {letter}, and the other one {other}.", letter=letter,
               other=other))
    return ("At which edges does the placement touch a tile?",
            "One edge that agrees is not enough: all that touch a tile must.",
            say("{place!r} is no legal placement: at edge {edge} its letter is not that of the "
                "tile that it touches. {why}", place=place, edge=wrong[0], why=why))


def _all_shown(case: Case, expected: Outcome, got: Outcome) -> Picture:
    """Draw the tile, and the turns with which it fits in each cell: expected, and got."""
    def marked(places: list[Place]) -> Marked:
        texts: dict[tuple[int, int], str] = {}
        for cell, turns in sorted(map(told, places)):
            texts[cell] = texts.get(cell, "") + str(turns)
        return Marked(case[0], texts=texts)

    return beside([("given", Tile(case[1])), ("expected", marked(expected.value)),
                   ("got", marked(got.value))])


legal_placements = Task(
    "legal_placements", parts.legal_placements, _tiles, call=any_order,
    laws=[_letter_at, _turned_too_far, _are_placements, _on_empty_cells, _once_and_legal],
    kits=_KITS, show=_all_shown,
    mistakes=[
        Mistake(lambda *given: [each for each in parts.legal_placements(*given)
                                if not each.turns], (
            "How can the tile be turned before it is placed?",
            "All six turns count, even if two of them look alike.",
            "The tile is never turned. Try each number of turns from 0 to 5 on each cell.")),
        Mistake(lambda *given: [Place(each.cell, turns) for each in parts.legal_placements(*given)
                                if not each.turns for turns in range(6)], (
            "Which letters has the tile when it is turned?",
            "Its type is what it shows before it is turned.",
            "The letters that you compare are those of the tile before it is turned, whatever "
            "turns is. Take those of Tile(type, turns).letters.")),
    ],
    nudge="Take one cell of the picture, and one turn, and check by hand what must be asked.",
)


# -- why_over ----------------------------------------------------------------------------------

_WAYS = "Go through the three ways to end, from the first to the last: which holds in the case?"


def _turns(rng: Random) -> Iterator[Case]:
    for tiles, hand in (([((3, 3), "GGGGGG", 0)], "GGGPPG"), ([((3, 3), "CCCCCC", 0)], "GGGPPG"),
                        ([((3, 3), "GGGGGG", 0)], None), ([((0, 0), "CCCCCC", 0)], "GCCRPR"),
                        ([((0, 0), "GCCRPR", 5)], "GGGGGR")):
        yield board_of(tiles), hand
    for player in (1, 2):
        (cell, type, turns), board = SNITCH[-1], board_of(SNITCH[:-1])
        board.place(cell, type, turns, player)
        yield from ((board, hand) for hand in ("GGGGGG", None, "CCCCCC"))
    for board in boards(rng, count=4, most=16):
        yield board, rng.choice([*TYPES])
        yield board, next((name for name in TYPES if not board.fits(name)), None)


def _why_over(board: Board, hand: str | None) -> str | None:
    if board.snitch:
        return "snitch"
    if hand is None:
        return "supply"
    return None if board.fits(hand) else "no place"


def _first_that_holds(case: Case, got: Outcome) -> Hints | Sure | None:
    """Say which way to end is the first that holds, where something else was returned."""
    (board, hand), right = case, _why_over(*case)
    if got.value == right:
        return None
    if got.value not in ("snitch", "supply", "no place", None):
        return Sure((_WAYS, "There are three texts to return, and None.", say(
            "{value} is returned, and is none of these: 'snitch', 'supply', 'no place', and None, "
            "which is no text. Here {right} is right.", value=written(got.value),
            right=repr(right))))
    return Sure((_WAYS, "The first way to end that holds counts, no other.", say(
        "board.snitch is {player} here: a river has won, for that player. Whether that is so, "
        "board.snitch is not None, must be asked first, whatever hand is.",
        player=board.snitch) if right == "snitch" and board.snitch == 1 else say(
        "board.snitch is {player} here: a river has won, for that player, and your lines are right "
        "where it is 1. Ask whether board.snitch is not None: 1 and True are not "
        "the only values that it has.", player=board.snitch) if right == "snitch" else say(
        "Nobody has won, and hand is None: no tile is left to draw. Ask for that before you ask "
        "for the placements of hand.") if right == "supply" else say(
        "Nobody has won, and a tile is in hand that fits nowhere, however it is turned: "
        "board.legal_placements(hand) is the empty list, which is neither None nor True.")
        if right else _goes_on(board.legal_placements(hand))))


def _goes_on(legal: Sequence[Place]) -> str:
    """Return what says that the tile in hand can be placed, in these ways."""
    return " ".join([
        say("Nobody has won, and the tile in hand can be placed, so the game goes on: {place!r} is "
            "legal, for example.", place=legal[0]),
        *([say("No placement is legal here with 0 turns: turned ones count as well.")]
          if all(each.turns for each in legal) else [])])


def _turn_shown(case: Case, expected: Outcome, got: Outcome) -> Picture:
    """Draw the board, and the tile in hand."""
    board, hand = case
    return beside([("given", Marked(board)), *([("given", Tile(hand))] if hand else [])])


why_over = Task(
    "why_over", _why_over, _turns, laws=[_first_that_holds], kits=[PrograsonnePosition],
    show=_turn_shown, nudge=_WAYS,
)


# -- best_placement ----------------------------------------------------------------------------

#: A board on which two placements gain as much, but leave the other player different scores.
_TIE = [((3, 3), "GGGGGC", 2), ((4, 3), "CGGCGG", 5), ((2, 2), "GRGGRG", 5)]

#: A board on which the placement with the most points is not the one with the largest lead.
_LEAD = [((3, 3), "CRCCRC", 0), ((3, 2), "GGRGRG", 3), ((4, 1), "GCCRPR", 1), ((3, 4), "CRCCRC", 3)]

def _hands(rng: Random) -> Iterator[Case]:
    for number, board in enumerate(boards(rng, most=16)):
        yield board, "GGGGGC" if number < 4 else rng.choice([*TYPES]), rng.choice([1, 2])
    yield board_of(_TIE), "GGGGGC", 2
    yield board_of(_LEAD), "CRCCRC", 2
    yield from ((board_of(SNITCH[:-1]), "GGGGGR", player) for player in (1, 2))
    yield board_of([((3, 3), "CCCCCC", 0)]), "GGGPPG", 1


def _tried(board: Board, type: str, player: int) -> Place | None:
    best, most = None, None
    for place in board.legal_placements(type):
        board.place(place.cell, type, place.turns, player)
        scores = board.scores()
        worth = (board.snitch == player, scores[player - 1], -scores[2 - player])
        board.take_back(player)
        if most is None or worth > most:
            best, most = place, worth
    return best


#: What all placements bring, by what they were tried with.
_brought: dict[Any, list[tuple[Place, tuple[bool, int, int]]]] = {}


def _best_by(measure: Callable[[int, int, int], int], snitch: bool, ties: bool
             ) -> Callable[..., Place | None]:
    """Return the wrong answer that takes the placement with the most by a wrong measure.

    It is one of the player's number, its points and those of the other.
    """
    def mistake(board: Board, type: str, player: int) -> Place | None:
        key = told(board), type, player
        if key not in _brought:
            if len(_brought) > 200:
                _brought.clear()
            _brought[key] = [(place, _after((board, type, player), place))
                             for place in board.legal_placements(type)]
        return max(_brought[key], default=(None,), key=lambda each: (
            snitch and each[1][0], measure(player, *each[1][1:]), ties and -each[1][2]))[0]
    return mistake


#: By what else the best placement may be measured, and what is said of it.
_MEASURES: list[tuple[Callable[[int, int, int], int], str]] = [
    (lambda player, own, other: own if player == 1 else other,
     "You always take the score of player 1, as board.scores()[0] gives it. That of player is "
     "board.scores()[player - 1]."),
    (lambda player, own, other: own if player == 2 else other,
     "You always take the score of player 2, as board.scores()[1] gives it. That of player is "
     "board.scores()[player - 1]."),
    (lambda player, own, other: other,
     "You take the placement after which the other player has the most points. Players count from "
     "1, and indices from 0: the score of player is board.scores()[player - 1]."),
    (lambda player, own, other: 10**6 * other - own,
     "You take the placement after which the other player has the most points. The score of player "
     "is board.scores()[player - 1], that of the other board.scores()[2 - player]."),
    (lambda player, own, other: -other,
     "You take the placement after which the other player has the fewest points. First come the "
     "points of player, as many as possible."),
    (lambda player, own, other: own + other,
     "You add up what both players have. Only the points of player count, those of the other where "
     "these are equal."),
]


def _one_shown(case: Case, expected: Outcome, got: Outcome) -> Picture:
    """Draw the placement that is expected, and the one that was got."""
    def marked(place: Place | None) -> Marked:
        board, name, _ = case
        if place is None:
            return Marked(board)
        cell, turns = told(place)
        return Marked(board, texts={}, tile=(cell, Tile(name, turns)))

    return beside([("expected", marked(expected.value)), ("got", marked(got.value))])


@of_errors
def _taken_back(case: Case, got: Outcome) -> Hints | Sure | None:
    """See whether a tile that was tried out is left on the board."""
    tried = [] if got.error and ".place(" not in got.message else [
        cell for cell in got.arguments[0].tiles if cell not in case[0].tiles]
    return Sure(("What is on the board when the next placement is tried, and after the call?",
                 "Each placement is tried on the board as it was.",
                 say("The tile that was tried on cell {cell} is still on the board. "
                     "board.take_back(player) must come after each board.place(...), on every way "
                     "that your lines can take: before the next placement, and before each return.",
                     cell=tried[0]))) if tried else None


def _compared(case: Case, got: Outcome) -> Hints | None:
    """Compare what the placement brings that was returned with what the best one brings."""
    (board, type, player), place, best = case, got.value, _right_in(case, _tried)
    legal = board.legal_placements(type)
    if place is None and best:
        most = _after(case, best)[1]
        return ("Is there a legal placement, and what is the first one compared with?",
                "None is right only if no placement is legal.",
                say("{best!r} is legal, and None is returned. No placement leaves the player more "
                    "than 0 points here, so that no score is above 0: begin with the first "
                    "placement, or with a score below 0.", best=best)
                if not most else
                say("{best!r} is legal, and leaves the player {most} points, but None is returned. "
                    "What is the first placement compared with, and where is the best one kept?",
                    best=best, most=most))
    if place == best or place not in legal or best is None:
        return None
    wins, points, others = _after(case, place)
    best_wins, most, fewest = _after(case, best)
    if best_wins and not wins:
        return ("Is there something better than points?",
                "A river can win the game at once: board.snitch is then the player's number.",
                say("{best!r} wins by the snitch, and comes before {place!r}, whatever that "
                    "brings. After it board.snitch is {player}, the number of the player: ask for "
                    "board.snitch == player while the tile lies there.", best=best, place=place,
                    player=player))
    if points == most:
        return ("Several placements give the same score. Which of them should it be?",
                "Ties are broken by the other's score, by the cell, and by the turns.",
                say("After {place!r} the player has {points} points, as after {best!r}, but the "
                    "other player has {others} there, and {fewest} here: take the one that leaves "
                    "the other player the fewest.", place=place, best=best, points=points,
                    others=others, fewest=fewest)
                if others != fewest else
                say("{place!r} and {best!r} bring the same. Of those take the first in "
                    "board.legal_placements(type): only a better one may take its place.",
                    place=place, best=best))
    left = [_after(case, each)[2] for each in legal]
    why = (say("The lead over the other player is larger after yours, but the points of the player "
               "come first.") if points - others > most - fewest else
           say("After yours the score of the other player is the highest: that of the player is "
               "board.scores()[player - 1].")
           if others == max(left) > min(left) else
           say("Try both: place the tile, look at board.scores()[player - 1], take it back."))
    return ("What does each placement bring?", "Place the tile, look at the scores, take it back.",
            say("Yours, {place!r}, leaves player {player} with {points} points; {best!r} with "
                "{most}. {why}", place=place, player=player, points=points, most=most, best=best,
                why=why))


def _after(case: Case, place: Place) -> tuple[bool, int, int]:
    """Return whether a placement wins, and the scores of the player and of the other."""
    board, type, player = case
    board.place(place.cell, type, place.turns, player)
    scores, wins = board.scores(), board.snitch == player
    board.take_back(player)
    return wins, scores[player - 1], scores[2 - player]


best_placement = Task(
    "best_placement", parts.best_placement, _hands, laws=[_taken_back, _are_placements, _compared],
    kits=[parts.best_placement, Board.hint, Board.ranked, Board.outcome], show=_one_shown,
    ways=[_tried],
    mistakes=[
        Mistake(lambda board, type, player: next(iter(board.legal_placements(type)), None), (
            "What is on the board when you look at its scores?",
            "A tile that has been taken back brings nothing.",
            "All placements seem to bring the same, so that the first is taken. Look at "
            "board.scores() after board.place(...), and before board.take_back(player).")),
        *(Mistake(_best_by(measure, snitch, ties), (
            "Whose points does your function compare, and which are the best?",
            "player is 1 or 2, and board.scores() a pair, with the indices 0 and 1.", said))
          for measure, said in _MEASURES for snitch in (True, False) for ties in (True, False)),
    ],
    nudge="Try the expected placement by hand: place it, look at board.scores(), take it back.",
)
