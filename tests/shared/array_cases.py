"""Memory layouts, all triples of cards, and the outcome of a call, for the tests of arrays."""

from __future__ import annotations

from itertools import permutations

import numpy as np

from svara_eval import SvaraError, pure

INTEGERS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]

# Numbers below 0 or above 31, many of which become a card if they are cut to fewer bits.
NOT_CARDS = [-1, -32, -128, -251, -(2**31), -(2**63), -(2**63) + 5, 32, 37, 63, 127, 128, 133, 224, 255, 256, 260]
NOT_CARDS += [2**15, 2**16, 2**16 + 5, 2**31 - 1, 2**31, 2**32, 2**32 + 5, 2**63 - 1, 2**63, 2**63 + 5, 2**64 - 1]


def unaligned(array):
    """Return the same numbers, read-only and one byte off their boundary."""
    return np.frombuffer(b"\0" + array.tobytes(), array.dtype, offset=1).reshape(array.shape)


def read_only(array):
    array = array.copy()
    array.flags.writeable = False
    return array


def in_records(array):
    """A field of records that are a byte longer."""
    records = np.zeros(array.shape, [("tag", "u1"), ("card", array.dtype)])
    records["card"] = array
    return records["card"]


LAYOUTS = {
    "contiguous": np.ascontiguousarray,
    "in Fortran order": np.asfortranarray,
    "rows backwards": lambda array: array[::-1].copy()[::-1],
    "cards backwards": lambda array: array[:, ::-1].copy()[:, ::-1],
    "all backwards": lambda array: array[::-1, ::-1].copy()[::-1, ::-1],
    "every other row": lambda array: np.repeat(array, 2, axis=0)[::2],
    "every third row backwards": lambda array: np.repeat(array[::-1], 3, axis=0)[::-3],
    "columns of a wider table": lambda array: np.pad(array, ((0, 0), (1, 2)), constant_values=99)[:, 1:4],
    "every other column": lambda array: np.repeat(array, 2, axis=1)[:, ::2],
    "three arrays in one": lambda array: np.stack([array, array + 1, array], axis=1)[:, 0],
    "a field of records": in_records,
    "unaligned": unaligned,
    "in the other byte order": lambda array: array.astype(array.dtype.newbyteorder("S")),
    "read-only": read_only,
}


def all_triples(golden):
    """All 32 * 32 * 32 triples of cards and their points; 0 where a card is repeated."""
    points = np.zeros((32, 32, 32), np.int8)
    for line in golden:
        for cards in permutations(line.dealt):
            points[cards] = line.points
    return np.stack(np.indices((32, 32, 32)), axis=-1).reshape(-1, 3), points.reshape(-1)


def outcome(function, *arguments, **options):
    """The result as a list, or the type of the error and its whole message."""
    try:
        return function(*arguments, **options).tolist()
    except (ValueError, TypeError, IndexError) as error:
        return type(error), str(error)


def at(place, hand):
    """Return the error that an array function must raise for a hand that ``score`` refuses, with its place."""
    try:
        points = pure.score(hand)
    except (SvaraError, TypeError) as error:
        return type(error), f"{place}: {error}" if place else str(error)
    raise AssertionError(f"{hand} is a hand, worth {points}")
