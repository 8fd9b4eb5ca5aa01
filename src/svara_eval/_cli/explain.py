"""``svara-eval explain``: why a hand scores what it does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from svara_eval import format_hand, readings
from svara_eval._cli.command_values import hands_given
from svara_eval._cli.printing import print_json, show
from svara_eval._language import words_in
from svara_eval._messages import located

if TYPE_CHECKING:
    from argparse import Namespace


def run(options: Namespace) -> None:
    """Show every reading of each hand, starting with the best."""
    words = words_in(options.language)
    said = words.SENTENCES
    for place, hand in hands_given(options.hands):
        with located(place):
            found = readings(hand)
        if options.json:
            print_json(
                {
                    "hand": hand,
                    "counts": reading is found[0],
                    "points": reading.points,
                    "kind": reading.kind,
                    "cards": [*map(str, reading.cards)],
                    "rules": reading.rules,
                    "text": reading.text(options.language),
                }
                for reading in found
            )
            continue
        show(
            said["explain"].format(hand=format_hand(hand), reading=found[0].text(options.language)),
            said["explain columns"].split(","),
            [
                (
                    hand,
                    said["beaten" if beaten else "counts"],
                    reading.points,
                    " ".join(map(str, reading.cards)),
                    reading.kind if options.language == "en" else words.KINDS[reading.kind],
                    ", ".join(reading.rules),
                    reading.text(options.language),
                )
                for beaten, reading in enumerate(found)
            ],
        )
