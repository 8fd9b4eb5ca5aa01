"""The look that all plots share: size, colors, and an unobtrusive frame.

A plot is as wide as the text on a phone, so that its letters are not scaled down. It has no background, and the site
draws all colors but RED and SHADES in those of the page's theme.
"""

from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

WIDTH = 4.7
INK = "#333333"
GRAY = "#7a7f87"
LINES = "#e4e6e9"
RED = "#cf4a43"
FOLD = "#a9aeb6"
CALL = "#4a86c5"
RAISES = ["#edbd55", "#c9571b", "#75191a"]
SHADES = [RED, "#d9822b", "#8f9a3a", "#3a9a98", "#5b7fd6"]


def figure(height: float = 3.3) -> Axes:
    """A figure with one pair of axes and horizontal grid lines."""
    _, axes = plt.subplots(figsize=(WIDTH, height), layout="constrained", facecolor="none")
    plain(axes)
    axes.spines["bottom"].set(visible=True, color=GRAY)
    axes.tick_params(axis="x", length=3)
    axes.grid(axis="y", color=LINES, linewidth=0.8)
    axes.set_axisbelow(True)
    return axes


def plain(axes: Axes) -> None:
    """Take the frame and the marks of the axes away."""
    axes.set_facecolor("none")
    axes.spines[:].set_visible(False)
    axes.tick_params(color=GRAY, labelcolor=INK, length=0)
    axes.xaxis.label.set_color(INK)
    axes.yaxis.label.set_color(INK)


def percent(axes: Axes, decimals: int = 0) -> None:
    """Label the vertical axis in percent."""
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals))
