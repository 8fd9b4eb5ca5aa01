"""Deal after deal and svara after svara: who deals, who plays, for how much, with which cards (B1, B11-B13, D9-D20)."""

from __future__ import annotations

import random

import pytest
from games import HUGE, deck, play

from svara_eval import DECK, Card, CardError, DuplicateCardError, HandSizeError, IllegalActionError, SvaraError
from svara_eval.game import Action, RandomPlayer, Settings, Svara, Table, Won, deal_hands, simulate

# Hands of 20 points, one of 22, and hands of 18, 10, 11 and 10 that share no card with either.
TWENTY = ("Q♦ J♦ 8♠", "10♥ K♥ 8♣", "K♠ 10♠ 9♣", "J♣ Q♣ 9♦")
WINNER = "A♣ A♠ Q♥"
FEWER = ("A♥ 7♥ K♦", "8♦ 9♥ K♣", "9♠ A♦ J♥", "7♦ 8♥ 10♣")


def tie(tied, others=(), dealer=0):
    """A deck with which the tied seats have 20 points, and the others fewer."""
    return deck(dict(zip(tied, TWENTY, strict=False)) | dict(zip(others, FEWER, strict=False)), dealer)


def reason(card):
    """Return the error message of ``Card``."""
    with pytest.raises((CardError, TypeError)) as refused:
        Card(card)
    return str(refused.value)


def dealer_wins(table):
    """A deal in which nobody bets."""
    deal = table.next_deal()
    deal.push(Action("look"))
    while deal.turn is not None:
        deal.push(Action("fold"))
    return deal


def test_the_first_dealer_is_given_and_the_deal_passes_clockwise():
    table = Table(Settings(10), seats=3, dealer=1)
    assert [dealer_wins(table).start.dealer for _ in range(7)] == [1, 2, 0, 1, 2, 0, 1]
    assert table.net == (-10, 20, -10)  # the dealer took 20 of the others each time
    assert Table(Settings(10), seats=3).next_deal().start.dealer == 0


@pytest.mark.rule("D19")
def test_the_deal_skips_players_who_cannot_pay_the_ante():
    """D19: they are not in the deal, and it does not pass to them."""
    table = Table(Settings(10), stacks=[500, 10, 9, 500], dealer=0)
    assert table.next_players == (0, 1, 3)
    deal = table.next_deal(deck({0: WINNER, 1: FEWER[3], 3: "8♦ K♠ J♣"}, 0))
    assert (str(deal.outcome), table.stacks) == ("seat 0 takes the pot of 30", (520, 0, 9, 490))
    assert table.next_players == (0, 3)
    assert table.next_deal().start.players == (0, 3)


@pytest.mark.rule("D19")
def test_a_player_with_exactly_the_ante_is_in_the_deal():
    """D19."""
    assert Table(Settings(10), stacks=[10, 9, 10]).next_players == (0, 2)


@pytest.mark.rule("D19")
def test_a_deal_needs_two_players_who_can_pay_the_ante():
    table = Table(Settings(10), stacks=[500, 10, 9])
    table.next_deal(deck({0: WINNER, 1: FEWER[3]}, 0))
    before = table.deal
    assert (table.next_players, table.stacks) == ((), (510, 0, 9))
    with pytest.raises(
        IllegalActionError, match=r"^a deal needs two active players who can pay the ante of 10; there (is 1|are none)$"
    ):
        table.next_deal()
    assert table.deal is before
    for stacks in ([9, 500], [0, 0, 0]):
        with pytest.raises(
            IllegalActionError,
            match=r"^a deal needs two active players who can pay the ante of 10; there (is 1|are none)$",
        ):
            Table(Settings(10), stacks=stacks, dealer=1).next_deal()


def test_the_next_seat_that_can_pay_deals_if_the_first_dealer_cannot():
    table = Table(Settings(10), stacks=[500, 9, 500], dealer=1)
    assert table.next_dealer == 2
    assert table.next_deal().start.dealer == 2


def test_a_new_table_can_continue_with_the_dealer_and_the_numbers_of_another():
    old = Table(Settings(10), stacks=[500, 30, 500])
    play(old.next_deal(), "1 look, 1 fold, 2 fold")
    new = Table(old.settings, stacks=[500, 530, 500], dealer=old.next_dealer, number=old.deal.number)
    assert (new.next_deal().start.dealer, new.deal.number) == (1, 3)
    assert Table(Settings(10), stacks=[500, 9]).next_dealer is None
    assert new.next_dealer is None  # while a deal is played


def test_a_deal_must_be_over_before_the_next():
    table = Table(Settings(10), seats=3)
    deal = table.next_deal(tie((0, 2), (1,)))
    for line, seat in [("", 1), ("1 look, 1 fold", 2), ("2 bet 10, 0 call", 1)]:
        play(deal, line)
        assert table.next_players == ()
        with pytest.raises(IllegalActionError, match=f"^the deal is not over; it is the turn of seat {seat}$"):
            table.next_deal()
        assert table.deal is deal
    play(deal, "1 decline")
    assert table.next_players == (0, 2)


@pytest.mark.rule("B11", "B12", "B13", "D15", "D17")
def test_players_who_tied_or_joined_play_the_svara_for_the_whole_pot():
    """B11-B13, D15-D17: no ante, totals from 0, the deal passes to the next seat clockwise that is in it."""
    table = Table(Settings(10), stacks=[100, 200, 300, 400], dealer=0)
    deal = play(table.next_deal(tie((0, 2), (1, 3))), "1 look, 1 fold, 2 bet 15, 3 fold, 0 call, 1 decline, 3 join")
    assert (deal.pot, table.stacks) == (105, (75, 190, 275, 355))
    svara = table.next_deal(deck({0: WINNER, 2: FEWER[3], 3: FEWER[1]}, 2))
    start = svara.start
    assert (start.dealer, start.players, start.carried, start.ante) == (2, (3, 0, 2), 105, 0)
    assert (svara.pot, svara.totals, svara.net, table.stacks) == (105, (0,) * 4, (0,) * 4, (75, 190, 275, 355))
    assert [*map(str, svara.legal.values())] == ["look", "blind to 10–75"]  # no ante is taken from the stack
    play(svara, "3 blind 10, 0 look, 0 call, 2 fold, 3 call")  # blind and open betting as in any deal
    assert str(svara.outcome) == "seat 0 takes the pot of 145"
    assert (table.stacks, table.net) == ((200, 190, 275, 335), (100, -10, -25, -65))
    assert table.next_deal().start.dealer == 3  # svaras count for the next dealer


@pytest.mark.rule("D16", "D17", "D18")
def test_a_svara_may_tie_again_and_again_with_its_own_fee_each_time():
    """D16-D18: a player who declined is asked again each time."""
    table = Table(Settings(10), stacks=[500, 500, 500], dealer=0)
    deal = play(table.next_deal(tie((0, 2), (1,))), "1 look, 1 fold, 2 bet 10, 0 call")
    assert deal.outcome == Svara((0, 2), 50, 25, (1,))
    play(deal, "1 decline")
    deal = play(table.next_deal(tie((0, 2), (), 2)), "0 look, 0 bet 10, 2 call")
    assert deal.outcome == Svara((0, 2), 70, 35, (1,))
    assert (deal.start.dealer, deal.start.carried) == (2, 50)
    play(deal, "1 join")
    deal = play(table.next_deal(tie((0, 1, 2), (), 0)), "1 look, 1 bet 11, 2 call, 0 call")
    assert deal.outcome == Svara((0, 1, 2), 138, 46, ())
    assert (deal.start.dealer, deal.start.carried) == (0, 105)
    deal = play(table.next_deal(tie((1, 2), (0,), 1)), "2 look, 2 bet 10, 0 call, 1 call")
    assert deal.outcome == Svara((1, 2), 168, 84, (0,))  # beaten in the svara
    play(deal, "0 decline")
    deal = play(table.next_deal(deck({1: WINNER, 2: FEWER[3]}, 2)), "1 look, 1 fold")
    assert deal.start.dealer == 2
    assert deal.outcome == Won(2, 168, "fold")
    assert sum(table.stacks) == 1500
    assert table.net == (-51, -66, 117)
    assert (table.next_deal().start.dealer, table.deal.start.carried) == (0, 0)


@pytest.mark.rule("D16")
def test_a_seat_that_was_not_in_the_deal_may_join_the_svara():
    """D16: every other player at the table is asked. Seat 1 could not pay the ante; chips were added since."""
    table = Table(Settings(10), stacks=[100, 9, 100, 100])
    deal = play(table.next_deal(tie((0, 2), (3,))), "2 look, 2 bet 10, 3 fold, 0 call, 3 decline")
    assert deal.outcome == Svara((0, 2), 50, 25, (3,))
    table.add_chips(1, 91)
    deal = play(table.next_deal(tie((0, 2), (), 2)), "0 look, 0 bet 10, 2 call, 3 join, 1 join")
    assert (deal.net, table.next_players) == ((-10, -35, -10, -35), (0, 1, 2, 3))
    svara = table.next_deal()
    assert (svara.start.players, svara.pot) == ((0, 1, 2, 3), 140)


@pytest.mark.rule("D19")
def test_a_svara_in_which_nobody_can_bet_is_shown_at_once():
    """D19: E is 0 once the fees are paid."""
    table = Table(Settings(10), stacks=[35, 35, 15])
    deal = play(table.next_deal(tie((0, 1), (2,))), "1 look, 1 bet 5, 2 fold, 0 call")
    assert deal.outcome == Svara((0, 1), 40, 20, ())  # seat 2 has 5 left
    table = Table(Settings(10), stacks=[15, 500, 30])
    deal = play(table.next_deal(tie((0, 1), (2,))), "1 look, 1 bet 5, 2 fold, 0 call")
    assert deal.outcome == Svara((0, 1), 40, 20, (2,))
    play(deal, "2 join")
    svara = table.next_deal(tie((0, 2), (1,), 1))
    assert [*map(str, svara.events[1:])][-1] == "svara between seats 0 and 2 for the pot of 60; seat 1 may join for 30"
    assert (svara.phase, svara.turn, table.stacks) == ("join", 1, (0, 485, 0))


def test_numbers_continue_over_the_deals_of_a_table():
    table = Table(Settings(10), seats=3)
    play(table.next_deal(tie((0, 2), (1,))), "1 look, 1 fold, 2 bet 10, 0 call, 1 decline")
    svara = table.next_deal(tie((0, 2), (), 2))
    assert (svara.start.number, svara.number) == (5, 5)
    with pytest.raises(IllegalActionError, match=r"^action number 0 has already been taken; the next is number 5; "):
        svara.push(Action("look", number=0))
    assert [event.number for event in svara.push(Action("look", number=5))] == [5]


def test_a_table_without_stacks_still_counts_what_is_won():
    table = Table(Settings(10), seats=2)
    assert (table.stacks, table.net, table.deal, table.next_players) == (None, (0, 0), None, (0, 1))
    play(table.next_deal(), "1 blind 1000, 0 look, 0 fold")
    assert (table.stacks, table.net) == (None, (-10, 10))


@pytest.mark.rule("D20")
@pytest.mark.parametrize("seats", [2, 3, 10])
def test_chips_are_never_made_or_lost_at_a_table(seats):
    """D20: over many deals, down to the last chip."""
    for seed in range(5):
        rng = random.Random(seed)
        table, player = (
            Table(Settings(10, min_bet=3), stacks=[rng.randint(10, 90) for _ in range(seats)]),
            RandomPlayer(rng),
        )
        before, chips = table.stacks, sum(table.stacks)
        for _ in range(60):
            if table.deal is not None and table.deal.turn is None and not table.next_players:
                break
            deal = table.next_deal(rng)
            while deal.turn is not None:
                assert sum(table.stacks) + deal.pot == chips
                assert sum(table.net) + deal.pot == 0
                deal.push(player.act(deal.view(deal.turn)))
            assert tuple(map(int.__add__, before, table.net)) == table.stacks
            assert min(table.stacks) >= 0


# The cards ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("D9")
def test_cards_are_dealt_one_at_a_time_from_the_dealers_left():
    """D9."""
    table = Table(Settings(10), stacks=[10, 9, 500, 500], dealer=2)
    deal = table.next_deal(iter(DECK))
    assert {seat: [*map(int, hand)] for seat, hand in deal.hands.items()} == {0: [1, 4, 7], 2: [2, 5, 8], 3: [0, 3, 6]}
    assert deal_hands((1, 0), range(6)) == {1: (DECK[0], DECK[2], DECK[4]), 0: (DECK[1], DECK[3], DECK[5])}


def test_no_more_cards_are_taken_than_are_dealt():
    cards = iter(["7c", 1, *DECK[2:], "no card"])
    Table(Settings(10), seats=10).next_deal(cards)
    assert [*cards] == [*DECK[30:], "no card"]
    assert Table(Settings(10), seats=2).next_deal(["7c", "7d", "7h", "7s", "8c", "8d", "7c", None]).pot == 20


@pytest.mark.parametrize(
    ("cards", "error", "message"),
    [
        ([], HandSizeError, "the deck has 0 cards; 3 players need 9"),
        (DECK[:8], HandSizeError, "the deck has 8 cards; 3 players need 9"),
        ([*DECK[:4], 2], DuplicateCardError, "card 5 of the deck: 7♥ is also card 3"),
        ([*DECK[:8], "7h"], DuplicateCardError, "card 9 of the deck: 7♥ is also card 3"),
        *(
            ([*DECK[:4], card], CardError, f"card 5 of the deck: {reason(card)}")
            for card in (32, -1, HUGE, "2s", "8d 8h", "")
        ),
        *(([*DECK[:4], card], TypeError, f"card 5 of the deck: {reason(card)}") for card in (None, True, 5.0, b"8d")),
    ],
    ids=map(str, range(14)),
)
def test_an_invalid_deck_is_refused_and_the_table_is_unchanged(cards, error, message):
    table = Table(Settings(10), stacks=[500, 500, 500])
    for _ in range(2):  # before the first deal, and after one
        before, stacks, players, net = table.deal, table.stacks, table.next_players, table.net
        with pytest.raises(error) as refused:
            table.next_deal(cards)
        assert type(refused.value) is error
        assert str(refused.value) == message
        assert (table.deal, table.stacks, table.next_players, table.net) == (before, stacks, players, net)
        dealer_wins(table)


@pytest.mark.rule("B1")
def test_the_same_seed_deals_the_same_cards():
    def dealt(seed):
        table, rng = Table(Settings(10), seats=4), random.Random(seed)
        hands = [table.next_deal(rng).hands]
        play(table.deal, "1 look, 1 fold, 2 fold, 3 fold")
        return [*hands, table.next_deal(rng).hands]

    assert dealt(5) == dealt(5) != dealt(6)
    first, second = dealt(5)
    assert first != second


@pytest.mark.rule("B1")
@pytest.mark.parametrize("source", [None, random.Random(1), random.SystemRandom()], ids=["secure", "seeded", "system"])
def test_every_card_can_be_dealt_to_every_place(source):
    """B1: a full deck, freshly shuffled. The chance that a card misses a place in 2000 deals is 5e-26."""
    places = [set() for _ in range(30)]
    for _ in range(2000):
        hands = deal_hands(range(10), source)
        assert len({card for hand in hands.values() for card in hand}) == 30
        for place, card in enumerate(card for hand in hands.values() for card in hand):
            places[place].add(card)
    assert places == [set(DECK)] * 30


def test_nothing_touches_the_global_generator():
    before = random.getstate()
    table = Table(Settings(10), seats=2)
    dealer_wins(table)
    table.next_deal(random.Random(1))
    simulate([RandomPlayer(), RandomPlayer()], 3)
    simulate([RandomPlayer(), RandomPlayer()], 3, rng=4)
    assert random.getstate() == before


# Bad input ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ("Table(Settings(10))", SvaraError, "the number of seats is missing; give seats, or a stack for each"),
        ("Table(Settings(10), seats=1)", SvaraError, "seats must be 2 to 10, not 1"),
        ("Table(Settings(10), seats=11)", SvaraError, "seats must be 2 to 10, not 11"),
        ("Table(Settings(10), seats=-2)", SvaraError, "seats must be 2 to 10, not -2"),
        ("Table(Settings(10), stacks=[500])", SvaraError, "a table has 2 to 10 seats, not 1"),
        ("Table(Settings(10), stacks=[500] * 11)", SvaraError, "a table has 2 to 10 seats, not 11 or more"),
        (
            "Table(Settings(10), stacks=[500, 500], seats=3)",
            SvaraError,
            "2 stacks do not fit 3 seats; give each seat one",
        ),
        ("Table(Settings(10), stacks=[500, -1])", SvaraError, "the stack of seat 1 must be at least 0, not -1"),
        (
            "Table(Settings(10), stacks=[500, 1.5])",
            TypeError,
            "the stack of seat 1 must be a whole number, not 1.5 of type float",
        ),
        (
            "Table(Settings(10), stacks=[500, None])",
            TypeError,
            "the stack of seat 1 must be a whole number, not None of type NoneType",
        ),
        (
            "Table(Settings(10), stacks=500)",
            TypeError,
            "stacks must be a sequence of chips, by seat, not 500 of type int",
        ),
        ("Table(Settings(10), seats='3')", TypeError, "seats must be a whole number, not '3' of type str"),
        ("Table(Settings(10), seats=True)", TypeError, "seats must be a whole number, not True of type bool"),
        ("Table(Settings(10), seats=3.0)", TypeError, "seats must be a whole number, not 3.0 of type float"),
        ("Table(Settings(10), seats=3, dealer=3)", SvaraError, "dealer must be 0 to 2, not 3"),
        ("Table(Settings(10), seats=3, dealer=-1)", SvaraError, "dealer must be 0 to 2, not -1"),
        (
            "Table(Settings(10), seats=3, dealer=None)",
            TypeError,
            "dealer must be a whole number, not None of type NoneType",
        ),
        (
            "Table(Settings(10), seats=3, dealer=HUGE)",
            SvaraError,
            "dealer must be 0 to 2, not a number of 16610 bits",
        ),
        ("Table(Settings(10), seats=HUGE)", SvaraError, "seats must be 2 to 10, not a number of 16610 bits"),
        (
            "Table(Settings(10), seats=HUGE, stacks=[500, 500])",
            SvaraError,
            "seats must be 2 to 10, not a number of 16610 bits",
        ),
        (
            "Table(Settings(10), seats=[HUGE])",
            TypeError,
            "seats must be a whole number, not [a number of 16610 bits] of type list",
        ),
        ("Table(10, seats=3)", TypeError, "settings must be a Settings, not 10 of type int"),
        ("Table({'ante': 10}, seats=3)", TypeError, "settings must be a Settings, not {'ante': 10} of type dict"),
        ("Table(HUGE, seats=3)", TypeError, "settings must be a Settings, not a number of 16610 bits of type int"),
        (
            "Table(Settings(HUGE), stacks=[500, 500]).next_deal()",
            IllegalActionError,
            "a deal needs two active players who can pay the ante of a number of 16610 bits; there are none",
        ),
        (
            "Table(Settings(10), stacks=b'dd')",
            TypeError,
            "stacks must be a sequence of chips, by seat, not b'dd' of type bytes",
        ),
        (
            "Table(Settings(10), stacks=bytearray(b'dd'))",
            TypeError,
            "stacks must be a sequence of chips, by seat, not bytearray(b'dd') of type bytearray",
        ),
        ("Table(Settings(10), stacks=range(10**8))", SvaraError, "a table has 2 to 10 seats, not 11 or more"),
        ("Table(Settings(10), seats=2, number=-1)", SvaraError, "number must be at least 0, not -1"),
        (
            "Table(Settings(10), seats=2, number=True)",
            TypeError,
            "number must be a whole number, not True of type bool",
        ),
        ("Table(Settings(10), seats=3, taken=[0, 3])", SvaraError, "taken: a seat must be 0 to 2, not 3"),
        ("Table(Settings(10), seats=3, taken=[1, 1])", SvaraError, "taken: a seat is given twice in [1, 1]"),
        ("Table(Settings(10), seats=3, taken=1)", TypeError, "taken must be a collection of seats, not 1 of type int"),
        (
            "Table(Settings(10), seats=3, taken=[True])",
            TypeError,
            "taken: a seat must be a whole number, not True of type bool",
        ),
        (
            "Table(Settings(10), stacks=[50, 0, 7], taken=[0, 1])",
            SvaraError,
            "seat 2 is empty, so its stack must be 0, not 7",
        ),
        (
            "Table(Settings(10, svara_fee='half'), seats=2)",
            SvaraError,
            "svara_fee must be 'share' or 'pot', not 'half'",
        ),
    ],
)
def test_an_impossible_table_is_refused_with_the_reason(given, error, message):
    with pytest.raises(error) as refused:
        eval(given)
    assert type(refused.value) is error
    assert str(refused.value) == message
