"""CONTRIBUTING.md and CHANGELOG.md say what is so."""

import re
import tomllib

from blocky.draw.house import arrows, house
from tests.test_frame import ROOT
from tests.test_notebooks import links_are_good

TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_it_is_short_and_every_path_that_it_names_exists():
    assert len(TEXT.splitlines()) <= 150
    named = [each for each in re.findall(r"`([\w.]+(?:/[\w.]*)+)`", TEXT) if each != "check/"]
    assert len(named) > 50
    assert [each for each in named if not (ROOT / each).exists()] == []
    assert links_are_good(TEXT, ROOT)
    assert links_are_good((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), ROOT)


def test_the_arrows_of_the_map_are_the_imports_and_lead_one_way():
    alt = house().alt
    assert f"![{alt}](images/house.png)" in TEXT, "make images, and this: " + alt
    below = arrows()
    while ends := {room for _, room in below} - {room for room, _ in below}:
        below = {(room, other) for room, other in below if other not in ends}
    assert below == set()


def test_the_version_is_that_of_the_changelog():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(r"^## (\S+)", changes, re.M)[1] == project["version"]
