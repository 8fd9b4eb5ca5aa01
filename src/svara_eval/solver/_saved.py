"""Solutions in files: NumPy's archives of arrays, compressed."""

from __future__ import annotations

import json
from contextlib import nullcontext
from os import PathLike
from typing import TYPE_CHECKING, Any, BinaryIO
from zipfile import BadZipFile

import numpy as np

from svara_eval import SvaraError
from svara_eval._numbers import located, shown
from svara_eval.game import Settings

if TYPE_CHECKING:
    from collections.abc import Iterable

    from svara_eval.solver._cfr import Floats

_FORMAT, _VERSION = "svara_eval solution", 1


def save(
    file: str | PathLike[str] | BinaryIO, settings: Settings, about: dict[str, object], strategies: Iterable[Floats]
) -> None:
    """Write what a solution is made of."""
    amounts = {name: getattr(settings, name) for name in settings.__slots__}
    text = json.dumps({"format": _FORMAT, "version": _VERSION, "settings": amounts, **about})
    with open(file, "wb") if isinstance(file, (str, PathLike)) else nullcontext(file) as to:  # NumPy would add .npz
        np.savez_compressed(to, np.array(text), *strategies)


def load(path: str | PathLike[str]) -> tuple[Settings, dict[str, Any], list[Floats]]:
    """Read what :func:`save` wrote.

    Raises:
        SvaraError: The file is not a saved solution, or one of a later release.
    """
    with located(str(path)):
        try:
            with np.load(path, allow_pickle=False) as file:
                about = json.loads(str(file["arr_0"]))
                strategies = [file[f"arr_{number}"] for number in range(1, len(file.files))]
            found, version, settings = about.pop("format"), about.pop("version"), about.pop("settings")
        except (AttributeError, BadZipFile, EOFError, KeyError, TypeError, ValueError):
            raise SvaraError("not a saved solution") from None
        if found != _FORMAT:
            raise SvaraError("not a saved solution")
        if version != _VERSION:
            raise SvaraError(f"version {shown(version)} of a saved solution; this release reads version {_VERSION}")
        return Settings(**settings), about, strategies
