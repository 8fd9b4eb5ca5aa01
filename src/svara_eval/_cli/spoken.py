"""The sentences that ``svara-eval play`` prints in a language, and the words it understands."""

from __future__ import annotations

from itertools import takewhile
from shutil import get_terminal_size
from textwrap import fill
from typing import TYPE_CHECKING

from svara_eval import IllegalActionError, SvaraError, format_hand
from svara_eval._language import words_in
from svara_eval._messages import shown
from svara_eval.game import Action, Shown, Started, Svara, Won

if TYPE_CHECKING:
    from collections.abc import Mapping

    from svara_eval.game import Event, Option, View
    from svara_eval.game.types import ActionKind
    from svara_eval.types import Language


class Spoken:
    """The sentences of a language. English words are understood in every language.

    Attributes:
        language: The language.
        rules: Each rule by its number.
        typed: The words that can be typed, with their meanings.

    >>> from svara_eval.game import Option
    >>> spoken = Spoken("bg")
    >>> spoken("nobody can pay ante", ante=10)
    'Никой друг не може да плати антето от 10.'
    >>> spoken.option(Option("raise", 30, 90)), spoken.event(Action("raise", 40, seat=1))
    ('вдигам на 30–90', 'играч 1 вдига на 40')
    >>> spoken.action("вдигам 40", {"raise": Option("raise", 30, 90)})
    Action(kind='raise', to=40, seat=None, number=None)
    """

    def __init__(self, language: Language) -> None:
        words = words_in(language)
        self.language: Language = language
        self.rules = words.RULES
        self.typed = words.TYPED | words_in("en").TYPED
        self._sentences = words.SENTENCES

    def __call__(self, sentence: str, **values: object) -> str:
        """Return a sentence with its values filled in."""
        return self._sentences[sentence].format(**values)

    def chips(self, number: int, sign: str = "") -> str:
        """Return a number of chips in words, with a sign before it if ``sign`` is "+"."""
        return self("chip" if abs(number) == 1 else "chips", number=f"{number:{sign}}")

    def seats(self, *seats: int) -> str:
        """Return one seat or several in words."""
        *others, last = map(str, seats) if seats else [""]
        listed = f"{', '.join(others)}{self('and')}{last}" if others else last
        return self("seats" if others else "seat", seats=listed)

    def option(self, option: Option) -> str:
        """Return a legal action in words, with its totals."""
        low, high = option.low, option.high
        if low == high and low is not None:
            return self(option.kind, to=low)
        return self(option.kind, to=self("or more" if high is None else "up to", low=low, high=high))

    def event(self, event: Event) -> str:
        """Return an event of a deal in words."""
        if isinstance(event, Started):
            sentence = "deals svara" if event.carried else "deals"
            dealer, players = self.seats(event.dealer), self.seats(*event.players)
            return self(sentence, dealer=dealer, players=players, ante=event.ante, pot=event.carried)
        if isinstance(event, Svara):
            join = {0: "", 1: ", one may join"}.get(len(event.may_join), ", some may join")
            tied, others = self.seats(*event.tied), self.seats(*event.may_join)
            return self(f"tie{join}", tied=tied, pot=event.pot, others=others, fee=event.fee)
        assert isinstance(event, (Action, Shown, Won)), event  # the others happen between two deals
        seat = self.seats(event.seat)  # type: ignore[arg-type]  # an event has the seat of its action
        if isinstance(event, Action):
            return self(f"{event.kind}s", seat=seat, to=event.to)
        if isinstance(event, Shown):
            return self("shows", seat=seat, hand=format_hand(event.hand), points=event.points)
        return self(f"wins by {event.by}", seat=seat, pot=event.pot)

    def table(self, view: View) -> str:
        """Return the pot, and the chips and the bet of each seat. Once the cards are shown, the bets are in the pot."""
        parts = [self("pot", pot=view.pot)]
        for seat, bet in enumerate(view.totals):
            who = self("you") if seat == view.seat else self.seats(seat)
            state = [f"{who}: {view.stacks[seat]}" if view.stacks else who]
            if bet and view.outcome is None:
                state.append(self("bet so far", bet=bet))
            if seat not in view.remaining:
                state.append(self("folded" if seat in view.start.players else "not in the deal"))
            parts.append(", ".join(state).replace(" ", "\xa0"))  # lines break between seats only
        return wrapped("\xa0| ".join(parts)).replace("\xa0", " ")

    def action(self, line: str, legal: Mapping[ActionKind, Option]) -> Action:
        """Return the action that was typed: the beginning of its name, and a total where there is a choice.

        Raises:
            SvaraError: The action is not legal.
        """
        words = line.split()
        for phrase, meaning in self.typed.items():
            pairs = zip(words, phrase.split(), strict=False)
            taken = len([*takewhile(lambda pair: pair[1].startswith(pair[0].lower()), pairs)])
            option = next((option for kind, option in legal.items() if kind == meaning), None)
            if taken and option is not None:
                return self._taken(option, words[taken:])
        raise SvaraError(self.not_legal(words[0] if words else ""))

    def _taken(self, option: Option, rest: list[str]) -> Action:
        """Return the action that takes an option with what was typed after its name: nothing, or a total."""
        name = next(phrase for phrase, meaning in self.typed.items() if meaning == option.kind)
        if rest and option.low is None:
            raise SvaraError(self.not_legal(" ".join([name, *rest])))
        try:
            to = Action.parse(" ".join([option.kind, *(self.typed.get(word.lower(), word) for word in rest)])).to
        except IllegalActionError:
            typed = shown(" ".join([name, *rest]))
            raise SvaraError(self("not an action", typed=typed, option=self.option(option))) from None
        try:
            return option.action(to)
        except IllegalActionError:
            sentence, action = "needs a total" if to is None else "wrong total", self(option.kind, to=to)
            raise SvaraError(self(sentence, name=name, action=action, option=self.option(option))) from None

    def not_legal(self, typed: str) -> str:
        """Return the answer to an illegal action."""
        return self("not legal", typed=shown(typed)) if typed else self("nothing typed")


def wrapped(text: str) -> str:
    """Break a text into lines as wide as the terminal, all but the first of them indented."""
    return fill(text, get_terminal_size().columns, subsequent_indent=" " * 6, break_on_hyphens=False)
