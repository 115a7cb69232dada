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

#: A league is games of a player against a random one: at most so many pairs of games, in which the
#: player has each seat once, and of so many turns each.
PAIRS, TURNS = 5, 16

#: The mean lead that a player must have over the random one, in points per game.
LEAST = 75

#: The benefit of the doubt, in points, for a player that has no time for all games (``is_ahead``).
DOUBT = 100

#: The most seconds of computing for looking at a player's turns in one more game.
TURNS_SEEN = 0.6


def _games(rng: Random) -> Cases:
    """Yield pairs of a game and a seed for the move in it; then the league.

    The league is None and the number of its pairs of games.
    """
    for turns in (0, 1, 2, 4, 6, 9):
        players = RandomPlayer(), RandomPlayer()
        game = _played(rng.randrange(10**6), turns, players)
        yield game, rng.randrange(10**6)
    yield None, PAIRS


def _played(seed: int, turns: int, players: tuple[Player, Player]) -> Game:
    """Return a new game, played for a number of turns or until it's over."""
    game = Game(Rules(redraw=True), seed, players=players)
    while not game.over and len(game.history) < turns:
        game.step()
    return game


def _against_chance(player: Player, seat: int) -> tuple[Player, Player]:
    """Return two players: the given one at its seat, 0 or 1, and a random one at the other."""
    return (player, RandomPlayer()) if seat == 0 else (RandomPlayer(), player)


def _use(answer: Any, game: Game | None, number: int) -> Any:
    """Return the move that a player of the class ``answer`` chooses with the seed ``number``.

    Return an Unsteady if the move differs a second time, or if it's illegal and a freshly loaded
    class chooses another. Without a game, return the player's Lead in a league of ``number`` pairs.
    """
    if game is None:
        return _league(answer, number)
    move = steady(lambda rng: answer().make_move(game.copy(), rng), seed=number)
    is_legal = not game.why_not(move)
    if is_legal:
        return move
    return or_unsteady_when_new(
        answer, lambda new: new().make_move(game.copy(), Random(number)), move)


def _league(answer: Any, pairs: int) -> Any:
    """Return the Lead of a player over a random one; its ``seen`` has what explains a small lead.

    If the player is behind at one seat only, ``seen`` has hints on that, () if they don't apply. If
    the lead is too small, a sentence on the player's worst turn comes last.
    """
    margins_of_seats: tuple[list[int], list[int]] = [], []

    def play(seed: int, seat: int, end: float) -> int:
        """Play a game, note the player's margin under its seat, and return it."""
        scores = _played(seed, TURNS, _against_chance(answer(), seat)).scores
        margin = scores[seat] - scores[1 - seat]
        margins_of_seats[seat].append(margin)
        return margin

    league = lead(play, pairs, LEAST)
    losing_seats = [seat for seat in (0, 1) if mean(margins_of_seats[seat]) < 0]
    if len(losing_seats) == 1:  # a player that is behind at both seats simply plays badly
        [losing_seat] = losing_seats
        league.seen.append(_helps_the_other(answer, losing_seat))
    if league.mean < LEAST:
        league.seen.append(_worst_turn(answer))
    return league


# -- a player's turns --------------------------------------------------------------------------

class _Turn(NamedTuple):
    """A turn of a player: the value of each legal move, and the move that was chosen."""

    value_of: dict[Move, Any]
    chosen: Move


def _turns(answer: Any, seat: int, value: Callable[[Game, Move], Any]) -> list[_Turn]:
    """Return a player's turns in a game against a random player, as many as there is time for.

    ``value`` returns what a legal move is worth in the game.
    """
    game = _played(seed=0, turns=0, players=_against_chance(answer(), seat))
    turns = list[_Turn]()
    end = thread_time() + min(TURNS_SEEN, left() / 2)
    while len(game.history) < TURNS and not game.over and thread_time() < end:
        value_of = {}  # of each legal move of the player; none in a turn of the other one
        if game.turn == seat:
            value_of = {move: value(game, move) for move in game.legal_moves()}
        game.step()
        if value_of:
            turns.append(_Turn(value_of, game.history[-1].move))
    return turns


def _helps_the_other(answer: Any, seat: int) -> Hints:
    """Return hints if a player always makes the move that is best for the other one; else ()."""
    def scores(game: Game, move: Move) -> tuple[float, float]:
        """Return the scores after a move: the player's own, and the other one's."""
        return game.score_after(move, seat), game.score_after(move, 1 - seat)

    turns = _turns(answer, seat, scores)
    if _always_best(turns, _others_score) or _always_best(turns, _others_lead):
        return ("In which of its games is your player behind?",
                "In half of the games, your player is player 1, and game.turn is 0 during its "
                "turns. In the others, it's player 2, and game.turn is 1.",
                say("As player {player} (game.turn is {seat}), your player makes the moves that "
                    "are best for the other player. Your own score is game.score_after(move, "
                    "game.turn).",
                    player=seat + 1, seat=seat))
    return ()


def _others_score(scores: tuple[float, float]) -> float:
    _, other = scores
    return other


def _others_lead(scores: tuple[float, float]) -> float:
    own, other = scores
    return other - own


def _always_best(turns: list[_Turn], worth: Callable[[Any], float]) -> bool:
    """Whether the chosen move has the highest worth in each turn.

    ``worth`` makes a number of a move's value. False if in no turn the moves differ in worth: then
    the choices say nothing.
    """
    had_a_choice = False
    for turn in turns:
        worths = [worth(value) for value in turn.value_of.values()]
        if worth(turn.value_of[turn.chosen]) != max(worths):
            return False
        if min(worths) != max(worths):
            had_a_choice = True
    return had_a_choice


def _worst_turn(answer: Any) -> str:
    """Describe the turn in which a player missed the most points; "" if there was no time."""
    turns = _turns(answer, seat=0, value=lambda game, move: game.score_after(move))
    if not turns:
        return ""
    always_lowest = all(
        turn.value_of[turn.chosen] == min(turn.value_of.values()) for turn in turns)
    if always_lowest:
        return say("In every turn, your player chooses the move that gives it the lowest score. "
                   "Choose the move with the highest score.")

    def missed_points(turn: _Turn) -> float:
        """Return how many points more the best move would have given."""
        return float(max(turn.value_of.values()) - turn.value_of[turn.chosen])

    worst = max(turns, key=missed_points)
    best_move = max(worst.value_of, key=worst.value_of.__getitem__)
    return say("In one turn, your player chose {move} and then had {own} points, but {best} would "
               "have given {most}. Use game.score_after(move) to compare the moves.",
               move=repr(worst.chosen), own=worst.value_of[worst.chosen],
               best=repr(best_move), most=worst.value_of[best_move])


# -- the laws ----------------------------------------------------------------------------------

@of_errors
def _tries_without_errors(case: Case, got: Outcome) -> Hints | None:
    """Explain an IllegalMove, for a move tried or returned by the player, or a wrong player number.

    The wrong number is that of a player whom ``score_after`` doesn't know.
    """
    is_tried_by_player = ".play(" in got.message  # the line that failed is the student's
    if got.error == "IllegalMove" and is_tried_by_player:
        return ("Where does the illegal move come from?", "The legal moves are different in each "
                                                          "turn.",
                "The moves that your player tried before are still on the board when it tries the "
                "next one. Use game.score_after(move), which doesn't change the game, or undo each "
                "move with game.undo().")
    if got.error == "IllegalMove":
        return ("Where does the illegal move come from?", "The legal moves are different in each "
                                                          "turn.",
                "Your player chose a move that isn't legal in this turn. Does it come from an "
                "earlier turn? Start again in each call to make_move: don't store any move or "
                "score in self or in the class.")
    if got.error == "IndexError" and "score_after(" in got.message:
        return ("How are the players numbered here?", "game.turn is your number: 0 or 1.",
                "Your player calls score_after with the number of a player that doesn't exist. The "
                "numbers are 0 and 1, not 1 and 2. You are game.turn, and the other player is 1 - "
                "game.turn.")
    return None


def _is_legal(case: Case, got: Outcome) -> Hints | None:
    """Explain a result that isn't a legal move."""
    game, _ = case
    value = got.value
    if game is None:  # the league, whose result is a Lead
        return None
    is_move = isinstance(value, (Place, TakeBack))
    if is_move and not game.why_not(value):
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
    """Return the hints that ``_league`` has found if the player helps the other one."""
    if not isinstance(got.value, Lead):
        return None
    for explanation in got.value.seen:
        if isinstance(explanation, tuple) and explanation:  # the other explanation is a sentence
            return explanation
    return None


def _small_lead(league: Lead) -> str:
    """Return sentences on how small the lead is, and on the player's worst turn."""
    *_, worst_turn = league.seen
    return say("Your player's average lead over a random player is {points:.0f} points per game, "
               "but it must be at least {least}. {turn}", points=league.mean, least=LEAST,
               turn=worst_turn)


def _written(game: Game | None, number: int) -> str:
    """Return a case in words: the call and the tile in hand, or the league if there's no game."""
    if game is None:
        return say("the lead of MyPlayer() over RandomPlayer() in {number} games",
                   number=2 * number)
    return say("MyPlayer().make_move(game, rng)   # tile in hand: {hand}", hand=game.position.hand)


def _python(game: Game | None, number: int) -> Call:
    """Return the call of a case as Python: a move in a game, or the whole league."""
    case_in_words = _written(game, number)
    if game is None:
        return Call("check.MyPlayer.again(MyPlayer)", remark=case_in_words)
    _, _, tile_in_hand = case_in_words.partition("# ")
    return Call("MyPlayer().make_move(game, rng)", {"game": game, "rng": Random(number)},
                function="MyPlayer().make_move", remark=tile_in_hand)


MyPlayer = Task(
    "MyPlayer", GreedyPlayer, _games, call=_use, form=subclass_of(Player, "make_move"),
    only_laws=True, seconds=3, few_after=0.8, needs="a subclass of Player", words=_written,
    laws=[_tries_without_errors, from_rng, _is_legal, _helps_itself,
          is_ahead(LEAST, DOUBT, _small_lead)],
    kits=[GreedyPlayer.make_move, LookaheadPlayer.make_move, Board.hint, Board.ranked],
    python=_python,
)
