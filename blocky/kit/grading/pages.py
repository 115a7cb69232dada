"""The pages of feedback: nbgrader's, made sooner."""

from __future__ import annotations

import re
from html import escape
from typing import Any

from jinja2 import BytecodeCache
from nbconvert.exporters import HTMLExporter, TemplateExporter

from blocky.kit.language import say

__all__ = ["Pages"]


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
        return re.sub(r"<img(?![^>]*\salt=)", lambda _: described, self.page), resources

    def _create_environment(self) -> Any:
        environment = super()._create_environment()  # type: ignore[no-untyped-call]
        environment.bytecode_cache = self._compiled
        return environment
