import os
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

ROOT = Path(__file__).parents[1]


#: Where the images of a game are.
FOLDERS = {"blocky": "images", "prograsonne": "images/prograsonne", "blue": "images/blue"}

#: What isn't drawn here: measured times, a screenshot of JupyterLab, and the map of the package.
NOT_DRAWN = ("costs.png", "hint.png", "house.png")


def draw(game, folder, seed=1):
    """Draw the images of a game, in a process with this seed of hashes; return their folder."""
    subprocess.run([sys.executable, "-m", "tools.images", game, "--root", str(folder)],
                   cwd=ROOT, check=True, env={**os.environ, "PYTHONHASHSEED": str(seed)})
    return folder / FOLDERS[game]


@pytest.fixture(scope="module", params=FOLDERS)
def drawn(request, tmp_path_factory):
    """The folders of a game's committed images, and of the same images drawn now."""
    return ROOT / FOLDERS[request.param], draw(request.param, tmp_path_factory.mktemp("images"))


def names(folder):
    """Return the names of the images in a folder, including those of the rules."""
    return sorted(path.relative_to(folder).as_posix() for path in [
        *folder.glob("*.*"), *folder.glob("rules/*.png"), *folder.glob("blocky/rules/*.png")]
        if path.name not in NOT_DRAWN)


def test_the_committed_images_are_the_drawn_ones(drawn):
    committed, made = drawn
    assert names(committed) == names(made)
    for name in names(made):
        with Image.open(committed / name) as old, Image.open(made / name) as new:
            assert old.size == new.size, name
            assert getattr(old, "n_frames", 1) == getattr(new, "n_frames", 1), name


@pytest.mark.parametrize("drawn", ["prograsonne"], indirect=True)  # whose parts are sets
def test_the_same_versions_give_the_same_bytes_whatever_the_hashes(drawn, tmp_path):
    other = draw("prograsonne", tmp_path, seed=2)
    for name in names(drawn[1]):
        assert (drawn[1] / name).read_bytes() == (other / name).read_bytes(), name
