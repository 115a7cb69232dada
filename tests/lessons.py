"""The lessons, and what they say: ``python -m tests.lessons`` writes golden/lessons.json.

Run it only after a change that is meant to change what a lesson says.
"""

import hashlib
import json
from pathlib import Path

from tests.kernels import ran

ROOT = Path(__file__).parents[1]
LESSONS = sorted(ROOT.glob("notebooks/*/*.ipynb"))
GOLDEN = Path(__file__).parent / "golden" / "lessons.json"


def name(path):
    """Return the name of a lesson, with that of its game."""
    return f"{path.parent.name}/{path.stem}"


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
    golden = {name(path): said(ran(path)) for path in LESSONS}
    GOLDEN.write_text(json.dumps(golden, indent=1) + "\n", encoding="utf-8")
