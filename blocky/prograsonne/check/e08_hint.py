"""Exercise 08: where a tile fits, whether the game is over, which placement gains most."""

from random import Random

from blocky.kit.check.compare import any_order, told, written
from blocky.kit.check.task import Case, Cases, Hints, Outcome, Shown, Sure, Task, of_errors
from blocky.kit.language import say
from blocky.prograsonne import parts
from blocky.prograsonne.board import Board
from blocky.prograsonne.check.boards import board_of, boards
from blocky.prograsonne.check.e07_features import BEFORE
from blocky.prograsonne.draw.marked import Marked
from blocky.prograsonne.hexes import CELLS, EDGES, neighbour, opposite
from blocky.prograsonne.move import Place
from blocky.prograsonne.position import PrograsonnePosition
from blocky.prograsonne.tiles import TYPES, Tile

__all__ = ["best_placement", "legal_placements", "why_over"]

def _are_placements(case: Case, got: Outcome) -> Sure | None:
    found = got.value if isinstance(got.value, list) else [got.value]
    wrong = next((each for each in found if not isinstance(each, Place)
                  or each.turns not in range(6) or each.cell not in CELLS), None)
    return None if wrong is None else Sure((
        "What do you return?", "A placement is a cell and a number of turns, 0 to 5.",
        say("{value} is returned, which is no placement. Return the Place itself, Place(cell, "
            "turns): no pair of both, and not what the placement is worth.", value=written(wrong))))


# -- legal_placements --------------------------------------------------------------------------

def _tiles(rng: Random) -> Cases:
    for number, board in enumerate(boards(rng)):
        for name in ("GGGGGC", "GGGGGG") if number < 3 else ():
            yield board, name
        yield board, rng.choice([*TYPES])


def _touched(case: Case, place: Place) -> list[tuple[int, bool]]:
    """Return the edges that touch tiles, each with whether the letters agree."""
    tiles, letters = case[0].tiles, Tile(case[1], place.turns).letters
    return [(edge, letters[edge - 1] == tiles[beyond].tile.letters[opposite(edge) - 1])
            for edge in EDGES if (beyond := neighbour(place.cell, edge)) in tiles]


def _once_and_legal(case: Case, got: Outcome) -> Hints | Sure | None:
    """Explain a placement that is there twice, too much or missing."""
    found, right = got.value, case[0].legal_placements(case[1])
    if not isinstance(found, list):
        return None
    if twice := next((each for each in found if found.count(each) > 1), None):
        return ("Is each placement there once?",
                "A placement that touches several tiles is one placement.",
                say("{place!r} is there {times} times, and must be there once. It touches {count} "
                    "tiles: look at each cell once, and put a placement in when all of its edges "
                    "have been looked at, or only if it is not there yet.", place=twice,
                    times=found.count(twice), count=len(_touched(case, twice))))
    more = [each for each in found if each not in right]
    missing = [each for each in right if each not in found]
    cells, alike = {each.cell for each in found}, {
        (each.cell, Tile(case[1], each.turns).letters) for each in found}
    if missing and not more and cells == {each.cell for each in right} and (
            len(cells) == len(found) or all(
                (each.cell, Tile(case[1], each.turns).letters) in alike for each in missing)):
        return Sure(("How many placements has this tile on one cell?",
                     "All six turns count, even if two of them look alike.",
                     say("{place!r} is missing, and other turns on its cell are there: go on with "
                         "the next number of turns after one that fits, and do not leave out "
                         "turns that look alike.", place=missing[0])))
    if not more:
        return (
            "Which rule does the missing placement break?",
            "Go round the six edges of it: which touch a tile, and what is there?",
            say("{place!r} is missing, and is legal: its cell is empty, and with so many turns "
                "letters agree wherever it touches a tile, at these of its edges: {edges}.",
                place=missing[0], edges=", ".join(
                    str(edge) for edge, _ in _touched(case, missing[0])))) if missing else None
    place = more[0]
    wrong = next((edge for edge, agrees in _touched(case, place) if not agrees), None)
    if place.cell in case[0].tiles or wrong is None:
        return ("Look at the cell of the placement, and at its neighbours.",
                "A tile must lie on an empty cell, beside another one.",
                say("{place!r} lies on a tile, and two cannot lie on one cell.", place=place)
                if place.cell in case[0].tiles else
                say("{place!r} touches no tile. At least one neighbour must be occupied.",
                    place=place))
    return ("At which edges does the placement touch a tile?",
            "One edge that agrees is not enough: all that touch a tile must.",
            say("{place!r} is no legal placement: at edge {edge} its letter is not that of the "
                "tile that it touches. Refuse a placement as soon as one edge does not agree, so "
                "that later ones cannot make up for it.", place=place, edge=wrong))


def _all_shown(case: Case, expected: Outcome, got: Outcome) -> Shown:
    def marked(places: list[Place]) -> Marked:
        texts: dict[tuple[int, int], str] = {}
        for cell, turns in sorted(map(told, places)):
            texts[cell] = texts.get(cell, "") + str(turns)
        return Marked(case[0], texts=texts)

    return [("given", Tile(case[1])), ("expected", marked(expected.value)),
            ("got", marked(got.value))]


legal_placements = Task(
    "legal_placements", parts.legal_placements, _tiles, call=any_order,
    laws=[_are_placements, _once_and_legal], show=_all_shown,
    kits=[Board.legal_placements, Board.fits, Board._fitting, Board.why_not, Board.wrong_edges],
    nudge="Take one cell of the picture, and one turn, and check by hand what must be asked.",
)


# -- why_over ----------------------------------------------------------------------------------

_WAYS = "Go through the three ways to end, from the first to the last: which holds in the case?"


def _turns(rng: Random) -> Cases:
    for tile, hand in (("(3,3)GGGGGG@0", "GGGPPG"), ("(3,3)CCCCCC@0", "GGGPPG"),
                       ("(3,3)GGGGGG@0", None), ("(0,0)CCCCCC@0", "GCCRPR"),
                       ("(0,0)GCCRPR@5", "GGGGGR")):
        yield board_of(tile), hand
    for player in (1, 2):
        board = board_of(BEFORE)
        board.place((2, 2), "GGGGGR", 3, player)
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


def _first_that_holds(case: Case, got: Outcome) -> Sure | None:
    (board, hand), right = case, _why_over(*case)
    if got.value == right:
        return None
    legal = board.legal_placements(hand) if hand else []
    return Sure((_WAYS, "The first way to end that holds counts, no other.", say(
        "board.snitch is {player} here: a river has won, for that player. Ask first, whatever hand "
        "is, whether board.snitch is not None: it can be 1 or 2. Once that holds, it stays so: no "
        "later line may put another reason in its place (return at once, or go on with elif).",
        player=board.snitch)
        if right == "snitch" else say(
            "Nobody has won, and hand is {hand}: 'supply' says that no tile is left to draw, 'no "
            "place' that the one in hand fits nowhere. {right} is right here.", hand=repr(hand),
            right=repr(right)) if right else say(
            "Nobody has won, and the tile in hand can be placed, with {turns} turns for example, "
            "so the game goes on: {place!r} is legal.", turns=legal[0].turns, place=legal[0])))


why_over = Task(
    "why_over", _why_over, _turns, laws=[_first_that_holds], kits=[PrograsonnePosition],
    show=lambda case, expected, got: [("given", Marked(case[0])), *(
        ("given", Tile(hand)) for hand in case[1:] if hand)],
    nudge=_WAYS,
)


# -- best_placement ----------------------------------------------------------------------------

def _hands(rng: Random) -> Cases:
    for number, board in enumerate(boards(rng, most=16)):
        yield board, "GGGGGC" if number < 4 else rng.choice([*TYPES]), rng.choice([1, 2])
    # Two placements gain the same, but leave the other player different scores.
    yield board_of("(3,3)GGGGGC@2 (4,3)CGGCGG@5 (2,2)GRGGRG@5"), "GGGGGC", 2
    # The placement with the most points has not the largest lead.
    yield board_of("(3,3)CRCCRC@0 (3,2)GGRGRG@3 (4,1)GCCRPR@1 (3,4)CRCCRC@3"), "CRCCRC", 2
    yield from ((board_of(BEFORE), "GGGGGR", player) for player in (1, 2))
    yield board_of("(3,3)CCCCCC@0"), "GGGPPG", 1


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


def _one_shown(case: Case, expected: Outcome, got: Outcome) -> Shown:
    def marked(place: Place | None) -> Marked:
        if place is None:
            return Marked(case[0])
        cell, turns = told(place)
        return Marked(case[0], tile=(cell, Tile(case[1], turns)))

    return [("expected", marked(expected.value)), ("got", marked(got.value))]


@of_errors
def _taken_back(case: Case, got: Outcome) -> Hints | Sure | None:
    tried = [] if got.error and ".place(" not in got.message else [
        cell for cell in got.arguments[0].tiles if cell not in case[0].tiles]
    return Sure(("What is on the board when the next placement is tried, and after the call?",
                 "Each placement is tried on the board as it was.",
                 say("The tile that was tried on cell {cell} is still on the board. "
                     "board.take_back(player) must come after each board.place(...), on every way "
                     "that your lines can take: before the next placement, and before each return.",
                     cell=tried[0]))) if tried else None


def _compared(case: Case, got: Outcome) -> Hints | None:
    """Compare the returned placement with the best one."""
    (board, type, player), place, best = case, got.value, parts.best_placement(*case)
    if place is None and best:
        return ("Is there a legal placement, and what is the first one compared with?",
                "None is right only if no placement is legal.",
                say("{best!r} is legal, and leaves the player {most} points, but None is returned. "
                    "Begin with the first placement, or with a score below 0, and keep the best "
                    "one.", best=best, most=_after(case, best)[1]))
    if place == best or place not in board.legal_placements(type) or best is None:
        return None
    wins, points, others = _after(case, place)
    best_wins, most, fewest = _after(case, best)
    if points == most and wins == best_wins:
        return ("Several placements give the same score. Which of them should it be?",
                "Ties are broken by the other's score, by the cell, and by the turns.",
                say("After {place!r} the player has {points} points, as after {best!r}, and the "
                    "other player has {others} there, and {fewest} here: take the one that leaves "
                    "the other player the fewest, and of several the first.", place=place,
                    best=best, points=points, others=others, fewest=fewest))
    return ("What does each placement bring?", "Place the tile, look at the scores, take it back.",
            say("Yours, {place!r}, leaves player {player} with {points} points; {best!r} with "
                "{most}. {why}", place=place, player=player, points=points, most=most, best=best,
                why=say("It wins by the snitch, board.snitch == player, which comes before points.")
                if best_wins else
                say("The lead over the other player is larger after yours, but the points of the "
                    "player come first.") if points - others > most - fewest else
                say("Look at board.scores()[player - 1] after board.place(...), and before "
                    "board.take_back(player).")))


def _after(case: Case, place: Place) -> tuple[bool, int, int]:
    """Return whether a placement wins, and the scores of the player and of the other."""
    board, type, player = case
    scores, wins = board.outcome(type, place, player)
    return wins, scores[player - 1], scores[2 - player]


best_placement = Task(
    "best_placement", parts.best_placement, _hands, laws=[_taken_back, _are_placements, _compared],
    kits=[parts.best_placement, Board.hint, Board.ranked, Board.outcome], show=_one_shown,
    ways=[_tried],
    nudge="Try the expected placement by hand: place it, look at board.scores(), take it back.",
)
