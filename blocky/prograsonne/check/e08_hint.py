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
        "What do you return?",
        "A placement is a cell and a number of rotations (turns), from 0 to 5.",
        say("You return {value}, which isn't a placement. Return the Place itself, Place(cell, "
            "turns): not a plain pair, and not the score of the placement.", value=written(wrong))))


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
        return ("Is each placement in your list only once?",
                "A placement that touches several tiles is still only one placement.",
                say("{place!r} is in your list {times} times (tiles that it touches: {count}). "
                    "Look at each cell only once. Add a placement after you've tested all its "
                    "edges, or only if it isn't in the list yet.", place=twice,
                    times=found.count(twice), count=len(_touched(case, twice))))
    more = [each for each in found if each not in right]
    missing = [each for each in right if each not in found]
    cells, alike = {each.cell for each in found}, {
        (each.cell, Tile(case[1], each.turns).letters) for each in found}
    if missing and not more and cells == {each.cell for each in right} and (
            len(cells) == len(found) or all(
                (each.cell, Tile(case[1], each.turns).letters) in alike for each in missing)):
        return Sure(("How many placements does this tile have on one cell?",
                     "All six rotations count, even if two of them look the same.",
                     say("{place!r} is missing, but other rotations on its cell are there. Go on "
                         "after a rotation that fits, and don't leave out rotations that look the "
                         "same.", place=missing[0])))
    if not more:
        return (
            "Which rule does the missing placement break?",
            "Go around its six edges. Which of them touch a tile, and do the letters match?",
            say("{place!r} is missing, but it's legal. Its cell is empty, and after these "
                "rotations the letters match at every edge where it touches a tile: {edges}.",
                place=missing[0], edges=", ".join(
                    str(edge) for edge, _ in _touched(case, missing[0])))) if missing else None
    place = more[0]
    wrong = next((edge for edge, agrees in _touched(case, place) if not agrees), None)
    if place.cell in case[0].tiles or wrong is None:
        return ("Look at the cell of the placement and at its neighbours.",
                "A tile must be on an empty cell, next to another tile.",
                say("{place!r} isn't legal: there's already a tile on its cell.", place=place)
                if place.cell in case[0].tiles else
                say("{place!r} isn't legal: it touches no tile. At least one neighbour must have "
                    "a tile.",
                    place=place))
    return ("At which edges does this placement touch a tile?",
            "One matching edge isn't enough: all edges that touch a tile must match.",
            say("{place!r} isn't legal: at edge {edge}, its letter differs from the tile that it "
                "touches. Reject a placement at the first edge that doesn't match. No later edge "
                "can make up for it.", place=place, edge=wrong))


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
    nudge="Take one cell in the picture and one rotation. Which rules do you have to test?",
)


# -- why_over ----------------------------------------------------------------------------------

_WAYS = "Go through the reasons in the table from the top. Which is the first that applies here?"


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
    return Sure((_WAYS, "Only the first reason that applies counts.", say(
        "board.snitch is {player} here: a river has won. Whatever hand is, test first whether "
        "board.snitch is not None (it can be 1 or 2). Then return at once, or use elif, so that "
        "no later line replaces this reason.",
        player=board.snitch)
        if right == "snitch" else say(
            "Nobody has won, and hand is {hand}. 'supply' means that no tile was left to draw, "
            "and 'no place' means that the tile in hand fits nowhere. So {right} is the reason "
            "here.", hand=repr(hand),
            right=repr(right)) if right else say(
            "Nobody has won, and the tile in hand fits, so the game goes on. For example, "
            "{place!r} is legal (number of rotations: {turns}).",
            turns=legal[0].turns, place=legal[0])))


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
    return Sure(("What's on the board when you try the next placement, and after the call?",
                 "Try each placement on the board as it was before.",
                 say("The tile that you tried on cell {cell} is still on the board. Call "
                     "board.take_back(player) after each board.place(...): before the next "
                     "placement, and before every return.",
                     cell=tried[0]))) if tried else None


def _compared(case: Case, got: Outcome) -> Hints | None:
    """Compare the returned placement with the best one."""
    (board, type, player), place, best = case, got.value, parts.best_placement(*case)
    if place is None and best:
        return ("Is there a legal placement? What do you compare the first one with?",
                "Return None only if no placement is legal.",
                say("{best!r} is legal and leaves the player with {most} points, but you return "
                    "None. Start with the first placement, or with a score below 0, and keep the "
                    "best one.", best=best, most=_after(case, best)[1]))
    if place == best or place not in board.legal_placements(type) or best is None:
        return None
    wins, points, others = _after(case, place)
    best_wins, most, fewest = _after(case, best)
    if points == most and wins == best_wins:
        return ("Several placements give the same score. Which of them is the best?",
                "Break ties by the other player's score, then by cell, then by number of "
                "rotations.",
                say("After {place!r}, the player has {points} points, just as after {best!r}. But "
                    "the other player has {others} and {fewest} points. Choose the placement that "
                    "leaves the other player with fewer points. If the points are equal, choose "
                    "the one that comes first.", place=place,
                    best=best, points=points, others=others, fewest=fewest))
    return ("How good is each placement?", "Place the tile, look at the scores, and take it back.",
            say("Your {place!r} leaves player {player} with {points} points, and {best!r} with "
                "{most}. {why}", place=place, player=player, points=points, most=most, best=best,
                why=say("{best!r} wins the game with the snitch (board.snitch == player), and a "
                        "win is better than any number of points.", best=best)
                if best_wins else
                say("Yours gives a larger lead over the other player, but the player's own points "
                    "come first.") if points - others > most - fewest else
                say("Read board.scores()[player - 1] after board.place(...) and before "
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
    nudge="Try the expected placement by hand: place it, look at board.scores(), and take it "
          "back.",
)
