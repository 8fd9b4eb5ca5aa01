"""Hands in a file, a hand a line, scored as the lines stream by in constant memory.

The compiled ``_lines`` reads, scores and writes lines in the common spellings. The lines it leaves, or all of them
where it is missing, are scored here one at a time.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, BinaryIO, Literal, TypeAlias

from svara_eval._backend import BACKEND, compiled, score
from svara_eval._numbers import located
from svara_eval.errors import SvaraError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Final

#: What to do with a line that is not a hand.
Errors: TypeAlias = Literal["raise", "skip", "coerce"]

_lines = compiled("_cli._lines") if BACKEND == "cython" else None

LONGEST: Final = 1 << 20  # bytes of a line; a longer one is not text, and must not fill the memory
_BLOCK = 24 << 10  # bytes read at a time; with much more malloc returns the memory to the system after each block
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def score_lines(source: BinaryIO, write: Callable[[bytes], object], errors: Errors) -> int:
    """Score a stream of hands, one a line, and write the points, a tab and the hand for each.

    Args:
        source: Lines in UTF-8. Blank lines and those that begin with # are passed over.
        write: Takes each piece of output, as UTF-8.
        errors: "raise" an error at the first line that is not a hand, "skip" such lines, or "coerce" their points to 0.

    Returns:
        The number of lines that are not hands.

    Raises:
        SvaraError: A line is not a hand and ``errors`` is "raise"; a line is too long or is not UTF-8.

    >>> out = BytesIO()
    >>> score_lines(BytesIO(b"7c Kh Kd\\n# three aces\\nAcAdAs\\n"), out.write, "raise")
    0
    >>> out.getvalue()
    b'31\\t7c Kh Kd\\n33\\tAcAdAs\\n'
    """
    lines = _Lines(errors)
    for block in blocks(source, lambda: lines.before + 1):
        lines.score(block, write)
    return lines.bad


def blocks(source: BinaryIO, line: Callable[[], int]) -> Iterator[bytes]:
    """Read a file in blocks of whole lines, without the byte order mark; a pipe as its lines arrive.

    Args:
        source: The file.
        line: Returns the number of the first line after the blocks so far, for the error about one that is too long.
    """
    read = getattr(source, "read1", source.read)
    mark = _BYTE_ORDER_MARK
    rest: list[bytes] = []  # an unfinished line, in the pieces in which it was read
    size = 0
    while part := read(_BLOCK):
        end = part.rfind(b"\n") + 1
        if end:
            yield b"".join([*rest, part[:end]]).removeprefix(mark)
            mark, rest, size = b"", [], 0
        rest.append(part[end:])
        size += len(part) - end
        if size > LONGEST:
            raise SvaraError(f"line {line()} is longer than {LONGEST} bytes; this is not text")
    if size:
        yield b"".join(rest).removeprefix(mark)


class _Lines:
    """A position in a stream of lines: how many came before, and how many of them were not hands."""

    def __init__(self, errors: Errors) -> None:
        self.errors = errors
        self.before = 0
        self.bad = 0

    def score(self, block: bytes, write: Callable[[bytes], object]) -> None:
        """Score a block of whole lines."""
        if _lines is not None:
            lines, bad = _lines.score_lines(block, self.errors == "coerce", self.errors == "skip", self.line, write)
            self.before += lines
            self.bad += bad
        else:
            for line in BytesIO(block):
                write(self.line(1, line))
                self.before += 1

    def line(self, number: int, line: bytes) -> bytes:
        """The output for a line; ``number`` counts from the first of the block."""
        place = f"line {self.before + number}"
        try:
            hand = line.decode().strip()
        except UnicodeDecodeError as error:
            raise SvaraError(not_utf8(place, line[error.start], error.start)) from None
        if not hand or hand.startswith("#"):
            return b""
        points = points_or_0(hand, place, self.errors)
        if points == 0:
            self.bad += 1
            if self.errors == "skip":
                return b""
        return f"{points}\t{hand}\n".encode()


def points_or_0(hand: str, place: str, errors: Errors) -> int:
    """The points of a hand; 0 if it is invalid, unless ``errors`` is "raise": then the error names its place.

    >>> points_or_0("7c Kh Kd", "line 1", "raise"), points_or_0("7c Kh", "line 2", "skip")
    (31, 0)
    """
    try:
        return score(hand)
    except SvaraError:
        if errors != "raise":
            return 0
        with located(place):
            raise


def not_utf8(place: str, byte: int, position: int) -> str:
    """The message about a byte that is not UTF-8, for both readers of files."""
    return f"{place}: byte 0x{byte:02X} at position {position} is not UTF-8; convert the file to UTF-8 first"
