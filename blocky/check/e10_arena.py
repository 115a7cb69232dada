"""Exercise 10: a player of one's own. Many players are right, so only laws can check one."""

from random import Random
from time import thread_time
from typing import Any

from blocky.block import random_init
from blocky.check.boards import EXAMPLE, Verdict, boards, nested
from blocky.check.e08_players import ENOUGH, KITS_PLAYERS, USED, no_move, used
from blocky.check.tried import Tries, watched, why_taken
from blocky.game import Game
from blocky.goal import BlobGoal, PerimeterGoal
from blocky.kit.calls import short
from blocky.kit.check.failure import LOOK
from blocky.kit.check.laws import LATE, Lead, Unsteady, from_rng, is_ahead, lead, steady
from blocky.kit.check.task import (
    Call,
    Case,
    Cases,
    Hints,
    Outcome,
    Task,
    of_errors,
    subclass_of,
    written,
)
from blocky.kit.language import say
from blocky.kit.player import Player, RandomPlayer
from blocky.kit.safely import computing_limit
from blocky.move import CLASSIC, EXTENDED, Action, Move
from blocky.player import SmartPlayer

__all__ = ["MyPlayer", "count_colour"]

#: The seconds that a move may compute; the most boards of a league, each played in both seats; the
#: turns of a game; the lead over chance that is asked for, and the benefit of the doubt.
MOST_A_MOVE, PAIRS, TURNS, MARGIN, DOUBT = 1.0, 30, 3, 1.0, 5.0

Choices = list[tuple[Any, Tries]]


def _cases(rng: Random) -> Cases:
    leaf, four = nested(rng.randrange(4), 0), nested([0, 1, 2, 3], 1)
    large, cells = nested(rng.randrange(4), 2), nested(EXAMPLE, 2)
    deep = random_init(0, 3, rng)  # early, for a player who thinks long only there
    for board in [four, leaf, large, deep, cells, random_init(0, 2, rng)]:
        for rules in (CLASSIC, EXTENDED):
            game = Game(board=board, players=[RandomPlayer(), RandomPlayer()], rules=rules, turns=2,
                        goals=rng.choice([BlobGoal, PerimeterGoal]), seed=rng.randrange(10**6))
            if rng.random() < 0.5:
                game.step()
            yield game, rng.randrange(10**6)
    yield None, PAIRS


def _play(answer: Any, game: Game | None, number: int) -> Any:
    """Return a player's move; without a game, its lead in a league."""
    player, choices = answer(), Choices()
    if game is None:
        return lead(lambda seed, seat, end: _margin(player, seed, seat, end, choices), number,
                    MARGIN, choices, LATE / 2)
    return steady(lambda rng: _choose(player, game, rng)[0], number, ENOUGH,
                  lambda rng: _choose(used(answer, number), game, rng)[0], say(USED))


def _choose(player: Any, game: Game, rng: Random) -> tuple[Any, Tries]:
    """Return a player's move, and what is seen of the moves it tries."""
    twin, seen = watched(game)
    return computing_limit(MOST_A_MOVE).call(player.make_move, twin, rng), seen


def _margin(player: Any, seed: int, seat: int, end: float, choices: Choices) -> Any:
    """Return a player's lead at the end of a game or of the time, or why a move is refused."""
    game = Game(2, players=[RandomPlayer(), RandomPlayer()], rules=EXTENDED, seed=seed, turns=TURNS)
    while not game.over and (thread_time() < end or not game.history):
        if game.turn != seat:
            game.step()
            continue
        move, seen = _choose(player, game, Random(f"{seed} {seat} {len(game.history)}"))
        choices.append((move, seen))
        reason = (game.why_not(move) if isinstance(move, Move) else
                  say("{move} isn't a move.", move=short(move)))
        if reason:
            return Verdict(reason)
        game.play(move)
    return game.scores[seat] - game.scores[1 - seat]


@of_errors
def _ends(case: Case, got: Outcome) -> Hints | None:
    """Look at an error as it is: a repair that avoids it may pass by luck."""
    return (LOOK,) if got.error else None


def _is_legal(case: Case, got: Outcome) -> Hints | None:
    game, value = case[0], got.value
    if not isinstance(value, (Move, Unsteady, Lead, Verdict)):
        return no_move(value)
    reason = (value.sentence if isinstance(value, Verdict) else
              game.why_not(value) if isinstance(value, Move) else None)
    return reason and (
        "Do the rules of this game allow your move?",
        "game.why_not(move) says why a move is refused; it returns None if the move is legal. Call "
        "it before you choose.",
        say("The game refuses your move: {reason}", reason=reason))


def _why_behind(league: Lead) -> str:
    tried = [move for _, seen in league.seen for move, _ in seen.tried]
    never = {action.word for action in EXTENDED.actions if action not in (
        Action.SMASH, Action.PASS)} - {move.action.word for move in tried}
    return why_taken(league.seen) or say(
        "Your player tries {count:.1f} moves per turn with game.score_after or game.play, but "
        "never one of these: {never}. Its mean margin is {points:.1f}. Try many legal moves, and "
        "return the one with the largest game.score_after(move).", points=league.mean,
        count=len(tried) / len(league.seen), never=", ".join(sorted(never)) or "-")


def _python(game: Game | None, number: int) -> Call:
    if game is None:
        return Call("check.MyPlayer.again(MyPlayer)", remark=_words(game, number))
    return Call("MyPlayer().make_move(game, rng)", {"game": game, "rng": Random(number)},
                function="MyPlayer().make_move", remark=_words(game, number).partition("# ")[2])


def _words(game: Game | None, number: int) -> str:
    if game is None:
        return say("the mean margin of MyPlayer() over RandomPlayer(), in up to {number} games "
                   "under the extended rules", number=2 * number)
    return say("MyPlayer().make_move(game, rng)   # {rules} rules, {goal}, {board}",
               rules=say(game.rules.name), goal=written(game.goals[game.turn]),
               board=written(game.board))


MyPlayer = Task(
    "MyPlayer", SmartPlayer, _cases, call=_play, words=_words, python=_python, only_laws=True,
    kits=KITS_PLAYERS,
    form=subclass_of(Player, "make_move"), needs="a subclass of Player", seconds=1.7, few_after=0.1,
    laws=[_ends, from_rng, _is_legal, is_ahead(MARGIN, DOUBT, _why_behind)],
    endless=("Which part of your player takes so long?",
             "A move may take one second of computing time.",
             "A move takes too long: a loop never ends, your player waits, or it tries too much. "
             "Try fewer moves, such as rng.sample(moves, 30), and look at fewer replies."),
)


# -- a function in a better style, which must do what it did ----------------------------------

def _grids(rng: Random) -> Cases:
    yield from (([[1, 2], [1, 1]], 1), ([[0, 0], [0, 0]], 0), ([[0, 0], [0, 0]], 2),
                ([[3, 1], [2, 3]], 3), ([], 1))
    for board in boards(rng, 4):
        yield board.flatten().tolist(), rng.randrange(4)


def _counted(grid: list[list[int]], colour: int) -> int:
    total = 0
    for row in grid:
        for cell in row:
            if cell == colour:
                total += 1
    return total


count_colour = Task("count_colour", _counted, _grids)
