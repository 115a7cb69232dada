"""The command ``blocky``, with all its sub-commands: checks, grades, leagues, slides, pictures.

Each is imported when it is called, from a module with two functions: ``add_arguments(parser)``,
and ``command(options)``, which returns the exit code.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules

from blocky.kit.language import say

__all__ = ["COMMANDS", "main", "package"]


@dataclass(frozen=True)
class SubCommand:
    """A sub-command; ``{game}`` in its module is the package of the game that it is about.

    That game is Blocky, or the first that has such a module, unless another is named.
    """

    module: str
    words: str
    example: str


COMMANDS = {
    "check": SubCommand("blocky.kit.notebook.report", "say how each task of an exercise stands",
                        "blocky check exercises/blocky/06_flatten.ipynb"),
    "grade": SubCommand("blocky.kit.grading.grade", "grade a class, in the folder of its course",
                        "blocky grade 06"),
    "league": SubCommand("{game}.arena", "let the players that were handed in meet",
                         "blocky league submitted --rules extended --boards 10"),
    "slides": SubCommand("blocky.kit.lessons.slides", "write the lessons as pages of slides",
                         "blocky slides notebooks slides"),
    "blank": SubCommand("blocky.kit.lessons.blank", "write the lessons without their code",
                        "blocky blank notebooks blank"),
    "images": SubCommand("{game}.draw.images", "draw the pictures of the texts again",
                         "blocky images images"),
    "supply": SubCommand("{game}.supply", "write a file that says how many pieces there are",
                         "blocky supply supply.csv --seed 7"),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says; return the exit code."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    of_game = ArgumentParser(add_help=False)
    of_game.add_argument("--game", help=say("the game (default: blocky, or the one that has this)"))
    called = of_game.parse_known_args(arguments)[1][:1]
    parser = ArgumentParser("blocky",
                            description=say("Lessons, exercises and leagues of the game."),
                            epilog=say("blocky COMMAND --help says more of each."))
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, command in COMMANDS.items():
        words = say(command.words)
        each = commands.add_parser(
            name, parents=[of_game], description=words[0].upper() + words[1:],
            help=say("{words}, as: {example}", words=words, example=command.example),
            epilog=say("For example: {example}", example=command.example))
        if called == [name]:
            game = of_game.parse_known_args(arguments)[0].game or _game_with(command.module)
            module = import_module(command.module.format(game=package(game)))
            module.add_arguments(each)
            each.set_defaults(call=module.command, game=game)
    options = parser.parse_args(arguments)
    return int(options.call(options))


def package(game: str) -> str:
    """Return the package that a game is in: Blocky's files lie at the root of the house."""
    if game == "blocky":
        return game
    return f"blocky.{game}" if find_spec(f"blocky.{game}") else game


def _game_with(module: str) -> str:
    """Return the first game that has a module, Blocky before the others."""
    house = str(Path(__file__).parents[1])
    rooms = [each.name for each in iter_modules([house]) if each.ispkg]
    return next(game for game in ("blocky", *rooms)
                if find_spec(module.format(game=package(game))))
