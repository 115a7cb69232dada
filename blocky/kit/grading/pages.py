"""The pages of feedback: nbgrader's, made sooner, and in the language in use."""

from __future__ import annotations

import re
from html import escape
from typing import Any

from jinja2 import BytecodeCache
from nbconvert.exporters import HTMLExporter, TemplateExporter

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
        self.kept: dict[str, Any] = {}

    def load_bytecode(self, bucket: Any) -> None:
        """Give a template what it was compiled to, if that is kept."""
        bucket.code = self.kept.get(bucket.key)

    def dump_bytecode(self, bucket: Any) -> None:
        """Keep what a template was compiled to."""
        self.kept[bucket.key] = bucket.code


class _Rendered(TemplateExporter):
    """Keeps the page that the templates make to itself."""

    page = ""

    def from_notebook_node(self, *given: Any, **named: Any) -> Any:
        """Return nothing to be looked through, and the resources."""
        self.page, resources = super().from_notebook_node(*given, **named)
        return "", resources


class Pages(HTMLExporter, _Rendered):
    """Makes pages from templates that it compiles only once.

    What nbconvert would parse a whole page for is to describe pictures that nobody has described;
    the rest that it would do does not concern nbgrader's pages.
    """

    _compiled = _Kept()

    def from_notebook_node(self, *given: Any, **named: Any) -> Any:
        """Return the page of a notebook, and resources."""
        _, resources = super().from_notebook_node(*given, **named)
        described = f'<img alt="{escape(say("A picture that nobody has described."))}"'
        page = re.sub(r"<img(?![^>]*\salt=)", lambda _: described, self.page)
        return _WORDS.sub(lambda found: found[1] + say(found[2]), page), resources

    def _create_environment(self) -> Any:
        environment = super()._create_environment()  # type: ignore[no-untyped-call]
        environment.bytecode_cache = self._compiled
        return environment
