"""How long a click on a page takes to change the pixels of the board."""

import tempfile
from contextlib import closing
from pathlib import Path

from blocky import Game
from tests.browser import lab

CLICKS = 30
DEPTH, SEED, TURNS = 5, 7, 1000
TARGET = 120
CODE = f"""from blocky.widgets import play
play("solitaire", seed={SEED}, max_depth={DEPTH}, turns={TURNS})"""

#: The functions that the page gets: when its board was last seen to change, and, for a click,
#: how long it took until an animation frame found other pixels.
WATCH = """canvas => {
    const context = canvas.getContext("2d");
    const sum = () => {
        const data = context.getImageData(0, 0, canvas.width, canvas.height).data;
        return new Uint32Array(data.buffer).reduce((h, pixel) => (h ^ pixel) * 16777619 | 0, 0);
    };
    let seen = sum(), changed = performance.now(), clicked = null;
    window.quiet = milliseconds => performance.now() - changed > milliseconds;
    window.taken = null;
    window.addEventListener("mousedown", () => {
        clicked = performance.now();
        window.taken = null;
    }, true);
    const look = () => {
        const now = sum();
        if (now !== seen) {
            seen = now;
            changed = performance.now();
            if (clicked !== null) window.taken = changed - clicked;
            clicked = null;
        }
        requestAnimationFrame(look);
    };
    look();
}"""


def clicks():
    """Return the milliseconds from each click to the first frame with other pixels."""
    with (tempfile.TemporaryDirectory() as folder, lab.serve(Path(folder)) as server,
          lab.page(server) as page,
          closing(lab.Notebook(server, page, "bench", [CODE])) as notebook):
        notebook.run()
        notebook.board().evaluate(WATCH)
        return [click(notebook, place) for place in turning_places()]


def turning_places():
    """Return a place on the board for each click, in a block that looks different when turned."""
    board = Game.ready_made("solitaire", seed=SEED, max_depth=DEPTH, turns=TURNS).board
    turning = []
    for child in board.children:
        turned = child.copy()
        turned.rotate(1)
        if turned != child:
            x, y = child.position
            turning.append(((x + child.size / 2) / board.size, (y + child.size / 2) / board.size))
    return [turning[i % len(turning)] for i in range(CLICKS)]


def click(notebook, place):
    """Click when the pointer has marked the block there; return how long the change took."""
    mouse, page = notebook.page.mouse, notebook.page
    mouse.move(*notebook.at(*place))
    page.wait_for_timeout(300)
    page.wait_for_function("quiet(700)")
    mouse.down()
    mouse.up()
    page.wait_for_function("taken !== null", timeout=10_000)
    return page.evaluate("taken")
