"""The showdown: who has the most points, and whether it is a svara (B9, B11, D7)."""

from __future__ import annotations

from svara_eval._backend import score
from svara_eval._messages import given_twice, located, shown
from svara_eval._record import Generic, Record, final
from svara_eval.cards import Card, parse_hand
from svara_eval.errors import HandSizeError, SvaraError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
    from typing import Any, TypeVar, overload

    from svara_eval.types import HandLike

    Player = TypeVar("Player", bound=Hashable, covariant=True)
else:
    Player = object


@final
class Showdown(Record, Generic[Player]):
    """The result of a showdown.

    Attributes:
        points: The points of each hand, in the order given.
        winners: The players with the most points, in the order given: positions in a sequence of hands, or keys of a
            mapping. Two or more make a svara.

    >>> showdown({"Ana": "Qc Jc 8d", "Bo": "10h Kh 8c"}).winners
    ('Ana', 'Bo')
    >>> print(showdown({"Ana": "Qc Jc 8d", "Bo": "10h Kh 8c"}))
    a svara between Ana and Bo with 20 points: nobody takes the pot
    """

    __slots__ = ("points", "winners")
    points: tuple[int, ...]
    winners: tuple[Player, ...]

    @property
    def svara(self) -> bool:
        """Whether players tie for the most points. Nobody takes the pot then, and a new deal is played for it (B11)."""
        return len(self.winners) > 1

    def __str__(self) -> str:
        named = [f"hand {winner}" if isinstance(winner, int) else str(winner) for winner in self.winners]
        points = f"with {max(self.points)} points"
        if len(named) == 1:
            return f"{named[0]} wins {points}"
        return f"a svara between {', '.join(named[:-1])} and {named[-1]} {points}: nobody takes the pot"

    def _repr_html_(self) -> str:
        """Show the sentence and the points of all hands in a notebook."""
        said = str(self).replace("&", "&amp;").replace("<", "&lt;")
        cells = "".join(f"<td>{points}</td>" for points in self.points)
        return f"<table><caption style='white-space:nowrap'>{said}</caption><tr><th>points</th>{cells}</tr></table>"


if TYPE_CHECKING:

    @overload
    def showdown(hands: Mapping[Player, HandLike], /) -> Showdown[Player]: ...
    @overload
    def showdown(hands: Sequence[HandLike], /) -> Showdown[int]: ...


def showdown(hands: Iterable[HandLike] | Mapping[Any, HandLike], /) -> Showdown[Any]:
    """Compare hands. The most points win, and a tie for the most is a svara (B9, B11). No card breaks a tie (D7).

    Args:
        hands: At least two hands, as a sequence in seat order or as a mapping from players to hands. A hand is anything
            :func:`~svara_eval.score` takes.

    Raises:
        DuplicateCardError: The same card is in two hands, or twice in one.
        CardError, HandSizeError: A hand is invalid, or there are fewer than two; the message names the hand.
        SvaraError: A mapping has the same player twice, as a pandas Series can.
        TypeError: ``hands`` is a string, or not a collection of hands in order.

    >>> showdown(["7c Kh Kd", "As Ad 10c"])
    Showdown(points=(31, 22), winners=(0,))
    >>> showdown({"Ana": "Qc Jc 8d", "Bo": "7s 8s 9s", "Vera": "10h Kh 8c"})
    Showdown(points=(20, 24, 20), winners=('Bo',))
    >>> showdown(["Qc Jc 8d", "10h Kh 8c"]).svara
    True
    """
    points: dict[Hashable, int] = {}
    places: dict[Card, str] = {}
    for player, hand in _by_player(hands):
        if player in points:
            raise SvaraError(f"player {shown(player)} has two hands; each player has one")
        place = f"hand {shown(player)}"
        with located(place):
            cards = parse_hand(hand)
        for card in cards:
            if card in places:
                raise given_twice(card, places[card], place)
            places[card] = place
        points[player] = score(cards)
    if len(points) < 2:
        raise HandSizeError(f"a showdown needs at least two hands, not {len(points)}")
    best = max(points.values())
    return Showdown(tuple(points.values()), tuple(player for player in points if points[player] == best))


def _by_player(hands: Any) -> Iterator[tuple[Hashable, HandLike]]:
    """Yield each player with a hand. The players of a sequence are its positions."""
    wanted = "a showdown needs a sequence or a mapping of hands"
    if isinstance(hands, (set, frozenset)):
        raise TypeError(f"{wanted}, not a set, which has no order ({shown(hands)})")
    try:  # isinstance(hands, Mapping) would import collections
        if isinstance(hands, (str, bytes, bytearray)):
            raise TypeError
        return iter(hands.items() if hasattr(hands, "items") else enumerate(hands))
    except TypeError:
        raise TypeError(f"{wanted}, not {shown(hands)} of type {type(hands).__name__}") from None
