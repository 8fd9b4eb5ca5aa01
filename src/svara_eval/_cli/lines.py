"""Score a stream with one hand per line, in constant memory.

The compiled ``_lines`` reads, scores and writes lines in the common spellings. Other lines, or all lines without it,
are scored here one at a time.
"""

from __future__ import annotations

import re
from io import BytesIO
from typing import TYPE_CHECKING, BinaryIO

from svara_eval import SvaraError
from svara_eval._backend import BACKEND, compiled
from svara_eval.cards import is_card

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Final

    from svara_eval._cli.tally import Tally

_lines = compiled("_cli._lines") if BACKEND == "cython" else None

LONGEST: Final = 1 << 20  # bytes of a line; a longer one is not text, and must not fill the memory
_BLOCK = 24 << 10  # bytes read at a time; with much more malloc returns the memory to the system after each block
BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"


def score_lines(source: BinaryIO, write: Callable[[bytes], object], tally: Tally) -> None:
    """Score a stream of hands, one per line, and write the points, a tab and the hand for each.

    Args:
        source: Lines in UTF-8. Blank lines and lines that begin with # are skipped.
        write: A function that accepts each piece of output, as UTF-8.
        tally: Counts the hands, and decides what to do with a line that is not a hand.

    Raises:
        SvaraError: A line is not a hand and ``tally`` raises errors; a line is too long or is not UTF-8.

    >>> from svara_eval._cli.tally import Tally
    >>> out, tally = BytesIO(), Tally("raise", print)
    >>> score_lines(BytesIO(b"7c Kh Kd\\n# three aces\\nAcAdAs\\n"), out.write, tally)
    >>> out.getvalue(), tally.counts[33]
    (b'31\\t7c Kh Kd\\n33\\tAcAdAs\\n', 1)
    """
    lines = _Lines(tally)
    for block in blocks(source, lambda: lines.before + 1):
        lines.score(block, write)


def blocks(source: BinaryIO, line: Callable[[], int]) -> Iterator[bytes]:
    """Read a file in blocks of whole lines, and a pipe as its lines arrive.

    Args:
        source: The file.
        line: A function that returns the number of the next line, for the error about a line that is too long.
    """
    read = getattr(source, "read1", source.read)
    rest: list[bytes] = []  # an unfinished line, in the pieces in which it was read
    size = 0
    while part := read(_BLOCK):
        end = part.rfind(b"\n") + 1
        if end:
            yield b"".join([*rest, part[:end]])
            rest, size = [], 0
        rest.append(part[end:])
        size += len(part) - end
        if size > LONGEST:
            raise SvaraError(f"line {line()} is longer than {LONGEST} bytes; this is not text")
    if size:
        yield b"".join(rest)


class _Lines:
    """A position in a stream of lines: the number of lines before it, and the tally of their hands."""

    def __init__(self, tally: Tally) -> None:
        self.before = 0
        self._tally = tally

    def score(self, block: bytes, write: Callable[[bytes], object]) -> None:
        """Score a block of whole lines."""
        if self.before == 0:
            block = block.removeprefix(BYTE_ORDER_MARK)
        if _lines is not None:
            errors = None if self._tally.reporting else self._tally.errors  # a line with a report is left to Python
            lines, counts = _lines.score_lines(block, errors == "coerce", errors == "skip", self.line, write)
            self.before += lines
            for points, count in enumerate(counts):
                self._tally.counts[points] += count
        else:
            for line in BytesIO(block):
                write(self.line(1, line))
                self.before += 1

    def line(self, number: int, line: bytes) -> bytes:
        """Return the output for a line; ``number`` counts lines in the block, starting with 1."""
        place = f"line {self.before + number}"
        try:
            hand = line.decode().strip()
        except UnicodeDecodeError as error:
            raise SvaraError(not_utf8(place, line[error.start], error.start)) from None
        if not hand or hand.startswith("#"):
            return b""
        table = place == "line 1" and re.search("[,;\t|]", hand) and not is_card(re.split(r"[,;|\s]", hand)[0])
        points = self._tally.points(hand, place, "; if this is a CSV file, use --column" if table else "")
        return f"{points}\t{hand}\n".encode() if self._tally.keeps(points) else b""


def not_utf8(place: str, byte: int, position: int) -> str:
    """Return the message about a byte that is not UTF-8, for both readers of files."""
    return f"{place}: byte 0x{byte:02X} at position {position} is not UTF-8; convert the file to UTF-8 first"
