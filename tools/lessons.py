"""The lessons, and what they say: ``python -m tools.lessons 06_flatten`` saves it for the tests.

It's in ``tests/golden/lessons``. Run it only after a change that is meant to change what a lesson
says; without names it is for all.
"""

import hashlib
import json
import sys
from pathlib import Path

from tests.kernels import ran

ROOT = Path(__file__).parents[1]
LESSONS = sorted(ROOT.glob("notebooks/*/[0-9]*.ipynb"))
GOLDEN = ROOT / "tests" / "golden" / "lessons"


def golden(path):
    """Return the file of what the lessons of a game said, and what stands in it by their names."""
    file = GOLDEN / f"{path.parent.name}.json"
    return file, json.loads(file.read_text(encoding="utf-8"))


def said(notebook):
    """Return a sum of what each cell prints and of what it shows in words, by the cell's id."""
    words = {}
    for cell in notebook.cells:
        text = "".join(
            output.get("text") or output.get("ename") or output.get("data", {}).get("text/plain")
            for output in cell.get("outputs", [])
            if "application/vnd.jupyter.widget-view+json" not in output.get("data", {}))
        if text:
            words[cell.id] = hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()[:8]
    return words


if __name__ == "__main__":
    for path in LESSONS:
        if len(sys.argv) == 1 or path.stem in sys.argv[1:]:
            file, lessons = golden(path)
            lessons[path.stem] = said(ran(path))
            file.write_text(json.dumps(lessons, indent=1, sort_keys=True) + "\n", encoding="utf-8")
