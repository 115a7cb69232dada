"""``python -m blocky``: the command ``blocky``."""

import sys
from importlib import import_module


def _forget_the_current_folder() -> None:
    """Look for modules in the current folder last, where Python has put it first.

    So files of a course or a student there replace neither Python's modules nor an installed kit.
    """
    if not sys.flags.safe_path:
        here = sys.path.pop(0)
        sys.path.append(here)
        # the kit's own modules may have been found there: they are searched for again
        for name in [each for each in sys.modules if each.partition(".")[0] == "blocky"]:
            del sys.modules[name]


if __name__ == "__main__":
    _forget_the_current_folder()
    sys.exit(import_module("blocky.kit.command").main())
