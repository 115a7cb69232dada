"""The gradebook: nbgrader's, opened sooner."""

from __future__ import annotations

import warnings
from functools import lru_cache

from alembic.script import ScriptDirectory
from nbgrader import api, dbutil  # type: ignore[import-untyped]
from nbgrader.api import Gradebook  # type: ignore[import-untyped]
from sqlalchemy import create_engine

__all__ = ["Gradebook"]

warnings.filterwarnings("ignore", module="nbgrader|nbformat")  # of what they mend themselves

# Each time that a gradebook is opened, its queries are there compiled; no program is started to ask
# for the version of a new one.
api.create_engine = lru_cache(4)(create_engine)
api.get_alembic_version = ScriptDirectory(dbutil.ALEMBIC_DIR).get_current_head
