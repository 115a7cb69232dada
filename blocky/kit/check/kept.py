"""A plugin of pytest: the errors of a notebook's cells stand in its result file as they came."""

from __future__ import annotations

import json
from typing import Any

__all__ = ["ERROR", "pytest_runtest_makereport"]

#: The name of the property that holds the output of a cell that failed.
ERROR = "error"


def pytest_runtest_makereport(item: Any) -> None:
    """Give a cell that nbval ran the property ERROR if one of its outputs is an error."""
    for output in getattr(item, "test_outputs", None) or []:
        if output["output_type"] == "error":
            item.user_properties = [(ERROR, json.dumps(output))]
