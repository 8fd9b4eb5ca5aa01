"""The number of hands that score each total."""

from look import INK, RED, figure, plain

from svara_eval import distribution


def in_english() -> None:
    """Draw the chart in English."""
    draw("points")


def in_bulgarian() -> None:
    """Draw the chart in Bulgarian."""
    draw("точки")


def draw(label: str) -> None:
    """Draw a bar for each total."""
    hands = {points: number for points, number in distribution().items() if number}
    axes = figure(height=5.6)
    plain(axes)
    axes.grid(visible=False)
    bars = axes.barh(range(len(hands)), list(hands.values()), color=RED, height=0.78)
    axes.bar_label(bars, padding=3, fontsize=10, color=INK)
    axes.invert_yaxis()
    axes.set_xticks([])
    axes.set_yticks(range(len(hands)), [*map(str, hands)])
    axes.set_xlim(0, 1250)
    axes.set_ylabel(label)
    axes.margins(y=0.01)
