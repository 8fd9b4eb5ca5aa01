"""The phases of a deal, drawn from ``PHASES``, with the actions that lead from one to the next in random deals."""

from random import Random
from typing import Any

from look import GRAY, INK, RED, figure
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch

from svara_eval.game import PHASES, RandomPlayer, Settings, Table

SIZE = 2.1, 0.8
# The center of each phase, and the text in its box. A phase that continues has its loop on the left.
PLACES: dict[str, tuple[float, float, str]] = {
    "blind": (3.5, 0, "nobody has seen\ntheir cards"),
    "open": (3.5, -1.7, "players see\ntheir own cards"),
    "join": (1.9, -3.4, "players tied: who\njoins the svara?"),
    "over": (3.5, -5.1, "somebody has won,\nor a svara is pending"),
}


def seen() -> dict[tuple[str, str], list[str]]:
    """The kinds of action that lead from one phase to another when random players play."""
    kinds: dict[tuple[str, str], list[str]] = {
        (phase, following): [] for phase in PHASES for following in PHASES[phase]
    }
    rng = Random(1)
    player = RandomPlayer(rng)
    for _ in range(1000):
        table = Table(Settings(ante=10, limit=80), seats=4)
        while table.deal is None or table.deal.pot:  # svara after svara, until somebody wins
            deal = table.next_deal(rng)
            while deal.turn is not None:
                before = deal.phase
                deal.push(player.act(deal.view(deal.turn)))
                kind = deal.actions[-1].kind
                if kind not in kinds[before, deal.phase]:
                    kinds[before, deal.phase].append(kind)
    assert all(kinds.values()), kinds
    order = ["look", "blind", "bet", "call", "raise", "fold", "join", "decline"]
    return {step: sorted(some, key=order.index) for step, some in kinds.items()}


def arrow(start: tuple[float, float], end: tuple[float, float], bend: float = 0.0) -> None:
    style: dict[str, Any] = {"arrowstyle": "-|>", "mutation_scale": 13, "shrinkA": 0, "shrinkB": 1}
    axes.add_patch(FancyArrowPatch(start, end, connectionstyle=f"arc3,rad={bend}", color=GRAY, linewidth=1.5, **style))


def text(x: float, y: float, words: str, **style: Any) -> None:
    usual: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": 9.5, "color": INK}
    axes.text(x, y, words, **usual | style)


axes = figure(height=5.3)
axes.set_axis_off()
axes.set_aspect("equal")
axes.set(xlim=(-0.35, 5.55), ylim=(-5.6, 1.1))

width, height = SIZE
for phase, (x, y, says) in PLACES.items():
    color = GRAY if phase == "over" else RED
    corner = (x - width / 2, y - height / 2)
    box = FancyBboxPatch(corner, width, height, boxstyle="round,pad=0,rounding_size=0.12", linewidth=1.5)
    box.set(facecolor="none", edgecolor=color)
    axes.add_patch(box)
    text(x, y + 0.2, f'"{phase}"', fontsize=11, fontweight="bold")
    text(x, y - 0.14, says)

x, y, _ = PLACES["blind"]
arrow((x, y + 1), (x, y + height / 2))
text(x + 0.12, y + 0.75, "start", ha="left", style="italic")
for (before, following), kinds in seen().items():
    x, y, _ = PLACES[before]
    to_x, to_y, _ = PLACES[following]
    actions = ", ".join(kinds)
    if before == following:
        edge = x - width / 2
        arrow((edge, y + 0.2), (edge, y - 0.2), bend=1.2)
        text(edge - 0.42, y, actions.replace(", ", "\n"), ha="right")
    else:  # straight down, beside the middle where an arrow passes a phase or leads to one at the side
        x += {("open", "join"): -0.7, ("open", "over"): 0.7, ("join", "over"): 0.7}.get((before, following), 0)
        arrow((x, y - height / 2), (x, to_y + height / 2))
        left = "join" in (before, following)
        text(x - 0.12 if left else x + 0.12, y - 0.85, actions, ha="right" if left else "left")
