"""Exercise 10: a player of your own, and a function to write in a better style.

Many players are right, so only laws can check one.
"""

from random import Random
from typing import Any

from blocky.block import random_init
from blocky.check.boards import EXAMPLE, InWords, boards, nested
from blocky.check.e08_players import ENOUGH, KITS_PLAYERS, USED, no_move, used
from blocky.check.tried import Tries, watched, why_not_the_best
from blocky.game import Game
from blocky.goal import BlobGoal, PerimeterGoal
from blocky.kit.calls import short
from blocky.kit.check.clock import thread_time
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
from blocky.move import CLASSIC, EXTENDED, Move
from blocky.player import SmartPlayer

__all__ = ["MyPlayer", "count_colour"]

#: The most seconds of computing of a move.
MOST_A_MOVE = 1.0

#: The most boards of a league, each played in both seats, and the turns of a game.
PAIRS = 30
TURNS = 3

#: The lead over chance that is asked for, and how much less is accepted where time is short.
MARGIN = 1.0
DOUBT = 5.0

#: The moves that a player has chosen, each with what it tried before.
Choices = list[tuple[Any, Tries]]


def _cases(rng: Random) -> Cases:
    """Yield games, each with a seed; then None and a number, for a league of pairs of games."""
    leaf = nested(rng.randrange(4), 0)
    large_leaf = nested(rng.randrange(4), 2)
    four = nested([0, 1, 2, 3], 1)
    example = nested(EXAMPLE, 2)
    deep = random_init(0, 3, rng)
    # the deep board comes early, for a player that thinks long only there
    for board in [four, leaf, large_leaf, deep, example, random_init(0, 2, rng)]:
        for rules in (CLASSIC, EXTENDED):
            game = Game(board=board, players=[RandomPlayer(), RandomPlayer()], rules=rules, turns=2,
                        goals=rng.choice([BlobGoal, PerimeterGoal]), seed=rng.randrange(10**6))
            if rng.random() < 0.5:
                game.step()
            yield game, rng.randrange(10**6)
    yield None, PAIRS


def _play(answer: Any, game: Game | None, number: int) -> Any:
    """Return the move that a player of the class ``answer`` makes in a game.

    ``number`` is the seed. Return Unsteady if a player that has moved in another game chooses
    another move. Without a game, return the player's Lead in ``number`` pairs of games, or InWords.
    """
    player = answer()
    if game is None:
        choices = Choices()  # ``_margin`` adds to them
        return lead(lambda seed, seat, end: _margin(player, seed, seat, end, choices), pairs=number,
                    least=MARGIN, seen=choices, seconds=LATE / 2)

    def move_of(new_or_used_player: Any, rng: Random) -> Any:
        move, _ = _choose(new_or_used_player, game, rng)
        return move

    return steady(lambda rng: move_of(player, rng), seed=number, enough=ENOUGH,
                  again=lambda rng: move_of(used(answer, number), rng), later=say(USED))


def _choose(player: Any, game: Game, rng: Random) -> tuple[Any, Tries]:
    """Return the move that a player chooses, and the moves that it tries before."""
    twin, tries = watched(game)
    move = computing_limit(MOST_A_MOVE).call(player.make_move, twin, rng)
    return move, tries


def _margin(player: Any, seed: int, seat: int, end: float, choices: Choices) -> Any:
    """Return by how many points a player leads at the end of a game against a RandomPlayer.

    ``seat`` is the player's number, 0 or 1. At the time ``end``, the game stops, but not before its
    first turn. Return InWords if a move is refused. Each move is added to ``choices``.
    """
    game = Game(2, players=[RandomPlayer(), RandomPlayer()], rules=EXTENDED, seed=seed, turns=TURNS)
    while not game.over and (thread_time() < end or not game.history):
        if game.turn != seat:
            game.step()
            continue
        move, tries = _choose(player, game, Random(f"{seed} {seat} {len(game.history)}"))
        choices.append((move, tries))
        reason: str | None
        if isinstance(move, Move):
            reason = game.why_not(move)
        else:
            reason = say("{move} isn't a move.", move=short(move))
        if reason:
            return InWords(reason)
        game.play(move)
    return game.scores[seat] - game.scores[1 - seat]


@of_errors
def _ends_without_error(case: Case, got: Outcome) -> Hints | None:
    """Return hints for any error: if it comes from a single leaf, special ones, otherwise LOOK.

    No repair is looked for: one that only avoids the error may pass by luck.
    """
    game, _ = case
    if not got.error:
        return None
    has_nothing_to_choose = got.error == "IndexError" or (
        got.error == "ValueError" and "empty" in got.said)
    if has_nothing_to_choose and game is not None and not game.board.children:
        return ("What is special about this board?",
                "A board can be a single leaf.",
                "This board is a single leaf, so game.board.children is empty. Choose from all "
                "blocks, list(game.board.blocks()): they include the board itself.")
    return (LOOK,)


def _is_legal(case: Case, got: Outcome) -> Hints | None:
    """Return hints if the result is no Move, or one that the rules don't allow."""
    game, _ = case
    value = got.value
    if isinstance(value, (Unsteady, Lead)):  # other laws look at these
        return None
    if isinstance(value, InWords):  # why a move in the league was refused
        reason = value.sentence
    elif isinstance(value, Move):
        reason = game.why_not(value)
    else:
        return no_move(value)
    if not reason:
        return None
    return ("Do the rules of this game allow your move?",
            "game.why_not(move) says why a move is refused, and returns None if the move is legal. "
            "Call this method before you choose.",
            say("The game refuses your move: {reason}", reason=reason))


def _why_behind(league: Lead) -> str:
    """Return a sentence that says why a player's mean margin is too small."""
    moves_tried = sum(len(tries.tried) for _, tries in league.seen)
    if not moves_tried:
        return say("Your player never tries a move, and its mean margin is only {points:.1f}. "
                   "Compare game.score_after(move) for many moves. If your code already does that, "
                   "Python never reaches those lines, because a condition is never true.",
                   points=league.mean)
    wrong_choices = why_not_the_best(league.seen)
    if wrong_choices:
        return wrong_choices
    turns = len(league.seen)
    return say(
        "Your player tries {count:.1f} moves per turn with game.score_after or game.play, and its "
        "mean margin is {points:.1f}. Try many legal moves, and return the one with the largest "
        "game.score_after(move).", count=moves_tried / turns, points=league.mean)


def _python(game: Game | None, number: int) -> Call:
    """Return the Call of a move in a game; without a game, the one that plays the league again."""
    if game is None:
        return Call("check.MyPlayer.again(MyPlayer)", remark=_words(game, number))
    _, _, words_on_the_game = _words(game, number).partition("# ")
    return Call("MyPlayer().make_move(game, rng)", {"game": game, "rng": Random(number)},
                function="MyPlayer().make_move", remark=words_on_the_game)


def _words(game: Game | None, number: int) -> str:
    """Return a case in words: the call and its game; without a game, the league."""
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
    laws=[_ends_without_error, from_rng, _is_legal, is_ahead(MARGIN, DOUBT, _why_behind)],
    endless=("Which part of your player takes so long?",
             "A move may take at most one second of computing time.",
             "A move takes too long: a loop never ends, your player waits, or it tries too many "
             "moves. Try fewer moves, such as rng.sample(moves, 30), and look at fewer replies."),
)


# -- a function in a better style, which must do what it did ----------------------------------

def _grids(rng: Random) -> Cases:
    """Yield a grid, as a list of rows of colour numbers, and a colour."""
    yield [[1, 2], [1, 1]], 1
    yield [[0, 0], [0, 0]], 0
    yield [[0, 0], [0, 0]], 2
    yield [[3, 1], [2, 3]], 3
    yield [], 1
    for board in boards(rng, 4):
        yield board.flatten().tolist(), rng.randrange(4)


def _counted(grid: list[list[int]], colour: int) -> int:
    """Return how many cells of a grid have a colour."""
    total = 0
    for row in grid:
        for cell in row:
            if cell == colour:
                total += 1
    return total


count_colour = Task("count_colour", _counted, _grids)
