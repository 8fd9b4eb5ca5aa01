"""What a perfect player does heads-up at a limit of 10, by points, in three situations."""

from look import INK, RED, WIDTH, plain
from matplotlib import pyplot as plt

from svara_eval.game import Settings
from svara_eval.solver import solve

COLORS = ["#c3c8cf", "#e3b76a", "#d9822b", RED, "#8a2620"]

rows = solve(Settings(ante=1, limit=10), svara="half", tolerance=0.002).table()
situations = [*dict.fromkeys(row.situation for row in rows)]
figure, charts = plt.subplots(len(situations), figsize=(WIDTH, 6.6), layout="constrained", facecolor="none")
for axes, situation in zip(charts, situations, strict=True):
    some = [row for row in rows if row.situation == situation]
    totals = [*dict.fromkeys(row.points for row in some)]
    bottom = [0.0] * len(totals)
    for action, color in zip(dict.fromkeys(row.action for row in some), COLORS, strict=False):
        shares = [row.probability for row in some if row.action == action]
        axes.bar(range(len(totals)), shares, bottom=bottom, color=color, label=action, width=0.85)
        bottom = [below + share for below, share in zip(bottom, shares, strict=True)]
    plain(axes)
    axes.set_title(f"{situation.capitalize()}, by points", fontsize=11, loc="left", color=INK)
    axes.set(ylim=(0, 1), yticks=[], xticks=range(0, len(totals), 2), xticklabels=totals[::2])
    axes.margins(x=0.005)
    axes.legend(
        loc="upper center",
        bbox_to_anchor=(0.5, -0.12),
        ncols=3,
        frameon=False,
        labelcolor=INK,
        fontsize=9.5,
        handlelength=1,
        columnspacing=1.2,
    )
