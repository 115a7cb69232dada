"""What the checks of Prograsonne say beside what those of every game say: see tests/test_checks."""

import pytest

from blocky.kit.check import task as room
from blocky.kit.check.record import CheckError, State
from blocky.kit.check.tasks import tasks_of
from blocky.prograsonne import Board, Tile, check, hexes, tiles, walk
from tests.prograsonne.answers import cells, features, hints

TASKS = tasks_of("prograsonne")


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """Let a check take as long as it needs, for the machine may be busy."""
    monkeypatch.setattr(room, "LIMIT", 60)


def said_of(name, answer):
    with pytest.raises(CheckError) as caught:
        TASKS[name](answer)
    return caught.value


@pytest.mark.parametrize(("name", "answer", "kits"), [
    ("neighbour", lambda cell, edge: hexes.neighbour(cell, edge), "neighbour"),
    ("turned", lambda letters, turns: tiles.turned(letters, turns), "turned"),
    ("turned", lambda letters, turns: Tile(letters, turns).letters, "Tile.letters"),
    ("segments", lambda tile: tile.segments, "Tile.segments"),
    ("feature", lambda *node: walk.feature(*node), "feature"),
    ("legal_placements", lambda board, type: board.legal_placements(type), "legal_placements"),
    ("best_placement", lambda *hand: (hint := Board.hint(*hand)) and hint.placement, "Board.hint"),
])
def test_an_answer_must_not_let_the_kits_own_do_the_work(name, answer, kits):
    said = said_of(name, answer)
    assert said.state == State.WRONG
    assert f"{kits}, which your answer uses" in str(said)


@pytest.mark.parametrize(("name", "answer", "words"), [
    ("neighbour", cells.parity_of_the_row, "2, 3 on cell (2, 3); edge 2 of cell (3, 2)"),
    ("feature", features.next_ones_only, "Marked: road on cell (3, 2), edges 1, 4; road on"),
    ("legal_placements", hints.never_turned, "Marked: 01235 on cell (2, 2)"),
    ("best_placement", hints.the_last_of_the_best, "GGGGGC turned 5 on cell (5, 3)"),
])
def test_the_picture_shows_what_differs(name, answer, words):
    picture = said_of(name, answer).picture
    assert words in picture.alt
    assert picture.png().startswith(b"\x89PNG")


def test_of_many_things_only_the_difference_is_said():
    assert "Too much is [((3, 2), 4), ((4, 2), 1)]." in str(
        said_of("legal_placements", hints.on_tiles_too))


def test_every_task_is_named():
    assert set(TASKS) <= set(check.__all__)
