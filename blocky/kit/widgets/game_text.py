"""What there is to say of a game that is played: whose turn it is, who plays, what was done."""

from __future__ import annotations

import html
from collections.abc import Callable
from typing import Any

from blocky.kit.language import say, say_count

__all__ = ["moves_markup", "players_markup", "status_text"]


def status_text(game: Any, stopped: bool = False) -> str:
    """Return whose turn it is, or who has won; ``stopped`` tells that computers do not move."""
    if game.over:
        who = [say("Player {player} ({name})", player=game.called(i), name=game.players[i].name)
               for i in game.winners]
        if not who:
            return say("The game is over. Nobody wins.")
        score = game.scores[game.winners[0]]
        if len(who) == 1:
            return say("The game is over. {player} wins with {score}.", player=who[0], score=score)
        return say("The game is over. {players} and {last} win with {score} each.",
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
    """Return the table of players and scores; ``sign`` is markup for each, ``text`` a text."""
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


def moves_markup(game: Any, move_text: Callable[[Any], str]) -> str:
    """Return the list of the turns taken, the last one first."""
    lines = [
        say("{number}. Player {player}: turn lost. {reason}", number=number,
            player=game.called(turn.player), reason=turn.forfeited) if turn.forfeited else
        say("{number}. Player {player}: {move}, score {score}", number=number,
            player=game.called(turn.player), move=move_text(turn.move),
            score=turn.scores[turn.player])
        for number, turn in enumerate(game.history, start=1)]
    return "".join(f'<div style="line-height: 1.35">{html.escape(line)}</div>'
                   for line in reversed(lines)) or html.escape(say("No moves are made yet."))
