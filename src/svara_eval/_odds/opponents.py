"""What is known of an opponent: nothing, their hand, a range of points, or a collection of hands they may hold."""

from __future__ import annotations

from itertools import islice

from svara_eval._numbers import located, shown, whole
from svara_eval.cards import Card, as_card, parse_hand
from svara_eval.errors import SvaraError
from svara_eval.hands import hand_index

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final, SupportsIndex, TypeAlias

    from svara_eval.types import OpponentLike

    Unknown: TypeAlias = range | frozenset[int]  # a range of points, or the indices of hands

MOST: Final = 9  # opponents
ANY: Final = range(8, 35)
_TOTALS: Final = (*range(8, 12), *range(15, 35))
_HANDS: Final = 4960


def each_opponent(opponents: SupportsIndex | Sequence[OpponentLike]) -> list[OpponentLike]:
    """An entry for each opponent, from their number or a sequence.

    >>> each_opponent(2), each_opponent(("20+", None))
    ([None, None], ['20+', None])
    """
    try:
        return [None] * whole(opponents, "opponents", 1, MOST)
    except TypeError:
        pass
    try:
        if isinstance(opponents, (str, bytes)) or hasattr(opponents, "keys") or not hasattr(opponents, "__getitem__"):
            raise TypeError
        entries: list[OpponentLike] = list(islice(opponents, MOST + 1))  # type: ignore[arg-type]  # has items
    except TypeError:
        raise TypeError(
            "opponents must be their number or a sequence with an entry for each, "
            f"not {shown(opponents)} of type {type(opponents).__name__}"
        ) from None
    if not 1 <= len(entries) <= MOST:
        raise SvaraError(f"opponents must be 1 to {MOST}, not {'more' if entries else 0}")
    return entries


def parse_opponent(opponent: OpponentLike, place: str) -> tuple[Card, Card, Card] | Unknown:
    """The three cards of an opponent who shows them, or what an unknown opponent may hold.

    Args:
        opponent: An entry of the sequence that :func:`~svara_eval.odds` takes.
        place: What the message of an error begins with.

    >>> parse_opponent("7c Kh Kd", "opponent 1")
    (Card('7♣'), Card('K♥'), Card('K♦'))
    >>> parse_opponent("11-16", "opponent 2"), parse_opponent([(0, 1, 2)], "opponent 3")
    (range(11, 17), frozenset({0}))
    """
    if opponent is None:
        return ANY
    if isinstance(opponent, str):
        text = opponent.strip()
        if text == "any":
            return ANY
        if text[:1].isdecimal() and not text.strip("0123456789+- "):  # no hand is written with these characters alone
            return _range(text, f"{place}, read as a range of points")
        with located(f"{place}, read as a hand"):
            return parse_hand(opponent)
    try:
        if isinstance(opponent, (bytes, bytearray, memoryview)) or hasattr(opponent, "keys"):
            raise TypeError
        items = list(islice(opponent, _HANDS + 1))
    except TypeError:
        raise TypeError(
            f"{place} must be None or 'any', a hand, a range of points such as '20+', or a collection of hands, "
            f"not {shown(opponent)} of type {type(opponent).__name__}"
        ) from None
    if any(map(_is_card, items[:3])):
        with located(f"{place}, read as a hand"):
            return parse_hand(items)  # type: ignore[arg-type]  # parse_hand refuses what is not a card
    place += ", read as a collection of hands"
    if not 1 <= len(items) <= _HANDS:
        raise SvaraError(f"{place}: it must have 1 to {_HANDS} hands, not {'more' if items else 0}")
    hands = set()
    for number, hand in enumerate(items, 1):
        with located(f"{place}, hand {number}"):
            hands.add(hand_index(hand))  # type: ignore[arg-type]  # hand_index refuses what is not a hand
    return frozenset(hands)


def _is_card(item: object) -> bool:
    try:
        as_card(item)  # type: ignore[arg-type]  # that is the question
    except (SvaraError, TypeError):
        return False
    return True


def _range(text: str, place: str) -> range:
    """The range of points of "20+", "15-22" or "31", without totals at its ends that no hand has."""
    low, dash, high = text.partition("-")
    if not dash:
        low = text.removesuffix("+")
        high = str(_TOTALS[-1]) if text.endswith("+") else low
    totals: list[int] = []
    if low.isdecimal() and high.isdecimal() and max(len(low), len(high)) < 5:
        totals = [total for total in _TOTALS if int(low) <= total <= int(high)]
    if not totals:
        raise SvaraError(
            f"{place}: no hand scores {shown(text)}; hands score 8 to 11 and 15 to 34: '20+', '15-22', '31'"
        )
    return range(totals[0], totals[-1] + 1)
