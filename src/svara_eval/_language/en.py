"""English."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from svara_eval.types import Kind

#: The kinds of readings, in words.
KINDS: dict[Kind, str] = {
    "high_card": "the high card",
    "suited": "cards of one suit",
    "aces": "aces",
    "three_of_a_kind": "three of a kind",
    "two_sevens": "two sevens",
    "three_sevens": "three sevens",
    "joker_card": "the joker with a card",
    "joker_pair": "the joker with a pair",
    "joker_suited": "the joker with two cards of one suit",
}

#: The published rules of scoring (S) and betting (B), and the decisions (D) that close their gaps, in a few sentences
#: each. They are those of docs/rules.md, where each rule says more; a test holds them equal.
RULES: dict[str, str] = {
    "S1": "A 7 scores 7 points, an 8 scores 8, a 9 scores 9.",
    "S2": "A 10, a jack, a queen and a king score 10 each.",
    "S3": "An ace scores 11.",
    "S4": "Cards of the same suit add up: Q♦ K♦ 10♠ scores 20, and 10♠ 8♠ K♥ scores 18.",
    "S5": "Aces add up whatever their suits: two score 22, three score 33.",
    "S6": "The 7♣ (Chechak, Yoncho, Shpoka, Chotora) is the joker: it combines with any card and then counts 11.",
    "S7": "Three 7s score 34, the best hand.",
    "S8": "Three of a kind scores three times the card: 8 8 8 scores 24, and Q Q Q scores 30.",
    "S9": "Any two 7s score 23.",
    "B1": "Every player pays the ante and gets three cards.",
    "B2": (
        "The player left of the dealer may bet blind, that is, without looking at their cards. "
        "They may look instead; nobody has to bet blind."
    ),
    "B3": (
        "A blind bet may be doubled. "
        "The next player to the left either bets twice as much, also blind, or looks, and so on."
    ),
    "B4": (
        "The first player to look ends the blind betting for everyone. From then on, all players see their own cards."
    ),
    "B5": (
        "The player who looked acts first, and play continues to the left. "
        "A player pays what is asked, raises or folds. A player who folds is out of the deal."
    ),
    "B6": (
        "The first player to pay a blind pays twice its amount. "
        "Until somebody has called or raised, twice the last blind is asked. After that, the level is asked: "
        "the highest total in the deal."
    ),
    "B7": (
        "A player who has bet blind tops up the difference. "
        "The blind is part of that player's total, and the player is asked for the same total as everybody else."
    ),
    "B8": "A blind that nobody pays takes the pot. If everybody else folds, the last player to bet blind wins.",
    "B9": "If two or more players are left, they show their cards, and the most points take the pot.",
    "B10": ("Without a blind or a bet, the dealer takes the pot. Everybody else folds, and the dealer need not bet."),
    "B11": "A tie for the most points is a svara. Nobody takes the pot.",
    "B12": "A new deal is played for the whole pot, and the players who tied are in it.",
    "B13": "The other players may join the svara for a fee.",
    "D1": "The 7♣ counts 11 in every reading except two sevens and three sevens.",
    "D2": "The 7♣ does not bridge two unrelated cards. 8♠ A♦ 7♣ scores 22, not 30.",
    "D3": (
        "With a pair, the 7♣ adds its 11 to both cards. 7♣ K♥ K♦ scores 31. "
        "The 7♣ does not turn the pair into three of a kind: three kings would score 30."
    ),
    "D4": (
        "Readings do not chain. A♥ A♦ K♥ scores 22, not 32: it has two aces and two hearts, "
        "but the three cards together are not a reading."
    ),
    "D5": "A plain pair scores nothing by itself. The best single card counts: Q♣ Q♥ 9♦ scores 10.",
    "D6": "Two sevens are a floor, not a cap. Only a better reading replaces their 23: 7♣ 7♥ K♥ scores 28.",
    "D7": "Equal points are a tie. Neither a suit nor a higher card breaks it: the showdown is a svara.",
    "D8": "The worst hand scores 8.",
    "D9": (
        "The cards are dealt face down before the blind betting. "
        "They are dealt one at a time, starting left of the dealer, and nobody may look yet."
    ),
    "D10": (
        "The first blind and the first bet are at least the minimum bet. "
        "That is the ante, unless the table sets another."
    ),
    "D11": (
        "A doubled blind is exactly twice the last one. A table that sets max_blind_multiple above 2 allows any whole "
        "total from twice the last blind to that many times the last blind, but not above the betting cap E."
    ),
    "D12": (
        "Blind betting can go around the table more than once. As long as each player in turn doubles the blind, the "
        "betting passes the dealer and continues. A player who bets blind again tops up to the new total."
    ),
    "D13": "There is no checking. A player who does not pay folds.",
    "D14": (
        "A raise goes at least the minimum raise above what is asked. While a blind is unpaid, that is above twice the "
        "blind. The minimum raise is the minimum bet, unless the table sets another."
    ),
    "D15": (
        "In a svara nobody pays an ante, and the players who tied pay nothing at all. "
        "Their chips in the pot are their stake."
    ),
    "D16": (
        "Everybody else may join for a fee: the pot divided by the number of players who tied, rounded up. "
        "Everyone who did not tie is asked, including those who folded or declined an earlier svara. "
        "They are asked openly, one after another, clockwise from the seat after the dealer of the deal that tied. "
        "The fee is fixed by the tie and does not grow as players join."
    ),
    "D17": (
        "The fees go into the pot, and the svara is played like any other deal. The deal passes to the next seat "
        "clockwise that is in the svara. All totals start at 0 again, and bets are added to the carried pot."
    ),
    "D18": (
        "A pot is never split. A svara that ends in a tie leads to another, with its own tied players and its own fee."
    ),
    "D19": (
        "No total may exceed the betting cap, E. E is the smallest of the limit and, for each player still in the "
        "deal, that player's total plus remaining chips. So nobody is forced out for lack of chips, and there are no "
        "side pots. "
        "A blind is never cut down. A player who cannot bet it in full within E can only look. "
        "In the open betting, what is asked, a bet and a raise are cut down to E where the rules ask for more. "
        "If E is 0 once the antes or fees are paid, there is no betting: the cards are shown. "
        "A player who cannot pay the ante is not in the deal. "
        "A player who cannot pay the fee of a svara is not asked."
    ),
    "D20": "Chips are never made or lost.",
    "D21": (
        "Between two deals a player may take a seat, leave it, add chips, or sit out. "
        "A player who sits out pays no ante, gets no cards, is asked nothing, and does not deal until they sit in "
        "again. A deal with antes needs two players who sit in and can pay the ante."
    ),
    "D22": (
        "Claims to the pot of a pending svara belong to players, not to seats. "
        "Those who tied and those who joined have one. A player who leaves or sits out gives it up, and the chips stay "
        "in the pot. When one claim is left, that player takes the pot at once, and no deal is played. "
        "A player who sits down or sits in while a svara is pending has no claim. They wait for the next deal with "
        "antes, or are asked to join at the next tie."
    ),
    "D23": (
        "Chips that are added count starting with the next deal, for the betting cap too. "
        "The table counts chips in and out: stacks plus pot equal the chips brought minus the chips taken away."
    ),
    "D24": (
        "A table may set the fee of a svara to the whole pot. "
        "Otherwise it is the pot divided by the number of players who tied. "
        "Joining for the whole pot costs more than it is worth."
    ),
}

#: All other sentences, with the names of the values in them.
SENTENCES: dict[str, str] = {
    # An explanation
    "reading": "{points} points: {kind}, {cards}",
    # svara-eval explain and compare
    "explain": "{hand} scores {reading}",
    "explain columns": "hand,,points,cards,kind,rules,reading",
    "compare columns": "hand,cards,points,result,reading",
    "counts": "counts",
    "beaten": "beaten",
    "wins": "wins",
    "svara": "svara",
    "loses": "loses",
    "hand": "hand {place}",
    "and": " and ",
    "hand wins": "{hand} wins",
    "hands tie": "a svara between {hands}: nobody takes the pot",
    # The options of a player
    "look": "look",
    "blind": "blind to {to}",
    "bet": "bet to {to}",
    "call": "call to {to}",
    "raise": "raise to {to}",
    "fold": "fold",
    "join": "join for {to}",
    "decline": "decline",
    "up to": "{low}–{high}",
    "or more": "{low} or more",
    # The events of a deal
    "seat": "seat {seats}",
    "seats": "seats {seats}",
    "deals": "{dealer} deals to {players}, who pay {ante} each",
    "deals svara": "{dealer} deals to {players}: a svara for the pot of {pot}",
    "looks": "{seat} looks",
    "blinds": "{seat} bets blind to {to}",
    "bets": "{seat} bets to {to}",
    "calls": "{seat} calls to {to}",
    "raises": "{seat} raises to {to}",
    "folds": "{seat} folds",
    "joins": "{seat} joins for {to}",
    "declines": "{seat} declines",
    "shows": "{seat} shows {hand}: {points} points",
    "wins by showdown": "{seat} takes the pot of {pot}",
    "wins by fold": "{seat} takes the pot of {pot}; everyone else folded",
    "tie": "svara between {tied} for the pot of {pot}",
    "tie, one may join": "svara between {tied} for the pot of {pot}; {others} may join for {fee}",
    "tie, some may join": "svara between {tied} for the pot of {pot}; {others} may join for {fee}",
    # svara-eval play
    "welcome": "You are seat {seat} of {seats}. {chips}.",
    "no stacks": "There are no stacks",
    "stacks": "Each player has {chips}",
    "chip": "{number} chip",
    "chips": "{number} chips",
    "help": """\
Type an action or its first letter, and a total if there is a choice: raise 30.
? explains your options, ? B6 a rule, ? raise an action, ? rules all of them.
save FILE saves the finished deals as you saw them; quit ends the game.""",
    "help advice": "? advice says what a perfect player would do.",
    "no betting": "There is no betting: a player has no chips left (D19).",
    "you cannot pay ante": "You cannot pay the ante of {ante}.",
    "nobody can pay ante": "Nobody else can pay the ante of {ante}.",
    "you cannot pay fee": "You cannot pay the fee of {fee}.",
    "leave": "You leave with {chips}. Deals finished: {deals}.",
    "pot": "pot: {pot}",
    "you": "you",
    "bet so far": "bet {bet}",
    "folded": "folded",
    "not in the deal": "not in the deal",
    "your hand": "Your hand: {hand}, {reading}",
    "your turn": "You can {options}.",
    "or": " or ",
    "next deal": "Press Enter for the next deal.",
    "advice": "A perfect player would: {chances}.",
    "chance": "{action} ({percent}%)",
    "no advice now": "advice is for your turn, heads-up with a limit",
    "no advice": "no advice: {error}",
    "save needs file": "save needs a file name",
    "nothing to save": "nothing to save; no deal is finished yet",
    "file exists": "not saved: {path} already exists",
    "not saved": "not saved: {path}: {error}",
    "saved": "Saved in {path}. Deals finished: {deals}.",
    "too long": "a line has {longest} characters or more; type an action",
    "nothing typed": "type an action, or ? for help",
    "not legal": "{typed} is not legal now; type ? for help",
    "not an action": "{typed} is not an action; {option} is legal",
    "needs a total": "{name} needs a total; {option} is legal",
    "wrong total": "{action} is not legal; {option} is legal",
    "not a rule": "{typed} is not an action or a rule; the rules are S1 to S9, B1 to B13 and D1 to D24",
}

#: The words that can be typed in svara-eval play, and their meanings. The first words for an action are its name.
TYPED: dict[str, str] = {
    "look": "look",
    "blind": "blind",
    "bet": "bet",
    "call": "call",
    "raise": "raise",
    "fold": "fold",
    "join": "join",
    "decline": "decline",
    "rules": "rules",
    "advice": "advice",
    "save": "save",
    "quit": "quit",
    "exit": "quit",
    "q": "quit",
}
