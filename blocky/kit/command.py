"""The command ``blocky`` with its sub-commands.

The module of a sub-command is imported when it is called. It has two functions:
``add_arguments(parser)``, and ``command(options)``, which returns the exit code.
"""

import gettext
import os
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from io import TextIOWrapper

from blocky.kit.extras import missing
from blocky.kit.games import SubCommand, games_with, has, own_commands, package
from blocky.kit.language import LOCALE, ask_environment, language, mark, say

__all__ = ["COMMANDS", "commands", "main"]


#: The commands of the kit; games register those that only they have.
COMMANDS = {
    "new": SubCommand(
        "blocky.kit.lessons.new", mark("make or update a folder with the lessons and exercises"),
        "blocky new my-blocky", of_a_game=False),
    "lab": SubCommand(
        "blocky.kit.lessons.lab", mark("open JupyterLab on the first page"),
        "blocky lab", of_a_game=False),
    "check": SubCommand(
        "blocky.kit.notebook.check_command", mark("run an exercise and say which tasks pass"),
        "blocky check 6"),
    "course": SubCommand(
        "blocky.kit.lessons.new", mark("make or update a course folder, with solutions"),
        "blocky course my-course", of_a_game=False, does="course"),
    "release": SubCommand(
        "blocky.kit.lessons.release", mark("write a zip file for students, without solutions"),
        "blocky release students.zip", of_a_game=False),
    "grade": SubCommand(
        "blocky.kit.grading.grade", mark("grade a class; run this in the course folder"),
        "blocky grade 6"),
    "report": SubCommand(
        "blocky.kit.grading.report_command",
        mark("write a report on what a class got wrong; run this in the course folder"),
        "blocky report 6"),
    "league": SubCommand(
        "{game}.arena", mark("run a league between the submitted players"),
        "blocky league submitted --rules extended --boards 10"),
    "slides": SubCommand(
        "blocky.kit.lessons.slides", mark("write the lessons as slides"),
        "blocky slides notebooks slides"),
    "blank": SubCommand(
        "blocky.kit.lessons.blank", mark("write the lessons with empty code cells"),
        "blocky blank notebooks blank"),
    "book": SubCommand(
        "blocky.kit.lessons.book", mark("write the lessons as web pages that work offline"),
        "blocky book notebooks book"),
}

#: Exit codes: what was asked for cannot be done, the kit has a mistake, it was stopped by Ctrl-C,
#: nobody reads its output.
REFUSED, FAULT, STOPPED, CLOSED = 2, 70, 130, 141

#: Sentences of argparse, to be translated.
mark(("usage: ", "options", "positional arguments", "show this help message and exit",
      "show program's version number and exit", "expected one argument",
      "the following arguments are required: %s", "%(prog)s: error: %(message)s\n",
      "argument %(argument_name)s: %(message)s", "unrecognized arguments: %s",
      "invalid choice: %(value)r (choose from %(choices)s)",
      "invalid %(type)s value: %(value)r"))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line, in the language of the environment; return the exit code.

    If something goes wrong, a sentence on stderr says what; there's no traceback.
    """
    ask_environment()
    gettext.bindtextdomain("blocky", LOCALE)
    gettext.textdomain("blocky")  # argparse uses it
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # some terminals cannot show every letter
    try:
        code = _run(list(sys.argv[1:] if arguments is None else arguments) or ["--help"])
        _flush()
        return code
    except BrokenPipeError:  # nobody reads the output any more, such as after `| head`
        return CLOSED
    except OSError as error:
        _say_why(error)
        return REFUSED
    except SystemExit as ended:
        if isinstance(ended.code, str):
            print(ended.code, file=sys.stderr)
            return REFUSED
        raise
    except KeyboardInterrupt:
        return STOPPED
    except Exception as error:
        if os.environ.get("BLOCKY_TRACEBACK"):
            raise
        if isinstance(error, ModuleNotFoundError) and not _is_own(error):
            print(missing(str(error.name)), file=sys.stderr)
            return REFUSED
        print(say("This is a bug in Blocky, not your mistake: {error}\nPlease report it. To see "
                  "where it happened, set the environment variable BLOCKY_TRACEBACK=1 and run the "
                  "command again.", error=f"{type(error).__name__}: {error}"), file=sys.stderr)
        return FAULT
    finally:
        with suppress(OSError):  # after an error, what was printed before it is written too
            _flush()


def _say_why(error: OSError) -> None:
    """Print a sentence about an error of the system."""
    try:
        os.getcwd()  # without the current folder, everything fails with errors that say less
    except FileNotFoundError:
        print(say("The current folder no longer exists. Go to another folder."), file=sys.stderr)
        return
    reason = f"{error.strerror or error}".rstrip(".")
    print(f"{error.filename}: {reason}." if error.filename else f"{reason}.", file=sys.stderr)


def _is_own(error: ModuleNotFoundError) -> bool:
    """Whether a module of the kit wasn't found, which is a bug: nobody can install that."""
    return error.name is None or error.name.split(".")[0] == "blocky"


def _flush() -> None:
    """Write what was printed. OSError: that failed, and what was printed is thrown away.

    Otherwise, Python would try to write it again at its end, and print an error.
    """
    if not sys.stdout:
        return
    try:
        sys.stdout.flush()
    except OSError:
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise


def commands() -> dict[str, SubCommand]:
    """Return all sub-commands by name, those of games last."""
    return COMMANDS | own_commands()


def _choose_language(code: str | None) -> str:
    """Use the language with a ``code``, if one is given; return why it can't be used, or ""."""
    if code:
        try:
            language(code)
        except ValueError as error:
            return str(error)
        os.environ["LANGUAGE"] = code  # for argparse and for child processes
    return ""


def _run(arguments: list[str]) -> int:
    """Run the sub-command that the arguments of the command line ask for; return the exit code."""
    # The language and the game are needed before the other arguments can be described.
    parser_before = ArgumentParser(add_help=False)
    parser_before.add_argument("--language")
    parser_before.add_argument("--game")
    chosen, other_arguments = parser_before.parse_known_args(arguments)
    why_no_language = _choose_language(chosen.language)
    # Other parsers take the options --language and --game from these two.
    with_language = ArgumentParser(add_help=False)
    with_language.add_argument(
        "--language", dest="spoken", metavar="LANGUAGE",
        help=say("the language, such as es (default: your system's language)"))
    with_game = ArgumentParser(add_help=False)
    with_game.add_argument("--game", help=say(
        "the game (default: {game}, or the only game that has this command)",
        game=games_with("")[0]))
    parser = ArgumentParser("blocky", parents=[with_language],
                            description=say("Lessons, exercises, grading and leagues for games "
                                            "that teach programming."),
                            epilog=say("To read about a command: blocky COMMAND --help"))
    parser.add_argument("--version", action="version", version=_version())
    if why_no_language:
        parser.error(why_no_language)
    subparsers = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, command in commands().items():
        words = say(command.words)
        parents = [with_language, with_game] if command.of_a_game else [with_language]
        subparser = subparsers.add_parser(
            name, parents=parents, description=words[0].upper() + words[1:],
            help=say("{words} (example: {example})", words=words, example=command.example),
            epilog=say("For example: {example}", example=command.example))
        is_called = other_arguments[:1] == [name]
        if is_called:  # the modules of the other commands aren't imported, as that takes long
            _load(command, subparser, chosen.game)
    options, unknown = parser.parse_known_args(arguments)
    # A module with ``passes_on`` passes unknown arguments on to another program.
    if unknown and "passes_on" not in options:
        parser.error(say("Unknown arguments: {words}", words=" ".join(unknown)))
    options.more = unknown
    return int(options.call(options))


def _load(command: SubCommand, parser: ArgumentParser, game: str | None) -> None:
    """Import the module of a sub-command, and add its arguments to the sub-command's parser.

    The parser also gets the function to ``call``, and the ``game``: the one that was asked for, or
    for None the first that has this command.
    """
    # such as "arena" for "{game}.arena"; "" for a module that belongs to no game
    _, _, module_in_game = command.module.partition("{game}.")
    games = games_with(module_in_game)
    game = game or games[0]
    if not has(game, module_in_game):
        parser.error(say("There's no game {game!r} for this command. The games are {games}.",
                         game=game, games=", ".join(games)))
    module = import_module(command.module.format(game=package(game)))
    module.add_arguments(parser)
    parser.set_defaults(call=getattr(module, command.does), game=game)


def _version() -> str:
    try:
        return f"blocky-kit {version('blocky-kit')}"
    except PackageNotFoundError:
        return say("blocky-kit, not installed")
