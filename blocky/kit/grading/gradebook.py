"""nbgrader's gradebook, opened faster."""

import warnings
from functools import lru_cache

from alembic.script import ScriptDirectory
from nbgrader import api, dbutil  # type: ignore[import-untyped]
from nbgrader.api import Gradebook  # type: ignore[import-untyped]
from sqlalchemy import create_engine

__all__ = ["Gradebook"]

warnings.filterwarnings("ignore", module="nbgrader|nbformat")  # about what they repair themselves

# A database that is opened again keeps its compiled queries, and a new one gets its version without
# starting a program.
api.create_engine = lru_cache(4)(create_engine)
api.get_alembic_version = ScriptDirectory(dbutil.ALEMBIC_DIR).get_current_head
