"""``svara-eval odds``: how a hand does against its opponents, exact or simulated."""

from __future__ import annotations

from contextlib import suppress
from math import sqrt
from typing import TYPE_CHECKING

from svara_eval import Odds, SvaraError, all_hands, format_hand, odds, range_points
from svara_eval._cli.command_values import hands_given
from svara_eval._cli.pictures import check_picture, plot_bars, plot_lines
from svara_eval._cli.printing import print_json, show
from svara_eval._cli.progress import progress_bar
from svara_eval._odds.opponents import points_named
from svara_eval._odds.question import estimates

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from svara_eval._cli.printing import Row
    from svara_eval.types import OpponentLike

_MANY = 50_000_000  # trials from which a simulation is worth a progress bar


def run(options: Namespace) -> None:
    """Show or draw the odds of one hand, or list those of all."""
    if options.plot is not None:
        check_picture(options.plot)  # before a long simulation
    opponents = _opponents(options.opponents)
    if options.all:
        others = options.hands, options.each, options.dead, options.simulate, options.plot
        if any(others) or not isinstance(opponents, int):
            raise SvaraError("--all takes a number of opponents and nothing else")
        _list_all(opponents, options)
        return
    hands = [hand for _, hand in hands_given(options.hands)]
    if len(hands) != 1:
        raise SvaraError(f"odds takes one hand, not {len(hands)}; put it in quotes, like '7c Kh Kd'")
    (hand,) = hands
    if options.each is not None:
        _show_each(hand, options)
        return
    found, complete = _found(hand, opponents, options)
    outcomes = ["win", *(f"tie with {others}" for others in range(1, len(found.counts) - 1)), "lose"]
    meanings = "".join(_meaning(entry) for entry in (hand, *options.opponents))
    title = f"{_question(hand, opponents, options)}{meanings}\n{found}"
    if options.plot is not None:
        heights = {name: count / found.deals for name, count in zip(outcomes, found.counts, strict=True)}
        plot_bars(options.plot, title, "outcome", "probability", heights)
    elif options.json:
        print_json([_asked(hand, opponents, options) | _answered(found)])
    else:
        columns = ("outcome", "probability", "deals", *([] if found.exact else ["± error"]))
        show(title, columns, _rows(outcomes, found), bars=[*found.counts, 0])
    if not complete:
        raise KeyboardInterrupt


def _show_each(hand: str, options: Namespace) -> None:
    """Show or draw the odds against each number of unknown opponents."""
    each: dict[int, Odds] = {}
    for number in options.each:
        each[number], complete = _found(hand, number, options)
        if not complete:
            raise KeyboardInterrupt
    exact = all(found.exact for found in each.values())
    method = "exact" if exact else f"after {options.trials} random deals each"
    title = f"{_question(hand, f'{options.each[0]} to {options.each[-1]}', options)}\n{method}"
    names = ("win", "tie", "equity")
    if options.plot is not None:
        lines = {name: [getattr(found, name) for found in each.values()] for name in names}
        plot_lines(options.plot, title, "opponents", "probability (equity: share of the pot)", [*each], lines)
    elif options.json:
        print_json(_asked(hand, number, options) | _answered(found) for number, found in each.items())
    else:
        rows: list[Row] = [
            (number, *(f"{part:.6f}" for part in (found.win, found.tie, found.lose, found.equity, found.std_error)))
            for number, found in each.items()
        ]
        columns = ("opponents", "win", "tie", "lose", "equity", "± error")
        show(title, columns[:-1] if exact else columns, [row[:-1] if exact else row for row in rows])


def _question(hand: str, opponents: object, options: Namespace) -> str:
    """The question in words."""
    if isinstance(opponents, list):
        who = f"{len(opponents)} opponent{'s' * (len(opponents) > 1)} ({', '.join(options.opponents)})"
    else:
        who = f"{opponents} unknown opponent{'s' * (opponents != 1)}"
    return f"{hand} against {who}" + (f"; dead cards {options.dead}" if options.dead else "")


def _asked(hand: str, opponents: object, options: Namespace) -> dict[str, object]:
    """The question, by the names of the arguments of :func:`~svara_eval.odds`."""
    return {"hand": hand, "opponents": opponents, "dead": options.dead}


def _answered(found: Odds) -> dict[str, object]:
    """The answer, by the names of the attributes of :class:`~svara_eval.Odds`."""
    names = ("win", "tie", "lose", "ties", "equity", "std_error", "counts", "deals", "exact")
    return {name: getattr(found, name) for name in names}


def _rows(outcomes: Sequence[str], found: Odds) -> list[Row]:
    """A row for each outcome and one for the equity, with a standard error in each unless the odds are exact."""
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
    """The opponents as :func:`odds` takes them: a number, or an entry for each.

    >>> _opponents(["3"]), _opponents(["any", "20+", "QcJc8d|QdJd8c"])
    (3, ['any', '20+', 'QcJc8d|QdJd8c'])
    """
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


def _meaning(entry: str) -> str:
    """The points of a share of the hands, like "top 20%", to follow the odds.

    >>> _meaning("top 20%"), _meaning("20+")
    ('; top 20% is 22 to 34 points', '')
    """
    return f"; {entry} is {points_named(range_points(entry))}" if "%" in entry else ""


def _found(hand: str, opponents: int | list[OpponentLike], options: Namespace) -> tuple[Odds, bool]:
    """The odds, and whether they are complete: Ctrl-C ends a simulation with the estimate so far."""
    exact = False if options.simulate else None
    arguments = {"trials": options.trials, "rng": options.seed, "threads": options.threads}
    found = None
    with suppress(KeyboardInterrupt), progress_bar(options.trials, _MANY) as show_progress:
        for found in estimates(hand, opponents, dead=options.dead, exact=exact, **arguments):
            show_progress(found.deals, f"equity {found.equity:.5f} ± {found.std_error:.5f}")
    if found is None:
        raise KeyboardInterrupt
    return found, found.exact or found.deals == options.trials
