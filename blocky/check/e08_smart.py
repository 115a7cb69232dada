"""Exercise 08: a move on trial, and a player who tries some moves and takes the best."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

import numpy as np

from blocky import player as kit
from blocky.block import Block
from blocky.check.boards import EXAMPLE
from blocky.check.e08_players import (
    KITS_PLAYERS,
    NOT_UNDONE,
    Choices,
    Place,
    call_of,
    can_be_made,
    choices_of,
    choose,
    comes_from_rng,
    keeps_nothing,
    one_kind,
    random_board,
    returns_moves,
)
from blocky.check.tried import why_taken
from blocky.colour import Colour
from blocky.game import Game
from blocky.goal import BlobGoal
from blocky.kit.check.compare import tell, told, written
from blocky.kit.check.run import Outcome, Seen
from blocky.kit.check.task import Case, Hints, Task, subclass_of
from blocky.kit.language import say, say_count
from blocky.move import Action, Move
from blocky.position import BlockyPosition, as_tuples

__all__ = ["SmartPlayer", "score_if"]


# -- a move on trial -----------------------------------------------------------------------------

_SIMPLE = (Action.ROTATE_CLOCKWISE, Action.ROTATE_COUNTER_CLOCKWISE, Action.SWAP_HORIZONTALLY,
           Action.SWAP_VERTICALLY)


def _score_if_cases(rng: Random) -> Iterator[Case]:
    example = as_tuples(list(EXAMPLE))
    for action in _SIMPLE:
        yield Place("classic", (1, 0, 2, 0), 1), Move(action)
    for action in _SIMPLE:
        yield Place("classic", example, 2), Move(action)
        yield Place("classic", example, 2, "blob", (0, 2), rng.randrange(2)), Move(action, (0,))
        yield Place("classic", ((0, 1, 0, 0), 2, 0, 3), 2), Move(action, (0,))
        yield Place("classic", ((0, (1, 0, 0, 0), 2, 3), 2, 0, 3), 3), Move(action, (0, 1))
    yield Place("classic", example, 2), Move(Action.ROTATE_CLOCKWISE, (1,))
    for goal in ("perimeter", "blob") * 4:
        place = Place("classic", random_board(rng, 3), 3, goal, (rng.randrange(4), 1, 2),
                      rng.randrange(3))
        block = rng.choice(list(place.game().board.blocks()))
        yield place, Move(rng.choice(_SIMPLE), block.path)


#: What is seen of the board after the call.
_BOARD = "the board afterwards"


@dataclass
class Asked:
    """What the goals of a game were asked: whose goal, of which block, and the board just then."""

    goals: list[int] = field(default_factory=list)
    blocks: list[Any] = field(default_factory=list)
    boards: list[Any] = field(default_factory=list)


tell.register(Asked, lambda asked: "asked")  # only laws look at it

_ASKED = "asked"


def _try_move(answer: Any, place: Place, move: Move) -> Any:
    """Return the score that a move would give, with the board afterwards and what was asked."""
    game, asked = place.game(), Asked()

    def watch(number: int, score: Callable[[Any], int]) -> Callable[[Any], int]:
        def watching(block: Any) -> int:
            asked.goals.append(number)
            asked.blocks.append(() if block is game.board else getattr(block, "path", None))
            asked.boards.append(told(game.board))
            return score(block)
        return watching

    for number, goal in enumerate(game.goals):
        goal.score = watch(number, goal.score)  # type: ignore
    return Seen(answer(game, move), {_BOARD: game.board, _ASKED: asked})


def _why_that(place: Place, move: Move, asked: Asked) -> str:
    """Return which question to a goal is the wrong one."""
    turn, made = place.game().turn, dict[Move, Any]()
    for other in (Move(action, path) for action in _SIMPLE for path in ((), move.path)):
        made[other] = told(_after(place, other))
    others = [other for other, board in made.items() if board in asked.boards]
    return (
        say("Your function asks no goal for the score after the move. game.scores is counted "
            "again only when the game itself plays a move: ask game.goals[game.turn].")
        if not asked.goals else
        say("Your function asks the goal of player {own}: take game.goals[game.turn].",
            own=asked.goals[0]) if turn not in asked.goals else
        say("Your function asks the goal about the block at path {path} alone: ask it about "
            "game.board, the whole board.", path=asked.blocks[0])
        if all(asked.blocks) else
        say("When your function asks the goal, the board is as it is before the move.")
        if all(board == told(place.game().board) for board in asked.boards) else
        say("When your function asks the goal, the board is as it is after another move: {own}. "
            "The move that is asked for is this: {move}.", own=others[0], move=move)
        if others and made[move] not in asked.boards else
        say("Your function asks the right goal about the whole board, so look at the board in that "
            "moment, and at what becomes of the score."))


def _after(place: Place, move: Move) -> Block:
    board = place.game().board
    move.change(board.at(move.path), Random(0))
    return board


def _score_if(game: Game, move: Move) -> int:
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


def _is_taken_back(args: Case, got: Outcome) -> Hints | None:
    """The law that the board is as before."""
    (place, move), after = args, told(got.facts[_BOARD])
    board = place.game().board
    if told(board) == after:
        return None
    move.change(board.at(move.path), Random(0))
    return ("How does game.board look when your function is done?",
            "Which turn takes back a turn clockwise? And what takes back a swap?",
            "The move is not taken back. Undo it on the same block, after the score is counted and "
            "before you return it." if told(board) == after else
            "The move is not taken back by its opposite, or not on the same block. The opposite of "
            "rotate(1) is rotate(3); a swap in one direction is its own opposite.")


def _whole_board_after(args: Case, got: Outcome) -> Hints | None:
    """The law that the score is that of the whole board, after the move."""
    (place, move), own = args, got.value
    game = place.game()
    goal, now = game.goals[game.turn], game.scores[game.turn]
    move.change(game.board.at(move.path), Random(0))
    if own == (then := goal.score(game.board)):
        return None
    return ("Of what do you count the score, and when?",
            "A goal counts on the whole board, after the move is made and before it is taken back.",
            say("By the goal of player {turn}, whose turn it is, the score of the whole board is "
                "{now} before the move and {then} after it. {then} is needed, and yours is {own}. "
                "{why}", turn=game.turn, now=now, then=then, own=written(own),
                why=_why_that(place, move, got.facts[_ASKED])))


score_if = Task(
    "score_if", _score_if, _score_if_cases, _try_move,
    laws=[_whole_board_after, _is_taken_back],
    kits=[Game.score_after, Game.play, Game.undo, Game.copy, BlockyPosition.play,
          BlockyPosition.trials],
    words=lambda place, move: say("score_if(game, {move!r})\n    in a game with {board}, goals "
                                  "{goals}", move=move, board=written(place.game().board),
                                  goals=", ".join(map(written, place.game().goals))),
)


# -- a smart player ------------------------------------------------------------------------------

_TWO_GOALS = (0, (0, 1, 2, 2), (1, 0, 2, 1), 0)
_RARE = (1, (2, 2, (1, 1, 2, 2), (1, 1, 1, 0)), 2, 0)


_TRIES = "5, 10, 25, 50, 100, 150 moves for difficulty 0, 1, 2, 3, 4, and 5 or more"


def _smart_cases(rng: Random) -> Iterator[Case]:
    few = (0, 1)
    BlobGoal(0).score_grid(np.zeros((1, 1), dtype=np.int8))  # loads a library, which takes time
    example = as_tuples(list(EXAMPLE))
    yield Place("classic", ((0, 0, 1, 0), 0, 0, 0), 2, colours=(0, 1)), (5,), tuple(range(6))
    yield Place("classic", (1, 0, 2, 0), 1), (0,), (0,)
    yield Place("classic", (1, 1, 1, 1), 2, colours=(0,)), (0,), (0,)
    yield Place("classic", (1, 1, 1, 1), 2, colours=(0,)), (2,), few
    yield Place("classic", example, 2), (7,), (0,)
    yield Place("classic", example, 2), (0, 1), (0, 1, 0, 1)
    yield Place("classic", example, 2), (2,), (0,), Place("classic", (1, 1, 1, 1), 1)
    yield Place("classic", (1, 0, 2, 0), 1), (1,), (0,), Place("classic", example, 2)
    yield Place("classic", _TWO_GOALS, 2), (1,), tuple(range(20))
    yield Place("classic", _TWO_GOALS, 2), (0, 5), few
    yield Place("classic", _TWO_GOALS, 2, colours=(1, 0)), (5,), (0,)
    yield Place("classic", _RARE, 3), (0, 3), 2 * tuple(range(6))
    yield Place("classic", random_board(rng, 4), 4), (4,), (0,)
    yield Place("extended", 1, 2), (1,), few
    yield Place("extended", (1, 2, 2, 2), 1, "blob", (0, 2)), (2,), few
    yield Place("extended", (2, (2, 0, 0, 0), 2, (2, 0, 0, 0)), 2, colours=(1, 0)), (5,), (0,)
    for rules in ("classic", "extended"):
        yield Place(rules, random_board(rng, 2), 2, colours=(2, 3)), (1,), few


def _blocks_vary(args: Case, got: Outcome) -> Hints | None:
    """See whether the moves are neither all on the top-level block nor all on leaves."""
    place, _, seeds, *_ = args
    if len(seeds) < 20:
        return None
    return one_kind(place.game().board, {move.path for move in got.value})


def _tries_enough(args: Case, got: Outcome) -> Hints | None:
    """See whether as many moves are tried as the difficulty says, where that can be seen."""
    _, difficulties, seeds, *_ = args
    for number, tried in enumerate(tries.tried for tries in choices_of(got).tries):
        difficulty = difficulties[number // len(seeds)]
        most, different = kit.SmartPlayer(difficulty).tries, {move for move, _ in tried}
        if most / 2 < len(tried) < most or len(different - {Move(Action.PASS)}) > most:
            return _number_of_tries(difficulty, len(tried), most)
    return None


def _takes_the_best(args: Case, got: Outcome) -> Hints | None:
    """See whether the best of the moves that are seen to be tried is taken."""
    chosen = choices_of(got)
    why = "" if chosen.changed else why_taken(zip(chosen.moves, chosen.tries, strict=False))
    return ("Which of the moves that it tries does your player take?",
            "What does your player keep while it tries, and when does it replace that?", why
            ) if why else None


def _number_of_tries(difficulty: int, tried: int, most: int) -> Hints:
    return ("How many moves does your player try? Count the rounds of its loop.",
            "range(n) makes n rounds, range(1, n) one less. Does a round without a try count?",
            "\n".join([say_count(
                "With difficulty {difficulty} your player asks for 1 score, and should try {most} "
                "moves.", "With difficulty {difficulty} your player asks for {count} scores, and "
                "should try {most} moves.", tried, difficulty=difficulty, most=most),
                say("A round in which nothing is tried, as the move drawn is to smash or to pass, "
                    "must not count.") if most / 2 < tried < most - 1 else
                say("A smart player tries {tries}.", tries=say(_TRIES))]))


@cache
def _scores(place: Place, player: int) -> dict[Move, int]:
    """Return for every move that a smart player can try the score that it gives a player."""
    game, scores = place.game(), {}
    for block in list(game.board.blocks()):
        for action in game.rules.legal_actions(block):
            colours = [each for each in Colour if each != block.colour]
            for colour in colours if action is Action.PAINT else [None]:
                if action not in (Action.SMASH, Action.PASS):
                    move = Move(action, block.path, colour)
                    game.play(move)
                    scores[move] = game.scores[player]
                    game.undo()
    return scores


def _is_the_best(args: Case, got: Outcome) -> Hints | None:
    """See whether a player who tries many moves finds the best, and passes if there is none."""
    place, difficulties, seeds, *_ = args
    game, chosen = place.game(), choices_of(got)
    own, now = _scores(place, game.turn), game.scores[game.turn]
    best, passes = max(own.values()), Action.PASS in game.rules.actions
    moves = [move for move in chosen.moves if move.action is not Action.PASS]
    worse = next((move for move in moves if passes and own[move] <= now), None)
    strong, why = chosen.moves[-len(seeds):], ""
    if worse and chosen.changed:
        return NOT_UNDONE
    if worse:
        why = (
            "The cost of the action is forgotten. game.score_after(move) takes it off; "
            "game.rules.cost(action) is what it costs."
            if own[worse] + game.rules.cost(worse.action) > now else
            "No move tried beats the score that there is. Where the rules let a player pass, with "
            "Action.PASS in game.rules.actions, return Move(Action.PASS) unless the best score is "
            "higher than game.scores[game.turn].")
    elif difficulties[-1] != 5 or best == now or all(own.get(move) == best for move in strong):
        return None
    elif moves:
        return _why_not_best(args, chosen)
    return ("What is the score before the move, and what is it after?",
            "When should a player pass, under the extended rules? Some actions cost points.",
            why or say("Your player passes, though a move can raise the score from {now} to "
                       "{best}.", now=now, best=best))


def _why_not_best(args: Case, chosen: Choices) -> Hints:
    """Return the hints for a player whose moves are bad where it should try the most."""
    place, difficulties, seeds, *_ = args
    game, number, own = place.game(), len(seeds), _scores(place, place.game().turn)
    strong, seen = chosen.moves[-number:], chosen.tries[-number:]
    if chosen.changed:
        return NOT_UNDONE
    others = [_scores(place, player) for player in range(game.turn)]
    most, counts = kit.SmartPlayer(difficulties[-1]).tries, {len(each.tried) for each in seen}
    why = why_taken(zip(chosen.moves, chosen.tries, strict=False)) or (
        "Your player takes what is best for player 0. Whose turn it is is game.turn, and its goal "
        "is game.goals[game.turn]."
        if any(all(other.get(move) == max(other.values()) for move in strong)
               for other in others) else "")
    if not why and 0 < max(counts, default=0) < most:
        return _number_of_tries(difficulties[-1], max(counts), most)
    moves = {move for each in seen for move, _ in each.tried}
    never = {move.action.word for move in own} - {move.action.word for move in moves}
    return (
        "What are the scores of the moves that are returned, and what could they be?",
        "What does your player keep while it tries, for whom, and how many moves does it try?",
        why or (
            say("In {count} tries your player never tried: {never}. Try all actions that are "
                "legal, but smash and pass.", count=sum(len(each.tried) for each in seen),
                never=", ".join(sorted(never))) if moves and never else
            say("Your player chooses to {move}, which gives {score}; the best move gives {best}. "
                "Keep the best score and the move that belongs to it, and replace both only when a "
                "better one comes. It tries {tries}.", move=strong[0], score=own.get(strong[0]),
                best=max(own.values()), tries=say(_TRIES))))


def _grows_with_difficulty(args: Case, got: Outcome) -> Hints | None:
    """See whether many tries find better moves than few, where hardly a move is the best."""
    place, _, seeds, *_ = args
    if place.nested != _RARE:
        return None
    number, chosen, own = len(seeds), choices_of(got), _scores(place, 0)
    weak, strong = ([own[move] for move in moves]
                    for moves in (chosen.moves[:number], chosen.moves[number:]))
    if weak.count(max(own.values())) >= number - 1:
        return ("How many moves does a player of difficulty 0 try?",
                "On this board hardly a move is the best one, and with difficulty 0 your player "
                "finds it nearly always.",
                say("It tries too many moves with difficulty 0. A smart player tries {tries}.",
                    tries=say(_TRIES)))
    return _why_not_best(args, chosen) if sum(strong) <= sum(weak) else None


SmartPlayer = Task(
    "SmartPlayer", kit.SmartPlayer, _smart_cases, choose, only_laws=True,
    laws=[keeps_nothing, returns_moves, can_be_made, comes_from_rng, _tries_enough, _takes_the_best,
          _blocks_vary, _grows_with_difficulty, _is_the_best],
    words=call_of("SmartPlayer"), needs="a class, a subclass of Player",
    form=subclass_of(kit.Player, "make_move"), kits=KITS_PLAYERS,
)
