"""Sentences in each language: explanations, rules, and the commands with --language bg."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from itertools import chain
from random import Random
from string import Formatter

import pytest
from shell import svara_eval

from svara_eval import KINDS, SvaraError, explain, readings
from svara_eval._cli.spoken import Spoken
from svara_eval._language import LANGUAGES, bg, en, words_in
from svara_eval.game import Action, Option, RandomPlayer, Settings, Started, Svara, Table

TABLES = ("KINDS", "RULES", "SENTENCES")


# The tables -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TABLES)
def test_every_language_has_the_same_sentences_in_the_same_order(name):
    for language in LANGUAGES:
        assert [*getattr(words_in(language), name)] == [*getattr(en, name)]


def test_every_kind_of_reading_is_named():
    assert tuple(en.KINDS) == KINDS


def fields(sentence):
    """The names of the values that a sentence takes."""
    return {field for _, field, _, _ in Formatter().parse(sentence) if field is not None}


def test_a_sentence_takes_the_same_values_in_every_language():
    for language in LANGUAGES:
        for key, sentence in words_in(language).SENTENCES.items():
            assert fields(sentence) == fields(en.SENTENCES[key]), key


def test_bulgarian_sentences_have_no_english_word():
    """Latin letters are only those of cards, rules, E, a key and a setting."""
    known = r"[JQKA](?=[ ♣♦♥♠])|\b[SBD]\d+|\bE\b|\bEnter\b|max_blind_multiple|\{[^}]*\}"
    sentences = chain(bg.KINDS.values(), bg.RULES.values(), bg.SENTENCES.values())
    assert [sentence for sentence in sentences if re.search("[a-zA-Z]", re.sub(known, "", sentence))] == []


def test_a_rule_names_the_same_cards_and_totals_in_every_language():
    cards = r"(?:10|[789JQKA])[♣♦♥♠]"
    for language in LANGUAGES:
        for number, rule in words_in(language).RULES.items():
            assert re.findall(cards, rule) == re.findall(cards, en.RULES[number]), number


def test_an_unknown_language_is_refused():
    with pytest.raises(SvaraError, match=r"^language must be 'en' or .*, not 'fr'$"):
        explain("7c Kh Kd").text("fr")
    with pytest.raises(SvaraError, match=r"^language must be 'en' or .*, not \[\]$"):
        explain("7c Kh Kd").text([])


def test_the_sentences_are_loaded_only_when_one_is_asked_for():
    code = (
        "import sys; import svara_eval; hand = svara_eval.explain('7c Kh Kd');"
        "before = [*sys.modules]; str(hand);"
        "print(*(any(name.startswith('svara_eval._language') for name in names) for names in (before, sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert run.stdout == "False True\n"


# Explanations ---------------------------------------------------------------------------------------------------------

IN_BULGARIAN = {
    "Q♣ Q♥ 9♦": "10 точки: висока карта, Q♥",
    "Q♦ K♦ 10♠": "20 точки: карти от една боя, Q♦ K♦ (10 + 10)",
    "A♥ A♦ K♥": "22 точки: аса, A♦ A♥ (11 + 11)",
    "8♦ 8♥ 8♠": "24 точки: три еднакви, 8♦ 8♥ 8♠ (8 + 8 + 8)",
    "7♦ 7♠ 10♦": "23 точки: две седмици, 7♦ 7♠",
    "7♣ 7♦ 7♠": "34 точки: три седмици, 7♣ 7♦ 7♠",
    "7♣ 9♣ K♦": "21 точки: чечак с една карта, 7♣ K♦ (11 + 10)",
    "7♣ K♥ K♦": "31 точки: чечак с чифт, 7♣ K♦ K♥ (11 + 10 + 10)",
    "7♣ 7♥ K♥": "28 точки: чечак с две карти от една боя, 7♣ 7♥ K♥ (11 + 7 + 10)",
}


def test_every_kind_of_reading_is_said_in_bulgarian():
    assert {hand: explain(hand).text("bg") for hand in IN_BULGARIAN} == IN_BULGARIAN
    assert [explain(hand).kind for hand in IN_BULGARIAN] == [*KINDS]


def test_english_is_the_default():
    explanation = explain("7♣ K♥ K♦")
    assert explanation.text() == explanation.text("en") == str(explanation)


# The game in words ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [None, 200])
def test_the_english_sentences_equal_the_str_of_every_event_and_option(limit):
    english, random, table = Spoken("en"), Random(1), Table(Settings(ante=10, limit=limit), seats=4)
    player, events, options = RandomPlayer(random), set(), set()
    for _ in range(100):
        deal = table.next_deal(random)
        while deal.turn is not None:
            options.update(deal.legal.values())
            deal.push(player.act(deal.view(deal.turn)))
        events.update(deal.events)
    assert [english.event(event) for event in events] == [*map(str, events)]
    assert [english.option(option) for option in options] == [*map(str, options)]
    assert {event.kind if isinstance(event, Action) else type(event).__name__ for event in events} == {
        *("Started", "Shown", "Won", "Svara"),
        *("look", "blind", "bet", "call", "raise", "fold", "join", "decline"),
    }


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Started(Settings(ante=10), 3, (0, 1, 2)), "играч 2 раздава на играчи 0, 1 и 2; всеки плаща анте 10"),
        (Started(Settings(ante=10), 3, (2, 1), None, 30), "играч 1 раздава на играчи 2 и 1: свара за пота от 30"),
        (Svara((0, 2), 60, 30, ()), "свара между играчи 0 и 2 за пота от 60"),
        (Svara((0, 2), 60, 30, (1,)), "свара между играчи 0 и 2 за пота от 60; играч 1 може да влезе за 30"),
        (Svara((0, 2), 60, 30, (1, 3)), "свара между играчи 0 и 2 за пота от 60; играчи 1 и 3 могат да влязат за 30"),
    ],
)
def test_an_event_is_said_in_bulgarian_with_one_player_or_several(event, said):
    assert Spoken("bg").event(event) == said


def test_chips_are_singular_or_plural_as_needed():
    numbers = (0, 1, 2, 21, -1)
    assert [Spoken("bg").chips(number) for number in numbers] == ["0 чипа", "1 чип", "2 чипа", "21 чипа", "-1 чип"]
    assert [Spoken("en").chips(number) for number in numbers] == ["0 chips", "1 chip", "2 chips", "21 chips", "-1 chip"]


LEGAL = {
    "blind": [Option("look"), Option("blind", 20, 40)],
    "open": [Option("fold"), Option("call", 20, 20), Option("raise", 30, None)],
    "bet": [Option("fold"), Option("bet", 10, 490)],
    "join": [Option("join", 25, 25), Option("decline")],
}


@pytest.mark.parametrize(
    ("phase", "typed", "action"),
    [
        ("blind", "гледам", "look"),
        ("blind", "Гледам картите", "look"),
        ("blind", "г", "look"),
        ("blind", "на тъмно 20", "blind to 20"),
        ("blind", "на т до 30", "blind to 30"),
        ("blind", "тъмно 20", "blind to 20"),
        ("blind", "залагам на тъмно 20", "blind to 20"),
        ("blind", "blind 20", "blind to 20"),
        ("bet", "залагам 20", "bet to 20"),
        ("bet", "з 20", "bet to 20"),
        ("bet", "пас", "fold"),
        ("open", "плащам", "call to 20"),
        ("open", "п", "call to 20"),
        ("open", "плащам до 20", "call to 20"),
        ("open", "ВДИГАМ на 30", "raise to 30"),
        ("open", "в 45", "raise to 45"),
        ("open", "пас", "fold"),
        ("open", "отказвам се", "fold"),
        ("open", "отказвам", "fold"),
        ("open", "raise to 30", "raise to 30"),
        ("join", "влизам", "join for 25"),
        ("join", "влизам за 25", "join for 25"),
        ("join", "не влизам", "decline"),
        ("join", "не", "decline"),
    ],
)
def test_actions_are_understood_in_bulgarian_and_in_english(phase, typed, action):
    legal = {option.kind: option for option in LEGAL[phase]}
    assert str(Spoken("bg").action(typed, legal)) == action


@pytest.mark.parametrize(
    ("phase", "typed", "answer"),
    [
        ("open", "", "напишете действие или ? за помощ"),
        ("open", "залагам 20", "'залагам' сега не може; напишете ? за помощ"),
        ("open", "отказвам се 20", "'отказвам се 20' сега не може; напишете ? за помощ"),
        ("open", "вдигам", "вдигам: колко? Може: вдигам на 30 или повече"),
        ("open", "вдигам 20", "вдигам на 20 не може; може: вдигам на 30 или повече"),
        ("open", "вдигам с 30", "'вдигам с 30' не е действие; може: вдигам на 30 или повече"),
        ("open", "плащам 30", "плащам до 30 не може; може: плащам до 20"),
        ("blind", "на тъмно", "на тъмно: колко? Може: на тъмно 20–40"),
        ("blind", "тъмно десет", "'на тъмно десет' не е действие; може: на тъмно 20–40"),
        ("join", "влизам за 20", "влизам за 20 не може; може: влизам за 25"),
    ],
)
def test_an_impossible_action_is_refused_in_bulgarian(phase, typed, answer):
    legal = {option.kind: option for option in LEGAL[phase]}
    with pytest.raises(SvaraError) as caught:
        Spoken("bg").action(typed, legal)
    assert str(caught.value) == answer


# The commands ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("before", [True, False])
def test_the_language_may_stand_before_the_command_or_after_it(before):
    command, language = ["explain", "7♣ 7♦ A♠"], ["--language", "bg"]
    run = svara_eval(*(language + command if before else command + language))
    assert (
        run.stdout.splitlines()[0] == "7♣ 7♦ A♠\tброи се\t23\t7♣ 7♦\tдве седмици\tS9, D2\t23 точки: две седмици, 7♣ 7♦"
    )


def test_compare_explains_each_hand_in_bulgarian():
    run = svara_eval("compare", "7♣ K♥ K♦", "A♠ A♦ 10♣", "--language", "bg")
    assert run.stdout == (
        "1\t7♣ K♥ K♦\t31\tпечели\t31 точки: чечак с чифт, 7♣ K♦ K♥ (11 + 10 + 10)\n"
        "2\tA♠ A♦ 10♣\t22\tгуби\t22 точки: аса, A♦ A♠ (11 + 11)\n"
    )


def test_json_has_its_sentences_in_the_language_asked_for():
    found = [
        json.loads(line)
        for line in svara_eval("explain", "7♣ K♥ K♦", "--json", "--language", "bg").stdout.split("\n")[:-1]
    ]
    assert [each["text"] for each in found] == [reading.text("bg") for reading in readings("7♣ K♥ K♦")]
    assert found[0]["kind"] == "joker_pair"
    compared = json.loads(svara_eval("compare", "7♣ K♥ K♦", "A♠ A♦ 10♣", "--json", "--language", "bg").stdout)
    assert [each["text"] for each in compared["readings"]] == [explain(hand).text("bg") for hand in compared["hands"]]


@pytest.mark.parametrize("command", [["score", "7cKhKd"], ["odds", "7cKhKd"], ["table"]])
def test_a_language_is_refused_by_commands_without_sentences(command):
    run = svara_eval("--language", "bg", *command)
    assert run.returncode == 2
    assert run.stderr.endswith(f"--language is for explain, compare and play; {command[0]} has no sentences\n")


def on_a_terminal(monkeypatch, capsys, *arguments):
    """Return the output of a command on a terminal."""
    from svara_eval._cli import main

    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert main(arguments) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("command", "title", "words"),
    [
        ("explain 7cKhKd", "7♣ K♥ K♦ прави 31 точки: чечак с чифт, 7♣ K♦ K♥ (11 + 10 + 10)", {"брои се", "по-слабо"}),
        ("compare 7cKhKd AsAdTc", "печели ръка 1", {"печели", "губи"}),
        ("compare QcJc8d TsKs8c 7d9h9c", "свара между ръка 1 и ръка 2: никой не взема пота", {"свара", "губи"}),
    ],
)
def test_a_table_on_a_terminal_is_drawn_in_bulgarian(monkeypatch, capsys, command, title, words):
    drawn = on_a_terminal(monkeypatch, capsys, *command.split(), "--language", "bg")
    head, *rows = re.sub(r"\x1b\[\d+m", "", drawn).splitlines()
    assert head.strip() == title
    assert words <= {cell.strip() for row in rows for cell in row.split("│")}
    assert re.search(r"карти.*обяснение", drawn)


HELP = f"{bg.SENTENCES['help']}\n"
WHOLE_GAME = """\
Вие сте играч 0. На масата има 4 места. Всеки има 500 чипа.
HELP

играч 3 раздава на играчи 0, 1, 2 и 3; всеки плаща анте 10
пот: 40 | вие: 490 | играч 1: 490 | играч 2: 490 | играч 3: 490
Вие сте на ход: гледам картите или на тъмно 10–490.
> ? съвет
съвет има само когато сте на ход в игра на двама с лимит
Вие сте на ход: гледам картите или на тъмно 10–490.
> ? б4 S9
  B4  Който пръв погледне картите си, приключва залагането на тъмно за всички.
      Оттам нататък всеки вижда своите карти.
  S9  Две седмици, които и да са, правят 23.
Вие сте на ход: гледам картите или на тъмно 10–490.
> ? ж
'ж' не е нито действие, нито правило; правилата са S1–S9, B1–B13 и D1–D24
Вие сте на ход: гледам картите или на тъмно 10–490.
> запиши
след „запиши“ трябва име на файл
Вие сте на ход: гледам картите или на тъмно 10–490.
> запиши /no/such/folder/file
няма какво да се запише; още няма изиграно раздаване
Вие сте на ход: гледам картите или на тъмно 10–490.
> гледам
играч 0 гледа картите си
Вашите карти: Q♠ 10♦ K♠, 20 точки: карти от една боя, Q♠ K♠ (10 + 10)
пот: 40 | вие: 490 | играч 1: 490 | играч 2: 490 | играч 3: 490
Вие сте на ход: отказвам се или залагам 10–490.
> залагам 40
играч 0 залага 40
играч 1 плаща до 40
играч 2 плаща до 40
играч 3 плаща до 40
играч 0 показва Q♠ 10♦ K♠: 20 точки
играч 1 показва 10♠ 8♠ Q♦: 18 точки
играч 2 показва A♥ 10♥ 9♣: 21 точки
играч 3 показва 9♦ 7♣ K♥: 21 точки
свара между играчи 2 и 3 за пота от 200; играчи 0 и 1 могат да влязат за 100
пот: 200 | вие: 450 | играч 1: 450 | играч 2: 450 | играч 3: 450
Вие сте на ход: влизам за 100 или не влизам.
> влизам
играч 0 влиза за 100
играч 1 влиза за 100
пот: 400 | вие: 350 | играч 1: 350 | играч 2: 450 | играч 3: 450

играч 0 раздава на играчи 1, 2, 3 и 0: свара за пота от 400
играч 1 гледа картите си
играч 1 залага 10
играч 2 плаща до 10
играч 3 се отказва
Вашите карти: A♦ 8♣ A♥, 22 точки: аса, A♦ A♥ (11 + 11)
пот: 420 | вие: 350 | играч 1: 340, залог 10 | играч 2: 440, залог 10 |
      играч 3: 450, отказал се
Вие сте на ход: отказвам се, плащам до 10 или вдигам на 20–350.
> плащам
играч 0 плаща до 10
играч 1 показва 10♥ K♥ Q♠: 20 точки
играч 2 показва 7♣ 9♥ J♠: 21 точки
играч 0 показва A♦ 8♣ A♥: 22 точки
играч 0 взема пота от 430
пот: 0 | вие: 770 | играч 1: 340 | играч 2: 440 | играч 3: 450, отказал се
Натиснете Enter за следващото раздаване.
> какво
'какво' сега не може; напишете ? за помощ
Натиснете Enter за следващото раздаване.
> запиши /no/such/folder/file
не е записано: '/no/such/folder/file': No such file or directory
Натиснете Enter за следващото раздаване.
> край

Ставате от масата с 770 чипа (+270). Изиграни раздавания: 2.
"""


def test_a_whole_game_is_played_in_bulgarian(terminal):
    game = terminal("--language", "bg", "--opponents", "17", "19", "21", "--seed", "16")
    for typed in re.findall(r"^> (.*)$", WHOLE_GAME, re.MULTILINE):
        game.type(typed)
    assert game.transcript == WHOLE_GAME.replace("HELP\n", HELP)
    assert game.end() == 0


def test_every_rule_is_asked_for_in_bulgarian(terminal):
    game = terminal("--language", "bg", "--seed", "1", columns=2000)
    rules = [f"{number:>4}  {rule}" for number, rule in bg.RULES.items()]
    assert game.type("? правила").splitlines()[:-1] == game.type("? rules").splitlines()[:-1] == rules
    assert game.type("? на тъмно") == game.type("? на т") == game.type("? тъмно") == game.type("? blind")
    assert game.type("? гледам") == game.type("? г") == game.type("? look")
    assert game.type("? отказвам") == game.type("? пас") == game.type("? fold")
    assert game.type("?").endswith(f"{HELP}{game.prompt}")


def test_a_saved_deal_is_the_same_in_every_language(terminal, tmp_path):
    for language, lines in {"en": ("look", "fold", "save"), "bg": ("гледам", "пас", "запиши")}.items():
        game = terminal("--language", language, "--opponents", "8", "--seed", "1")
        for typed in lines:
            game.type(f"{typed} {tmp_path}/{language}" if typed == lines[-1] else typed)
    assert (tmp_path / "bg").read_bytes() == (tmp_path / "en").read_bytes()


# Terminals and pipes in other encodings -------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["ascii", "cp437", "cp1251"])
def test_a_pipe_is_read_as_utf_8_in_every_locale(encoding):
    run = subprocess.run(
        [sys.executable, "-m", "svara_eval", "play", "--language", "bg", "--seed", "1"],
        input="\ufeffгледам\nпас\n".encode(),
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"},
        check=True,
    )
    assert "играч 0 гледа картите си" in run.stdout.decode()
    assert "играч 0 се отказва" in run.stdout.decode()


@pytest.mark.parametrize(
    ("encoding", "totals", "quoted"), [("cp1251", "10–490", "„запиши“"), ("cp866", "10-490", '"запиши"')]
)
def test_a_terminal_without_suits_shows_them_as_letters(encoding, totals, quoted):
    pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")
    ours, theirs = pty.openpty()
    run = subprocess.Popen(
        [sys.executable, "-m", "svara_eval", "play", "--language", "bg", "--opponents", "8", "--seed", "1"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=os.environ | {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"},
    )
    os.close(theirs)
    os.write(ours, "гледам\nзапиши\nкрай\n".encode(encoding))
    seen = b""
    try:
        while part := os.read(ours, 65536):
            seen += part
    except OSError:  # the other side is closed
        pass
    os.close(ours)
    assert run.wait(60) == 0
    text = seen.decode(encoding)
    assert "Вашите карти: 9c Ks Kc, 19 точки: карти от една боя, 9c Kc (9 + 10)" in text
    assert f"Вие сте на ход: гледам картите или на тъмно {totals}." in text
    assert f"след {quoted} трябва име на файл" in text
