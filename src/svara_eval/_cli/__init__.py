"""The command line ``svara-eval``: a file for each command, and the readers of files of hands."""

from svara_eval._cli.entry import main

__all__ = ["main"]
