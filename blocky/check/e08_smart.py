"""Exercise 08: a move on trial, and a player who tries some moves and takes the best."""

from functools import cache, partial
from random import Random

import numpy as np

from blocky import player as kit
from blocky.check.boards import EXAMPLE
from blocky.check.e08_players import (
    KITS_PLAYERS,
    NOT_UNDONE,
    Setup,
    moves_of,
    one_kind,
    player_task,
    random_board,
    seen_of,
)
from blocky.check.tried import why_taken
from blocky.colour import Colour
from blocky.game import Game
from blocky.goal import BlobGoal
from blocky.kit.arguments import as_tuples
from blocky.kit.check.compare import unlike
from blocky.kit.check.task import Call, Case, Cases, Hints, Outcome, Seen, Task, told, written
from blocky.kit.language import say
from blocky.move import Action, Move
from blocky.position import BlockyPosition

__all__ = ["SmartPlayer", "score_if"]


# -- a move on trial -----------------------------------------------------------------------------

def _score_if_cases(rng: Random) -> Cases:
    simple = (Action.ROTATE_CLOCKWISE, Action.ROTATE_COUNTER_CLOCKWISE, Action.SWAP_HORIZONTALLY,
              Action.SWAP_VERTICALLY)
    example, classic = as_tuples(list(EXAMPLE)), partial(Setup, "classic")
    for action in simple:
        yield classic((1, 0, 2, 0), 1), Move(action)
    for action in simple:
        yield classic(example, 2), Move(action)
        yield classic(example, 2, "blob", (0, 2), rng.randrange(2)), Move(action, (0,))
        yield classic(((0, 1, 0, 0), 2, 0, 3), 2), Move(action, (0,))
        yield classic(((0, (1, 0, 0, 0), 2, 3), 2, 0, 3), 3), Move(action, (0, 1))
    yield classic(example, 2), Move(Action.ROTATE_CLOCKWISE, (1,))
    for goal in ("perimeter", "blob") * 4:
        place = classic(random_board(rng, 3), 3, goal, (rng.randrange(4), 1, 2), rng.randrange(3))
        block = rng.choice(list(place.game().board.blocks()))
        yield place, Move(rng.choice(simple), block.path)


#: The fact about the board after the call.
_BOARD = "the board after the call"


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
    before, after = args[0].game().board, got.facts[_BOARD]
    if told(before) == told(after):
        return None
    more = unlike(before, after) if before == after else ""
    return ("What does game.board look like when your function ends?",
            "Which rotation undoes a clockwise rotation? What undoes a swap?",
            say("The move isn't fully undone: the colours are back, but other things aren't. "
                "{what} Undo the move with its opposite, on the same block.",
                what=more) if more else
            "The move isn't undone. Undo it with its opposite, on the same block, before you "
            "return the score. rotate(3) is the opposite of rotate(1); a swap is its own opposite.")


def _whole_board_after(args: Case, got: Outcome) -> Hints | None:
    (place, move), own = args, got.value
    game = place.game()
    goal, now = game.goals[game.turn], game.scores[game.turn]
    move.change(game.board.at(move.path), Random(0))
    if own == (then := goal.score(game.board)):
        return None
    return ("Which board do you score, and when?",
            "Score the whole board, after the move and before you undo it.",
            say("You return {own}, but it should be {then}. With game.goals[{turn}], the current "
                "player's goal, the whole board scores {now} before the move and {then} after it. "
                "Use game.goals[game.turn] to score game.board.", turn=game.turn,
                now=now, then=then, own=written(own)))


score_if = Task(
    "score_if", _score_if, _score_if_cases,
    lambda answer, place, move: Seen(answer(game := place.game(), move), {_BOARD: game.board}),
    laws=[_whole_board_after, _is_taken_back],
    kits=[Game.score_after, Game.play, Game.undo, Game.copy, BlockyPosition.play,
          BlockyPosition.trials],
    words=lambda place, move: say("score_if(game, {move!r})\n    in a game with {board}, goals "
                                  "{goals}", move=move, board=written(place.game().board),
                                  goals=", ".join(map(written, place.game().goals))),
    python=lambda place, move: Call(
        "score_if(game, move)", {"game": place.game(), "move": move}, function="score_if",
        remark=say("The goals are {goals}; game.turn is {turn}; the board is {board}.",
                   goals=", ".join(map(written, place.game().goals)), turn=place.game().turn,
                   board=written(place.game().board))),
)


# -- a smart player ------------------------------------------------------------------------------

#: A board on which the best move is rare.
_RARE = (1, (2, 2, (1, 1, 2, 2), (1, 1, 1, 0)), 2, 0)

_TRIES = "5, 10, 25, 50, 100, 150 moves for difficulty 0, 1, 2, 3, 4, and 5 or more"


def _smart_cases(rng: Random) -> Cases:
    BlobGoal(0).score_grid(np.zeros((1, 1), dtype=np.int8))  # loads a library
    example, goals = as_tuples(list(EXAMPLE)), (0, (0, 1, 2, 2), (1, 0, 2, 1), 0)
    classic, extended, few = partial(Setup, "classic"), partial(Setup, "extended"), (0, 1)
    yield classic(((0, 0, 1, 0), 0, 0, 0), 2, colours=(0, 1)), (5,), tuple(range(6))
    yield classic((1, 0, 2, 0), 1), (0,), (0,)
    yield classic((1, 1, 1, 1), 2, colours=(0,)), (0,), (0,)
    yield classic((1, 1, 1, 1), 2, colours=(0,)), (2,), few
    yield classic(example, 2), (7,), (0,)
    yield classic(example, 2), (0, 1), few
    yield classic(goals, 2), (1,), tuple(range(20))
    yield classic(goals, 2), (0, 5), few
    yield classic(goals, 2, colours=(1, 0)), (5,), (0,)
    yield classic(_RARE, 3), (0, 3), tuple(range(6))
    yield classic(random_board(rng, 4), 4), (4,), (0,)
    yield extended(1, 2), (1,), few
    yield extended((1, 2, 2, 2), 1, "blob", (0, 2)), (2,), few
    yield extended((2, (2, 0, 0, 0), 2, (2, 0, 0, 0)), 2, colours=(1, 0)), (5,), (0,)
    yield extended((0, (0, 0, 0, 1), 0, 0), 2, colours=(0, 1)), (5,), (0,)
    yield extended((1, 1, 1, 1), 1, colours=(0,)), (5,), (0,)  # the best move paints a cell blue
    for setup in (classic, extended):
        yield setup(random_board(rng, 2), 2, colours=(2, 3)), (1,), few


def _blocks_vary(args: Case, got: Outcome) -> Hints | None:
    return None if len(args[2]) < 20 else one_kind(
        args[0].game().board, {move.path for move in got.value})


def _tries_well(args: Case, got: Outcome) -> Hints | None:
    """The law that a player tries as many moves as asked, and takes the best of them."""
    _, difficulties, seeds = args
    seen = seen_of(got)
    for number, tried in enumerate(tries.tried for tries in seen.tries):
        difficulty = difficulties[number // len(seeds)]
        most, different = kit.SmartPlayer(difficulty).tries, {move for move, _ in tried}
        if most / 2 < len(tried) < most or len(different - {Move(Action.PASS)}) > most:
            return ("How many moves does your player try? Count the rounds of its loop.",
                    "range(n) makes n rounds, and range(1, n) makes one fewer. Don't count a round "
                    "if the move drawn is a smash or a pass, because it tries nothing.",
                    say("With difficulty {difficulty}, your player asks the game for {count} "
                        "scores. A smart player tries {tries}.", count=len(tried),
                        difficulty=difficulty, tries=say(_TRIES)))
    why = "" if seen.changed else why_taken(zip(moves_of(got), seen.tries, strict=True))
    return ("Which of the moves that it tried does your player choose?",
            "What does your player remember while it tries moves? When does it replace what it "
            "remembers?", why
            ) if why else None


@cache
def _scores(place: Setup) -> dict[Move, int]:
    """Return the score after each move that a smart player can try."""
    game, scores = place.game(), dict[Move, int]()
    for block in list(game.board.blocks()):
        colours = [each for each in Colour if each != block.colour]
        for action in game.rules.legal_actions(block):
            for colour in colours if action is Action.PAINT else [None]:
                if action not in (Action.SMASH, Action.PASS):
                    move = Move(action, block.path, colour)
                    scores[move] = game.score_after(move)
    return scores


def _is_the_best(args: Case, got: Outcome) -> Hints | None:
    """The law that many tries find the best move, and a player passes if none is better.

    Where the best move is rare, many tries must find better moves than few.
    """
    place, difficulties, seeds = args
    game, chosen, seen, own = place.game(), moves_of(got), seen_of(got), _scores(place)
    best, now = max(own.values()), game.scores[game.turn]
    moves = [move for move in chosen if move.action is not Action.PASS]
    worse = next((move for move in moves if own[move] <= now), None
                 ) if Action.PASS in game.rules.actions else None
    weak, strong = ([own.get(move, now) for move in some]
                    for some in (chosen[:len(seeds)], chosen[-len(seeds):]))
    lucky = place.nested == _RARE and {*weak} == {best}
    if not (worse or lucky) and (
            sum(strong) > sum(weak) if place.nested == _RARE else
            difficulties[-1] != 5 or {*strong} == {best} or best == now):
        return None
    move = chosen[strong.index(min(strong)) - len(seeds)]
    return NOT_UNDONE if seen.changed and not lucky else (
        "What do your moves score? What could they score?",
        "How many moves does your player try? What does it remember? For which player does it "
        "count the score? With the extended rules, when should it pass?",
        say("With difficulty 0, your player finds the best move nearly always, so it tries too "
            "many moves. A smart player tries {tries}.", tries=say(_TRIES)) if lucky else
        "Your player ignores the cost of the action. game.score_after(move) already subtracts it; "
        "game.rules.cost(action) returns it."
        if worse and own[worse] + game.rules.cost(worse.action) > now else
        "No move that it tried beats the current score. If Action.PASS is in game.rules.actions, "
        "return Move(Action.PASS) unless the best score is higher than game.scores[game.turn]."
        if worse else
        say("Your player asks for {count} scores and passes, but the best move gives the current "
            "player {best} instead of {now}. Pass only if no move that you try beats "
            "game.scores[game.turn]. Here, game.turn is {turn} and game.scores is {scores}.",
            count=len(seen.tries[-1].tried), turn=game.turn,
            best=best, now=now, scores=[*game.scores]) if move.action is Action.PASS else
        say("Your player asks for {count} scores and chooses to {move}. That gives the current "
            "player (game.turn is {turn}) {score}, but the best move gives {best}. Try all legal "
            "actions except smash and pass, and keep the best score with its move. Tries: {tries}.",
            count=len(seen.tries[-1].tried), turn=game.turn,
            score=min(strong), best=best, move=move, tries=say(_TRIES)))


SmartPlayer = player_task("SmartPlayer", kit.SmartPlayer, _smart_cases, KITS_PLAYERS,
                          [_tries_well, _blocks_vary, _is_the_best])
