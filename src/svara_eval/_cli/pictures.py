"""Draw charts with matplotlib, each with a description for screen readers."""

from __future__ import annotations

import os
import warnings
from contextlib import contextmanager
from importlib.util import find_spec
from io import StringIO
from textwrap import fill
from typing import TYPE_CHECKING

from svara_eval import SvaraError
from svara_eval._cli.output import replacing
from svara_eval._cli.printing import visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Final

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_KINDS: Final = (".png", ".svg", ".pdf")
# A fold, what is paid least, and what is paid more.
_COLORS: Final = ("#c9ccd1", "#e0a458", "#d2691e", "#b3312c", "#7d1f1b", *(("#5a1512",) * 40))


def check_picture(path: str) -> str:
    """Return the kind of a picture, .png, .svg or .pdf, or raise an error if it cannot be drawn."""
    kind = os.path.splitext(path)[1].lower()
    if kind not in _KINDS:
        raise SvaraError(f"--plot {path!r}: the name of a picture must end in .png, .svg or .pdf")
    if not find_spec("matplotlib"):
        raise SvaraError("--plot needs matplotlib: pip install matplotlib")
    return kind


def plot_bars(path: str, title: str, x: str, y: str, heights: Mapping[str, float]) -> None:
    """Draw a bar chart and save it.

    Args:
        path: The picture; the end of its name gives its kind.
        title: The question that the picture answers, and the answer.
        x: The label of the horizontal axis.
        y: The label of the vertical axis.
        heights: The height of each bar, by its name.
    """
    labels = [*map(_short, heights.values())]
    described = "; ".join(f"{name}: {label}" for name, label in zip(heights, labels, strict=True))
    with _axes(path, title, x, y, f"{y} by {x}: {described}") as axes:
        bars = axes.bar([*heights], [*heights.values()])
        crowded = len(labels) * max(map(len, labels)) > 120
        axes.bar_label(bars, labels, padding=2, fontsize=8, rotation=90 if crowded else 0)
        axes.margins(x=0.01, y=0.15 if crowded else 0.08)
        axes.ticklabel_format(axis="y", style="plain")


def plot_lines(path: str, title: str, x: str, y: str, at: Sequence[int], lines: Mapping[str, Sequence[float]]) -> None:
    """Draw a line for each quantity and save the picture.

    Args:
        path: The picture; the end of its name gives its kind.
        title: The question that the picture answers.
        x: The label of the horizontal axis.
        y: The label of the vertical axis, which runs from 0 to 1.
        at: The positions of the points along the lines.
        lines: The heights of each line at those positions, by its name.
    """
    described = "; ".join(
        f"{name} {', '.join(f'{_short(height)} at {place}' for place, height in zip(at, heights, strict=True))}"
        for name, heights in lines.items()
    )
    with _axes(path, title, x, y, f"{y} by {x}: {described}") as axes:
        for (name, heights), marker in zip(lines.items(), "osD", strict=False):
            axes.plot(at, heights, marker=marker, label=name)
        axes.set_xticks(at)
        axes.set_ylim(-0.02, 1.02)
        axes.grid(axis="y", alpha=0.3)
        axes.legend()


def plot_shares(path: str, title: str, x: str, charts: Mapping[str, Mapping[str, Mapping[str, float]]]) -> None:
    """Draw stacked bars in charts below each other, and save the picture.

    Args:
        path: The picture; the end of its name gives its kind.
        title: The question that the picture answers, and the answer.
        x: The label of the horizontal axis.
        charts: By the name of a chart, by the name of a share, its size by the name of the bar.
    """
    described = "; ".join(
        f"{chart}, {share}: {', '.join(f'{100 * size:.0f}% at {name}' for name, size in sizes.items())}"
        for chart, shares in charts.items()
        for share, sizes in shares.items()
    )
    with _figure(path, title, described, 1 + 2.2 * len(charts)) as figure:
        for axes, (chart, shares) in zip(figure.subplots(len(charts), squeeze=False).flat, charts.items(), strict=True):
            bottom = [0.0] * len(next(iter(shares.values())))
            for color, (share, sizes) in zip(_COLORS, shares.items(), strict=False):
                axes.bar([*sizes], [*sizes.values()], bottom=bottom, label=share, color=color)
                bottom = [*map(float.__add__, bottom, sizes.values())]
            axes.set_title(chart, fontsize=10, loc="left")
            axes.set(xlabel=x, ylim=(0, 1), yticks=[])
            axes.margins(x=0.01)
            axes.legend(loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)


@contextmanager
def _axes(path: str, title: str, x: str, y: str, description: str) -> Iterator[Axes]:
    """Yield axes to draw on, then save the picture."""
    with _figure(path, title, description, 5) as figure:
        axes = figure.subplots()
        axes.set_xlabel(x)
        axes.set_ylabel(y)
        yield axes


@contextmanager
def _figure(path: str, title: str, description: str, height: float) -> Iterator[Figure]:
    """Yield a figure of a height in inches to draw on, then save the picture."""
    kind, title = check_picture(path), visible(title, "\n")
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    # A $ in the name of a file is not mathematics; a character that the font lacks is a box, not worth a warning.
    with rc_context({"svg.fonttype": "none", "text.parse_math": False}), warnings.catch_warnings(action="ignore"):
        figure = Figure(figsize=(10, height), layout="constrained")
        figure.suptitle(
            "\n".join(fill(line, 110, max_lines=3, placeholder=" …") for line in title.splitlines()), fontsize=10
        )
        yield figure
        with replacing(path) as file:
            if kind != ".svg":
                figure.savefig(file, format=kind[1:], metadata={"Title": title})
                return
            drawn = StringIO()
            figure.savefig(drawn, format="svg")
            file.write(_described(drawn.getvalue(), title, description).encode())


def _described(svg: str, title: str, description: str) -> str:
    """Return a picture with a title and a description, which a screen reader reads in its place."""
    from xml.sax.saxutils import escape  # takes milliseconds to import

    before, start, after = svg.partition("<svg ")
    attributes, end, content = after.partition(">")
    labels = 'role="img" aria-labelledby="title" aria-describedby="description"'
    words = f'\n <title id="title">{escape(title)}</title>\n <desc id="description">{escape(description)}</desc>'
    return f"{before}{start}{labels} {attributes}{end}{words}{content}"


def _short(height: float) -> str:
    return f"{height:.4g}" if isinstance(height, float) else str(height)
