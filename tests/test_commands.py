"""Commands in odd circumstances: a sentence and an exit code, never a traceback."""

import json
import os
import subprocess
import sys

import pytest

from blocky.kit import command
from blocky.kit.command import main
from tests.course import exercise, python_in


@pytest.fixture
def lines_of(tmp_path, monkeypatch, capsys):
    """A function that runs a command in an empty folder, and returns its exit code and errors."""
    monkeypatch.chdir(tmp_path)

    def run(*words):
        try:
            code = main(words)
        except SystemExit as ended:
            code = ended.code
        return code, capsys.readouterr().err
    return run


@pytest.mark.parametrize("words", [
    ("new", "file"), ("course", "file"), ("new", "file/below"), ("new", "x" * 300),
    ("new", "/proc/blocky"), ("supply", "."), ("supply", "file/below"), ("release",),
    ("grade",), ("lab",), ("check", "nothing"), ("check", "x" * 300), ("check", "."),
    ("blank", "file"), ("slides", "99"), ("book", "nothing"), ("league", "nothing"),
    ("league", "file")])
def test_what_cannot_be_done_is_a_sentence(words, lines_of, tmp_path):
    (tmp_path / "file").write_text("")
    code, said = lines_of(*words)
    assert code in (1, 2)
    assert said.strip()
    assert "Traceback" not in said
    assert "mistake in Blocky" not in said


@pytest.mark.parametrize("name", ["with space", "a#b%c", "é ü 日本"])
def test_a_folder_may_have_any_name(name, lines_of, tmp_path):
    assert lines_of("new", name)[0] == 0
    assert (tmp_path / name / "notebooks/start.ipynb").is_file()
    assert lines_of("check", f"{name}/nothing.ipynb")[0] == 2
    assert lines_of("blank", f"{name}/notebooks/blue", f"{name}/blank")[0] == 0


def test_a_mistake_of_the_kit_is_a_sentence_that_says_how_to_report_it(lines_of, monkeypatch):
    def broken(arguments):
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr(command, "_run", broken)
    code, said = lines_of("check", "6")
    assert code == command.FAULT
    assert said.startswith("This is a bug in Blocky, not your mistake: ZeroDivisionError")
    monkeypatch.setenv("BLOCKY_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError):
        main(["check", "6"])


@pytest.mark.skipif(os.name == "nt", reason="a folder that is in use can't be removed there")
def test_a_folder_that_is_gone_is_named(lines_of, tmp_path):
    tmp_path.rmdir()
    assert lines_of("new", "x") == (
        2, "The current folder no longer exists. Go to another folder.\n")


def test_a_terminal_with_few_letters_shows_what_it_can(tmp_path):
    process = python_in(tmp_path, "-m", "blocky", "--language", "es", "new", "año",
                        PYTHONIOENCODING="ascii")
    said, wrong = process.communicate()
    assert (process.returncode, wrong) == (0, "")
    assert "a?o" in said


@pytest.mark.skipif(sys.platform != "linux", reason="there is no such device")
@pytest.mark.parametrize(("output", "code"), [("/dev/full", 2), (None, 141)])
def test_output_that_cannot_be_written_ends_the_command_quietly(output, code, tmp_path):
    if output:
        where = os.open(output, os.O_WRONLY)
    else:
        reader, where = os.pipe()
        os.close(reader)
    done = subprocess.run([sys.executable, "-m", "blocky", "supply", "supply.csv"], cwd=tmp_path,
                          stdout=where, stderr=subprocess.PIPE, text=True, check=False)
    os.close(where)
    assert done.returncode == code
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="there is no such folder")
def test_a_notebook_is_checked_without_a_home(tmp_path):


    (tmp_path / "06_flatten.ipynb").write_text(json.dumps(exercise()))
    process = python_in(tmp_path, "-m", "blocky", "check", "06_flatten.ipynb", HOME="/proc")
    said, wrong = process.communicate()
    assert process.returncode == 1, wrong
    assert "0 of 2 tasks passed." in said


@pytest.mark.parametrize("command", ["new", "course"])
def test_a_folder_without_a_name_is_refused(command, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        main([command, ""])
    assert "name of the folder is empty" in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]
