"""Scoring in pandas: a column of text, and three columns of card numbers."""

from __future__ import annotations

import pandas as pd

from svara_eval import sample_deals, score_batch, score_cards

EVENING: dict[str, list[str | None]] = {
    "Ana": ["7♣ K♥ K♦", "Q♦ K♦ 10♠", None, "8♠ A♦ 7♣"],
    "Bo": ["A♠ A♦ 10♣", "7♥ 9♦ 9♣", "7♦ 7♠ 10♦", "8♣ 8♦ 8♥"],
    "Vera": ["Q♣ Q♥ 9♦", "7♦ 7♥ 7♠", "10♥ K♥ 8♣", "J♦ Q♥ K♥ A♥"],
}


def with_points(hands: pd.DataFrame) -> pd.DataFrame:
    """Add the points of the hands; 0 where a hand is missing or invalid."""
    return hands.assign(points=score_batch(hands["hand"], errors="coerce"))


def dealt(hands: int) -> pd.DataFrame:
    """Deal random hands, a card per column, with their points as a Series."""
    cards = pd.DataFrame(
        sample_deals(hands, 1, rng=8)[:, 0], columns=["first", "second", "third"]
    )
    return cards.assign(
        points=score_cards(cards["first"], cards["second"], cards["third"])
    )


def main() -> None:
    hands = [
        (player, hand) for player, dealt_to in EVENING.items() for hand in dealt_to
    ]
    evening = with_points(pd.DataFrame(hands, columns=["player", "hand"]))
    print(evening.to_string(index=False))
    print()
    print(evening.groupby("player")["points"].agg(["max", "mean"]).to_string())

    million = dealt(1_000_000)
    joker = (million[["first", "second", "third"]] == 0).any(axis=1)
    print()
    print(
        f"A hand with the 7♣ is worth {million['points'][joker].mean():.1f} on average,"
    )
    print(f"one without it {million['points'][~joker].mean():.1f}.")


if __name__ == "__main__":
    main()
