"""The registered games, with their packages and commands, which are not loaded here."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

__all__ = ["SubCommand", "games_with", "has", "own_commands", "package", "register"]


@dataclass(frozen=True)
class SubCommand:
    """A sub-command of ``blocky``: its module, and the function in it that does it.

    ``{game}`` in the module is the package of a game: the one named in the command, or else the
    first that has this module.
    """

    module: str
    words: str
    example: str
    of_a_game: bool = True
    does: str = "command"


_packages: dict[str, str] = {}
_commands: dict[str, SubCommand] = {}


def register(game: str, package: str, commands: Mapping[str, SubCommand] | None = None) -> None:
    """Register a game, whose rules, checks, pictures and leagues are in ``package``.

    ``commands`` are those that only this game has. The game that is registered first is the
    default of commands.
    """
    _packages[game] = package
    _commands.update(commands or {})


def own_commands() -> dict[str, SubCommand]:
    """Return the commands that games have registered, by name."""
    return _commands


def package(game: str) -> str:
    """Return the package of a game; the name of a game that is not registered is its package."""
    return _packages.get(game, game)


def games_with(module: str) -> list[str]:
    """Return the registered games whose packages have ``module``."""
    return [game for game in _packages if has(game, module)]


def has(game: str, module: str = "") -> bool:
    """Return whether a game exists and, if ``module`` isn't "", whether its package has it.

    Neither is imported, as that takes long.
    """
    try:
        spec = find_spec(package(game))
    except (ImportError, ValueError):
        return False
    if spec is None or not module:
        return spec is not None
    for folder in spec.submodule_search_locations or ():
        path = Path(folder, *module.split("."))
        if (path / "__init__.py").is_file() or path.with_suffix(".py").is_file():
            return True
    return False
