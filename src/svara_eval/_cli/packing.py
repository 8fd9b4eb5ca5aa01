"""Files that are not plain text, known by their first bytes: gzip is read, and written where a name ends in .gz."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO, cast

from svara_eval import SvaraError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from io import BufferedReader
    from typing import Final

# The first bytes of other kinds of files, with the name of each kind and what to do with it.
_OTHERS: Final = (
    (rb"PK\x03\x04.{26}(\[Content_Types\]|_rels/|docProps/|xl/|mimetype)", "a spreadsheet; export it as CSV"),
    (rb"PK\x03\x04", "a zip archive; unpack it first"),
    (rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Excel workbook; export it as CSV"),
    (rb"\xfd7zXZ\0", "compressed with xz; unpack it first"),
    (rb"BZh[1-9]1AY&SY", "compressed with bzip2; unpack it first"),
    (rb"\x28\xb5\x2f\xfd", "compressed with zstd; unpack it first"),
    (rb"PAR1[^\t\r\n -~]", "a Parquet file; export it as CSV"),
    (rb"ARROW1\0\0", "an Arrow file; export it as CSV"),
)


def is_packed(file: BufferedReader, name: str) -> bool:
    """Return whether a file is compressed with gzip, without consuming any of it.

    Args:
        file: The file.
        name: What to call it in an error message.

    Raises:
        SvaraError: The file is of another kind that is not text.
    """
    start = file.peek(512)
    for pattern, kind in _OTHERS:
        if re.match(pattern, start, re.DOTALL):
            raise SvaraError(f"{name} is {kind}")
    return start.startswith(b"\x1f\x8b")  # as no UTF-8 text does


@contextmanager
def unpacked(file: BinaryIO) -> Iterator[BinaryIO]:
    """Open a gzip file for reading.

    Raises:
        SvaraError: The file ends early or is damaged. What comes before the damage has been read.
    """
    import zlib
    from gzip import BadGzipFile, GzipFile

    try:
        with GzipFile(mode="rb", fileobj=file) as source:
            yield cast("BinaryIO", source)
    except (BadGzipFile, EOFError, zlib.error) as error:
        raise SvaraError(f"the gzip file is damaged: {error}") from None


@contextmanager
def packed(file: BinaryIO) -> Iterator[BinaryIO]:
    """Open a gzip file for writing. The same text gives the same bytes at any time and under any name."""
    from gzip import GzipFile

    with GzipFile("", "wb", 6, file, mtime=0) as target:
        yield cast("BinaryIO", target)
