"""The seats of a table: how many there are, their stacks, and their order around the table."""

from __future__ import annotations

from itertools import islice

from svara_eval import SvaraError
from svara_eval._arguments import whole
from svara_eval._messages import shown
from svara_eval.game._settings import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

MOST_SEATS: Final = 10  # with three cards each, 30 of the 32


def clockwise(seats: int, among: Iterable[int], after: int) -> tuple[int, ...]:
    """Sort seats clockwise, starting to the left of one, which comes last.

    >>> clockwise(4, [0, 1, 3], after=1)
    (3, 0, 1)
    """
    return tuple(sorted(among, key=lambda seat: (seat - after - 1) % seats))


def seated(settings: Settings, seats: int | None, stacks: Iterable[int] | None) -> tuple[int, tuple[int, ...] | None]:
    """Return the number of seats and the stacks of a table, checked: 2 to 10 seats, and a stack for each or for none.

    >>> seated(Settings(ante=10), None, [500, 300])
    (2, (500, 300))
    >>> seated(Settings(ante=10), 3, [500, 300])
    Traceback (most recent call last):
    svara_eval.errors.SvaraError: 2 stacks do not fit 3 seats; give each seat one
    """
    if type(settings) is not Settings:
        raise TypeError(f"settings must be a Settings, not {shown(settings)} of type {type(settings).__name__}")
    chips = None if stacks is None else _chips(stacks)
    if seats is None:
        if chips is None:
            raise SvaraError("the number of seats is missing; give seats, or a stack for each")
        seats = len(chips)
    seats = whole(seats, "seats", 2, MOST_SEATS)
    if chips is not None and len(chips) != seats:
        raise SvaraError(f"{len(chips)} stacks do not fit {seats} seats; give each seat one")
    return seats, chips


def some_seats(seats: int, given: Iterable[int], name: str) -> tuple[int, ...]:
    """Return some seats of a table, checked, in ascending order.

    >>> some_seats(4, [3, 0], "taken")
    (0, 3)
    """
    if isinstance(given, (str, bytes, bytearray, memoryview)) or not hasattr(given, "__iter__"):
        raise TypeError(f"{name} must be a collection of seats, not {shown(given)} of type {type(given).__name__}")
    found = [whole(seat, f"{name}: a seat", 0, seats - 1) for seat in islice(given, seats + 1)]
    if len({*found}) < len(found):
        raise SvaraError(f"{name}: a seat is given twice in {shown(found)}")
    return tuple(sorted(found))


def _chips(stacks: Iterable[int]) -> tuple[int, ...]:
    """Return the stacks as whole numbers. An endless iterable is read only as far as a table has seats."""
    unordered = isinstance(stacks, (set, frozenset)) or hasattr(stacks, "keys")
    if unordered or isinstance(stacks, (str, bytes, bytearray, memoryview)) or not hasattr(stacks, "__iter__"):
        kind = type(stacks).__name__
        raise TypeError(f"stacks must be a sequence of chips, by seat, not {shown(stacks)} of type {kind}")
    taken = tuple(islice(stacks, MOST_SEATS + 1))
    if not 2 <= len(taken) <= MOST_SEATS:
        given = f"{MOST_SEATS + 1} or more" if len(taken) > MOST_SEATS else len(taken)
        raise SvaraError(f"a table has 2 to {MOST_SEATS} seats, not {given}")
    return tuple(whole(stack, f"the stack of seat {seat}", 0) for seat, stack in enumerate(taken))
