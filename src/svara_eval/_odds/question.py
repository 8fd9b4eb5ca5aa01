"""A question about odds: how a hand, or a range of hands, does at a showdown with one to nine opponents.

In the model every deal that agrees with what is known is equally likely, or as likely as the product of the weights of
its hands. There are three ways to the answer: the odds table that ships with the package (odds_table.py), for opponents
who may hold any hand; counting, for one or two unknown opponents of any kind (counting.py), and for more who have the
same range of points, all or all but one (many.py); and simulation (simulation.py) for the rest. A hero who may hold
several hands is answered by the sum over those hands.
"""

from __future__ import annotations

from svara_eval._arguments import generator, whole
from svara_eval._backend import score
from svara_eval._messages import given_twice, like, shown
from svara_eval._odds.answer import Odds
from svara_eval._odds.odds_table import load
from svara_eval._odds.opponents import (
    ANY,
    MOST,
    clash,
    each_opponent,
    parse_hero,
    parse_opponent,
    points_named,
    shares_named,
)
from svara_eval.cards import DECK, Card, cards_of
from svara_eval.errors import SvaraError
from svara_eval.hands import hand_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any, Final, SupportsIndex, TypeVar

    from svara_eval._odds.counting import Weights
    from svara_eval._odds.opponents import Unknown
    from svara_eval.types import CardLike, OpponentLike, RandomSource, RangeLike

    _Callable = TypeVar("_Callable", bound=Callable[..., Any])

_MOST_TRIALS: Final = 10**15
_REREAD: Final = frozenset({str, tuple, list})  # types that can be read again, unlike iterators


def _answers_wrong_calls(function: _Callable) -> _Callable:
    """Decorate odds, so that the error for too many arguments, or none, shows a correct call."""

    def call(*given: Any, **named: Any) -> Any:
        if len(given) > 2 or not (given or "hand" in named):
            raise TypeError(
                'odds() takes a hand and its opponents, and options by name; write odds("7c Kh Kd", 3) or '
                'odds(["7c", "Kh", "Kd"], 3, dead="As")'
            )
        return function(*given, **named)

    return like(function, call)


@_answers_wrong_calls
def odds(
    hand: RangeLike,
    opponents: SupportsIndex | Sequence[OpponentLike] = 1,
    *,
    dead: str | Iterable[CardLike] = (),
    exact: bool | None = None,
    trials: SupportsIndex = 1_000_000,
    rng: RandomSource = None,
    threads: SupportsIndex = 1,
    progress: Callable[[Odds], object] | None = None,
) -> Odds:
    """Return the odds of a hand at a showdown with all its opponents.

    Args:
        hand: The hero's hand, anything :func:`~svara_eval.score` takes; or what it may be, as for an opponent.
        opponents: How many there are, 1 to 9, or a sequence with an entry for each: None or "any" if nothing is known
            about them; their hand, anything ``score`` takes; a range of points ("20+", "15-22", "31", "31+, 22",
            "top 20%"); a collection of hands, one of which they hold; or a mapping of such hands to weights.
        dead: Cards known to be out of play.
        exact: True for exact odds or an error, False to simulate. None gives exact odds whenever possible: for one or
            two unknown opponents of any kind, and for more if all of them, or all but one, have the same range of
            points or none.
        trials: The number of random deals to simulate, 1 to 10**15.
        rng: The source of randomness of a simulation: a ``random.Random``, a NumPy Generator, a seed, or None for the
            system's. The same seed gives the same counts with any number of threads and on any platform.
        threads: The number of simulation threads. No more are started than the machine has processors.
        progress: Called with the odds so far every few blocks of a simulation, and at last with the odds that are
            returned. Exact odds are known all at once. An exception that it raises ends the simulation.

    Raises:
        DuplicateCardError: A card is in two places.
        SvaraError: There are too few cards for the opponents, no hand of a range or collection can be dealt, the hands
            do not fit together, exact odds are out of reach, or a number is out of bounds.
        TypeError: An argument is of the wrong type.
        BackendError: The answer needs the compiled modules, and they are missing.

    >>> print(odds("7♣ K♥ K♦", 3))
    wins 98.12%, ties 1.47%, loses 0.41%; equity 0.9885, exact
    >>> print(odds("A♠ A♦ 10♣", ["any", "20+"], dead="7♣"))
    wins 63.70%, ties 3.16%, loses 33.14%; equity 0.6528, exact
    >>> print(odds("20+", ["15-22"]))
    wins 76.69%, ties 12.30%, loses 11.01%; equity 0.8284, exact
    >>> odds("A♠ A♦ 10♣", 9, exact=False, rng=1).deals
    1000000
    """
    exactly = (exact is None or exact is True) and progress is None
    if exactly and type(opponents) is int and 0 < opponents <= MOST and type(dead) is tuple and not dead:
        try:
            if type(hand) in _REREAD:
                return load().odds(hand, opponents)  # type: ignore[arg-type]  # or else it is a range
        except (SvaraError, TypeError):
            pass
    if not (progress is None or callable(progress)):
        raise TypeError(f"progress must be a function or None, not {shown(progress)} of type {type(progress).__name__}")
    for found in _estimates(hand, opponents, dead=dead, exact=exact, trials=trials, rng=rng, threads=threads):
        if progress is not None:
            progress(found)
    return found


def _estimates(
    hand: RangeLike,
    opponents: SupportsIndex | Sequence[OpponentLike] = 1,
    *,
    dead: str | Iterable[CardLike] = (),
    exact: bool | None = None,
    trials: SupportsIndex = 1_000_000,
    rng: RandomSource = None,
    threads: SupportsIndex = 1,
) -> Iterator[Odds]:
    """Yield the odds as they become known: exact ones at once, simulated ones more and more accurately.

    The last are those of :func:`odds`, which documents the arguments and the errors.

    >>> *_, last = _estimates("7♣ K♥ K♦", exact=False, trials=200_000, rng=1)
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
            "for all of them but one; without exact=True they are simulated"
        )
    return iter([question.counted()])


class _Question:
    """A checked question: the hero's hand or range, the known and the unknown opponents, and the cards left."""

    def __init__(
        self,
        hand: RangeLike,
        opponents: SupportsIndex | Sequence[OpponentLike],
        dead: str | Iterable[CardLike],
    ) -> None:
        self.taken: dict[Card, str] = {}  # where each card is
        self.hero = parse_hero(hand)
        if isinstance(self.hero, tuple):
            self._take(self.hero, "the hand")
        self._take(cards_of(dead, "dead cards"), "the dead cards")
        self.shown: list[tuple[Card, Card, Card]] = []  # the hands of the known opponents
        self.unknown: list[Unknown] = []  # the hands that the others may hold,
        self.names: list[str] = []  # and their names in errors
        entries = each_opponent(opponents)
        for number, opponent in enumerate(entries, 1):
            self._add(opponent, f"opponent {number}")
        named = (sentence for player in (hand, *entries) for sentence in shares_named(player))
        self.ranges = tuple(dict.fromkeys(named))
        self.left = bytes(card for card in DECK if card not in self.taken)
        self.cards = 2**32 - 1 - sum([1 << card for card in self.taken])
        needed, left = 3 * len(self.unknown), len(self.left)
        if not isinstance(self.hero, tuple) and needed + 3 > left:
            raise SvaraError(f"the hand needs 3 cards and the unknown opponents {needed}; {left} are left")
        if needed > left:
            raise SvaraError(f"the unknown opponents need {needed} cards; {left} are left")

    def _take(self, cards: Iterable[Card], place: str) -> None:
        for card in cards:
            if card in self.taken:
                raise given_twice(card, self.taken[card], place)
            self.taken[card] = place

    def _add(self, opponent: OpponentLike, place: str) -> None:
        what = parse_opponent(opponent, place)
        if isinstance(what, tuple):
            self._take(what, place)
            self.shown.append(what)
        else:
            self.unknown.append(what)
            self.names.append(place)

    @property
    def countable(self) -> bool:
        """Whether the deals can be counted."""
        return len(self.unknown) <= 2 or self._common is not None

    @property
    def _common(self) -> frozenset[int] | None:
        """The range of points that the unknown opponents have, all or all but one."""
        for known in self.unknown[:2]:
            if isinstance(known, frozenset) and self.unknown.count(known) >= len(self.unknown) - 1:
                return known
        return None

    def counted(self) -> Odds:
        """Return the exact odds."""
        if isinstance(self.hero, tuple):
            if self._blank:
                return load().odds(self.hero, len(self.unknown))
            counts = self._method(self._opponents())(self.hero)
            return self._odds([self._with_known(counts, score(self.hero))], exact=True)
        return self._odds(list(self._counted_range(self._weights(self.hero, "the hand"))), exact=True)

    def _odds(self, found: list[list[int]], *, exact: bool) -> Odds:
        """Return the odds from the counts for each hand of the hero."""
        counts = tuple(map(sum, zip(*found, strict=True)))
        if not sum(counts):
            raise clash(isinstance(self.hero, tuple))
        return Odds(counts, sum(counts), exact, self.ranges)

    @property
    def _blank(self) -> bool:
        """Whether the odds table has the answer for each hand of the hero."""
        return set(self.taken.values()) <= {"the hand"} and set(self.unknown) == {ANY}

    def _counted_range(self, hero: Weights) -> Iterator[list[int]]:
        """Yield the counts for the hero's hands. Hands that are equivalent for this question are counted once."""
        import numpy as np

        from svara_eval._odds import counting

        opponents = self._opponents()
        if len(opponents) == 1:
            for points, counts in counting.count_range(hero, opponents[0]).items():
                yield self._with_known(counts, points)
            return
        counts_of = self._method(opponents)
        class_of = counting.alike(hero, *opponents)
        first = np.unique(class_of[hero.any(axis=0)])
        for number in first[np.argsort(counting.POINTS[first], kind="stable")].tolist():  # points after points
            hand, times = hand_at(number), counting.joined(hero[:, class_of == number].sum(axis=1, dtype=np.int64))
            yield [times * count for count in self._with_known(counts_of(hand), score(hand))]

    def _method(self, opponents: list[Weights]) -> Callable[[tuple[Card, Card, Card]], list[int]]:
        """Return the function that counts, for a hand of the hero, the deals in which no unknown opponent beats it and
        0, 1, … tie, and the deals in which someone does.
        """
        if self._blank:
            return lambda hand: list(load().odds(hand, len(opponents)).counts)
        if not opponents:
            return lambda _: [1, 0]
        from svara_eval._odds import counting

        fixed = isinstance(self.hero, tuple)  # then no opponent holds a card of the hand anyway
        if len(opponents) == 1:
            return lambda hand: counting.count_one(score(hand), opponents[0])
        if len(opponents) == 2:
            two = counting.CountTwo(*opponents)
            return lambda hand: two.count(score(hand), () if fixed else hand)
        from svara_eval._odds.many import Alike

        alike = Alike(self._common or ANY)
        others = [weights for known, weights in zip(self.unknown, opponents, strict=True) if known != alike.within]

        def count(hand: tuple[Card, Card, Card]) -> list[int]:
            cards = self.cards & ~sum(1 << card for card in hand)
            if not others:
                return alike.count(score(hand), cards, len(opponents))
            hands = counting.by_hand(others[0] * counting.hands_without(hand))
            return alike.count_with(score(hand), cards, len(opponents) - 1, hands)

        return count

    def estimates(self, trials: SupportsIndex, rng: RandomSource, threads: SupportsIndex) -> Iterator[Odds]:
        """Yield the simulated odds after every few blocks of deals."""
        deals, workers = whole(trials, "trials", 1, _MOST_TRIALS), whole(threads, "threads", 1)
        random = generator(rng)
        from svara_eval._odds.simulation import simulate

        opponents = self._opponents()
        bound = [weights for known, weights in zip(self.unknown, opponents, strict=True) if known != ANY]
        free, deck = len(opponents) - len(bound), self.left
        if isinstance(self.hero, tuple):
            points = score(self.hero)
            found = simulate(points, deck, free, bound, deals=deals, rng=random, threads=workers)
            return (self._odds([self._with_known(counts, points)], exact=False) for counts in found)
        from svara_eval._odds.counting import only

        bound = [self._weights(self.hero, "the hand"), *map(only, self.shown), *bound]
        deck += bytes(card for hand in self.shown for card in hand)
        found = simulate(None, deck, free, bound, deals=deals, rng=random, threads=workers)
        return (self._odds([counts], exact=False) for counts in found)

    def _opponents(self) -> list[Weights]:
        """Return the weights of the hands each unknown opponent may hold."""
        return [self._weights(known, name) for known, name in zip(self.unknown, self.names, strict=True)]

    def _weights(self, known: Unknown, name: str) -> Weights:
        """Return the weights of the hands a player may hold, from the cards that are left."""
        from svara_eval._odds import counting

        hands = counting.hands_within(self.cards)
        if not isinstance(known, frozenset):
            weights = counting.weighted(hands, known)
        else:
            weights = counting.weighted(hands if known == ANY else hands & counting.hands_of(known))
        if not weights.any():
            named = f"with {points_named(known)}" if isinstance(known, frozenset) else "in the collection"
            raise SvaraError(f"{name}: every hand {named} holds a card that is dead or in another player's hand")
        return weights

    def _with_known(self, counts: list[int], hero: int) -> list[int]:
        """Return the counts against all opponents from the counts against the unknown ones."""
        known = [score(hand) for hand in self.shown]
        ties = known.count(hero)
        if max(known, default=0) > hero:
            counts = [0] * (len(counts) - 1) + [sum(counts)]
        return [*[0] * ties, *counts[:-1], *[0] * (len(known) - ties), counts[-1]]
