"""The person at the terminal, who plays against the library's players.

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
from svara_eval._arguments import whole
from svara_eval._cli.output import replacing
from svara_eval._cli.printing import visible
from svara_eval._messages import shown
from svara_eval.game import Svara, Table, to_json

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Final

    from svara_eval._cli.spoken import Spoken
    from svara_eval.game import Action, Deal, Option, Player, Settings, View
    from svara_eval.game.types import ActionKind, CardSource

_PERSON: Final = 0  # the seat of the person
_LONGEST: Final = 1 << 14  # characters of a line; an endless one must not fill the memory
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
}
# The letters of rules as they come from a Bulgarian keyboard: "б6" and "в6" are B6.
_LETTERS: Final = str.maketrans("БВСД", "BBSD")


def play(
    settings: Settings,
    opponents: Sequence[Player],
    stack: int | None,
    cards: CardSource,
    spoken: Spoken,
    adviser: Callable[[View], Mapping[Action, float]] | None = None,
) -> None:
    """Play deal after deal, until the person or all opponents cannot pay the ante, or the person quits.

    Args:
        settings: The settings of the table.
        opponents: The players at seats 1 and up, 1 to 9 of them.
        stack: The chips each seat starts with; None to play without stacks.
        cards: Where the cards of each deal come from, as in ``Table.next_deal``.
        spoken: The language.
        adviser: What says how often a perfect player would take each action in a view; None where nobody knows.

    Raises:
        SvaraError: The stack is smaller than the ante, or there are more than 9 opponents.
    """
    whole(len(opponents), "the number of opponents", 1, 9)
    finished: list[View] = []
    person = Person(finished, spoken, adviser)
    players = [person, *opponents]
    stacks = None if stack is None else [stack] * len(players)
    table = Table(settings, seats=len(players), stacks=stacks, dealer=len(players) - 1)
    if not table.next_players:
        raise SvaraError(f"stack must be at least the ante of {settings.ante}, not {stack}")
    chips = spoken("no stacks") if stack is None else spoken("stacks", chips=spoken.chips(stack))
    print(spoken("welcome", seat=_PERSON, seats=len(players), chips=chips))
    print(spoken("help"))
    if adviser is not None:
        print(spoken("help advice"))
    try:
        while table.next_players:
            deal = table.next_deal(cards)
            print()
            _play_out(deal, players, spoken)
            finished.append(deal.view(_PERSON))
            if not isinstance(deal.outcome, Svara):
                if _PERSON not in table.next_players:
                    broke = deal.stacks is not None and deal.stacks[_PERSON] < settings.ante
                    print(spoken("you cannot pay ante" if broke else "nobody can pay ante", ante=settings.ante))
                    break
                person.rest()
    except EOFError:  # quit, or Ctrl-D
        print()
    net = table.net[_PERSON]
    chips = spoken.chips(net, "+") if stack is None else f"{spoken.chips(stack + net)} ({net:+})"
    print(spoken("leave", chips=chips, deals=len(finished)))


def _play_out(deal: Deal, players: Sequence[Player], spoken: Spoken) -> None:
    """Play a deal to its end, and print what happens."""
    print(spoken.event(deal.start))
    if deal.outcome is not None:
        print(spoken("no betting"))
    for event in deal.events[1:]:
        print(spoken.event(event))
    while deal.turn is not None:
        action = players[deal.turn].act(deal.view(deal.turn))
        print(*map(spoken.event, deal.push(action)), sep="\n")
    svara = deal.outcome
    if isinstance(svara, Svara) and _PERSON not in svara.tied + svara.may_join:
        print(spoken("you cannot pay fee", fee=svara.fee))
    print(_chips(deal.view(_PERSON), spoken))


def _chips(view: View, spoken: Spoken) -> str:
    """The pot, and the chips and the bet of each seat; once the cards are shown, the bets are in the pot."""
    parts = [spoken("pot", pot=view.pot)]
    for seat, bet in enumerate(view.totals):
        who = spoken("you") if seat == _PERSON else spoken.seats(seat)
        state = [f"{who}: {view.stacks[seat]}" if view.stacks else who]
        if bet and view.outcome is None:
            state.append(spoken("bet so far", bet=bet))
        if seat not in view.remaining:
            state.append(spoken("folded" if seat in view.start.players else "not in the deal"))
        parts.append(", ".join(state).replace(" ", "\xa0"))  # lines break between seats only
    return _wrapped("\xa0| ".join(parts)).replace("\xa0", " ")


class Person:
    """The person at the terminal, as a ``Player``.

    Args:
        finished: The views of the finished deals, which ``save`` writes.
        spoken: The language.
        adviser: What says how often a perfect player would take each action in a view.
    """

    def __init__(
        self,
        finished: Sequence[View],
        spoken: Spoken,
        adviser: Callable[[View], Mapping[Action, float]] | None = None,
    ) -> None:
        self._finished = finished
        self._spoken = spoken
        self._adviser = adviser
        self._files: set[str] = set()

    def act(self, view: View, /) -> Action:
        """The action the person types, once it is legal."""
        if view.phase == "open" and view.hand is not None:
            reading = explain(view.hand).text(self._spoken.language)
            print(self._spoken("your hand", hand=format_hand(view.hand), reading=reading))
        print(_chips(view, self._spoken))
        *options, last = map(self._spoken.option, view.legal.values())
        choice = f"{', '.join(options)}{self._spoken('or') * bool(options)}{last}"
        while True:
            line = self._asked(self._spoken("your turn", options=choice), view.legal, view)
            try:
                return self._spoken.action(line, view.legal)
            except SvaraError as error:
                print(error)

    def rest(self) -> None:
        """Wait until the person wants the next deal."""
        while line := self._asked(self._spoken("next deal"), {}):
            print(self._spoken.not_legal(line))

    def _asked(self, prompt: str, legal: Mapping[ActionKind, Option], view: View | None = None) -> str:
        """The first line typed that is neither a question nor a command; those are answered here."""
        while True:
            print(f"{prompt}\n> ", end="", flush=True)
            line = sys.stdin.readline(_LONGEST)
            if not line:
                raise EOFError
            if len(line) == _LONGEST:
                raise SvaraError(self._spoken("too long", longest=_LONGEST))
            line = line.strip()
            command, _, rest = line.partition(" ")
            if line.startswith("?"):
                print(*self._answer(line[1:].strip().lower(), legal, view), sep="\n")
            elif self._meaning(command) == "save":
                print(self._saved(rest.strip()))
            elif self._meaning(line) == "quit":
                raise EOFError
            else:
                return line

    def _meaning(self, typed: str) -> str | None:
        return self._spoken.typed.get(typed.lower())

    def _answer(self, asked: str, legal: Mapping[ActionKind, Option], view: View | None) -> list[str]:
        """The rules asked for, by number or by action, or advice; without a name, the rules of the legal actions."""
        if self._meaning(asked) == "advice":
            return [self._advice(view)]
        if not asked:
            return self._options(legal)
        names = [asked] if any(phrase.startswith(asked) for phrase in self._spoken.typed) else asked.split()
        return [line for name in names for line in self._rules(name)]

    def _rules(self, name: str) -> list[str]:
        """The rules of an action or the beginning of one, the rule of a number, or all of them."""
        phrases = self._spoken.typed.items()
        actions = (kind for phrase, kind in phrases if phrase.startswith(name) and kind in _RULES_OF)
        meaning = next(actions, self._meaning(name))
        if meaning == "rules":
            return [*map(self._rule, self._spoken.rules)]
        numbers = _RULES_OF.get(meaning or "", (name.upper().translate(_LETTERS),))
        rules = [self._rule(number) for number in numbers if number in self._spoken.rules]
        return rules or [self._spoken("not a rule", typed=shown(name))]

    def _options(self, legal: Mapping[ActionKind, Option]) -> list[str]:
        """The rules of each legal action, each rule once, and what else can be typed."""
        lines: list[str] = []
        for kind, option in legal.items():
            numbers = _RULES_OF[kind] if len(legal) > 1 else (*_RULES_OF[kind], "D19")  # a blind is never cut down
            rules = [rule for rule in map(self._rule, numbers) if rule not in lines]
            lines += [f"{self._spoken.option(option)}:", *rules]
        return [*lines, self._spoken("help")]

    def _rule(self, number: str) -> str:
        """A rule with its number, wrapped to the terminal."""
        return _wrapped(f"{number:>4}  {self._spoken.rules[number]}")

    def _advice(self, view: View | None) -> str:
        """What a perfect player would do, or why nobody knows."""
        if view is None or self._adviser is None:
            return self._spoken("no advice now")
        try:
            often = sorted(self._adviser(view).items(), key=lambda item: -item[1])
        except SvaraError as error:
            return self._spoken("no advice", error=error)
        chances = [
            self._spoken("chance", action=self._spoken(action.kind, to=action.to), percent=f"{100 * chance:.0f}")
            for action, chance in often
            if chance >= 0.005
        ]
        return self._spoken("advice", chances=", ".join(chances))

    def _saved(self, path: str) -> str:
        """Write the views of the finished deals, unless the file exists and is not one of ours."""
        if not path:
            return self._spoken("save needs file")
        if not self._finished:
            return self._spoken("nothing to save")
        path = os.path.expanduser(path)
        try:
            if os.path.exists(path) and path not in self._files:
                return self._spoken("file exists", path=repr(path))
            with replacing(path) as file:
                file.writelines(f"{to_json(view)}\n".encode() for view in self._finished)
        except (OSError, ValueError) as error:  # a ValueError if the name has a null character
            return self._spoken("not saved", path=repr(path), error=getattr(error, "strerror", None) or error)
        self._files.add(path)
        return self._spoken("saved", path=visible(path), deals=len(self._finished))


def _wrapped(text: str) -> str:
    return fill(text, get_terminal_size().columns, subsequent_indent=" " * 6, break_on_hyphens=False)
