"""The person at the terminal, a player by the same interface as the opponents, who sees only the view of their seat."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from svara_eval import SvaraError, explain, format_hand
from svara_eval._cli.output import replacing
from svara_eval._cli.printing import visible
from svara_eval._cli.spoken import wrapped
from svara_eval._messages import shown
from svara_eval.game import to_json

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Final

    from svara_eval._cli.spoken import Spoken
    from svara_eval.game import Action, Option, View
    from svara_eval.game.types import ActionKind

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


class Person:
    """The person at the terminal, as a ``Player``.

    Args:
        finished: The views of the finished deals, which ``save`` writes.
        spoken: The language.
        adviser: A function that returns how often a perfect player would take each action in a view.
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
        """Return the action the person types, once it is legal."""
        if view.phase == "open" and view.hand is not None:
            reading = explain(view.hand).text(self._spoken.language)
            print(self._spoken("your hand", hand=format_hand(view.hand), reading=reading))
        print(self._spoken.table(view))
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
        """Return the first line typed that is neither a question nor a command, which are answered here."""
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
        """Return the rules of a number or an action, or advice; without a name, the rules of the legal actions."""
        if self._meaning(asked) == "advice":
            return [self._advice(view)]
        if not asked:
            return self._options(legal)
        names = [asked] if any(phrase.startswith(asked) for phrase in self._spoken.typed) else asked.split()
        return [line for name in names for line in self._rules(name)]

    def _rules(self, name: str) -> list[str]:
        """Return the rules of an action or of the beginning of its name, the rule of a number, or all rules."""
        phrases = self._spoken.typed.items()
        actions = (kind for phrase, kind in phrases if phrase.startswith(name) and kind in _RULES_OF)
        meaning = next(actions, self._meaning(name))
        if meaning == "rules":
            return [*map(self._rule, self._spoken.rules)]
        numbers = _RULES_OF.get(meaning or "", (name.upper().translate(_LETTERS),))
        rules = [self._rule(number) for number in numbers if number in self._spoken.rules]
        return rules or [self._spoken("not a rule", typed=shown(name))]

    def _options(self, legal: Mapping[ActionKind, Option]) -> list[str]:
        """Return the rules of each legal action, each rule once, and what else can be typed."""
        lines: list[str] = []
        for kind, option in legal.items():
            numbers = _RULES_OF[kind] if len(legal) > 1 else (*_RULES_OF[kind], "D19")  # a blind is never cut down
            rules = [rule for rule in map(self._rule, numbers) if rule not in lines]
            lines += [f"{self._spoken.option(option)}:", *rules]
        return [*lines, self._spoken("help")]

    def _rule(self, number: str) -> str:
        """Return a rule with its number, wrapped to the terminal."""
        return wrapped(f"{number:>4}  {self._spoken.rules[number]}")

    def _advice(self, view: View | None) -> str:
        """Return the advice of a perfect player, or why there is none."""
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
        """Write the views of the finished deals, but never over a file that this game did not write."""
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
