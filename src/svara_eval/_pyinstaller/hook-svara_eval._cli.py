"""The command svara-eval imports only the module of the command that is run, by its name."""

from PyInstaller.utils.hooks import collect_submodules

hiddenimports = collect_submodules("svara_eval._cli")
