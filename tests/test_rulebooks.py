"""The rules of each game are on a page with pictures, and its board shows the same rules."""

from importlib import import_module
from pathlib import Path

import nbformat
import pytest

from blocky.kit.games import package
from tools.images.shared import rules_page

ROOT = Path(__file__).parents[1]

pytestmark = pytest.mark.parametrize("game", ["blocky", "prograsonne", "blue"])


def rules_of(game):
    return import_module(f"{package(game)}.draw.rules").RULES


def test_a_page_is_what_its_rulebook_says(game):
    path = ROOT / "notebooks" / game / "rules.ipynb"
    text = path.read_text(encoding="utf-8")
    lesson = "00_play.ipynb" if game == "blocky" else f"00_play_{game}.ipynb"
    assert text == rules_page(rules_of(game), game, game.capitalize(), lesson), (
        "If that is meant: make images")
    notebook = nbformat.reads(text, as_version=4)
    nbformat.validate(notebook)
    assert nbformat.writes(notebook) + "\n" == text
    linked = [line.rsplit("(", 1)[1].rstrip(")") for cell in notebook.cells
              for line in cell.source.splitlines() if line.startswith("![")]
    assert len(linked) == sum(rule.picture is not None for rule in rules_of(game))
    assert all((path.parent / each).is_file() for each in linked)


def test_each_rule_is_whole(game):
    rules, palette = rules_of(game), "bright" if game == "blue" else "classic"
    assert len({rule.key for rule in rules}) == len({rule.title() for rule in rules}) == len(rules)
    for rule in rules:
        assert rule.text().endswith((".", "?", ")"))
        assert "{" not in rule.title() + rule.text()
        if rule.picture:
            assert rule.picture(letters=True, palette=palette).alt


def test_the_board_shows_the_rules(game):
    board = import_module(f"{package(game)}.widgets").play(seed=1, pause=0)
    board.said.open_rules()
    assert board.tabs.shown == "rules"
    assert len(board.said.rules.chosen.options) == len(rules_of(game))
