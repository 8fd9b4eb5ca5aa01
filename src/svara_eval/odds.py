"""Odds: how a hand fares at a showdown with one to nine opponents, exact wherever that is within reach.

The model: every deal that agrees with all that is known is equally likely. There are three ways to the answer: a table
that ships with the package, for opponents of whom nothing is known; counting (counting.py), for one or two unknown
opponents, and for more that are alike; and simulation (simulation.py) for the rest.
"""

from __future__ import annotations

from math import factorial, sqrt
from operator import index

from svara_eval._backend import BACKEND, compiled, score
from svara_eval._record import Record
from svara_eval.cards import DECK, Card, cards_of, parse_hand, shown
from svara_eval.errors import DuplicateCardError, SvaraError
from svara_eval.hands import all_hands, distribution, hand_index

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Final

    import numpy as np

    from svara_eval.counting import _Family
    from svara_eval.types import CardLike, HandLike, OpponentLike

_MOST: Final = 9  # opponents
_LOWEST: Final = 8
_HIGHEST: Final = 34


class Odds(Record):
    """How a hand fares at a showdown.

    Attributes:
        counts: of the deals: in how many the hero wins, ties with exactly 1, 2, … opponents, and loses.
        deals: all deals; ordered ones (who holds what) where they were counted, random ones where they were simulated.
        exact: whether they were counted.

    >>> fare = odds("7♣ K♥ K♦")
    >>> fare
    Odds(counts=(3631, 18, 5), deals=3654, exact=True)
    >>> print(fare)
    wins 99.37 %, ties 0.49 %, loses 0.14 %; share of the pot 0.9962, exact
    """

    __slots__ = ("counts", "deals", "exact")
    counts: tuple[int, ...]
    deals: int
    exact: bool

    def __init__(self, counts: tuple[int, ...], deals: int, exact: bool) -> None:
        super().__init__(counts, deals, exact)

    @property
    def win(self) -> float:
        """The probability that the hero has the most points alone."""
        return self.counts[0] / self.deals

    @property
    def tie(self) -> float:
        """The probability that the hero shares the most points, which is a svara with him in it (B11)."""
        return sum(self.counts[1:-1]) / self.deals

    @property
    def lose(self) -> float:
        """The probability that an opponent has more points."""
        return self.counts[-1] / self.deals

    @property
    def ties(self) -> tuple[float, ...]:
        """The probabilities that the hero shares the most points with exactly 1, 2, … opponents."""
        return tuple(count / self.deals for count in self.counts[1:-1])

    @property
    def share(self) -> float:
        """The share of the pot that the hero can expect, a tie with j others worth 1 / (j + 1) of it (D16)."""
        return sum(count / (tied + 1) for tied, count in enumerate(self.counts[:-1])) / self.deals

    @property
    def std_error(self) -> float:
        """The standard error of the share; 0 where it is exact."""
        if self.exact:
            return 0.0
        square = sum(count / (tied + 1) ** 2 for tied, count in enumerate(self.counts[:-1])) / self.deals
        return sqrt(max(0.0, square - self.share**2) / self.deals)

    def __str__(self) -> str:
        sure = "exact" if self.exact else f"± {self.std_error:.4f} after {self.deals} random deals"
        fare = f"wins {self.win:.2%}, ties {self.tie:.2%}, loses {self.lose:.2%}".replace("%", " %")
        return f"{fare}; share of the pot {self.share:.4f}, {sure}"


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
    wins 63.70 %, ties 3.16 %, loses 33.14 %; share of the pot 0.6528, exact
    >>> odds("A♠ A♦ 10♣", 9, exact=False, rng=1).deals
    1000000
    """
    if type(opponents) is int and exact is not False and type(dead) is tuple and not dead and 1 <= opponents <= _MOST:
        return (_table or _load()).odds(hand, opponents)
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
        from svara_eval import counting

        if len(self.left) == 29 and set(self.unknown) == {(_LOWEST, _HIGHEST)}:
            return (_table or _load()).odds(self.cards, len(self.unknown))
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
        from svara_eval.simulation import simulate

        free = self.unknown.count((_LOWEST, _HIGHEST))
        families = zip(self.unknown, self._families(), strict=True)
        bound = [family for known, family in families if known != (_LOWEST, _HIGHEST)]
        found = simulate(self.points, self.left, free, bound, deals=trials, rng=rng, threads=threads)
        return (self._with_known(counts, exact=False) for counts in found)

    def _families(self) -> list[_Family]:
        """For each unknown opponent the hands he may hold."""
        from svara_eval import counting

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
        entries = [None] * number if 1 <= number <= _MOST else []
    else:
        raise TypeError(f"opponents is a number or a sequence with an entry for each, not {shown(opponents)}")
    if not 1 <= number <= _MOST:
        raise SvaraError(f"{shown(number)} opponents; there can be 1 to {_MOST}")
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


# The table of random opponents ----------------------------------------------------------------------------------------


class _Table:
    """For each class of hands under the symmetries, and 1 to 9 opponents: in how many sets of their hands nobody beats
    the hero and 0, 1, … tie. tools/make_odds.py makes it.
    """

    def __init__(self) -> None:
        import sys
        import zlib
        from array import array

        with open(__file__.removesuffix("odds.py") + "odds.bin", "rb") as file:
            data = zlib.decompress(file.read())
        self.class_of = array("H", data[: 2 * 4960])
        self.counts = array("Q", data[2 * 4960 :])
        if sys.byteorder == "big":
            self.class_of.byteswap()
            self.counts.byteswap()
        self.hands = distribution()
        self.index_of = compiled("_odds").index if BACKEND == "cython" else hand_index
        self.width = sum(opponents + 1 for opponents in range(1, _MOST + 1))
        self.deals = [factorial(29) // (6**k * factorial(29 - 3 * k)) for k in range(_MOST + 1)]  # ordered
        self.orders = [factorial(k) for k in range(_MOST + 1)]
        self.starts = [k * (k + 1) // 2 - 1 for k in range(_MOST + 1)]

    def odds(self, hand: HandLike, opponents: int) -> Odds:
        start = self.class_of[self.index_of(hand)] * self.width + self.starts[opponents]
        orders, deals = self.orders[opponents], self.deals[opponents]
        ties = [orders * count for count in self.counts[start : start + opponents + 1]]
        return Odds((*ties, deals - sum(ties)), deals, True)


_table: _Table | None = None


def _load() -> _Table:
    """The table, read on first use."""
    global _table
    _table = _Table()
    return _table


# The game in numbers --------------------------------------------------------------------------------------------------


def _won(players: int) -> dict[int, tuple[int, int, int]]:
    """By the points of the best hand: in how many deals it is unshared, shared, and how many deals there are in all.

    A deal with s best hands is met s times when each player in turn is the hero, so it counts 1 / s each time; 2520 is
    a multiple of every s.
    """
    if not 2 <= players <= _MOST + 1:
        raise SvaraError(f"{players} players; a showdown has 2 to {_MOST + 1}")
    found: dict[int, list[int]] = {}
    for hand in all_hands():
        fare = odds(hand, players - 1)
        alone_and_shared = found.setdefault(score(hand), [0, 0])
        alone_and_shared[0] += players * 2520 * fare.counts[0]
        alone_and_shared[1] += sum(
            players * 2520 * count // (tied + 1) for tied, count in enumerate(fare.counts[1:-1], 1)
        )
    deals = 4960 * fare.deals * 2520
    return {points: (alone, shared, deals) for points, (alone, shared) in sorted(found.items())}


def svara_probability(players: int) -> float:
    """The probability that a showdown of all players ends in a svara (B11).

    Args:
        players: 2 to 10.

    Raises:
        SvaraError: another number of players.

    >>> round(svara_probability(2), 4), round(svara_probability(10), 4)
    (0.1031, 0.1259)
    """
    return sum(shared / deals for _, shared, deals in _won(players).values())


def winning_points(players: int) -> dict[int, float]:
    """The probabilities of the points of the best hand at a showdown of all players.

    Args:
        players: 2 to 10.

    Raises:
        SvaraError: another number of players.

    >>> best = winning_points(4)
    >>> max(best, key=best.get), round(sum(best.values()), 12)
    (21, 1.0)
    """
    return {points: (alone + shared) / deals for points, (alone, shared, deals) in _won(players).items()}


def percentile(hand: HandLike) -> float:
    """The share of all 4960 hands that are worth less than a hand, those worth the same counted half: 0 to 1.

    Args:
        hand: anything :func:`~svara_eval.score` takes; what that raises is raised here too.

    >>> percentile("7♣ 7♦ 7♥") > 0.999, round(percentile("Q♣ Q♥ 9♦"), 3)
    (True, 0.123)
    """
    points = score(hand)
    hands = (_table or _load()).hands
    return (sum(hands[worth] for worth in hands if worth < points) + hands[points] / 2) / 4960
