"""A JupyterLab on loopback, a real browser, and a notebook open in it."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import contextmanager, suppress
from pathlib import Path

import nbformat
from playwright.sync_api import TimeoutError, sync_playwright

ROOT = Path(__file__).parents[2]
ARTEFACTS = ROOT / "artefacts"
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
             "--disable-background-networking", "--disable-component-update", "--disable-sync"]
TOKEN = "of-the-tests"


class Lab:
    """A running JupyterLab that serves ``folder`` at ``address``."""

    def __init__(self, folder, address):
        self.folder, self.address = folder, address

    def ask(self, path, method="GET"):
        """Return what the server's API answers."""
        request = urllib.request.Request(f"{self.address}/api/{path}", method=method,
                                         headers={"Authorization": f"token {TOKEN}"})
        with urllib.request.urlopen(request, timeout=10) as answer:
            text = answer.read()
        return json.loads(text) if text else None

    def end_kernels(self):
        for session in self.ask("sessions"):
            self.ask(f"sessions/{session['id']}", "DELETE")

    def page_of(self, notebook):
        return f"{self.address}/lab/tree/{notebook}?reset&token={TOKEN}"


@contextmanager
def serve(folder):
    """Run a JupyterLab with settings of its own on a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {**os.environ, **{f"JUPYTER{name}_DIR": str(folder / f".{name}") for name in
                                    ("_CONFIG", "LAB_SETTINGS", "LAB_WORKSPACES")}}
    server = subprocess.Popen(
        [sys.executable, "-m", "jupyter", "lab", "--no-browser", "--ip=127.0.0.1", "--allow-root",
         f"--port={port}", "--ServerApp.port_retries=0", f"--IdentityProvider.token={TOKEN}",
         "--ServerApp.password=", f"--notebook-dir={folder}"],
        env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    lab = Lab(folder, f"http://127.0.0.1:{port}")
    try:
        for attempt in range(300):
            try:
                lab.ask("status")
                break
            except OSError:
                if attempt == 299 or server.poll() is not None:
                    raise
                time.sleep(0.2)
        yield lab
    finally:
        server.terminate()
        server.wait(20)


@contextmanager
def chromium():
    """Run a Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


class Notebook:
    """A notebook open in JupyterLab, with a kernel of its own."""

    def __init__(self, lab, browser, name, cells=(), path=None):
        """Open a notebook made of ``cells``, or a copy of the one at ``path`` in this project."""
        target = lab.folder / f"{name}.ipynb"
        if path is not None:
            for folder in ("notebooks", "images", "exercises"):
                shutil.copytree(ROOT / folder, lab.folder / folder, dirs_exist_ok=True)
            target = lab.folder / path.relative_to(ROOT)
        else:
            made = nbformat.v4.new_notebook(
                cells=[nbformat.v4.new_code_cell(source) for source in cells],
                metadata={"kernelspec": {"name": "python3", "display_name": "Python 3",
                                         "language": "python"}})
            nbformat.write(made, target)
        self.errors = []
        self.page = browser.new_page(viewport={"width": 1400, "height": 1000})
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.set_default_timeout(60_000)
        self.page.goto(lab.page_of(target.relative_to(lab.folder).as_posix()))
        self.page.locator(".jp-StatusBar-TextItem", has_text="| Idle").wait_for(timeout=60_000)
        self.page.keyboard.press("Control+b")  # hides the list of files

    def run(self, index=0):
        """Run a code cell and wait until it has run."""
        cell = self.page.locator(".jp-Notebook .jp-CodeCell").nth(index)
        cell.locator(".jp-InputArea-editor").click()
        self.page.keyboard.press("Control+Enter")
        cell.locator(".jp-InputPrompt", has_text=re.compile(r"\[\d+\]")).wait_for(timeout=60_000)

    def write(self, index, source):
        """Let ``source`` be what a code cell holds, and run it."""
        cell = self.page.locator(".jp-Notebook .jp-CodeCell").nth(index)
        cell.locator(".jp-InputArea-editor").click()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.insert_text(source)
        self.run(index)

    def output(self, index):
        """Return the text below a code cell."""
        return self.page.locator(".jp-Notebook .jp-CodeCell").nth(index).locator(
            ".jp-Cell-outputArea").inner_text()

    def board(self):
        """Wait until the first live board is drawn; return its canvas."""
        canvas = self.page.locator(".jupyter-matplotlib canvas:visible").first
        canvas.wait_for()
        canvas.scroll_into_view_if_needed()
        self.stand_still()
        return canvas

    def stand_still(self, milliseconds=400):
        """Wait until the live boards have stood so long at their places, with their pictures."""
        self.page.wait_for_function("""milliseconds => {
            const drawn = [...document.querySelectorAll(".jupyter-matplotlib canvas")];
            const seen = drawn.map(each => {
                const box = each.getBoundingClientRect();
                return [box.x, box.y, box.width, box.height, each.toDataURL().length].join();
            }).join(" ");
            if (seen !== window.boardsSeen) {
                window.boardsSeen = seen;
                window.boardsSince = performance.now();
            }
            return performance.now() - window.boardsSince > milliseconds;
        }""", arg=milliseconds, polling=100)

    def at(self, x, y):
        """Return the place on the page of a point of the board, each from 0 to 1."""
        box = self.page.locator(".jupyter-matplotlib canvas:visible").first.bounding_box()
        return box["x"] + x * box["width"], box["y"] + y * box["height"]

    def text(self):
        """Return all that the notebook shows as text."""
        return self.page.locator(".jp-Notebook").inner_text()

    def wait_for(self, text, timeout=60_000):
        """Wait until an output shows ``text``, a string or a pattern."""
        self.page.locator(".jp-OutputArea-output", has_text=text).first.wait_for(timeout=timeout)

    def hover(self, place, text):
        """Move the pointer about where ``place()`` is until an output shows ``text``.

        A page that is still being laid out may move away under the pointer.
        """
        for _ in range(20):
            x, y = place()
            self.page.mouse.move(x - 3, y)
            self.page.mouse.move(x, y)
            with suppress(TimeoutError):
                return self.wait_for(text, timeout=1000)
        self.wait_for(text)

    def press(self, name):
        """Press the first button with this text, as soon as it can be pressed."""
        self.page.locator(".jupyter-button", has_text=name).first.click()

    def screenshot(self, name):
        ARTEFACTS.mkdir(exist_ok=True)
        self.page.screenshot(path=str(ARTEFACTS / name))
