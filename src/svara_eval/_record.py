"""The base class of the small immutable values that the library returns."""

from __future__ import annotations

__all__ = ["FrozenMap", "Generic", "Record", "final"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, ItemsView, Iterable, Iterator, KeysView, Mapping, ValuesView
    from typing import Any, ClassVar, Generic, Self, TypeVar, dataclass_transform, final

    _Key = TypeVar("_Key")
    _Value = TypeVar("_Value", covariant=True)
else:  # typing and collections take milliseconds to import
    from _collections_abc import Mapping

    _Key = _Value = None

    def dataclass_transform(**_: object) -> Callable[[type], type]:
        """Tells type checkers how Record makes ``__init__``."""
        return lambda cls: cls

    def final(cls: type) -> type:
        """Tells type checkers what ``Record.__init_subclass__`` enforces."""
        return cls

    class Generic:
        """Tells type checkers which type variables a class has; here it only makes ``Showdown[str]`` an annotation."""

        __slots__ = ()
        __class_getitem__ = classmethod(type(list[int]))


@dataclass_transform(frozen_default=True)
class Record:
    """An immutable, hashable value with named fields: a frozen dataclass without the import time of dataclasses.

    A subclass names its fields in ``__slots__`` and is final. It gets an ``__init__`` that takes them by position or
    keyword. To check or complete its arguments, it defines its own ``__init__``, which ends with ``self._fill(...)``.
    A field that is annotated as a Mapping is made a FrozenMap.
    """

    __slots__: tuple[str, ...] = ()
    if TYPE_CHECKING:
        __match_args__: ClassVar[tuple[str, ...]]
        _fill: ClassVar[Callable[..., None]]

    def __init_subclass__(cls) -> None:
        if Record not in cls.__bases__:
            raise TypeError(f"{cls.__mro__[1].__name__} cannot be subclassed")
        names = cls.__slots__
        type.__setattr__(cls, "__match_args__", names)
        # The assignments are written out, since filling the fields is most of the cost of a small value.
        lines = [f"def _fill(self, {', '.join(names)}):", *(f"    set_{name}(self, {name})" for name in names)]
        for at, name in enumerate(names, 1):
            if cls.__annotations__[name].startswith("Mapping["):
                lines[at] = f"    set_{name}(self, {name} if type({name}) is FrozenMap else FrozenMap({name}))"
        scope: dict[str, Any] = {f"set_{name}": getattr(cls, name).__set__ for name in names}
        scope |= {"__name__": cls.__module__, "FrozenMap": FrozenMap}
        exec("\n".join(lines), scope)
        cls._fill = scope["_fill"]
        if "__init__" not in cls.__dict__:
            cls._fill.__name__, cls._fill.__qualname__ = "__init__", f"{cls.__qualname__}.__init__"
            type.__setattr__(cls, "__init__", cls._fill)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable; {name!r} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable; {name!r} cannot be deleted")

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={_literal(getattr(self, name))}" for name in self.__slots__)
        return f"{type(self).__name__}({fields})"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:  # noqa: ARG002  # as IPython calls it
        """Show the value as a sentence in IPython and in notebooks."""
        printer.text(str(self))

    def _asdict(self) -> dict[str, object]:
        """Return the fields by name, as a named tuple does."""
        return dict(zip(self.__slots__, self._values(), strict=True))

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        return type(self), self._values()

    def __replace__(self, **changes: object) -> Self:
        return type(self)(**self._asdict() | changes)

    def _values(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__slots__)


@final
class FrozenMap(Mapping[_Key, _Value]):
    """An immutable, hashable mapping. It equals a dict of the same items and has the same repr."""

    __slots__ = ("_items",)
    _items: Mapping[_Key, _Value]

    def __init__(self, items: Mapping[_Key, _Value] | Iterable[tuple[_Key, _Value]] = ()) -> None:
        _set_items(self, dict(items))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"FrozenMap is immutable; {name!r} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"FrozenMap is immutable; {name!r} cannot be deleted")

    def __getitem__(self, key: _Key) -> _Value:
        return self._items[key]

    def __iter__(self) -> Iterator[_Key]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    # A Mapping would reach these through __getitem__ and __iter__, several times slower.

    def __contains__(self, key: object) -> bool:
        return key in self._items

    def get(self, key: Any, default: Any = None) -> Any:
        return self._items.get(key, default)

    def keys(self) -> KeysView[_Key]:
        return self._items.keys()

    def values(self) -> ValuesView[_Value]:
        return self._items.values()

    def items(self) -> ItemsView[_Key, _Value]:
        return self._items.items()

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def __repr__(self) -> str:
        return _literal(self._items)

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        return type(self), (self._items,)

    def __init_subclass__(cls) -> None:
        raise TypeError("FrozenMap cannot be subclassed")


_set_items = FrozenMap.__dict__["_items"].__set__  # the slot, which a FrozenMap itself refuses to set


def _literal(value: object) -> str:
    """Return the repr, even of an int with more digits than Python writes in decimal."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{_literal(key)}: {_literal(item)}' for key, item in value.items())}}}"
    if type(value) is tuple:
        return f"({', '.join(map(_literal, value))}{',' * (len(value) == 1)})"
    try:
        return repr(value)
    except ValueError:
        return hex(value) if type(value) is int else object.__repr__(value)
