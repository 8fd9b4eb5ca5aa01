"""Players come and go between two deals; a claim to the pot of a svara belongs to the player (D21-D24)."""

from __future__ import annotations

import pytest
from games import deck, play

from svara_eval import IllegalActionError, SvaraError
from svara_eval.game import (
    Added,
    Left,
    Sat,
    SatIn,
    SatOut,
    Settings,
    Svara,
    Table,
    Won,
    from_json,
    to_dict,
    to_json,
)

# Hands of 20 points, one of 22, and hands of fewer points that share no card with either.
TWENTY = ("Q♦ J♦ 8♠", "10♥ K♥ 8♣", "K♠ 10♠ 9♣", "J♣ Q♣ 9♦")
WINNER = "A♣ A♠ Q♥"
FEWER = ("A♥ 7♥ K♦", "8♦ 9♥ K♣", "9♠ A♦ J♥", "7♦ 8♥ 10♣")


def next_deck(table, best, tied=()):
    """The deck of the next deal: the tied seats get 20 points, the best one 22, and the others fewer."""
    twenty, fewer = iter(TWENTY), iter(FEWER)
    hands = {
        seat: next(twenty) if seat in tied else WINNER if seat == best else next(fewer) for seat in table.next_players
    }
    return deck(hands, table.next_dealer)


def tied_table(stacks=(100, 100, 100, 100), settings=None, line=", 1 decline, 3 decline", **table):
    """A table at which seats 0 and 2 of four have tied for a pot of 60; seats 1 and 3 folded."""
    table = Table(settings or Settings(10), stacks=stacks, **table)
    play(table.next_deal(next_deck(table, None, (0, 2))), f"1 look, 1 fold, 2 bet 10, 3 fold, 0 call{line}")
    return table


# Who is in a deal (D21) -----------------------------------------------------------------------------------------------


@pytest.mark.rule("D21")
def test_an_empty_seat_and_one_that_sits_out_are_passed_over_by_the_deal_and_the_cards():
    table = Table(Settings(10), stacks=[100, 0, 100, 100, 100], taken=[0, 2, 3, 4], dealer=1)
    table.sit_out(3)
    assert (table.next_dealer, table.next_players, table.taken, table.sitting_out) == (2, (0, 2, 4), (0, 2, 3, 4), (3,))
    deal = play(table.next_deal(), "4 look, 4 fold, 0 fold")
    assert deal.start.present == (0, 2, 4)
    assert table.stacks == (90, 0, 120, 100, 90)  # seat 3 paid no ante
    table.sit_in(3)
    assert (table.next_dealer, table.next_players) == (3, (0, 2, 3, 4))


@pytest.mark.rule("D21")
def test_an_empty_seat_and_one_that_sits_out_are_not_asked_to_join_a_svara():
    table = Table(Settings(10), stacks=[100, 100, 100, 100, 0], taken=[0, 1, 2, 3])
    table.sit_out(3)
    deal = play(table.next_deal(next_deck(table, None, (0, 2))), "1 look, 1 fold, 2 bet 10, 0 call")
    assert deal.outcome == Svara((0, 2), 50, 25, (1,))


@pytest.mark.rule("D21")
def test_a_deal_needs_two_active_players_who_can_pay():
    table = Table(Settings(10), stacks=[100, 5, 100], taken=[0, 1, 2])
    table.sit_out(0)
    assert (table.next_players, table.next_dealer) == ((), None)
    with pytest.raises(
        IllegalActionError, match=r"^a deal needs two active players who can pay the ante of 10; there is 1$"
    ):
        table.next_deal()
    table.add_chips(1, 5)
    assert table.next_players == (1, 2)


def test_a_table_can_begin_empty():
    table = Table(Settings(10), seats=3, taken=[])
    assert (table.next_players, table.next_dealer) == ((), None)
    assert (table.sit(2), table.sit(0)) == ((Sat(2, 0),), (Sat(0, 0),))
    assert (table.next_players, table.next_dealer, table.stacks) == ((0, 2), 0, None)
    assert table.leave(2) == (Left(2, 0),)


def test_each_change_is_an_event_that_reads_like_a_sentence():
    table = Table(Settings(10), stacks=[100, 100, 0], taken=[0, 1])
    events = (
        *table.sit(2, 40),
        *table.add_chips(2, 60),
        *table.sit_out(2),
        *table.sit_in(2),
        *table.leave(2),
    )
    assert events == (Sat(2, 40), Added(2, 60), SatOut(2), SatIn(2), Left(2, 100))
    assert [*map(str, events)] == [
        "seat 2 is taken by a player with 40 chips",
        "seat 2 adds 60 chips",
        "seat 2 sits out",
        "seat 2 sits in",
        "seat 2 leaves with 100 chips",
    ]
    assert [str(Sat(2, 0)), str(Left(2, 0))] == ["seat 2 is taken by a player", "seat 2 leaves"]
    assert to_dict(events[0]) == {"type": "sat", "seat": 2, "chips": 40}
    assert [to_dict(event)["type"] for event in events] == ["sat", "added", "satout", "satin", "left"]


# Claims (D22) ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("D22")
def test_a_claimant_leaves_and_a_newcomer_in_that_very_seat_is_not_in_the_svara():
    """Seat 3 joined, so three have a claim. The table is saved and loaded before and after the svara."""
    table = tied_table(line=", 1 decline, 3 join")
    assert (table.claims, table.pot, table.stacks) == ((0, 2, 3), 90, (80, 90, 80, 60))
    assert table.leave(2) == (Left(2, 80),)
    assert table.sit(2, 500) == (Sat(2, 500),)
    assert (table.claims, table.pot, table.stacks, table.net) == ((0, 3), 90, (80, 90, 500, 60), (-20, -10, 0, -40))
    table = from_json(to_json(table), Table)
    svara = table.next_deal(next_deck(table, 3))
    assert (svara.start.players, svara.start.carried, svara.start.present) == ((0, 3), 90, (0, 1, 2, 3))
    assert svara.legal["blind"].high == 60  # the newcomer's 500 chips and seat 1 do not matter
    text = to_json(table)
    table = from_json(text, Table)
    play(table.deal, "0 look, 0 bet 20, 3 call")
    assert table.deal.outcome == Won(3, 130, "showdown")
    assert (table.stacks, table.net, table.departed_net) == ((60, 90, 500, 170), (-40, -10, 0, 70), -20)
    assert (table.brought, table.taken_away, sum(table.stacks)) == (900, 80, 820)
    assert table.next_players == (0, 1, 2, 3)
    assert to_json(from_json(text, Table)) == text


@pytest.mark.rule("D22")
def test_a_newcomer_and_one_who_sits_in_again_are_asked_at_the_next_tie():
    table = tied_table()
    assert (table.sit_out(1), table.leave(3)) == ((SatOut(1),), (Left(3, 90),))
    assert (table.sit_in(1), table.sit(3, 70)) == ((SatIn(1),), (Sat(3, 70),))
    assert (table.claims, table.pot) == ((0, 2), 60)
    deal = play(table.next_deal(next_deck(table, None, (0, 2))), "0 look, 0 bet 10, 2 call")
    assert deal.outcome == Svara((0, 2), 80, 40, (3, 1))
    play(deal, "3 join, 1 decline")
    assert table.claims == (0, 2, 3)


@pytest.mark.rule("D22")
def test_a_player_who_sits_out_gives_up_the_claim_for_good():
    table = tied_table(line=", 1 join, 3 decline")
    table.sit_out(2)
    table.sit_in(2)
    assert (table.claims, table.next_players, table.pot) == ((0, 1), (0, 1), 90)


def test_a_new_player_does_not_inherit_sitting_out():
    table = Table(Settings(10), stacks=[100, 100, 100])
    table.sit_out(2)
    table.leave(2)
    assert table.sitting_out == ()
    table.sit(2, 100)
    assert table.next_players == (0, 1, 2)


@pytest.mark.rule("D22")
@pytest.mark.parametrize("how", ["leave", "sit_out"])
def test_the_last_claimant_takes_the_pot_and_no_svara_is_played(how):
    table = tied_table()
    happened = getattr(table, how)(0)
    assert happened[1:] == (Won(2, 60, "claim"),)
    assert str(happened[1]) == "seat 2 takes the pot of 60; everyone else gave up their claim"
    assert (table.claims, table.pot, table.stacks[2], table.net[2]) == ((), 0, 140, 40)
    assert sum(table.net) + table.departed_net == 0
    table = from_json(to_json(table), Table)
    deal = table.next_deal()
    assert (deal.start.carried, deal.start.dealer) == (0, 1)  # a deal with antes, by the seat after the last dealer
    assert set(deal.start.players) == {1, 2, 3}


def test_the_winner_by_claim_may_leave_with_the_pot():
    table = tied_table()
    table.leave(0)
    assert table.leave(2) == (Left(2, 140),)
    assert (table.brought, table.taken_away, table.stacks) == (400, 220, (0, 90, 0, 90))


def test_a_player_without_a_claim_comes_and_goes_and_the_claims_stay():
    table = tied_table()
    for change in (table.leave, lambda seat: table.sit(seat, 5), table.sit_out, table.sit_in):
        change(1)
        assert (table.claims, table.pot, table.next_players) == ((0, 2), 60, (0, 2))


def test_a_svara_without_stacks_can_be_won_by_claim_too():
    table = Table(Settings(10), seats=2)
    play(table.next_deal(next_deck(table, None, (0, 1))), "1 look, 1 bet 10, 0 call")
    assert table.leave(1) == (Left(1, 0), Won(0, 40, "claim"))
    assert (table.net, table.departed_net, table.stacks) == ((20, 0), -20, None)


# Chips (D23, D20) -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("D23")
def test_added_chips_count_in_the_next_deal_also_for_the_betting_cap():
    table = tied_table(stacks=(100, 100, 25, 100))
    assert table.stacks == (80, 90, 5, 90)
    table.add_chips(2, 45)
    svara = table.next_deal()
    assert svara.legal["blind"].high == 50  # 5 without them
    assert (table.brought, table.net) == (370, (-20, -10, -20, -10))


@pytest.mark.rule("D23")
def test_a_newly_taken_seat_has_won_nothing_yet():
    table = Table(Settings(10), stacks=[100, 100, 100])
    play(table.next_deal(), "1 look, 1 fold, 2 fold")
    assert table.net == (20, -10, -10)
    table.leave(1)
    assert (table.net, table.departed_net) == ((20, 0, -10), -10)
    table.sit(1, 70)
    assert (table.net, table.departed_net, table.stacks) == ((20, 0, -10), -10, (120, 70, 90))
    assert (table.brought, table.taken_away) == (370, 90)


# The fee (D24) --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("D24")
def test_a_table_may_set_the_whole_pot_as_the_fee():
    table = tied_table(settings=Settings(10, svara_fee="pot"), line="")
    assert table.deal.outcome == Svara((0, 2), 60, 60, (1, 3))
    play(table.deal, "1 join, 3 decline")
    assert (table.pot, table.stacks) == (120, (80, 30, 80, 90))


@pytest.mark.rule("D24")
def test_a_player_who_cannot_pay_the_whole_pot_is_not_asked():
    """D19."""
    table = tied_table(stacks=(100, 69, 100, 70), settings=Settings(10, svara_fee="pot"), line=", 3 join")
    assert table.deal.outcome.may_join == (3,)


# What is refused ------------------------------------------------------------------------------------------------------

CALLS = {
    "sit": (1, 5),
    "leave": (1,),
    "add_chips": (1, 5),
    "sit_out": (1,),
    "sit_in": (1,),
}


@pytest.mark.rule("D21")
@pytest.mark.parametrize("kind", CALLS)
def test_players_cannot_come_or_go_during_a_deal_or_while_others_are_asked_to_join(kind):
    table = Table(Settings(10), stacks=[100] * 4)
    play(table.next_deal(next_deck(table, None, (0, 2))), "1 look")
    for line, seat in [("", 1), ("1 fold, 2 bet 10, 3 fold", 0), ("0 call", 1), ("1 join", 3)]:
        play(table.deal, line)
        before = to_json(table)
        with pytest.raises(IllegalActionError, match=f"^the deal is not over; it is the turn of seat {seat}$"):
            getattr(table, kind)(*CALLS[kind])
        assert to_json(table) == before


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        ("sit(0, 5)", IllegalActionError, "seat 0 is taken"),
        ("sit(2)", SvaraError, "this table has stacks; give the chips that seat 2 brings"),
        ("sit(2, -1)", SvaraError, "chips must be at least 0, not -1"),
        ("sit(2, 1.5)", TypeError, "chips must be a whole number, not 1.5 of type float"),
        ("sit(3, 5)", SvaraError, "seat must be 0 to 2, not 3"),
        ("sit(True, 5)", TypeError, "seat must be a whole number, not True of type bool"),
        ("leave(2)", IllegalActionError, "seat 2 is empty"),
        ("leave(-1)", SvaraError, "seat must be 0 to 2, not -1"),
        ("add_chips(2, 5)", IllegalActionError, "seat 2 is empty"),
        ("add_chips(0, 0)", SvaraError, "chips must be at least 1, not 0"),
        ("add_chips(0, None)", TypeError, "chips must be a whole number, not None of type NoneType"),
        ("sit_out(2)", IllegalActionError, "seat 2 is empty"),
        ("sit_out(1)", IllegalActionError, "seat 1 already sits out"),
        ("sit_in(0)", IllegalActionError, "seat 0 does not sit out"),
        ("sit_in(2)", IllegalActionError, "seat 2 is empty"),
    ],
)
def test_an_impossible_change_is_refused_with_the_reason_and_changes_nothing(call, error, message):
    table = Table(Settings(10), stacks=[100, 100, 0], taken=[0, 1])
    table.sit_out(1)
    before = to_json(table)
    with pytest.raises(error) as refused:
        eval(f"table.{call}", {"table": table})
    assert (type(refused.value), str(refused.value)) == (error, message)
    assert to_json(table) == before


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("sit(2, 5)", "this table has no stacks; leave out chips"),
        ("sit(2, 0)", "this table has no stacks; leave out chips"),
        ("add_chips(0, 5)", "this table has no stacks to add chips to"),
    ],
)
def test_a_table_without_stacks_refuses_chips(call, message):
    table = Table(Settings(10), seats=3, taken=[0, 1])
    with pytest.raises(SvaraError) as refused:
        eval(f"table.{call}", {"table": table})
    assert str(refused.value) == message


def test_a_seat_whose_number_changes_the_table_is_seated_where_the_table_is_then():
    """Chips may be any object with ``__index__``; what it does is not undone."""
    table = Table(Settings(10), stacks=[100, 100, 0], taken=[0, 1])

    class Chips:
        def __index__(self):
            table.leave(0)
            return 50

    table.sit(2, Chips())
    assert (table.taken, table.stacks, table.brought, table.taken_away) == ((1, 2), (0, 100, 50), 250, 100)
