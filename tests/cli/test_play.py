"""``svara-eval play``, driven through a pseudo-terminal as a person drives it."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from random import Random

import pytest
from paths import DOCS

from svara_eval import SvaraError
from svara_eval._cli.spoken import Spoken
from svara_eval._language import bg, en
from svara_eval._language.en import RULES
from svara_eval.game import Option, View, deal_hands, from_json

HELP = """\
Type an action or its first letter, and a total if there is a choice: raise 30.
? explains your options, ? B6 a rule, ? raise an action, ? rules all of them.
save FILE saves the finished deals as you saw them; quit ends the game.
"""


# Whole games, as the terminal shows them. A line after "> " is typed.
GAMES = {
    "a person without chips cannot join a svara, nor play on": """\
$ svara-eval play --opponents 8 8 --stack 10 --seed 29
You are seat 0 of 3. Each player has 10 chips.
HELP

seat 2 deals to seats 0, 1 and 2, who pay 10 each
There is no betting: a player has no chips left (D19).
seat 0 shows 8♣ K♠ 7♥: 10 points
seat 1 shows 9♠ A♦ J♣: 11 points
seat 2 shows J♠ 9♦ A♥: 11 points
svara between seats 1 and 2 for the pot of 30
You cannot pay the fee of 15.
pot: 30 | you: 0 | seat 1: 0 | seat 2: 0

seat 1 deals to seats 2 and 1: a svara for the pot of 30
There is no betting: a player has no chips left (D19).
seat 2 shows K♦ 7♣ 7♠: 23 points
seat 1 shows 10♦ 7♦ 10♥: 17 points
seat 2 takes the pot of 30
pot: 0 | you: 0, not in the deal | seat 1: 0 | seat 2: 30
You cannot pay the ante of 10.
You leave with 0 chips (-10). Deals finished: 2.
""",
    "a person who takes every chip has nobody left to play": """\
$ svara-eval play --opponents 8 --stack 10 --seed 0
You are seat 0 of 2. Each player has 10 chips.
HELP

seat 1 deals to seats 0 and 1, who pay 10 each
There is no betting: a player has no chips left (D19).
seat 0 shows K♣ A♣ 7♦: 21 points
seat 1 shows A♠ 10♦ 9♣: 11 points
seat 0 takes the pot of 20
pot: 0 | you: 20 | seat 1: 0
Nobody else can pay the ante of 10.
You leave with 20 chips (+10). Deals finished: 1.
""",
    "one of two tied players wins the svara with no chips left to bet": """\
$ svara-eval play --opponents 8 --stack 10 --seed 5
You are seat 0 of 2. Each player has 10 chips.
HELP

seat 1 deals to seats 0 and 1, who pay 10 each
There is no betting: a player has no chips left (D19).
seat 0 shows J♣ 9♠ Q♥: 10 points
seat 1 shows Q♠ K♦ K♥: 10 points
svara between seats 0 and 1 for the pot of 20
pot: 20 | you: 0 | seat 1: 0

seat 0 deals to seats 1 and 0: a svara for the pot of 20
There is no betting: a player has no chips left (D19).
seat 1 shows 7♦ 10♥ 8♠: 10 points
seat 0 shows K♥ K♣ Q♣: 20 points
seat 0 takes the pot of 20
pot: 0 | you: 20 | seat 1: 0
Nobody else can pay the ante of 10.
You leave with 20 chips (+10). Deals finished: 2.
""",
    "a person with five chips can only look, then bet them all and lose": """\
$ svara-eval play --opponents 20 --stack 15 --seed 14
You are seat 0 of 2. Each player has 15 chips.
HELP

seat 1 deals to seats 0 and 1, who pay 10 each
pot: 20 | you: 5 | seat 1: 5
You can look.
> look
seat 0 looks
Your hand: 8♥ Q♥ Q♣, 18 points: cards of one suit, 8♥ Q♥ (8 + 10)
pot: 20 | you: 5 | seat 1: 5
You can fold or bet to 5.
> bet
seat 0 bets to 5
seat 1 calls to 5
seat 0 shows 8♥ Q♥ Q♣: 18 points
seat 1 shows J♠ K♣ J♣: 20 points
seat 1 takes the pot of 30
pot: 0 | you: 0 | seat 1: 30
You cannot pay the ante of 10.
You leave with 0 chips (-15). Deals finished: 1.
""",
    "a person folds, declines the svara and waits for the next deal": """\
$ svara-eval play --opponents 8 8 --seed 29
You are seat 0 of 3. Each player has 500 chips.
HELP

seat 2 deals to seats 0, 1 and 2, who pay 10 each
pot: 30 | you: 490 | seat 1: 490 | seat 2: 490
You can look or blind to 10–490.
> l
seat 0 looks
Your hand: 8♣ K♠ 7♥, 10 points: the high card, K♠
pot: 30 | you: 490 | seat 1: 490 | seat 2: 490
You can fold or bet to 10–490.
> f
seat 0 folds
seat 1 bets to 10
seat 2 calls to 10
seat 1 shows 9♠ A♦ J♣: 11 points
seat 2 shows J♠ 9♦ A♥: 11 points
svara between seats 1 and 2 for the pot of 50; seat 0 may join for 25
pot: 50 | you: 490, folded | seat 1: 480 | seat 2: 480
You can join for 25 or decline.
> d
seat 0 declines
pot: 50 | you: 490, folded | seat 1: 480 | seat 2: 480

seat 1 deals to seats 2 and 1: a svara for the pot of 50
seat 2 looks
seat 2 bets to 10
seat 1 raises to 20
seat 2 raises to 30
seat 1 calls to 30
seat 2 shows K♦ 7♣ 7♠: 23 points
seat 1 shows 10♦ 7♦ 10♥: 17 points
seat 2 takes the pot of 110
pot: 0 | you: 490, not in the deal | seat 1: 450 | seat 2: 560
Press Enter for the next deal.
>

seat 2 deals to seats 0, 1 and 2, who pay 10 each
pot: 30 | you: 480 | seat 1: 440 | seat 2: 550
You can look or blind to 10–440.
> quit

You leave with 480 chips (-20). Deals finished: 2.
""",
    "a person joins a svara and wins it": """\
$ svara-eval play --opponents 17 19 21 --seed 16
You are seat 0 of 4. Each player has 500 chips.
HELP

seat 3 deals to seats 0, 1, 2 and 3, who pay 10 each
pot: 40 | you: 490 | seat 1: 490 | seat 2: 490 | seat 3: 490
You can look or blind to 10–490.
> look
seat 0 looks
Your hand: Q♠ 10♦ K♠, 20 points: cards of one suit, Q♠ K♠ (10 + 10)
pot: 40 | you: 490 | seat 1: 490 | seat 2: 490 | seat 3: 490
You can fold or bet to 10–490.
> bet 40
seat 0 bets to 40
seat 1 calls to 40
seat 2 calls to 40
seat 3 calls to 40
seat 0 shows Q♠ 10♦ K♠: 20 points
seat 1 shows 10♠ 8♠ Q♦: 18 points
seat 2 shows A♥ 10♥ 9♣: 21 points
seat 3 shows 9♦ 7♣ K♥: 21 points
svara between seats 2 and 3 for the pot of 200; seats 0 and 1 may join for 100
pot: 200 | you: 450 | seat 1: 450 | seat 2: 450 | seat 3: 450
You can join for 100 or decline.
> j
seat 0 joins for 100
seat 1 joins for 100
pot: 400 | you: 350 | seat 1: 350 | seat 2: 450 | seat 3: 450

seat 0 deals to seats 1, 2, 3 and 0: a svara for the pot of 400
seat 1 looks
seat 1 bets to 10
seat 2 calls to 10
seat 3 folds
Your hand: A♦ 8♣ A♥, 22 points: aces, A♦ A♥ (11 + 11)
pot: 420 | you: 350 | seat 1: 340, bet 10 | seat 2: 440, bet 10 |
      seat 3: 450, folded
You can fold, call to 10 or raise to 20–350.
> c
seat 0 calls to 10
seat 1 shows 10♥ K♥ Q♠: 20 points
seat 2 shows 7♣ 9♥ J♠: 21 points
seat 0 shows A♦ 8♣ A♥: 22 points
seat 0 takes the pot of 430
pot: 0 | you: 770 | seat 1: 340 | seat 2: 440 | seat 3: 450, folded
Press Enter for the next deal.
> what
'what' is not legal now; type ? for help
Press Enter for the next deal.
> quit

You leave with 770 chips (+270). Deals finished: 2.
""",
    "a person gives up a pot and is given one, without a blind or a bet": """\
$ svara-eval play --opponents 34 --seed 1
You are seat 0 of 2. Each player has 500 chips.
HELP

seat 1 deals to seats 0 and 1, who pay 10 each
pot: 20 | you: 490 | seat 1: 490
You can look or blind to 10–490.
> look
seat 0 looks
Your hand: 9♣ K♠ K♣, 19 points: cards of one suit, 9♣ K♣ (9 + 10)
pot: 20 | you: 490 | seat 1: 490
You can fold or bet to 10–490.
> fold
seat 0 folds
seat 1 takes the pot of 20; everyone else folded
pot: 0 | you: 490, folded | seat 1: 510
Press Enter for the next deal.
>

seat 0 deals to seats 1 and 0, who pay 10 each
seat 1 looks
seat 1 folds
seat 0 takes the pot of 20; everyone else folded
pot: 0 | you: 500 | seat 1: 500, folded
Press Enter for the next deal.
> quit

You leave with 500 chips (+0). Deals finished: 2.
""",
    "opponents raise once a deal and join every svara": """\
$ svara-eval play --opponents 15 8 --seed 9
You are seat 0 of 3. Each player has 500 chips.
HELP

seat 2 deals to seats 0, 1 and 2, who pay 10 each
pot: 30 | you: 490 | seat 1: 490 | seat 2: 490
You can look or blind to 10–490.
> look
seat 0 looks
Your hand: A♦ 9♣ Q♦, 21 points: cards of one suit, Q♦ A♦ (10 + 11)
pot: 30 | you: 490 | seat 1: 490 | seat 2: 490
You can fold or bet to 10–490.
> b 10
seat 0 bets to 10
seat 1 raises to 20
seat 2 calls to 20
Your hand: A♦ 9♣ Q♦, 21 points: cards of one suit, Q♦ A♦ (10 + 11)
pot: 80 | you: 480, bet 10 | seat 1: 470, bet 20 | seat 2: 470, bet 20
You can fold, call to 20 or raise to 30–490.
> c
seat 0 calls to 20
seat 0 shows A♦ 9♣ Q♦: 21 points
seat 1 shows J♠ 8♣ 7♣: 21 points
seat 2 shows 9♠ 8♦ 9♥: 9 points
svara between seats 0 and 1 for the pot of 90; seat 2 may join for 45
seat 2 joins for 45
pot: 135 | you: 470 | seat 1: 470 | seat 2: 425

seat 0 deals to seats 1, 2 and 0: a svara for the pot of 135
seat 1 looks
seat 1 bets to 10
seat 2 raises to 20
Your hand: J♠ J♦ 7♦, 17 points: cards of one suit, 7♦ J♦ (7 + 10)
pot: 165 | you: 470 | seat 1: 460, bet 10 | seat 2: 405, bet 20
You can fold, call to 20 or raise to 30–425.
> c
seat 0 calls to 20
seat 1 raises to 30
seat 2 calls to 30
Your hand: J♠ J♦ 7♦, 17 points: cards of one suit, 7♦ J♦ (7 + 10)
pot: 215 | you: 450, bet 20 | seat 1: 440, bet 30 | seat 2: 395, bet 30
You can fold, call to 30 or raise to 40–425.
> c
seat 0 calls to 30
seat 1 shows A♦ 7♥ A♠: 22 points
seat 2 shows A♣ 9♥ Q♥: 19 points
seat 0 shows J♠ J♦ 7♦: 17 points
seat 1 takes the pot of 225
pot: 0 | you: 440 | seat 1: 665 | seat 2: 395
Press Enter for the next deal.
> quit

You leave with 440 chips (-60). Deals finished: 2.
""",
}


def page_game():
    """The game that docs/shell.md shows."""
    page = (DOCS / "shell.md").read_text(encoding="utf-8")
    return re.search(r"```text\n(\$ svara-eval play .*?)```", page, re.DOTALL)[1]


@pytest.mark.parametrize("shown", [*GAMES.values(), page_game()], ids=[*GAMES, "the game in docs/shell.md"])
def test_a_game_appears_on_the_screen_word_for_word(terminal, shown):
    command, _, screen = shown.replace("HELP\n", HELP).partition("\n")
    game = terminal(*shlex.split(command.removeprefix("$ svara-eval play")))
    for typed in re.findall(r"^>(.*)$", screen, re.MULTILINE):
        game.type(typed.strip())
    assert game.transcript.replace("> \n", ">\n") == screen
    assert game.end() == 0


def test_a_saved_file_has_what_the_person_saw_and_no_folded_card_of_an_opponent(terminal, tmp_path):
    game = terminal("--opponents", "17", "19", "21", "--seed", "16")
    while "svara between" not in game.transcript or "takes the pot" not in game.transcript:
        game.stay()
    file = tmp_path / "deals.jsonl"
    game.type(f"save {file}")
    deck, folded = Random(16), 0
    for line in file.read_text(encoding="utf-8").splitlines():
        view = from_json(line, View)
        assert (view.seat, view.phase, view.shown.get(0, view.hand)) == (0, "over", view.hand)
        hands = deal_hands(view.start.players, deck)
        for seat, hand in hands.items():
            if seat in view.shown:
                assert view.shown[seat] == hand
            elif seat != 0:
                folded += 1
                assert not any(str(card) in line for card in hand)
        assert view.hand == hands[0]
        assert all(str(card) in line for card in view.hand)  # so the file writes cards as they are looked for
    assert folded > 0


def test_save_answers_in_full(terminal, tmp_path):
    game = terminal("--opponents", "random", "--seed", "1")
    again = f"\n{game.prompt}"
    assert game.type("save") == "save needs a file name" + again
    assert game.type(f"save {tmp_path}/deals") == "nothing to save; no deal is finished yet" + again
    while "Enter" not in game.prompt:
        game.leave()
    for typed, answer in {
        f"save {tmp_path}/deals": f"Saved in {tmp_path}/deals. Deals finished: 1.",
        f"SAVE {tmp_path}/deals": f"Saved in {tmp_path}/deals. Deals finished: 1.",  # a file of ours is replaced
        f"save {tmp_path}/what  now?": f"Saved in {tmp_path}/what  now?. Deals finished: 1.",
        f"save {tmp_path}": f"not saved: {str(tmp_path)!r} already exists",
        "save /no/such/folder/file": "not saved: '/no/such/folder/file': No such file or directory",
    }.items():
        assert game.type(typed) == f"{answer}\nPress Enter for the next deal."
    assert sorted(path.name for path in tmp_path.iterdir()) == ["deals", "what  now?"]


def test_the_person_sees_their_own_cards_after_the_blind_betting_and_no_others(terminal):
    game = terminal("--opponents", "random", "--seed", "1")
    assert not re.search("[♣♦♥♠]", game.seen)
    seen = game.type("look")
    (hand,) = re.findall(r"Your hand: (.*?), \d+ points", seen)
    assert len(set(re.findall("(?:10|[789JQKA])[♣♦♥♠]", seen))) == len(hand.split()) == 3


def test_a_question_about_an_action_or_a_rule_is_answered_with_the_rules(terminal):
    game = terminal("--seed", "1", columns=1000)
    for asked, rules in {
        "? look": "B2 B4 D9",
        "? blind": "B2 B3 D10 D11 D12 D19",
        "? bet": "B5 D10 D13 D19",
        "? call": "B6 B7 D19",
        "? raise": "B5 D14 D19",
        "? fold": "D13 B8 B10",
        "? join": "B13 D16 D17",
        "? decline": "B12 D15 D16",
        "? Raise": "B5 D14 D19",
        "? r": "B5 D14 D19",
        "? dec b6": "B12 D15 D16 B6",
        "?b6 S1": "B6 S1",
        "? rules": " ".join(RULES),
    }.items():
        expected = [f"{number:>4}  {RULES[number]}" for number in rules.split()]
        assert game.type(asked).splitlines() == [*expected, "You can look or blind to 10–490."]


@pytest.mark.parametrize(
    ("arguments", "typed", "answer"),
    [
        (
            "--seed 1",
            [],
            "look: B2 B4 D9; blind to 10–490: B3 D10 D11 D12 D19; You can look or blind to 10–490.",
        ),
        ("--seed 1 --stack 15", [], "look: B2 B4 D9 D19; You can look."),
        (
            "--seed 1",
            ["look"],
            "fold: D13 B8 B10; bet to 10–490: B5 D10 D19; You can fold or bet to 10–490.",
        ),
        (
            "--opponents 8 --seed 14",
            ["look", "bet 10"],
            "fold: D13 B8 B10; call to 20: B6 B7 D19; raise to 30–490: B5 D14; "
            "You can fold, call to 20 or raise to 30–490.",
        ),
        (
            "--opponents 8 8 --seed 29",
            ["look", "fold"],
            "join for 25: B13 D16 D17; decline: B12 D15; You can join for 25 or decline.",
        ),
    ],
)
def test_a_question_mark_alone_explains_each_option_and_no_rule_twice(terminal, arguments, typed, answer):
    game = terminal(*arguments.split(), columns=1000)
    for line in typed:
        game.type(line)
    *options, prompt = answer.split("; ")
    expected = []
    for option, _, rules in (line.partition(": ") for line in options):
        expected += [f"{option}:", *(f"{number:>4}  {RULES[number]}" for number in rules.split())]
    assert game.type("?") == "\n".join([*expected, HELP + prompt])


def test_an_illegal_action_is_refused_and_asked_again(terminal):
    game = terminal("--seed", "1")
    for typed, answer in {
        "": "type an action, or ? for help",
        "raise 20": "'raise' is not legal now; type ? for help",
        "? x1": "'x1' is not an action or a rule; the rules are S1 to S9, B1 to B13 and D1 to D24",
        "blind": "blind needs a total; blind to 10–490 is legal",
        "blind 9": "blind to 9 is not legal; blind to 10–490 is legal",
        "blind 491": "blind to 491 is not legal; blind to 10–490 is legal",
        "blind 10 20": "'blind 10 20' is not an action; blind to 10–490 is legal",
        "blind ten": "'blind ten' is not an action; blind to 10–490 is legal",
        "blind " + "9" * 4000: f"{'blind ' + '9' * 74!r}... is not an action; blind to 10–490 is legal",
    }.items():
        assert game.type(typed) == f"{answer}\nYou can look or blind to 10–490."
    assert game.type("BL to 10").startswith("seat 0 bets blind to 10\n")


def test_a_first_letter_is_enough_and_so_is_an_action_without_its_only_total():
    legal = {"fold": Option("fold"), "call": Option("call", 20, 20), "raise": Option("raise", 30, None)}
    action = Spoken("en").action
    assert [str(action(line, legal)) for line in ("c", "call 20", "Call to 20", "r 45", "f")] == [
        "call to 20",
        "call to 20",
        "call to 20",
        "raise to 45",
        "fold",
    ]
    with pytest.raises(SvaraError, match=r"^call to 21 is not legal; call to 20 is legal$"):
        action("call 21", legal)


def piped(source, *arguments):
    """The exit status, output and errors of a game that reads from a pipe."""
    run = subprocess.run(
        [sys.executable, "-m", "svara_eval", "play", "--seed", "1", *arguments],
        input=source,
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "utf-8:strict"},
        check=False,
    )
    return run.returncode, run.stdout.decode(), run.stderr.decode()


def test_bytes_that_are_not_text_are_not_legal():
    status, seen, errors = piped(b"\xff\xfe\nquit\n")
    assert (status, errors) == (0, "")
    assert "> '\ufffd\ufffd' is not legal now; type ? for help\n" in seen


def test_an_endless_line_ends_the_game_instead_of_filling_the_memory():
    status, _, errors = piped(b"\0" * (1 << 20))
    assert (status, errors) == (2, "svara-eval: a line has 16384 characters or more; type an action\n")


@pytest.mark.parametrize("typed", ["quit", "QUIT", "q", "exit", "\x04"])
def test_the_person_may_quit_at_any_prompt(terminal, typed):
    game = terminal("--seed", "1")
    assert game.type(typed).endswith("\nYou leave with 490 chips (-10). Deals finished: 0.\n")
    assert game.end() == 0


def test_an_opponent_bets_with_their_points_and_raises_with_five_more(terminal):
    """With seed 14 the opponent has 20 points."""
    answers = {}
    for points in (14, 15, 16, 20, 21):
        game = terminal("--opponents", str(points), "--seed", "14")
        game.type("look")
        answers[points] = game.type("bet 10").splitlines()[1]
    raises, calls, folds = "seat 1 raises to 20", "seat 1 calls to 10", "seat 1 folds"
    assert answers == {14: raises, 15: raises, 16: calls, 20: calls, 21: folds}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--ante", "0"], "ante must be at least 1, not 0"),
        (["--stack", "5"], "stack must be at least the ante of 10, not 5"),
        (["--opponents", *["20"] * 10], "the number of opponents must be 1 to 9, not 10"),
    ],
)
def test_an_impossible_table_is_refused(terminal, arguments, message):
    game = terminal(*arguments)
    assert game.seen == f"svara-eval: {message}\n"
    assert game.end() == 2


def test_the_same_seed_deals_the_same_cards(terminal):
    assert len({terminal("--seed", "7").type("look") for _ in range(2)}) == 1


def test_the_cards_that_come_do_not_depend_on_what_the_players_do(terminal):
    hands = set()
    for line in ("blind 10", "look"):
        game = terminal("--opponents", "random", "random", "--seed", "4")
        game.type(line)
        while "Enter" not in game.prompt:
            game.leave()
        game.type("")
        while "Your hand" not in game.seen:
            game.leave()
        hands.update(re.findall(r"Your hand: (.*?), \d+ points", game.seen))
    assert len(hands) == 1


def test_the_rulebook_has_every_rule():
    numbers = {"S": range(1, 10), "B": range(1, 14), "D": range(1, 25)}
    assert [*RULES] == [f"{letter}{number}" for letter, each in numbers.items() for number in each]


def sentences(text):
    """The sentences of a text that may have Markdown in it."""
    return re.split(r"(?<=[.:]) ", " ".join(re.sub(r"\*\*|`|^- ", "", text, flags=re.MULTILINE).split()))


@pytest.mark.parametrize(("name", "table"), [("rules.md", en), ("bg/rules.md", bg)])
def test_the_sentences_of_the_rulebook_stand_in_order_under_their_numbers_on_the_rules_page(name, table):
    page = (DOCS / name).read_text(encoding="utf-8")
    page = re.sub(r"^```.*?^```", "", page, flags=re.MULTILINE | re.DOTALL)
    entries = dict(re.findall(r"^\| (S\d) \| (.*) \|$", page, re.MULTILINE))
    for paragraphs in re.split(r"^(?=\*\*[BD]\d)", page, flags=re.MULTILINE)[1:]:
        number, _, entry = paragraphs.removeprefix("**").partition(". ")
        entries[number] = entry
    assert entries.keys() == table.RULES.keys()
    for number, rule in table.RULES.items():
        first, *others = sentences(entries[number])
        assert sentences(rule)[0] == first, number
        rest = iter(others)
        assert all(sentence in rest for sentence in sentences(rule)[1:]), number
