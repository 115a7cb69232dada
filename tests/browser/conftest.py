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


@pytest.fixture
def notebook(lab, page, request):
    """A function that opens a notebook made of the given cells, or one at a path."""
    name, opened = request.node.name.replace("[", "_").replace("]", ""), []

    def open_notebook(*cells, path=None):
        opened.append(jupyter.Notebook(lab, page, name, cells, path))
        return opened[-1]

    yield open_notebook
    for each in opened:
        each.screenshot(f"{name}.png")
        each.close()


@pytest.fixture(scope="module")
def shown(lab, page, request):
    """A notebook whose first cell is the SETUP of the tests, and whose second shows this and that.

    It is for the last tests of a file: there is one kernel for all of them.
    """
    nb = jupyter.Notebook(lab, page, request.module.__name__, [request.module.SETUP, ""])
    nb.run(0)
    yield nb
    nb.close()
