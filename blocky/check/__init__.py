"""Checks: what each exercise asks of a student's function or class.

``check.flatten(flatten)`` tries the function of the notebook, and says how many trials it passed.
If it fails one, it shows the case, and gives a hint; the hint gets clearer with each new try.
"""

from blocky.check.grids import flatten, perimeter_score

__all__ = ["flatten", "perimeter_score"]
