"""``svara-eval compare``: who wins a showdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from svara_eval import Showdown, SvaraError, explain, showdown
from svara_eval._cli.printing import drawn, print_json, show
from svara_eval._language import words_in
from svara_eval.cards import is_card

if TYPE_CHECKING:
    from argparse import Namespace


def run(options: Namespace) -> None:
    """Show each hand with its points and its result."""
    hands: list[str] = options.hands
    cards = [hand for hand in hands if is_card(hand)]
    if len(hands) > 1 and cards:
        raise SvaraError(
            f"compare takes whole hands, not cards ({cards[0]!r}); put each hand in quotes, like '7c Kh Kd'"
        )
    result = showdown(dict(enumerate(hands, 1)))
    if options.json:
        best = [hands[place - 1] for place in result.winners]
        print_json([{"hands": hands, "points": result.points, "winners": best, "svara": result.svara}])
        return
    said = words_in(options.language if drawn() else "en").SENTENCES  # for programs, in any language the same
    best = [said["hand"].format(place=place) for place in result.winners]
    title = said["hands tie" if result.svara else "hand wins"]
    show(
        title.format(hand=best[0], hands=said["and"].join(best)),
        said["compare columns"].split(","),
        [
            (place, hand, points, said[_result(place, result)], explain(hand).text(options.language))
            for place, (hand, points) in enumerate(zip(hands, result.points, strict=True), 1)
        ],
    )


def _result(place: int, result: Showdown[int]) -> str:
    if place not in result.winners:
        return "loses"
    return "svara" if result.svara else "wins"
