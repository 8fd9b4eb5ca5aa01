"""The number of hands that score each total."""

from look import RED, figure

from svara_eval import distribution

hands = distribution()
axes = figure()
bars = axes.bar(list(hands), list(hands.values()), color=RED, width=0.8)
axes.bar_label(bars, padding=2, fontsize=8, color="#333333")
axes.set_xticks(range(8, 35, 2))
axes.set_xlabel("points")
axes.set_ylabel("hands")
axes.set_ylim(0, 1200)
axes.margins(x=0.02)
