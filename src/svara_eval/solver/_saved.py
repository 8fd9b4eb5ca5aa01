"""Solutions in files: a zip archive of their description as JSON and a NumPy array for each pot.

A file is not trusted: its sizes are known, and known to fit the file, before a tree is built or an array unpacked.
"""

from __future__ import annotations

import json
import re
import struct
import zlib
from contextlib import contextmanager
from io import BytesIO
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

import numpy as np

from svara_eval import SvaraError
from svara_eval._messages import shown
from svara_eval.game import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from svara_eval.solver._cfr import Floats

_FORMAT, _VERSION = "svara_eval solution", 1
_ABOUT = "solution.json"
_SETTINGS = ("ante", "min_bet", "min_raise", "limit", "max_blind_multiple", "svara_fee")
_ARGUMENTS = ("sizes", "svara", "tolerance", "players", "classes")
_HEADER = re.compile(
    rb"\x93NUMPY\x01\x00..\{'descr': '<f4', 'fortran_order': False, 'shape': \((\d+), (\d+), (\d+)\), \} *\n", re.DOTALL
)
_EXPANDS = 1032  # deflate packs a byte into no less than a 1032nd of it
# What the readers of archives, arrays and JSON raise; an encrypted entry and deep nesting are RuntimeErrors.
_WRONG = (BadZipFile, struct.error, zlib.error, EOFError, LookupError, OSError, OverflowError, RuntimeError, TypeError)


class Saved(NamedTuple):
    """A saved solution whose strategies are not yet read.

    Attributes:
        settings: The settings of the table.
        arguments: The other arguments of the solution, in order, unchecked.
        shapes: The decisions, actions and classes of the strategy for each pot.
    """

    settings: Settings
    arguments: tuple[Any, ...]
    shapes: dict[int, tuple[int, ...]]
    archive: ZipFile

    def strategy(self, pot: int) -> Floats:
        """Read the strategy for a pot."""
        with _checked():
            data = self.archive.read(f"{pot}.npy")
            size = 4 * np.prod(self.shapes[pot], dtype=np.int64)
            return np.frombuffer(data, "<f4", offset=len(data) - size).reshape(self.shapes[pot]).astype(np.float32)


def save(
    file: str | PathLike[str] | BinaryIO,
    settings: Settings,
    arguments: tuple[object, ...],
    strategies: Mapping[int, Floats],
) -> None:
    """Write a solution, given the strategy for each pot."""
    about = {
        "format": _FORMAT,
        "version": _VERSION,
        "settings": {name: getattr(settings, name) for name in _SETTINGS},
        **dict(zip(_ARGUMENTS, arguments, strict=True)),
        "pots": [*strategies],
    }
    with ZipFile(Path(file) if isinstance(file, (str, PathLike)) else file, "w") as archive:
        archive.writestr(ZipInfo(_ABOUT), json.dumps(about))
        for pot, strategy in strategies.items():
            array = BytesIO()
            np.lib.format.write_array(array, np.ascontiguousarray(strategy, "<f4"), version=(1, 0))
            archive.writestr(ZipInfo(f"{pot}.npy"), array.getbuffer(), ZIP_DEFLATED)


def load(path: str | PathLike[str]) -> Saved:
    """Read the description and the shapes of what :func:`save` wrote.

    Raises:
        OSError: The file cannot be read.
        SvaraError: The file is not a saved solution, or has another version of the format.
    """
    data = Path(path).read_bytes()
    with _checked():
        archive = ZipFile(BytesIO(data))
        if archive.getinfo(_ABOUT).compress_type != ZIP_STORED:
            raise ValueError
        about = json.loads(archive.read(_ABOUT))
        version = about["version"] if about["format"] == _FORMAT else None
        if version == _VERSION and type(version) is int:
            settings = Settings(**{name: about["settings"].pop(name) for name in _SETTINGS})
            arguments = tuple(about.pop(name) for name in _ARGUMENTS)
            shapes = {pot: _shape(archive, pot, len(data)) for pot in about["pots"]}
            if about["settings"] or {*about} != {"format", "version", "settings", "pots"}:
                raise ValueError
            return Saved(settings, arguments, shapes, archive)
        if version is None:
            raise ValueError
    raise SvaraError(f"version {shown(version)} of a saved solution; this release reads version {_VERSION}")


def _shape(archive: ZipFile, pot: int, most: int) -> tuple[int, ...]:
    """Return the shape of the array for a pot, which the archive is found to hold."""
    entry = archive.getinfo(f"{pot}.npy")
    if type(pot) is not int or entry.compress_type != ZIP_DEFLATED:
        raise ValueError
    with archive.open(entry) as array:
        header = _HEADER.match(array.read(256))
    if header is None or not entry.file_size <= _EXPANDS * min(entry.compress_size, most):
        raise ValueError
    shape = tuple(map(int, header.groups()))
    if entry.file_size != header.end() + 4 * shape[0] * shape[1] * shape[2]:
        raise ValueError
    return shape


@contextmanager
def _checked() -> Iterator[None]:
    """Turn the errors of a reader into one SvaraError: the file is not a saved solution."""
    try:
        yield
    except (*_WRONG, ValueError):
        raise SvaraError("not a saved solution") from None
