"""Every check passes right answers in any style, and names the mistake in typical wrong ones."""

import copy
import random
import sys
from functools import partial
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from blocky import (
    BlobGoal,
    Block,
    GreedyPlayer,
    Player,
    SmartPlayer,
)
from blocky.fast.blobs import blob_size_by_stack
from blocky.invariants import broken_invariants
from blocky.kit.check import base_task
from blocky.kit.check.base_task import LIMIT
from blocky.kit.check.compare import told
from blocky.kit.check.exercise_cells import read as cells_of
from blocky.kit.check.failure import LOOK, Explanation
from blocky.kit.check.record import Status, state_of
from blocky.kit.check.run import quick
from blocky.kit.check.task import CheckError, Task
from blocky.kit.games import package
from blocky.kit.notebook.tasks import tasks_of
from blocky.prograsonne import Board, hexes, tiles, walk
from blocky.widgets.mistakes import MISTAKES
from tests.answers import GAMES, tasks
from tests.hints import cell
from tests.prograsonne.answers import e01_cells, e05_features, e08_hint
from tests.test_trace import no_base_case

for each in GAMES:
    import_module(f"{package(each)}.check")
#: Tasks and answers by name; those of other games than Blocky by "game.name".
OF = {game: "" if game == "blocky" else f"{game}." for game in GAMES}
TASKS = {OF[game] + name: task for game in GAMES for name, task in tasks_of(game).items()}
ANSWERS = [(OF[game] + name, right, wrong) for game in GAMES for name, right, wrong in tasks(game)]
RIGHT = [pytest.param(name, answer, id=f"{name}-{number}")
         for name, right, _ in ANSWERS for number, answer in enumerate(right)]
WRONG = [pytest.param(name, wrong, id=f"{name}-{wrong.mistake}")
         for name, _, answers in ANSWERS for wrong in answers]
TYPICAL = [pytest.param(name, mistake, id=f"{name}-{number}")
           for name, task in TASKS.items() for number, mistake in enumerate(task.mistakes)]

#: Words of the hint for each mistake of the explorer.
SHOWN = {
    "rotate_without_positions": "update_block_locations",
    "rotate_one_by_one": "overwrote that child before storing it",
    "rotate_first_level": "Call the function for each child",
    "rotate_wrong_way": "the order is wrong",
    "swap_mirrored": "shouldn't be there", "swap_other_direction": "[3, 2, 1, 0]",
    "swap_diagonally": "has the old children in the order",
    "swap_without_positions": "update_block_locations", "swap_copies": "[i].copy()",
    "swap_without_keeping": "overwrote that child before storing it",
    "smash_keeps_colour": "and also the colour",
    "smash_without_parent": "its parent isn't", "smash_same_level": "its level is",
    "smash_without_max_depth": "its max_depth is",
    "smash_one_child_four_times": "in two places", "smash_appends": "remove the old ones",
    "smash_without_positions": "wrong position or size", "smash_unit_cells": "unit cell",
    "paint_any_block": "This isn't allowed",
    "combine_keeps_children": "block.children = []", "combine_first_child": "3 red, 1 blue",
    "combine_despite_a_tie": "raise", "paint_a_new_block": "gives the name block to another object",
}


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """Give answers more time: the machine may be busy."""
    monkeypatch.setattr(base_task, "LIMIT", 20)


def said_of(name, answer, student=None):
    with pytest.raises(CheckError) as caught:
        TASKS[name](answer, student)
    return caught.value


def test_every_task_has_answers():
    assert {name for name, right, _ in ANSWERS if right} == {*TASKS}
    states = {wrong.state for _, _, answers in ANSWERS for wrong in answers}
    assert states == {Status.WRONG, Status.NEVER_STOPS, Status.TOO_SLOW, Status.CHANGED_INPUT,
                      Status.RETURNED_NONE}


@pytest.mark.parametrize(("name", "answer"), RIGHT)
def test_a_right_answer_passes(name, answer, capsys, monkeypatch):
    monkeypatch.setattr(TASKS[name], "seconds", 60)
    TASKS[name](answer, student="Ada")
    said = capsys.readouterr()
    assert said.err == ""
    assert said.out.startswith(f"{TASKS[name].name}: ")
    assert said.out.endswith(" passed.\n")


@pytest.mark.parametrize("name", TASKS)
def test_the_kits_own_answer_passes(name):
    if TASKS[name].right is not None:
        assert TASKS[name].passes(TASKS[name].right)
    assert all(TASKS[name].passes(way) for way in TASKS[name].ways)


@pytest.mark.parametrize(("name", "wrong"), WRONG)
def test_a_wrong_answer_gets_its_hint(name, wrong, capsys, monkeypatch):
    seconds = {Status.WRONG: 60, Status.NEVER_STOPS: 0.3}.get(wrong.state, TASKS[name].seconds)
    monkeypatch.setattr(TASKS[name], "seconds", seconds)
    TASKS[name].explained = Explanation()
    said = said_of(name, wrong.answer, student="Grace")
    hints = TASKS[name].explained.hints
    assert said.state == wrong.state, str(said)
    # " | ": either hint is good, and which it is depends on how far the search for a repair gets
    assert any(hint in hints[-1] for hint in wrong.hint.split(" | ")), f"{hints[-1]}\n{said}"
    assert len({*hints}) == len(hints) == 3, "each hint must say more than the one before"
    assert said.hint == hints[0] != LOOK
    assert capsys.readouterr() == ("", "")
    assert all(len(line) < 400 for line in f"{said.text}\n{hints[-1]}".splitlines())
    output = {"output_type": "error", "ename": "CheckError", "evalue": said.kept}
    assert state_of(output) == (TASKS[name].name, said.state, said.hint)


@pytest.mark.parametrize(("name", "mistake"), TYPICAL)
def test_a_typical_mistake_gets_its_own_hints(name, mistake):
    TASKS[name].explained = Explanation()
    assert said_of(name, mistake.answer).state != Status.PASSED
    assert TASKS[name].explained.hints == mistake.hints
    assert len(mistake.hints) == len(set(mistake.hints)) == 3


@pytest.mark.parametrize("wrong", [wrong for group in MISTAKES.values() for wrong in group])
def test_a_mistake_of_the_explorer_gets_its_hint(wrong):
    name = next(name for name, group in MISTAKES.items() if wrong in group)
    TASKS[name].explained = Explanation()
    said_of(name, wrong)
    assert SHOWN[wrong.__name__] in TASKS[name].explained.hints[-1]


def test_an_answer_that_is_not_written():
    def stub(*args):
        raise NotImplementedError

    class Stub:
        def __init__(self, *args):
            raise NotImplementedError

    for name, answer in (("flatten", stub), ("MyGame", Stub), ("flatten", None)):
        assert said_of(name, answer).state == Status.NOT_STARTED, name
    assert LIMIT < 5


def wrong_but_for_the_kits(block):
    return [[block.colour]] if block.max_depth == block.level else block.flatten()


class BySuper(SmartPlayer):
    def make_move(self, game, rng):
        return super().make_move(game, rng)


BORROWED = [
    ("flatten", lambda block: block.flatten(), "Block.flatten"),
    ("flatten", wrong_but_for_the_kits, "Block.flatten"),
    ("flatten", Block.flatten, "Block.flatten"),
    ("update_block_locations", partial(Block.update_block_locations), "update_block_locations"),
    ("make_board", lambda: Block.from_nested([3, [0, 2, 2, 1], 3, 2], 2, 100), "from_nested"),
    ("is_board", lambda block: not list(broken_invariants(block)), "broken_invariants"),
    ("MyBlock", type("MyBlock", (Block,), {
        "__init__": lambda self, *given: Block.__init__(self, *given)}), "Block.__init__"),
    ("blob_score", lambda grid, colour: BlobGoal(colour).score_grid(grid), "BlobGoal.score_grid"),
    ("SmartPlayer", BySuper, "SmartPlayer.try_moves"),
    ("MyPlayer", type("MyPlayer", (GreedyPlayer,), {}), "GreedyPlayer.make_move"),
    ("prograsonne.neighbour", lambda cell, edge: hexes.neighbour(cell, edge), "neighbour"),
    ("prograsonne.turned", lambda letters, turns: tiles.Tile(letters, turns).letters,
     "Tile.letters"),
    ("prograsonne.feature", lambda *node: walk.feature(*node), "feature"),
    ("prograsonne.best_placement",
     lambda *hand: (hint := Board.hint(*hand)) and hint.placement, "Board.hint"),
]


@pytest.mark.parametrize(("name", "answer", "kits"), BORROWED)
def test_an_answer_must_not_let_the_kits_own_do_the_work(name, answer, kits):
    said = said_of(name, answer)
    assert said.state == Status.WRONG
    assert f"{kits}, which your answer uses" in str(said)


def test_a_solution_run_from_its_notebook_is_no_answer():
    cells = cells_of(Path(__file__).parents[1] / "solutions" / "blocky" / "06_flatten.ipynb")
    source = next(cell.source for cell in cells if cell.name == "flatten")
    space, written = {}, {}
    exec(f"import math\n\n{source}", space)
    assert "from the solution" in str(said_of("flatten", space["flatten"]))
    exec("\n".join(line for line in source.split("\n") if "###" not in line), written)
    TASKS["flatten"](written["flatten"])


@pytest.mark.parametrize(("kind", "name"), [(Block, "flatten"), (Task, "tried")])
def test_what_was_replaced_or_hidden_in_the_kit_is_set_back(kind, name, capsys):
    kits = getattr(kind, name)
    setattr(kind, name, lambda *_: np.zeros((1, 1)))
    said_of("flatten", lambda block: np.zeros((1, 1)))
    assert getattr(kind, name) is kits
    assert f"{kind.__name__}.{name} had been replaced" in capsys.readouterr().out


def test_a_raised_limit_of_the_stack_is_refused_and_set_back(capsys):
    def blob_size(pos, grid, colour):
        sys.setrecursionlimit(100_000)
        return blob_size_by_stack(pos, grid, np.full_like(grid, -1), colour)

    def deep(pos, grid, colour):
        def down(count):
            return 0 if count == 0 else 1 + down(count - 1)

        return down(2000)

    limit = sys.getrecursionlimit()
    assert "sets Python's recursion limit" in str(said_of("blob_size", blob_size))
    assert sys.getrecursionlimit() == limit
    sys.setrecursionlimit(90_000)
    assert said_of("blob_size", deep).state == Status.NEVER_STOPS
    assert sys.getrecursionlimit() == limit
    assert "has reset it" in capsys.readouterr().out


@pytest.mark.parametrize(("name", "answer", "words"), [
    ("swap", next(each for each in MISTAKES["swap"] if each.__name__ == "swap_without_positions"),
     "4 nodes are marked"),
    ("get_selected_block", lambda block, location, level: block, "a cross marks the pixel (40, 10"),
    ("rectangles_to_draw", lambda block: Block.rectangles_to_draw(block)[::2], "got: 1 rectangle"),
    ("perimeter_score", lambda grid, colour: 0, "2 sides of red cells are on the outside"),
    ("prograsonne.neighbour", e01_cells.parity_of_the_row,
     "2, 3 on cell (2, 3); edge 2 of cell (3, 2)"),
    ("prograsonne.feature", e05_features.next_ones_only,
     "Marked: road on cell (3, 2), edges 1, 4; road on"),
    ("prograsonne.legal_placements", e08_hint.never_turned, "Marked: 01235 on cell (2, 2)"),
    ("prograsonne.best_placement", e08_hint.the_last_of_the_best,
     "GGGGGC rotated 5 times, on cell (5, 3)"),
])
def test_the_picture_shows_what_differs(name, answer, words):
    picture = said_of(name, answer).picture
    assert words in picture.alt
    assert picture.png().startswith(b"\x89PNG")


@pytest.mark.parametrize("answer", [lambda block: None, lambda block: block.colours,
                                    lambda block: no_base_case(1)])
def test_what_was_given_and_is_expected_is_drawn_where_nothing_came(answer):
    alt = said_of("flatten", answer).picture.alt
    assert alt.startswith("given: ")
    assert "expected: " in alt


@pytest.mark.parametrize(("name", "answer", "words"), [
    ("prograsonne.legal_placements", e08_hint.on_tiles_too,
     "These shouldn't be there: [((3, 2), 4), ((4, 2), 1)]."),
    ("count_leaves", lambda block: int(input("How many?")), "nobody can type"),
], ids=["only the difference", "nobody at the keyboard"])
def test_what_is_said(name, answer, words):
    assert words in str(said_of(name, answer))


def test_a_method_that_is_missing_is_no_answer_that_was_not_started():
    said = said_of("MyPlayer", type("MyPlayer", (Player,), {}))
    assert said.state == Status.WRONG
    assert "doesn't define make_move" in TASKS["MyPlayer"].explained.hints[-1]


def test_a_block_that_has_itself_for_an_attribute_is_told_once():
    board = Block.from_nested([0, 1, 2, 3], 1, 64)
    child = board.children[2]
    child.colour, child.position = board, [board, child]
    assert len(told(board)) == 1 + 5


def test_an_answer_that_remembers_its_results_gets_a_hint():
    source = "@functools.cache\ndef run_length(cells, index):\n    return 7\n"
    assert said_of("blue.run_length", cell(f"import functools\n{source}", "run_length")).hint


def test_only_lines_of_the_students_own_are_named():
    def shall_divide(level, max_depth, rng):
        return rng.choice([])

    said = str(said_of("shall_divide", shall_divide))
    assert "return rng.choice([])" in said
    assert said.count("of its cell") == 1


def test_a_check_leaves_the_random_numbers_as_they_were():
    def greedy(level, max_depth, rng):
        return Block(level, max_depth, random.randrange(4) + np.random.randint(1))

    states = random.getstate(), np.random.get_state()[1].tolist()
    said_of("random_init", greedy)
    said_of("random_init", greedy)
    assert (random.getstate(), np.random.get_state()[1].tolist()) == states


@pytest.mark.parametrize("name", TASKS)
def test_a_copy_of_a_case_that_is_made_fast_is_like_the_case(name):
    for case in TASKS[name].cases(random.Random(1)):
        assert told(copy.deepcopy(quick(case))) == told(copy.deepcopy(case)), case
