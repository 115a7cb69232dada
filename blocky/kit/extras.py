"""Packages that aren't installed with the kit, because a student doesn't need them.

pyproject.toml lists them as extras. Code imports them where it uses them.
"""

from blocky.kit.language import mark, say

__all__ = ["PIP", "missing"]

#: The command that installs packages: in a terminal, it's followed by their names.
PIP = "python -m pip install"

#: What each package is for.
_NEEDED = mark({
    "distributed": "A cluster needs Dask, but the package {package} isn't installed. To install "
                   "it, run: {command}",
    "nbgrader": "Grading needs the package {package}, which isn't installed. To install it, run: "
                "{command}",
    "ruff": "Advice on style needs the package {package}, which isn't installed. To install it, "
            "run: {command}",
})

#: Packages that come with another one.
_COMES_WITH = {"alembic": "nbgrader", "sqlalchemy": "nbgrader"}


def missing(module: str, pip: str = PIP) -> str:
    """Return a sentence that says what to install, because ``module`` can't be imported.

    >>> missing("nbgrader.api").partition(". ")[0]
    "Grading needs the package nbgrader, which isn't installed"
    >>> missing("ruff", pip="%pip install").partition(". ")[2]
    'To install it, run: %pip install ruff'
    """
    top_module = module.split(".")[0]
    package = _COMES_WITH.get(top_module, top_module)
    command = f"{pip} {package}"
    if package in _NEEDED:
        return say(_NEEDED[package], package=package, command=command)
    return say("This needs the package {package}, which isn't installed. To install it, run: "
               "{command}", package=package, command=command)
