"""The class server of GRADING.md: the link to the lessons, and nbgrader's exchange."""

import html
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
from contextlib import contextmanager
from pathlib import Path

import matplotlib
import pytest

from tests.course import NAME, written
from tools import class_server
from tools.class_server import environment_of, home_of, lessons_in, make_class

ROOT = Path(__file__).parents[1]
PASSWORD = "of-the-tests"
FIRST = "notebooks/start.ipynb"
PATIENCE = 300  # seconds; only something that hangs takes as long
MISSING = class_server.what_is_missing()

pytestmark = [
    pytest.mark.skipif(os.name == "nt", reason="nbgrader's exchange doesn't work on Windows"),
    pytest.mark.skipif(shutil.which("git") is None, reason="there is no git"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The folder of a class."""
    folder = tmp_path_factory.mktemp("class")
    make_class(folder)
    return folder


def run_as(folder, user, place, *words):
    """Run a program in a folder of a user's home; return what it prints."""
    environment = {**environment_of(folder, user), "MPLCONFIGDIR": matplotlib.get_cachedir()}
    done = subprocess.run([sys.executable, "-m", *words], cwd=home_of(folder, user) / place,
                          env=environment, text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


# -- the exchange ----------------------------------------------------------------------------------

def test_the_guide_shows_the_settings_of_the_class():
    text = (ROOT / "GRADING.md").read_text(encoding="utf-8")
    shown = re.search(r"^```python\n(import os\n.*?)^```$", text, re.M | re.S)[1]
    settings = class_server.NBGRADER_SETTINGS.format(exchange="/srv/exchange")
    assert shown.replace('"', "'") == settings.replace("  # noqa: F821", "").replace('"', "'")


@pytest.mark.slow
def test_students_submit_and_read_feedback_and_a_damaged_file_stops_nobody(folder):
    answers = {"ada": written(), "ben": "{ damaged"}
    for student, content in answers.items():
        lessons = home_of(folder, student) / "blocky"
        shutil.copytree(lessons_in(folder), lessons, ignore=shutil.ignore_patterns(".git"))
        exercise = lessons / "exercises/blocky" / f"{NAME}.ipynb"
        exercise.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
        run_as(folder, student, ".", "nbgrader", "submit", "blocky")
    assert "cheating" not in run_as(folder, "instructor", "course", "nbgrader", "collect", "blocky")
    table = run_as(folder, "instructor", "course", "blocky", "grade", "6", "--no-report")
    assert re.search(rf"ada +{NAME} +7 of 7", table)
    assert re.search(rf"ben +{NAME} +0 of 7 +not graded", table)
    run_as(folder, "instructor", "course", "nbgrader", "release_feedback", NAME)
    for student, said in (("ada", "7.0 / 7.0"), ("ben", "This file isn't valid JSON")):
        run_as(folder, student, ".", "nbgrader", "fetch_feedback", "blocky")
        place = home_of(folder, student) / "blocky/exercises/blocky/feedback"
        pages = [page.read_text("utf-8") for page in place.rglob("*.html")]
        assert len(pages) == 1
        assert said in html.unescape(pages[0])


# -- the hub ---------------------------------------------------------------------------------------

@pytest.mark.parametrize(("gone", "said"), [
    ({}, []),
    ({"jupyterhub", "nbgrader"}, [
        "The class server needs jupyterhub, nbgrader. In the clone, run: "
        'python -m pip install ".[instructor,hub]"']),
    ({"configurable-http-proxy", "git"}, [
        "The class server needs the program configurable-http-proxy. With Node.js 20 or newer, "
        "run: npm install --global configurable-http-proxy",
        "The class server needs the program git."])])
def test_it_says_what_is_missing(gone, said, monkeypatch):
    monkeypatch.setattr(class_server, "find_spec", lambda name: name not in gone)
    monkeypatch.setattr(class_server.shutil, "which", lambda name: name not in gone)
    assert class_server.what_is_missing() == said


@pytest.mark.parametrize(("words", "said"), [
    (["--password", "short"], "The password is too short. Use 8 characters or more."),
    (["--port", "99999"], "Port 99999 isn't free. Choose another one with --port.")])
def test_it_says_which_setting_is_wrong(words, said, tmp_path, monkeypatch):
    monkeypatch.setattr(class_server, "what_is_missing", list)
    monkeypatch.setattr(sys, "argv", ["class_server.py", str(tmp_path), *words])
    assert class_server.main() == said
    assert not list(tmp_path.iterdir())


def test_a_port_on_which_something_listens_is_not_free():
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert not class_server.is_free(port)
    assert class_server.is_free(port)


def answers(address):
    """Whether a server answers at an address."""
    try:
        with urllib.request.urlopen(address, timeout=10):
            return True
    except (urllib.error.URLError, OSError):
        return False


@contextmanager
def served(folder):
    """Start the script as an instructor would; yield the address of the hub when it answers."""
    port = class_server.free_ports(1)[0]
    address = f"http://127.0.0.1:{port}"
    log = folder / "hub.log"
    with log.open("w") as file:
        hub = subprocess.Popen(
            [sys.executable, class_server.__file__, folder, "--port", str(port),
             "--password", PASSWORD], cwd=ROOT, stdout=file, stderr=subprocess.STDOUT)
    until = time.monotonic() + PATIENCE
    try:
        while not answers(f"{address}/hub/health"):
            assert hub.poll() is None, log.read_text("utf-8")
            assert time.monotonic() < until, log.read_text("utf-8")
            time.sleep(0.5)
        yield address
    finally:
        hub.terminate()  # the hub ends the proxy and the servers of its users
        hub.wait(PATIENCE)


@pytest.mark.browser
@pytest.mark.skipif(bool(MISSING), reason=" ".join(MISSING))
def test_the_link_gives_a_student_the_lessons_and_opens_the_first_page(folder):
    jupyter = pytest.importorskip("tests.browser.lab")
    if jupyter.CHROMIUM is None:
        pytest.skip("there is no Chromium")
    lessons = home_of(folder, "ben") / "blocky"
    shutil.rmtree(lessons, ignore_errors=True)  # another test may have put them there
    with served(folder) as address, jupyter.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=jupyter.CHROMIUM,
                                             args=jupyter.ARGUMENTS)
        page = browser.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.goto(class_server.link(address, lessons_in(folder).as_uri()))
        page.fill("[name=username]", "ben")
        page.fill("[name=password]", PASSWORD)
        page.click("[type=submit]")
        page.locator(".jp-Notebook h1", has_text="Three games").wait_for()
        assert page.url == f"{address}/user/ben/{class_server.FIRST_PAGE}"
        browser.close()
    assert (lessons / ".git").is_dir()
    # The page shows what is in the repository, and the browser may have saved it already.
    assert (lessons / "README.md").read_bytes() == (lessons_in(folder) / "README.md").read_bytes()
    assert (lessons / FIRST).exists()
    assert not list(lessons.rglob("*solution*"))
