"""The command ``svara-eval``: a module for each of its commands, and the readers of files of hands."""

from svara_eval._cli.entry import main

__all__ = ["main"]
