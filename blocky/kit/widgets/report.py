"""The score sheet of a game: what brought which points to each player, in sum and turn by turn."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from typing import Any

from blocky.kit.language import say, say_count
from blocky.kit.story import Step
from blocky.kit.widgets.game_text import signed

__all__ = ["report_markup"]


def report_markup(game: Any, steps: Sequence[Step], move_text: Callable[[Any], str],
                  text: str = "") -> str:
    """Return the report on a game: a score sheet for each player, and what else is to be told."""
    sheets = "".join(_sheet(game, steps, player, move_text)
                     for player in range(len(game.players)))
    words = f'<pre style="white-space: pre-wrap">{html.escape(text)}</pre>'
    more = _folded(say("The game in words"), words) if text else ""
    return (f'<div style="line-height: 1.4; white-space: normal"><h3 style="margin: 2px 0 8px">'
            f'{html.escape(say("What brought which points"))}</h3>{sheets}{more}</div>')


def overview(game: Any, steps: Sequence[Step], player: int) -> list[tuple[str, int, int]]:
    """Return the sources of a player's points: each in words, how often, and how many in all.

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
    rows = [_row(group, say_count("once", "{count} times", often), signed(points))
            for group, often, points in overview(game, steps, player)]
    if start := game.start_scores[player]:
        rows.insert(0, _row(say("at the start"), "", str(start)))
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
    """Return the markup of a row: what, a note on it, and points."""
    return (f'<tr style="{style}"><td style="padding-right: 12px">{html.escape(text)}</td>'
            f'<td style="padding-right: 12px; white-space: nowrap">{html.escape(note)}</td>'
            f'<td style="text-align: right; white-space: nowrap">{points}</td></tr>')
