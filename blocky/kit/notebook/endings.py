"""A plugin of pytest: how a notebook's cells failed stands in its result file, for programs."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Any

__all__ = ["ENDING", "ERROR", "Ending", "pytest_runtest_makereport"]

#: The names of the properties that hold the error among a cell's outputs, and its Ending.
ERROR, ENDING = "error", "ending"


class Ending(StrEnum):
    """How a cell ended that failed."""

    RAISED = "raised"
    STOPPED = "stopped"  #: it ran for too long, and was interrupted
    LOST = "lost"  #: it ended Python, or could not be interrupted
    NOT_RUN = "not run"  #: one above it was lost


def pytest_runtest_makereport(item: Any, call: Any) -> None:
    """Give a cell that failed the property ENDING, and ERROR if one of its outputs is an error."""
    from nbval.plugin import NbCellError  # type: ignore[import-untyped]

    if call.excinfo is None:
        return
    errors = [output for output in getattr(item, "test_outputs", None) or []
              if output["output_type"] == "error"]
    timed_out = getattr(item.parent, "timed_out", False)
    ending = Ending.RAISED
    if not isinstance(call.excinfo.value, NbCellError):
        ending = Ending.NOT_RUN
    elif timed_out and not errors:
        ending = Ending.LOST
    elif timed_out and errors[-1]["ename"] == KeyboardInterrupt.__name__:
        ending = Ending.STOPPED
    item.user_properties = [(ENDING, ending), *((ERROR, json.dumps(each)) for each in errors[-1:])]
