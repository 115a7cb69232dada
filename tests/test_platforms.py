"""Points for learning platforms, with small class lists as Canvas and Moodle export them."""

import csv

import pytest

from blocky.kit.grading import table
from blocky.kit.grading.platforms import ListError, export, read_class_list
from blocky.kit.grading.table import Grade, Standing
from tests.course import found_a_course, graded_in, hand_in, written

NAME, NEXT = "06_flatten", "07_blob"

CANVAS = f"""Student,ID,SIS User ID,SIS Login ID,Section,{NAME} (4711),Current Score
,,,,,Manual Posting,
    Points Possible,,,,,7.00,(read only)
"Lovelace, Ada",101,s1,ada,"A, morning",,
"Núñez, José",102,s2,jose@example.org,A,3.00,
"Student, Test",103,,f00,A,,
"""

MOODLE = """First name;Last name;ID number;Email address
Ada;Lovelace;s1;ADA@example.org
José;Núñez;s2;josé@example.org
"""


def grade(student, points, name=NAME, maximum=7.0):
    return Grade("blocky", student, name, points, maximum, Standing.GRADED)


@pytest.fixture
def exported(tmp_path, monkeypatch):
    """A function that exports points for a platform; it returns written lines, and sentences."""
    monkeypatch.chdir(tmp_path)

    def run(platform, text, grades, match="", encoding="utf-8"):
        (tmp_path / "list.csv").write_text(text, encoding, newline="")
        listed = read_class_list(platform, "list.csv", match)
        said = export(listed, grades, list(dict.fromkeys(each.student for each in grades)))
        with open(f"grades_{platform}.csv", encoding="utf-8", newline="") as file:
            return list(csv.reader(file, delimiter=listed.separator)), said
    return run


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_canvas_gets_its_own_columns_its_maximum_row_and_a_column_for_each_exercise(
        exported, encoding, separator, end):
    rows = csv.reader(CANVAS.splitlines())
    text = "".join(separator.join(f'"{cell}"' for cell in row) + end for row in rows)
    grades = [grade("ada", 7.0), grade("José", 2.25), grade("ada", 12.0, NEXT, 12.0)]
    lines, said = exported("canvas", text.replace("jose@", "josé@"), grades, encoding=encoding)
    assert lines == [
        ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", f"{NAME} (4711)", NEXT],
        ["    Points Possible", "", "", "", "", "7.00", "12"],
        ["Lovelace, Ada", "101", "s1", "ada", "A, morning", "7", "12"],
        ["Núñez, José", "102", "s2", "josé@example.org", "A", "2.25", ""]]
    assert said == [
        "grades_canvas.csv has the points of 2 students, for your learning platform.",
        "These students in list.csv have no folder in the course: f00."]


def test_a_written_file_can_be_read_as_a_class_list_again(exported):
    lines, _ = exported("canvas", CANVAS, [grade("ada", 7.0)])
    again = "\n".join(",".join(f'"{cell}"' for cell in line) for line in lines)
    assert exported("canvas", again, [grade("ada", 7.0)])[0] == lines


def test_moodle_gets_its_identifying_columns_and_a_column_for_each_exercise(exported):
    lines, said = exported("moodle", MOODLE, [grade("ada", 7.0), grade("s2", None)])
    assert lines == [["ID number", "Email address", NAME], ["s1", "ADA@example.org", "7"],
                     ["s2", "josé@example.org", ""]]
    assert len(said) == 1


def test_who_is_missing_on_either_side_is_named(exported):
    lines, said = exported("moodle", MOODLE, [grade("ada", 7.0), grade("eve", 1.0)])
    assert [line[0] for line in lines] == ["ID number", "s1"]
    assert said[1:] == [
        "These students on the course aren't in list.csv: eve. Blocky compared the names of their "
        "folders with these columns: ID number, Email address.",
        "These students in list.csv have no folder in the course: s2."]


def test_a_match_that_is_not_the_only_one_is_refused(exported):
    twice = MOODLE + "Ada;Byron;s3;ada@example.com\n"
    lines, said = exported("moodle", twice, [grade("ada", 7.0), grade("s2", 1.0)])
    assert [line[0] for line in lines[1:]] == ["s2"]
    assert said[1] == ("ada isn't in grades_moodle.csv, because 2 lines of list.csv match that "
                       "name. Use --match to name the column to compare.")
    assert "no folder" not in " ".join(said)

    lines, said = exported("moodle", MOODLE, [grade("Ada", 7.0), grade("s1", 1.0)])
    assert lines[1:] == []
    assert said[1].startswith("These folders aren't in grades_moodle.csv, because two or more of "
                              "them match the same line of list.csv: Ada, s1.")


def test_a_column_can_be_named(exported):
    twice = MOODLE + "Ada;Byron;s3;ada@example.com\n"
    lines, _ = exported("moodle", twice, [grade("s3", 7.0)], match="ID number")
    assert lines[1:] == [["s3", "ada@example.com", "7"]]
    lines, _ = exported("moodle", MOODLE, [grade("José", 7.0)], match="First name")
    assert lines == [["First name", "ID number", "Email address", NAME],
                     ["José", "s2", "josé@example.org", "7"]]


def test_other_maximum_points_in_canvas_are_reported_and_kept(exported):
    lines, said = exported("canvas", CANVAS.replace("7.00", "10"), [grade("ada", 7.0)])
    assert lines[1][-1] == "10"
    assert said[-1] == (f"In Canvas, {NAME} (4711) has 10 possible points, but the exercise has 7. "
                        "Change the points in Canvas.")


@pytest.mark.parametrize(("platform", "text", "match", "sentence"), [
    ("blackboard", CANVAS, "", "It knows these platforms: canvas, moodle."),
    ("moodle", "Name,Group\nAda,1\n", "", "Its columns are: Name, Group. Name one of them"),
    ("canvas", CANVAS, "Login", "has no column Login. Its columns are: Student, ID"),
    ("moodle", "", "", "has no column"),
])
def test_a_class_list_that_cannot_be_used_is_refused(exported, platform, text, match, sentence):
    with pytest.raises(ListError) as refused:
        exported(platform, text, [], match)
    assert sentence in str(refused.value)


def test_a_class_list_that_is_not_there_or_not_text_is_refused(tmp_path):
    with pytest.raises(ListError, match=r"There's no class list .*nowhere\.csv"):
        read_class_list("canvas", tmp_path / "nowhere.csv")
    (tmp_path / "latin.csv").write_bytes("Username\nJosé\n".encode("latin-1"))
    with pytest.raises(ListError, match="Save it again with UTF-8 encoding"):
        read_class_list("moodle", tmp_path / "latin.csv")


def test_two_columns_for_one_exercise_are_refused(exported):
    text = CANVAS.replace("Current Score", f"{NAME} (4712)")
    with pytest.raises(ListError, match="several columns for 06_flatten"):
        exported("canvas", text, [grade("ada", 7.0)])


def test_the_tables_have_the_maximum_and_the_late_days(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = [grade("ada", 7.0)._replace(late_days=2), grade("ada", 3.0, NEXT, 12.0),
             grade("ben", None)]
    table.write(table.with_other_lines(lines))
    with open("grades.csv", encoding="utf-8-sig") as file:
        rows = list(csv.DictReader(file))
    assert [(row["total"], row["maximum"], row["late_days"]) for row in rows] == [
        ("10.0", "19.0", "2"), ("0", "19.0", "0")]
    assert table.with_other_lines([]) == sorted(lines, key=lambda each: each[:3])


@pytest.mark.slow
def test_a_class_is_graded_and_exported(tmp_path):
    found_a_course(tmp_path)
    hand_in(tmp_path, "ada", written())
    hand_in(tmp_path, "eve", "")
    (tmp_path / "list.csv").write_text(CANVAS, "utf-8")
    _, said = graded_in(tmp_path, "6", "--export", "canvas", "list.csv")
    with open(tmp_path / "grades_canvas.csv", encoding="utf-8") as file:
        assert list(csv.reader(file))[2:] == [
            ["Lovelace, Ada", "101", "s1", "ada", "A, morning", "7"]]
    assert "These students on the course aren't in list.csv: eve." in said
