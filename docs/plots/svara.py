"""The probability that a showdown ends in a svara, for 2 to 10 players."""

from look import INK, RED, figure

from svara_eval import svara_probability

players = range(2, 11)
probabilities = [svara_probability(number) for number in players]
axes = figure(height=3.4)
bars = axes.bar(players, probabilities, color=RED, width=0.7)
labels = [f"{probability:.1%}".removesuffix("%") for probability in probabilities]
axes.bar_label(bars, labels, padding=2, fontsize=9.5, color=INK)
axes.set_xticks(players)
axes.set_ylim(0, 0.15)
axes.set_yticks([0, 0.05, 0.1, 0.15])
axes.set_xlabel("players at the showdown")
axes.set_ylabel("probability of a svara, in percent")
axes.set_yticklabels(["0", "5", "10", "15"])
