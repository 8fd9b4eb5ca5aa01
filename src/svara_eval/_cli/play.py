"""``svara-eval play``: a person at the terminal plays deal after deal at the table that the options ask for."""

from __future__ import annotations

import io
import sys
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING

from svara_eval import SvaraError
from svara_eval._arguments import whole
from svara_eval._cli.game_options import player_named, table_settings
from svara_eval._cli.person import Person
from svara_eval._cli.spoken import Spoken
from svara_eval.game import Svara, Table

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Mapping, Sequence
    from typing import Final

    from svara_eval.game import Action, Deal, Player, Settings, View
    from svara_eval.game.types import CardSource
    from svara_eval.solver import Solution

_PERSON: Final = 0  # the seat of the person


def run(options: Namespace) -> None:
    """Play at the terminal."""
    if sys.stdin is None:
        raise SvaraError("standard input is closed")
    if isinstance(sys.stdin, io.TextIOWrapper):
        # A pipe is UTF-8 in every locale, like the output. Bytes that are not text are not a legal action either.
        sys.stdin.reconfigure(encoding=None if sys.stdin.isatty() else "utf-8-sig", errors="replace")
    cards, choices = None, Random()
    if options.seed is not None:  # the cards must not depend on what anyone does
        cards, choices = Random(options.seed), Random(f"choices {options.seed}")
    settings, names, stack = table_settings(options), options.opponents, options.stack
    adviser = Adviser(settings, options.solution) if len(names) == 1 and settings.limit is not None else None
    if adviser is None and options.solution is not None:
        raise SvaraError("--solution is for one opponent and a --limit")
    if "perfect" in names:
        if adviser is None:
            raise SvaraError("a perfect player must be the only opponent, and needs a --limit")
        if stack is not None:
            raise SvaraError("a perfect player plays without stacks; leave out --stack")
        opponents = [adviser.solution.player(choices)]
    else:
        opponents = [player_named(name, choices) for name in names]
        stack = 500 if stack is None else stack
    play_deals(settings, opponents, stack, cards, Spoken(options.language), adviser)


def play_deals(
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
        cards: The source of the cards of each deal, as in ``Table.next_deal``.
        spoken: The language.
        adviser: A function that returns how often a perfect player would take each action in a view; None where nobody
            knows.

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
    print(spoken.table(deal.view(_PERSON)))


class Adviser:
    """A perfect player's advice, heads-up with a limit. The game is solved when the first advice is asked for.

    Args:
        settings: The settings of the table.
        path: A saved solution; None to solve the game.
    """

    def __init__(self, settings: Settings, path: str | None) -> None:
        self._settings, self._path = settings, path
        if path is not None and self.solution.settings != settings:
            raise SvaraError(f"--solution {path!r} is for {self.solution.settings}, not {settings}")

    @cached_property
    def solution(self) -> Solution:
        """Return the solution of the game."""
        from svara_eval._cli.solve import solved
        from svara_eval.solver import Solution  # it loads NumPy

        return (
            solved(self._settings, tolerance=0.01 * self._settings.ante)
            if self._path is None
            else Solution.load(self._path)
        )

    def __call__(self, view: View) -> Mapping[Action, float]:
        """Return how often a perfect player would take each action in a view."""
        return self.solution.strategy(view)
