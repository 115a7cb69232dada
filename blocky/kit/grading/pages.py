"""The pages of feedback are nbgrader's, and say what it says in the language in use.

What is slow about the first one is done once for a class.

The process that those that grade are forked from imports this module, and so has made a page.
"""

from __future__ import annotations

import re
from typing import Any

import nbformat
from jinja2 import BytecodeCache
from nbconvert.exporters import HTMLExporter
from nbgrader.converters import GenerateFeedback  # type: ignore[import-untyped]

from blocky.kit.language import mark, say

__all__ = ["Pages"]

#: nbgrader's own words, and the markup in which it puts them.
_LABELS = mark(("Test cell", "Coding free-response", "Written response", "Task", "Comment",
                "Comments:", "Late submission penalty", "Score:", "(Top)", "Student's answer",
                "Student's task", "Grade cell:", "Task:"))
_WORDS = re.compile(
    r'(<a href="#[^"]*">|<span class="nbgrader-label">|<b>|<li class="late-penalty">'
    r'|<h4>[^<]*\(|</a> \(|(?<=penalty )\(|^ +(?=Score: [\d.]+ / [\d.]+ <a href="#top">))'
    f"({'|'.join(map(re.escape, sorted(_LABELS, key=len, reverse=True)))})(?=[ <])", re.M)


class _Kept(BytecodeCache):
    """Keeps what templates were compiled to."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Any) -> None:
        """Give a template what it was compiled to, if that is kept."""
        if (kept := self.kept.get(bucket.key)) is not None:
            bucket.bytecode_from_string(kept)

    def dump_bytecode(self, bucket: Any) -> None:
        """Keep what a template was compiled to."""
        self.kept[bucket.key] = bucket.bytecode_to_string()


class Pages(HTMLExporter):
    """Makes pages from templates that it compiles only once."""

    _compiled = _Kept()

    def _create_environment(self) -> Any:
        environment = super()._create_environment()  # type: ignore[no-untyped-call]
        environment.bytecode_cache = self._compiled
        return environment

    def from_notebook_node(self, *args: Any, **options: Any) -> Any:
        """Return the page of a notebook, in the language in use, and its resources."""
        page, resources = super().from_notebook_node(*args, **options)
        return _WORDS.sub(lambda found: found[1] + say(found[2]), page), resources


def _make_one() -> None:
    cells = [nbformat.v4.new_code_cell("x = 1"), nbformat.v4.new_markdown_cell("# x")]  # type: ignore[no-untyped-call]
    Pages(config=GenerateFeedback().config).from_notebook_node(  # type: ignore[no-untyped-call]
        nbformat.v4.new_notebook(cells=cells, metadata={  # type: ignore[no-untyped-call]
            "language_info": {"name": "python", "pygments_lexer": "ipython3"}}),
        {"nbgrader": {"score": 0, "max_score": 0, "late_penalty": 0}})


_make_one()
