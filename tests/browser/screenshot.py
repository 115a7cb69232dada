"""Makes images/hint.png, the README's picture of a check: ``python -m tests.browser.screenshot``.

It runs an answer with a typical mistake in a real JupyterLab. It needs Chromium.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

from tests.browser.lab import ROOT, Notebook, page, serve, sized

TARGET = ROOT / "images" / "hint.png"

ANSWER = """\
def flatten(block):
    side = 2 ** (block.max_depth - block.level)
    if not block.children:
        return [[block.colour] * side for _ in range(side)]
    one, two, three, four = [flatten(child) for child in block.children]
    return [a + b for a, b in zip(one, two)] + [a + b for a, b in zip(three, four)]"""

CHECK = """\
from blocky import check

check.flatten(flatten)"""

#: A window in which the letters are large beside the picture.
NARROW = 900, 1000

#: How often the check runs before: hints get clearer with each attempt.
ATTEMPTS = 3


def main():
    """Run the answer and its check in JupyterLab, and save a picture of both cells."""
    with TemporaryDirectory() as folder, serve(Path(folder)) as lab, page(lab) as window:
        window.set_viewport_size(sized(*NARROW))
        notebook = Notebook(lab, window, "hint", [ANSWER, CHECK])
        notebook.run(0)
        for _ in range(ATTEMPTS):
            notebook.run(1)
        window.wait_for_timeout(1000)  # until the output is drawn
        first = notebook.cell(0).bounding_box()
        last = notebook.cell(1).bounding_box()
        window.screenshot(path=TARGET, clip={
            "x": first["x"], "y": first["y"], "width": first["width"],
            "height": last["y"] + last["height"] - first["y"]})
        notebook.close()


if __name__ == "__main__":
    main()
