"""Read the values of arguments and options: hands, numbers and characters."""

from __future__ import annotations

from argparse import ArgumentTypeError
from typing import TYPE_CHECKING, Literal

from svara_eval import SvaraError
from svara_eval._messages import shown
from svara_eval.cards import is_card

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Final

_OPPONENTS: Final = tuple("123456789")


def hands_given(hands: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the hands among the arguments of a command, each with its position for error messages.

    Three single cards are one hand, even if one or two of them are invalid. The error is then about those cards.

    >>> list(hands_given(["7c", "Kh", "Kd"])), list(hands_given(["7cKhKd"]))
    ([('hand 1', '7c Kh Kd')], [('hand 1', '7cKhKd')])
    """
    if len(hands) == 3 and any(map(is_card, hands)) and not any(" " in hand for hand in hands):
        hands = [" ".join(hands)]
    for number, hand in enumerate(hands, 1):
        if is_card(hand):
            raise SvaraError(
                f"hand {number}: a hand is three cards, not 1 ({shown(hand)}); put each hand in quotes, like '7c Kh Kd'"
            )
        yield f"hand {number}", hand


def whole_number(text: str) -> int:
    """Read the value of an option that is a whole number."""
    try:
        if len(text) <= 100:
            return int(text)
    except ValueError:
        pass
    raise ArgumentTypeError(f"must be a whole number of at most 100 digits, not {shown(text)}")


def numbers_of_opponents(text: str) -> range | Literal["points"]:
    """Read a range of numbers of opponents, or the word "points".

    >>> numbers_of_opponents("1-9"), numbers_of_opponents("points")
    (range(1, 10), 'points')
    """
    if text == "points":
        return "points"
    low, _, high = text.partition("-")
    if low in _OPPONENTS and high in _OPPONENTS and low <= high:
        return range(int(low), int(high) + 1)
    raise ArgumentTypeError(f"must be numbers of opponents like 1-9, or points, not {shown(text)}")


def one_character(text: str) -> str:
    """Read the value of an option that is a character. The word "tab" stands for a tab.

    >>> one_character(";"), one_character("tab")
    (';', '\\t')
    """
    if text == "tab":
        return "\t"
    if len(text) == 1 and text not in '"\r\n\0':
        return text
    raise ArgumentTypeError(f"must be 'tab' or one character other than a quote or line break, not {shown(text)}")
