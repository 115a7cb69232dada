"""Pictures of Blue."""

from blocky.blue.draw import plain as _registered  # noqa: F401 - what plain data shows
from blocky.blue.draw.runs import runs
from blocky.blue.draw.simulation import distributions, samples
from blocky.blue.draw.table import table

__all__ = ["distributions", "runs", "samples", "table"]
