"""Read what is known about a player: nothing, a hand, a range of points, or the hands they may hold."""

from __future__ import annotations

from itertools import islice, pairwise
from math import gcd, lcm

from svara_eval._arguments import is_whole, whole
from svara_eval._backend import BACKEND, compiled, score
from svara_eval._messages import located, shown
from svara_eval._record import FrozenMap
from svara_eval.cards import Card, is_card, parse_hand
from svara_eval.errors import SvaraError
from svara_eval.hands import HAND_COUNT, all_hands, distribution, hand_at, hand_index

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from fractions import Fraction
    from typing import Any, Final, SupportsIndex, TypeAlias

    from svara_eval.types import OpponentLike, RangeLike

    #: The totals of the hands that a player may hold, or the indices of those hands with their weights.
    Unknown: TypeAlias = frozenset[int] | FrozenMap[int, int]

MOST: Final = 9  # opponents
_TOTALS: Final = (*range(8, 12), *range(15, 35))
ANY: Final = frozenset(_TOTALS)
_FORMS: Final = "'20+', '15-22', '31' or 'top 20%'"
#: The largest numerator or denominator of a weight. Every float is within it, and counting stays fast.
_LARGEST: Final = 10**400
#: :func:`~svara_eval.hand_index`, compiled if it can be.
index_of: Callable[[Any], int] = compiled("_fast").index if BACKEND == "cython" else hand_index


def range_points(text: str) -> tuple[int, ...]:
    """Return the points in a range of points, in ascending order.

    Args:
        text: "20+", "15-22" or "31": at least, between, exactly. "top 20%": the highest points whose hands together
            are at most a fifth of all 4960; 34 is always included. Or several of these, separated by commas. Case and
            spaces around the parts do not matter.

    Raises:
        SvaraError: The text is not a range of points, or no hand scores them.
        TypeError: The text is not a string.

    >>> range_points("top 20%")
    (22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34)
    >>> range_points("31+, 22")
    (22, 31, 32, 33, 34)
    """
    if not isinstance(text, str):
        raise TypeError(f"a range of points must be a string, not {shown(text)} of type {type(text).__name__}")
    return tuple(sorted(_points(text)))


def points_named(points: Iterable[int]) -> str:
    """Write points as people read them: "22, 31 to 34 points". Points that hands never have do not divide a range.

    >>> points_named([22, 31, 32, 33, 34]), points_named([10, 11, 15])
    ('22, 31 to 34 points', '10 to 15 points')
    """
    runs: list[list[int]] = []
    for place in sorted(map(_TOTALS.index, points)):
        if runs and runs[-1][-1] == place - 1:
            runs[-1].append(place)
        else:
            runs.append([place])
    ends = ((str(_TOTALS[run[0]]), str(_TOTALS[run[-1]])) for run in runs)
    return f"{', '.join(low if low == high else f'{low} to {high}' for low, high in ends)} points"


def shares_named(player: object) -> Iterator[str]:
    """Yield the points of each share of the hands in a description of a player, such as "top 20%".

    >>> list(shares_named("Top 15%, 22")), list(shares_named("20+"))
    (['Top 15% is 23 to 34 points, 10.67% of all hands'], [])
    """
    for part in player.split(",") if isinstance(player, str) else ():
        share = part.partition(":")[0].strip()
        if share.lower().startswith("top"):
            points = _points(share)
            hands = sum(count for total, count in distribution().items() if total in points)
            yield f"{share} is {points_named(points)}, {hands / HAND_COUNT:.2%} of all hands"


def _points(text: str) -> frozenset[int]:
    parts = [part.strip() for part in text.lower().split(",")]
    for before, after in pairwise(parts):
        if after.endswith("%") and is_whole(after[:-1].strip()) and is_whole(before.removeprefix("top").strip()):
            raise SvaraError(f"{shown(text)} has a decimal comma; write {_FORMS}, with a point as in 'top 12.5%'")
    return frozenset().union(*map(_totals, parts))


def _totals(part: str) -> tuple[int, ...]:
    """Return the points of one range, without commas and in lower case."""
    if part.startswith("top"):
        return _top(part)
    low, dash, high = (end.strip() for end in part.partition("-"))
    if not dash:
        low = part.removesuffix("+").strip()
        high = str(_TOTALS[-1]) if part.endswith("+") else low
    if not (is_whole(low) and is_whole(high)):
        forms = "'top " + part + "'" if part.endswith("%") and len(part) < 20 else _FORMS
        raise SvaraError(f"{shown(part)} is not a range of points; write {forms}")
    least, most = int(low), int(high)
    if dash and least > most:
        raise SvaraError(f"{shown(part)} has the higher points first; write {_FORMS}")
    if totals := tuple([total for total in _TOTALS if least <= total <= most]):
        return totals
    raise SvaraError(f"no hand scores {shown(part)}; hands score 8 to 11 and 15 to 34")


def _top(part: str) -> tuple[int, ...]:
    """Return the highest points whose hands are at most a share of all hands, like "top 20%"; 34 is always included."""
    share = part.removeprefix("top").strip()
    digits, _, decimals = share.removesuffix("%").strip().partition(".")
    if share.endswith("%") and is_whole(digits) and (not decimals or is_whole(decimals)):
        scale = 100 * 10 ** len(decimals)
        percent = int(digits + decimals)
        if 0 < percent <= scale:
            most, least, hands = HAND_COUNT * percent // scale, _TOTALS[-1], 0
            for total, count in sorted(distribution().items(), reverse=True):
                hands += count
                if hands <= most:
                    least = total
            return tuple(total for total in _TOTALS if total >= least)
    raise SvaraError(f"{shown(part)} is not a share of the hands; write 'top 20%' (above 0%, up to 100%)")


def clash(hero_is_known: bool) -> SvaraError:
    """Make the error for players who cannot all hold one of their hands."""
    players = "opponents" if hero_is_known else "players"
    return SvaraError(f"the {players}' hands do not fit together: whichever they hold, two of them share a card")


def each_opponent(opponents: SupportsIndex | Sequence[OpponentLike]) -> list[OpponentLike]:
    """Return an entry for each opponent, from their number or a sequence.

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
    """Return the three cards of an opponent who shows them, or what an unknown opponent may hold.

    Args:
        opponent: An entry of the sequence that :func:`~svara_eval.odds` takes.
        place: The beginning of any error message.

    >>> parse_opponent("7c Kh Kd", "opponent 1")
    (Card('7♣'), Card('K♥'), Card('K♦'))
    >>> sorted(parse_opponent("11-16", "opponent 2")), parse_opponent({(0, 1, 2): 0.5, "8c 8d 8h": 1}, "opponent 3")
    ([11, 15, 16], {0: 1, 34: 2})
    """
    if opponent is None:
        return ANY
    unknown, hand = _parse(opponent, place)
    if unknown is not None:
        return unknown
    if not isinstance(hand, (str, list)):
        raise TypeError(
            f"{place} must be None or 'any', a hand, a range of points such as '20+', a collection of hands or a "
            f"mapping of hands to weights, not {shown(opponent)} of type {type(opponent).__name__}"
        )
    with located(f"{place}, read as a hand"):
        return parse_hand(hand)


def parse_hero(hand: RangeLike) -> tuple[Card, Card, Card] | Unknown:
    """Return the three cards of the hero, or what the hero may hold. A hand is refused in the words of the scorer.

    >>> parse_hero("7c Kh Kd"), sorted(parse_hero("33+"))
    ((Card('7♣'), Card('K♥'), Card('K♦')), [33, 34])
    """
    unknown, rest = _parse(hand, "the hand")
    return parse_hand(rest) if unknown is None else unknown  # type: ignore[arg-type]  # parse_hand refuses the rest


def _parse(player: Any, place: str) -> tuple[Unknown | None, object]:
    """Return the hands an unknown player may hold, or None and the value to read as a hand."""
    if isinstance(player, str):
        text = player.strip()
        if text.lower() == "any":
            return ANY, None
        if ":" in text and _is_range(text.partition(":")[0]):
            return _weighted_ranges(text, f"{place}, read as ranges with weights"), None
        if "|" in text or ":" in text:
            return _of_text(text, place), None
        if _is_range(text):
            with located(f"{place}, read as a range of points"):
                return _points(text), None
        return None, player
    if hasattr(player, "keys") and hasattr(player, "items"):
        pairs = list(islice(player.items(), HAND_COUNT + 1))
        if pairs and all(isinstance(key, str) and _is_range(key) for key, _ in pairs):
            return _of_ranges(pairs, f"{place}, read as ranges with weights"), None
        return _weighted(pairs, f"{place}, read as a mapping of hands to weights"), None
    try:
        items = None if isinstance(player, (bytes, bytearray, memoryview)) else list(islice(player, HAND_COUNT + 1))
    except TypeError:
        items = None
    if items is None or any(map(is_card, items[:3])):
        return None, player if items is None else items
    place += ", read as a collection of hands"
    return FrozenMap((index, 1) for index in _indices(items, place)), None


def _is_range(text: str) -> bool:
    """Return whether a string is written like a range of points, as hands never are."""
    text = text.lower()
    return text.startswith("top") or "%" in text or (text[:1].isdecimal() and not text.strip("0123456789+-, "))


def _weighted_ranges(text: str, place: str) -> Unknown:
    """Return the hands of "23+: 1, 22: 0.35"."""
    pairs = []
    for number, part in enumerate(text.split(","), 1):
        points, colon, weight = part.partition(":")
        if not colon:
            raise SvaraError(f"{place}, range {number}: {shown(part.strip())} has no weight; write '23+: 1, 22: 0.35'")
        pairs.append((points, _read_weight(weight, f"{place}, weight {number}")))
    return _of_ranges(pairs, place)


def _of_ranges(pairs: Iterable[tuple[str, object]], place: str) -> Unknown:
    """Return the hands of ranges of points, each with the weight of its range."""
    weight_of: dict[int, tuple[int, int]] = {}
    for number, (points, weight) in enumerate(pairs, 1):
        with located(f"{place}, range {number}"):
            totals = _points(points) if "," in points else frozenset(_totals(points.strip().lower()))
        ratio = _ratio(weight, f"{place}, weight {number}")
        if again := weight_of.keys() & totals:
            raise SvaraError(f"{place}: {points_named(again)} are in two ranges")
        weight_of |= dict.fromkeys(totals, ratio)
    points_of = list(map(score, all_hands()))
    held = [hand for hand, points in enumerate(points_of) if points in weight_of]
    return _scaled(held, [weight_of[points_of[hand]] for hand in held], place)


def _of_text(text: str, place: str) -> Unknown:
    """Return the hands of "QcJc8d | QdJd8c" or, with weights, "QcJc8d: 2 | QdJd8c: 1/2"."""
    hands = text.split("|")
    if ":" not in text:
        return FrozenMap((index, 1) for index in _indices(hands, f"{place}, read as a collection of hands"))
    place += ", read as hands with weights"
    pairs: list[tuple[str, object]] = []
    for number, (hand, colon, weight) in enumerate((hand.partition(":") for hand in hands), 1):
        pairs.append((hand, _read_weight(weight, f"{place}, weight {number}") if colon else 1))
    return _weighted(pairs, place)


def _read_weight(text: str, place: str) -> Fraction:
    from fractions import Fraction  # takes milliseconds to import

    plain = len(text) < 80 and "e" not in text.lower()  # the digits of 1e999999999 would fill the memory
    try:
        weight = Fraction(text if plain else "")
    except (ValueError, ZeroDivisionError):
        weight = Fraction(-1)
    if weight < 0:
        raise SvaraError(f"{place} must be a number like 2, 0.5 or 1/2, not {shown(text.strip())}")
    return weight


def _weighted(pairs: Sequence[tuple[object, object]], place: str) -> Unknown:
    """Return hands with their weights, in proportion."""
    hands = _indices([hand for hand, _ in pairs], place)
    if len(set(hands)) < len(hands):
        again = next(hand for number, hand in enumerate(hands) if hand in hands[:number])
        raise SvaraError(f"{place}: {' '.join(map(str, hand_at(again)))} is given twice")
    return _scaled(hands, [_ratio(weight, f"{place}, weight {n}") for n, (_, weight) in enumerate(pairs, 1)], place)


def _scaled(hands: Sequence[int], ratios: Sequence[tuple[int, int]], place: str) -> Unknown:
    """Scale the weights of hands to the smallest whole numbers in the same proportions."""
    scale = 1
    for denominator in {denominator for _, denominator in ratios}:
        scale = lcm(scale, denominator)
        if scale > _LARGEST:
            raise SvaraError(f"{place}: the common denominator of the weights has more than 400 digits; round them")
    weights = [scale // denominator * numerator for numerator, denominator in ratios]
    divisor = gcd(*weights)
    if not divisor:
        raise SvaraError(f"{place}: all weights are 0; at least one must be positive")
    return FrozenMap((hand, weight // divisor) for hand, weight in zip(hands, weights, strict=True) if weight)


def _ratio(weight: Any, place: str) -> tuple[int, int]:
    """Return a weight as a numerator and a denominator."""
    # The exponent of a Decimal is short where its ratio is not: 1E+999999999.
    exponent = weight.as_tuple().exponent if hasattr(weight, "as_tuple") else 0
    try:
        if isinstance(exponent, int) and abs(exponent) > 400:
            numerator = denominator = _LARGEST + 1
        elif hasattr(weight, "as_integer_ratio") and not isinstance(weight, int):
            numerator, denominator = weight.as_integer_ratio()
        else:
            numerator, denominator = whole(weight, place), 1
    except (ValueError, OverflowError):
        raise SvaraError(f"{place} must be a finite number, not {shown(weight)}") from None
    except TypeError:
        raise TypeError(f"{place} must be a number, not {shown(weight)} of type {type(weight).__name__}") from None
    if numerator < 0:
        raise SvaraError(f"{place} must be at least 0, not {shown(weight)}")
    if numerator > _LARGEST or denominator > _LARGEST:
        raise SvaraError(
            f"{place} is {shown(weight)}, whose numerator or denominator has more than 400 digits; weights count in "
            "proportion, so smaller numbers will do"
        )
    return numerator, denominator


def _indices(hands: Sequence[object], place: str) -> list[int]:
    """Return the indices of 1 to 4960 hands."""
    if not 1 <= len(hands) <= HAND_COUNT:
        raise SvaraError(f"{place}: it must have 1 to {HAND_COUNT} hands, not {'more' if hands else 0}")
    indices: list[int] = []
    try:
        indices.extend(map(index_of, hands))
    except (SvaraError, TypeError):
        with located(f"{place}, hand {len(indices) + 1}"):
            raise
    return indices
