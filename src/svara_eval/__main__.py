"""``python -m svara_eval`` is the command ``svara-eval``."""

import sys

from svara_eval._cli import main

if __name__ == "__main__":
    sys.exit(main())
