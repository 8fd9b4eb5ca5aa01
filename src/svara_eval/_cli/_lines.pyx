# cython: language_level=3, binding=False, boundscheck=False, wraparound=False, auto_pickle=False, autotestdict=False
# cython: embedsignature=True, embedsignature.format=clinic
# cython: freethreading_compatible=True, subinterpreters_compatible=own_gil
"""The compiled loop of files.py: it reads, scores and writes lines in the common spellings, without NumPy."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport uint8_t
from libc.string cimport memchr, memcpy

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
    """Score the lines of a block, and write for each hand its points, a tab and the line.

    Args:
        block: UTF-8 lines; the last may end without a line feed.
        keep_bad: write a line that is no hand with 0 points.
        skip_bad: leave such a line out; with neither it goes to ``other``.
        other: called with the number of a line in the block, from 1, and the line, where it has characters that
            only Python knows; returns what is to be written for it.
        write: called once with all that is to be written, also if ``other`` raises an error.

    Returns:
        The number of lines, and of those that are no hands by the verdict of this loop.
    """
    cdef const uint8_t *text = <const uint8_t *>PyBytes_AS_STRING(block)
    cdef const uint8_t *end = text + len(block)
    cdef const uint8_t *begins
    cdef const uint8_t *ends
    cdef const uint8_t *start  # without the white space around the hand
    cdef const uint8_t *stop
    cdef const uint8_t *line_feed
    # A line of one character and its line feed come out as "0", a tab and the two; longer lines grow by less than twice.
    scored = PyBytes_FromStringAndSize(NULL, 2 * len(block) + 8)
    cdef uint8_t *begin = <uint8_t *>PyBytes_AS_STRING(scored)
    cdef uint8_t *out = begin
    cdef Py_ssize_t lines = 0, bad = 0, length
    cdef bytes line
    cdef int points
    try:
        while text < end:
            lines += 1
            if end - text > 7 and text[6] == c"\n":  # the shortest spelling, and the likeliest in a long file
                points = svara_score_compact(text)
                if points:
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
            if points == 0 and (keep_bad or skip_bad):
                bad += 1
                if skip_bad:
                    continue
            elif points <= 0:
                line = other(lines, begins[:ends - begins])
                if out - begin + len(line) > len(scored):
                    raise ValueError("what is written for a line is too long")
                memcpy(out, PyBytes_AS_STRING(line), len(line))
                out += len(line)
                continue
            out = written(out, points, start, length)
            out[0] = c"\n"
            out += 1
    finally:
        write((<bytes>scored)[:out - begin])
    return lines, bad


cdef inline uint8_t *written(uint8_t *out, int points, const uint8_t *line, Py_ssize_t length) noexcept:
    """Writes the points, a tab and the line; returns where it ends."""
    if points > 9:
        out[0] = c"0" + points // 10
        out += 1
    out[0] = c"0" + points % 10
    out[1] = c"\t"
    memcpy(out + 2, line, length)
    return out + 2 + length


cdef inline bint is_ascii(const uint8_t *text, Py_ssize_t length) noexcept:
    cdef Py_ssize_t at
    cdef uint8_t seen = 0
    for at in range(length):
        seen |= text[at]
    return seen < 128
