"""The look that all plots share: size, colours, and an unobtrusive frame."""

from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

RED = "#b3312c"
GREY = "#7a7f87"
SHADES = ["#b3312c", "#d9822b", "#8f9a3a", "#3a8a8c", "#34508b"]


def figure(height: float = 3.8) -> Axes:
    """A figure with one pair of axes and horizontal grid lines."""
    picture, axes = plt.subplots(figsize=(7.5, height), layout="constrained")
    picture.patch.set_facecolor("white")
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.spines["bottom"].set_color(GREY)
    axes.tick_params(color=GREY, labelcolor="#333333", length=3)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="y", color="#e4e6e9", linewidth=0.8)
    axes.set_axisbelow(True)
    return axes


def percent(axes: Axes, decimals: int = 0) -> None:
    """Label the vertical axis in percent."""
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals, symbol=" %"))
