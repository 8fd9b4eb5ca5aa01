"""``svara-eval compare``: who wins a showdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from svara_eval import Showdown, SvaraError, explain, showdown
from svara_eval._cli.printing import print_json, show
from svara_eval._language import words_in
from svara_eval.cards import is_card

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from svara_eval.types import Language


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
        print_json([_object(hands, result, options.language)])
        return
    said = words_in(options.language).SENTENCES
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


def _object(hands: Sequence[str], result: Showdown[int], language: Language) -> dict[str, object]:
    """Return the showdown by the names of its attributes; the winners are positions in the list of hands, from 0."""
    return {
        "hands": hands,
        "points": result.points,
        "winners": [place - 1 for place in result.winners],
        "svara": result.svara,
        "readings": [
            {
                "points": reading.points,
                "kind": reading.kind,
                "cards": [*map(str, reading.cards)],
                "rules": reading.rules,
                "text": reading.text(language),
            }
            for reading in map(explain, hands)
        ],
    }


def _result(place: int, result: Showdown[int]) -> str:
    if place not in result.winners:
        return "loses"
    return "svara" if result.svara else "wins"
