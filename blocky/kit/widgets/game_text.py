"""The texts on a game in progress: whose turn it is, who plays, what was done."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from typing import Any

from blocky.kit.language import say, say_count
from blocky.kit.story import Step

__all__ = ["gains_texts", "moves_markup", "players_markup", "signed", "status_text"]


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
