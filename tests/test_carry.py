"""A mistake costs points once: answers that use a wrong one are tried with the kit's instead."""

import inspect

import pytest

from blocky.blue import check
from blocky.kit.check import course_settings
from blocky.kit.check.record import CheckError, Status
from blocky.kit.check.task import Task
from blocky.kit.notebook import tasks
from tests.answers import solved
from tests.blue.answers import e04_tiling
from tests.hints import cell

NOT_WRITTEN = "def run_length(cells, index):\n    raise NotImplementedError\n"
WRONG = "def run_length(cells, index):\n    return 7\n"
SCORE = inspect.getsource(solved("blue/04_tiling").tile_score)
ALL = inspect.getsource(solved("blue/04_tiling").tile_all).replace(
    "column_of(board, row, tiles[0])", '(board["perm"].index(tiles[0]) + row) % 5')
def said(source, capsys):
    """Check what a cell defines last; return what is said, or the error."""
    answer = cell(source)
    try:
        getattr(check, answer.__name__)(answer)
    except CheckError as error:
        return error
    return capsys.readouterr().out


def in_place_of(name):
    return (f"It passed with the kit's own {name} instead of yours, which doesn't pass its "
            "check.\n")


LENT = " checks passed.\n" + in_place_of("run_length")
RIGHT_ALONE = inspect.getsource(e04_tiling.by_strings) + "\n\n" + inspect.getsource(
    e04_tiling.by_run_length).replace("def by_run_length", "def tile_score")


@pytest.mark.parametrize(("source", "end"), [
    (WRONG + SCORE, LENT),
    (NOT_WRITTEN + SCORE, LENT),
    (SCORE, LENT),  # as if the cell of run_length had a syntax error
    ("def run_length(cells, index):\n    while True:\n        pass\n" + SCORE, LENT),
    (WRONG + "beside = run_length\n" + SCORE.replace("run_length", "beside"), LENT),
    (WRONG + "def beside(*given):\n    return run_length(*given)\n"
     + SCORE.replace("run_length", "beside"), LENT),
    (WRONG + SCORE + ALL, LENT),
    (WRONG + SCORE.replace("1 +", "2 +") + ALL,
     "instead of yours, which don't pass their checks.\n"),
    (WRONG + RIGHT_ALONE, " checks passed.\n"),
], ids=["wrong", "not written", "undefined", "endless", "alias", "helper", "used by another",
        "two are wrong", "not used"])
def test_a_right_answer_that_uses_a_wrong_one_passes_and_it_is_said(source, end, capsys):
    assert said(source, capsys).endswith(end)


@pytest.mark.parametrize("source", [
    WRONG + SCORE.replace("1 +", "2 +"),
    SCORE.replace("run_length", "official_score"),  # it belongs to a later exercise
    "def run_length(cells, index):\n    return tile_score([cells], 0, index)",
    "def tile_score(*given):\n    from blocky.blue.check import run_length, tile_score\n"
    "    return tile_score.right(*given)",
    "class GreedyRow:\n    pass\n\nclass MyPlayer(GreedyRow):\n    pass\n",
], ids=["wrong itself", "a later answer", "itself", "the kit's answer", "a forbidden base"])
def test_what_is_wrong_itself_stays_so(source, capsys):
    assert isinstance(said(source, capsys), CheckError)


class Base:
    def double(self, number):
        return 2 * number


class More(Base):
    def four_times(self, number):
        return self.double(self.double(number))


def test_a_class_gets_the_kits_base(capsys, monkeypatch):
    monkeypatch.setattr(tasks, "_games", dict(tasks._games))
    numbers = [(0,), (1,), (2,), (3,), (4,)]
    game = {"Base": Task("Base", Base, lambda rng: numbers,
                         call=lambda kind, number: kind().double(number)),
            "More": Task("More", More, lambda rng: numbers,
                         call=lambda kind, number: kind().four_times(number))}
    tasks.register("of classes", game)
    source = ("class Base:\n    def double(self, number):\n        return number\n\n"
              "class More(Base):\n    def four_times(self, number):\n"
              "        return super().double(self.double(number))\n")
    game["More"](cell(source, "More"))
    assert capsys.readouterr().out.endswith(in_place_of("Base"))


@pytest.mark.parametrize(("text", "carries"), [
    ("carry = false", False), ("carry = true", True), ("", True)])
def test_a_course_may_be_strict(text, carries, tmp_path, monkeypatch, capsys):
    (tmp_path / course_settings.FILE).write_text(text)
    monkeypatch.chdir(tmp_path)
    assert course_settings.carries() == carries
    outcome = said(NOT_WRITTEN + SCORE, capsys)
    assert isinstance(outcome, CheckError) != carries
    assert carries or outcome.state is Status.NOT_STARTED
    monkeypatch.setattr(course_settings, "_fixed", None)
    course_settings.begin_with(3, carries)
    (tmp_path / course_settings.FILE).write_text("carry = true" if not carries else "carry = false")
    assert course_settings.carries() == carries, "nobody hands in how a course is graded"
