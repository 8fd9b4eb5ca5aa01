"""The base of the small values that the library returns."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import dataclass_transform
else:

    def dataclass_transform(**_: object) -> Callable[[type], type]:
        """For the checkers of types only, to whom it says that the fields can't be assigned."""
        return lambda cls: cls


@dataclass_transform(frozen_default=True)
class Record:
    """An immutable value with named fields: a frozen dataclass without the import time of dataclasses.

    A subclass names its fields in ``__slots__`` and sets them through ``Record.__init__``, in that order.
    """

    __slots__: tuple[str, ...] = ()
    _setters: tuple[Callable[[Record, object], None], ...]  # of the fields: a fifth faster than object.__setattr__

    def __init_subclass__(cls) -> None:
        cls._setters = tuple(getattr(cls, name).__set__ for name in cls.__slots__)

    def __init__(self, *values: object) -> None:
        for put, value in zip(self._setters, values, strict=True):
            put(self, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable; {name!r} can't be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable; {name!r} can't be deleted")

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__slots__)
        return f"{type(self).__name__}({fields})"

    def __reduce__(self) -> tuple[type[Record], tuple[object, ...]]:
        return type(self), self._values()

    def _values(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__slots__)
