"""Exercise 06: the checks of the two players of the original, and of the student's own."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from random import Random
from statistics import mean
from typing import Any, NamedTuple

from blocky.blue import player as kit
from blocky.blue.board import EMPTY, Board
from blocky.blue.check.cases import boards, in_play, position_text, small, told_state
from blocky.blue.data import seen
from blocky.blue.draw.table import table
from blocky.blue.game import Game
from blocky.blue.player import Player, RandomPlayer
from blocky.blue.position import Move, Position
from blocky.blue.record import Data
from blocky.blue.rules import COLOURS, SIDE, colour_name
from blocky.kit.calls import short
from blocky.kit.check.laws import (
    Lead,
    Unsteady,
    from_rng,
    is_ahead,
    lead,
    or_unsteady_when_new,
    steady,
)
from blocky.kit.check.task import (
    Call,
    Case,
    CasePicture,
    Cases,
    Hints,
    Law,
    Mistake,
    Outcome,
    Sure,
    Task,
    of_errors,
    subclass_of,
)
from blocky.kit.language import say
from blocky.kit.player import GreedyPlayer, LookaheadPlayer
from blocky.kit.position import IllegalMove

__all__ = ["FirstAvailable", "GreedyRow", "MyPlayer"]

_KITS = (kit.FirstAvailable.make_move, kit.GreedyRow.make_move, GreedyPlayer.make_move,
         LookaheadPlayer.make_move)


#: A board whose lines take nothing.
_FULL = Board(COLOURS, lines=("b", "bb", "bbb", "bbbb", "bbbbb"))

#: The rows of a wall with one tile.
_ONE_ON_WALL = (".....",) * 4 + ("..w..",)


def _positions(rng: Random) -> Cases:
    """Yield positions: small ones, random ones, and those of games.

    The random ones have boards with lines that are often not full, and few tiles on each factory.
    """
    for state in _small_states():
        yield Position.from_record(state)
    for board_data in boards(rng, 16):
        board = seen(board_data).board
        lines = [_maybe_shorter(rng, tiles) for tiles in board.lines]
        factories = ["".join(rng.choices(COLOURS, k=rng.randrange(4))) for _ in range(5)]
        state = small("y", *factories, board=board._replace(lines=tuple(lines)))
        yield Position.from_record(state)
    yield from in_play(rng, 20)


def _maybe_shorter(rng: Random, tiles: str) -> str:
    """Return the tiles of a line, often without some at the end."""
    if rng.random() < 0.6:
        return tiles[:rng.randrange(len(tiles) + 1)]
    return tiles


def _small_states() -> list[Data]:
    """Return states with few tiles; in the last ones, rows with equally many tiles matter."""
    few_on_wall = ("r....", ".r...", ".yr..", ".....", ".....")
    on_empty_lines = Board(COLOURS, few_on_wall)
    lines_2_and_3_begun = Board(COLOURS, few_on_wall, lines=("", "b", "g", "", ""))
    lines_1_and_4_begun = Board(COLOURS, few_on_wall, lines=("w", "", "", "g", ""))
    only_line_5_is_free = Board(COLOURS, _ONE_ON_WALL, lines=("r", "rr", "rrr", "rrrr", ""))
    equally_full_rows = Board(COLOURS, ("r.gw.", ".r...", "..r..", "...r.", "....."),
                              lines=("b", "b", "", "bb", ""))
    return [small("", "bw"), small("w", "", "bw"), small("y"),
            small("", "wb", board=only_line_5_is_free),
            small("g", "rb", board=on_empty_lines), small("g", "rr", board=_FULL),
            small("", "wwrb", board=lines_2_and_3_begun),
            small("y", "", "yyrb", board=lines_1_and_4_begun),
            small("", "b", board=equally_full_rows), small("", "bbb", board=equally_full_rows),
            small("", "yb", "w", board=equally_full_rows)]


#: The position in which a player moves before it's asked for a move again.
_BEFORE = Position.from_record(small("rb", board=Board(COLOURS, _ONE_ON_WALL)))


def _choose(kits_class: Any, answer: Any, position: Position) -> Any:
    """Return the move that a new player of the class ``answer`` chooses in a position.

    Return Unsteady if the player chooses another move after one in another position. Return it also
    if ``kits_class`` chooses another move, and so does ``answer``, freshly loaded.
    """
    def after_another_move(rng: Random) -> Any:
        """Return the move of a player that has moved in another position before."""
        player = answer()
        with suppress(Exception):  # only the move in this position is judged
            _move_of(player, _BEFORE, Random(0))
        return _move_of(player, position, rng)

    move = steady(
        lambda rng: _move_of(answer(), position, rng), seed=0, again=after_another_move,
        later=say("Before this call, the player had made a move in another position."))
    keeps_something = isinstance(move, Unsteady) and move.later and not move.elsewhere
    if keeps_something:
        return replace(move, kept=_attribute_set(answer))
    kits_move = _move_of(kits_class(), position, Random(0))
    if move == kits_move:
        return move
    return or_unsteady_when_new(answer, lambda new: _move_of(new(), position, Random(0)), move)


def _attribute_set(answer: Any) -> str:
    """Return the attribute of self that a move sets, such as "self.order".

    Return "" if there are none or several, or if it's a generator of random numbers.
    """
    player = answer()
    before = dict(vars(player))
    with suppress(Exception):  # what was set before an error counts as well
        _move_of(player, _BEFORE, Random(0))
    set_names = [name for name, value in vars(player).items()
                 if name not in before or value is not before[name]]
    if len(set_names) != 1:
        return ""
    [name] = set_names
    is_random = isinstance(getattr(player, name), Random)
    return "" if is_random else f"self.{name}"


def _move_of(player: Any, position: Position, rng: Random) -> Any:
    """Return the move of a player in a new game that begins at this position."""
    return player.make_move(_game_on(position), rng)


def _game_on(position: Position) -> Game:
    """Return a new game of random players that begins at a copy of a position."""
    return Game.on(position.copy(), [RandomPlayer()] * position.seats, 1)


def _is_legal(case: Case, got: Outcome) -> Hints | None:
    """Return hints if the move that a player returns isn't legal; in a league, return None."""
    position, *_ = case
    move = got.value
    is_league = not isinstance(position, Position)
    if is_league or move is None:
        return None
    reason = position.why_not(move)
    if not reason:
        return None
    return (
        "What does make_move return, and is that move legal?",
        "make_move must return a legal Move(source, colour, line). game.why_not(move) tells you "
        "why a move isn't legal.",
        say("Your player returns {move}, which isn't legal. {reason} game.why_not(move) returns "
            "this reason, and None for a legal move.", move=short(move), reason=reason))


def _is_move(case: Case, got: Outcome) -> Hints | None:
    """Return hints if a player returns None for a position; in a league, return None."""
    position, *_ = case
    is_league = position is None
    if is_league or got.value is not None:
        return None
    legal_moves = position.legal_moves()
    example = short(legal_moves[0])
    a_line_accepts_tiles = any(move.line > 0 for move in legal_moves)
    if a_line_accepts_tiles:
        why = say("make_move returns None here, but {move}, for example, is legal. Does every path "
                  "through your method end with a return?", move=example)
    else:
        why = say("No line accepts any tiles here, so the floor, line 0, is the only possible "
                  "place. Return a move to the floor, such as {move}.", move=example)
    return ("What does make_move return when it finds no good move?",
            "There's always a legal move: the floor, line 0, accepts every colour.", why)


#: Gets a position, a move and the right move; returns a sentence on why the right one comes first.
_WhyFirst = Callable[[Position, Move, Move], str]


def _follows(kits_class: Any, rule: str, why_first: _WhyFirst) -> Law:
    """Return the law that a player chooses the same move as one of ``kits_class``.

    ``rule`` is the second hint, and ``why_first`` explains the right move in the third.
    """
    def law(case: Case, got: Outcome) -> Hints | Sure | None:
        """Return hints if the player's result isn't the move of the kit's player."""
        [position] = case
        move = got.value
        right = _move_of(kits_class(), position, Random(0))
        if move == right:
            return None
        if move is None and right.line > 0:
            return ("What does make_move return if its loops find nothing?", rule, say(
                "make_move returns None here, although line {line} accepts {colour}. Do your loops "
                "try every line, from 1 to 5?", line=right.line,
                colour=colour_name(right.colour)))
        if right.line == 0:
            why = _only_the_floor(position, move)
        elif move.line == 0:
            why = say("Line {line} accepts {colour}. Use the floor only if no line from 1 to 5 "
                      "accepts anything.",
                      line=right.line, colour=colour_name(right.colour))
        else:
            why = why_first(position, move, right)
        hints = ("Which move should your player choose here, and why?", rule, say(
            "Your player returns {move}, but it should return {right}. {why}",
            move=short(move), right=short(right), why=why))
        is_on_right_line = move is not None and move.line == right.line > 0
        only_tiles_are_wrong = why_first is _rows_first and is_on_right_line
        # Then the hints are Sure, so that no repair is sought: one that sorts by any constant would
        # pass.
        return Sure(hints) if only_tiles_are_wrong else hints
    return law


def _only_the_floor(position: Position, move: Move | None) -> str:
    """Return a sentence on why the first tiles of ``takes`` go to the floor.

    If the move takes the last ones, add that a loop's variables keep their last values.
    """
    why = say("No line accepts any colour here. Take the first (source, colour) in "
              "game.position.takes, and return the move that puts these tiles on the floor, line "
              "0.")
    takes_the_last = move is not None and (move.source, move.colour) == position.takes[-1]
    if not takes_the_last:
        return why
    after_a_loop = say("After a loop, its variables keep the values from the last iteration.")
    return f"{why} {after_a_loop}"


def _tiles_first(position: Position, move: Move, right: Move) -> str:
    """Return a sentence on why ``right`` comes before ``move``: by tiles first, then by line."""
    has_same_tiles = (move.source, move.colour) == (right.source, right.colour)
    if has_same_tiles:
        return say("Try the lines from 1 to 5, whether they're empty or not, and even if some of "
                   "the tiles don't fit.")
    return say("In game.position.takes, {first} comes before {other}. Loop over this list in its "
               "own order, and try all five lines for each pair. (game.legal_moves() has a "
               "different order.)",
               first=(right.source, right.colour), other=(move.source, move.colour))


def _rows_first(position: Position, move: Move, right: Move) -> str:
    """Return a sentence on why ``right`` comes before ``move``: by the tiles in the wall's rows."""
    if move.line == right.line:
        return say("Of the pairs (source, colour) that the line accepts, choose the first in "
                   "game.position.takes. The number of tiles doesn't matter.")
    tiles_in_right_row = _tiles_in_row(position, right.line)
    tiles_in_other_row = _tiles_in_row(position, move.line)
    if tiles_in_right_row == tiles_in_other_row:
        return say("Both rows of the wall have the same number of tiles, {many}, so the upper one "
                   "comes first. (If you sort the rows and then reverse the list, the order of "
                   "such rows is reversed too.)",
                   many=tiles_in_right_row)
    return say("The wall has more tiles in row {line} ({many}) than in row {other} ({fewer}). "
               "A \".\" isn't a tile. Tiles on the lines don't count.", line=right.line,
               many=tiles_in_right_row, other=move.line, fewer=tiles_in_other_row)


def _python(name: str, position: Position, seed: int) -> Call:
    return Call(f"{name}().make_move(game, Random({seed}))", {"game": _game_on(position)},
                remark=position_text(position))


def _tiles_in_row(position: Position, line: int) -> int:
    return SIDE - position.board.wall[line - 1].count(EMPTY)


class _IndexOfEqualRow(Player):
    """A typical mistake: a GreedyRow that finds the line of a row with ``index``."""

    def make_move(self, game: Any, rng: Random) -> Move:
        """Return the first move to the fullest row, or to an equal row above it."""
        takes = game.position.takes
        board = game.position.board
        for row in sorted(board.wall, key=lambda row: row.count(EMPTY)):
            line = board.wall.index(row) + 1
            for source, colour in takes:
                if colour in board.takes(line):
                    return Move(source, colour, line)
        source, colour = takes[0]
        return Move(source, colour, 0)


class _EqualRowsByLetters(Player):
    """A typical mistake: a GreedyRow that sorts rows with as many tiles by their letters.

    It sorts tuples in which the row itself comes before its line.
    """

    def make_move(self, game: Any, rng: Random) -> Move:
        takes = game.position.takes
        board = game.position.board
        rows = [(row.count(EMPTY), row, line) for line, row in enumerate(board.wall, 1)]
        for _, _, line in sorted(rows):
            for source, colour in takes:
                if colour in board.takes(line):
                    return Move(source, colour, line)
        source, colour = takes[0]
        return Move(source, colour, 0)


class _WithTilesOfTheLine(Player):
    """A typical mistake: a GreedyRow that also counts the tiles on the row's line."""

    def make_move(self, game: Any, rng: Random) -> Move:
        """Return the first move to the row with the most tiles on the wall and the line."""
        takes = game.position.takes
        board = game.position.board
        for line in sorted(range(1, SIDE + 1), key=lambda line: (
                board.wall[line - 1].count(EMPTY) - len(board.lines[line - 1]))):
            for source, colour in takes:
                if colour in board.takes(line):
                    return Move(source, colour, line)
        source, colour = takes[0]
        return Move(source, colour, 0)


def _shown(args: Case, expected: Outcome, got: Outcome) -> CasePicture:
    """Draw the position with the move that is expected."""
    [position] = args
    return table(position, move=expected.value, letters=True)


def _player(kits_class: Any, nudge: str, rule: str, why_first: _WhyFirst,
            mistakes: Sequence[Mistake] = ()) -> Task:
    """Return the task of writing a player that chooses the same moves as one of ``kits_class``.

    ``nudge`` is the first hint, ``rule`` one on the order in which moves are tried; ``why_first``
    explains this order for two moves. ``mistakes`` are the typical ones.
    """
    name = kits_class.__name__
    return Task(
        name, kits_class, _positions, partial(_choose, kits_class), nudge=nudge, kits=_KITS,
        show=_shown,
        laws=[from_rng, _is_legal, _follows(kits_class, rule, why_first)], mistakes=mistakes,
        words=lambda position: told_state(f"{name}().make_move(game, rng)", position),
        python=lambda position: _python(name, position, 0),
        form=subclass_of(Player, "make_move"), needs="a class, a subclass of Player")


FirstAvailable = _player(
    kit.FirstAvailable, "Which tiles do you try first, and which line accepts them?",
    "Loop over the tiles in the outer loop, and over the lines in the inner loop. Choose the first "
    "line that accepts the tiles.", _tiles_first)

_FULLEST_ROW = "Which row of the wall has the most tiles? Which tiles does its line accept?"

GreedyRow = _player(
    kit.GreedyRow, _FULLEST_ROW,
    "Loop over the rows of the wall in the outer loop. For each row, try all tiles.",
    _rows_first,
    [Mistake(_IndexOfEqualRow, (
        _FULLEST_ROW, "Which line do you get for the second of two equal rows?",
        "If two rows of the wall are equal, the method index always finds the first one, so the "
        "other row's line is never tried. Sort the numbers 1 to 5 instead of the rows.")),
     Mistake(_WithTilesOfTheLine, (
         _FULLEST_ROW, "Which tiles decide which row has the most?",
         "Your player also counts the tiles on the lines. Only the tiles on the wall decide which "
         "row has the most tiles.")),
     Mistake(_EqualRowsByLetters, (
         _FULLEST_ROW, "Two rows have the same number of tiles. Which row comes first?",
         "If two rows have the same number of tiles, your player takes the first in alphabetical "
         "order. It should take the upper row: sort by the number of tiles, and then by the line's "
         "number."))])


# -- a player of one's own -----------------------------------------------------------------------

#: The most pairs of games; the share of them that must be won; and the benefit of the doubt.
PAIRS = 10
LEAST = 0.5
DOUBT = 0.5

#: So many tiles a move, dropped on the floor besides those that must be, are mentioned.
CLEARLY_MORE = 0.1


def _turns(rng: Random) -> Cases:
    """Yield positions, each with a seed; then None and a number, for a league of pairs of games."""
    few_tiles = (small("", "bb", board=_FULL), small("r", board=_FULL), small("", "rrrr", "bbb"))
    for state in few_tiles:
        yield Position.from_record(state), rng.randrange(1000)
    for position in in_play(rng, 10):
        yield position, rng.randrange(1000)
    yield None, PAIRS


def _plays(answer: Any, position: Position | None, number: int) -> Any:
    """Return the move that a player of the class ``answer`` chooses with the seed ``number``.

    Return Unsteady if the move differs a second time, or if it's illegal and the class, freshly
    loaded, chooses another. Without a position, return the player's Lead in ``number`` pairs of
    games.
    """
    if position is None:
        return _league(answer, pairs=number)

    def move_of(player_class: Any, rng: Random) -> Any:
        return _move_of(player_class(), position, rng)

    move = steady(lambda rng: move_of(answer, rng), seed=number)
    is_legal = not position.why_not(move)
    if is_legal:
        return move
    return or_unsteady_when_new(answer, lambda new: move_of(new, Random(number)), move)


def _league(answer: Any, pairs: int) -> Any:
    """Return the Lead of a player in pairs of games against a RandomPlayer.

    A margin is the share of games won, and ``seen`` what each move dropped on the floor.
    """
    dropped = list[_Dropped]()  # ``_won`` adds to it

    def play(seed: int, seat: int, end: float) -> float:
        return _won(answer(), seed, seat, dropped)

    return lead(play, pairs, least=LEAST, seen=dropped)


class _Dropped(NamedTuple):
    """How many tiles a move dropped on the floor, and the fewest that any legal move drops."""

    tiles: int
    fewest: int


def _won(player: Any, seed: int, seat: int, dropped: list[_Dropped]) -> float:
    """Play a game against a RandomPlayer, and return 1.0 if the player won it alone, else 0.0.

    ``seat`` is the player's number, 0 or 1. Add to ``dropped`` what each of its moves dropped.
    """
    players = [RandomPlayer(), RandomPlayer()]
    players[seat] = player
    game = Game(players, seed=seed)
    while not game.over:
        if game.turn != seat:
            game.step()
            continue
        before = game.position.copy()
        game.step()
        fewest = min(_tiles_on_floor(before, move) for move in before.legal_moves())
        tiles = _tiles_on_floor(before, game.history[-1].move)
        dropped.append(_Dropped(tiles, fewest))
    return float(game.winners == [seat])


def _tiles_on_floor(position: Position, move: Move) -> int:
    """Return how many tiles a move drops on the floor, line 0, or beyond the end of its line."""
    count = position.sources[move.source].count(move.colour)
    if move.line == 0:
        return count
    room = move.line - len(position.board.lines[move.line - 1])
    return max(0, count - room)


@of_errors
def _moves_are_legal_in_games(case: Case, got: Outcome) -> Hints | None:
    """Return hints for the error of an illegal move in a game of the league."""
    position, *_ = case
    is_league = position is None
    if not is_league or got.error != IllegalMove.__name__:
        return None
    return ("Is every move that your player chooses in these games legal?",
            "game.why_not(move) tells you why a move isn't legal.",
            say("{reason} Choose only from game.legal_moves(), or check the move with "
                "game.why_not(move), which returns None for a legal move.", reason=got.said))


@of_errors
def _finds_the_floor(case: Case, got: Outcome) -> Hints | None:
    """Return hints for an error from an empty list, where all legal moves go to the floor."""
    position, *_ = case
    is_league = position is None
    is_from_an_empty_list = "empty" in got.said or got.error == "IndexError"
    if is_league or not is_from_an_empty_list:
        return None
    a_line_accepts_tiles = any(move.line > 0 for move in position.legal_moves())
    if a_line_accepts_tiles:
        return None
    return ("Which moves are legal in this position?",
            "There's always a legal move: the floor, line 0, accepts every colour.",
            "No line from 1 to 5 accepts any tiles here, so your code has no move to choose from. "
            "In this case, return a move to the floor: one of the legal moves with line 0.")


def _why_behind(league: Lead) -> str:
    """Return a sentence on the share of games that a player wins.

    If the player drops clearly more tiles on the floor than it must, add a sentence on that.
    """
    wins = say("Your player wins {part:.0%} of its games against a player that makes random legal "
               "moves. It should win at least half.", part=league.mean)
    tiles = mean(dropped.tiles for dropped in league.seen)
    fewest = mean(dropped.fewest for dropped in league.seen)
    if tiles < fewest + CLEARLY_MORE:
        return wins
    return "\n".join([wins, say(
        "On average, each of your player's moves drops {tiles:.1f} tiles on the floor, but it's "
        "possible to drop only {fewest:.1f}. Choose the move that drops the fewest tiles, for "
        "example with min.", tiles=tiles, fewest=fewest)])


MyPlayer = Task(
    "MyPlayer", kit.GreedyRow, _turns, _plays, only_laws=True, kits=_KITS,
    laws=[_moves_are_legal_in_games, _finds_the_floor, from_rng, _is_move, _is_legal,
          is_ahead(LEAST, DOUBT, _why_behind)],
    words=lambda position, number: (
        told_state(f"MyPlayer().make_move(game, Random({number}))", position) if position else
        say("the wins of MyPlayer() against RandomPlayer() in up to {number} games",
            number=2 * number)),
    python=lambda position, number: _python("MyPlayer", position, number) if position else Call(
        "check.MyPlayer.again(MyPlayer)", remark=say(
            "the wins of MyPlayer() against RandomPlayer() in up to {number} games",
            number=2 * number)),
    endless=("Which loop never ends, and what should end it?",
             "There's always a legal move: the floor, line 0, accepts every colour.",
             "Your player never stops. If no line from 1 to 5 accepts any tiles, a loop that tries "
             "only these lines never ends. In that case, use the floor, line 0."),
    seconds=2.5, few_after=0.8, form=subclass_of(Player, "make_move"),
    needs="a class, a subclass of Player",
)
