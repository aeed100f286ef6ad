"""``python -m ajisai``: the command line, for where the folder of installed commands is not on the path."""

import sys

from ajisai.cli import main

if __name__ == "__main__":
    sys.exit(main())
