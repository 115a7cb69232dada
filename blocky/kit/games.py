"""The registered games and their packages, which are not loaded here."""

from importlib.util import find_spec
from pathlib import Path

__all__ = ["games_with", "has", "package", "register"]

_packages: dict[str, str] = {}


def register(game: str, package: str) -> None:
    """Register a game, whose rules, checks, pictures and leagues are in ``package``.

    The first game is the default of commands.
    """
    _packages[game] = package


def package(game: str) -> str:
    """Return the package of a game; the name of a game that is not registered is its package."""
    return _packages.get(game, game)


def games_with(module: str) -> list[str]:
    """Return the registered games whose packages have ``module``."""
    return [game for game in _packages if has(game, module)]


def has(game: str, module: str = "") -> bool:
    """Whether a game exists and its package has ``module``; neither is loaded."""
    try:
        spec = find_spec(package(game))
    except (ImportError, ValueError):
        return False
    if spec is None or not module:
        return spec is not None
    path = Path(*module.split("."))
    return any((Path(folder, path) / "__init__.py").is_file()
               or Path(folder, path).with_suffix(".py").is_file()
               for folder in spec.submodule_search_locations or ())
