"""Solutions in files: NumPy's archives of arrays, compressed."""

from __future__ import annotations

import json
from contextlib import nullcontext
from os import PathLike
from typing import TYPE_CHECKING, Any, BinaryIO
from zipfile import BadZipFile

import numpy as np

from svara_eval import SvaraError
from svara_eval._messages import shown
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


def load(path: str | PathLike[str]) -> tuple[tuple[Settings, Any, Any, Any], list[Floats]]:
    """Read what :func:`save` wrote: the settings, the sizes, the kind of svara and the tolerance, and the strategies.

    Raises:
        SvaraError: The file is not a saved solution, or has another version of the format.
    """
    with open(path, "rb") as file:
        try:
            with np.load(file, allow_pickle=False) as data:
                about = json.loads(str(data["arr_0"]))
                strategies = [data[f"arr_{number}"] for number in range(1, len(data.files))]
            version = about["version"] if about["format"] == _FORMAT else None
            arguments = Settings(**about["settings"]), about["sizes"], about["svara"], about["tolerance"]
        except (AttributeError, BadZipFile, EOFError, KeyError, TypeError, ValueError):
            version = None
    if version is None:
        raise SvaraError("not a saved solution")
    if version != _VERSION:
        raise SvaraError(f"version {shown(version)} of a saved solution; this release reads version {_VERSION}")
    return arguments, strategies
