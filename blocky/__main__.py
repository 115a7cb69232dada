"""``python -m blocky``: the command ``blocky``."""

import sys
from importlib import import_module


def _search_the_current_folder_last() -> None:
    """Move the current folder from the start of Python's search path to its end.

    So files of a course or a student there replace neither Python's modules nor an installed kit.
    """
    if sys.flags.safe_path:  # Python hasn't put the folder on the path
        return
    current_folder = sys.path.pop(0)
    sys.path.append(current_folder)
    # the kit's own modules may have been found there: they are searched for again
    for name in [each for each in sys.modules if each.partition(".")[0] == "blocky"]:
        del sys.modules[name]


if __name__ == "__main__":
    _search_the_current_folder_last()
    sys.exit(import_module("blocky.kit.command").main())
