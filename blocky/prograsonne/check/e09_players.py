"""Exercise 09: a player of one's own. Many players are right, so only laws can check one."""

from collections.abc import Callable
from random import Random
from statistics import mean
from typing import Any

from blocky.kit.check.clock import thread_time
from blocky.kit.check.laws import Lead, from_rng, is_ahead, kept, lead, steady
from blocky.kit.check.run import left
from blocky.kit.check.task import Call, Case, Cases, Hints, Outcome, Task, of_errors, subclass_of
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
            "In half of the games, your player is player 1, and game.turn is 0 in its turns. In "
            "the others, it's player 2, and game.turn is 1.",
            say("As player {player} (game.turn is {seat}), your player is behind by {points:.0f} "
                "points a game. In one turn it chose {move} and had {own} points, not {most} as "
                "after {best}. You are game.turn, and the other player is 1 - "
                "game.turn.", player=seat + 1, seat=seat,
                points=-points, move=repr(move), own=after[move][0], best=repr(best),
                most=after[best][0]))


def _passed_over(answer: Any) -> str:
    """Describe the turn in which a player missed the most."""
    turns = _turns(answer, 0, lambda game, move: game.score_after(move))
    if not turns:
        return ""
    if all(after[move] == min(after.values()) for after, move in turns):
        return say("In every turn, your player chooses the move with its lowest score. Choose the "
                   "highest.")
    after, move = max(turns, key=lambda turn: max(turn[0].values()) - turn[0][turn[1]])
    best = max(after, key=after.__getitem__)
    return say("In one turn, for example, it chose {move} and had {own} points. With {best}, it "
               "would have had {most}.", move=repr(move), own=after[move], best=repr(best),
               most=after[best])


@of_errors
def _tried_out(case: Case, got: Outcome) -> Hints | None:
    if got.error == "IllegalMove":
        return ("Where does the illegal move come from?",
                "In each turn, other moves are legal.",
                "The moves that you tried before are still on the board when you try the next "
                "one. Use game.score_after(move), which doesn't change the game, or undo each "
                "move with game.undo()."
                if ".play(" in got.message else
                say("Your player tries or chooses a move that isn't legal: {reason} Did it store "
                    "this move in an earlier turn, in self or in the class? In each call, start "
                    "again with game.legal_moves().", reason=got.said))
    if got.error == "IndexError" and "score_after(" in got.message:
        return ("Which numbers do the players have here?", "game.turn is your number: 0 or 1.",
                "You call score_after with a player that doesn't exist. Its players are 0 and 1, "
                "not 1 and 2. You are game.turn, and the other player is 1 - game.turn.")
    return None


def _is_legal(case: Case, got: Outcome) -> Hints | None:
    game, value = case[0], got.value
    is_move = isinstance(value, (Place, TakeBack))
    if game is None or (is_move and not game.why_not(value)):
        return None
    scores = [game.score_after(each) for each in game.legal_moves()]
    return ("What does make_move return, and is it a legal move?",
            "Return a legal move, Place(cell, turns) or TakeBack(). game.legal_moves() has them "
            "all.",
            say("Your player's move isn't legal: {reason}",
                reason=game.why_not(value)) if is_move else
            say("Your player returns None instead of a move. The scores after the legal moves go "
                "from {least} to {most}. Start with the first move, or with a score lower than "
                "all of these.",
                least=min(scores), most=max(scores))
            if value is None else
            say("Your player returns a value of type {kind}. Return one move from "
                "game.legal_moves(), not several moves, a score or an index.",
                kind=type(value).__name__))


def _in_both_seats(case: Case, got: Outcome) -> Hints | None:
    seen = got.value.seen if isinstance(got.value, Lead) else []
    return next((each for each in seen if each and isinstance(each, tuple)), None)


def _words(game: Game | None, number: int) -> str:
    if game is None:
        return say("the lead of MyPlayer() over RandomPlayer() in {number} games",
                   number=2 * number)
    return say("MyPlayer().make_move(game, rng)   # tile in hand: {hand}", hand=game.position.hand)


def _python(game: Game | None, number: int) -> Call:
    if game is None:
        return Call("check.MyPlayer.again(MyPlayer)", remark=_words(game, number))
    return Call("MyPlayer().make_move(game, rng)", {"game": game, "rng": Random(number)},
                function="MyPlayer().make_move", remark=_words(game, number).partition("# ")[2])


MyPlayer = Task(
    "MyPlayer", GreedyPlayer, _cases, call=_play, form=subclass_of(Player, "make_move"),
    only_laws=True, laws=[
        _tried_out, from_rng, _is_legal, _in_both_seats,
        is_ahead(LEAST, DOUBT, lambda league: say(
            "Your player's average lead over a player who places tiles at random is {points:.0f} "
            "points a game. It must be at least {least}, because a small lead can be luck. "
            "{turn}", points=league.mean,
            least=LEAST, turn=league.seen[-1]))],
    seconds=3, few_after=0.8, needs="a subclass of Player",
    kits=[GreedyPlayer.make_move, LookaheadPlayer.make_move, Board.hint, Board.ranked],
    words=_words, python=_python,
)
