"""Exercise 08: the score of a move, and a player who tries some moves and takes the best of them.

A player is random, so only laws check it. They see which moves it tries: see tried.py.
"""

from functools import cache, partial
from random import Random
from typing import Any

import numpy as np

from blocky import player as kit
from blocky.check.boards import EXAMPLE
from blocky.check.e08_players import (
    KITS_PLAYERS,
    NOT_UNDONE,
    Setup,
    is_allowed,
    moves_of,
    observed_in,
    player_task,
    random_board,
)
from blocky.check.tried import why_not_the_best
from blocky.colour import Colour
from blocky.game import Game
from blocky.goal import BlobGoal
from blocky.kit.arguments import as_tuples
from blocky.kit.check.task import Call, Case, Cases, Hints, Outcome, Seen, Task, told, written
from blocky.kit.language import Code, say
from blocky.move import Action, Move
from blocky.position import BlockyPosition

__all__ = ["SmartPlayer", "score_if"]


# -- a move on trial -----------------------------------------------------------------------------

def _score_if_cases(rng: Random) -> Cases:
    """Yield setups of games, each with a move: a rotation or a swap of the board or a block."""
    actions = (Action.ROTATE_CLOCKWISE, Action.ROTATE_COUNTER_CLOCKWISE, Action.SWAP_HORIZONTALLY,
               Action.SWAP_VERTICALLY)
    example = as_tuples(list(EXAMPLE))
    classic = partial(Setup, "classic")
    for action in actions:
        yield classic((1, 0, 2, 0), 1), Move(action)
    for action in actions:
        yield classic(example, 2), Move(action)
        yield classic(example, 2, "blob", (0, 2), rng.randrange(2)), Move(action, (0,))
        yield classic(((0, 1, 0, 0), 2, 0, 3), 2), Move(action, (0,))
        yield classic(((0, (1, 0, 0, 0), 2, 3), 2, 0, 3), 3), Move(action, (0, 1))
    yield classic(example, 2), Move(Action.ROTATE_CLOCKWISE, (1,))
    for goal in ("perimeter", "blob") * 4:
        setup = classic(random_board(rng, 3), 3, goal, (rng.randrange(4), 1, 2), rng.randrange(3))
        block = rng.choice(list(setup.game().board.blocks()))
        yield setup, Move(rng.choice(actions), block.path)


#: The fact about the board after the call.
_BOARD = "the board after the call"


def _score_if(game: Game, move: Move) -> int:
    """Return the current player's score after a move; undo the move with the opposite one."""
    block = game.board.at(move.path)
    move.change(block, Random(0))
    score = game.goals[game.turn].score(game.board)
    if move.action == Action.ROTATE_CLOCKWISE:
        block.rotate(3)
    elif move.action == Action.ROTATE_COUNTER_CLOCKWISE:
        block.rotate(1)
    else:
        move.change(block, Random(0))
    return score


def _scores_the_board_after_the_move(args: Case, got: Outcome) -> Hints | None:
    """Return hints if the result isn't the score of the whole board after the move."""
    setup, move = args
    game = setup.game()
    goal = game.goals[game.turn]
    block = game.board.at(move.path)
    before = goal.score(game.board)
    move.change(block, Random(0))
    right = goal.score(game.board)
    if got.value == right:
        return None
    goal_of_another = game.goals[game.turn - 1]  # of the player before, or the last one
    wrong_scores = {
        say("the score before the move"): before,
        say("the score of only the block that moved"): goal.score(block),
        say("the score for another player's goal"): goal_of_another.score(game.board)}
    named = [name for name, score in wrong_scores.items() if score == got.value]
    own = written(got.value)
    if len(named) == 1:  # otherwise, it could be any of them, or another score
        [what] = named
        found = say("Your function returns {own}, which is {what}.", own=own, what=what)
    else:
        found = say("Your function returns {own}, but the result should be {right}.",
                    own=own, right=right)
    why = say("{found} After the move and before you undo it, score the whole board: "
              "game.goals[game.turn].score(game.board).", found=found)
    return ("Which board do you score, and when?",
            "Score the whole board, after the move and before you undo it.", why)


def _is_undone(args: Case, got: Outcome) -> Hints | None:
    """Return hints if the board isn't as it was before the call."""
    setup, _ = args
    before = setup.game().board
    after = got.facts[_BOARD]
    if told(before) == told(after):
        return None
    first_two = ("What does game.board look like when your function ends?",
                 "Which rotation undoes a clockwise rotation? What undoes a swap?")
    if before.to_nested() == after.to_nested():
        return (*first_two,
                "The colours are as before, but blocks still have the positions that the move gave "
                "them. Make the opposite move instead: rotate(3) undoes rotate(1), and a swap "
                "undoes itself.")
    return (*first_two,
            "After the call, the board isn't as it was before. Undo the move on the same block "
            "before you return: rotate(3) undoes rotate(1), and a swap undoes itself.")


def _undoes_the_rotation(args: Case, got: Outcome) -> Hints | None:
    """Return hints if the call leaves the block of a rotation rotated by 180 degrees.

    That happens if the rotation is repeated in place of the opposite one.
    """
    setup, move = args
    steps = {Action.ROTATE_CLOCKWISE: 1, Action.ROTATE_COUNTER_CLOCKWISE: 3}.get(move.action)
    board_before = setup.game().board
    half_rotated = setup.game().board
    block = half_rotated.at(move.path)
    block.rotate(1)
    block.rotate(1)
    looks_as_before = told(half_rotated) == told(board_before)
    is_half_rotated = told(got.facts[_BOARD]) == told(half_rotated) and not looks_as_before
    if steps is None or not is_half_rotated:  # None: a swap
        return None
    return ("What does game.board look like when your function ends?",
            "Which rotation undoes a clockwise rotation? Which rotation undoes a counter-clockwise "
            "rotation?",
            say("After {action}, your function leaves the block rotated by 180 degrees. Undo "
                "rotate({steps}) with one rotate({back}).", action=Code(f"{move.action!r}"),
                steps=steps, back=4 - steps))


def _call(answer: Any, setup: Setup, move: Move) -> Seen:
    """Return the score that ``answer`` returns; the fact is the board after the call."""
    game = setup.game()
    score = answer(game, move)
    return Seen(score, {_BOARD: game.board})


score_if = Task(
    "score_if", _score_if, _score_if_cases, _call,
    laws=[_scores_the_board_after_the_move, _undoes_the_rotation, _is_undone],
    kits=[Game.score_after, Game.play, Game.undo, Game.copy, BlockyPosition.play,
          BlockyPosition.trials],
    words=lambda setup, move: say("score_if(game, {move!r})\n    in a game with {board}, goals "
                                  "{goals}", move=move, board=written(setup.game().board),
                                  goals=", ".join(map(written, setup.game().goals))),
    python=lambda setup, move: Call(
        "score_if(game, move)", {"game": setup.game(), "move": move}, function="score_if",
        remark=say("The goals are {goals}; game.turn is {turn}; the board is {board}.",
                   goals=", ".join(map(written, setup.game().goals)), turn=setup.game().turn,
                   board=written(setup.game().board))),
)


# -- a smart player ------------------------------------------------------------------------------

#: A board on which the best move is rare.
_RARE = (1, (2, 2, (1, 1, 2, 2), (1, 1, 1, 0)), 2, 0)


def _smart_cases(rng: Random) -> Cases:
    """Yield setups of games, each with difficulties and seeds.

    A player of each difficulty makes one move in the game with each seed.
    """
    # The first score loads a library, which would take a part of the first player's time.
    BlobGoal(0).score_grid(np.zeros((1, 1), dtype=np.int8))
    classic = partial(Setup, "classic")
    extended = partial(Setup, "extended")

    def case(setup: Setup, *difficulties: int, seeds: tuple[int, ...] = (0,)) -> Case:
        return setup, difficulties, seeds

    two_seeds = (0, 1)
    six_seeds = tuple(range(6))
    example = as_tuples(list(EXAMPLE))
    one_divided = ((0, 0, 1, 0), 0, 0, 0)
    two_divided = (0, (0, 1, 2, 2), (1, 0, 2, 1), 0)
    all_red = (1, 1, 1, 1)
    yield case(classic(one_divided, 2, colours=(0, 1)), 5, seeds=six_seeds)
    yield case(classic((1, 0, 2, 0), 1), 0)
    yield case(classic(all_red, 2, colours=(0,)), 0)
    yield case(classic(all_red, 2, colours=(0,)), 2, seeds=two_seeds)
    yield case(classic(example, 2), 7)
    yield case(classic(example, 2), 0, 1, seeds=two_seeds)
    yield case(classic(two_divided, 2), 0, 5, seeds=two_seeds)
    yield case(classic(two_divided, 2, colours=(1, 0)), 5)
    yield case(classic(_RARE, 3), 0, 3, seeds=six_seeds)
    yield case(classic(random_board(rng, 4), 4), 4)

    undivided = 1
    two_corners_divided = (2, (2, 0, 0, 0), 2, (2, 0, 0, 0))
    one_corner_divided = (0, (0, 0, 0, 1), 0, 0)
    yield case(extended(undivided, 2), 1, seeds=two_seeds)
    yield case(extended((1, 2, 2, 2), 1, "blob", (0, 2)), 2, seeds=two_seeds)
    yield case(extended(two_corners_divided, 2, colours=(1, 0)), 5)
    yield case(extended(one_corner_divided, 2, colours=(0, 1)), 5)
    best_paints_a_cell_blue = extended(all_red, 1, colours=(0,))
    yield case(best_paints_a_cell_blue, 5)
    for rules in (classic, extended):
        yield case(rules(random_board(rng, 2), 2, colours=(2, 3)), 1, seeds=two_seeds)


def _never_smashes(args: Case, got: Outcome) -> Hints | None:
    """Return hints if a smash is chosen."""
    if all(move.action is not Action.SMASH for move in moves_of(got)):
        return None
    return ("Which actions may your player try?",
            "The result of a smash is random, so you can't know its score.",
            "Your player chose a smash, but a smart player never smashes. Leave out every action "
            "that is Action.SMASH.")


def _passes_only_if_allowed(args: Case, got: Outcome) -> Hints | None:
    """Return hints if a player passes under rules that have no pass."""
    setup, *_ = args
    has_pass = Action.PASS in setup.game().rules.actions
    if has_pass or all(move.action is not Action.PASS for move in moves_of(got)):
        return None
    return ("Which rules does this game have? May you pass?",
            "game.rules.actions contains Action.PASS only under the extended rules.",
            "Under the classic rules, your player can't pass. Return the best move that you tried, "
            "even if it doesn't beat the current score.")


def _tries_as_many_as_asked(args: Case, got: Outcome) -> Hints | None:
    """Return hints if the number of a player's tries isn't the one that its difficulty asks for.

    Where the tries that were seen leave a doubt, return None.
    """
    setup, difficulties, seeds = args
    game = setup.game()
    possible = [move for move in game.legal_moves() if game.position.certain(move)]
    tries_of_moves = observed_in(got).tries
    # A player that remembers scores asks only once for a move that it draws twice.
    may_remember = all(len({move for move, _ in tries.tried}) == len(tries.tried)
                       for tries in tries_of_moves)
    difficulty_of_moves = [difficulty for difficulty in difficulties for _ in seeds]
    counts: dict[int, set[int]] = {each: set() for each in difficulties}
    for difficulty, tries in zip(difficulty_of_moves, tries_of_moves, strict=False):
        counts[difficulty].add(len(tries.tried))
    for difficulty, tries in zip(difficulty_of_moves, tries_of_moves, strict=False):
        asked = kit.SmartPlayer(difficulty).tries
        count = len(tries.tried)
        different = {move for move, _ in tries.tried} - {Move(Action.PASS)}
        # With a single seed, a count below ``asked`` may be an accident.
        is_steady = counts[difficulty] == {count} and (len(seeds) > 1 or count > asked)
        may_draw_twice = len(possible) < 3 * asked or not is_steady
        # Of far fewer tries, others may have been made in a way that isn't seen.
        is_a_little_fewer = asked / 2 < count < asked
        are_too_few = is_a_little_fewer and not (may_remember and may_draw_twice)
        are_too_many = len(different) > asked
        # A player that tries as many moves as its difficulty makes another mistake.
        is_of_another_index = count in _TRIES and count not in (asked, difficulty)
        if is_of_another_index and is_steady:
            return _hints_of_index(difficulty, count)
        if are_too_few or are_too_many:
            return ("How many moves does your player try? Count the iterations of its loop.",
                    "A loop over range(n) has n iterations, and a loop over range(1, n) has one "
                    "fewer. Don't count an iteration that draws a smash or a pass, because it "
                    "tries nothing.",
                    say("With difficulty {difficulty}, your player computes {count} scores, but it "
                        "should try {asked} moves. Don't count a smash or a pass as a try.",
                        difficulty=difficulty, count=count, asked=asked))
    return None


#: The number of tries for each difficulty, as the exercise lists them.
_TRIES = [kit.SmartPlayer(difficulty).tries for difficulty in range(6)]


def _hints_of_index(difficulty: int, count: int) -> Hints:
    """Return the hints for a player that tries as many moves as one of another difficulty.

    ``count`` is the number of its tries, one of _TRIES.
    """
    return ("How many moves does your player try with this difficulty?",
            "TRIES contains the number of moves for each difficulty, from 0 to 5.",
            say("With difficulty {difficulty}, your player tries {count} moves, which is "
                "TRIES[{other}]. It should try TRIES[{index}], which is {asked}. Use the "
                "difficulty as the index, but at most 5.", difficulty=difficulty, count=count,
                other=_TRIES.index(count), index=min(difficulty, 5),
                asked=_TRIES[min(difficulty, 5)]))


def _takes_the_best_tried(args: Case, got: Outcome) -> Hints | None:
    """Return hints if a player chooses a move that isn't the best of those that it tried."""
    observed = observed_in(got)
    if observed.leaves_a_change:  # then a score that was seen may be that of several moves
        return None
    why = why_not_the_best(zip(moves_of(got), observed.tries, strict=True))
    if not why:
        return None
    return ("Which of the moves that it tried does your player choose?",
            "What does your player remember while it tries moves? When does it replace what it "
            "remembers?", why)


@cache
def _scores(setup: Setup) -> dict[Move, int]:
    """Return a dict from each move that a smart player can try to the score after it."""
    game = setup.game()
    scores = dict[Move, int]()
    for block in list(game.board.blocks()):  # a list, as score_after changes the tree for a while
        for action in game.rules.legal_actions(block):
            if action in (Action.SMASH, Action.PASS):
                continue
            colours: list[Colour | None] = [None]
            if action is Action.PAINT:
                colours = [colour for colour in Colour if colour != block.colour]
            for colour in colours:
                move = Move(action, block.path, colour)
                scores[move] = game.score_after(move)
    return scores


def _scores_after(setup: Setup, moves: list[Move]) -> list[int]:
    """Return the score after each chosen move; a pass keeps the score."""
    game = setup.game()
    score_now = game.scores[game.turn]
    return [_scores(setup).get(move, score_now) for move in moves]


def _tries_few_if_easy(args: Case, got: Outcome) -> Hints | None:
    """Return hints if with difficulty 0, a player always finds the best move, though it's rare."""
    setup, _, seeds = args
    if setup.nested != _RARE:
        return None
    moves_if_easy = moves_of(got)[:len(seeds)]  # difficulty 0 comes first
    scores_if_easy = _scores_after(setup, moves_if_easy)
    always_finds_the_best = {*scores_if_easy} == {max(_scores(setup).values())}
    if not always_finds_the_best:
        return None
    return ("How many moves does your player try with difficulty 0?",
            "With only a few tries, a player often doesn't find a move that is rare.",
            say("With difficulty 0, your player finds the best move every time, even though that "
                "move is rare. So your player tries too many moves. It should try {asked}.",
                asked=kit.SmartPlayer(0).tries))


def _passes_if_nothing_is_better(args: Case, got: Outcome) -> Hints | None:
    """Return hints if a chosen move doesn't beat the current score, although a pass is possible."""
    setup, *_ = args
    game = setup.game()
    if Action.PASS not in game.rules.actions:
        return None
    score_now = game.scores[game.turn]
    useless = [move for move in moves_of(got)
               if move.action is not Action.PASS and _scores(setup)[move] <= score_now]
    if not useless:
        return None
    if observed_in(got).leaves_a_change:
        return NOT_UNDONE
    return ("How many points do your player's moves give? How many could they give?",
            "With the extended rules, when should your player pass?",
            "After its cost is subtracted, the move that your player chose doesn't beat the "
            "current score. If Action.PASS is legal, make another move only if its "
            "game.score_after(move) is higher than game.scores[game.turn]. Otherwise, pass.")


def _finds_the_best(args: Case, got: Outcome) -> Hints | None:
    """Return hints if the moves of the player with the highest difficulty aren't good enough.

    With difficulty 5, it should always find the best score. On the board _RARE, its scores should
    be higher than those with few tries.
    """
    setup, difficulties, seeds = args
    moves = moves_of(got)
    scores = _scores_after(setup, moves)
    with_few_tries = scores[:len(seeds)]  # those of the lowest difficulty come first
    with_many_tries = scores[-len(seeds):]
    game = setup.game()
    best = max(_scores(setup).values())
    now = game.scores[game.turn]
    *_, highest_difficulty = difficulties
    if setup.nested == _RARE:
        is_good = sum(with_many_tries) > sum(with_few_tries)
    elif highest_difficulty == 5 and best != now:
        is_good = {*with_many_tries} == {best}
    else:
        is_good = True  # nothing is asked for
    if is_good:
        return None
    if observed_in(got).leaves_a_change:
        return NOT_UNDONE
    worst = min(with_many_tries)
    moves_with_many_tries = moves[-len(seeds):]
    move = moves_with_many_tries[with_many_tries.index(worst)]
    if move.action is Action.PASS:
        why = say("Your player passes, but the best move gives a score of {best}, and the current "
                  "score is {now}. Pass only if the best score that you find is at most "
                  "game.scores[game.turn]. Here, game.turn is {turn}.",
                  best=best, now=now, turn=game.turn)
    else:
        why = say("Your player computes {count} scores of the current player, and then chooses "
                  "“{move}”. This move gives {score}, but another move gives {best}. Try {asked} "
                  "moves, and compare the current player's scores.",
                  count=len(observed_in(got).tries[-1].tried), move=move, score=worst, best=best,
                  asked=kit.SmartPlayer(highest_difficulty).tries)
    return ("How many points do your player's moves give? How many could they give?",
            "How many moves does your player try? What does it remember? For which player does it "
            "compute the score?", why)


SmartPlayer = player_task("SmartPlayer", kit.SmartPlayer, _smart_cases, KITS_PLAYERS, [
    _never_smashes, _passes_only_if_allowed, is_allowed, _tries_as_many_as_asked,
    _takes_the_best_tried, _tries_few_if_easy, _passes_if_nothing_is_better, _finds_the_best])
