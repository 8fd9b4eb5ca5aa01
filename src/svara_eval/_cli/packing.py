"""Files packed by gzip: recognized by their first bytes, and written where a name ends in .gz."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO, cast

from svara_eval import SvaraError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from io import BufferedReader


def is_packed(file: BufferedReader) -> bool:
    """Whether a file begins as gzip does, and no UTF-8 text can. Nothing of it is consumed."""
    return file.peek(2).startswith(b"\x1f\x8b")


@contextmanager
def unpacked(file: BinaryIO) -> Iterator[BinaryIO]:
    """Read what a file packs.

    Raises:
        SvaraError: The file ends early or is damaged; what comes before is read.
    """
    import zlib
    from gzip import BadGzipFile, GzipFile

    try:
        with GzipFile(fileobj=file) as source:
            yield cast("BinaryIO", source)
    except (BadGzipFile, EOFError, zlib.error) as error:
        raise SvaraError(f"the gzip file is damaged: {error}") from None


@contextmanager
def packed(file: BinaryIO) -> Iterator[BinaryIO]:
    """Pack what is written to a file. The same text gives the same bytes at any time and under any name."""
    from gzip import GzipFile

    with GzipFile("", "wb", 6, file, mtime=0) as target:
        yield cast("BinaryIO", target)
