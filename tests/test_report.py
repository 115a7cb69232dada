"""What a class got wrong: the same mistakes are counted together, and nobody is named."""

import csv
import json
import os
import re

import pytest

from blocky.kit.check.record import Status
from blocky.kit.grading import report
from blocky.kit.grading.general import Heard, general, key
from blocky.kit.grading.mistakes import definitions_of, hint_of, without_comments
from blocky.kit.guest.walls import walls_hold
from blocky.kit.language import Code, say, use
from tests.course import NAME, exercise, found_a_course, hand_in, python_in, written

#: Rows and columns mixed up, and the same with other names and a comment.
TRANSPOSED = """
def flatten(block):
    side = 2 ** (block.max_depth - block.level)
    if not block.children:
        return [[block.colour] * side for _ in range(side)]
    one, two, three, four = [flatten(child) for child in block.children]
    return [a + b for a, b in zip(two, three)] + [a + b for a, b in zip(one, four)]
"""
RENAMED = '''
def flatten(tree):
    """By Cleo Diaz, <script>alert(1)</script>."""
    size = 2 ** (tree.max_depth - tree.level)  # Cleo Diaz
    if not tree.children:
        return [[tree.colour] * size for _ in range(size)]
    first, second, third, fourth = [flatten(each) for each in tree.children]
    return [x + y for x, y in zip(second, third)] + [x + y for x, y in zip(first, fourth)]
'''
ENDLESS = """
def flatten(block):
    return flatten(block)
"""
MARKED = """
def perimeter_score(grid, colour):
    remark = "<script>alert(1)</script>"
    return sum(cell == colour for cell in grid[0])
"""
CLASS = {
    "ada": written(),
    "ben": written(flatten=TRANSPOSED),
    "cleo": written(flatten=RENAMED),
    "dan": written(flatten=TRANSPOSED),
    "eve": written(flatten=ENDLESS),
    "fay": exercise(),
    "gus": written(perimeter_score=MARKED),
}


# -- hints without what belongs to one answer ------------------------------------------------------

SENTENCES = ["On line {line}, replace {old} with {new}.",
             "In this case, line {line} returns {value}.",
             "Line {line} prints the result, so the caller gets None. Replace {old} with {new}.",
             "You need two changes.\n1. {one}\n2. {other}"]


def replaced(line, old, new, sentence=0):
    return say(SENTENCES[sentence], line=line, old=Code(old), new=Code(new))


def test_numbers_of_lines_and_values_are_left_out_and_code_and_words_stay():
    one, other = replaced(3, "a + 1", "a"), replaced(12, "b", "2")
    case = say(SENTENCES[1], line=7, value=Code("[[1, 2]]"))
    assert general(f"{one}\n{case}", SENTENCES) == one.replace("line 3", "line …")
    assert general("Row 0 is at the top.", SENTENCES) == "Row 0 is at the top."
    both = say(SENTENCES[3], one=one, other=other)
    assert general(both, SENTENCES) == both.replace("line 3", "line …").replace("line 12", "line …")


def test_two_sentences_after_each_other_are_both_recognised():
    hint = f"{replaced(3, 'a', 'b', sentence=2)} {replaced(4, 'c', 'd')}"
    assert general(hint, SENTENCES) == re.sub(r"(?<=ine )\d", "…", hint)


def test_hints_about_the_same_mistake_have_the_same_key():
    names = {"a", "b", "rows", "cells"}

    def keyed(*words, **more):
        return key(replaced(*words, **more), SENTENCES, names)

    assert keyed(3, "rows[a]", "rows[a + 1]") == keyed(9, "cells[b]", "cells[b + 1]")
    assert keyed(3, "rows[a]", "rows[a + 1]") != keyed(3, "rows[a]", "rows[a - 1]")
    assert keyed(3, "len(a)", "a") != keyed(3, "max(a)", "a"), "Python's names count"
    changed = [key(say("Your code changes {name}, but it mustn't.", name=name),
                   ["Your code changes {name}, but it mustn't."], names) for name in ("a", "b")]
    assert changed[0] == changed[1]
    assert keyed(3, "print(a)", "return a", sentence=2) == keyed(
        4, "print(rows + b)", "return rows + b", sentence=2), "the sentence says enough"


def test_sentences_are_heard_in_every_language():
    for spoken in ("en", "es"):
        heard = Heard(spoken)
        use(heard)
        try:
            hint = say("On line {line}, replace {old} with {new}.", line=12, old=Code("x"),
                       new=Code("y"))
        finally:
            use(Heard("en"))
        assert "12" in hint
        assert "12" not in general(hint, heard.sentences)


# -- answers ---------------------------------------------------------------------------------------

def test_an_answer_comes_with_what_it_uses_and_nothing_else():
    cells = ["import numpy as np\nfrom random import Random", "%pip install x\nside = 3",
             "@staticmethod\ndef helper():\n    return np.zeros(side)\nhelper()", "def f(:",
             "def flatten(block):\n    return helper()", "other = flatten(1)"]
    assert definitions_of(cells, "flatten").split("\n") == [
        "import numpy as np", "side = 3", "@staticmethod", "def helper():",
        "    return np.zeros(side)", "def flatten(block):", "    return helper()"]
    assert definitions_of(cells, "nothing") == ""


def test_an_example_names_nobody():
    assert "Cleo" not in without_comments(RENAMED)
    assert "flatten(each)" in without_comments(RENAMED)


@pytest.mark.slow
def test_a_hint_comes_from_a_process_with_limits(tmp_path, monkeypatch):
    monkeypatch.setenv("SECRET_OF_THE_COURSE", "hidden away")
    monkeypatch.setattr("blocky.kit.grading.mistakes.SECONDS", 60)
    tells = "import os\ndef flatten(block):\n    raise ValueError(str(dict(os.environ)))"
    mistake = hint_of("blocky", "flatten", tells)
    assert mistake.state is Status.WRONG
    assert "hidden away" not in str(mistake)
    for source in ["import os\ndef flatten(block):\n    os._exit(1)",
                   "import os\ndef flatten(block):\n    os.write(1, b'{')\n    os._exit(0)"]:
        assert hint_of("blocky", "flatten", source) is None
    file = tmp_path / "made.txt"
    writes = f"def flatten(block):\n    open({str(file)!r}, 'w')"
    assert hint_of("blocky", "flatten", writes).state is Status.WRONG
    assert not file.exists()
    assert hint_of("blocky", "no_task", TRANSPOSED) is None
    if walls_hold():
        (tmp_path / "points.txt").write_text("of the course")
        reads = f"def flatten(block):\n    return open({str(tmp_path / 'points.txt')!r}).read()"
        assert "FileNotFoundError" in hint_of("blocky", "flatten", reads).came


# -- the lesson ------------------------------------------------------------------------------------

def test_a_mistake_leads_to_the_section_of_the_lesson_that_explains_it():
    title, sections = report._lesson("blocky", NAME)
    assert title.startswith("06")

    def leads_to(text):
        return report._section_for(text, sections).title

    assert leads_to("perimeter_score: a corner counts on two sides") == \
        "The perimeter on the grid"
    assert leads_to("All rows are the same list, so they share their cells") == "Shared rows"
    assert report._section_for("xyzzy", sections) is None
    assert report._lesson("blocky", "99_nothing") == ("99_nothing", [])


# -- a class ---------------------------------------------------------------------------------------

def run_in(course, *words):
    process = python_in(course, "-m", "blocky", *words)
    said, wrong = process.communicate()
    assert process.returncode == 0, said + wrong
    assert "Traceback" not in said + wrong
    return said


def numbers_in(course):
    with open(course / report.NUMBERS, encoding="utf-8-sig") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """The folder of a course with a graded class and its report."""
    folder = tmp_path_factory.mktemp("course")
    found_a_course(folder)
    for student, notebook in CLASS.items():
        hand_in(folder, student, notebook)
    run_in(folder, "grade", "6")
    return folder


@pytest.mark.slow
def test_each_state_and_each_number_of_points_is_counted(course):
    rows = numbers_in(course)
    states = {(row["task"], row["what"]): int(row["students"])
              for row in rows if row["about"] == "state"}
    assert {each: count for each, count in states.items() if count} == {
        ("flatten", "passed"): 2, ("flatten", "wrong"): 3, ("flatten", "never stops"): 1,
        ("flatten", "not started"): 1, ("perimeter_score", "passed"): 5,
        ("perimeter_score", "wrong"): 1, ("perimeter_score", "not started"): 1}
    points = {row["what"]: int(row["students"]) for row in rows if row["about"] == "points"}
    assert points == {"0": 1, "3": 4, "4": 1, "7": 1}


@pytest.mark.slow
def test_the_same_mistakes_are_counted_together_the_most_frequent_first(course):
    mistakes = [row for row in numbers_in(course) if row["about"] == "mistake"]
    assert [(row["task"], row["students"]) for row in mistakes] == [
        ("flatten", "3"), ("flatten", "1"), ("perimeter_score", "1")]
    assert mistakes[0]["points_lost"] == "12"
    assert "Rows and columns are mixed up" in mistakes[0]["what"]


@pytest.mark.slow
def test_the_page_names_nobody_needs_no_network_and_shows_no_markup_of_students(course):
    page = (course / report.PAGE).read_text("utf-8")
    for word in (*CLASS, "Diaz"):
        assert not re.search(rf"\b{word}\b", page, re.I), word
    assert not re.search(r'(src|href)="(https?:)?//', page)
    assert "<script" not in page
    assert "&lt;script&gt;alert" in page, "the example is shown as it is"
    alt = re.search(r'<img src="data:image/svg[^"]+" alt="([^"]+)"', page)[1]
    assert alt.startswith("Points, out of 7: 1 student has 0; 4 students have 3;")
    assert page.index("What to teach again") < page.index("Mistakes, most frequent first")


@pytest.mark.slow
def test_names_are_in_a_second_file_with_those_who_fall_behind(course):
    with open(course / report.NAMES, encoding="utf-8-sig") as file:
        rows = {row["student"]: row for row in csv.DictReader(file)}
    assert rows.keys() == CLASS.keys()
    behind = {student for student, row in rows.items() if row["falls_behind"]}
    assert behind == {"ben", "cleo", "dan", "eve", "fay"}
    assert rows["gus"][NAME] == "57%"
    for name in (report.NUMBERS, report.KEPT, report.PAGE):
        assert not re.search(r"\bgus\b", (course / name).read_text("utf-8"))


@pytest.mark.slow
def test_the_next_report_says_what_has_changed(course):
    before = numbers_in(course)
    assert {row["students_before"] for row in before} == {""}
    for student in ("cleo", "dan", "eve"):
        hand_in(course, student, written())
    run_in(course, "grade", "6")
    assert "without names" in run_in(course, "report", "6"), "it compares with the same as before"
    rows = numbers_in(course)
    mistakes = [row for row in rows if row["about"] == "mistake"]
    assert [(row["students"], row["students_before"]) for row in mistakes] == [
        ("1", "3"), ("1", "1")]
    passed = {row["task"]: row["students_before"] for row in rows if row["what"] == "passed"}
    assert passed == {"flatten": "2", "perimeter_score": "5"}
    assert "Mistakes that students no longer make" in (course / report.PAGE).read_text("utf-8")


@pytest.mark.slow
def test_a_report_in_another_language(course):
    run_in(course, "--language", "es", "report", "6")
    page = (course / report.PAGE).read_text("utf-8")
    assert '<html lang="es">' in page
    assert "Rows and columns are mixed up" not in page


@pytest.mark.slow
def test_without_a_graded_submission_there_is_nothing_to_report(tmp_path):
    found_a_course(tmp_path)
    os.makedirs(tmp_path / "submitted/ada")
    (tmp_path / report.KEPT).write_text(json.dumps([1]), "utf-8")
    assert "There is nothing to report" in run_in(tmp_path, "report", "6")
