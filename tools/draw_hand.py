"""Draw the picture of the front page and the README, a hand with its reading, and the icon of the site:

python tools/draw_hand.py

With Chromium installed it also makes hand.png of the hand, which links to the site show as a preview.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from svara_eval import explain
from svara_eval._drawing import FELT, draw_reading, drawing, suit

STATIC = Path(__file__).resolve().parent.parent / "docs" / "_static"
BEST = explain("7♣ K♥ K♦")
PICTURES = {
    "hand.svg": draw_reading(
        str(BEST), list(map(str, BEST.cards)), BEST.points, added=[card.points for card in BEST.cards], small=False
    ),
    "icon.svg": drawing(64, 64, "svara_eval", [suit("♣", 10, 9, 44, "#fff")]),
}


def preview(chromium: str) -> None:
    """Write hand.png: the hand in the middle of 1200 × 630 pixels, the size of previews."""
    style = f"background: {FELT}; display: grid; place-items: center; height: 100vh; margin: 0"
    page = f'<body style="{style}"><img src="{(STATIC / "hand.svg").as_uri()}" style="width: 1080px">'
    with TemporaryDirectory() as folder:
        file = Path(folder, "preview.html")
        file.write_text(page, encoding="utf-8")
        flags = ["--headless", "--no-sandbox", "--hide-scrollbars", "--window-size=1200,630"]
        subprocess.run([chromium, *flags, f"--screenshot={STATIC / 'hand.png'}", file.as_uri()], check=True)


if __name__ == "__main__":
    for name, picture in PICTURES.items():
        (STATIC / name).write_text(picture, encoding="utf-8")
    if chromium := shutil.which("chromium"):
        preview(chromium)
