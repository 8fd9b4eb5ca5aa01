"""``svara-eval odds``: how a hand does against its opponents, exact or simulated."""

from __future__ import annotations

import re
import sys
from contextlib import suppress
from math import sqrt
from typing import TYPE_CHECKING

from svara_eval import Odds, SvaraError, all_hands, format_hand, odds, range_points, score
from svara_eval._cli.command_values import hands_given
from svara_eval._cli.output import say
from svara_eval._cli.pictures import check_picture, plot_bars, plot_lines
from svara_eval._cli.printing import print_json, show
from svara_eval._cli.progress import progress_bar
from svara_eval.cards import cards_of

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable, Mapping, Sequence

    from svara_eval._cli.printing import Row
    from svara_eval.types import OpponentLike

_MANY = 50_000_000  # trials from which a simulation is worth a progress bar


def run(options: Namespace) -> None:
    """Show or draw the odds of one hand, or list the odds of all hands."""
    if options.plot is not None:
        check_picture(options.plot)  # before a long simulation
    entries: list[str] = options.opponents or ["1"]
    opponents = _opponents(entries)
    if options.all:
        others = options.hands, options.each, options.dead, options.simulate, options.plot
        if any(others) or not isinstance(opponents, int):
            raise SvaraError("--all takes a number of opponents and nothing else")
        _list_all(opponents, options)
        return
    hands = [hand for _, hand in hands_given(options.hands)]
    if options.each == "points":
        if hands:
            raise SvaraError("--each points takes no hand; it shows the odds of every number of points")
        _show_each(
            {points: (str(points), opponents) for points in _points_left(options)},
            "points",
            _question("each number of points", opponents, options),
            options,
        )
        return
    if len(hands) != 1:
        raise SvaraError(f"odds takes one hand, not {len(hands)}; put it in quotes, like '7c Kh Kd'")
    (hand,) = hands
    if options.each is not None:
        if options.opponents is not None:
            raise SvaraError("--each gives the numbers of opponents; leave out --opponents")
        asked = _question(hand, f"{options.each[0]} to {options.each[-1]}", options)
        _show_each({number: (hand, number) for number in options.each}, "opponents", asked, options)
        return
    found, complete = _found(hand, opponents, options)
    outcomes = ["win", *(f"tie with {others}" for others in range(1, len(found.counts) - 1)), "lose"]
    meanings = _meanings([hand, *entries])
    title = f"{_question(hand, opponents, options)}\n{found}"
    if options.plot is not None:
        heights = {name: count / found.deals for name, count in zip(outcomes, found.counts, strict=True)}
        plot_bars(options.plot, title, "outcome", "probability", heights)
    elif options.json:
        print_json([_asked(hand, opponents, options) | ({"points": meanings} if meanings else {}) | _answered(found)])
    else:
        if not sys.stdout.isatty():
            for each in found.ranges:
                say(each)
        columns = ("outcome", "probability", "deals", *([] if found.exact else ["± error"]))
        show(title, columns, _rows(outcomes, found), bars=[*found.counts, 0])
    if not complete:
        raise KeyboardInterrupt


def _show_each(
    questions: Mapping[int, tuple[str, int | list[OpponentLike]]], x: str, asked: str, options: Namespace
) -> None:
    """Show or draw the answers to several questions.

    Args:
        questions: The hand and the opponents of each, by a number of opponents or of points.
        x: The meaning of these numbers, as a label.
        asked: All of the questions in words.
        options: The options of the command.
    """
    each: dict[int, Odds] = {}
    for number, (hand, opponents) in questions.items():
        each[number], complete = _found(hand, opponents, options)
        if not complete:
            raise KeyboardInterrupt
    exact = all(found.exact for found in each.values())
    title = f"{asked}\n{'exact' if exact else f'after {options.trials:,} random deals each'}"
    names = ("win", "tie", "equity")
    if options.plot is not None:
        lines = {name: [getattr(found, name) for found in each.values()] for name in names}
        plot_lines(options.plot, title, x, "probability (equity: share of the pot)", [*each], lines)
    elif options.json:
        print_json(_asked(*questions[number], options) | _answered(found) for number, found in each.items())
    else:
        rows: list[Row] = [
            (number, *(f"{part:.6f}" for part in (found.win, found.tie, found.lose, found.equity, found.std_error)))
            for number, found in each.items()
        ]
        columns = (x, "win", "tie", "lose", "equity", "± error")
        show(title, columns[:-1] if exact else columns, [row[:-1] if exact else row for row in rows])


def _question(hand: str, opponents: object, options: Namespace) -> str:
    """Return the question in words."""
    if isinstance(opponents, list):
        who = f"{len(opponents)} opponent{'s' * (len(opponents) > 1)} ({', '.join(options.opponents)})"
    else:
        who = f"{opponents} unknown opponent{'s' * (opponents != 1)}"
    return f"{hand} against {who}" + (f"; dead cards {_dead(options)}" if options.dead else "")


def _dead(options: Namespace) -> str:
    """Return the dead cards as one string."""
    return " ".join(options.dead)


def _points_left(options: Namespace) -> list[int]:
    """Return the totals that hands without a dead card score."""
    dead = {*cards_of(_dead(options), "dead cards")}
    return sorted({score(hand) for hand in all_hands() if dead.isdisjoint(hand)})


def _asked(hand: str, opponents: object, options: Namespace) -> dict[str, object]:
    """Return the question, by the names of the arguments of :func:`~svara_eval.odds`."""
    return {"hand": hand, "opponents": opponents, "dead": _dead(options)}


def _answered(found: Odds) -> dict[str, object]:
    """Return the answer, by the names of the attributes of :class:`~svara_eval.Odds`."""
    names = ("win", "tie", "lose", "ties", "equity", "std_error", "counts", "deals", "exact")
    return {name: getattr(found, name) for name in names}


def _rows(outcomes: Sequence[str], found: Odds) -> list[Row]:
    """Return a row for each outcome and one for the equity; simulated odds have a standard error in each."""
    chances = [count / found.deals for count in found.counts]
    errors = [sqrt(chance * (1 - chance) / found.deals) for chance in chances]
    return [
        (outcome, f"{chance:.6f}", deals, *([] if found.exact else [f"{error:.6f}"]))
        for outcome, chance, deals, error in zip(
            [*outcomes, "equity"],
            [*chances, found.equity],
            [*found.counts, found.deals],
            [*errors, found.std_error],
            strict=True,
        )
    ]


def _list_all(opponents: int, options: Namespace) -> None:
    """Print the exact odds of all 4960 hands against unknown opponents."""
    for hand in map(format_hand, all_hands()):
        found = odds(hand, opponents)
        if options.json:
            print_json([_asked(hand, opponents, options) | _answered(found)])
        else:
            parts = found.win, found.tie, found.lose, found.equity
            print(hand, *(f"{part:.6f}" for part in parts), sep="\t")


def _opponents(entries: Sequence[str]) -> int | list[OpponentLike]:
    """Return the opponents as :func:`odds` accepts them: a number, or an entry for each.

    >>> _opponents(["3"]), _opponents(["any", "20+", "QcJc8d|QdJd8c"])
    (3, ['any', '20+', 'QcJc8d|QdJd8c'])
    """
    if len(entries) == 1 and entries[0] == "11":
        raise SvaraError("--opponents: must be 1 to 9, not 11; for one opponent with 11 points write 11-11")
    if len(entries) == 1 and entries[0] in map(str, range(11)):  # 0 and 10 are errors
        return int(entries[0])
    counts = [entry for entry in entries if entry in tuple("1234567")]  # 8 and 9 are points too
    if counts:
        import shlex

        each = [word for entry in entries for word in (["any"] * int(entry) if entry in counts else [entry])]
        raise SvaraError(
            f"--opponents: {counts[0]} can be a number of opponents only if nothing else is given; "
            f"write {shlex.join(each)}"
        )
    return [*entries]


def _meanings(entries: Iterable[str]) -> dict[str, tuple[int, ...]]:
    """Return the points of each share of the hands in some entries, such as "top 20%".

    >>> _meanings(["top 1%", "34, top 0.3%: 2", "20+"])
    {'top 1%': (32, 33, 34), 'top 0.3%': (33, 34)}
    """
    parts = [part.partition(":")[0].strip() for entry in entries for part in re.split("[,|]", entry)]
    return {part: range_points(part) for part in parts if "%" in part}


def _found(hand: str, opponents: int | list[OpponentLike], options: Namespace) -> tuple[Odds, bool]:
    """Return the odds, and whether they are complete: Ctrl-C ends a simulation with the estimate so far."""
    exact = False if options.simulate else None
    arguments = {"trials": options.trials, "rng": options.seed, "threads": options.threads}
    found: Odds | None = None

    def keep(so_far: Odds) -> None:
        nonlocal found
        found = so_far
        show_progress(so_far.deals, f"equity {so_far.equity:.5f} ± {so_far.std_error:.5f}")

    with suppress(KeyboardInterrupt), progress_bar(options.trials, _MANY) as show_progress:
        found = odds(hand, opponents, dead=_dead(options), exact=exact, progress=keep, **arguments)
    if found is None:
        raise KeyboardInterrupt
    return found, found.exact or found.deals == options.trials
