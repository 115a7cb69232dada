"""The command ``images``, as far as it is the same for every game: it writes pictures to files."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path

from blocky.kit.draw.picture import Picture
from blocky.kit.language import say
from blocky.kit.teaching import nearest

__all__ = ["add_folder", "write"]


def add_folder(parser: ArgumentParser, folder: str) -> None:
    """Add the arguments of ``blocky images``: where to write to, ``folder`` if it is not named."""
    place = nearest("notebooks").parent
    parser.add_argument("folder", type=Path, nargs="?", default=place / folder,
                        help=say("the folder to write to ({folder})", folder=place / folder))
    parser.add_argument("--notebooks", type=Path, default=place / "notebooks",
                        help=say("the folder of the notebooks, for the page of the rules"))


def write(pictures: Mapping[str, Picture], folder: Path) -> None:
    """Write pictures, by the names of their files, into a folder, made if there is none."""
    for name, picture in pictures.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        picture.save(folder / name, scale=1)
