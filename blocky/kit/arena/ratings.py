"""The figures and the rating of each player in a league.

A figure ± its error is a 95% interval.
"""

import html
import math
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from blocky.kit.arena.match import Result
from blocky.kit.language import mark, say, say_count
from blocky.kit.safely import Fault
from blocky.kit.statistics import Z, in_columns, wilson

__all__ = ["PlayerFigures", "as_html", "as_text", "faults", "means", "points", "ratings", "table"]

#: The mean rating, and the difference for odds of e : 1 (for 10 : 1 it is 400).
MEAN, SCALE = 1500, 400 / math.log(10)

Floats = NDArray[np.float64]


class PlayerFigures(NamedTuple):
    """The figures of one player; nan where there are too few games.

    ``win_rate`` counts a draw as half a win; ``win_low`` and ``win_high`` are its interval.
    ``score`` and ``margin`` (the score less the opponent's) are means over the games played to
    their end. ``forfeits`` counts the turns and the games forfeited.
    """

    name: str
    games: int
    wins: int
    draws: int
    win_rate: float
    win_low: float
    win_high: float
    score: float
    score_error: float
    margin: float
    margin_error: float
    rating: float
    rating_error: float
    forfeits: int


def table(players: Sequence[str], results: Sequence[Result]) -> list[PlayerFigures]:
    """Return the figures of each player, by descending rating."""
    rating, rating_error = ratings(points(players, results))
    rows = []
    for number, name in enumerate(players):
        own = [result for result in results if name in result.players]  # this player's games
        wins = sum(result.winner == name for result in own)
        draws = sum(result.winner is None for result in own)
        forfeited_turns = sum(player == name for result in own for player, _, _ in result.forfeits)
        forfeited_games = sum(result.ended is not None and result.winner != name for result in own)
        win_rate = (wins + draws / 2) / len(own) if own else math.nan
        win_low, win_high = wilson(win_rate, len(own))
        score, score_error, margin, margin_error = means(name, own)
        rows.append(PlayerFigures(
            name=name, games=len(own), wins=wins, draws=draws, win_rate=win_rate,
            win_low=win_low, win_high=win_high, score=score, score_error=score_error,
            margin=margin, margin_error=margin_error, rating=float(rating[number]),
            rating_error=float(rating_error[number]),
            forfeits=forfeited_turns + forfeited_games))
    return sorted(rows, key=lambda row: (-row.rating, row.name))


def means(name: str, results: Sequence[Result]) -> tuple[float, float, float, float]:
    """Return the mean score of a player and its error, then the mean margin and its error.

    An error is half of a 95% interval; nan where it isn't known. It's computed from the means of
    meetings: a meeting is both games of two players on one board for one goal. Its two games are
    alike, so they tell less than two games on two boards.
    """
    from scipy.special import stdtrit

    # by board, kind of game and opponent: the score and the margin in each game
    meetings = defaultdict(list)
    for result in results:
        if result.scores:  # not if the game was forfeited
            seat = result.players.index(name)
            score, other_score = result.scores[seat], result.scores[1 - seat]
            opponent = result.players[1 - seat]
            meetings[result.board, result.kind, opponent].append((score, score - other_score))
    if not meetings:
        return math.nan, math.nan, math.nan, math.nan
    # the results of axis=0 have two numbers: of the scores, and of the margins
    score, margin = np.mean([game for games in meetings.values() for game in games], axis=0)
    score_error = margin_error = math.nan
    count = len(meetings)
    if count > 1:
        means_of_meetings = [np.mean(games, axis=0) for games in meetings.values()]
        deviations = np.std(means_of_meetings, axis=0, ddof=1)
        students_t = stdtrit(count - 1, 0.975)
        score_error, margin_error = students_t * deviations / math.sqrt(count)
    return float(score), float(score_error), float(margin), float(margin_error)


def points(players: Sequence[str], results: Sequence[Result]) -> Floats:
    """Return the wins of player i against player j as ``points[i, j]``; a draw is half a win."""
    won = np.zeros((len(players), len(players)))
    numbers = {name: number for number, name in enumerate(players)}
    for result in results:
        i, j = (numbers[name] for name in result.players)
        if result.winner is None:
            won[i, j] += 0.5
            won[j, i] += 0.5
        elif result.winner == players[i]:
            won[i, j] += 1
        elif result.winner == players[j]:
            won[j, i] += 1
    return won


def ratings(points: Floats, draws: float = 1) -> tuple[Floats, Floats]:
    """Return the rating of each player, and its error, half of a 95% interval.

    The model is that of Bradley and Terry, on the scale of Elo: a player rated 400 points higher
    wins ten games of eleven. ``points[i, j]`` is as the function ``points`` returns it. Every two
    players get ``draws`` more draws, so that a player who wins every game also has a rating.

    >>> rating, _ = ratings(np.array([[0, 30], [10, 0]]), draws=0)
    >>> rating.round(1).tolist()
    [1595.4, 1404.6]
    """
    is_other_player = 1 - np.eye(len(points))  # nobody plays against themselves
    points = points + draws / 2 * is_other_player
    games = points + points.T
    strength = np.zeros(len(points))  # the natural logarithm of the odds against an average player
    # Newton's method with short steps, for the maximum of the log-likelihood of these points
    for _ in range(200):
        # by row and column: the chance that the player of the row wins
        chance = 1 / (1 + np.exp(strength - strength[:, None]))
        gradient = (points - games * chance).sum(axis=1)
        weight = games * chance * chance.T
        information = np.diag(weight.sum(axis=1)) - weight  # the negative of the Hessian matrix
        # not inv(): the same change of all strengths changes no chance, so the matrix is singular
        covariance = np.linalg.pinv(information, hermitian=True)
        step = covariance @ gradient
        strength += np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-9:
            break
    return MEAN + SCALE * strength, Z * SCALE * np.sqrt(np.diag(covariance))


_COLUMNS = mark(("player", "games", "won", "drawn", "win rate (95%)", "score", "margin",
                 "rating", "forfeits"))


def _cells(row: PlayerFigures) -> tuple[str, ...]:
    """Return the texts in the cells of a row, in the order of ``_COLUMNS``."""
    win_rate = "-"
    if not math.isnan(row.win_rate):
        win_rate = say("{rate:.0%} ({low:.0%} to {high:.0%})", rate=row.win_rate, low=row.win_low,
                       high=row.win_high)
    return (row.name, str(row.games), str(row.wins), str(row.draws), win_rate,
            _with_error(row.score, row.score_error, ".1f"),
            _with_error(row.margin, row.margin_error, "+.1f"),
            _with_error(row.rating, row.rating_error, ".0f"), str(row.forfeits))


def _with_error(value: float, error: float, specification: str) -> str:
    """Return a number with its error, such as "+1.5 ± 0.2"; the error has no sign before it."""
    if math.isnan(value):
        return "-"
    text = f"{value:{specification}}"
    if math.isnan(error):
        return text
    return f"{text} ± {error:{specification.strip('+')}}"


def as_text(rows: Sequence[PlayerFigures]) -> str:
    """Return the rows as lines of text, in columns."""
    return "\n".join(in_columns([tuple(map(say, _COLUMNS)), *map(_cells, rows)]))


def as_html(rows: Sequence[PlayerFigures], caption: str) -> str:
    """Return the rows as an HTML table."""
    head = "".join(f'<th scope="col">{say(name)}</th>' for name in _COLUMNS)
    body = ""
    for row in rows:
        name, *others = _cells(row)
        cells = "".join(f"<td>{cell}</td>" for cell in others)
        body += f'<tr><th scope="row">{html.escape(name)}</th>{cells}</tr>'
    return (f"<table><caption>{html.escape(caption)}</caption>"
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>")


def faults(results: Sequence[Result]) -> list[str]:
    """Return sentences on the players who forfeited: how often, and why the first time."""
    # by player, for each turn forfeited: the number of the game, that of the move, and why
    turns: dict[str, list[tuple[int, int, Fault]]] = defaultdict(list)
    # by player, for each game forfeited: its number, and why
    games: dict[str, list[tuple[int, Fault]]] = defaultdict(list)
    for result in results:
        for name, turn, fault in result.forfeits:
            turns[name].append((result.number, turn + 1, fault))
        if result.ended:
            loser = next(name for name in result.players if name != result.winner)
            games[loser].append((result.number, result.ended))
    sentences = []
    for name in dict.fromkeys([*turns, *games]):
        if name in turns:
            game, move, why = turns[name][0]
            sentences.append(say_count(
                "{name} forfeited {count} turn, in game {game}, move {move}: {why}",
                "{name} forfeited {count} turns. The first was in game {game}, move {move}: {why}",
                len(turns[name]), name=name, game=game, move=move, why=why))
        if name in games:
            game, why = games[name][0]
            sentences.append(say_count("{name} forfeited {count} game, game {game}: {why}",
                                       "{name} forfeited {count} games. The first was game {game}: "
                                       "{why}",
                                       len(games[name]), name=name, game=game, why=why))
    return sentences
