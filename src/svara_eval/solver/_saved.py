"""Solutions in files: an archive of NumPy's arrays, checked before anything in it is unpacked.

The first member is JSON about the solution. The others are the strategies, one for each pot in ascending order, as
little-endian float32 of shape (decisions, actions, classes).
"""

from __future__ import annotations

import json
import re
from contextlib import nullcontext
from os import PathLike
from typing import TYPE_CHECKING, Any, BinaryIO, Final
from zipfile import ZIP_DEFLATED, ZipFile

import numpy as np

from svara_eval import SvaraError
from svara_eval._messages import shown
from svara_eval.game import Settings

if TYPE_CHECKING:
    from collections.abc import Iterable
    from zipfile import ZipInfo

    from svara_eval.solver._cfr import Floats

_FORMAT, _VERSION = "svara_eval solution", 1
_SETTINGS: Final = ("ante", "min_bet", "min_raise", "limit", "max_blind_multiple", "svara_fee")
_ABOUT: Final = ("sizes", "svara", "tolerance")
_LONGEST_TEXT: Final = 10_000  # characters of JSON, far more than are written
_MOST_DEFLATED: Final = 1032  # times that deflate shrinks anything: a larger claim is false
_HEADER: Final = re.compile(
    rb"\{'descr': '<(?:U(?P<text>\d+)|f4)', 'fortran_order': False, 'shape': \((?P<shape>[\d, ]*)\), \} *\n"
)
_ROUNDING: Final = 1e-4  # by how much the sum of probabilities in single precision may miss 1


def save(
    file: str | PathLike[str] | BinaryIO, settings: Settings, about: dict[str, object], strategies: Iterable[Floats]
) -> None:
    """Write what a solution is made of."""
    amounts = {name: getattr(settings, name) for name in _SETTINGS}
    text = json.dumps({"format": _FORMAT, "version": _VERSION, "settings": amounts, **about})
    arrays = [np.ascontiguousarray(strategy, "<f4") for strategy in strategies]
    with open(file, "wb") if isinstance(file, (str, PathLike)) else nullcontext(file) as to:  # NumPy would add .npz
        np.savez_compressed(to, np.array(text, f"<U{len(text)}"), *arrays)


class Saved:
    """A saved solution, opened: what it is about, and the shapes of its strategies, which are not yet read.

    Attributes:
        arguments: The settings, the sizes, the kind of svara and the tolerance; not yet checked.
        shapes: (decisions, actions, classes) of each strategy.

    Raises:
        SvaraError: The file is not a saved solution, or has another version of the format.
    """

    def __init__(self, file: BinaryIO) -> None:
        # A damaged archive fails in many ways: in zipfile, zlib and json, and by names that are missing.
        try:
            self._archive = ZipFile(file)
            self._members = self._archive.infolist()
            if [member.filename for member in self._members] != [f"arr_{n}.npy" for n in range(len(self._members))]:
                raise ValueError
            shape, length = self._header(self._members[0])
            if shape != () or not 0 < length <= _LONGEST_TEXT:
                raise ValueError
            about = json.loads(self._data(self._members[0], 4 * length).decode("utf-32-le"))
            version = about["version"] if about["format"] == _FORMAT else None
            if version == _VERSION:
                settings = Settings(**{name: about["settings"][name] for name in _SETTINGS})
                self.arguments: tuple[Any, ...] = (settings, *[about[name] for name in _ABOUT])
                headers = [self._header(member) for member in self._members[1:]]
                self.shapes = [shape for shape, length in headers if len(shape) == 3 and not length]
                if len(self.shapes) < len(headers):
                    raise ValueError
        except Exception:
            version = None
        if version is None:
            raise SvaraError("not a saved solution")
        if version != _VERSION:
            raise SvaraError(f"version {shown(version)} of a saved solution; this release reads version {_VERSION}")

    def strategies(self) -> Iterable[Floats]:
        """Yield the strategies, each checked to be probabilities."""
        for member, shape in zip(self._members[1:], self.shapes, strict=True):
            try:
                data = self._data(member, 4 * int(np.prod(shape, dtype=np.int64)))
            except Exception:
                raise SvaraError("not a saved solution; it is damaged") from None
            strategy = np.frombuffer(data, "<f4").reshape(shape).astype(np.float32)
            sums = strategy.sum(axis=1)
            if not (strategy.min() >= 0 and np.isfinite(sums).all() and np.abs(sums - 1).max() <= _ROUNDING):
                raise SvaraError("not a saved solution; some of its probabilities are negative or do not add up to 1")
            yield strategy

    def _header(self, member: ZipInfo) -> tuple[tuple[int, ...], int]:
        """Read the shape that an array declares, and the length of its text; check it against the member's size."""
        if member.compress_type != ZIP_DEFLATED or member.flag_bits & 1:
            raise ValueError
        if member.file_size > _MOST_DEFLATED * (member.compress_size + 1):
            raise ValueError
        with self._archive.open(member) as data:
            start = data.read(128)  # NumPy pads the header to this
        found = _HEADER.fullmatch(start[10:])
        if found is None or start[:10] != b"\x93NUMPY\x01\x00\x76\x00":
            raise ValueError
        shape = tuple(int(part) for part in found["shape"].decode().replace(" ", "").split(",") if part)
        length = int(found["text"] or 0)
        size = 4 * (length or 1)
        for part in shape:
            size *= part
        if size != member.file_size - 128 or size == 0:
            raise ValueError
        return shape, length

    def _data(self, member: ZipInfo, size: int) -> bytes:
        with self._archive.open(member) as data:
            found = data.read()  # no more than the member's size, which the header has confirmed
        if len(found) != 128 + size:
            raise ValueError
        return found[128:]
