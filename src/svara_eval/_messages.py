"""Show a value in an error message, and name the location of an error."""

from __future__ import annotations

from svara_eval.errors import DuplicateCardError, SvaraError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType
    from typing import Any, TypeVar

    from svara_eval.types import HandLike

    _Callable = TypeVar("_Callable", bound=Callable[..., Any])


def shown(value: object, at: int = 0) -> str:
    """Return the repr of a value for an error message, kept short. It never raises an error of its own.

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
        # Repr itself would show the address of an item that it cannot show, and of a long int on some Pythons.
        short.repr_int = lambda x, level: shown(x)  # type: ignore[method-assign]  # noqa: ARG005  # a method's names
        short.repr_instance = lambda x, level: _shortened(x)  # type: ignore[method-assign]  # noqa: ARG005  # likewise
        short.maxlevel, short.maxstring = 3, 80
        short.maxtuple = short.maxlist = short.maxset = short.maxfrozenset = short.maxdict = short.maxdeque = 8
        return short.repr(value)
    except Exception:  # the items or the length of a subclass of a container fail
        return f"<{type(value).__name__}>"


def _shortened(value: object) -> str:
    try:
        text = repr(value)
    except Exception:  # the repr fails, or holds a number too long to write
        return f"<{type(value).__name__}>"
    return text if len(text) <= 400 else f"{text[:198]}...{text[-199:]}"


def wrong_call(name: str) -> TypeError:
    """Make the error for a call of a function of one hand that does not pass one hand by position."""
    return TypeError(f'{name}() takes one hand, by position; write {name}("7c Kh Kd") or {name}(["7c", "Kh", "Kd"])')


def takes_one_hand(function: _Callable) -> _Callable:
    """Decorate a function of one hand, so that the error for a wrong call shows a correct one."""

    def call(*hands: HandLike, **named: object) -> object:
        if len(hands) != 1 or named:
            raise wrong_call(function.__name__)
        return function(hands[0])

    return like(function, call)


def like(function: _Callable, call: Callable[..., object]) -> _Callable:
    """Return ``call`` with the name, the documentation and the signature of a function, as functools.wraps does."""
    for name in ("__module__", "__name__", "__qualname__", "__doc__"):
        setattr(call, name, getattr(function, name))
    call.__wrapped__ = function  # type: ignore[attr-defined]  # where inspect looks
    return call  # type: ignore[return-value]  # it takes what the function takes


def given_twice(card: object, first: str, second: str) -> DuplicateCardError:
    """Make the error for a card that is given twice."""
    return DuplicateCardError(f"{card} is given twice ({first} and {second}); each card exists once")


class located:  # noqa: N801  # reads like a function: with located("row 3"): ...
    """A context manager that puts a location before the message of a SvaraError or a TypeError.

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
