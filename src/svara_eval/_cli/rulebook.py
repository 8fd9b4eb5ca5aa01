"""The rules, a sentence or two each, by number: what ``svara-eval play`` answers to ``?``.

Each text opens the entry of its rule in docs/rules.md, word for word; a test holds the two equal.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

#: The published rules of scoring (S) and betting (B), and the decisions (D) that close their gaps.
RULES: Final[dict[str, str]] = {
    "S1": "A 7 is worth 7 points, an 8 is worth 8, a 9 is worth 9.",
    "S2": "A 10, a jack, a queen and a king are worth 10 each.",
    "S3": "An ace is worth 11.",
    "S4": "Cards of one suit add up: Q♦ K♦ 10♠ is worth 20, and 10♠ 8♠ K♥ is worth 18.",
    "S5": "Aces add up whatever their suits: two are worth 22, three are worth 33.",
    "S6": "The 7♣ (Chechak, Yoncho, Shpoka, Chotora) is the joker: it combines with any card and then counts 11.",
    "S7": "Three 7s are worth 34. No hand is better.",
    "S8": "Three of a kind are worth three times the card: 8 8 8 is worth 24, Q Q Q is worth 30.",
    "S9": "Any two 7s are worth 23.",
    "B1": "Every player in the deal pays the ante and gets three cards.",
    "B2": "The player left of the dealer acts first: they may bet blind, without looking at their cards, or look.",
    "B3": "The next player on the left may double a blind, or look.",
    "B4": "A player who looks ends the blind betting for everyone. From then on each player sees their own cards.",
    "B5": (
        "The open betting starts with the player who looked and continues to the left. "
        "A player pays what is asked, raises or folds."
    ),
    "B6": (
        "The first player to pay a blind pays twice its amount. As long as nobody has called or raised, "
        "twice the last blind is asked; after that, the highest total of any player is."
    ),
    "B7": "A blind bettor tops up the difference like everybody else.",
    "B8": "If nobody pays a blind, the last blind bettor takes the pot.",
    "B9": "If two or more players are left, they show their cards, and the most points take the pot.",
    "B10": "If there is neither a blind nor a bet, everybody folds round to the dealer, who takes the pot.",
    "B11": "Equal best points are a svara: nobody takes the pot.",
    "B12": "A new deal is played for the whole pot, and the tied players are in it.",
    "B13": "The other players may join the svara for a fee.",
    "D1": "The 7♣ counts 11 in every reading except two sevens and three sevens.",
    "D2": "The 7♣ does not bridge two unrelated cards: 8♠ A♦ 7♣ is worth 22, not 30.",
    "D3": "With a pair, the 7♣ adds 11 to both cards: 7♣ K♥ K♦ is worth 31.",
    "D4": "Readings do not chain: A♥ A♦ K♥ is worth 22, not 32.",
    "D5": "A pair alone is worth nothing: Q♣ Q♥ 9♦ is worth 10.",
    "D6": "Two sevens are a floor, not a cap: 7♣ 7♥ K♥ is worth 28.",
    "D7": "Equal points are a tie. No suit and no higher card breaks it.",
    "D8": "The worst hands are worth 8, such as 7♥ 8♦ 8♠.",
    "D9": (
        "The cards are dealt before the blind betting, face down. "
        "They go out one at a time, the first to the dealer's left, and nobody may look yet."
    ),
    "D10": "The first blind and the first bet are at least the minimum bet: the ante, unless the table sets another.",
    "D11": "A doubled blind is exactly twice the last one, unless the table allows a higher multiple.",
    "D12": (
        "As long as each player in turn doubles, the blind goes on round the table, past the dealer. "
        "A player who bets blind again tops up to the new total."
    ),
    "D13": "There is no checking. A player pays or folds, and a player who folds is out of the deal.",
    "D14": (
        "A raise goes at least the minimum raise above what is asked. "
        "The minimum raise is the minimum bet, unless the table sets another."
    ),
    "D15": "Nobody pays an ante in a svara, and the tied players pay nothing: the money in the pot is their stake.",
    "D16": (
        "Every other player may join for the fee: the pot divided by the number of tied players, rounded up. "
        "They are asked one after the other, clockwise from the dealer's left, including those who folded or "
        "declined an earlier svara. The fee does not grow as players join."
    ),
    "D17": (
        "The fees go into the pot, and the deal passes to the next seat clockwise that is in the svara. "
        "All totals start from 0 again, and the betting comes on top of the pot."
    ),
    "D18": "A pot is never split. A svara that ties again leads to another, with its own tied players and fee.",
    "D19": (
        "Nobody's total may exceed the limit, nor the total that the poorest player still in the deal can reach. "
        "So nobody is forced out for lack of chips, and there are no side pots. "
        "A blind is never cut down to that; what is asked, a bet and a raise are. "
        "If nobody can bet, the cards are shown. "
        "A player who cannot pay the ante is not in the deal, and one who cannot pay the fee of a svara is not asked."
    ),
    "D20": "Chips are never made or lost.",
}
