"""What a perfect player does heads-up at a limit of 10, by points, in three situations."""

from look import GREY, RED
from matplotlib import pyplot as plt

from svara_eval.game import Settings
from svara_eval.solver import solve

COLOURS = ["#d4d7db", "#e3b76a", "#d9822b", RED, "#7a1f1b"]

rows = solve(Settings(ante=1, limit=10), svara="half", tolerance=0.002).table()
situations = [*dict.fromkeys(row.situation for row in rows)]
figure, charts = plt.subplots(len(situations), figsize=(7.5, 7.2), layout="constrained")
figure.patch.set_facecolor("white")
for axes, situation in zip(charts, situations, strict=True):
    some = [row for row in rows if row.situation == situation]
    totals = [*dict.fromkeys(row.points for row in some)]
    bottom = [0.0] * len(totals)
    for action, colour in zip(dict.fromkeys(row.action for row in some), COLOURS, strict=False):
        shares = [row.probability for row in some if row.action == action]
        axes.bar(range(len(totals)), shares, bottom=bottom, color=colour, label=action, width=0.85)
        bottom = [below + share for below, share in zip(bottom, shares, strict=True)]
    axes.set_title(situation.capitalize(), fontsize=10, loc="left")
    axes.spines[:].set_visible(False)
    axes.tick_params(color=GREY, labelcolor="#333333", length=0)
    axes.set(ylim=(0, 1), yticks=[], xticks=range(len(totals)), xticklabels=totals)
    axes.margins(x=0.005)
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5), frameon=False, fontsize=8)
charts[-1].set_xlabel("points")
