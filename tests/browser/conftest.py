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
def window(page):
    """A function that gives the window another size, which it has until the test ends."""
    yield lambda width, height: page.set_viewport_size(jupyter.sized(width, height))
    page.set_viewport_size(jupyter.sized(*jupyter.LARGE))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    """Note of a test that it has failed."""
    report = yield
    item.failed = getattr(item, "failed", False) or report.failed
    return report


@pytest.fixture(scope="package")
def opened():
    """The notebook that is open, in a list of one at most."""
    opened = []
    yield opened
    for each in opened:
        each.close()


@pytest.fixture
def notebook(lab, page, opened, request):
    """A function that opens a notebook made of the given cells, or one at a path.

    All that are made of cells have the same kernel, as it takes long to start, unless a test fails.
    What goes wrong on the page fails the test.
    """
    name = request.node.name.replace("[", "_").replace("]", "")

    def close():
        while opened:
            opened.pop().close()

    def open_notebook(*cells, path=None):
        if path or not opened or opened[0].path:
            close()
            opened.append(jupyter.Notebook(lab, page, name, cells, path))
        else:
            opened[0].renew(cells)
        return opened[0]

    yield open_notebook
    if opened:
        errors = [*opened[0].errors]
        if request.node.failed or errors:
            opened[0].screenshot(f"{name}.png")
            close()
        assert not errors
