"""A person at the terminal against players of the library: ``svara-eval play``.

The person is a player like the others: what is shown comes from the view of one seat and from the public events.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from svara_eval import SvaraError, explain, format_hand
from svara_eval.files import replacing
from svara_eval.game import Action, Table, Won, to_json
from svara_eval.rulebook import RULES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Final

    from svara_eval.game import Deal, Option, Settings, View
    from svara_eval.game.types import ActionKind, CardSource, Player

_PERSON: Final = 0  # the seat of the person
_HELP: Final = "? explains what you can do, ? B6 a rule, ? rules all of them; save FILE saves the finished deals; quit"

# The rules that say what an action is for.
_RULES_OF: Final[dict[ActionKind, tuple[str, ...]]] = {
    "look": ("B2", "B4", "D9"),
    "blind": ("B2", "B3", "D10", "D11", "D12"),
    "bet": ("B5", "D10", "D13"),
    "call": ("B6", "B7"),
    "raise": ("B5", "D14"),
    "fold": ("D13", "B8", "B10"),
    "join": ("B13", "D16", "D17"),
    "decline": ("B12", "B13", "D15"),
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
    print(f"You are seat {_PERSON} of {len(players)}, with {stack} chips.\n{_HELP}")
    try:
        while table.next_players:
            deal = table.next_deal(cards)
            print()
            _play_out(deal, players)
            finished.append(to_json(deal))
            if isinstance(deal.outcome, Won):
                print(f"you have {_chips(deal)} chips")
                if _PERSON not in table.next_players:
                    break
                person.ask("Enter deals the next deal")
    except EOFError:  # quit, or Ctrl-D
        print()
    net = table.net[_PERSON]
    print(f"You leave with {stack + net} chips ({net:+}); {len(finished)} deals were finished.")


def _play_out(deal: Deal, players: Sequence[Player]) -> None:
    """Play a deal to its end, and show all that happens."""
    print(*deal.events, sep="\n")
    while deal.turn is not None:
        action = players[deal.turn].act(deal.view(deal.turn))
        print(*deal.push(action), sep="\n")


def _chips(deal: Deal | View) -> int:
    return 0 if deal.stacks is None else deal.stacks[_PERSON]


class Person:
    """Whoever sits at the terminal.

    Args:
        finished: the deals that ``save`` writes, each as a line of JSON.
    """

    def __init__(self, finished: Sequence[str]) -> None:
        self._finished = finished

    def act(self, view: View, /) -> Action:
        """What the person types, once it is legal."""
        if view.hand is not None and _PERSON in view.remaining:
            print(f"your hand is {format_hand(view.hand)}, {explain(view.hand)}")
        print(f"pot {view.pot}, your total {view.totals[_PERSON]}, your chips {_chips(view)}")
        while True:
            words = self.ask(f"you can {_listed(view.legal)}", view)
            try:
                return _action(words, view.legal)
            except SvaraError as error:
                print(error)

    def ask(self, prompt: str, view: View | None = None) -> list[str]:
        """The words that the person types and that are no question or command."""
        while True:
            print(prompt)
            line = input("> ").strip()
            words = line.split()
            if line.startswith("?"):
                print(*_explained(line[1:].split(), view), sep="\n")
            elif words[:1] == ["save"]:
                print(self._saved(" ".join(words[1:])))
            elif words == ["quit"]:
                raise EOFError
            else:
                return words

    def _saved(self, path: str) -> str:
        """Write the finished deals, which hold the cards that were folded; one that is played has secrets."""
        try:
            with replacing(path) as file:
                file.writelines(f"{line}\n".encode() for line in self._finished)
        except OSError as error:
            return f"not saved: {path!r}: {error.strerror}"
        return f"{len(self._finished)} deals saved in {path}"


def _listed(legal: Mapping[ActionKind, Option]) -> str:
    return ", ".join(map(str, legal.values()))


def _action(words: Sequence[str], legal: Mapping[ActionKind, Option]) -> Action:
    """The action that was typed: its name or the beginning of it, and a total where there is a choice."""
    name, *rest = words or [""]
    option = next((option for kind, option in legal.items() if name and kind.startswith(name.lower())), None)
    if option is None:
        raise SvaraError(f"{name!r} is nothing you can do now; {_HELP}")
    total = " ".join(rest).removeprefix("to ").removeprefix("for ")
    if total and not (total.isdecimal() and len(total) < 20):
        raise SvaraError(f"{total!r} is no number of chips; you can {option}")
    to = int(total) if total else option.low if option.low == option.high else None
    if not option.allows(to):
        raise SvaraError(f"{Action(option.kind, to)} is not legal; you can {option}")
    return Action(option.kind, to)


def _explained(names: Sequence[str], view: View | None) -> list[str]:
    """The rules that are asked for by number; without a number those of what can be done now."""
    if [name.lower() for name in names] == ["rules"]:
        names = [*RULES]
    if names:
        return [
            f"{name.upper():>4}  {RULES.get(name.upper(), 'is no rule; they are S1 to S9, B1 to B13 and D1 to D20')}"
            for name in names
        ]
    if view is None:
        return [_HELP]
    lines = []
    for kind, option in view.legal.items():
        bounded = option.high is not None and kind != "join"
        lines.append(str(option))
        lines += _explained([*_RULES_OF[kind], *["D19"] * bounded], None)
    return [*lines, _HELP]
