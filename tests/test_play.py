"""A person at the terminal: ``svara-eval play``, driven through a pseudo-terminal as a person drives it."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys

import pytest

from svara_eval import SvaraError
from svara_eval._cli import play
from svara_eval.game import Option, Table, from_json
from svara_eval._cli.rulebook import RULES

PROMPT = "\n> "
# What a person types who never gives up.
STAYS = (("look", "look"), ("call", "call"), ("bet to", "bet {low}"), ("join", "join"), ("Enter", ""))


class Terminal:
    """A game at a terminal: what is typed, and what is seen up to the next prompt or the end."""

    def __init__(self, *arguments):
        import pty

        self._ours, theirs = pty.openpty()
        self._run = subprocess.Popen(
            [sys.executable, "-m", "svara_eval", "play", *arguments], stdin=theirs, stdout=theirs, stderr=theirs
        )
        os.close(theirs)
        self.seen = self.read()

    def read(self):
        seen = b""
        while not seen.replace(b"\r", b"").endswith(PROMPT.encode()):
            try:
                ready, _, _ = select.select([self._ours], [], [], 60)
                part = os.read(self._ours, 65536) if ready else b""
            except OSError:  # the other side is closed
                break
            if not part:
                break
            seen += part
        return seen.decode().replace("\r", "")

    def type(self, line):
        os.write(self._ours, f"{line}\n".encode())
        self.seen = self.read()
        return self.seen

    def end(self):
        self._run.wait(60)
        os.close(self._ours)
        return self._run.returncode


@pytest.fixture
def terminal():
    pytest.importorskip("pty")
    games = []

    def sit_down(*arguments):
        games.append(Terminal(*arguments))
        return games[-1]

    yield sit_down
    for game in games:
        game._run.kill()
        game._run.wait()


def unwrapped(text):
    return text.replace("\n      ", " ")


def stay(game):
    """Pay and go on."""
    asked = game.seen.removesuffix(PROMPT).splitlines()[-1]
    line = next(line for said, line in STAYS if said in asked)
    low = re.search(r"bet to (\d+)", asked)
    return game.type(line.format(low=low and low[1]))


def test_a_person_plays_through_a_svara_and_saves_it(terminal, tmp_path):
    game = terminal("--opponents", "17", "19", "21", "--seed", "16")
    whole = game.seen
    while "may join" not in whole or "takes the pot" not in whole.partition("svara between")[2]:
        whole += stay(game)
    assert "seat 0 joins for 40" in whole
    assert re.search(r"seat \d deals to seats [\d, ]+: a svara for the pot of \d+", whole)
    file = tmp_path / "deals.jsonl"
    assert f"saved in {file}" in game.type(f"save {file}")
    deals = [from_json(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert deals[-1].start.carried == deals[-2].pot > 0
    assert all(str(event) in whole for deal in deals for event in deal.events)
    assert Table.resume(deals[-1]).next_players == (0, 1, 2, 3)
    assert f"saved in {file}" in game.type(f"SAVE {file}")  # it is ours
    assert f"saved in {tmp_path}/what  now?" in game.type(f"save {tmp_path}/what  now?")
    assert "not saved: '/no/such/folder/file': No such file or directory" in game.type("save /no/such/folder/file")
    assert f"not saved: {str(tmp_path)!r} exists" in game.type(f"save {tmp_path}")
    assert "save needs the name of a file" in game.type("save")
    assert "'call' is nothing you can do now" in game.type("call")
    assert "You leave with " in game.type("QUIT")
    assert game.end() == 0


def test_the_person_sees_the_own_cards_after_the_blind_betting_and_no_others(terminal):
    game = terminal("--opponents", "random", "--seed", "1")
    assert not re.search("[♣♦♥♠]", game.seen)
    seen = game.type("look")
    (hand,) = re.findall(r"your hand is (.*?), \d+ points", seen)
    assert len(set(re.findall("(?:10|[789JQKA])[♣♦♥♠]", seen))) == len(hand.split()) == 3


def test_a_question_is_answered_with_the_rules_of_what_can_be_done(terminal):
    game = terminal("--seed", "1")
    seen = game.type("?")
    for number in ("B2", "B3", "B4", "D9", "D10", "D11", "D12", "D19"):  # of looking and of a blind
        assert f"{number:>4}  {RULES[number]}" in unwrapped(seen)
    assert unwrapped(game.type("?b6 X1")).count(RULES["B6"]) == 1
    assert "'X1' is no action and no rule" in game.seen
    assert RULES["D14"] in unwrapped(game.type("? Raise"))
    everything = unwrapped(game.type("? rules"))
    assert all(rule in everything for rule in RULES.values())


def test_what_is_not_legal_is_refused_and_asked_again(terminal):
    game = terminal("--seed", "1")
    for typed, said in {
        "raise 20": "'raise' is nothing you can do now",
        "": "'' is nothing you can do now",
        "blind": "blind needs a total; you can blind to 10 up to 490",
        "blind 9": "blind to 9 is not legal; you can blind to 10 up to 490",
        "blind 10 20": "'10 20' is no number of chips",
        "blind ten": "'ten' is no number of chips",
        "blind " + "9" * 4000: "is no number of chips",
        "save deals": "no deal is finished yet",
    }.items():
        assert said in game.type(typed)
        assert "you can look, blind to 10 up to 490" in game.seen
    assert "seat 0 bets blind to 10" in game.type("BL to 10")


def test_bytes_that_are_no_text_are_nothing_one_can_do():
    run = subprocess.run(
        [sys.executable, "-m", "svara_eval", "play", "--seed", "1"],
        input=b"\xff\xfe\nquit\n",
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "utf-8:strict"},
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, b"")
    assert "is nothing you can do now" in run.stdout.decode()


def test_the_game_ends_when_the_person_has_had_enough_or_nothing(terminal):
    game = terminal("--seed", "1")
    game.type("\x04")
    assert "You leave with 490 chips (-10). Finished deals: 0." in game.seen
    assert game.end() == 0
    game = terminal("--seed", "1", "--stack", "30", "--opponents", "8", "8")
    while game.seen.endswith(PROMPT):
        stay(game)
    assert re.search(r"You leave with \d+ chips", game.seen)
    assert game.end() == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--ante", "0"], "svara-eval: ante must be at least 1, not 0"),
        (["--stack", "5"], "svara-eval: a stack of 5 can't pay the ante of 10"),
        (["--opponents", "strong"], "svara-eval: the opponent 'strong' is neither a number of points nor random"),
        (["--opponents", *["20"] * 10], "svara-eval: a table has 2 to 10 seats, not 11"),
    ],
)
def test_a_table_that_can_not_be_is_refused(terminal, arguments, said):
    game = terminal(*arguments)
    assert said in game.seen
    assert game.end() == 2


def test_the_same_seed_deals_the_same_cards(terminal):
    assert len({terminal("--seed", "7").type("look") for _ in range(2)}) == 1


def leave(game):
    """Get out of the deal."""
    asked = game.seen.removesuffix(PROMPT).splitlines()[-1]
    return game.type(next(kind for kind in ("look", "fold", "decline") if kind in asked))


def test_what_is_done_does_not_change_the_cards_that_come(terminal):
    hands = set()
    for line in ("blind 10", "look"):
        game = terminal("--opponents", "random", "random", "--seed", "4")
        game.type(line)
        while "Enter deals the next deal" not in game.seen:
            leave(game)
        game.type("")
        while "your hand is" not in game.seen:
            leave(game)
        hands.update(re.findall(r"your hand is (.*?), \d+ points", game.seen))
    assert len(hands) == 1


def test_a_total_can_be_left_out_where_there_is_one_only():
    legal = {"fold": Option("fold"), "call": Option("call", 20, 20), "raise": Option("raise", 30, None)}
    assert [str(play._action(line.split(), legal)) for line in ("c", "call 20", "r 45", "f")] == [
        "call to 20",
        "call to 20",
        "raise to 45",
        "fold",
    ]
    with pytest.raises(SvaraError, match="call to 21 is not legal; you can call to 20"):
        play._action(["call", "21"], legal)


def test_the_rules_have_all_their_numbers():
    numbers = {"S": range(1, 10), "B": range(1, 14), "D": range(1, 21)}
    assert [*RULES] == [f"{letter}{number}" for letter, each in numbers.items() for number in each]
    assert {number for numbers in play._RULES_OF.values() for number in numbers} <= RULES.keys()
