"""Check whole numbers and sources of randomness given as arguments, and show values in error messages."""

from __future__ import annotations

from operator import index

from svara_eval.errors import SvaraError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random
    from types import TracebackType

    from svara_eval.types import RandomSource


def whole(value: object, name: str, least: int | None = None, most: int | None = None) -> int:
    """The value as an exact int, checked against inclusive bounds; ``name`` begins any error message.

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


def generator(rng: RandomSource, name: str = "rng") -> Random:
    """Make a ``random.Random`` from a source of randomness.

    Args:
        rng: A ``random.Random``, returned as is; a NumPy Generator, which seeds a new one; a seed of 0 or more; or
            None, for a new one seeded by the operating system.
        name: The name of the argument in error messages.

    Raises:
        SvaraError: The seed is negative.
        TypeError: It is none of these.

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
    return Random(whole(rng, f"{name}, a seed,", 0))


def shown(value: object, at: int = 0) -> str:
    """The repr of a value for an error message. It is kept short and never raises an error of its own.

    Args:
        value: Anything.
        at: The position in a long text around which to show it.

    >>> shown("7c"), shown(10**5000), shown([0] * 100)
    ("'7c'", 'a number of 16610 bits', '[0, 0, 0, 0, 0, 0, 0, 0, ...]')
    """
    try:
        if isinstance(value, int) and value.bit_length() > 255:
            return f"a number of {value.bit_length()} bits"
        if type(value) is int:
            return str(value)
        if isinstance(value, str):
            value = str.__str__(value)  # the items and the length of a subclass may differ from its text
        if isinstance(value, (str, bytes, bytearray)):
            start = max(0, at - 40) if len(value) > 80 else 0
            before, after = "..." if start else "", "..." if len(value) > start + 80 else ""
            return f"{before}{value[start : start + 80]!r}{after}"
        from reprlib import Repr  # it bounds the depth and the width of nested containers

        short = Repr()
        short.maxlevel, short.maxother, short.maxstring, short.maxlong = 3, 400, 80, 80
        short.maxtuple = short.maxlist = short.maxset = short.maxfrozenset = short.maxdict = short.maxdeque = 8
        return short.repr(value)
    except Exception:  # the repr fails, or holds a number too long to write
        return f"<{type(value).__name__}>"


class located:  # noqa: N801  # reads like a function: with located("row 3"): ...
    """A context manager that puts a place in front of the message of a SvaraError or a TypeError.

    >>> from svara_eval import score
    >>> with located("row 3"):
    ...     score(None)
    Traceback (most recent call last):
    TypeError: row 3: a hand must be a string or an iterable of three cards, not None of type NoneType
    """

    __slots__ = ("_place",)

    def __init__(self, place: str) -> None:
        self._place = place

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if isinstance(error, (SvaraError, TypeError)):
            # Another library's subclass of TypeError may take more than a message.
            made = type(error) if isinstance(error, SvaraError) else TypeError
            raise made(f"{self._place}: {error}") from None
