"""The command line ``svara-eval``: a file for each command, and the readers of files of hands."""

from svara_eval._cli.process import main

__all__ = ["main"]
