"""The block in which a notebook shows what a check says, and the short error below it."""

import html
import re

import pytest

from blocky import check
from blocky.kit.check.error_block import markup_of
from blocky.kit.check.record import NARROW, RECORD, CheckError, Status, state_of
from blocky.kit.language import CODE_BEGINS, CODE_ENDS, Code, say
from tests.course import code, notebook_of
from tests.hints import cell, hints_of, task_for
from tests.kernels import ran

WRONG = '''from blocky import check

def count_leaves(block):
    """<script>alert(1)</script>"""
    total = 0
    for child in block.children:
        total += 1
    return total'''

NASTY = "<script>alert(1)</script> & `b` \"c\""


def error_of(task, answer):
    with pytest.raises(CheckError) as caught:
        task.check(answer)
    return caught.value


def text_of(markup):
    """Return the text that a page shows for some markup."""
    return html.unescape(re.sub("<[^>]*>", "", re.sub("(?s)<style.*?</style>", "", markup)))


@pytest.fixture(scope="module")
def outputs(tmp_path_factory):
    """The outputs of the cells of a notebook with a wrong, an unwritten and a right answer."""
    path = tmp_path_factory.mktemp("notebook") / "checks.ipynb"
    sources = [
        WRONG,
        "check.count_leaves(count_leaves)",
        "def flatten(block):\n    raise NotImplementedError\n\ncheck.flatten(flatten)",
        "def count_leaves(block):\n    return (1 if not block.children else\n"
        "            sum(map(count_leaves, block.children)))\n\ncheck.count_leaves(count_leaves)",
    ]
    cells = [code(source, f"cell-{number}") for number, source in enumerate(sources)]
    path.write_text(notebook_of(*cells), "utf-8")
    _, wrong, not_started, passed = [each.outputs for each in ran(path).cells]
    return {"wrong": wrong, "not started": not_started, "passed": passed}


@pytest.mark.parametrize(("name", "state"), [
    ("wrong", Status.WRONG), ("not started", Status.NOT_STARTED)])
def test_a_notebook_shows_a_block_and_a_short_error(outputs, name, state):
    block, error = outputs[name]
    assert (block.output_type, error.output_type) == ("display_data", "error")
    assert f"{state.words}." in error.traceback[0]
    assert len(error.traceback) <= 5
    assert all(len(line) <= NARROW for line in error.traceback)
    kept = state_of(error)
    assert kept.state is state
    assert kept.hint in block.data["text/plain"]
    assert (RECORD in block.data) == (state is Status.NOT_STARTED)
    shown = text_of(block.data["text/html"])
    said = [line.strip() for line in block.data["text/plain"].split("\n")]
    for line in said:
        if line and not line.startswith("<Picture"):
            assert " ".join(line.removeprefix("Hint: ").split()) in " ".join(shown.split())


def test_a_passed_check_raises_nothing_and_writes_nothing_to_stderr(outputs):
    box, = outputs["passed"]
    assert box.output_type == "display_data"
    assert state_of(box).state is Status.PASSED


def test_a_block_can_be_read_by_a_screen_reader_and_in_any_theme():
    markup = markup_of(error_of(check.count_leaves, cell(WRONG.replace("alert", "b"))))
    assert markup.count('role="heading"') == 2
    assert 'role="status"' in markup
    assert 'role="note"' in markup
    assert re.search('<img [^>]*alt="[^"]{20,}"', markup)
    style = re.search('<div class="blocky-instead"[^>]*style="([^"]*)"', markup)[1]
    assert not re.search(r"(^|[^-])color:", style), "the letters have the colour of the page"
    assert "word-break: normal" in style


def test_code_is_marked_as_code_and_a_value_is_shown_as_text():
    def right(text):
        return text

    source = f"def answer(text):\n    return text + {NASTY!r}\n"
    task = task_for(right, (NASTY,), ("",), name="answer")
    hints_of(task, cell(source))
    error = error_of(task, cell(source))
    markup = markup_of(error)
    assert "<script" not in markup
    assert f"<code>{html.escape(repr(2 * NASTY))}</code>" in markup
    assert repr(2 * NASTY) in text_of(markup)
    assert f"<code>{html.escape(f'text + {NASTY!r}')}</code>" in markup, "the student's code"
    assert f">{html.escape(f'text = {NASTY!r}')}\nanswer(text)</code>" in markup, "the call"
    for text in (str(error), error.hint, error.kept, error.record.hint, *task.explained.hints):
        assert CODE_BEGINS not in text
        assert CODE_ENDS not in text


def test_outside_a_notebook_an_error_says_everything():
    error = error_of(check.count_leaves, cell(WRONG))
    lines = error._render_traceback_()
    assert "\n".join(lines) == error.text == str(error)
    assert f"Hint: {error.hint}" in error.text
    assert "    count_leaves(block)" in error.text


def test_marks_of_the_students_own_code_do_not_count():
    own = Code(f"a{CODE_ENDS}<b>{CODE_BEGINS}")
    assert say("{x!r} and {x}", x=own).endswith(f" and {CODE_BEGINS}a<b>{CODE_ENDS}")
