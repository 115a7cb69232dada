"""The texts on a game: whose turn it is, who plays, what was done, what brought which points."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from typing import Any

from blocky.kit.language import say, say_count
from blocky.kit.story import Step

__all__ = ["gains_texts", "moves_markup", "overview", "players_markup", "report_markup", "signed",
           "status_text"]


def status_text(game: Any, stopped: bool = False) -> str:
    """Return whose turn it is, or who has won; ``stopped`` tells that computers do not move."""
    if game.over:
        who, why = [game.name_of(player) for player in game.winners], game.why_over()
        if not who:
            return say("The game is over. {why} Nobody wins.", why=why)
        score = game.scores[game.winners[0]]
        if len(who) == 1:
            return say("The game is over. {why} {player} wins with {score}.", why=why,
                       player=who[0], score=score)
        return say("The game is over. {why} {players} and {last} win with {score} each.", why=why,
                   players=", ".join(who[:-1]), last=who[-1], score=score)
    sentences = [say("It is the turn of player {player} ({name}).", player=game.called(game.turn),
                     name=game.players[game.turn].name)]
    if game.moves_left is not None:
        sentences.append(say_count("{count} move is left.", "{count} moves are left.",
                                   game.moves_left))
    if stopped:
        sentences.append(say("Computer players are stopped."))
    return " ".join(sentences)


def players_markup(game: Any, sign: Callable[[int], str], text: Callable[[int], str]) -> str:
    """Return the table of players and scores; each has a ``sign`` as markup, and a ``text``."""
    rows = []
    for number, player in enumerate(game.players):
        here, wins = number == game.turn and not game.over, number in game.winners
        rows.append(
            f'<tr style="vertical-align: baseline{"; font-weight: bold" if here or wins else ""}">'
            f'<td>{"▶" if here else "★" if wins else ""}</td><td>{sign(number)}</td>'
            f'<td style="white-space: nowrap; line-height: 1.5">{game.called(number)} '
            f'{html.escape(player.name)}</td>'
            f'<td style="text-align: right; font-size: 1.1em">{game.scores[number]}</td>'
            f'<td style="font-weight: normal; white-space: normal; line-height: 1.3">'
            f'{html.escape(text(number))}</td></tr>')
    caption = html.escape(say("Players and scores"))
    return (f'<table style="border-spacing: 6px 3px"><caption style="display: none">{caption}'
            f'</caption>{"".join(rows)}</table>')


def moves_markup(game: Any, steps: Sequence[Step], move_text: Callable[[Any], str]) -> str:
    """Return the list of the turns taken, the last one first, with what each brought and why."""
    return "".join(f'<div class="blocky-turn" style="line-height: 1.35">'
                   f'{html.escape(_line(game, step, move_text))}'
                   f'{"".join(map(_indented, gains_texts(game, step)))}</div>'
                   for step in reversed(steps)) or html.escape(say("No moves are made yet."))


def _line(game: Any, step: Step, move_text: Callable[[Any], str]) -> str:
    turn = step.turn
    if turn.forfeited:
        return say("{number}. Player {player}: turn lost. {reason}", number=step.number,
                   player=game.called(turn.player), reason=turn.forfeited)
    return say("{number}. Player {player}: {move}, score {score}", number=step.number,
               player=game.called(turn.player), move=move_text(turn.move),
               score=turn.scores[turn.player])


def _indented(text: str) -> str:
    return f'<div style="padding-left: 2.2em">{html.escape(text)}</div>'


def gains_texts(game: Any, step: Step) -> list[str]:
    """Return a text for each reason why a turn changed a score; the mover's first."""
    mover = step.turn.player
    others = [player for player in range(len(game.players)) if player != mover]
    return [_gain(reason.points, reason.text, 0 if player == mover else game.called(player))
            for player in [mover, *others] for reason in step.reasons_for(player)]


def signed(points: int) -> str:
    """Return a gain or a loss as a number with its sign.

    >>> signed(5), signed(0), signed(-5)
    ('+5', '0', '\u22125')
    """
    return f"{points:+d}".replace("-", "\N{MINUS SIGN}") if points else "0"


def _gain(points: int, text: str, player: int) -> str:
    """Return a text on points and their reason; ``player`` gets them, 0 being the mover."""
    fields = {"points": signed(points), "text": text, "player": player}
    if not text:
        return (say("Player {player}: {points}", **fields) if player else
                say("{points}", **fields))
    if not points:
        return say("Player {player}: {text}", **fields) if player else text
    return (say("Player {player} {points}: {text}", **fields) if player else
            say("{points}: {text}", **fields))


# -- the score sheets --------------------------------------------------------------------------

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
