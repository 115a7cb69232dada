"""Opens JupyterLab on the first page: ``blocky lab``."""

import os
from argparse import ArgumentParser, Namespace

from blocky.kit.language import say
from blocky.kit.teaching import nearest

__all__ = ["add_arguments", "command"]

#: The first page, which has links to all others.
FIRST = "notebooks/start.ipynb"


def add_arguments(parser: ArgumentParser) -> None:
    """Make ``blocky lab`` pass unknown options on to JupyterLab."""
    parser.description = say("{description}. You can add JupyterLab's options, such as "
                             "--no-browser.", description=parser.description)
    parser.set_defaults(passes_on=True)


def command(options: Namespace) -> int:
    """Run JupyterLab in the folder of the lessons until it is stopped, and return 0."""
    first = nearest(FIRST)
    if not first.is_file():
        raise FileNotFoundError(say("There are no lessons here. To make a folder with them, run "
                                    "`blocky new FOLDER`. Then run `blocky lab` in that folder."))
    from jupyterlab.labapp import main

    words = [f"--ServerApp.root_dir={first.resolve().parents[1]}",
             f"--LabApp.default_url=/lab/tree/{FIRST}"]
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0  # in a container, for example
    if is_root:
        words.append("--allow-root")
    main([*words, *options.more])
    return 0
