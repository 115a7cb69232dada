"""The repository as a whole: imports, dependencies, commands, and the pages that describe it."""

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from fnmatch import fnmatch
from functools import cache
from importlib import import_module
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
import yaml

import blocky
from blocky.kit.command import commands, main
from tests.test_notebooks import links_are_good
from tools.house import arrows, house

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PACKAGE = ROOT / "blocky"
GAMES = ("blocky", "prograsonne", "blue")  # Blocky's own files stand at the root of the package


def test_the_environment_is_that_of_the_project():
    environment = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
    conda = [entry for entry in environment["dependencies"] if isinstance(entry, str)]
    assert sorted(conda[1:]) == sorted(
        ["pip", *PROJECT["dependencies"], *PROJECT["optional-dependencies"]["style"]])
    version = re.fullmatch(r"python=(3\.\d+)", conda[0])[1]  # all that repo2docker understands
    assert f"Programming Language :: Python :: {version}" in PROJECT["classifiers"]
    assert environment["dependencies"][-1] == {"pip": ["-e ."]}


#: The files that import packages of an extra; a student runs none of them.
FILES_OF_EXTRAS = {
    "instructor": [*(PACKAGE / "kit/grading").rglob("*.py"),
                   *(PACKAGE / "kit/lessons" / name for name in (
                       "book.py", "exercises.py", "slides.py"))],
    "cluster": [PACKAGE / "kit/cluster.py"],
    "test": [*(ROOT / "tests").rglob("*.py"), *(ROOT / "tools").rglob("*.py")],
}


def undeclared(files, extras):
    """Return the packages that files import, but which the kit and these extras don't install."""
    optional = [each for extra in extras for each in PROJECT["optional-dependencies"][extra]]
    declared = {re.split("[<>=]", each)[0].replace("_", "-")
                for each in [*PROJECT["dependencies"], *optional]}
    used = {each.split(".")[0] for path in files for each in imported(path)}
    distributions = packages_distributions()
    return [name for name in used - {"blocky", "tests", "tools"} - sys.stdlib_module_names
            if not {each.lower().replace("_", "-") for each in distributions[name]} & declared]


@pytest.mark.parametrize("extra", FILES_OF_EXTRAS)
def test_what_is_imported_is_declared(extra):
    assert undeclared(FILES_OF_EXTRAS[extra], [extra]) == []


def test_what_a_student_runs_imports_no_extra():
    of_extras = {path for files in FILES_OF_EXTRAS.values() for path in files}
    assert undeclared(set(modules()) - of_extras, []) == []


def test_the_package_imports_nothing_that_the_wheel_does_not_contain():
    used = {each.split(".")[0] for path in modules() for each in imported(path)}
    assert not used & {"tests", "tools"}


def test_the_tests_install_every_extra_but_that_of_hubs():
    extras = PROJECT["optional-dependencies"]
    for extra in extras.keys() - {"hub", "test"}:
        assert set(extras[extra]) <= set(extras["test"]), extra


def loaded_by(code):
    """Return the modules that a fresh process has loaded after ``code``."""
    done = subprocess.run([sys.executable, "-c", f"{code}\nimport sys\nprint(*sys.modules)"],
                          capture_output=True, text=True, check=True)
    return set(done.stdout.split())


HEAVY = {"matplotlib", "ipywidgets", "scipy", "IPython", "joblib", "tqdm"}


@pytest.mark.parametrize(("code", "heavy"), [
    ("from blocky import *", {*HEAVY, "psutil"}),
    ("import blocky.kit.arena", {*HEAVY, "blocky.check", "blocky.draw"}),
    ("from blocky import Block, draw; draw.board_and_tree(Block(0, 0, 1)).png(); "
     "draw.blob(Block(0, 0, 1), 1).png()", {"matplotlib.pyplot"}),
    ("import blocky.kit.command\ntry: blocky.kit.command.main(['--help'])\n"
     "except SystemExit: pass", {"matplotlib"})])
def test_neither_rules_nor_leagues_nor_pictures_load_what_they_do_not_need(code, heavy):
    assert not heavy & loaded_by(code)


def test_the_names_of_the_package_are_those_of_its_modules():
    homes = {name: import_module(f"blocky.{home}") for home, names in blocky._HOMES.items()
             for name in names}
    assert sorted(homes) == sorted(blocky.__all__)
    assert set(homes) <= set(dir(blocky))
    assert all(getattr(blocky, name) is getattr(home, name) for name, home in homes.items())
    typed = [alias.name for each in ast.walk(ast.parse(Path(blocky.__file__).read_text("utf-8")))
             if isinstance(each, ast.ImportFrom) and each.col_offset for alias in each.names]
    assert sorted(typed) == sorted(homes)
    with pytest.raises(AttributeError, match="nothing called 'Blok'"):
        blocky.Blok  # noqa: B018


@cache
def modules():
    """Return the modules of the package by their files."""
    return {path: ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
            for path in sorted(PACKAGE.rglob("*.py"))}


@cache
def imported(path, lazily=True):
    """Return the modules that a file imports; if ``lazily``, also those imported in functions."""
    tree, known, found = ast.parse(path.read_text(encoding="utf-8")), {*modules().values()}, []
    for statement in ast.walk(tree) if lazily else tree.body:
        if isinstance(statement, ast.ImportFrom):
            assert statement.level == 0, f"{path} has a relative import"
            wholes = [f"{statement.module}.{each.name}" for each in statement.names]
            found += [whole if whole in known else statement.module for whole in wholes]
        elif isinstance(statement, ast.Import):
            found += [each.name for each in statement.names]
    return found


def room(module):
    """Return the game of a module, or "kit"."""
    name = [*module.split("."), ""][1]
    return name if name in ("kit", *GAMES[1:]) else "blocky"


def test_the_kit_imports_no_game_and_no_game_another():
    crossed = {}
    for path, module in modules().items():
        others = {other for other in imported(path) if other.split(".")[0] == "blocky"
                  and room(other) not in ("kit", room(module))}
        if others:
            crossed[module] = others
    assert crossed == {}


def test_the_kit_loads_no_game():
    kits = [module for module in modules().values() if room(module) == "kit"
            and not module.startswith("blocky.kit.grading")]  # nbgrader takes seconds to load
    loaded = loaded_by(f"import importlib\nfor each in {kits}:\n    importlib.import_module(each)")
    assert set(kits) <= loaded
    assert {each for each in loaded & {*modules().values()} if room(each) != "kit"} == {"blocky"}


def test_rules_import_neither_pictures_nor_widgets_nor_checks():
    above = {"draw", "widgets", "check"}
    for path, module in modules().items():
        rooms = set(module.split("."))
        up = [other for other in imported(path, lazily=False) if above & set(other.split("."))]
        if "draw" in rooms:
            assert [other for other in up if {"widgets", "check"} & set(other.split("."))] == []
        elif room(module) != "kit" and not rooms & above:
            assert up == [], module


def test_the_rooms_of_checks_import_one_another_one_way():
    order = ["check", "repair", "hints", "notebook"]
    for path, module in modules().items():
        if path.parent.parent == PACKAGE / "kit" and path.parent.name in order:
            above = order[order.index(path.parent.name) + 1:]
            assert not [other for other in imported(path)
                        if other.startswith(tuple(f"blocky.kit.{room}." for room in above))], module


def test_the_modules_import_one_another_in_no_circle():
    """In kit/check this holds of imports in functions, too."""
    known = set(modules().values())
    needs = {module: {other for other in imported(path, PACKAGE / "kit" / "check" in path.parents)
                      if other in known and other != module}
             for path, module in modules().items()}
    while ready := {module for module, others in needs.items() if not others & needs.keys()}:
        for module in ready:
            del needs[module]
    assert needs == {}


def test_the_command_names_all_others(capsys):
    with pytest.raises(SystemExit):
        main(["--help"])
    said = capsys.readouterr().out
    assert all(f"    {name} " in said for name in commands())
    assert all(each.example.startswith(f"blocky {name}") for name, each in commands().items())


def files_of_the_repository():
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("this is no git checkout")
    names = listed.stdout.decode().split("\0")
    return [ROOT / name for name in names if name and (ROOT / name).is_file()]


def test_no_file_names_a_package_registry_or_a_place_on_one_machine():
    parts = [("py", "pi.org"), ("pythonhos", "ted.org"), ("conda.ana", "conda.org"),
             ("registry.np", "mjs"), ("/wo", "rk/"), ("/ro", "ot/")]
    named = re.compile("|".join(re.escape("".join(each)) for each in parts).encode())
    assert {file.name: found[0] for file in files_of_the_repository()
            if (found := named.search(file.read_bytes()))} == {}


def test_every_file_and_folder_of_the_tests_is_in_one_row_of_the_guide():
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = guide.split("## The tests")[1].split("\n## ")[0]
    names = re.findall(r"`tests/([\w*]+(?:\.py)?)/?`", section)
    rows = {path.name: [name for name in names if fnmatch(path.name, name)]
            for path in (ROOT / "tests").iterdir() if not path.name.startswith("__")}
    assert {name: found for name, found in rows.items() if len(found) != 1} == {}


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make")
@pytest.mark.parametrize(("code", "ends_well"), [(0, True), (1, True), (2, False)])
def test_make_check_ends_well_for_unsolved_work(code, ends_well, tmp_path):
    command = tmp_path / "blocky"
    command.write_text(f"#!/bin/sh\nexit {code}\n", encoding="utf-8")
    command.chmod(0o755)
    done = subprocess.run(["make", "check", "N=06", f"BIN={tmp_path}", "--assume-old=.venv/lab"],
                          cwd=ROOT, text=True, capture_output=True, check=False)
    assert (done.returncode == 0) == ends_well
    assert ("Error" in done.stderr) != ends_well


TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_every_path_that_it_names_exists():
    named = [each for each in re.findall(r"`([\w.]+(?:/[\w.]*)+)`", TEXT) if each != "check/"]
    assert len(named) > 50
    assert [each for each in named if not (ROOT / each).exists()] == []


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "CHANGELOG.md"])
def test_the_links_of_a_page_lead_somewhere(name):
    assert links_are_good((ROOT / name).read_text(encoding="utf-8"), ROOT)


def test_the_arrows_of_the_map_are_the_imports_and_lead_one_way():
    alt = house().alt
    assert f"![{alt}](images/house.png)" in TEXT, "python -m tools.house, and this: " + alt
    below = arrows()
    while ends := {room for _, room in below} - {room for room, _ in below}:
        below = {(room, other) for room, other in below if other not in ends}
    assert below == set()


def test_the_version_is_that_of_the_changelog():
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(r"^## (\S+)", changes, re.M)[1] == PROJECT["version"]
