import os

import pytest

from tests.browser import lab as jupyter


def pytest_collection_modifyitems(items):
    """Let a browser test that fails run once more: a busy machine may hold page or kernel."""
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="package")
def lab(tmp_path_factory):
    if jupyter.CHROMIUM is None:
        if os.environ.get("CI"):
            pytest.fail("The browser tests need Chromium, and CI must run them.")
        pytest.skip("The browser tests need Chromium. Install it to run them.")
    with jupyter.serve(tmp_path_factory.mktemp("lab")) as server:
        yield server


@pytest.fixture(scope="package")
def page(lab):
    with jupyter.page(lab) as page:
        yield page


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    """Note of a test that it has failed."""
    report = yield
    item.failed = getattr(item, "failed", False) or report.failed
    return report


@pytest.fixture(scope="module")
def opened():
    """The notebook that is open, in a list of one at most; the tests of a file share it."""
    opened = []
    yield opened
    for each in opened:
        each.close()


@pytest.fixture
def notebook(lab, page, opened, request):
    """A function that opens a notebook made of the given cells, or one at a path.

    The first has one kernel for all tests of a file, as it takes long to start, unless one fails.
    """
    name = request.node.name.replace("[", "_").replace("]", "")

    def close():
        while opened:
            opened.pop().close()

    def open_notebook(*cells, path=None):
        if path or not opened:
            close()
            opened.append(jupyter.Notebook(lab, page, name, cells, path))
        else:
            opened[0].renew(cells)
        return opened[0]

    yield open_notebook
    if opened:
        opened[0].screenshot(f"{name}.png")
        if opened[0].path or request.node.failed:
            close()


@pytest.fixture
def shown(notebook, opened, request):
    """A notebook that has run the SETUP of the tests, and whose second cell is for each of them."""
    cells = (request.module.SETUP, "")
    if not opened or opened[0].cells != cells:
        notebook(*cells).run(0)
    return opened[0]
