"""What docs/stability.md promises and no other test holds: numbers, saved formats and the streams of a seed."""

from __future__ import annotations

import re
import tomllib
from hashlib import sha256
from random import Random

import numpy as np
import pytest
from paths import DATA, DOCS, ROOT, TESTS, VECTORS

import svara_eval
from svara_eval import DECK, KINDS, RANKS, SUITS, SvaraError, format_hand, hand_index
from svara_eval.game import (
    Deal,
    RandomPlayer,
    Settings,
    Svara,
    Table,
    ThresholdPlayer,
    View,
    from_json,
    simulate,
    to_json,
)
from svara_eval.hands import classes

PAGE = DOCS / "stability.md"


def test_every_file_of_tests_that_the_page_names_exists():
    named = {*re.findall(r"`(test_\w+\.py)`", PAGE.read_text(encoding="utf-8"))}
    assert len(named) >= 4
    assert named - {path.name for path in TESTS.rglob("test_*.py")} == set()


def test_the_page_names_the_oldest_python_and_numpy_that_can_be_installed():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    python, numpy = re.search(
        r"today Python ([\d.]+) and NumPy ([\d.]+)\.\n", PAGE.read_text(encoding="utf-8")
    ).groups()
    assert project["requires-python"] == f">={python}"
    assert project["dependencies"] == [f"numpy>={numpy.removesuffix('.0')}"]


# Numbers --------------------------------------------------------------------------------------------------------------


def test_the_numbers_of_cards_ranks_suits_and_kinds_never_change():
    assert (RANKS, SUITS) == (("7", "8", "9", "10", "J", "Q", "K", "A"), ("♣", "♦", "♥", "♠"))
    assert " ".join(card.code for card in DECK) == (
        "7c 7d 7h 7s 8c 8d 8h 8s 9c 9d 9h 9s Tc Td Th Ts Jc Jd Jh Js Qc Qd Qh Qs Kc Kd Kh Ks Ac Ad Ah As"
    )
    assert [int(card) for card in DECK] == [*range(32)]
    assert " ".join(KINDS) == (
        "high_card suited aces three_of_a_kind two_sevens three_sevens joker_card joker_pair joker_suited"
    )


def test_the_index_of_a_hand_is_its_place_in_the_vectors():
    lines = (VECTORS / "hands.tsv").read_text(encoding="utf-8").splitlines()[2:]
    assert [hand_index(line.partition("\t")[0]) for line in lines] == [*range(4960)]


def test_the_classes_of_hands_never_change():
    written = "".join(f"{number}\n" for number in classes())
    assert sha256(written.encode()).hexdigest() == "0f260475ce6612d502c3374f3a94becab437a76bfdf427e19bd491c1258c9a15"


# Saved games ----------------------------------------------------------------------------------------------------------


def test_saved_games_of_version_1_are_read():
    """A line each: a deal, a view and a table, all of version 1."""
    first, second, third = (DATA / "saved.jsonl").read_text(encoding="utf-8").splitlines()
    deal = from_json(first, Deal)
    assert (deal.start.seats, deal.start.stacks, deal.joined) == (4, (500, 500, 0, 500), (0,))
    assert (deal.outcome, deal.pot) == (Svara((1, 3), 90, 45, (0,)), 135)
    view = from_json(second, View)
    assert (view.seat, format_hand(view.hand), view.pot) == (1, "Q♣ J♣ 8♦", 135)
    table = from_json(third, Table)
    assert (table.stacks, table.claims, table.pot) == ((0, 460, 100, 460), (1, 3), 135)
    assert (table.brought, table.taken_away) == (1600, 445)
    assert [to_json(deal), to_json(view), to_json(table)] == [first, second, third]


# Streams --------------------------------------------------------------------------------------------------------------


def dealt(deal):
    return {seat: format_hand(hand) for seat, hand in deal.hands.items()}


@pytest.mark.parametrize(
    ("make", "hands"),
    [
        (Random, {0: "K♠ 7♥ 10♠", 1: "9♣ K♦ A♠", 2: "J♥ K♣ 7♠"}),
        (np.random.default_rng, {0: "Q♥ Q♣ K♥", 1: "J♣ A♠ A♥", 2: "10♠ 8♥ J♠"}),
    ],
    ids=["Random", "NumPy"],
)
def test_a_table_deals_the_same_first_cards_from_a_seed_on_every_python(make, hands):
    assert dealt(Table(Settings(ante=10), seats=3).next_deal(make(1))) == hands


def test_a_view_samples_the_same_cards_from_a_seed_on_every_python():
    deal = Deal(Settings(ante=10), ["A♥ K♥ Q♥", "K♦ 9♦ 8♣", "A♠ A♦ 10♣"], dealer=0)
    deal.push("look")
    assert dealt(deal.view(1).sample(1)) == {0: "K♠ 7♥ 9♥", 1: "K♦ 9♦ 8♣", 2: "8♦ Q♣ A♣"}


def test_players_simulate_the_same_deals_from_a_seed_on_every_python():
    players = [RandomPlayer(1), ThresholdPlayer(18), RandomPlayer(2)]
    result = simulate(players, 200, rng=1, settings=Settings(1, limit=10))
    assert (result.svaras, result.won, result.net) == (10, (70, 83, 47), (-50, 307, -257))


# Errors ---------------------------------------------------------------------------------------------------------------


def test_every_error_for_bad_input_is_a_svara_error_and_a_value_error():
    errors = {name: getattr(svara_eval, name) for name in svara_eval.__all__ if name.endswith("Error")}
    assert sorted(errors) == [
        "BackendError",
        "CardError",
        "DuplicateCardError",
        "HandSizeError",
        "HistoryError",
        "IllegalActionError",
        "SvaraError",
    ]
    assert not issubclass(errors.pop("BackendError"), ValueError)
    assert all(issubclass(error, SvaraError) for error in errors.values())
    assert issubclass(SvaraError, ValueError)
