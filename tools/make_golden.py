"""Write tests/data/hands.tsv, the golden data: every hand with its points, kind, cards that count, and rules.

    python tools/make_golden.py

The data come from the reference scorer, and the tests check them against the second scorer and the published examples.
They change only if the rules do. Review the diff line by line before you commit it.
"""

from __future__ import annotations

from pathlib import Path

from svara_eval import all_hands, explain, format_hand

GOLDEN = Path(__file__).resolve().parent.parent / "tests" / "data" / "hands.tsv"


def golden() -> str:
    """The text of hands.tsv, the hands in index order."""
    lines = ["hand\tpoints\tkind\tcards\trules"]
    for hand in all_hands():
        best = explain(hand)
        cards = " ".join(map(str, best.cards))
        lines.append(f"{format_hand(hand)}\t{best.points}\t{best.kind}\t{cards}\t{' '.join(best.rules)}")
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    GOLDEN.write_text(golden(), encoding="utf-8", newline="\n")
