"""The workflow file and CITATION.cff agree with the rest of the repository."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
WORKFLOW = yaml.safe_load((ROOT / ".github/workflows/tests.yml").read_text(encoding="utf-8"))
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))


def commands(job):
    """Return the commands of a job of the workflow."""
    return [step["run"] for step in WORKFLOW["jobs"][job]["steps"] if "run" in step]


def recipe(target):
    """Return the commands of a target of the Makefile, with `python -m` for each tool."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    lines = re.search(rf"^{target}:.*\n((?:\t.*\n)+)", makefile, re.MULTILINE)[1].splitlines()
    return [re.sub(r"^\t\$\(BIN\)/(?:python -m )?", "python -m ", line) for line in lines]


def test_the_workflow_runs_what_make_quick_runs():
    assert commands("quick")[1:] == recipe("quick")


def test_the_workflow_runs_every_python_that_the_kit_declares():
    versions = [name.rsplit(" ", 1)[1] for name in PROJECT["classifiers"] if "Python :: 3." in name]
    assert WORKFLOW["jobs"]["quick"]["strategy"]["matrix"]["python"] == versions


@pytest.mark.parametrize("command", commands("lowest") + commands("all"))
def test_other_commands_of_the_workflow_exist(command):
    if command.startswith("make "):
        assert recipe(command.removeprefix("make "))
    else:
        assert (ROOT / command.removeprefix("sudo ")).stat().st_mode & 0o100


def test_the_citation_names_this_version_and_licence():
    assert CITATION["version"] == PROJECT["version"]
    assert CITATION["license"] == PROJECT["license"]


def test_the_citation_credits_the_assignment():
    [reference] = CITATION["references"]
    assert [each["family-names"] for each in reference["authors"]] == ["Horton", "Liu"]
    assert reference["year"] == 2019
