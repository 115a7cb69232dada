"""Exercise 06: the players of the original, and one of the student's own."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import chain
from random import Random
from typing import Any, NamedTuple

from blocky.blue import player as kit
from blocky.blue.board import EMPTY, Board
from blocky.blue.check.cases import boards, in_play, position_text, small, told_state
from blocky.blue.data import seen
from blocky.blue.draw.table import table
from blocky.blue.game import Game
from blocky.blue.player import Player, RandomPlayer
from blocky.blue.position import Move, Position
from blocky.blue.rules import COLOURS, SIDE, colour_name
from blocky.kit.calls import short
from blocky.kit.check.laws import Lead, from_rng, is_ahead, kept, lead, steady
from blocky.kit.check.task import (
    Call,
    Case,
    Cases,
    Hints,
    Law,
    Outcome,
    Sure,
    Task,
    subclass_of,
    written,
)
from blocky.kit.language import say
from blocky.kit.player import GreedyPlayer, LookaheadPlayer

__all__ = ["FirstAvailable", "GreedyRow", "MyPlayer"]

_KITS = (kit.FirstAvailable.make_move, kit.GreedyRow.make_move, GreedyPlayer.make_move,
         LookaheadPlayer.make_move)


#: A board whose lines take nothing.
_FULL = Board(COLOURS, lines=("b", "bb", "bbb", "bbbb", "bbbbb"))


def _positions(rng: Random) -> Cases:
    rows = ("r....", ".r...", ".yr..", ".....", ".....")
    begun = Board(COLOURS, ("r.gw.", ".r...", "..r..", "...r.", "....."), ("b", "b", "", "bb", ""))
    for where in [small("", "bw"), small("w", "", "bw"), small("y"),
                  small("", "wb", board=Board(COLOURS, (".....",) * 4 + ("..w..",), lines=(
                      "r", "rr", "rrr", "rrrr", ""))),
                  small("g", "rb", board=Board(COLOURS, rows)), small("g", "rr", board=_FULL),
                  small("", "wwrb", board=Board(COLOURS, rows, lines=("", "b", "g", "", ""))),
                  small("y", "", "yyrb", board=Board(COLOURS, rows, lines=("w", "", "", "g", ""))),
                  small("", "b", board=begun), small("", "bbb", board=begun),
                  small("", "yb", "w", board=begun)]:
        yield Position.from_record(where)
    for board in (seen(each).board for each in boards(rng, 16)):
        lines = tuple(tiles[:rng.randrange(len(tiles) + 1)] if rng.random() < 0.6 else tiles
                      for tiles in board.lines)
        piles = ["".join(rng.choices(COLOURS, k=rng.randrange(4))) for _ in range(5)]
        yield Position.from_record(small("y", *piles, board=board._replace(lines=lines)))
    yield from in_play(rng, 20)


#: The position in which a player moves before the second question.
_BEFORE = Position.from_record(small("rb", board=Board(COLOURS, (".....",) * 4 + ("..w..",))))


def _choose(kit: Any, answer: Any, position: Position) -> Any:
    """Return the move of a new player, or Unsteady if an earlier move changes it."""
    def moved_before(rng: Random) -> Any:
        player = answer()
        with suppress(Exception):
            _asked(player, _BEFORE, Random(0))
        return _asked(player, position, rng)
    value = steady(lambda rng: _asked(answer(), position, rng), 0, again=moved_before, later=say(
        "Before this call, the player had moved in another position."))
    return value if value == _asked(kit(), position, Random(0)) else kept(
        answer, lambda anew: _asked(anew(), position, Random(0)), value)


def _asked(player: Any, position: Position, rng: Random) -> Any:
    return player.make_move(_game_on(position), rng)


def _game_on(position: Position) -> Game:
    return Game.on(position.copy(), [RandomPlayer()] * position.seats, 1)


def _is_legal(case: Case, got: Outcome) -> Hints | None:
    position, move = case[0], got.value
    if not isinstance(position, Position) or move is None:
        return None
    reason = position.why_not(move)
    return reason and (
        "What does make_move return, and is that move legal?",
        "It must return a legal Move(source, colour, line). game.why_not(move) tells you why a "
        "move isn't legal.",
        say("Your player returns {move}, which isn't legal. {reason}",
            move=short(move), reason=reason))


def _is_move(case: Case, got: Outcome) -> Hints | None:
    return None if case[0] is None or got.value is not None else (
        "What does make_move return when it finds no good move?",
        "There's always a legal move: the floor, line 0, accepts every colour.",
        say("Your player returns None, but {move}, for example, is legal.",
            move=short(case[0].legal_moves()[0])))


def _follows(kit: Any, rule: str, first: Callable[[Position, Move, Move], str]) -> Law:
    """Return the law that a player chooses as the kit's does; ``first`` explains the order."""
    def law(case: Case, got: Outcome) -> Hints | Sure | None:
        [position], move = case, got.value
        right = _asked(kit(), position, Random(0))
        if move == right or (move is None and right.line):
            return None
        if not right.line:
            why = say("No line accepts anything here, so put the first (source, colour) on the "
                      "floor.")
        elif not move.line:
            why = say("Line {line} accepts {colour}. First try lines 1 to 5 for all pairs "
                      "(source, colour). Use the floor only if no line accepts any of them.",
                      line=right.line, colour=colour_name(right.colour))
        else:
            why = first(position, move, right)
        hints = ("Which move comes first, and why?", rule, say(
            "Your player returns {move}, but {right} is also legal and comes first. {why}",
            move=short(move), right=short(right), why=why))
        # Sure: a repair by any constant key would pass.
        return Sure(hints) if first is _rows_first and move.line == right.line > 0 else hints
    return law


def _tiles_first(position: Position, move: Move, right: Move) -> str:
    if move[:2] == right[:2]:
        return say("Try the lines from 1 to 5, whether they're empty or not, and even if not all "
                   "of the tiles fit.")
    return say("Here game.position.takes is {takes}, so {first} comes before {other}. Keep this "
               "order, and try all five lines for one pair before you go on to the next.",
               takes=written(position.takes),
               first=(right.source, right.colour), other=(move.source, move.colour))


def _rows_first(position: Position, move: Move, right: Move) -> str:
    many, fewer = (SIDE - position.board.wall[line - 1].count(EMPTY)
                   for line in (right.line, move.line))
    sources = position.sources
    return (say("Of the tiles that the line accepts, choose the first in game.position.takes, no "
                "matter how many there are.")
            if move.line == right.line and sources[move.source].count(move.colour) > sources[
                right.source].count(right.colour) else
            say("Of the tiles that the line accepts, choose the first in game.position.takes. "
                "Here it is {takes}.", takes=written(position.takes))
            if move.line == right.line else
            say("Both rows of the wall have the same number of tiles, {many}, so the upper one "
                "comes first. (If you sort and then reverse, you reverse equal rows too.)",
                many=many) if many == fewer else
            say("The wall has more tiles in row {line} ({many}) than in row {other} ({fewer}). "
                "Tiles on the lines don't count.", line=right.line,
                many=many, other=move.line, fewer=fewer))


def _python(name: str, position: Position, seed: int) -> Call:
    return Call(f"{name}().make_move(game, Random({seed}))", {"game": _game_on(position)},
                remark=position_text(position))


def _player(kit: Any, nudge: str, rule: str, first: Callable[..., str]) -> Task:
    name = kit.__name__
    return Task(
        name, kit, _positions, partial(_choose, kit), nudge=nudge, kits=_KITS,
        show=lambda args, expected, got: table(args[0], move=expected.value, letters=True),
        laws=[from_rng, _is_legal, _follows(kit, rule, first)],
        words=lambda position: told_state(f"{name}().make_move(game, rng)", position),
        python=lambda position: _python(name, position, 0),
        form=subclass_of(Player, "make_move"), needs="a class, a subclass of Player")


FirstAvailable = _player(
    kit.FirstAvailable, "Which tiles do you try first, and which line accepts them?",
    "The outer loop goes over the tiles, and the inner loop over the lines. Choose the first line "
    "that accepts the tiles.", _tiles_first)

GreedyRow = _player(
    kit.GreedyRow, "Which row of the wall has the most tiles? Which tiles does its line accept?",
    "The outer loop goes over the rows of the wall. For each row, try all tiles.",
    _rows_first)


# -- a player of one's own -----------------------------------------------------------------------

#: The most pairs of games; the share of them that must be won; the benefit of the doubt; and the
#: share of its moves in which a player does what it usually does.
PAIRS, LEAST, DOUBT, USUALLY = 10, 0.5, 0.5, 0.8


def _turns(rng: Random) -> Cases:
    some = map(Position.from_record, (
        small("", "bb", board=_FULL), small("r", board=_FULL), small("", "rrrr", "bbb")))
    yield from ((position, rng.randrange(1000)) for position in chain(some, in_play(rng, 10)))
    yield None, PAIRS


def _plays(answer: Any, position: Position | None, number: int) -> Any:
    """Return a player's move; without a position, the share of games it wins in a league."""
    if position is None:
        seen = list[_Wasted]()
        return lead(lambda seed, seat, end: _won(answer(), seed, seat, seen), number, LEAST, seen)
    value = steady(lambda rng: _asked(answer(), position, rng), number)
    return value if not position.why_not(value) else kept(
        answer, lambda anew: _asked(anew(), position, Random(number)), value)


class _Wasted(NamedTuple):
    """A move with the tiles it wastes, and the move that wastes the fewest."""

    move: Move
    tiles: int
    better: Move
    least: int


def _won(player: Any, seed: int, seat: int, seen: list[_Wasted]) -> float:
    """Return 1.0 if the player won, else 0.0; note what each of its moves wasted."""
    players = [RandomPlayer(), RandomPlayer()]
    players[seat] = player
    game = Game(players, seed=seed)
    while not game.over:
        before = game.position.copy() if game.turn == seat else None
        game.step()
        if before:
            move = game.history[-1].move
            better = min(before.legal_moves(), key=lambda each: (
                _wasted(before, each), not each.line))
            seen.append(_Wasted(move, _wasted(before, move), better, _wasted(before, better)))
    return float(game.winners == [seat])


def _wasted(position: Position, move: Move) -> int:
    """Return the number of tiles that fall to the floor."""
    room = move.line - len(position.board.lines[move.line - 1]) if move.line else 0
    return max(0, position.sources[move.source].count(move.colour) - room)


def _why_behind(league: Lead) -> str:
    said = [say("Your player wins {part:.0%} of its games against a player that makes random "
                "legal moves. It should win at least half.", part=league.mean)]
    if sum(not each.move.line and each.better.line > 0
           for each in league.seen) > USUALLY * len(league.seen):
        said.append(say("It nearly always puts tiles on the floor (line 0), even if a line accepts "
                        "some. There, they are all wasted and cost you points. Prefer the move "
                        "that puts the most tiles on its line, not the one that takes or drops the "
                        "most."))
    worst = max(league.seen, key=lambda each: each.tiles - each.least, default=None)
    if worst and worst.tiles > worst.least:
        said.append(say("For example, the move {move} dropped more tiles on the floor ({count}) "
                        "than {better} would have ({least}).", move=short(worst.move),
                        count=worst.tiles, better=short(worst.better), least=worst.least))
    return "\n".join(said)


MyPlayer = Task(
    "MyPlayer", kit.GreedyRow, _turns, _plays, only_laws=True, kits=_KITS,
    laws=[from_rng, _is_move, _is_legal, is_ahead(LEAST, DOUBT, _why_behind)],
    words=lambda position, number: (
        told_state(f"MyPlayer().make_move(game, Random({number}))", position) if position else
        say("the wins of MyPlayer() against RandomPlayer() in up to {number} games",
            number=2 * number)),
    python=lambda position, number: _python("MyPlayer", position, number) if position else Call(
        "check.MyPlayer.again(MyPlayer)", remark=say(
            "the wins of MyPlayer() against RandomPlayer() in up to {number} games",
            number=2 * number)),
    seconds=2.5, few_after=0.8, form=subclass_of(Player, "make_move"),
    needs="a class, a subclass of Player",
)
