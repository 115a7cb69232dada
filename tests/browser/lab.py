"""A local JupyterLab, a browser page that shows it, and a notebook open on that page."""

import json
import os
import shutil
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import nbformat
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[2]
ARTEFACTS = ROOT / "artefacts"
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
             "--disable-background-networking", "--disable-component-update", "--disable-sync"]
TOKEN = "of-the-tests"
LARGE = 1400, 1000  # the size of the window
PATIENCE = 120_000  # milliseconds; only something that hangs takes as long
#: Errors on the page after the kernel of an earlier test has ended.
OF_AN_ENDED_KERNEL = ("Cannot send", "Canceled future for create_subshell_request")
#: Waits for the kernel of a notebook, and notes its messages.
WATCH = """async notebook => {
    await notebook.sessionContext.ready;
    const kernel = notebook.sessionContext.session.kernel;
    await kernel.info;
    const asked = window.asked = new Set();
    window.stillSince = performance.now();
    kernel.anyMessage.connect((_, {msg, direction}) => {
        window.stillSince = performance.now();
        if (direction === "send" && msg.header.msg_type === "comm_msg") {
            asked.add(msg.header.msg_id);
        } else if (msg.header.msg_type === "status" && msg.content.execution_state === "idle") {
            asked.delete(msg.parent_header.msg_id);
        }
    });
}"""
OPEN = f"""async path => ({WATCH})(await jupyterapp.commands.execute(
    "docmanager:open", {{path, factory: "Notebook"}}))"""
#: Where a front end shows a notebook.
FRONT_ENDS = {"JupyterLab": "lab/tree", "Notebook 7": "notebooks"}
BOARD = ".jupyter-matplotlib canvas:visible"
CANVAS = """[...document.querySelectorAll(".jupyter-matplotlib canvas")].find(
    each => each.checkVisibility())"""
PIXELS = f"""() => {{
    const canvas = {CANVAS};
    const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
    return new Uint32Array(data.buffer).reduce((h, pixel) => (h ^ pixel) * 16777619 | 0, 0);
}}"""
#: Replaces the cells of a notebook and clears its kernel.
RENEW = """async cells => {
    const {context} = jupyterapp.shell.currentWidget;
    context.model.fromJSON(cells);
    await context.sessionContext.session.kernel.requestExecute({silent: true, code: `
from ipywidgets import Widget
Widget.close_all()
import blocky
blocky.language("en")
%reset -f
`}).done;
    window.asked.clear();  // requests of cells that are gone may never be answered
}"""
CLOSE = """() => {
    const notebook = jupyterapp.shell.currentWidget;
    notebook.context.model.dirty = false;
    notebook.close();
}"""


class Lab:
    """A running JupyterLab that serves ``folder`` at ``address``."""

    def __init__(self, folder, address):
        self.folder, self.address = folder, address

    def ask(self, path, method="GET"):
        """Return the answer of the server."""
        request = urllib.request.Request(f"{self.address}/{path}", method=method,
                                         headers={"Authorization": f"token {TOKEN}"})
        with urllib.request.urlopen(request, timeout=PATIENCE / 1000) as answer:
            text = answer.read()
        return json.loads(text) if text else None

    def end_kernels(self):
        for session in self.ask("api/sessions"):
            self.ask(f"api/sessions/{session['id']}", "DELETE")


@contextmanager
def serve(folder):
    """Run a JupyterLab with its own settings on a free port, which it writes into a file."""
    environment = {**os.environ, **{f"JUPYTER{name}_DIR": str(folder / f".{name}") for name in
                                    ("_CONFIG", "_RUNTIME", "LAB_SETTINGS", "LAB_WORKSPACES")},
                   "BLOCKY_SLOW": "4"}
    server = subprocess.Popen(
        [sys.executable, "-m", "jupyter", "lab", "--no-browser", "--ip=127.0.0.1", "--allow-root",
         f"--IdentityProvider.token={TOKEN}", "--ServerApp.password=", f"--notebook-dir={folder}",
         "--expose-app-in-browser",
         "--JupyterNotebookApp.expose_app_in_browser=True"],
        env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    told = folder / "._RUNTIME" / f"jpserver-{server.pid}.json"
    until = time.monotonic() + PATIENCE / 1000
    try:
        while not (told.exists() and told.read_text().endswith("}")) and time.monotonic() < until:
            time.sleep(0.2)
        yield Lab(folder, json.loads(told.read_text())["url"].rstrip("/"))
    finally:
        server.terminate()
        server.wait(PATIENCE / 1000)


def sized(width, height):
    """Return the size of a window in the form that Playwright takes."""
    return {"width": width, "height": height}


@contextmanager
def page(lab):
    """Open a JupyterLab in Chromium: one page for many notebooks, because it is slow to load."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        try:
            page = browser.new_page(viewport=sized(*LARGE))
            page.set_default_timeout(PATIENCE)
            page.goto(f"{lab.address}/lab?reset&token={TOKEN}")
            page.wait_for_function("window.jupyterapp")
            begin(page, "jupyterapp.restored")
            finish(page)
            page.keyboard.press("Control+b")  # hides the list of files
            yield page
        finally:
            browser.close()


def begin(page, job):
    """Start a job: a JavaScript expression that returns a promise."""
    page.evaluate(f"() => {{ window.job = {job}.then(() => true); }}")


def finish(page):
    """Wait until the job is done."""
    page.evaluate("""patience => Promise.race([window.job, new Promise((_, fail) =>
        setTimeout(fail, patience, Error("The job is not done.")))])""", PATIENCE)


def made_of(cells):
    """Return a notebook of code cells."""
    return nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(source) for source in cells],
        metadata={"kernelspec": {"name": "python3", "display_name": "Python 3",
                                 "language": "python"}})


class Notebook:
    """A notebook open in JupyterLab, with its own kernel."""

    def __init__(self, lab, page, name, cells=(), path=None):
        """Open a notebook with these cells, or a copy of the project's notebook at ``path``."""
        target = lab.folder / f"{name}.ipynb"
        if path is not None:
            for folder in ("notebooks", "images", "exercises"):
                shutil.copytree(ROOT / folder, lab.folder / folder, dirs_exist_ok=True)
            target = lab.folder / path.relative_to(ROOT)
        else:
            nbformat.write(made_of(cells), target)
        self.lab, self.page, self.path, self.cells, self.errors = lab, page, path, cells, []
        self.page.on("pageerror", self.note)
        self.page.mouse.move(0, 0)
        begin(page, f"({OPEN})({json.dumps(target.relative_to(lab.folder).as_posix())})")
        finish(page)

    @classmethod
    def alone(cls, lab, page, front_end, name):
        """Return the notebook of this name, opened in a front end on a page of its own."""
        self = cls.__new__(cls)
        self.lab, self.page, self.path, self.cells, self.errors = lab, page, None, (), []
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", self.note)
        page.goto(f"{lab.address}/{FRONT_ENDS[front_end]}/{name}.ipynb?reset&token={TOKEN}")
        self.until("window.jupyterapp?.shell.currentWidget?.sessionContext", timeout=PATIENCE)
        begin(page, f"({WATCH})(jupyterapp.shell.currentWidget)")
        finish(page)
        self.cell(0).wait_for()
        return self

    def renew(self, cells):
        """Replace the cells, as if this were another notebook; the kernel stays."""
        self.page.mouse.move(0, 0)
        begin(self.page, f"({RENEW})({json.dumps(made_of(cells))})")
        finish(self.page)
        self.cells = cells
        self.errors.clear()

    def note(self, error):
        if not any(each in str(error) for each in OF_AN_ENDED_KERNEL):
            self.errors.append(str(error))

    def close(self):
        """Close the notebook and end its kernel."""
        self.page.evaluate(CLOSE)
        self.lab.end_kernels()
        self.page.remove_listener("pageerror", self.note)

    def cell(self, index):
        """Return a code cell."""
        return self.page.locator(".jp-Notebook .jp-CodeCell").nth(index)

    def run(self, index=0):
        """Run a code cell and wait until it has run."""
        self.cell(index).locator(".jp-InputArea-editor").click()
        begin(self.page, "jupyterapp.commands.execute('notebook:run-cell')")
        finish(self.page)

    def write(self, index, source):
        """Write a source into a code cell and run it."""
        self.cell(index).locator(".jp-InputArea-editor").click()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.insert_text(source)
        self.run(index)

    def output(self, index):
        """Return the text below a code cell."""
        return self.cell(index).locator(".jp-Cell-outputArea").inner_text()

    def first(self, selector):
        """Return the first match on the page."""
        return self.page.locator(selector).first

    def board(self):
        """Wait until the first live board is drawn, and give it the keys."""
        self.first(BOARD).wait_for()
        self.stand_still()  # it grows to the width of the page
        self.show_board()

    def show_board(self):
        """Scroll to the first live board, and give it the keys."""
        self.first(BOARD).evaluate("each => each.scrollIntoView({block: 'center'})")
        self.stand_still()
        self.listen()

    def listen(self):
        """Give the first live board keys and wheel, by a click on the line below it.

        The click is sent to the line: a real one would scroll the board out of sight.
        """
        line = self.first(".blocky-line:visible")
        for event in ("pointerdown", "click"):
            line.dispatch_event(event, {"bubbles": True})

    def stand_still(self, milliseconds=400):
        """Wait until no board moves, and page and kernel are silent, for this long."""
        self.until("""milliseconds => {
            const boards = [...document.querySelectorAll(".jupyter-matplotlib canvas")];
            const places = JSON.stringify(boards.map(each => each.getBoundingClientRect()));
            if (places !== window.places) {
                window.places = places;
                window.stillSince = performance.now();
            }
            return performance.now() - window.stillSince > milliseconds;
        }""", milliseconds)

    def at(self, x, y):
        """Return the place on the page of a point of the first board, x and y from 0 to 1."""
        box = self.first(BOARD).bounding_box()
        return box["x"] + x * box["width"], box["y"] + y * box["height"]

    def text(self):
        """Return the text of the notebook."""
        return self.page.locator(".jp-Notebook").inner_text()

    def until(self, condition, arg=None, timeout=None):
        """Wait until a JavaScript expression, or a function of ``arg``, gives something true.

        It is polled: asking at each frame would make the page draw more frames than it needs.
        """
        self.page.wait_for_function(condition, arg=arg, timeout=timeout, polling=50)

    def wait_for(self, text, timeout=PATIENCE):
        """Wait until an output shows ``text``, a string or a pattern."""
        self.page.locator(".jp-OutputArea-output", has_text=text).first.wait_for(timeout=timeout)

    def wheel(self, by):
        """Turn the wheel, and wait until the page is ready for another turn."""
        begin(self.page, "new Promise(heard => addEventListener('wheel', heard, {once: true, "
                         "capture: true}))")
        self.page.mouse.wheel(0, by)
        finish(self.page)
        self.pass_on()

    def pass_on(self):
        """Wait until the page has sent the last pointer event: ipympl delays it by 33 ms."""
        self.page.evaluate("() => new Promise(done => setTimeout(done, 50))")

    def press(self, name):
        """Press the first button with this text, as soon as it is enabled."""
        self.page.locator(".jupyter-button", has_text=name).first.click()

    def settle(self):
        """Wait until the kernel has handled all requests of buttons and controls.

        It may handle two of them in another order than they were sent.
        """
        self.until("window.asked.size === 0")

    def screenshot(self, name):
        ARTEFACTS.mkdir(exist_ok=True)
        self.page.screenshot(path=str(ARTEFACTS / name))
