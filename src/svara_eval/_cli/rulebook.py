"""The rules in a sentence each, by their numbers: what ``svara-eval play`` says when it is asked."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

#: The published rules of scoring (S) and of a deal (B), and the decisions (D) that close their gaps.
RULES: Final[dict[str, str]] = {
    "S1": "7, 8 and 9 are worth 7, 8 and 9 points.",
    "S2": "10, J, Q and K are worth 10 points.",
    "S3": "An ace is worth 11 points.",
    "S4": "Cards of one suit add up.",
    "S5": "Aces add up whatever their suits: two are worth 22, three 33.",
    "S6": "The 7♣ is the joker: it combines with any card and is worth 11 then.",
    "S7": "Three 7s are worth 34, and no hand is better.",
    "S8": "Three of a kind are worth three times the card.",
    "S9": "Any two 7s are worth 23.",
    "B1": "Every player in a deal pays the ante and gets three cards.",
    "B2": "The player on the dealer's left acts first: he may bet blind, without a look at his cards, or look.",
    "B3": "After a blind bet the next player on the left may double it, or look.",
    "B4": "Whoever looks ends the blind betting for everybody: all see their own cards now.",
    "B5": "The open betting begins with who looked: bet or fold; after a blind or a bet call, raise or fold.",
    "B6": "The first to pay a blind pays twice as much as it; from then on the highest total is asked.",
    "B7": "A blind bettor tops up the difference like everybody else.",
    "B8": "If nobody pays a blind, the last blind bettor takes the pot.",
    "B9": "If two or more are left they show their cards, and the most points take the pot.",
    "B10": "If there is neither a blind nor a bet, the dealer takes the pot.",
    "B11": "If the best points are equal it is a svara: nobody takes the pot.",
    "B12": "A new deal is played for all of the pot, and those who tied are in it.",
    "B13": "The others may join it for a fee.",
    "D1": "The 7♣ is worth 11 in every reading but two sevens and three sevens.",
    "D2": "The 7♣ does not bridge two cards that have nothing in common: 8♠ A♦ 7♣ is 22.",
    "D3": "With a pair the 7♣ adds 11 to both cards: 7♣ K♥ K♦ is 31.",
    "D4": "Readings do not chain: A♥ A♦ K♥ is 22, not 32.",
    "D5": "A pair alone is worth nothing: Q♣ Q♥ 9♦ is 10.",
    "D6": "Two sevens are a floor, not a cap: 7♣ 7♥ K♥ is 28.",
    "D7": "Equal points are a tie; no suit and no card breaks it.",
    "D8": "The worst hands are worth 8, such as 7♥ 8♦ 8♠.",
    "D9": "The cards are dealt face down before the blind betting, one at a time from the dealer's left.",
    "D10": "The first blind and the first bet are the minimum bet or more: the ante, unless the table sets another.",
    "D11": "The next blind is exactly twice the last, unless the table allows more than twice.",
    "D12": "As long as each in turn doubles, the blind goes on round the table, past the dealer.",
    "D13": "There is no checking: a player pays or folds, and who folds is out of the deal.",
    "D14": "A raise goes at least the minimum raise above what is asked: the minimum bet, unless set otherwise.",
    "D15": "Those who tied are in the svara without paying: there is no ante, the pot is their stake.",
    "D16": (
        "Every other player may join the svara for the pot divided by the number of those who tied, rounded up; "
        "the fee stays the same as players join. They are asked clockwise from the dealer's left, and who "
        "declined is asked again at the next svara."
    ),
    "D17": "Fees go into the pot, the deal passes to the next player in the svara, and the betting begins anew.",
    "D18": "A pot is never split: a svara that ties again leads to the next.",
    "D19": (
        "Nobody's total may exceed the limit, nor what the poorest player who has not folded can put in: "
        "nobody is forced out for lack of chips, and there are no side pots. A blind is never cut down to that; "
        "what is asked, a bet and a raise are. If nobody can bet the cards are shown. "
        "Who can't pay the ante or the fee is not in the deal."
    ),
    "D20": "Chips are never made or lost.",
}
