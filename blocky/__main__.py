"""``python -m blocky``: the command ``blocky``."""

import sys

from blocky.kit.command import main

if __name__ == "__main__":
    sys.exit(main())
