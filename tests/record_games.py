"""Writes golden/games.json, whole games by their seeds: ``python -m tests.record_games``.

Run it only after a change that is meant to change how a seed plays.
"""

import json
from pathlib import Path

from blocky import Game
from blocky.move import RULE_SETS

PATH = Path(__file__).parent / "golden" / "games.json"

SETTINGS = [
    {"rules": "classic", "max_depth": 2, "randoms": 2, "smarts": [], "turns": 12, "seed": 1},
    {"rules": "classic", "max_depth": 4, "randoms": 1, "smarts": [2], "turns": 8, "seed": 7},
    {"rules": "classic", "max_depth": 5, "randoms": 0, "smarts": [0, 1, 5], "turns": 4, "seed": 3},
    {"rules": "extended", "max_depth": 1, "randoms": 1, "smarts": [1], "turns": 20, "seed": 8},
    {"rules": "extended", "max_depth": 3, "randoms": 3, "smarts": [], "turns": 10, "seed": "five"},
    {"rules": "extended", "max_depth": 4, "randoms": 2, "smarts": [0, 3], "turns": 6, "seed": 32},
]


def transcript(settings):
    game = Game(**settings | {"humans": 0, "rules": RULE_SETS[settings["rules"]]})
    game.run()
    return {
        "settings": settings,
        "goals": [{"kind": type(goal).__name__, "colour": int(goal.colour)} for goal in game.goals],
        "start": game.start_position.to_record()["start"],
        "turns": [
            {"player": turn.player, "move": repr(turn.move), "forfeited": turn.forfeited,
             "smashed": turn.chance, "scores": turn.scores}
            for turn in game.history],
        "end": game.board.to_nested(),
        "winners": game.winners,
    }


def as_text(transcripts):
    """Return JSON with a line for each turn."""
    lines = json.dumps(transcripts).replace('{"player"', '\n{"player"')
    return lines.replace('{"settings"', '\n{"settings"') + "\n"


if __name__ == "__main__":
    PATH.write_text(as_text([transcript(settings) for settings in SETTINGS]), encoding="utf-8")
