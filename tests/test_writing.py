"""Nothing that writes to a place that a person names replaces somebody's work."""

import os

import pytest

from blocky import Game, draw
from blocky.kit.command import main
from blocky.kit.writing import expect_own, replace_file
from blocky.prograsonne import write_supply

#: What writes a file in each of the kit's formats.
WRITERS = {
    "picture": lambda path: draw.board(Game(seed=1, max_depth=1).board).save(path),
    "game": lambda path: Game(seed=1, max_depth=1).save(path),
    "supply": lambda path: write_supply(path, seed=1),
}


@pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS)
def test_a_lesson_stays_and_what_the_kit_wrote_is_replaced(write, tmp_path):
    lesson = tmp_path / "01_tree.ipynb"
    lesson.write_text("my notes")
    with pytest.raises(FileExistsError, match=r"01_tree\.ipynb already exists.*another name\."):
        write(lesson)
    assert lesson.read_text() == "my notes"
    own = tmp_path / "own"
    own.touch()
    for _ in range(2):  # an empty file may be replaced, and so may the kit's own
        write(own)
    assert own.stat().st_size > 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["01_tree.ipynb", "own"]
    with pytest.raises(FileExistsError):
        write(tmp_path)


def test_a_command_says_in_a_sentence_that_a_file_stays(tmp_path, capsys):
    lesson = tmp_path / "01_tree.ipynb"
    lesson.write_text("my notes")
    assert main(["supply", str(lesson)]) == 1
    assert "stays as it is" in capsys.readouterr().err
    assert lesson.read_text() == "my notes"


def test_blank_lessons_replace_no_notebook_with_code(tmp_path, capsys):
    source, target = tmp_path / "lessons", tmp_path / "target"
    source.mkdir()
    text = ('{"cells": [{"cell_type": "code", "execution_count": null, "id": "a", "metadata": {}, '
            '"outputs": [], "source": "1 + 1"}], "metadata": {}, "nbformat": 4, '
            '"nbformat_minor": 5}')
    (source / "one.ipynb").write_text(text)
    for _ in range(2):
        assert main(["blank", str(source), str(target)]) == 0
    assert main(["blank", str(source), str(source)]) == 1
    assert (source / "one.ipynb").read_text() == text
    assert "a notebook without code" in capsys.readouterr().err


def test_a_file_that_cannot_be_written_leaves_the_old_one(tmp_path, monkeypatch):
    path = tmp_path / "file"
    replace_file(path, b"old")
    monkeypatch.setattr("os.replace", lambda *args: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        replace_file(path, b"new")
    assert [each.read_bytes() for each in tmp_path.iterdir()] == [b"old"]
    expect_own(path, lambda content: content == b"old", "old")


@pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS)
def test_an_error_names_the_file_that_was_asked_for(write, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("nowhere/mine", 300 * "m"):
        with pytest.raises(OSError, match=f": '{name}'$") as caught:
            write(name)
        assert caught.value.filename == name
    for name, words in [("", "A file needs a name"), ("a\0b", "A file needs a name"),
                        (3, "must be a string or a Path, not 3"), (None, "not None")]:
        with pytest.raises(ValueError, match=words):
            write(name)


def test_a_name_of_the_greatest_length_can_be_written(tmp_path):
    name = 251 * "m" + ".png"
    WRITERS["picture"](tmp_path / name)
    assert os.listdir(tmp_path) == [name]


@pytest.mark.parametrize("name", ["", 3, None, "a\0b", ["mine"]])
def test_a_game_is_loaded_only_from_what_can_be_a_file(name):
    with pytest.raises(ValueError, match=r"^(A file needs a name|The name of a file must be)"):
        Game.load(name)
