"""Answers to the exercises: right ones in several styles, and wrong ones beside the typical ones.

For each task a module has RIGHT, a list of answers that must pass, and WRONG, a list of Wrong: what
laws find, and what is wrong with the way an answer ends. Typical mistakes are listed in the checks.
"""

import importlib
import pkgutil
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Wrong:
    """A wrong answer: the state that its check must tell, and words of the clearest hint."""

    mistake: str
    answer: Any
    state: str
    hint: str


def tasks():
    """Yield the name of each task with its right and its wrong answers."""
    for module in pkgutil.iter_modules(__path__):
        if module.name != "__main__":
            answers = importlib.import_module(f"{__name__}.{module.name}")
            for name in answers.RIGHT:
                yield name, answers.RIGHT[name], answers.WRONG.get(name, [])
