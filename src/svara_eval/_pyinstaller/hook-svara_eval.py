"""The stored odds table, and the compiled modules: they are imported by name, so that PyInstaller does not see them."""

from PyInstaller.utils.hooks import collect_data_files

datas = collect_data_files("svara_eval", includes=["_odds/odds_table.bin"])
hiddenimports = [
    "svara_eval._fast",
    "svara_eval._arrays._arrow",
    "svara_eval._arrays._arrow",
    "svara_eval._arrays._columns",
    "svara_eval._arrays._deals",
    "svara_eval._odds._counting",
    "svara_eval._odds._simulation",
    "svara_eval.envs._play",
]
