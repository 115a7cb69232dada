"""Pictures of Blue."""

from blocky.blue.draw.runs import runs
from blocky.blue.draw.simulation import distributions
from blocky.blue.draw.table import table

__all__ = ["distributions", "runs", "table"]
