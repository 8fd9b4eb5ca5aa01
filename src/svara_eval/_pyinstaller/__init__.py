"""What PyInstaller has to know to freeze a program that uses the library; it finds this folder by an entry point."""

from __future__ import annotations

from os.path import dirname


def hook_folders() -> list[str]:
    """The folder with a hook for each package that needs one."""
    return [dirname(__file__)]
