"""The check of exercise 09: a player of one's own. Many players are right, so only laws decide."""

from collections.abc import Callable
from random import Random
from statistics import mean
from typing import Any, NamedTuple

from blocky.kit.check.clock import thread_time
from blocky.kit.check.laws import Lead, from_rng, is_ahead, lead, or_unsteady_when_new, steady
from blocky.kit.check.run import left
from blocky.kit.check.task import Call, Case, Cases, Hints, Outcome, Task, of_errors, subclass_of
from blocky.kit.language import say
from blocky.kit.player import GreedyPlayer, LookaheadPlayer, Player, RandomPlayer
from blocky.prograsonne.board import Board
from blocky.prograsonne.game import Game
from blocky.prograsonne.move import Move, Place, TakeBack
from blocky.prograsonne.scoring import Rules

__all__ = ["MyPlayer"]

#: The pairs of games in the league, the turns of a game, and the least lead in points a game.
PAIRS, TURNS, LEAST = 5, 16, 75

#: A player that's too slow for all games gets this many points for the benefit of the doubt.
DOUBT = 100

#: The most seconds of computing for looking at a player's turns in one more game.
TURNS_SEEN = 0.6


def _games(rng: Random) -> Cases:
    """Yield games in which a move is asked for, each with a seed; then a league."""
    for turns in (0, 1, 2, 4, 6, 9):
        players = RandomPlayer(), RandomPlayer()
        yield _played(rng.randrange(10**6), turns, players), rng.randrange(10**6)
    yield None, PAIRS


def _played(seed: int, turns: int, players: tuple[Player, Player]) -> Game:
    """Return a game after a number of turns."""
    game = Game(Rules(redraw=True), seed, players=players)
    while not game.over and len(game.history) < turns:
        game.step()
    return game


def _against_chance(player: Player, seat: int) -> tuple[Player, Player]:
    """Return the players of a game in which a player has a seat, 0 or 1."""
    return (player, RandomPlayer()) if seat == 0 else (RandomPlayer(), player)


def _use(answer: Any, game: Game | None, number: int) -> Any:
    """Return a player's move with the seed ``number``; without a game, its lead in a league."""
    if game is None:
        return _league(answer, number)
    move = steady(lambda rng: answer().make_move(game.copy(), rng), number)
    if not game.why_not(move):
        return move
    return or_unsteady_when_new(
        answer, lambda new: new().make_move(game.copy(), Random(number)), move)


def _league(answer: Any, pairs: int) -> Any:
    """Return a player's lead over chance, and what explains a small one."""
    margins: tuple[list[int], list[int]] = [], []  # by seat

    def margin(seed: int, seat: int, end: float) -> int:
        scores = _played(seed, TURNS, _against_chance(answer(), seat)).scores
        margins[seat].append(scores[seat] - scores[1 - seat])
        return margins[seat][-1]

    league = lead(margin, pairs, LEAST)
    if isinstance(league, Lead):
        losing = [seat for seat in (0, 1) if mean(margins[seat]) < 0]
        if len(losing) == 1:
            league.seen.append(_helps_the_other(answer, losing[0]))
        if league.mean < LEAST:
            league.seen.append(_worst_turn(answer))
    return league


# -- a player's turns --------------------------------------------------------------------------

class _Turn(NamedTuple):
    """A turn of a player: what each legal move is worth, and the move that was chosen."""

    values: dict[Move, Any]
    chosen: Move


def _turns(answer: Any, seat: int, value: Callable[[Game, Move], Any]) -> list[_Turn]:
    """Return a player's turns in a game, as many as there is time for."""
    game = _played(0, 0, _against_chance(answer(), seat))
    turns = list[_Turn]()
    end = thread_time() + min(TURNS_SEEN, left() / 2)
    while len(game.history) < TURNS and not game.over and thread_time() < end:
        values = {}
        if game.turn == seat:
            values = {move: value(game, move) for move in game.legal_moves()}
        game.step()
        if values:
            turns.append(_Turn(values, game.history[-1].move))
    return turns


def _helps_the_other(answer: Any, seat: int) -> Hints:
    """Return hints if a player always makes the best move for the other one, else ()."""
    def scores(game: Game, move: Move) -> tuple[float, float]:
        return game.score_after(move, seat), game.score_after(move, 1 - seat)

    turns = _turns(answer, seat, scores)
    if _always_best(turns, _others_score) or _always_best(turns, _others_lead):
        return ("In which of its games is your player behind?",
                "In half of the games, your player is player 1, and game.turn is 0 in its turns. "
                "In the others, it's player 2, and game.turn is 1.",
                say("As player {player} (game.turn is {seat}), your player makes the best moves "
                    "for the other player. Your own score is game.score_after(move, game.turn).",
                    player=seat + 1, seat=seat))
    return ()


def _others_score(scores: tuple[float, float]) -> float:
    return scores[1]


def _others_lead(scores: tuple[float, float]) -> float:
    return scores[1] - scores[0]


def _always_best(turns: list[_Turn], worth: Callable[[Any], float]) -> bool:
    """Whether each chosen move has the highest worth, and the moves' worth isn't always equal."""
    differs = any(len({*map(worth, turn.values.values())}) > 1 for turn in turns)
    return differs and all(
        worth(turn.values[turn.chosen]) == max(map(worth, turn.values.values()))
        for turn in turns)


def _worst_turn(answer: Any) -> str:
    """Describe the turn in which a player missed the most."""
    turns = _turns(answer, 0, lambda game, move: game.score_after(move))
    if not turns:
        return ""
    if all(turn.values[turn.chosen] == min(turn.values.values()) for turn in turns):
        return say("In every turn, your player chooses the move with its lowest score. Choose the "
                   "highest.")
    turn = max(turns, key=lambda turn: max(turn.values.values()) - turn.values[turn.chosen])
    best = max(turn.values, key=turn.values.__getitem__)
    return say("In one turn, your player chose {move} and then had {own} points, but {best} would "
               "give {most}. Compare the moves with game.score_after(move).",
               move=repr(turn.chosen), own=turn.values[turn.chosen],
               best=repr(best), most=turn.values[best])


# -- the laws ----------------------------------------------------------------------------------

@of_errors
def _tries_without_errors(case: Case, got: Outcome) -> Hints | None:
    """Explain an illegal move, or a player that doesn't exist."""
    if got.error == "IllegalMove" and ".play(" in got.message:
        return ("Where does the illegal move come from?", "In each turn, other moves are legal.",
                "The moves that you tried before are still on the board when you try the next "
                "one. Use game.score_after(move), which doesn't change the game, or undo each "
                "move with game.undo().")
    if got.error == "IllegalMove":
        return ("Where does the illegal move come from?", "In each turn, other moves are legal.",
                "Your player chose a move that isn't legal in this turn. Does it come from an "
                "earlier turn? Start again in each make_move: keep no move and no score in self "
                "or in the class.")
    if got.error == "IndexError" and "score_after(" in got.message:
        return ("How are the players numbered here?", "game.turn is your number: 0 or 1.",
                "You call score_after with a player that doesn't exist. Its players are 0 and 1, "
                "not 1 and 2. You are game.turn, and the other player is 1 - game.turn.")
    return None


def _is_legal(case: Case, got: Outcome) -> Hints | None:
    """Explain a result that is no legal move; a case without a game is a league, and left out."""
    game, _ = case
    value = got.value
    is_move = isinstance(value, (Place, TakeBack))
    if game is None or (is_move and not game.why_not(value)):
        return None
    if is_move:
        why = say("Your player's move isn't legal: {reason}", reason=game.why_not(value))
    elif value is None:
        why = say("Your make_move returns None instead of a move. Return the move that you chose. "
                  "If you keep the best move in a variable, start with the first of "
                  "game.legal_moves().")
    else:
        why = say("Your player returns a value of type {kind}. Return one move from "
                  "game.legal_moves(), not several moves, a score or an index.",
                  kind=type(value).__name__)
    return ("What does make_move return, and is it a legal move?",
            "Return a legal move, Place(cell, turns) or TakeBack(). game.legal_moves() has them "
            "all.", why)


def _helps_itself(case: Case, got: Outcome) -> Hints | None:
    """Return the hints of a league in which the player helps the other one."""
    if isinstance(got.value, Lead):
        for seen in got.value.seen:
            if seen and isinstance(seen, tuple):
                return seen
    return None


def _small_lead(league: Lead) -> str:
    """Say how small the lead is, and describe the turn in which the player missed the most."""
    return say("Your player's average lead over a random player is {points:.0f} points a game, "
               "but it must be at least {least}. {turn}", points=league.mean, least=LEAST,
               turn=league.seen[-1])


def _written(game: Game | None, number: int) -> str:
    """Return a case in words: the call and the tile in hand, or the league."""
    if game is None:
        return say("the lead of MyPlayer() over RandomPlayer() in {number} games",
                   number=2 * number)
    return say("MyPlayer().make_move(game, rng)   # tile in hand: {hand}", hand=game.position.hand)


def _python(game: Game | None, number: int) -> Call:
    """Return the call in a game, or the one that plays the league again."""
    if game is None:
        return Call("check.MyPlayer.again(MyPlayer)", remark=_written(game, number))
    return Call("MyPlayer().make_move(game, rng)", {"game": game, "rng": Random(number)},
                function="MyPlayer().make_move", remark=_written(game, number).partition("# ")[2])


MyPlayer = Task(
    "MyPlayer", GreedyPlayer, _games, call=_use, form=subclass_of(Player, "make_move"),
    only_laws=True, seconds=3, few_after=0.8, needs="a subclass of Player", words=_written,
    laws=[_tries_without_errors, from_rng, _is_legal, _helps_itself,
          is_ahead(LEAST, DOUBT, _small_lead)],
    kits=[GreedyPlayer.make_move, LookaheadPlayer.make_move, Board.hint, Board.ranked],
    python=_python,
)
