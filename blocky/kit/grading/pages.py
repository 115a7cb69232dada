"""The pages of feedback are nbgrader's; what is slow about the first one is done once for a class.

The process that those that grade are forked from imports this module, and so has made a page.
"""

from __future__ import annotations

from typing import Any

import nbformat
from jinja2 import BytecodeCache
from nbconvert.exporters import HTMLExporter
from nbgrader.converters import GenerateFeedback  # type: ignore[import-untyped]

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


class Pages(HTMLExporter):
    """Makes pages from templates that it compiles only once."""

    _compiled = _Kept()

    def _create_environment(self) -> Any:
        environment = super()._create_environment()  # type: ignore[no-untyped-call]
        environment.bytecode_cache = self._compiled
        return environment


def _make_one() -> None:
    cells = [nbformat.v4.new_code_cell("x = 1"), nbformat.v4.new_markdown_cell("# x")]  # type: ignore[no-untyped-call]
    Pages(config=GenerateFeedback().config).from_notebook_node(  # type: ignore[no-untyped-call]
        nbformat.v4.new_notebook(cells=cells, metadata={  # type: ignore[no-untyped-call]
            "language_info": {"name": "python", "pygments_lexer": "ipython3"}}),
        {"nbgrader": {"score": 0, "max_score": 0, "late_penalty": 0}})


_make_one()
