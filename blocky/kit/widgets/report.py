"""The score sheet of a game: what brought which points to each player, in sum and turn by turn."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from typing import Any

from blocky.kit.language import say, say_count
from blocky.kit.story import Step

__all__ = ["report_markup"]


def report_markup(game: Any, steps: Sequence[Step], move_text: Callable[[Any], str],
                  text: str = "") -> str:
    """Return the report on a game: a score sheet for each player, and what else is to be told."""
    sheets = "".join(_sheet(game, steps, player, move_text)
                     for player in range(len(game.players)))
    more = (f'<details><summary>{html.escape(say("The game in words"))}</summary>'
            f'<div style="white-space: pre-wrap">{html.escape(text)}</div></details>'
            if text else "")
    return (f'<div role="region" aria-label="{html.escape(say("Report"))}" style="border: 1px '
            f'solid #888; padding: 6px 10px; line-height: 1.4; white-space: normal">{sheets}{more}'
            f'</div>')


def overview(game: Any, steps: Sequence[Step], player: int) -> list[tuple[str, int, int]]:
    """Return what brought points to a player: each in words, how often, and how many in all.

    With the score at the start they add up to the score.
    """
    sums: dict[str, tuple[int, int]] = {}
    for step in steps:
        for reason in step.reasons_for(player):
            group = reason.group or reason.text or say("moves")
            often, points = sums.get(group, (0, 0))
            sums[group] = often + 1, points + reason.points
    return [(group, often, points) for group, (often, points) in sums.items()]


def _sheet(game: Any, steps: Sequence[Step], player: int, move_text: Callable[[Any], str]) -> str:
    rows = [_row(say("at the start"), "", game.start_scores[player])] * bool(
        game.start_scores[player])
    for group, often, points in overview(game, steps, player):
        rows.append(_row(group, say_count("once", "{count} times", often), points))
    rows.append(_row(say("score"), "", game.scores[player], "font-weight: bold"))
    turns = [_row(reason.text or move_text(step.turn.move),
                  say("turn {number}", number=step.number), reason.points)
             for step in steps for reason in step.reasons_for(player)]
    by_turns = (f'<details><summary>{html.escape(say("Turn by turn"))}</summary>'
                f'<table>{"".join(turns)}</table></details>' if turns else "")
    return (f'<div style="display: inline-block; vertical-align: top; margin-right: 28px">'
            f'<table><caption style="text-align: left; font-weight: bold">'
            f'{html.escape(game.name_of(player))}</caption>{"".join(rows)}</table>{by_turns}</div>')


def _row(text: str, note: str, points: int, style: str = "") -> str:
    """Return the markup of a row: what, a note on it, and points."""
    return (f'<tr style="{style}"><td style="padding-right: 12px">{html.escape(text)}</td>'
            f'<td style="padding-right: 12px">{html.escape(note)}</td>'
            f'<td style="text-align: right">{points}</td></tr>')
