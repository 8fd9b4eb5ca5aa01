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
    raise TypeError(f"{name} is {written(value)} of type {type(value).__name__}; it must be a whole number")


def written(value: object) -> str:
    """The value as a message shows it, never long and never an error of its own.

    >>> written(20), written("seat"), written(10**5000)
    ('20', "'seat'", 'a number of 16610 bits')
    """
    if isinstance(value, int) and value.bit_length() > 255:  # Python writes none of thousands of digits
        return f"a number of {value.bit_length()} bits"
    try:
        text = repr(value)
    except Exception:  # such a number somewhere in it, or worse
        text = f"<{type(value).__name__}>"
    return text if len(text) <= 80 else f"{text[:77]}..."
