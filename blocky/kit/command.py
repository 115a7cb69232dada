"""The command ``blocky`` with its sub-commands.

The module of a sub-command is imported when it is called. It has two functions:
``add_arguments(parser)``, and ``command(options)``, which returns the exit code.
"""

import gettext
import os
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version

from blocky.kit.games import games_with, has, package
from blocky.kit.language import LOCALE, ask_environment, language, mark, say

__all__ = ["COMMANDS", "main"]


@dataclass(frozen=True)
class SubCommand:
    """A sub-command: its module, and the function in it that does it.

    ``{game}`` in the module is the package of a game: the one named in the command, or else the
    first that has this module.
    """

    module: str
    words: str
    example: str
    of_a_game: bool = True
    does: str = "command"


COMMANDS = {
    "new": SubCommand(
        "blocky.kit.lessons.new", mark("make a folder of lessons and exercises to work in"),
        "blocky new my-blocky", of_a_game=False),
    "lab": SubCommand(
        "blocky.kit.lessons.lab", mark("open JupyterLab on the first page"),
        "blocky lab", of_a_game=False),
    "check": SubCommand(
        "blocky.kit.notebook.check_command", mark("say how each task of an exercise stands"),
        "blocky check 6"),
    "course": SubCommand(
        "blocky.kit.lessons.new", mark("make a course to grade, with solutions"),
        "blocky course my-course", of_a_game=False, does="course"),
    "release": SubCommand(
        "blocky.kit.lessons.release", mark("write what students get as a zip file"),
        "blocky release students.zip", of_a_game=False),
    "grade": SubCommand(
        "blocky.kit.grading.grade", mark("grade a class, in the folder of its course"),
        "blocky grade 6"),
    "league": SubCommand(
        "{game}.arena", mark("let the players that were handed in meet"),
        "blocky league submitted --rules extended --boards 10"),
    "slides": SubCommand(
        "blocky.kit.lessons.slides", mark("write the lessons as pages of slides"),
        "blocky slides notebooks slides"),
    "blank": SubCommand(
        "blocky.kit.lessons.blank", mark("write the lessons without their code"),
        "blocky blank notebooks blank"),
    "book": SubCommand(
        "blocky.kit.lessons.book", mark("write the lessons as pages for any browser"),
        "blocky book notebooks book"),
    "images": SubCommand(
        "{game}.draw.images", mark("draw the pictures of the texts again"),
        "blocky images images"),
    "translate": SubCommand(
        "blocky.kit.lessons.translate", mark("bring another language up to date"),
        "blocky translate es", of_a_game=False),
    "supply": SubCommand(
        "{game}.supply", mark("write a file that says how many pieces there are"),
        "blocky supply supply.csv --seed 7"),
}

#: Sentences of argparse, to be translated.
mark(("usage: ", "options", "positional arguments", "show this help message and exit",
      "show program's version number and exit", "expected one argument",
      "the following arguments are required: %s", "%(prog)s: error: %(message)s\n",
      "argument %(argument_name)s: %(message)s", "unrecognized arguments: %s",
      "invalid choice: %(value)r (choose from %(choices)s)",
      "invalid %(type)s value: %(value)r"))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line, in the language of the environment; return the exit code."""
    ask_environment()
    gettext.bindtextdomain("blocky", LOCALE)
    gettext.textdomain("blocky")  # argparse uses it
    try:
        return _do(list(sys.argv[1:] if arguments is None else arguments) or ["--help"])
    except OSError as error:
        print(f"{error.filename}: {error.strerror}." if error.filename else error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def _choose_language(arguments: Sequence[str]) -> str:
    """Use the language given by ``--language``; return why it cannot be used, or ""."""
    asked = ArgumentParser(add_help=False)
    asked.add_argument("--language")
    if code := asked.parse_known_args(arguments)[0].language:
        try:
            language(code)
        except ValueError as error:
            return str(error)
        os.environ["LANGUAGE"] = code  # for argparse and for child processes
    return ""


def _do(arguments: list[str]) -> int:
    refused = _choose_language(arguments)
    spoken = ArgumentParser(add_help=False)
    spoken.add_argument("--language", dest="spoken", metavar="LANGUAGE",
                        help=say("the language, as es (default: the system's)"))
    of_game = ArgumentParser(add_help=False)
    of_game.add_argument("--game", help=say(
        "the game (default: {game}, or the one that has this)", game=games_with("")[0]))
    called = of_game.parse_known_args(spoken.parse_known_args(arguments)[1])[1][:1]
    parser = ArgumentParser("blocky", parents=[spoken],
                            description=say("Lessons, exercises and leagues of the game."),
                            epilog=say("blocky COMMAND --help says more of each."))
    parser.add_argument("--version", action="version", version=_version())
    if refused:
        parser.error(refused)
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, command in COMMANDS.items():
        words = say(command.words)
        each = commands.add_parser(
            name, parents=[spoken, of_game] if command.of_a_game else [spoken],
            description=words[0].upper() + words[1:],
            help=say("{words}, as: {example}", words=words, example=command.example),
            epilog=say("For example: {example}", example=command.example))
        if called == [name]:
            inside = command.module.partition("{game}.")[2]
            games = games_with(inside)
            game = of_game.parse_known_args(arguments)[0].game or games[0]
            module = command.module.format(game=package(game))
            if not has(game, inside):
                each.error(say("There is no game {game!r} for this command. The games are {games}.",
                               game=game, games=", ".join(games)))
            try:
                loaded = import_module(module)
            except ModuleNotFoundError as error:
                each.error(say("It needs {module}, which is not installed: "
                               'python -m pip install "blocky-kit[instructor]"',
                               module=error.name))
            loaded.add_arguments(each)
            each.set_defaults(call=getattr(loaded, command.does), game=game)
    options, more = parser.parse_known_args(arguments)
    if more and "passes_on" not in options:
        parser.error(say("This is not known here: {words}", words=" ".join(more)))
    options.more = more
    return int(options.call(options))


def _version() -> str:
    try:
        return f"blocky-kit {version('blocky-kit')}"
    except PackageNotFoundError:
        return say("blocky-kit, not installed")
