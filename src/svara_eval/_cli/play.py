"""A person at the terminal against players of the library: ``svara-eval play``.

The person is a player like the others: what is shown comes from the view of one seat and from the public events.
"""

from __future__ import annotations

import os
from shutil import get_terminal_size
from textwrap import fill
from typing import TYPE_CHECKING

from svara_eval import SvaraError, explain, format_hand
from svara_eval._cli.output import replacing
from svara_eval.game import Action, Svara, Table, to_json
from svara_eval._cli.rulebook import RULES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Final

    from svara_eval.game import Deal, Option, Player, Settings, View
    from svara_eval.game.types import ActionKind, CardSource

_PERSON: Final = 0  # the seat of the person
_HELP: Final = """\
Type an action or its first letter, with a total where you can choose: raise 30.
? explains what you can do, ? B6 a rule, ? raise those of an action, ? rules all.
save FILE saves the finished deals, quit ends the game."""

# The rules that say what an action is for.
_RULES_OF: Final[dict[str, tuple[str, ...]]] = {
    "look": ("B2", "B4", "D9"),
    "blind": ("B2", "B3", "D10", "D11", "D12"),
    "bet": ("B5", "D10", "D13"),
    "call": ("B6", "B7"),
    "raise": ("B5", "D14"),
    "fold": ("D13", "B8", "B10"),
    "join": ("B13", "D16", "D17"),
    "decline": ("B12", "D15", "D16"),
    "rules": tuple(RULES),
}


def play(settings: Settings, opponents: Sequence[Player], stack: int, cards: CardSource) -> None:
    """Deal after deal, until somebody has too few chips to go on with or the person has had enough.

    Args:
        settings: what the table sets.
        opponents: who plays against the person, 1 to 9.
        stack: the chips of each seat at the beginning.
        cards: where the cards of each deal come from, as ``Table.next_deal`` takes them.
    """
    finished: list[str] = []
    person = Person(finished)
    players = [person, *opponents]
    table = Table(settings, stacks=[stack] * len(players), dealer=len(players) - 1)
    if not table.next_players:
        raise SvaraError(f"a stack of {stack} can't pay the ante of {settings.ante}")
    print(f"You are seat {_PERSON} of {len(players)}; each has {stack} chips.\n{_HELP}")
    try:
        while table.next_players:
            deal = table.next_deal(cards)
            print()
            _play_out(deal, players)
            finished.append(to_json(deal))
            if not isinstance(deal.outcome, Svara):
                if _PERSON not in table.next_players:
                    who = "nobody else can" if (table.stacks or ())[_PERSON] >= settings.ante else "you can't"
                    print(f"{who} pay the ante of {settings.ante}")
                    break
                person.rest()
    except EOFError:  # quit, or Ctrl-D
        print()
    net = table.net[_PERSON]
    print(f"You leave with {stack + net} chips ({net:+}). Finished deals: {len(finished)}.")


def _play_out(deal: Deal, players: Sequence[Player]) -> None:
    """Play a deal to its end, and show all that happens."""
    print(*deal.events, sep="\n")
    if deal.start.number == deal.number and deal.outcome is not None:
        print("nobody could bet, since somebody has no chips left (D19)")
    while deal.turn is not None:
        action = players[deal.turn].act(deal.view(deal.turn))
        print(*deal.push(action), sep="\n")
    svara = deal.outcome
    if isinstance(svara, Svara) and _PERSON not in svara.tied + svara.may_join:
        print(f"you can't pay the fee of {svara.fee}")
    print(_chips(deal))


def _chips(deal: Deal | View) -> str:
    """The pot and what each seat has."""
    return f"pot {deal.pot}; chips left {_by_seat(deal.stacks or ())}; in this deal {_by_seat(deal.totals)}"


def _by_seat(chips: Sequence[int]) -> str:
    return "/".join(map(str, chips))


class Person:
    """Whoever sits at the terminal.

    Args:
        finished: the deals that ``save`` writes, each as a line of JSON.
    """

    def __init__(self, finished: Sequence[str]) -> None:
        self._finished = finished
        self._files: set[str] = set()

    def act(self, view: View, /) -> Action:
        """What the person types, once it is legal."""
        if view.phase == "open" and view.hand is not None:
            print(f"your hand is {format_hand(view.hand)}, {explain(view.hand)}")
        print(_chips(view))
        while True:
            words = self._asked(f"you can {', '.join(map(str, view.legal.values()))}", view.legal)
            try:
                return _action(words, view.legal)
            except SvaraError as error:
                print(error)

    def rest(self) -> None:
        """Wait until the person wants the next deal."""
        while words := self._asked("Enter deals the next deal", {}):
            print(_nothing(words[0]))

    def _asked(self, prompt: str, legal: Mapping[ActionKind, Option]) -> list[str]:
        """The words that the person types and that are no question or command."""
        while True:
            print(prompt)
            line = input("> ").strip()
            command, _, rest = line.partition(" ")
            if line.startswith("?"):
                print(*_explained(line[1:].split(), legal), sep="\n")
            elif command.lower() == "save":
                print(self._saved(rest.strip()))
            elif line.lower() in ("q", "quit", "exit"):
                raise EOFError
            else:
                return line.split()

    def _saved(self, path: str) -> str:
        """Write the finished deals; what is played now has secrets, and a file that is not ours is left alone."""
        if not path or not self._finished:
            return "save needs the name of a file" if self._finished else "no deal is finished yet"
        path = os.path.expanduser(path)
        try:
            if os.path.exists(path) and path not in self._files:
                return f"not saved: {path!r} exists"
            with replacing(path) as file:
                file.writelines(f"{line}\n".encode() for line in self._finished)
        except (OSError, ValueError) as error:  # the latter of a name with a null in it
            return f"not saved: {path!r}: {getattr(error, 'strerror', None) or error}"
        self._files.add(path)
        return f"saved in {path}, with the cards that were folded; finished deals: {len(self._finished)}"


def _nothing(word: str) -> str:
    return f"{word[:20]!r} is nothing you can do now; ? explains"


def _action(words: Sequence[str], legal: Mapping[ActionKind, Option]) -> Action:
    """The action that was typed: its name or the beginning of it, and a total where there is a choice."""
    name, *rest = words or [""]
    option = next((option for kind, option in legal.items() if name and kind.startswith(name.lower())), None)
    if option is None:
        raise SvaraError(_nothing(name))
    total = " ".join(rest).removeprefix("to ").removeprefix("for ")
    if total and not (total.isascii() and total.isdecimal() and len(total) < 20):
        raise SvaraError(f"{total[:20]!r} is no number of chips; you can {option}")
    to = int(total) if total else option.low if option.low == option.high else None
    if not option.allows(to):
        raise SvaraError(
            f"{option.kind} {'needs a total' if to is None else f'to {to} is not legal'}; you can {option}"
        )
    return Action(option.kind, to)


def _explained(names: Sequence[str], legal: Mapping[ActionKind, Option]) -> list[str]:
    """The rules that are asked for by number or by action; without either those of what can be done now."""
    if not names:
        lines = []
        for kind, option in legal.items():
            bounded = (option.high is not None and kind != "join") or legal.keys() == {"look"}
            lines += [str(option), *_explained([kind, *["D19"] * bounded], {})]
        return [*lines, _HELP]
    lines = []
    for name in names:
        numbers = _RULES_OF.get(name.lower(), (name.upper(),))
        lines += [_rule(number) for number in numbers if number in RULES] or [
            f"{name[:20]!r} is no action and no rule; those are S1 to S9, B1 to B13 and D1 to D20"
        ]
    return lines


def _rule(number: str) -> str:
    """A rule with its number, as wide as the terminal."""
    return fill(f"{number:>4}  {RULES[number]}", get_terminal_size().columns, subsequent_indent=" " * 6)
