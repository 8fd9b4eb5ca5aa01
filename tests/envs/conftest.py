"""Tests that need another library are collected only where it is installed."""

from importlib.util import find_spec

TOOLS = {"test_pettingzoo.py": "pettingzoo", "test_open_spiel.py": "pyspiel"}
collect_ignore = [name for name, tool in TOOLS.items() if find_spec(tool) is None]
