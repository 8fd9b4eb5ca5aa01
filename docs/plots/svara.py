"""How often a showdown ends in a svara, by the number of players."""

from look import RED, figure, percent

from svara_eval import svara_probability

players = range(2, 11)
chances = [svara_probability(number) for number in players]
axes = figure(height=3.4)
bars = axes.bar(players, chances, color=RED, width=0.7)
axes.bar_label(bars, [f"{chance:.1%}".replace("%", " %") for chance in chances], padding=2, fontsize=9, color="#333333")
axes.set_xticks(players)
axes.set_ylim(0, 0.15)
axes.set_yticks([0, 0.05, 0.1, 0.15])
axes.set_xlabel("players at the showdown")
axes.set_ylabel("chance of a svara")
percent(axes)
