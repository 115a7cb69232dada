import os

import pytest

from tests.browser import lab as jupyter


def pytest_collection_modifyitems(items):
    """Rerun a failed browser test once: a busy machine may delay page or kernel."""
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
    """A function that resizes the window until the test ends."""
    yield lambda width, height: page.set_viewport_size(jupyter.sized(width, height))
    page.set_viewport_size(jupyter.sized(*jupyter.LARGE))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    """Remember whether a test has failed."""
    report = yield
    item.failed = getattr(item, "failed", False) or report.failed
    return report


@pytest.fixture(scope="package")
def opened():
    """A list of the open notebook, if there is one."""
    opened = []
    yield opened
    for each in opened:
        each.close()


@pytest.fixture
def notebook(lab, page, opened, request):
    """A function that opens a notebook with the given cells, or the one at a path.

    Notebooks of cells share a kernel, which is slow to start, until a test fails. An error on the
    page fails the test.
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
