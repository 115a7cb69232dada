"""Prints the lowest version of each dependency that pyproject.toml allows, for pip.

``make lowest`` installs these versions and runs tests with them.
"""

import re
import tomllib
from pathlib import Path

PROJECT = Path(__file__).parents[1] / "pyproject.toml"


def lowest_versions():
    """Return a requirement such as "numpy==1.26" for each dependency, those of extras too.

    ValueError: a dependency has no lower bound, or something else beside it.
    """
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    declared = set(project["dependencies"])
    for extra in project["optional-dependencies"].values():
        declared.update(extra)
    for each in declared:
        if not re.fullmatch(r"[\w-]+>=[\d.]+", each):
            raise ValueError(f"{each!r} in pyproject.toml isn't a name with a lower bound.")
    return sorted(each.replace(">=", "==") for each in declared)


if __name__ == "__main__":
    print(*lowest_versions(), sep="\n")
