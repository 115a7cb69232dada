"""Exercise 06: the players of the original, and one of the student's own."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

from blocky.blue import player as kit
from blocky.blue.board import EMPTY, Board
from blocky.blue.check.cases import boards, in_play, small, told_state
from blocky.blue.data import board_of
from blocky.blue.draw.table import table
from blocky.blue.game import Game
from blocky.blue.player import Player, RandomPlayer
from blocky.blue.position import Move, Position
from blocky.blue.rules import COLOURS, SIDE, colour_name
from blocky.kit.check.laws import Lead, from_rng, is_ahead, lead, steady
from blocky.kit.check.run import Outcome
from blocky.kit.check.task import Case, Hints, Task, subclass_of
from blocky.kit.draw.picture import Picture
from blocky.kit.language import say
from blocky.kit.player import GreedyPlayer, LookaheadPlayer
from blocky.kit.trace import short

__all__ = ["FirstAvailable", "GreedyRow", "MyPlayer"]

_KITS = (kit.FirstAvailable.make_move, kit.GreedyRow.make_move, GreedyPlayer.make_move,
         LookaheadPlayer.make_move)


#: A board of which no line takes anything.
_FULL = Board(COLOURS, lines=("b", "bb", "bbb", "bbbb", "bbbbb"))


def _positions(rng: Random) -> Iterator[Case]:
    rows = ("r....", ".r...", ".yr..", ".....", ".....")
    for where in [small("", "bw"), small("w", "", "bw"), small("y"),
                  small("", "wb", board=Board(COLOURS, (".....",) * 4 + ("..w..",), lines=(
                      "r", "rr", "rrr", "rrrr", ""))),
                  small("g", "rb", board=Board(COLOURS, rows)), small("g", "rr", board=_FULL),
                  small("", "wwrb", board=Board(COLOURS, rows, lines=("", "b", "g", "", ""))),
                  small("y", "", "yyrb", board=Board(COLOURS, rows, lines=("w", "", "", "g", "")))]:
        yield (Position.from_record(where),)
    begun = Board(COLOURS, ("r.gw.", ".r...", "..r..", "...r.", "....."), ("b", "b", "", "bb", ""))
    for where in [small("", "b", board=begun), small("", "bbb", board=begun),
                  small("", "yb", "w", board=begun)]:
        yield (Position.from_record(where),)
    for board in map(board_of, boards(rng, 16)):
        lines = tuple(tiles[:rng.randrange(len(tiles) + 1)] if rng.random() < 0.6 else tiles
                      for tiles in board.lines)
        piles = ["".join(rng.choices(COLOURS, k=rng.randrange(4))) for _ in range(5)]
        yield (Position.from_record(small("y", *piles, board=board._replace(lines=lines))),)
    yield from ((position,) for position in in_play(rng, 20))


def _choose(answer: Any, position: Position) -> Any:
    game = Game.on(position.copy(), [RandomPlayer()] * position.seats, 1)
    return answer().make_move(game, Random(0))


def _is_legal(case: Case, got: Outcome) -> Hints | None:
    position, move = case[0], got.value
    if not isinstance(position, Position) or move is None:
        return None
    reason = position.why_not(move)
    return reason and (
        "What does make_move return, and may that be done?",
        "It returns a legal Move(source, colour, line). game.why_not(move) says why a move is "
        "not legal.",
        say("{move} cannot be made. {reason}", move=short(move), reason=reason))


def _is_move(case: Case, got: Outcome) -> Hints | None:
    """See whether a player returns None, and whether it is for want of a line."""
    position = case[0]
    if position is None or got.value is not None:
        return None
    floor = not any(move.line for move in position.legal_moves())
    return ("What does make_move return where nothing suits it?",
            "There is always a legal move: the floor, line 0, takes anything.",
            say("Your player returns None. No line takes anything here, so that only moves to the "
                "floor are legal: it must return one of them, such as {move}.",
                move=short(position.legal_moves()[0])) if floor else
            say("Your player returns None, though {move}, for example, is legal. Which of your "
                "lines should return a move here?", move=short(position.legal_moves()[0])))


def _other_step(case: Case, got: Outcome, expected: Move) -> Hints | None:
    """See whether a move goes to the floor or not otherwise than it should."""
    position, move = case[0], got.value
    first = _tiles(*position.takes[0])
    if expected.line == 0 != move:
        return ("Which line takes anything in this position?",
                "If no line takes anything, the first tiles of all go to the floor.",
                say("No line takes anything here: the first tiles of all, {first}, go to the "
                    "floor. Your player returns {move!r}.", first=first, move=move))
    if move is None:
        return None
    if move.line == 0:
        return ("Which line takes anything in this position?",
                "Only if no line takes anything, tiles go to the floor.",
                say("Your player puts tiles on the floor, but {line} takes {taken}. All lines, by "
                    "their numbers from 1 to 5, and all tiles must be tried before.",
                    line=_line(position, expected.line),
                    taken=_tiles(expected.source, expected.colour)))
    return None


def _tiles(source: int, colour: str) -> str:
    """Return in words what can be taken."""
    return (say("{colour} from factory {source}", colour=colour_name(colour), source=source)
            if source else say("{colour} from the centre", colour=colour_name(colour)))


def _line(position: Position, number: int) -> str:
    """Return in words which line it is, and what lies on it."""
    tiles = position.board.lines[number - 1]
    return (say("line {line}, on which {tiles} lies,", line=number, tiles=tiles) if tiles else
            say("line {line}, which is empty,", line=number))


def _first_of_all(case: Case, got: Outcome) -> Hints | None:
    """See which tiles, or which line, come before those of a move."""
    position, move, right = case[0], got.value, _choose(kit.FirstAvailable, case[0])
    if move == right or (hints := _other_step(case, got, right)) or move is None:
        return None if move == right else hints
    taken, mine = _tiles(right.source, right.colour), _tiles(move.source, move.colour)
    line = _line(position, right.line)
    return ("Which tiles are looked at first, and which line takes them?",
            "For the first tiles all lines are tried, then for the next: the tiles are the outer "
            "loop, and the lines the inner one. The first line that takes them is chosen, whether "
            "it is empty or not.",
            say("Your player takes {mine} for line {other}. But {taken} comes earlier in "
                "game.position.takes, and {line} takes it. Try all five lines for the first tiles "
                "before you look at the next tiles.",
                mine=mine, other=move.line, taken=taken, line=line)
            if mine != taken else
            say("Your player puts {mine} on line {other}. But {line} takes it too, and comes "
                "first: the lines are tried from 1 to 5.", mine=mine, other=move.line, line=line))


def _fullest_row(case: Case, got: Outcome) -> Hints | None:
    """See which row comes before that of a move, or which tiles do."""
    position, move, right = case[0], got.value, _choose(kit.GreedyRow, case[0])
    if move == right or (hints := _other_step(case, got, right)) or move is None:
        return None if move == right else hints
    taken, mine = _tiles(right.source, right.colour), _tiles(move.source, move.colour)
    asked = "Which row of the wall has the most tiles? Which tiles does its line take?"
    if move.line == right.line:
        return (asked, "Of the tiles that the line takes, the first in game.position.takes are "
                "chosen.",
                say("Line {line} is right, but your player takes {mine} for it. The first in "
                    "game.position.takes that it takes is {taken}; how many tiles there are does "
                    "not count.", line=right.line, mine=mine, taken=taken))
    many, fewer = (SIDE - position.board.wall[line - 1].count(EMPTY)
                   for line in (right.line, move.line))
    return (asked, "The rows are the outer loop, in their order: those of the wall with the most "
            "tiles first, of equal ones the topmost. For each row all tiles are looked at.",
            say("Your player chooses line {other}: the number of tiles in row {other} of the wall "
                "is {fewer}. In row {line} it is {many}, and its line takes {taken}: so it comes "
                "first. {rule}", other=move.line, fewer=fewer, line=right.line, many=many,
                taken=taken,
                rule=say("Of equal rows the topmost comes first.") if many == fewer else say(
                    "What lies on the lines does not count for that.")))


def _marked(args: Case, expected: Outcome, got: Outcome) -> Picture:
    """Draw the position with the move that is expected."""
    return table(args[0], move=expected.value, letters=True)


_player = partial(
    Task, cases=_positions, call=_choose, kits=_KITS,
    form=subclass_of(Player, "make_move"), needs="a class, a subclass of Player", show=_marked)

FirstAvailable = _player(
    "FirstAvailable", kit.FirstAvailable, laws=[_is_legal, _first_of_all],
    words=lambda position: told_state("FirstAvailable().make_move(game, rng)", position),
    nudge="Which tiles are looked at first, and which line takes them?",
)

GreedyRow = _player(
    "GreedyRow", kit.GreedyRow, laws=[_is_legal, _fullest_row],
    words=lambda position: told_state("GreedyRow().make_move(game, rng)", position),
    nudge="Which row of the wall has the most tiles? Which tiles does its line take?",
)


# -- a player of one's own -----------------------------------------------------------------------

#: How many pairs of games are played at most; which part of them must be won, and what part is the
#: benefit of the doubt.
PAIRS, LEAST, DOUBT = 10, 0.5, 0.5

#: In more than this part of its moves a player does what it usually does.
USUALLY = 0.8

#: How a move was weighed in each way, with the least and the most of all legal moves.
_Weighed = list[tuple[int, int, int]]


def _turns(rng: Random) -> Iterator[Case]:
    for where in (small("", "bb", board=_FULL), small("r", board=_FULL), small("", "rrrr", "bbb")):
        yield Position.from_record(where), rng.randrange(1000)
    yield from ((position, rng.randrange(1000)) for position in in_play(rng, 10))
    yield None, PAIRS


def _plays(answer: Any, position: Position | None, number: int) -> Any:
    """Return the move of a player; without a position, which part of a league's games it won."""
    if position is None:
        seen = list[_Weighed]()
        return lead(lambda seed, seat, end: _won(answer(), seed, seat, seen), number, LEAST, seen)
    return steady(lambda rng: answer().make_move(
        Game.on(position.copy(), [RandomPlayer()] * position.seats, 1), rng), number)


def _won(player: Any, seed: int, seat: int, seen: list[_Weighed]) -> float:
    players = [RandomPlayer(), RandomPlayer()]
    players[seat] = player
    game = Game(players, seed=seed)
    while not game.over:
        before = game.position.copy() if game.turn == seat else None
        game.step()
        if before:
            weighed = [_weighed(before, move) for move in before.legal_moves()]
            own = _weighed(before, game.history[-1].move)
            seen.append([(mine, min(others), max(others))
                         for mine, others in zip(own, zip(*weighed, strict=True), strict=True)])
    return float(game.winners == [seat])


def _weighed(position: Position, move: Move) -> tuple[int, int, int]:
    """Return whether a move goes to the floor, how many tiles fall there, and how many are left."""
    count = position.sources[move.source].count(move.colour)
    room = move.line - len(position.board.lines[move.line - 1]) if move.line else 0
    return int(not move.line), max(0, count - room), -count


#: Of each way to weigh a move: what is said of a player who nearly always chooses the worst.
_WORST = {
    1: "In {count} of {all} moves it chooses a move by which as many tiles fall to the floor as by "
       "any: the worst of all. Is it max where min is meant, or is a sign the wrong way round?",
    0: "In {count} of {all} moves it puts tiles on the floor, line 0, though a line takes some. "
       "There nothing fits, so that all of them are wasted: look at line 0 by itself.",
    2: "In {count} of {all} moves it takes as few tiles as it can. Is it min where max is meant, "
       "or is a sign the wrong way round?",
}


def _why_behind(league: Lead) -> str:
    said = [say("Your player wins {part:.0%} of its games against one who makes any legal move, "
                "and should win at least half.", part=league.mean)]
    for way, sentence in _WORST.items():
        free = [(mine, most) for mine, least, most in (turn[way] for turn in league.seen)
                if least < most]
        worst = sum(mine == most for mine, most in free)
        if worst > USUALLY * len(free):
            return "\n".join([*said, say(sentence, count=worst, all=len(free))])
    wasted = sum(mine > least for _, (mine, least, _), _ in league.seen)
    return "\n".join([*said, say(
        "In {count} of {all} moves more tiles fall to the floor than by another legal move. Leave "
        "the floor for last, and take as many tiles as there is room for.", count=wasted,
        all=len(league.seen))])


def _words(position: Position | None, number: int) -> str:
    if position is None:
        return say("the wins of MyPlayer() against RandomPlayer(), up to {number} games",
                   number=2 * number)
    return told_state(f"MyPlayer().make_move(game, Random({number}))", position)


MyPlayer = Task(
    "MyPlayer", kit.GreedyRow, _turns, _plays, only_laws=True, kits=_KITS,
    laws=[from_rng, _is_move, _is_legal, is_ahead(LEAST, DOUBT, _why_behind)], words=_words,
    seconds=2.5, few_after=0.8, form=subclass_of(Player, "make_move"),
    needs="a class, a subclass of Player",
)
