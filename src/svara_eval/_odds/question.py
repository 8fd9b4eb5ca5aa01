"""A question about odds: how a hand does at a showdown with one to nine opponents.

In the model every deal that agrees with what is known is equally likely. There are three ways to the answer: the odds
table that ships with the package (odds_table.py), for opponents who may hold any hand; counting (counting.py), for one
or two unknown opponents of any kind, and for more with the same range of points; and simulation (simulation.py) for the
rest.
"""

from __future__ import annotations

from svara_eval._backend import score
from svara_eval._numbers import generator, shown, whole
from svara_eval._odds.answer import Odds
from svara_eval._odds.odds_table import load
from svara_eval._odds.opponents import ANY, MOST, each_opponent, parse_opponent
from svara_eval.cards import DECK, Card, cards_of, duplicate_card, parse_hand
from svara_eval.errors import SvaraError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Final, SupportsIndex

    from svara_eval._odds.counting import Family
    from svara_eval._odds.opponents import Unknown
    from svara_eval.types import CardLike, HandLike, OpponentLike, RandomSource

_MOST_TRIALS: Final = 10**15


def odds(
    hand: HandLike,
    opponents: SupportsIndex | Sequence[OpponentLike] = 1,
    *,
    dead: str | Iterable[CardLike] = (),
    exact: bool | None = None,
    trials: SupportsIndex = 1_000_000,
    rng: RandomSource = None,
    threads: SupportsIndex = 1,
) -> Odds:
    """The odds of a hand at a showdown with all its opponents.

    Args:
        hand: The hero's hand, anything :func:`~svara_eval.score` takes.
        opponents: How many there are, 1 to 9, or a sequence with an entry for each: None or "any" if nothing is known
            of them; their hand, anything ``score`` takes; a range of points ("20+", "15-22", "31"); or a collection of
            hands, one of which they hold.
        dead: Cards known to be out of play.
        exact: True for exact odds or an error, False to simulate. None is exact whenever that is possible: for any
            number of unknown opponents with the same range of points or none, and for one or two of any kind.
        trials: The number of random deals to simulate, 1 to 10**15.
        rng: The source of randomness of a simulation: a ``random.Random``, a NumPy Generator, a seed, or None for the
            system's. The same seed gives the same counts with any number of threads and on any platform.
        threads: How many threads simulate. More than the machine has processors are not started.

    Raises:
        DuplicateCardError: A card is in two places.
        SvaraError: There are too few cards for the opponents, no hand of a range or collection can be dealt, the hands
            do not fit together, exact odds are out of reach, or a number is out of bounds.
        TypeError: An argument is of the wrong type.
        BackendError: The answer needs the compiled modules, and they are missing.

    >>> print(odds("7♣ K♥ K♦", 3))
    wins 98.12 %, ties 1.47 %, loses 0.41 %; equity 0.9885, exact
    >>> print(odds("A♠ A♦ 10♣", ["any", "20+"], dead="7♣"))
    wins 63.70 %, ties 3.16 %, loses 33.14 %; equity 0.6528, exact
    >>> odds("A♠ A♦ 10♣", 9, exact=False, rng=1).deals
    1000000
    """
    from_table = (exact is None or exact is True) and type(dead) is tuple and not dead
    if from_table and type(opponents) is int and 1 <= opponents <= MOST:
        return load().odds(hand, opponents)
    *_, last = estimates(hand, opponents, dead=dead, exact=exact, trials=trials, rng=rng, threads=threads)
    return last


def estimates(
    hand: HandLike,
    opponents: SupportsIndex | Sequence[OpponentLike] = 1,
    *,
    dead: str | Iterable[CardLike] = (),
    exact: bool | None = None,
    trials: SupportsIndex = 1_000_000,
    rng: RandomSource = None,
    threads: SupportsIndex = 1,
) -> Iterator[Odds]:
    """The odds as they become known: exact ones at once, simulated ones more and more accurately.

    The last are those of :func:`odds`, which documents the arguments and the errors.

    >>> *_, last = estimates("7♣ K♥ K♦", exact=False, trials=200_000, rng=1)
    >>> last == odds("7♣ K♥ K♦", exact=False, trials=200_000, rng=1)
    True
    """
    if not (exact is None or isinstance(exact, bool)):
        raise TypeError(f"exact must be True, False or None, not {shown(exact)} of type {type(exact).__name__}")
    question = _Question(hand, opponents, dead)
    if exact is False or (exact is None and not question.countable):
        return question.estimates(trials, rng, threads)
    if not question.countable:
        raise SvaraError(
            f"exact odds against {len(question.unknown)} unknown opponents need one range of points, or none, "
            "for all of them; without exact=True they are simulated"
        )
    return iter([question.counted()])


class _Question:
    """A checked question: the points of the hero and the known opponents, the unknown opponents, the cards left."""

    def __init__(
        self,
        hand: HandLike,
        opponents: SupportsIndex | Sequence[OpponentLike],
        dead: str | Iterable[CardLike],
    ) -> None:
        self.taken: dict[Card, str] = {}  # where each card is
        self.cards = parse_hand(hand)
        self.points = score(self.cards)
        self._take(self.cards, "the hand")
        self._take(cards_of(dead, "dead cards"), "the dead cards")
        self.known: list[int] = []  # the points of the known opponents
        self.unknown: list[Unknown] = []  # what the others may hold,
        self.names: list[str] = []  # and what errors call them
        for number, opponent in enumerate(each_opponent(opponents), 1):
            self._add(opponent, f"opponent {number}")
        self.left = bytes(card for card in DECK if card not in self.taken)
        needed = 3 * len(self.unknown)
        if needed > len(self.left):
            raise SvaraError(f"the unknown opponents need {needed} cards; {len(self.left)} are left")

    def _take(self, cards: Iterable[Card], place: str) -> None:
        for card in cards:
            if card in self.taken:
                raise duplicate_card(card, self.taken[card], place)
            self.taken[card] = place

    def _add(self, opponent: OpponentLike, place: str) -> None:
        what = parse_opponent(opponent, place)
        if isinstance(what, tuple):
            self._take(what, place)
            self.known.append(score(what))
        else:
            self.unknown.append(what)
            self.names.append(place)

    @property
    def countable(self) -> bool:
        """Whether the deals can be counted: at most two unknown opponents, or all with the same range of points."""
        return len(self.unknown) <= 2 or (isinstance(self.unknown[0], range) and len(set(self.unknown)) == 1)

    def counted(self) -> Odds:
        """The exact odds."""
        from svara_eval._odds import counting

        if len(self.left) == 29 and set(self.unknown) == {ANY}:
            return load().odds(self.cards, len(self.unknown))
        families = self._families()
        if not families:
            counts = [1, 0]
        elif len(families) == 1:
            counts = counting.count_one(self.points, *families)
        elif len(families) == 2:
            counts = counting.count_two(self.points, *families)
        else:
            (points,) = {known for known in self.unknown if isinstance(known, range)}
            counts = counting.count_many(self.points, self._set(), len(families), points)
        if not sum(counts):
            raise SvaraError("the opponents' hands do not fit together: whichever they hold, two of them share a card")
        return self._with_known(counts, exact=True)

    def estimates(self, trials: SupportsIndex, rng: RandomSource, threads: SupportsIndex) -> Iterator[Odds]:
        """The simulated odds, after every few blocks of deals."""
        deals, workers = whole(trials, "trials", 1, _MOST_TRIALS), whole(threads, "threads", 1)
        random = generator(rng)
        from svara_eval._odds.simulation import simulate

        families = zip(self.unknown, self._families(), strict=True)
        bound = [family for known, family in families if known != ANY]
        free = len(self.unknown) - len(bound)
        found = simulate(self.points, self.left, free, bound, deals=deals, rng=random, threads=workers)
        return (self._with_known(counts, exact=False) for counts in found)

    def _families(self) -> list[Family]:
        """The hands each unknown opponent may hold."""
        from svara_eval._odds import counting

        within = counting.hands_within(self._set())
        families = []
        for name, known in zip(self.names, self.unknown, strict=True):
            if known == ANY:
                family = within
            elif isinstance(known, range):
                family = within & counting.hands_of(known)
            else:
                family = within & False
                family[list(known)] = within[list(known)]
            if not family.any():
                raise SvaraError(f"{name}: no hand of {_named(known)} can be dealt; all have cards out of play")
            families.append(family)
        return families

    def _set(self) -> int:
        """The cards left, one bit for each card."""
        return sum(1 << card for card in self.left)

    def _with_known(self, counts: list[int], *, exact: bool) -> Odds:
        """The odds against all opponents, from the counts for the unknown ones."""
        deals = sum(counts)
        ties = sum(points == self.points for points in self.known)
        if any(points > self.points for points in self.known):
            counts = [0] * (len(counts) - 1) + [deals]
        others = len(self.known) - ties
        return Odds((*[0] * ties, *counts[:-1], *[0] * others, counts[-1]), deals, exact)


def _named(known: Unknown) -> str:
    if not isinstance(known, range):
        return "the collection"
    return f"{known[0]} points" if len(known) == 1 else f"{known[0]} to {known[-1]} points"
