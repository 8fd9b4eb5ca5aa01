"""The phases of a deal, drawn from ``PHASES``, with the actions that lead from one to the next in random deals."""

from random import Random
from typing import Any

from look import GREY, RED, figure
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch

from svara_eval.game import PHASES, RandomPlayer, Settings, Table

INK = "#333333"
WIDTH, HEIGHT = 2.0, 0.9
# The position of each phase, the side of its loop, and the text in its box.
PLACES: dict[str, tuple[float, float, int, str]] = {
    "blind": (0, 0, 1, "nobody has seen\ntheir cards"),
    "open": (3.2, 0, 1, "players see\ntheir own cards"),
    "join": (5, -1.75, -1, "players tied:\nwho joins the svara?"),
    "over": (6.8, 0, 1, "somebody has won,\nor a svara is pending"),
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
    axes.add_patch(FancyArrowPatch(start, end, connectionstyle=f"arc3,rad={bend}", color=GREY, linewidth=1.5, **style))


def text(x: float, y: float, words: str, **style: Any) -> None:
    usual: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": 9, "color": INK}
    axes.text(x, y, words, **usual | style)


axes = figure(height=3.7)
axes.set_axis_off()
axes.set_aspect("equal")
axes.set(xlim=(-2.0, 8.0), ylim=(-3.2, 1.65))

for phase in PHASES:
    (x, y), says = PLACES[phase][:2], PLACES[phase][3]
    colour = GREY if phase == "over" else RED
    corner = (x - WIDTH / 2, y - HEIGHT / 2)
    box = FancyBboxPatch(corner, WIDTH, HEIGHT, boxstyle="round,pad=0,rounding_size=0.12", linewidth=1.5)
    box.set(facecolor="white", edgecolor=colour)
    axes.add_patch(box)
    text(x, y + 0.24, f'"{phase}"', fontsize=11, fontweight="bold", color=colour)
    text(x, y - 0.13, says, fontsize=8)

arrow((-1.7, 0), (-WIDTH / 2, 0))
text(-1.72, 0.1, "start", va="bottom", ha="left", style="italic")
for (before, following), kinds in seen().items():
    x, y, side = PLACES[before][:3]
    if before == following:
        edge = y + side * HEIGHT / 2
        arrow((x - side * 0.42, edge), (x + side * 0.42, edge), bend=-1.1)
        text(x, edge + side * 0.58, ", ".join(kinds), va="bottom" if side > 0 else "top")
        continue
    to_x, to_y = PLACES[following][:2]
    if y == to_y:
        start, end = (x + WIDTH / 2, y), (to_x - WIDTH / 2, to_y)
        text((start[0] + end[0]) / 2, y + 0.1, ", ".join(kinds), va="bottom")
    else:  # between the rows: from the facing sides of the boxes
        down = 1 if to_y > y else -1
        start = (x + 0.55, y + down * HEIGHT / 2)
        end = (to_x - 0.55, to_y - down * HEIGHT / 2)
        right = down > 0
        middle = (start[0] + end[0]) / 2 + (0.14 if right else -0.14)
        text(middle, (start[1] + end[1]) / 2 - 0.04, ", ".join(kinds), ha="left" if right else "right")
    arrow(start, end)
