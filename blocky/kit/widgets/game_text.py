"""Markup on a game: whose turn it is, players, moves, sources of points, the chart of scores."""

import html
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from matplotlib.ticker import MaxNLocator

from blocky.kit.draw.chart import scores_text
from blocky.kit.draw.picture import DPI, INK, Paint
from blocky.kit.language import say, say_count
from blocky.kit.story import Step

__all__ = ["gains_texts", "moves_markup", "overview", "players_markup", "report_markup",
           "score_chart", "signed", "status_text"]

#: The lines of players: their dashes, and the path of the sign at each score.
LINES = (
    ("", "m-2.8 0a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0-5.6 0"),  # a disc
    ("9 4", "m-2.8-2.8h5.6v5.6h-5.6z"),  # a square
    ("16 4 2.5 4", "m0-2.8l2.8 5.6h-5.6z"),  # a triangle
    ("2.5 4", "m0-3.9l3.9 3.9-3.9 3.9-3.9-3.9z"),  # a square on a corner
)


def status_text(game: Any, stopped: bool = False) -> str:
    """Return sentences on whose turn it is, or on who has won.

    If ``stopped``, they say that computer players are stopped.
    """
    if game.over:
        return _result_text(game)
    sentences = [say("It's player {player}'s turn ({name}).", player=game.called(game.turn),
                     name=game.players[game.turn].name)]
    if game.moves_left is not None:
        sentences.append(say_count("{count} move is left.", "{count} moves are left.",
                                   game.moves_left))
    if stopped:
        sentences.append(say("Computer players are stopped."))
    return " ".join(sentences)


def _result_text(game: Any) -> str:
    """Return sentences on why a game is over, and on who has won with which score."""
    why = game.why_over()
    if not game.winners:
        return say("The game is over. {why} Nobody wins.", why=why)
    *others, last = [game.name_of(player) for player in game.winners]
    score = game.scores[game.winners[0]]
    if len(game.players) == 1:
        return say_count("The game is over. {why} {player} has {count} point.",
                         "The game is over. {why} {player} has {count} points.", score,
                         why=why, player=last)
    if not others:
        return say("The game is over. {why} {player} wins with {score}.", why=why,
                   player=last, score=score)
    return say("The game is over. {why} {players} and {last} win with {score} each.", why=why,
               players=", ".join(others), last=last, score=score)


def players_markup(game: Any, sign: Callable[[int], str], text: Callable[[int], str]) -> str:
    """Return the table of players and scores, each with a ``sign`` (markup) and a ``text``.

    The player whose turn it is has an arrow, and a winner a star; both are bold.
    """
    rows = []
    for number, player in enumerate(game.players):
        if number == game.turn and not game.over:
            mark = "▶"
        elif number in game.winners and len(game.players) > 1:
            mark = "★"
        else:
            mark = ""
        rows.append(
            f'<tr style="vertical-align: baseline{"; font-weight: bold" if mark else ""}">'
            f'<td>{mark}</td><td>{sign(number)}</td>'
            f'<td style="white-space: nowrap">{game.called(number)} '
            f'{html.escape(player.name)}</td>'
            f'<td style="text-align: right; font-size: 1.1em">{game.scores[number]}</td>'
            f'<td style="font-weight: normal; white-space: normal">'
            f'{html.escape(text(number))}</td></tr>')
    name = html.escape(say("Players and scores"))
    return (f'<table class="blocky-players" aria-label="{name}" style="border-spacing: 6px 3px">'
            f'{"".join(rows)}</table>')


def moves_markup(game: Any, steps: Sequence[Step], move_text: Callable[[Any], str]) -> str:
    """Return the list of turns, the last one first, with the gains of each and their reasons."""
    turns = []
    for step in reversed(steps):
        gains = "".join(f'<div style="padding-left: 2.2em">{html.escape(text)}</div>'
                        for text in gains_texts(game, step))
        turns.append(f'<div class="blocky-turn" style="line-height: 1.35">'
                     f'{html.escape(_turn_text(game, step, move_text))}{gains}</div>')
    return "".join(turns) or html.escape(say("No move has been made yet."))


def _turn_text(game: Any, step: Step, move_text: Callable[[Any], str]) -> str:
    """Return a line on a turn: its number, the player, and the move and score or why it's lost."""
    turn = step.turn
    if turn.forfeited:
        return say("{number}. Player {player}: turn lost. {reason}", number=step.number,
                   player=game.called(turn.player), reason=turn.forfeited)
    return say("{number}. Player {player}: {move}, score {score}", number=step.number,
               player=game.called(turn.player), move=move_text(turn.move),
               score=turn.scores[turn.player])


def gains_texts(game: Any, step: Step) -> list[str]:
    """Return a text for each reason why a turn changed a score; the mover's first."""
    mover = step.turn.player
    texts = [_gain(reason.points, reason.text) for reason in step.reasons_for(mover)]
    for player in range(len(game.players)):
        if player != mover:
            texts += [_gain(reason.points, reason.text, game.called(player))
                      for reason in step.reasons_for(player)]
    return texts


def signed(points: int) -> str:
    """Return a number of points with its sign.

    >>> signed(5), signed(0), signed(-5)
    ('+5', '0', '\u22125')
    """
    return f"{points:+d}".replace("-", "\N{MINUS SIGN}") if points else "0"


def _gain(points: int, text: str, player: int | None = None) -> str:
    """Return a text such as "+5: the reason"; points of 0 and an empty reason are left out.

    ``player`` is the number of the player who gets them, from 1; None for the one who moved, who
    isn't named.
    """
    fields = {"points": signed(points), "text": text, "player": player}
    if player is None:
        if not text:
            return say("{points}", **fields)
        return say("{points}: {text}", **fields) if points else text
    if not text:
        return say("Player {player}: {points}", **fields)
    if not points:
        return say("Player {player}: {text}", **fields)
    return say("Player {player} {points}: {text}", **fields)


# -- the score sheets --------------------------------------------------------------------------

def report_markup(game: Any, steps: Sequence[Step], move_text: Callable[[Any], str],
                  text: str = "") -> str:
    """Return the report on a game: a score sheet for each player, and ``text`` if there is one."""
    sheets = "".join(_sheet(game, steps, player, move_text)
                     for player in range(len(game.players)))
    in_words = ""
    if text:
        in_words = _folded(say("The game in words"),
                           f'<pre style="white-space: pre-wrap">{html.escape(text)}</pre>')
    return (f'<div style="line-height: 1.4; white-space: normal"><h3 style="margin: 2px 0 8px">'
            f'{html.escape(say("Where the points came from"))}</h3>{sheets}{in_words}</div>')


def overview(game: Any, steps: Sequence[Step], player: int) -> list[tuple[str, int, int]]:
    """Return the sources of a player's points, each as (words, how often, points in all).

    The points of all sources and the score at the start add up to the score.
    """
    times: dict[str, int] = {}
    totals: dict[str, int] = {}
    for step in steps:
        for reason in step.reasons_for(player):
            source = reason.group or reason.text or say("moves")
            times[source] = times.get(source, 0) + 1
            totals[source] = totals.get(source, 0) + reason.points
    return [(source, times[source], totals[source]) for source in times]


def _sheet(game: Any, steps: Sequence[Step], player: int, move_text: Callable[[Any], str]) -> str:
    """Return a player's score sheet: the sources of points and, folded, the points turn by turn.

    Below the titles of the columns are the score at the start, if it isn't 0, the sources, and the
    score.
    """
    rows = [_row(source, say_count("once", "{count} times", times), signed(points))
            for source, times, points in overview(game, steps, player)]
    if start := game.start_scores[player]:
        rows.insert(0, _row(say("at the start"), "", str(start)))
    if rows:
        rows.insert(0, _head(say("why"), say("how often"), say("total points")))
    rows.append(_row(say("score"), "", str(game.scores[player]), "font-weight: bold"))
    turns = [_row(reason.text or move_text(step.turn.move),
                  say("move {number}", number=step.number), signed(reason.points))
             for step in steps for reason in step.reasons_for(player)]
    name = html.escape(game.name_of(player))
    by_turns = _folded(say("Turn by turn"), _table(name, turns)) if turns else ""
    return (f'<div style="display: inline-block; vertical-align: top; margin: 0 28px 8px 0">'
            f'<div style="font-weight: bold; white-space: nowrap">{name}</div>'
            f'{_table(name, rows)}{by_turns}</div>')


def _table(name: str, rows: Sequence[str]) -> str:
    return f'<table aria-label="{name}">{"".join(rows)}</table>'


def _folded(title: str, markup: str) -> str:
    return f"<details><summary>{html.escape(title)}</summary>{markup}</details>"


def _row(text: str, note: str, points: str, style: str = "") -> str:
    """Return the markup of a row: a text, a note, and points."""
    return (f'<tr style="{style}"><td style="padding-right: 12px">{html.escape(text)}</td>'
            f'<td style="padding-right: 12px; white-space: nowrap">{html.escape(note)}</td>'
            f'<td style="text-align: right; white-space: nowrap">{points}</td></tr>')


def _head(*titles: str) -> str:
    """Return the markup of the titles of columns."""
    cells = "".join(f'<th scope="col" style="font-weight: normal; text-align: left; '
                    f'padding-right: 12px">{html.escape(title)}</th>' for title in titles)
    return f"<tr>{cells}</tr>"


# -- the chart of scores ------------------------------------------------------------------------

class _Plot(NamedTuple):
    """The part of a chart inside its axes.

    Attributes:
        left, right, top, low: its sides, in pixels.
        moves: the number of moves that it has room for.
        middle, half: the score in its middle, and how many more or less it has room for.
    """

    left: float
    right: float
    top: float
    low: float
    moves: int
    middle: float
    half: float

    def across(self, move: float) -> float:
        """Return the x of a number of moves."""
        # On the left and on the right, there is room for 0.3 of a move.
        share = (move + 0.3) / (self.moves + 0.6)
        return self.left + (self.right - self.left) * share

    def up(self, score: float) -> float:
        """Return the y of a score; y grows downwards."""
        least = self.middle - self.half
        share = (score - least) / (2 * self.half)
        return self.low - (self.low - self.top) * share


def score_chart(history: Sequence[Sequence[int]], labels: Sequence[str], paints: Sequence[Paint],
                size: tuple[float, float]) -> str:
    """Return the chart of all players' scores, as SVG; it looks like ``kit.draw.chart.scores``.

    ``history`` has all players' scores at the start and after each move. ``size`` is in inches; all
    other lengths here are in pixels.
    """
    width, height = (DPI * length for length in size)
    legend_lines = (len(labels) + 1) // 2  # two players in a line
    all_scores = [score for scores in history for score in scores]
    least, greatest = min(all_scores), max(all_scores)
    # The numbers and titles of the axes are left of the plot and below it, the legend is above it.
    plot = _Plot(left=68, right=width - 7, top=14 + 19 * legend_lines, low=height - 46,
                 moves=max(len(history) - 1, 5), middle=(least + greatest) / 2,
                 half=max(0.55 * (greatest - least), 2.2))  # small differences shouldn't look large
    parts = [_axes(plot)]
    column_width = 46 + 6.3 * max(map(len, labels[:legend_lines]))  # roughly that of the letters
    for player, (label, paint) in enumerate(zip(labels, paints, strict=True)):
        column, line = divmod(player, legend_lines)
        legend_x = plot.left - 40 + column * column_width
        legend_y = plot.top - 12 - 15.5 * (legend_lines - 1 - line)
        scores = [scores_then[player] for scores_then in history]
        parts.append(_line_of_player(plot, player, scores, paint, (legend_x, legend_y)))
        parts.append(_text(legend_x + 32, legend_y + 4, label, "start", 10.5))
    return (f'<svg role="img" aria-label="{html.escape(scores_text(history))}" '
            f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" style="max-width: 100%; '
            f'overflow: visible; background: white; font-family: DejaVu Sans, Verdana, sans-serif">'
            f'{"".join(parts)}</svg>')


def _axes(plot: _Plot) -> str:
    """Return the markup of the axes of a chart, with pale lines at their numbers, and titles."""
    left, right, top, low = plot.left, plot.right, plot.top, plot.low
    lines_and_numbers = []
    for move in _whole_numbers(-0.3, plot.moves + 0.3, most=8):
        x = plot.across(move)
        lines_and_numbers.append(_line(x, low + 5, x, top) + _text(x, low + 17, move))
    scores = _whole_numbers(plot.middle - plot.half, plot.middle + plot.half, most=6)
    for score in scores:
        y = plot.up(score)
        number = str(score).replace("-", "\N{MINUS SIGN}")
        lines_and_numbers.append(
            _line(left - 5, y, right, y) + _text(left - 8, y + 4, number, "end"))
    left_of_numbers = left - 13 - 7 * max(len(str(score)) for score in scores)  # 7 for a digit
    return "".join([
        *lines_and_numbers,
        f'<path d="M{left} {top}V{low:.1f}H{right:.1f}" fill="none" stroke="{INK}"/>',
        _text((left + right) / 2, low + 35, say("moves made"), size=12.5),
        f'<g transform="translate({left_of_numbers} {(top + low) / 2:.1f}) rotate(-90)">'
        f'{_text(0, 0, say("score"), size=12.5)}</g>'])


def _line_of_player(plot: _Plot, player: int, scores: Sequence[int], paint: Paint,
                    legend: tuple[float, float]) -> str:
    """Return the markup of a player's line, with a sign such as a circle at each score.

    A piece of the line in the legend, 25 pixels long, begins at the point ``legend``.
    """
    dashes, sign = LINES[player % len(LINES)]
    legend_x, legend_y = legend
    points = [f"{plot.across(move):.1f} {plot.up(score):.1f}" for move, score in enumerate(scores)]
    middle_of_piece = f"{legend_x + 12} {legend_y}"
    signs = "".join(f"M{point}{sign}" for point in [*points, middle_of_piece])
    colour = "rgb({:.0f} {:.0f} {:.0f})".format(*(0.8 * part for part in paint))  # darker
    return (f'<path d="M{" ".join(points)}M{legend_x} {legend_y}h25" fill="none" stroke="{colour}" '
            f'stroke-width="2.5" stroke-dasharray="{dashes}"/><path d="{signs}" fill="{colour}" '
            f'stroke="{INK}" stroke-width="0.7"/>')


def _whole_numbers(low: float, high: float, most: int) -> list[int]:
    """Return evenly spaced whole numbers between two others, with at most ``most`` spaces."""
    ticks = MaxNLocator(integer=True, nbins=most).tick_values(low, high)
    return [round(tick) for tick in ticks if low <= tick <= high]


def _line(x: float, y: float, to_x: float, to_y: float) -> str:
    """Return the markup of a pale line from one point to another."""
    return f'<path d="M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}" stroke="#ddd" stroke-width="0.8"/>'


def _text(x: float, y: float, text: object, anchor: str = "middle", size: float = 11) -> str:
    """Return the markup of a text; its ``anchor``, "start", "middle" or "end", is at the point."""
    return (f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" '
            f'fill="{INK}">{html.escape(str(text))}</text>')
