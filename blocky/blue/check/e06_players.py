"""Exercise 06: the players of the original, and one of the student's own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any, NamedTuple

from blocky.blue import player as kit
from blocky.blue.board import EMPTY, Board
from blocky.blue.check.cases import boards, in_play, small, told_state
from blocky.blue.data import board_of
from blocky.blue.draw.table import table
from blocky.blue.game import Game
from blocky.blue.player import Player, RandomPlayer
from blocky.blue.position import Move, Position
from blocky.blue.rules import COLOURS, SIDE, colour_name
from blocky.kit.check.compare import told, written
from blocky.kit.check.failure import Sure
from blocky.kit.check.laws import Lead, Unsteady, from_rng, is_ahead, lead, steady, with_chance
from blocky.kit.check.run import Outcome
from blocky.kit.check.task import Case, Hints, Law, Mistake, Task, subclass_of
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


#: Where a player has moved before it is asked once more.
_BEFORE = Position.from_record(small("rb", board=Board(COLOURS, (".....",) * 4 + ("..w..",))))


def _choose(answer: Any, position: Position) -> Any:
    """Return the move of a new player, or Unsteady if it is another one by chance, or of one that
    has moved before.
    """
    move, same, *drawn = (with_chance(partial(_asked, answer(), position, Random(seed)), seed)[0]
                          for seed in (0, 0, 1, 2))
    other = next((each for each in drawn if told(each) != told(move)), None)
    if other is not None and told(same) == told(move):
        return Unsteady(move, other, True)
    player = answer()
    with suppress(Exception):
        _asked(player, _BEFORE)
    again = _asked(player, position)
    return move if told(move) == told(again) else Unsteady(move, again, False)


def _asked(player: Any, position: Position, rng: Random | None = None) -> Any:
    game = Game.on(position.copy(), [RandomPlayer()] * position.seats, 1)
    return player.make_move(game, rng or Random(0))


def _is_certain(case: Case, got: Outcome) -> Hints | Sure | None:
    """See whether a player depends on chance, or on the moves that it made before."""
    if not isinstance(got.value, Unsteady):
        return None
    if got.value.elsewhere:
        return Sure((
            "What does the move depend on?",
            "The text says of each position which move this player makes: nothing is left to "
            "chance.",
            say("In one and the same position your player chooses {first}, and with other random "
                "numbers {then}. It must not draw: go through what there is, in the order of the "
                "text, and return the first move that fits.", first=short(got.value.first),
                then=short(got.value.then))))
    return Sure((
        "What does your player keep from one move to the next?",
        "One and the same player is asked at every move of a game, and the position is another "
        "one each time.",
        say("A new player chooses {first} here. One that has moved in another position before "
            "chooses {then}. What it kept from there, in self or outside, is out of date: work "
            "it out anew at each move.", first=short(got.value.first), then=short(got.value.then))))


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
    if case[0] is None or got.value is not None:
        return None
    moves = case[0].legal_moves()
    why = (say("Which of your lines should return a move here?")
           if any(move.line for move in moves) else
           say("No line takes anything here, so that only moves to the floor are legal."))
    return ("What does make_move return where nothing suits it?",
            "There is always a legal move: the floor, line 0, takes anything.",
            say("Your player returns None, though {move}, for example, is legal. {why}",
                move=short(moves[0]), why=why))


def _follows(kit: Any, rule: str, first: Callable[[Position, Move, Move], str]) -> Law:
    """Return the law that a player chooses as the kit's own; ``first`` says what comes first."""
    def law(case: Case, got: Outcome) -> Hints | None:
        [position], move, right = case, got.value, _asked(kit(), *case)
        if move == right or (move is None and right.line):
            return None
        if not right.line:
            why = say("No line takes anything here: the first tiles of all go to the floor.")
        elif not move.line:
            why = say("Line {line} takes {colour}, and the floor comes only after all lines, from "
                      "1 to 5, were tried for all tiles.", line=right.line,
                      colour=colour_name(right.colour))
        else:
            why = first(position, move, right)
        return ("Which move comes first, and why?", rule,
                say("Your player returns {move}. But {right} is legal, too, and comes first. {why}",
                    move=short(move), right=short(right), why=why))
    return law


def _tiles_first(position: Position, move: Move, right: Move) -> str:
    if move[:2] == right[:2]:
        return say("The lines are tried from 1 to 5, whether they are empty or not, and whether or "
                   "not all of the tiles have room there.")
    return say("game.position.takes is {takes} here, and {first} comes before {other}. Go through "
               "it as it is, and try all five lines for the first tiles before you look at the "
               "next tiles.", takes=written(position.takes),
               first=(right.source, right.colour), other=(move.source, move.colour))


def _rows_first(position: Position, move: Move, right: Move) -> str:
    many, fewer = (SIDE - position.board.wall[line - 1].count(EMPTY)
                   for line in (right.line, move.line))
    return (say("Of the tiles that the line takes, the first in game.position.takes are chosen, "
                "however many there are.") if move.line == right.line else
            say("Both rows of the wall hold the same number of tiles, {many}, and of equal rows "
                "the topmost comes first.", many=many) if many == fewer else
            say("The number of tiles in row {line} of the wall is {many}, and that in row {other} "
                "is {fewer}; what lies on the lines does not count for that.", line=right.line,
                many=many, other=move.line, fewer=fewer))


def _marked(args: Case, expected: Outcome, got: Outcome) -> Picture:
    """Draw the position with the move that is expected."""
    return table(args[0], move=expected.value, letters=True)


#: What chooses a move in a position.
Choice = Callable[[Position], Move]


def _player_of(choose: Choice) -> type[Player]:
    """Return the class of players that make the move that is chosen in their position."""
    return type("Chooser", (Player,), {
        "make_move": lambda self, game, rng: choose(game.position)})


def _least(key: Callable[[Position, Move], Any],
           only: Callable[[Position, Move], bool] = lambda position, move: True) -> Choice:
    """Return what chooses the first move to a line with the least key, of ``only`` some moves."""
    def choose(position: Position) -> Move:
        moves = [Move(*take, line) for take in position.takes for line in range(1, SIDE + 1)
                 if take[1] in position.board.takes(line)]
        return min((move for move in moves if only(position, move)),
                   key=partial(key, position), default=Move(*position.takes[0], 0))
    return choose


def _place(position: Position, move: Move) -> int:
    return position.takes.index((move.source, move.colour))


def _gaps(position: Position, move: Move) -> int:
    return position.board.wall[move.line - 1].count(EMPTY)


def _number(position: Position, move: Move) -> int:
    return position.sources[move.source].count(move.colour)


def _on_line(position: Position, move: Move) -> str:
    return position.board.lines[move.line - 1]


#: Other choices, and what is said of them, of who tries all lines for each of the tiles.
_OTHERS_FIRST: list[tuple[Choice, str]] = [
    (lambda position: position.legal_moves()[0],
     "Your player makes the first of game.legal_moves(). These have an order of their own, and the "
     "first goes to the floor: go through game.position.takes, and for each through the lines."),
    (_least(lambda position, move: (_place(position, move), -move.line)),
     "Of the lines that take the tiles, your player chooses the last: they are tried from 1 to 5."),
    (_least(lambda position, move: -_place(position, move)),
     "Your player begins with the last of game.position.takes, and must begin with the first."),
    (_least(_place, lambda position, move: _number(position, move) <= move.line - len(
        _on_line(position, move))),
     "Your player passes over a line in which not all of the tiles have room. It must choose the "
     "first line that takes their colour: what does not fit falls to the floor."),
    (_least(_place, lambda position, move: not _on_line(position, move)),
     "Your player passes over a line on which tiles lie already. It must choose the first line "
     "that takes the colour, empty or not."),
    (_least(lambda position, move: (-_place(position, move), -move.line)),
     "Your player makes the last move that it finds: each new one takes the place of the one "
     "before. Return the first that is found, at once."),
    (_least(lambda position, move: -_number(position, move)),
     "Your player chooses the tiles of which there are most. How many there are does not count: "
     "the first of game.position.takes that a line takes are chosen."),
]

#: The same of who goes through the rows.
_OTHERS_OF_ROWS: list[tuple[Choice, str]] = [
    (_least(lambda position, move: (-_gaps(position, move), move.line)),
     "Your player begins with the row of the wall that has the fewest tiles: those with the most "
     "tiles, and so with the fewest gaps, come first."),
    (_least(lambda position, move: (_gaps(position, move), -move.line)),
     "Of rows with equally many tiles your player takes the lowest first: the topmost must come "
     "first. (To sort and then reverse turns round the order of equal ones, too.)"),
    (_least(lambda position, move: (-_gaps(position, move), -move.line)),
     "Your player begins with the rows that have the fewest tiles, and with the lowest of equal "
     "ones: the order of its rows is upside down."),
    (_least(lambda position, move: move.line),
     "Your player goes through the rows from the topmost on. Those with the most tiles on the wall "
     "must come first."),
    (_least(lambda position, move: (-len(_on_line(position, move)), move.line)),
     "Your player begins with the line on which most tiles lie. It is the row of the wall that "
     "must have the most tiles: what lies on the lines does not count for that."),
    (_least(lambda position, move: (_gaps(position, move) - len(_on_line(position, move)),
                                    move.line)),
     "Your player adds the tiles on a line to those in its row of the wall: what lies on the lines "
     "does not count for the order of the rows."),
    (_least(lambda position, move: (
        [row[move.line - 1] for row in position.board.wall].count(EMPTY), move.line)),
     "Your player counts the tiles in the columns of the wall. The tiles in its rows count: row r "
     "is board.wall[r - 1]."),
    (_least(lambda position, move: (_gaps(position, move), move.line, -_number(position, move))),
     "Of the tiles that the line takes, your player chooses those of which there are most: the "
     "first in game.position.takes are chosen, however many there are."),
    (_least(lambda position, move: (_gaps(position, move), move.line, -_place(position, move))),
     "Of the tiles that the line takes, your player chooses the last in game.position.takes: the "
     "first are chosen."),
    (_least(lambda position, move: (_gaps(position, move), move.line), lambda position, move: (
        move.line == min(range(1, SIDE + 1), key=lambda line: position.board.wall[line - 1].count(
            EMPTY)))),
     "Your player looks only at the row that has the most tiles. If no tiles are found for it, it "
     "must go on with the next row: the floor comes only after all rows."),
    (_least(lambda position, move: (_gaps(position, move), move.line),
            lambda position, move: _gaps(position, move) < SIDE),
     "Your player passes over the rows of the wall that are empty. They come last, but they count: "
     "the floor comes only after all five rows."),
]


def _player(kit: Any, nudge: str, rule: str, first: Callable[..., str],
            others: Sequence[tuple[Choice, str]]) -> Task:
    name = kit.__name__
    return Task(
        name, kit, _positions, _choose, nudge=nudge, kits=_KITS, show=_marked,
        mistakes=[Mistake(_player_of(choose), (nudge, rule, sentence))
                  for choose, sentence in others],
        laws=[_is_certain, _is_legal, _follows(kit, rule, first)],
        words=lambda position: told_state(f"{name}().make_move(game, rng)", position),
        form=subclass_of(Player, "make_move"), needs="a class, a subclass of Player")


FirstAvailable = _player(
    kit.FirstAvailable, "Which tiles are looked at first, and which line takes them?",
    "The tiles are the outer loop, and the lines the inner one. The first line that takes the "
    "tiles is chosen.", _tiles_first, _OTHERS_FIRST)

GreedyRow = _player(
    kit.GreedyRow, "Which row of the wall has the most tiles? Which tiles does its line take?",
    "The rows of the wall are the outer loop, and for each row all tiles are looked at.",
    _rows_first, _OTHERS_OF_ROWS)


# -- a player of one's own -----------------------------------------------------------------------

#: How many pairs of games are played at most; which part of them must be won, and what part is the
#: benefit of the doubt.
PAIRS, LEAST, DOUBT = 10, 0.5, 0.5

#: In more than this part of its moves a player does what it usually does.
USUALLY = 0.8


def _turns(rng: Random) -> Iterator[Case]:
    for where in (small("", "bb", board=_FULL), small("r", board=_FULL), small("", "rrrr", "bbb")):
        yield Position.from_record(where), rng.randrange(1000)
    yield from ((position, rng.randrange(1000)) for position in in_play(rng, 10))
    yield None, PAIRS


def _plays(answer: Any, position: Position | None, number: int) -> Any:
    """Return the move of a player; without a position, which part of a league's games it won."""
    if position is None:
        seen = list[_Wasted]()
        return lead(lambda seed, seat, end: _won(answer(), seed, seat, seen), number, LEAST, seen)
    return steady(lambda rng: _asked(answer(), position, rng), number)


class _Wasted(NamedTuple):
    """A move, how many tiles it wastes, the least and the most of any; and who wastes least."""

    move: Move
    tiles: int
    least: int
    most: int
    better: Move

    @property
    def on_floor(self) -> bool:
        """Whether all goes to the floor though a line takes something."""
        return not self.move.line and bool(self.better.line)


def _won(player: Any, seed: int, seat: int, seen: list[_Wasted]) -> float:
    """Return whether a player won; keep what it wasted with each move."""
    players = [RandomPlayer(), RandomPlayer()]
    players[seat] = player
    game = Game(players, seed=seed)
    while not game.over:
        before = game.position.copy() if game.turn == seat else None
        game.step()
        if before:
            move, wasted = game.history[-1].move, {
                each: _wasted(before, each) for each in before.legal_moves()}
            better = min(wasted, key=lambda each: (wasted[each], not each.line))
            seen.append(_Wasted(move, wasted[move], wasted[better], max(wasted.values()), better))
    return float(game.winners == [seat])


def _wasted(position: Position, move: Move) -> int:
    """Return how many tiles fall to the floor by a move."""
    room = move.line - len(position.board.lines[move.line - 1]) if move.line else 0
    return max(0, position.sources[move.source].count(move.colour) - room)


def _why_behind(league: Lead) -> str:
    """Say what a player does with most of its moves, and show a move and a better one."""
    seen, usual = league.seen, USUALLY * len(league.seen)
    worse = [each for each in seen if each.tiles > each.least]
    lines = Counter(each.move.line for each in seen if each.move.line)
    said = [say("Your player wins {part:.0%} of its games against one who makes any legal move, "
                "and should win at least half.", part=league.mean)]
    if sum(each.on_floor for each in seen) > usual:
        said.append(say("Nearly always it puts tiles on the floor, line 0, though a line takes "
                        "some: there all of them are wasted, and each costs points."))
        if sum(each.tiles == each.most for each in worse) > usual:
            said.append(say("No legal move would waste more. What the best move has most of must "
                            "be the tiles that find room on its line, not those that it takes, or "
                            "that fall down: on the floor there is room for none."))
        else:
            said.append(say("The floor comes first in game.legal_moves() and is the least line, so "
                            "that it is chosen where moves count as equal, or where line 0 is "
                            "taken for a line with room. Let it be the last choice."))
    elif lines and max(lines.values()) > USUALLY * lines.total():
        said.append(say("Of the five lines it uses nearly always line {line}, whether or not all "
                        "of the tiles have room there, and when that is full, the floor: choose "
                        "the line by how many tiles fit.", line=max(lines, key=lines.__getitem__)))
    else:
        said.append(say("In {count} of {all} moves more tiles fall to the floor than by another "
                        "legal move. Leave the floor for last, and take as many tiles as there is "
                        "room for.", count=len(worse), all=len(seen)))
    if worst := max(worse, key=lambda each: each.tiles - each.least, default=None):
        said.append(say("Once it made the move {move}, by which {count} tiles fall to the floor; "
                        "by {better} there would have been {least}.", move=short(worst.move),
                        count=worst.tiles, better=short(worst.better), least=worst.least))
    return "\n".join(said)


def _words(position: Position | None, number: int) -> str:
    if position is None:
        return say("the wins of MyPlayer() against RandomPlayer(), up to {number} games",
                   number=2 * number)
    return told_state(f"MyPlayer().make_move(game, Random({number}))", position)


class _Fits(Player):
    """A player who looks for the move of which the most tiles fit, and the fewest fall down."""

    def make_move(self, game: Any, rng: Random) -> Any:
        position = game.position
        best, most = None, -100
        for move in game.legal_moves():
            tiles = position.sources[move.source].count(move.colour)
            room = move.line - len(position.board.lines[move.line - 1]) if move.line else 0
            value = min(tiles, room) - max(0, tiles - room)
            if best is None or value > most:
                best, most = move, value
        return best


MyPlayer = Task(
    "MyPlayer", kit.GreedyRow, _turns, _plays, only_laws=True, kits=_KITS, ways=[_Fits],
    laws=[from_rng, _is_move, _is_legal, is_ahead(LEAST, DOUBT, _why_behind)], words=_words,
    seconds=2.5, few_after=0.8, form=subclass_of(Player, "make_move"),
    needs="a class, a subclass of Player",
)
