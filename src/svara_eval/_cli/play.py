"""``svara-eval play``: a person at the terminal against the library's players.

The person plays by the same interface as the opponents. Everything shown comes from the view of their seat and from
the public events.
"""

from __future__ import annotations

import os
import sys
from shutil import get_terminal_size
from textwrap import fill
from typing import TYPE_CHECKING

from svara_eval import SvaraError, explain, format_hand
from svara_eval._cli.output import replacing
from svara_eval._cli.rulebook import RULES
from svara_eval._numbers import shown, whole
from svara_eval.game import Action, Svara, Table, to_json

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Final

    from svara_eval.game import Deal, Option, Player, Settings, View
    from svara_eval.game.types import ActionKind, CardSource

_PERSON: Final = 0  # the seat of the person
_LONGEST: Final = 1 << 14  # characters of a line; an endless one must not fill the memory
_HELP: Final = """\
Type an action or its first letter, and a total if there is a choice: raise 30.
? explains your options, ? B6 a rule, ? raise an action, ? rules all of them.
save FILE saves the finished deals as you saw them; quit ends the game."""

# The rules that explain an action.
_RULES_OF: Final[dict[str, tuple[str, ...]]] = {
    "look": ("B2", "B4", "D9"),
    "blind": ("B2", "B3", "D10", "D11", "D12", "D19"),
    "bet": ("B5", "D10", "D13", "D19"),
    "call": ("B6", "B7", "D19"),
    "raise": ("B5", "D14", "D19"),
    "fold": ("D13", "B8", "B10"),
    "join": ("B13", "D16", "D17"),
    "decline": ("B12", "D15", "D16"),
    "rules": tuple(RULES),
}


def play(
    settings: Settings,
    opponents: Sequence[Player],
    stack: int | None,
    cards: CardSource,
    adviser: Callable[[View], str] | None = None,
) -> None:
    """Play deal after deal, until the person or all opponents cannot pay the ante, or the person quits.

    Args:
        settings: The settings of the table.
        opponents: The players at seats 1 and up, 1 to 9 of them.
        stack: The chips each seat starts with; None to play without stacks.
        cards: Where the cards of each deal come from, as in ``Table.next_deal``.
        adviser: What says how a perfect player would act in a view; None where nobody knows.

    Raises:
        SvaraError: The stack is smaller than the ante, or there are more than 9 opponents.
    """
    whole(len(opponents), "the number of opponents", 1, 9)
    finished: list[View] = []
    person = Person(finished, adviser)
    players = [person, *opponents]
    stacks = None if stack is None else [stack] * len(players)
    table = Table(settings, seats=len(players), stacks=stacks, dealer=len(players) - 1)
    if not table.next_players:
        raise SvaraError(f"stack must be at least the ante of {settings.ante}, not {stack}")
    chips = "There are no stacks" if stack is None else f"Each player has {stack} chips"
    print(f"You are seat {_PERSON} of {len(players)}. {chips}.\n{_HELP}")
    if adviser is not None:
        print("? advice says what a perfect player would do.")
    try:
        while table.next_players:
            deal = table.next_deal(cards)
            print()
            _play_out(deal, players)
            finished.append(deal.view(_PERSON))
            if not isinstance(deal.outcome, Svara):
                if _PERSON not in table.next_players:
                    broke = deal.stacks is not None and deal.stacks[_PERSON] < settings.ante
                    print(f"{'You cannot' if broke else 'Nobody else can'} pay the ante of {settings.ante}.")
                    break
                person.rest()
    except EOFError:  # quit, or Ctrl-D
        print()
    net = table.net[_PERSON]
    chips = f"{net:+} chips" if stack is None else f"{stack + net} chips ({net:+})"
    print(f"You leave with {chips}. Deals finished: {len(finished)}.")


def _play_out(deal: Deal, players: Sequence[Player]) -> None:
    """Play a deal to its end, and print what happens."""
    print(deal.start)
    if deal.outcome is not None:
        print("There is no betting: a player has no chips left (D19).")
    for event in deal.events[1:]:
        print(event)
    while deal.turn is not None:
        action = players[deal.turn].act(deal.view(deal.turn))
        print(*deal.push(action), sep="\n")
    svara = deal.outcome
    if isinstance(svara, Svara) and _PERSON not in svara.tied + svara.may_join:
        print(f"You cannot pay the fee of {svara.fee}.")
    print(_chips(deal.view(_PERSON)))


def _chips(view: View) -> str:
    """The pot, and the chips and the bet of each seat."""
    parts = [f"pot: {view.pot}"]
    for seat, bet in enumerate(view.totals):
        who = "you" if seat == _PERSON else f"seat {seat}"
        state = [f"{who}: {view.stacks[seat]}" if view.stacks else who]
        if bet:
            state.append(f"bet {bet}")
        if seat not in view.remaining:
            state.append("folded" if seat in view.start.players else "not in the deal")
        parts.append(", ".join(state).replace(" ", "\xa0"))  # lines break between seats only
    return _wrapped(" | ".join(parts)).replace("\xa0", " ")


class Person:
    """The person at the terminal, as a ``Player``.

    Args:
        finished: The views of the finished deals, which ``save`` writes.
        adviser: What says how a perfect player would act in a view.
    """

    def __init__(self, finished: Sequence[View], adviser: Callable[[View], str] | None = None) -> None:
        self._finished = finished
        self._adviser = adviser
        self._files: set[str] = set()

    def act(self, view: View, /) -> Action:
        """The action the person types, once it is legal."""
        if view.phase == "open" and view.hand is not None:
            print(f"Your hand: {format_hand(view.hand)}, {explain(view.hand)}")
        print(_chips(view))
        *options, last = map(str, view.legal.values())
        prompt = f"You can {', '.join(options)}{' or ' * bool(options)}{last}."
        while True:
            line = self._asked(prompt, view.legal, view)
            try:
                return _action(line, view.legal)
            except SvaraError as error:
                print(error)

    def rest(self) -> None:
        """Wait until the person wants the next deal."""
        while line := self._asked("Press Enter for the next deal.", {}):
            print(_not_legal(line))

    def _asked(self, prompt: str, legal: Mapping[ActionKind, Option], view: View | None = None) -> str:
        """The first line typed that is neither a question nor a command; those are answered here."""
        while True:
            print(f"{prompt}\n> ", end="", flush=True)
            line = sys.stdin.readline(_LONGEST)
            if not line:
                raise EOFError
            if len(line) == _LONGEST:
                raise SvaraError(f"a line has {_LONGEST} characters or more; type an action")
            line = line.strip()
            command, _, rest = line.partition(" ")
            if line.lower().replace(" ", "") == "?advice":
                print(self._advice(view))
            elif line.startswith("?"):
                print(*_explained(line[1:].split(), legal), sep="\n")
            elif command.lower() == "save":
                print(self._saved(rest.strip()))
            elif line.lower() in ("q", "quit", "exit"):
                raise EOFError
            else:
                return line

    def _advice(self, view: View | None) -> str:
        """What a perfect player would do, or why nobody knows."""
        if view is None or self._adviser is None:
            return "advice is for your turn, heads-up with a limit"
        try:
            return f"A perfect player would: {self._adviser(view)}."
        except SvaraError as error:
            return f"no advice: {error}"

    def _saved(self, path: str) -> str:
        """Write the views of the finished deals, unless the file exists and is not one of ours."""
        if not path:
            return "save needs a file name"
        if not self._finished:
            return "nothing to save; no deal is finished yet"
        path = os.path.expanduser(path)
        try:
            if os.path.exists(path) and path not in self._files:
                return f"not saved: {path!r} already exists"
            with replacing(path) as file:
                file.writelines(f"{to_json(view)}\n".encode() for view in self._finished)
        except (OSError, ValueError) as error:  # a ValueError if the name has a null character
            return f"not saved: {path!r}: {getattr(error, 'strerror', None) or error}"
        self._files.add(path)
        return f"Saved in {path}. Deals finished: {len(self._finished)}."


def _action(line: str, legal: Mapping[ActionKind, Option]) -> Action:
    """The action that was typed: its name or the beginning of it, and a total where there is a choice."""
    word, *total = line.split() or [""]
    for kind, option in legal.items():
        if word and kind.startswith(word.lower()):
            return option.action(Action.parse(" ".join([kind, *total])).to)
    raise SvaraError(_not_legal(word))


def _not_legal(word: str) -> str:
    return f"{shown(word)} is not legal now; type ? for help" if word else "type an action, or ? for help"


def _explained(names: Sequence[str], legal: Mapping[ActionKind, Option]) -> list[str]:
    """The rules asked for, by number or by action; without a name, those of the legal actions, each rule once."""
    lines: list[str] = []
    for name in names:
        numbers = _RULES_OF.get(name.lower(), (name.upper(),))
        lines += [_rule(number) for number in numbers if number in RULES] or [
            f"{shown(name)} is not an action or a rule; the rules are S1 to S9, B1 to B13 and D1 to D24"
        ]
    if names:
        return lines
    for kind, option in legal.items():
        numbers = _RULES_OF[kind] if len(legal) > 1 else (*_RULES_OF[kind], "D19")  # a blind is never cut down
        lines += [f"{option}:", *(rule for rule in map(_rule, numbers) if rule not in lines)]
    return [*lines, _HELP]


def _rule(number: str) -> str:
    """A rule with its number, wrapped to the terminal."""
    return _wrapped(f"{number:>4}  {RULES[number]}")


def _wrapped(text: str) -> str:
    return fill(text, get_terminal_size().columns, subsequent_indent=" " * 6)
