"""Chips, seats and sequence numbers are whole: how one is checked, and how it is written in a message."""

from __future__ import annotations

from operator import index

from svara_eval import SvaraError


def whole(value: object, name: str, least: int | None = None) -> int:
    """The value as an int, if it is one and not below the least; ``name`` begins the message of an error."""
    if not isinstance(value, bool) and hasattr(value, "__index__"):
        number = index(value)
        if least is not None and number < least:
            raise SvaraError(f"{name} is {written(number)}; it must be at least {least}")
        return number
    raise TypeError(f"{name} is {value!r:.80} of type {type(value).__name__}; it must be a whole number")


def written(number: int) -> str:
    """The number as a message shows it: Python refuses to write one of thousands of digits."""
    return str(number) if number.bit_length() < 256 else f"a number of {number.bit_length()} bits"
