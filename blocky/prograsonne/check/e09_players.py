"""Exercise 09: a player of one's own. Many players are right, so only laws can check one."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from math import prod
from random import Random
from time import thread_time
from typing import Any

from blocky.kit.check.compare import written
from blocky.kit.check.laws import Lead, from_rng, is_ahead, lead, steady
from blocky.kit.check.run import Outcome, left
from blocky.kit.check.task import Case, Hints, Task, of_errors, subclass_of
from blocky.kit.language import say
from blocky.kit.player import GreedyPlayer, LookaheadPlayer, Player, RandomPlayer
from blocky.prograsonne.board import Board
from blocky.prograsonne.game import Game
from blocky.prograsonne.move import Place, TakeBack
from blocky.prograsonne.scoring import Rules

__all__ = ["MyPlayer"]

#: How many pairs of games a player plays against chance, with how many turns in each; by how many
#: points it must be ahead, and how many it gets as the benefit of the doubt.
PAIRS, TURNS, LEAST, DOUBT = 5, 16, 75, 100

#: A habit is told if one who takes any moves would not seem to have it, but as seldom as this.
BY_LUCK = 0.001

#: For so many seconds of computing a player's habit is looked for.
HABIT = 0.6


def _cases(rng: Random) -> Iterator[Case]:
    for count in (0, 1, 2, 4, 6, 9):
        yield _begun(rng.randrange(10**6), count), rng.randrange(10**6)
    yield None, PAIRS


def _begun(seed: int, turns: int, *players: Player) -> Game:
    game = Game(Rules(redraw=True), seed, players=players or (RandomPlayer(), RandomPlayer()))
    while not game.over and len(game.history) < turns:
        game.step()
    return game


def _play(answer: Any, game: Game | None, number: int) -> Any:
    """Return the move of a player; without a game, how far it is ahead in a league."""
    if game is None:
        moves = list[Any]()
        league = lead(lambda seed, seat, end: _margin(answer(), seed, seat, moves), number, LEAST,
                      moves)
        if isinstance(league, Lead) and league.mean < LEAST:
            moves.append(_habit(answer))
        return league
    return steady(lambda rng: answer().make_move(game.copy(), rng), number)


def _margin(player: Any, seed: int, seat: int, moves: list[Any]) -> int:
    one, two = (player, RandomPlayer()) if seat == 0 else (RandomPlayer(), player)
    game = _begun(seed, TURNS, one, two)
    moves += [turn.move for turn in game.history if turn.player == seat]
    return game.scores[seat] - game.scores[1 - seat]


#: What a player may always do, told of the moves with the scores after them, its own and the
#: other's, and of the move that it took.
_HABITS: list[tuple[Callable[[dict[Any, tuple[int, int]], Any], bool], str]] = [
    (lambda after, move: after[move][0] == min(own for own, _ in after.values()),
     "Your player takes the move with the lowest score for itself, in every turn. Take the "
     "highest."),
    (lambda after, move: after[move][1] == max(other for _, other in after.values()),
     "Your player takes the move with the highest score for the other player, in every turn. It is "
     "game.turn itself, the other one is 1 - game.turn."),
    (lambda after, move: after[move][1] == min(other for _, other in after.values()),
     "Your player takes the move with the lowest score for the other player, in every turn, "
     "whatever its own score is. Look at its own, too: game.score_after(move)."),
    (lambda after, move: move == next(iter(after)),
     "Your player takes the first of game.legal_moves() in every turn, whatever it brings. Either "
     "no other is looked at, or what is compared is the same for all, such as the score before the "
     "move, or the other player's: compare game.score_after(move), your own score after each."),
    (lambda after, move: move == [*after][-1],
     "Your player takes the last of game.legal_moves() in every turn, whatever it brings. Whoever "
     "keeps the best move must keep its score as well, and compare with that."),
]


def _habit(answer: Any) -> str:
    """Say what a player always does, or in which turn it has passed over most."""
    game, turns = _begun(0, 0, answer(), RandomPlayer()), list[Any]()
    end, position = thread_time() + min(HABIT, left() / 2), game.position
    while len(game.history) < TURNS and not game.over and thread_time() < end:
        after = dict[Any, tuple[int, int]]()
        for move in game.legal_moves() if game.turn == 0 else ():
            position.play(move, Random(0))
            after[move] = position.score(0), position.score(1)
            position.take_back()
        game.step()
        if after:
            turns.append((after, game.history[-1].move))
    for always, sentence in _HABITS:
        if all(always(*turn) for turn in turns) and prod(
                sum(always(after, move) for move in after) / len(after) for after, _ in turns
                ) < BY_LUCK:
            return say(sentence)
    after, move = max(turns, key=lambda turn: max(turn[0].values())[0] - turn[0][turn[1]][0])
    best = max(after, key=lambda each: after[each][0])
    return say("In one turn, for example, it chose {move}, and had {own} points then. After {best} "
               "it had {most}.", move=repr(move), own=after[move][0], best=repr(best),
               most=after[best][0])


def _is_player(answer: Any) -> Hints | None:
    """See whether an answer is a player who can be made without saying more."""
    if hints := subclass_of(Player, "make_move")(answer):
        return hints
    try:
        inspect.signature(answer).bind()
    except TypeError:
        return ("How is your player made?", "The game makes it by MyPlayer(), with nothing in the "
                "parentheses.", say(
                    "Its __init__ asks for an argument that nobody gives, {name}. Leave the "
                    "parameter out, or give it a value in the first line of __init__.",
                    name=_asked_for(answer)))
    return None


def _asked_for(answer: Any) -> str:
    return ", ".join(each.name for each in inspect.signature(answer).parameters.values()
                     if each.default is each.empty)


@of_errors
def _tried_out(case: Case, got: Outcome) -> Hints | None:
    """See why trying a move ends with an error."""
    if got.error == "IllegalMove" and ".play(" in got.message:
        return ("What has become of the move that was tried before this one?",
                "game.play(move) changes the game, and the next move is tried on what it left.",
                "The moves before are still made when the next one is tried. Ask "
                "game.score_after(move), which leaves the game as it is, or take each move back "
                "before the next: game.undo().")
    if got.error == "IllegalMove" and case[0] is None:
        return ("Where does the move come from that is refused?",
                "In each turn other moves are legal.",
                say("In a game it chooses a move that is not legal then: {reason} Is it kept "
                    "from an earlier turn, in self or in the class? Begin anew in each call, and "
                    "choose one of game.legal_moves().", reason=got.said))
    if got.error == "IllegalMove" and "score_after(" in got.message:
        return ("From where are the moves that your player tries?",
                "In each turn other moves are legal.",
                say("score_after is asked for a move that is not legal in this turn: {reason} Try "
                    "the moves of game.legal_moves() alone, asked for anew in each call: a list "
                    "that stands in the class still holds those of earlier turns.",
                    reason=got.said))
    if got.error == "IndexError" and "score_after(" in got.message:
        return ("Which numbers have the players here?", "game.turn is 0 or 1: who you are.",
                "score_after is asked for a player that there is not. Its players are 0 and 1, "
                "not 1 and 2: you are game.turn, the other one is 1 - game.turn.")
    return None


def _is_legal(case: Case, got: Outcome) -> Hints | None:
    game, value = case[0], got.value
    if isinstance(value, (list, set)):
        return ("How many moves does make_move return?", "A turn is one move.",
                say("It returns {count} things in a {kind}, and must return one of the legal "
                    "moves: take one out of it.", count=len(value), kind=type(value).__name__))
    if game is None or not game.why_not(value):
        return None
    moves = [*game.legal_moves()]
    if not isinstance(value, (Place, TakeBack)):
        return ("What does make_move return, and is it a move?",
                "It returns a legal move, Place(cell, turns) or TakeBack(): game.legal_moves() has "
                "them.",
                say("It returns {value}, and must return the move alone: take it out of the "
                    "{kind}.", value=written(value), kind=type(value).__name__)
                if isinstance(value, tuple) and any(each in moves for each in value) else
                say("It returns {value}, a number, such as the score after a move or its place "
                    "among others. That is not the move: return the one of game.legal_moves() to "
                    "which the number belongs.", value=written(value))
                if value in (scores := [game.score_after(each) for each in moves]) else
                say("It returns None, and must return a move. After each legal move the score is 0 "
                    "here, so that none is above 0: begin with the first move, or with a score "
                    "below 0.")
                if value is None and not any(scores) else
                say("It returns None, and must return a move. The scores after the legal moves go "
                    "from {least} to {most}: is there one among them that your comparison takes?",
                    least=min(scores), most=max(scores))
                if value is None else
                say("It returns {value}, which is no move: return one of game.legal_moves().",
                    value=written(value)))
    reason = game.why_not(value)
    return (
        "What does make_move return, and is it legal?",
        "It returns a legal move, Place(cell, turns) or TakeBack(): game.legal_moves() has them.",
        say("The move is refused: {reason}", reason=reason))


def _why_behind(league: Lead) -> str:
    *moves, habit = league.seen
    if habit in [say(sentence) for _, sentence in _HABITS]:
        return str(habit)
    taken_back = sum(isinstance(move, TakeBack) for move in moves)
    if 6 * taken_back > len(moves):
        return say("In {taken_back} of {turns} turns your player took a tile back, and its mean "
                   "margin is {points:.0f}. Choose TakeBack() only where its "
                   "game.score_after(move) is the highest of all legal moves, or never.",
                   taken_back=taken_back, turns=len(moves), points=league.mean)
    return say("Your player is ahead of one who places tiles anywhere by {points:.0f} points a "
               "game, and {least} are asked for: as much comes by luck. {turn}",
               points=league.mean, least=LEAST, turn=habit)


MyPlayer = Task(
    "MyPlayer", GreedyPlayer, _cases, call=_play, form=_is_player,
    only_laws=True, laws=[_tried_out, from_rng, _is_legal, is_ahead(LEAST, DOUBT, _why_behind)],
    seconds=3, few_after=0.8,
    kits=[GreedyPlayer.make_move, LookaheadPlayer.make_move, Board.hint, Board.ranked],
    needs="a subclass of Player",
    words=lambda game, number: (
        say("the lead of MyPlayer() over RandomPlayer() in {number} games", number=2 * number)
        if game is None else
        say("MyPlayer().make_move(game, rng)   # tile in hand: {hand}", hand=game.position.hand)),
)
