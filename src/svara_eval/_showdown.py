"""The showdown: who has the most points, and whether it is a svara (B9, B11, D7)."""

from __future__ import annotations

from svara_eval._backend import score
from svara_eval._numbers import shown
from svara_eval._record import Record, final
from svara_eval.cards import Card, parse_hand
from svara_eval.errors import DuplicateCardError, HandSizeError, SvaraError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping
    from typing import Any

    from svara_eval.types import HandLike


@final
class Showdown(Record):
    """What the shown hands come to.

    Attributes:
        points: the points of each hand, in the order given.
        winners: who has the most points: the positions of a sequence, the keys of a mapping, in the order given.
            Two or more of them are a svara.

    >>> showdown({"Ana": "Qc Jc 8d", "Bo": "10h Kh 8c"}).winners
    ('Ana', 'Bo')
    """

    __slots__ = ("points", "winners")
    points: tuple[int, ...]
    winners: tuple[Hashable, ...]

    def __init__(self, points: tuple[int, ...], winners: tuple[Hashable, ...]) -> None:
        self._fill(points, winners)

    @property
    def svara(self) -> bool:
        """Whether the best hand is shared; then nobody takes the pot, and a new deal is played for it (B11, D7)."""
        return len(self.winners) > 1


def showdown(hands: Iterable[HandLike] | Mapping[Any, HandLike], /) -> Showdown:
    """Compare hands: the most points win, equal best points are a svara (B9, B11). No card order breaks a tie (D7).

    Args:
        hands: two hands or more in seat order, or a mapping of seats to hands; a hand is anything
            :func:`~svara_eval.score` takes.

    Raises:
        DuplicateCardError: a card is in two hands, or twice in one.
        CardError, HandSizeError: a hand is none, or there are fewer than two; the message names the hand.
        TypeError: ``hands`` is one text, or no collection of hands.

    >>> showdown(["7c Kh Kd", "As Ad 10c"])
    Showdown(points=(31, 22), winners=(0,))
    >>> showdown({"Ana": "Qc Jc 8d", "Bo": "7s 8s 9s", "Vera": "10h Kh 8c"})
    Showdown(points=(20, 24, 20), winners=('Bo',))
    >>> showdown(["Qc Jc 8d", "10h Kh 8c"]).svara
    True
    """
    points: dict[Hashable, int] = {}
    holder: dict[Card, Hashable] = {}
    for seat, hand in _seated(hands):
        cards = _hand_of(seat, hand)
        for card in cards:
            if card in holder:
                raise DuplicateCardError(f"{card} is in two hands, {shown(holder[card])} and {shown(seat)}")
        holder.update(dict.fromkeys(cards, seat))
        points[seat] = score(cards)
    if len(points) < 2:
        raise HandSizeError(f"a showdown is two hands or more, not {len(points)}")
    best = max(points.values())
    return Showdown(tuple(points.values()), tuple(seat for seat in points if points[seat] == best))


def _seated(hands: Iterable[HandLike] | Mapping[Any, HandLike]) -> Iterator[tuple[Hashable, HandLike]]:
    """Each seat with its hand; the seats of a sequence are its positions."""
    if isinstance(hands, (set, frozenset)):
        raise TypeError(
            f"a showdown is a sequence or a mapping of hands, not a set, which has no order: {shown(hands)}"
        )
    if isinstance(hands, (str, bytes, bytearray)):
        raise TypeError(f"a showdown is a sequence or a mapping of hands, not the one text {shown(hands)}")
    items = getattr(hands, "items", None)  # isinstance(hands, Mapping) would load collections
    try:
        return iter(items() if callable(items) else enumerate(hands))
    except TypeError:
        raise TypeError(f"a showdown is a sequence or a mapping of hands, not {shown(hands)}") from None


def _hand_of(seat: Hashable, hand: HandLike) -> tuple[Card, Card, Card]:
    try:
        return parse_hand(hand)
    except SvaraError as error:
        raise type(error)(f"hand {shown(seat)}: {error}") from None
    except TypeError as error:
        raise TypeError(f"hand {shown(seat)}: {error}") from None
