"""Checks of arguments: whole numbers and sources of randomness."""

from __future__ import annotations

from operator import index

from svara_eval._messages import shown
from svara_eval.errors import SvaraError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

    from svara_eval.types import RandomSource


def whole(value: object, name: str, least: int | None = None, most: int | None = None) -> int:
    """Return a value as an exact int, checked against inclusive bounds; ``name`` begins any error message.

    Raises:
        SvaraError: The number is out of bounds.
        TypeError: The value is a bool, or does not have ``__index__``.

    >>> whole(3, "deals", 1)
    3
    >>> whole(0, "deals", 1)
    Traceback (most recent call last):
    svara_eval.errors.SvaraError: deals must be at least 1, not 0
    """
    number = value if type(value) is int else _indexed(value, name)
    if (least is not None and number < least) or (most is not None and number > most):
        bounds = f"at least {least}" if most is None else f"at most {most}" if least is None else f"{least} to {most}"
        raise SvaraError(f"{name} must be {bounds}, not {shown(number)}")
    return number


def _indexed(value: object, name: str) -> int:
    try:
        if not isinstance(value, bool):
            return int(index(value))  # type: ignore[arg-type]  # most values raise the TypeError below
    except TypeError:
        pass
    raise TypeError(f"{name} must be a whole number, not {shown(value)} of type {type(value).__name__}")


def is_whole(text: str) -> bool:
    """Return whether a string is a whole number in ASCII digits, without a sign, that ``int`` reads quickly.

    >>> is_whole("12"), is_whole("-1"), is_whole("1.0"), is_whole("1" * 100)
    (True, False, False, False)
    """
    return text.isascii() and text.isdecimal() and len(text) < 80


def generator(rng: RandomSource, name: str = "rng") -> Random:
    """Make a ``random.Random`` from a source of randomness.

    Args:
        rng: A ``random.Random``, returned as is; a NumPy Generator, which seeds a new one; a seed of 0 or more; or
            None, for a new one seeded by the operating system.
        name: The name of the argument in error messages.

    Raises:
        SvaraError: The seed is negative.
        TypeError: The source has another type.

    >>> generator(7).random() == generator(7).random()
    True
    """
    from random import Random  # takes milliseconds to import

    if isinstance(rng, Random):
        return rng
    if rng is None:
        return Random()
    if hasattr(type(rng), "bit_generator"):  # checked on the type, since the module numpy.random has one too
        return Random(int.from_bytes(rng.bytes(32), "little"))  # type: ignore[union-attr]  # only a NumPy Generator is left
    if isinstance(rng, bool) or not hasattr(rng, "__index__"):
        raise TypeError(
            f"{name} must be a random.Random, a NumPy Generator, a seed or None, "
            f"not {shown(rng)} of type {type(rng).__name__}"
        )
    return Random(whole(rng, f"{name}: a seed", 0))
