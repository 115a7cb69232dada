"""What holds of the repository as a whole."""

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parent.parent

#: A module of the core imports modules of lower numbers only.
LAYERS = {
    "colour": 0, "runaway": 0, "definitions": 1, "invariants": 1, "block": 2, "blobs": 3,
    "grid": 3, "move": 3, "goal": 4, "parts": 5, "trial": 6, "player": 7, "record": 8, "start": 8,
    "game": 9,
}


def test_the_environment_is_that_of_the_project():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    environment = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
    conda = [entry for entry in environment["dependencies"] if isinstance(entry, str)]
    checks = [entry for entry in project["optional-dependencies"]["test"]
              if entry.startswith(("nbval>", "pytest>"))]
    assert len(checks) == 2
    assert sorted(conda) == sorted([
        f"python{project['requires-python']}", "pip", *project["dependencies"], *checks])
    assert environment["dependencies"][-1] == {"pip": ["-e ."]}


def test_the_package_imports_neither_pictures_nor_widgets():
    heavy = ["matplotlib", "ipywidgets", "scipy", "IPython", "joblib", "tqdm", "psutil"]
    code = f"import sys, blocky; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def modules_imported(module):
    """Yield the modules of the kit that a module imports when it is imported itself."""
    tree = ast.parse((ROOT / "blocky" / f"{module}.py").read_text(encoding="utf-8"))
    for statement in tree.body:
        match statement:
            case ast.ImportFrom(module="blocky", names=names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=str(name), level=0) if name.startswith("blocky."):
                yield name.split(".")[1]
            case ast.ImportFrom(level=level) if level > 0:
                pytest.fail(f"{module} has a relative import")
            case ast.Import(names=names):
                yield from (name.name.split(".")[1] for name in names
                            if name.name.startswith("blocky."))


@pytest.mark.parametrize("module", LAYERS)
def test_arrows_go_down(module):
    imported = list(modules_imported(module))
    assert all(LAYERS.get(other, 99) < LAYERS[module] for other in imported), imported


def test_the_arrows_are_seen():
    assert {"block", "goal", "move"} <= set(modules_imported("parts"))
    assert "record" in modules_imported("game")


def files_of_the_repository():
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("this is no git checkout")
    names = listed.stdout.decode().split("\0")
    return [ROOT / name for name in names if name and (ROOT / name).is_file()]


@pytest.mark.parametrize("parts", [
    ("py", "pi.org"), ("pythonhos", "ted.org"), ("conda.ana", "conda.org"), ("registry.np", "mjs"),
    ("/wo", "rk/"), ("/ro", "ot/"),
])
def test_no_file_names_a_package_registry_or_a_place_on_one_machine(parts):
    text = "".join(parts).encode()
    assert [file.name for file in files_of_the_repository() if text in file.read_bytes()] == []


def test_make_lab_opens_the_first_notebook():
    if shutil.which("make") is None:
        pytest.skip("there is no make")
    shown = subprocess.run(["make", "--dry-run", "lab"], cwd=ROOT, capture_output=True, text=True,
                           check=True).stdout
    opened = re.search(r"--LabApp.default_url=/lab/tree/(\S+)", shown)[1]
    assert (ROOT / opened).is_file()
    assert f"/lab/tree/{opened}" in (ROOT / "README.md").read_text(encoding="utf-8")
