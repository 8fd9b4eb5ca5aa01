"""Draw the picture of the front page and the README, a hand with its reading, and the icon of the site:

python tools/draw_hand.py

With Chromium installed it also makes hand.png of the hand, which links to the site show as a preview.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from svara_eval import Card, explain

STATIC = Path(__file__).resolve().parent.parent / "docs" / "_static"
FELT, INK, RED = "#0b6b4b", "#1d1f22", "#c2241d"
STEM = "M50 45Q52 82 66 95H34Q48 82 50 45z"
#: The suits as drawings in a square of 100.
SUITS = {
    "♣": f"M50 5a22 22 0 0 1 16 37 22 22 0 1 1-16 31 22 22 0 1 1-16-31A22 22 0 0 1 50 5z{STEM}",
    "♦": "M50 4Q64 30 86 50 64 70 50 96 36 70 14 50 36 30 50 4z",
    "♥": "M50 94C42 76 8 60 8 33 8 4 42 4 50 28 58 4 92 4 92 33 92 60 58 76 50 94z",
    "♠": f"M50 4C58 24 90 40 90 62 90 84 58 84 52 66L48 66C42 84 10 84 10 62 10 40 42 24 50 4z{STEM}",
}
CARD = 112, 156
GAP = 34
EDGE = 28


def suit(symbol: str, x: float, y: float, size: float, color: str) -> str:
    return f'<path transform="translate({x} {y}) scale({size / 100})" fill="{color}" d="{SUITS[symbol]}"/>'


def words(x: float, y: float, size: int, said: str, color: str = "#fff", anchor: str = "middle") -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{color}" text-anchor="{anchor}">{said}</text>'


def drawing(width: int, height: int, title: str, parts: list[str]) -> str:
    """An SVG file: parts on a table of felt."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif"'
    felt = f'<rect width="{width}" height="{height}" rx="{width // 40 + 4}" fill="{FELT}"/>'
    return "\n".join([f'{head} font-weight="bold">', f"<title>{title}</title>", felt, *parts, "</svg>\n"])


def face(card: Card, x: int, y: int) -> list[str]:
    """A card with its rank and its suit."""
    rank, symbol = str(card)[:-1], str(card)[-1]
    color = RED if symbol in "♦♥" else INK
    wide, high = CARD
    return [
        f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" rx="10" fill="#fff"/>',
        words(x + 14, y + 40, 34, rank, color, "start"),
        suit(symbol, x + wide / 2 - 32, y + 68, 64, color),
    ]


def hand(text: str) -> str:
    """A hand whose three cards all count: what each adds, and what they make."""
    best = explain(text)
    values = re.findall(r"\d+", str(best).rpartition("(")[2])
    lines = []
    for number, (card, value) in enumerate(zip(best.cards, values, strict=True)):
        x = EDGE + number * (CARD[0] + GAP)
        lines += face(card, x, EDGE)
        below = EDGE + CARD[1] + 42
        lines.append(words(x + CARD[0] / 2, below, 32, value))
        if number:
            lines.append(words(x - GAP / 2, below, 32, "+"))
    right = EDGE + 3 * (CARD[0] + GAP)
    lines.append(words(right + 76, EDGE + 84, 92, str(best.points)))
    lines.append(words(right + 76, EDGE + 128, 32, "points"))
    lines.append(words(right - GAP / 2, below, 32, "="))
    lines.append(words(right + 76, below, 32, str(best.points)))
    return drawing(right + 160, below + 26, str(best), lines)


PICTURES = {
    "hand.svg": hand("7♣ K♥ K♦"),
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
