"""Every command prints JSON, an object a line, in the words of the Python attributes."""

from __future__ import annotations

import json

import pytest
from shell import svara_eval

from svara_eval import SvaraError, all_hands, distribution, explain, format_hand, odds, readings, score, showdown


def objects(*arguments: str, given: str = "") -> list[dict[str, object]]:
    run = svara_eval(*arguments, "--json", given=given)
    assert run.returncode == 0
    return [*map(json.loads, run.stdout.splitlines())]


def odds_object(hand: str, opponents: object, dead: str = "") -> dict[str, object]:
    found = odds(hand, opponents, dead=dead)
    names = ("win", "tie", "lose", "ties", "equity", "std_error", "counts", "deals", "exact")
    values = {name: getattr(found, name) for name in names}
    return json.loads(json.dumps({"hand": hand, "opponents": opponents, "dead": dead} | values))


def test_score_prints_the_hand_and_its_points():
    hands = ["7♣ K♥ K♦", "asADtc", "7c\nKh\tKd"]
    assert objects("score", *hands) == [{"hand": hand, "points": score(hand)} for hand in hands]
    lines = [format_hand(hand) for hand in all_hands()]
    assert objects("score", given="# all\n\n" + "\n".join(lines)) == [
        {"hand": hand, "points": score(hand)} for hand in lines
    ]


def test_score_prints_what_is_wrong_with_an_invalid_hand():
    for arguments, given in ((["7cKhKd", '7"', "7c\\7"], ""), ([], '7cKhKd\n7"\n7c\\7')):
        good, *bad = objects("score", *arguments, "--errors", "coerce", given=given)
        assert good == {"hand": "7cKhKd", "points": 31}
        for found, hand in zip(bad, ('7"', "7c\\7"), strict=True):
            with pytest.raises(SvaraError) as caught:
                score(hand)
            assert found == {"hand": hand, "points": 0, "error": str(caught.value)}
        assert objects("score", *arguments, "--errors", "skip", given=given) == [good]


def test_explain_prints_every_reading_and_which_one_counts():
    hands = ["7c 7h Kh", "Q♣ Q♥ 9♦"]
    assert objects("explain", *hands) == [
        {
            "hand": hand,
            "counts": number == 0,
            "points": reading.points,
            "kind": reading.kind,
            "cards": [*map(str, reading.cards)],
            "rules": [*reading.rules],
            "text": reading.text(),
        }
        for hand in hands
        for number, reading in enumerate(readings(hand))
    ]


@pytest.mark.parametrize("hands", [["7c Kh Kd", "As Ad 10c"], ["QcJc8d", "7d9h9c", "10hKh8c"]])
def test_compare_prints_the_showdown(hands):
    result = showdown(hands)
    assert objects("compare", *hands) == [
        {
            "hands": hands,
            "points": [*result.points],
            "winners": [*result.winners],
            "svara": result.svara,
            "readings": [
                {
                    "points": reading.points,
                    "kind": reading.kind,
                    "cards": [*map(str, reading.cards)],
                    "rules": [*reading.rules],
                    "text": reading.text(),
                }
                for reading in map(explain, hands)
            ],
        }
    ]


def test_odds_prints_the_question_and_the_answer():
    assert objects("odds", "7♣ K♥ K♦", "--opponents", "3") == [odds_object("7♣ K♥ K♦", 3)]
    entries = ["any", "20+"]
    assert objects("odds", "As", "Ad", "Tc", "--opponents", *entries, "--dead", "7c") == [
        odds_object("As Ad Tc", entries, "7c")
    ]
    everything = objects("odds", "--all", "--opponents", "4")
    assert len(everything) == 4960
    assert everything[777] == odds_object(everything[777]["hand"], 4)


def test_table_prints_each_total():
    found = objects("table")
    assert {row["points"]: row["hands"] for row in found} == distribution()
    assert found[0] == {"points": 8, "hands": 9, "probability": 9 / 4960, "cumulative": 9 / 4960}
    assert found[-1] == {"points": 34, "hands": 4, "probability": 4 / 4960, "cumulative": 1.0}
