"""Exercise 09: a player of one's own. Many players are right, so only laws can check one."""

from collections.abc import Callable
from random import Random
from statistics import mean
from time import thread_time
from typing import Any

from blocky.kit.check.laws import Lead, from_rng, is_ahead, kept, lead, steady
from blocky.kit.check.run import left
from blocky.kit.check.task import Case, Cases, Hints, Outcome, Task, of_errors, subclass_of
from blocky.kit.language import say
from blocky.kit.player import GreedyPlayer, LookaheadPlayer, Player, RandomPlayer
from blocky.prograsonne.board import Board
from blocky.prograsonne.game import Game
from blocky.prograsonne.move import Place, TakeBack
from blocky.prograsonne.scoring import Rules

__all__ = ["MyPlayer"]

#: The pairs of games against chance, the turns of a game, the lead that is asked for, and the
#: benefit of the doubt.
PAIRS, TURNS, LEAST, DOUBT = 5, 16, 75, 100

#: The seconds of computing for a look at a player's turns.
TURNS_SEEN = 0.6


def _cases(rng: Random) -> Cases:
    for count in (0, 1, 2, 4, 6, 9):
        yield _begun(rng.randrange(10**6), count), rng.randrange(10**6)
    yield None, PAIRS


def _begun(seed: int, turns: int, *players: Player) -> Game:
    game = Game(Rules(redraw=True), seed, players=players or (RandomPlayer(), RandomPlayer()))
    while not game.over and len(game.history) < turns:
        game.step()
    return game


def _play(answer: Any, game: Game | None, number: int) -> Any:
    """Return a player's move; without a game, its lead in a league."""
    if game is not None:
        value = steady(lambda rng: answer().make_move(game.copy(), rng), number)
        return value if not game.why_not(value) else kept(
            answer, lambda anew: anew().make_move(game.copy(), Random(number)), value)
    margins: tuple[list[int], list[int]] = [], []

    def played(seed: int, seat: int, end: float) -> int:
        scores = _begun(seed, TURNS, *_seated(answer(), seat)).scores
        margins[seat].append(scores[seat] - scores[1 - seat])
        return margins[seat][-1]

    league = lead(played, number, LEAST)
    if isinstance(league, Lead):
        losing = [seat for seat, each in enumerate(margins) if mean(each) < 0]
        if len(losing) == 1:
            league.seen.append(_behind(answer, losing[0], mean(margins[losing[0]])))
        if league.mean < LEAST:
            league.seen.append(_passed_over(answer))
    return league


def _seated(player: Any, seat: int) -> tuple[Player, Player]:
    return (player, RandomPlayer()) if seat == 0 else (RandomPlayer(), player)


def _turns(answer: Any, seat: int, value: Callable[[Game, Any], Any]) -> list[Any]:
    """Return for each of a player's turns the moves with their values, and the one chosen."""
    game, turns = _begun(0, 0, *_seated(answer(), seat)), list[Any]()
    end = thread_time() + min(TURNS_SEEN, left() / 2)
    while len(game.history) < TURNS and not game.over and thread_time() < end:
        after = {move: value(game, move) for move in game.legal_moves() if game.turn == seat}
        game.step()
        if after:
            turns.append((after, game.history[-1].move))
    return turns


def _behind(answer: Any, seat: int, points: float) -> Hints:
    """Return hints if a player plays for the other one in a seat, else ()."""
    turns = _turns(answer, seat, lambda game, move: (
        game.score_after(move, seat), game.score_after(move, 1 - seat)))
    lost = [0 if isinstance(move, TakeBack) else
            max(own for own, _ in after.values()) - after[move][0] for after, move in turns]
    if not any(lost) or not any(all(
            after[move][1] - own * after[move][0] == max(
                each[1] - own * each[0] for each in after.values()) for after, move in turns)
            for own in (0, 1)):
        return ()
    after, move = turns[lost.index(max(lost))]
    best = max(after, key=after.__getitem__)
    return ("In which of its games is your player behind?",
            "In half of the games your player is player 1, and game.turn is 0 in its turns; in the "
            "others it is player 2, and game.turn is 1.",
            say("Where your player is player {player}, so that game.turn is {seat}, it is behind "
                "by {points:.0f} points a game. In one turn, for example, it chose {move}, and had "
                "{own} points then, where after {best} it had {most}. Does it ask for the scores "
                "of the right player there? You are game.turn, and the other one is "
                "1 - game.turn.", player=seat + 1, seat=seat,
                points=-points, move=repr(move), own=after[move][0], best=repr(best),
                most=after[best][0]))


def _passed_over(answer: Any) -> str:
    """Describe the turn in which a player missed the most."""
    turns = _turns(answer, 0, lambda game, move: game.score_after(move))
    if not turns:
        return ""
    if all(after[move] == min(after.values()) for after, move in turns):
        return say("It takes the move with the lowest score for itself, in every turn: take the "
                   "highest.")
    after, move = max(turns, key=lambda turn: max(turn[0].values()) - turn[0][turn[1]])
    best = max(after, key=after.__getitem__)
    return say("In one turn, for example, it chose {move}, and had {own} points then. After {best} "
               "it had {most}.", move=repr(move), own=after[move], best=repr(best),
               most=after[best])


@of_errors
def _tried_out(case: Case, got: Outcome) -> Hints | None:
    if got.error == "IllegalMove":
        return ("Where does the move come from that is refused?",
                "In each turn other moves are legal.",
                "The moves before are still made when the next one is tried. Ask "
                "game.score_after(move), which leaves the game as it is, or take each move "
                "back before the next: game.undo()."
                if ".play(" in got.message else
                say("A move is tried, or chosen, that is not legal then: {reason} Is it kept from "
                    "an earlier turn, in self or in the class? Begin anew in each call, with "
                    "game.legal_moves().", reason=got.said))
    if got.error == "IndexError" and "score_after(" in got.message:
        return ("Which numbers have the players here?", "game.turn is 0 or 1: who you are.",
                "score_after is asked for a player that there is not. Its players are 0 and 1, "
                "not 1 and 2: you are game.turn, the other one is 1 - game.turn.")
    return None


def _is_legal(case: Case, got: Outcome) -> Hints | None:
    game, value = case[0], got.value
    is_move = isinstance(value, (Place, TakeBack))
    if game is None or (is_move and not game.why_not(value)):
        return None
    scores = [game.score_after(each) for each in game.legal_moves()]
    return ("What does make_move return, and is it a legal move?",
            "It returns a legal move, Place(cell, turns) or TakeBack(): game.legal_moves() has "
            "them.",
            say("The move is refused: {reason}", reason=game.why_not(value)) if is_move else
            say("It returns None, and must return a move. The scores after the legal moves go "
                "from {least} to {most}: begin with the first move, or with a score below that.",
                least=min(scores), most=max(scores))
            if value is None else
            say("What it returns is of type {kind}, and must be a move alone, one of "
                "game.legal_moves(): not several of them, nor a score, or a place among others.",
                kind=type(value).__name__))


def _in_both_seats(case: Case, got: Outcome) -> Hints | None:
    seen = got.value.seen if isinstance(got.value, Lead) else []
    return next((each for each in seen if each and isinstance(each, tuple)), None)


MyPlayer = Task(
    "MyPlayer", GreedyPlayer, _cases, call=_play, form=subclass_of(Player, "make_move"),
    only_laws=True, laws=[
        _tried_out, from_rng, _is_legal, _in_both_seats,
        is_ahead(LEAST, DOUBT, lambda league: say(
            "Your player is ahead of one who places tiles anywhere by {points:.0f} points a game, "
            "and {least} are asked for: as much comes by luck. {turn}", points=league.mean,
            least=LEAST, turn=league.seen[-1]))],
    seconds=3, few_after=0.8, needs="a subclass of Player",
    kits=[GreedyPlayer.make_move, LookaheadPlayer.make_move, Board.hint, Board.ranked],
    words=lambda game, number: (
        say("the lead of MyPlayer() over RandomPlayer() in {number} games", number=2 * number)
        if game is None else
        say("MyPlayer().make_move(game, rng)   # tile in hand: {hand}", hand=game.position.hand)),
)
