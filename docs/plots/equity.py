"""The mean equity of the hands with each total, against 1 to 9 opponents."""

from math import nan

from look import INK, SHADES, figure, percent

from svara_eval import all_hands, odds, score

axes = figure(height=4.4)
for opponents, color in zip((1, 2, 3, 5, 9), SHADES, strict=True):
    equities: dict[int, list[float]] = {}
    for hand in all_hands():
        equities.setdefault(score(hand), []).append(odds(hand, opponents).equity)
    mean = {points: sum(some) / len(some) for points, some in equities.items()}
    mean[13] = nan  # no hand scores 12 to 14, so the line is broken there
    mean = dict(sorted(mean.items()))
    label = f"{opponents} opponent" + "s" * (opponents > 1)
    axes.plot(list(mean), list(mean.values()), "o-", color=color, markersize=3.5, linewidth=1.6, label=label)
axes.set_xticks(range(8, 35, 4))
axes.set_yticks([0, 0.25, 0.5, 0.75, 1])
axes.set_xlabel("points of the hand")
axes.set_ylabel("equity")
axes.margins(x=0.02)
percent(axes)
axes.legend(frameon=False, labelcolor=INK, loc="lower right", fontsize=9.5, handlelength=1.2)
