"""The mean equity of the hands with each total, against 1 to 9 opponents."""

from math import nan

from look import INK, SHADES, figure, percent

from svara_eval import all_hands, odds, score


def in_english() -> None:
    """Draw the chart in English."""
    draw("points of the hand", "equity", "opponent", "opponents")


def in_bulgarian() -> None:
    """Draw the chart in Bulgarian."""
    draw("точки на ръката", "дял от пота", "противник", "противници")


def draw(across: str, up: str, one: str, many: str) -> None:
    """Draw a line for each number of opponents."""
    axes = figure(height=4.4)
    for opponents, color in zip((1, 2, 3, 5, 9), SHADES, strict=True):
        equities: dict[int, list[float]] = {}
        for hand in all_hands():
            equities.setdefault(score(hand), []).append(odds(hand, opponents).equity)
        mean = {points: sum(some) / len(some) for points, some in equities.items()}
        mean[13] = nan  # hands never score 12 to 14, so the line is broken there
        mean = dict(sorted(mean.items()))
        label = f"{opponents} {one if opponents == 1 else many}"
        axes.plot(list(mean), list(mean.values()), "o-", color=color, markersize=3.5, linewidth=1.6, label=label)
    axes.set_xticks(range(8, 35, 4))
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1])
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    axes.margins(x=0.02)
    percent(axes)
    axes.legend(frameon=False, labelcolor=INK, loc="lower right", fontsize=9.5, handlelength=1.2)
