# cython: language_level=3, binding=False, boundscheck=False, wraparound=False, auto_pickle=False, autotestdict=False
# cython: embedsignature=True, embedsignature.format=clinic
# cython: freethreading_compatible=True, subinterpreters_compatible=own_gil
"""The compiled loop of ``lines``: it reads, scores and writes lines in the common spellings, without NumPy."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport uint8_t
from libc.string cimport memchr, memcpy, memset

cdef extern from "lookup.h" nogil:
    const char *SVARA_DIGEST
    int SVARA_SPACE
    const uint8_t *svara_between
    void svara_fill_tables()
    int svara_score_compact(const uint8_t *text)
    int svara_score_utf8(const uint8_t *text, Py_ssize_t length)

cdef extern from *:
    const char *SVARA_VERSION  # setup.py defines it

VERSION = SVARA_VERSION.decode()
DIGEST = SVARA_DIGEST.decode()

svara_fill_tables()


def score_lines(bytes block, bint keep_bad, bint skip_bad, other, write):
    """Score the lines of a block, and write the points, a tab and the line for each hand.

    Args:
        block: Lines in UTF-8; the last may end without a line feed.
        keep_bad: Whether to write a line that is not a hand, with 0 points.
        skip_bad: Whether to leave such a line out. With neither it goes to ``other``.
        other: Called for such a line, and for one with characters that only Python knows, with its number in the block,
            from 1, and the line; returns the output for it.
        write: Called once with all the output, even if ``other`` raises an error.

    Returns:
        The number of lines, and how many of them this loop gave each number of points, 0 to 34.
    """
    cdef const uint8_t *text = <const uint8_t *>PyBytes_AS_STRING(block)
    cdef const uint8_t *end = text + len(block)
    cdef const uint8_t *begins
    cdef const uint8_t *ends
    cdef const uint8_t *start  # of the hand, without the white space around it
    cdef const uint8_t *stop
    cdef const uint8_t *line_feed
    # The output of a line is at most twice as long: "x" and its line feed become "0", a tab, "x" and a line feed.
    scored = PyBytes_FromStringAndSize(NULL, 2 * len(block) + 8)
    cdef uint8_t *begin = <uint8_t *>PyBytes_AS_STRING(scored)
    cdef uint8_t *out = begin
    cdef uint8_t *limit = begin + len(scored)
    cdef Py_ssize_t lines = 0, length
    cdef Py_ssize_t counts[35]
    cdef bytes line
    cdef int points
    memset(counts, 0, sizeof(counts))
    try:
        while text < end:
            lines += 1
            if end - text > 7 and text[6] == c"\n":  # the shortest spelling, and the likeliest in a long file
                points = svara_score_compact(text)
                if points:
                    counts[points] += 1
                    if limit - out < 10:
                        raise too_long()
                    out = written(out, points, text, 7)
                    text += 7
                    continue
            line_feed = <const uint8_t *>memchr(text, c"\n", end - text)
            begins, ends = text, end if line_feed == NULL else line_feed
            start, stop, text = begins, ends, ends + 1
            while start < stop and svara_between[start[0]] == SVARA_SPACE:
                start += 1
            while start < stop and svara_between[(stop - 1)[0]] == SVARA_SPACE:
                stop -= 1
            length = stop - start
            if length == 0 or start[0] == c"#" and is_ascii(start, length):
                continue
            points = svara_score_utf8(start, length) if start[0] != c"#" else -1
            if points == 0 and not (keep_bad or skip_bad):
                points = -1
            if points < 0:
                line = other(lines, begins[:ends - begins])
                if limit - out < len(line):
                    raise too_long()
                memcpy(out, PyBytes_AS_STRING(line), len(line))
                out += len(line)
                continue
            counts[points] += 1
            if points == 0 and skip_bad:
                continue
            if limit - out < length + 4:
                raise too_long()
            out = written(out, points, start, length)
            out[0] = c"\n"
            out += 1
    finally:
        write((<bytes>scored)[:out - begin])
    return lines, counts


cdef inline uint8_t *written(uint8_t *out, int points, const uint8_t *line, Py_ssize_t length) noexcept:
    """Write the points, a tab and the line, at most three bytes more than the line; return where they end."""
    if points > 9:
        out[0] = c"0" + points // 10
        out += 1
    out[0] = c"0" + points % 10
    out[1] = c"\t"
    memcpy(out + 2, line, length)
    return out + 2 + length


cdef too_long():
    return ValueError("the output of a line is longer than expected")


cdef inline bint is_ascii(const uint8_t *text, Py_ssize_t length) noexcept:
    cdef Py_ssize_t at
    cdef uint8_t seen = 0
    for at in range(length):
        seen |= text[at]
    return seen < 128
