"""The play of a perfect player heads-up at a limit of 10, by points, in three situations."""

from collections.abc import Callable

from look import CALL, FOLD, INK, LINES, RAISES, WIDTH, plain
from matplotlib import pyplot as plt
from matplotlib.ticker import PercentFormatter

from svara_eval.game import Settings
from svara_eval.solver import solve

SITUATIONS = {
    "looking first": "Ако погледнете първи",
    "facing a blind": "Срещу залог на тъмно",
    "facing a raise": "Срещу вдигане",
}
ACTIONS = {"fold": "отказвате се", "call": "плащате", "bet": "залагате", "raise": "вдигате на"}


def in_english() -> None:
    """Draw the chart in English."""
    draw("{}, by points", lambda situation: situation.capitalize(), lambda action: action)


def in_bulgarian() -> None:
    """Draw the chart in Bulgarian."""

    def translated(action: str) -> str:
        kind, _, amount = action.partition(" ")
        return f"{ACTIONS[kind]}{', общо' if kind == 'call' else ''} {amount.removeprefix('to ')}".rstrip()

    draw("{}, по точки", SITUATIONS.__getitem__, translated)


def draw(title: str, situation_of: Callable[[str], str], action_of: Callable[[str], str]) -> None:
    """Draw a chart of bars for each situation."""
    rows = solve(Settings(ante=1, limit=10), svara="split", tolerance=0.002).table()
    situations = [*dict.fromkeys(row.situation for row in rows)]
    _, charts = plt.subplots(len(situations), figsize=(WIDTH, 7.2), layout="constrained", facecolor="none")
    for axes, situation in zip(charts, situations, strict=True):
        some = [row for row in rows if row.situation == situation]
        totals = [*dict.fromkeys(row.points for row in some)]
        bottom = [0.0] * len(totals)
        raises = iter(RAISES)
        for action in dict.fromkeys(row.action for row in some):
            color = {"fold": FOLD, "call": CALL}.get(action.partition(" ")[0]) or next(raises)
            shares = [row.probability for row in some if row.action == action]
            axes.bar(range(len(totals)), shares, bottom=bottom, color=color, label=action_of(action), width=0.85)
            bottom = [below + share for below, share in zip(bottom, shares, strict=True)]
        plain(axes)
        axes.set_title(title.format(situation_of(situation)), fontsize=11, loc="left", color=INK)
        axes.set(ylim=(0, 1), yticks=[0, 0.25, 0.5, 0.75, 1], xticks=range(len(totals)))
        axes.set_xticklabels(totals, fontsize=9.5)
        axes.yaxis.set_major_formatter(PercentFormatter(1, 0))
        axes.grid(axis="y", color=LINES, linewidth=0.8)
        axes.set_axisbelow(True)
        axes.margins(x=0.005)
        axes.legend(
            loc="upper center",
            bbox_to_anchor=(0.45, -0.12),
            ncols=3,
            frameon=False,
            labelcolor=INK,
            fontsize=9.5,
            handlelength=1,
            columnspacing=1.2,
        )
