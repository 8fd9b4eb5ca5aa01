"""Draw the picture of the front page and the README, a hand with its reading, and the icon of the site:

python tools/draw_hand.py
"""

from __future__ import annotations

from pathlib import Path

from svara_eval import explain
from svara_eval._drawing import draw_reading, drawing, suit

STATIC = Path(__file__).resolve().parent.parent / "docs" / "_static"
BEST = explain("7♣ K♥ K♦")
PICTURES = {
    "hand.svg": draw_reading(
        str(BEST), list(map(str, BEST.cards)), BEST.points, added=[card.points for card in BEST.cards], small=False
    ),
    "icon.svg": drawing(64, 64, "svara_eval", [suit("♣", 10, 9, 44, "#fff")]),
}

if __name__ == "__main__":
    for name, picture in PICTURES.items():
        (STATIC / name).write_text(picture, encoding="utf-8")
