import os
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    """The images, drawn twice in processes whose hashes differ."""
    folders = [tmp_path_factory.mktemp(f"images{seed}") for seed in (1, 2)]
    for seed, folder in enumerate(folders):
        subprocess.run([sys.executable, "-m", "blocky", "images", str(folder)], check=True,
                       env={**os.environ, "PYTHONHASHSEED": str(seed)})
    return folders

#: What the benchmark draws of its figures, which no other run gives again.
MEASURED = "costs.png"


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_the_same_versions_give_the_same_bytes(drawn):
    first, second = drawn
    assert names(first) == names(second)
    for name in names(first):
        assert (first / name).read_bytes() == (second / name).read_bytes(), name


def test_the_committed_images_are_the_drawn_ones(drawn):
    committed = ROOT / "images"
    assert names(committed) == sorted([*names(drawn[0]), MEASURED])
    for name in names(drawn[0]):
        with Image.open(committed / name) as old, Image.open(drawn[0] / name) as new:
            assert old.size == new.size, name
            assert getattr(old, "n_frames", 1) == getattr(new, "n_frames", 1), name
