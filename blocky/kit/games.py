"""The games of the house: which there are, and the package that each is in. None is loaded here."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

__all__ = ["games_with", "has", "package", "register"]

_packages: dict[str, str] = {}


def register(game: str, package: str) -> None:
    """Let the kit know a game, whose rules, checks, pictures and leagues are in ``package``.

    The first game is the one that commands are about unless another is named.
    """
    _packages[game] = package


def package(game: str) -> str:
    """Return the package that a game is in; of a guest, its name is that of its package."""
    return _packages.get(game, game)


def games_with(module: str) -> list[str]:
    """Return the games that have ``module``, which is named in their packages."""
    return [game for game in _packages if has(game, module)]


def has(game: str, module: str = "") -> bool:
    """Tell whether there is a game, and in its package ``module``; load neither."""
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
