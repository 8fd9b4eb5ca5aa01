"""Odds: how a hand fares at a showdown with one to nine opponents, exact wherever that is within reach.

The model: every deal that agrees with all that is known is equally likely. There are three ways to the answer: a table
that ships with the package, for opponents of whom nothing is known; counting (counting.py), for one or two unknown
opponents, and for more that are alike; and simulation (simulation.py) for the rest.
"""

from __future__ import annotations

from operator import index

from svara_eval._backend import score
from svara_eval._numbers import shown
from svara_eval._odds.answer import Odds
from svara_eval._odds.odds_table import MOST, load
from svara_eval.cards import DECK, Card, cards_of, parse_hand
from svara_eval.errors import DuplicateCardError, SvaraError
from svara_eval.hands import hand_index

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Final

    import numpy as np

    from svara_eval._odds.counting import _Family
    from svara_eval.types import CardLike, HandLike, OpponentLike

_LOWEST: Final = 8
_HIGHEST: Final = 34


def odds(
    hand: HandLike,
    opponents: int | Sequence[OpponentLike] = 1,
    *,
    dead: str | Iterable[CardLike] = (),
    exact: bool | None = None,
    trials: int = 1_000_000,
    rng: int | np.random.Generator | None = None,
    threads: int = 1,
) -> Odds:
    """How a hand fares at a showdown with its opponents.

    Args:
        hand: anything :func:`~svara_eval.score` takes.
        opponents: how many there are, 1 to 9, or a sequence with an entry for each: None where nothing is known of him;
            a text that is a hand, or a range of points ("20+", "15-22", "31"); a tuple of three cards, a hand; a list
            or a set of hands, of which he holds one.
        dead: cards known to be out of play.
        exact: True counts or is an error, False simulates; None counts where it can: any number of unknown opponents
            with the same range of points or none, and one or two of any kind.
        trials: how many deals are simulated.
        rng: an int or a NumPy Generator makes a simulation reproducible: the same counts at any number of threads.
        threads: how many threads simulate.

    Raises:
        DuplicateCardError: a card in two places; the message names both.
        SvaraError: more opponents than there are cards for, a range or a collection without a hand that can be dealt,
            exact odds out of reach, no trials.
        TypeError: opponents that are one text, or an opponent of another type.
        BackendError: what needs the compiled modules, without them.

    >>> odds("7♣ K♥ K♦", 3).counts[0] / odds("7♣ K♥ K♦", 3).deals == odds("7♣ K♥ K♦", 3).win
    True
    >>> print(odds("A♠ A♦ 10♣", [None, "20+"], dead="7♣"))
    wins 63.70 %, ties 3.16 %, loses 33.14 %; equity 0.6528, exact
    >>> odds("A♠ A♦ 10♣", 9, exact=False, rng=1).deals
    1000000
    """
    if type(opponents) is int and exact is not False and type(dead) is tuple and not dead and 1 <= opponents <= MOST:
        return load().odds(hand, opponents)
    *_, last = estimates(hand, opponents, dead=dead, exact=exact, trials=trials, rng=rng, threads=threads)
    return last


def estimates(
    hand: HandLike,
    opponents: int | Sequence[OpponentLike] = 1,
    *,
    dead: str | Iterable[CardLike] = (),
    exact: bool | None = None,
    trials: int = 1_000_000,
    rng: int | np.random.Generator | None = None,
    threads: int = 1,
) -> Iterator[Odds]:
    """The odds as they are found: exact ones at once, those of a simulation better and better; the last are those of
    :func:`odds`, which says what the arguments are and what is raised.

    >>> *_, last = estimates("7♣ K♥ K♦", exact=False, trials=200_000, rng=1)
    >>> last == odds("7♣ K♥ K♦", exact=False, trials=200_000, rng=1)
    True
    """
    question = _Question(hand, opponents, dead)
    if exact is False or (exact is None and not question.countable):
        return question.estimates(trials, rng, threads)
    if not question.countable:
        raise SvaraError(
            f"exact odds against {len(question.unknown)} unknown opponents who are not alike are out of reach; "
            "two can be counted, and any number with one range of points"
        )
    return iter([question.counted()])


class _Question:
    """What is asked, checked: the hero's and the known opponents' points, the cards left, the unknown opponents."""

    def __init__(self, hand: HandLike, opponents: int | Sequence[OpponentLike], dead: str | Iterable[CardLike]) -> None:
        self.places: dict[Card, str] = {}
        self.cards = parse_hand(hand)
        self.points = score(self.cards)
        self._take(self.cards, "the hand")
        self._take(cards_of(dead, "dead cards"), "the dead cards")
        self.known: list[int] = []  # the points of known opponents
        self.unknown: list[tuple[int, int] | frozenset[int]] = []  # a range of points, or the indices of hands
        self.names: list[str] = []  # of the unknown opponents
        for number, opponent in enumerate(_each(opponents), 1):
            self._add(opponent, f"opponent {number}")
        self.left = bytes(card for card in DECK if card not in self.places)
        if 3 * len(self.unknown) > len(self.left):
            needed = 3 * len(self.unknown)
            raise SvaraError(f"{len(self.unknown)} unknown opponents need {needed} cards; {len(self.left)} are left")

    def _take(self, cards: Iterable[Card], place: str) -> None:
        for card in cards:
            if card in self.places:
                raise DuplicateCardError(f"{card} is in two places, {self.places[card]} and {place}")
            self.places[card] = place

    def _add(self, opponent: OpponentLike, place: str) -> None:
        if isinstance(opponent, tuple) or (isinstance(opponent, str) and not _is_range(opponent)):
            cards = _hand_of(opponent, place)
            self._take(cards, place)
            self.known.append(score(cards))
            return
        self.names.append(place)
        if opponent is None:
            self.unknown.append((_LOWEST, _HIGHEST))
        elif isinstance(opponent, str):
            self.unknown.append(_range(opponent, place))
        elif isinstance(opponent, (list, set, frozenset)):
            if not opponent:
                raise SvaraError(f"{place}: a collection without a hand")
            self.unknown.append(frozenset(hand_index(_hand_of(hand, place)) for hand in opponent))
        else:
            raise TypeError(
                f"{place} is {shown(opponent)}; that can be None, a hand, points like '20+', or a list of hands"
            )

    @property
    def countable(self) -> bool:
        """Whether the deals can be counted: two unknown opponents at most, or all with one range of points."""
        alike = isinstance(self.unknown[0], tuple) and len(set(self.unknown)) == 1 if self.unknown else True
        return alike or len(self.unknown) <= 2

    def counted(self) -> Odds:
        """The exact odds."""
        from svara_eval._odds import counting

        if len(self.left) == 29 and set(self.unknown) == {(_LOWEST, _HIGHEST)}:
            return load().odds(self.cards, len(self.unknown))
        if not self.unknown:
            counts = [1, 0]
        elif len(self.unknown) == 1:
            counts = counting.count_one(self.points, self._families()[0])
        elif len(self.unknown) == 2:
            counts = counting.count_two(self.points, *self._families())
        else:
            low, high = min(self.unknown)  # they are all alike
            self._families()  # refuses a range without a hand
            counts = counting.count_many(self.points, self._set(), len(self.unknown), low, high)
        if not sum(counts):
            raise SvaraError("there is no deal in which the opponents hold such hands")
        return self._with_known(counts, exact=True)

    def estimates(self, trials: int, rng: int | np.random.Generator | None, threads: int) -> Iterator[Odds]:
        """The odds by simulation, after every few blocks."""
        for name, value in (("trials", trials), ("threads", threads)):
            if type(value) is bool or not hasattr(value, "__index__"):
                raise TypeError(f"{name} is a whole number, not {shown(value)}")
            if value < 1:
                raise SvaraError(f"{name} is {value}; a simulation needs at least one")
        if isinstance(rng, int) and rng < 0:
            raise SvaraError(f"rng is {rng}; a seed is 0 or more")
        from svara_eval._odds.simulation import simulate

        free = self.unknown.count((_LOWEST, _HIGHEST))
        families = zip(self.unknown, self._families(), strict=True)
        bound = [family for known, family in families if known != (_LOWEST, _HIGHEST)]
        found = simulate(self.points, self.left, free, bound, deals=trials, rng=rng, threads=threads)
        return (self._with_known(counts, exact=False) for counts in found)

    def _families(self) -> list[_Family]:
        """For each unknown opponent the hands he may hold."""
        from svara_eval._odds import counting

        within = counting.hands_within(self._set())
        families = []
        for name, known in zip(self.names, self.unknown, strict=True):
            if known == (_LOWEST, _HIGHEST):
                family = within
            elif isinstance(known, tuple):
                family = within & (counting.AT_LEAST[known[0]] > counting.AT_LEAST[known[1] + 1])
            else:
                family = within & False
                family[list(known)] = within[list(known)]
            if not family.any():
                what = f"{known[0]} to {known[1]} points" if isinstance(known, tuple) else "his collection"
                raise SvaraError(f"{name} can hold no hand of {what}: the cards are out of play")
            families.append(family)
        return families

    def _set(self) -> int:
        """The cards that are left, a bit a card."""
        return sum(1 << card for card in self.left)

    def _with_known(self, counts: list[int], *, exact: bool) -> Odds:
        """The odds against all opponents, from the counts of the unknown ones."""
        deals = sum(counts)
        ties = sum(points == self.points for points in self.known)
        if any(points > self.points for points in self.known):
            counts = [0] * (len(counts) - 1) + [deals]
        others = len(self.known) - ties
        return Odds((*[0] * ties, *counts[:-1], *[0] * others, counts[-1]), deals, exact)


def _each(opponents: int | Sequence[OpponentLike]) -> Sequence[OpponentLike]:
    """An entry for each opponent, of 1 to 9."""
    entries: list[OpponentLike]
    if isinstance(opponents, (str, bytes, bytearray, bool)) or hasattr(opponents, "keys"):
        raise TypeError(f"opponents is a number or a sequence with an entry for each, not {shown(opponents)}")
    if not isinstance(opponents, int) and hasattr(opponents, "__getitem__") and hasattr(opponents, "__len__"):
        entries = list(opponents)
        number = len(entries)
    elif hasattr(opponents, "__index__"):
        number = index(opponents)
        entries = [None] * number if 1 <= number <= MOST else []
    else:
        raise TypeError(f"opponents is a number or a sequence with an entry for each, not {shown(opponents)}")
    if not 1 <= number <= MOST:
        raise SvaraError(f"{shown(number)} opponents; there can be 1 to {MOST}")
    return entries


def _is_range(text: str) -> bool:
    """Whether a text means points: no hand is written in digits alone."""
    return text.strip()[:1].isdecimal() and not text.strip("0123456789+- ")


def _range(text: str, place: str) -> tuple[int, int]:
    """A range of points: "20+", "15-22" or "31"."""
    low, dash, high = text.strip().removesuffix("+").partition("-")
    upper = str(_HIGHEST) if text.strip().endswith("+") else high if dash else low
    if low.isdecimal() and upper.isdecimal() and not (dash and text.strip().endswith("+")):
        least, most = max(int(low), _LOWEST), min(int(upper), _HIGHEST)
        least, most = (15 if 12 <= least <= 14 else least), (11 if 12 <= most <= 14 else most)  # no hand is worth those
        if least <= most:
            return least, most
    raise SvaraError(f"{place}: no hand is worth {text!r}; points are 8 to 11 and 15 to 34, as '20+', '15-22' or '31'")


def _hand_of(hand: HandLike, place: str) -> tuple[Card, Card, Card]:
    try:
        return parse_hand(hand)
    except SvaraError as error:
        raise type(error)(f"{place}: {error}") from None
    except TypeError as error:
        raise TypeError(f"{place}: {error}") from None
