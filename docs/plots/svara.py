"""The probability that a showdown ends in a svara, for 2 to 10 players."""

from look import INK, RED, figure

from svara_eval import svara_probability


def in_english() -> None:
    """Draw the chart in English."""
    draw("players at the showdown", "probability of a svara, in percent", ".")


def in_bulgarian() -> None:
    """Draw the chart in Bulgarian."""
    draw("играчи при показването", "вероятност за свара, в проценти", ",")


def draw(across: str, up: str, point: str) -> None:
    """Draw a bar for each number of players."""
    players = range(2, 11)
    probabilities = [svara_probability(number) for number in players]
    axes = figure(height=3.4)
    bars = axes.bar(players, probabilities, color=RED, width=0.7)
    labels = [f"{100 * probability:.1f}".replace(".", point) for probability in probabilities]
    axes.bar_label(bars, labels, padding=2, fontsize=9.5, color=INK)
    axes.set_xticks(players)
    axes.set_ylim(0, 0.15)
    axes.set_yticks([0, 0.05, 0.1, 0.15])
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    axes.set_yticklabels(["0", "5", "10", "15"])
