"""Drawings of cards, readings and odds as SVG, for notebooks and for the pictures of the site."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

FELT, INK, RED, GOLD = "#0b6b4b", "#1d1f22", "#c2241d", "#f2c14e"
_STEM = "M50 45Q52 82 66 95H34Q48 82 50 45z"
#: The suits as drawings in a square of 100.
_SUITS = {
    "♣": f"M50 5a22 22 0 0 1 16 37 22 22 0 1 1-16 31 22 22 0 1 1-16-31A22 22 0 0 1 50 5z{_STEM}",
    "♦": "M50 4Q64 30 86 50 64 70 50 96 36 70 14 50 36 30 50 4z",
    "♥": "M50 94C42 76 8 60 8 33 8 4 42 4 50 28 58 4 92 4 92 33 92 60 58 76 50 94z",
    "♠": f"M50 4C58 24 90 40 90 62 90 84 58 84 52 66L48 66C42 84 10 84 10 62 10 40 42 24 50 4z{_STEM}",
}
_CARD = 112, 156
_GAP = 34
_EDGE = 28
_SHOWN = 0.5  # how large a notebook shows a drawing


def suit(symbol: str, x: float, y: float, size: float, color: str) -> str:
    return f'<path transform="translate({x} {y}) scale({size / 100})" fill="{color}" d="{_SUITS[symbol]}"/>'


def drawing(width: int, height: int, title: str, parts: Iterable[str], *, small: bool = False) -> str:
    """Return an SVG file: parts on a table of felt. A small drawing has a fixed size; others fill their container."""
    size = f' width="{width * _SHOWN:g}" height="{height * _SHOWN:g}"' if small else ""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"{size} font-family="sans-serif"'
    felt = f'<rect width="{width}" height="{height}" rx="{width // 40 + 4}" fill="{FELT}"/>'
    return "\n".join([f'{head} font-weight="bold">', f"<title>{title}</title>", felt, *parts, "</svg>\n"])


def draw_card(card: str) -> str:
    """Return the drawing of a card, given as text.

    >>> draw_card("7♣").startswith("<svg")
    True
    """
    wide, high = _CARD
    return drawing(wide + 16, high + 16, card, _face(card, 8, 8), small=True)


def draw_reading(title: str, cards: Sequence[str], points: int, *, added: Sequence[int], small: bool = True) -> str:
    """Return the drawing of cards and the points they score.

    Args:
        title: A description for screen readers.
        cards: The cards, as text.
        points: Their points.
        added: The points that each card adds, if the points are a sum.
        small: Whether the drawing has a fixed size.
    """
    lines = []
    below = _EDGE + _CARD[1] + 42
    for number, card in enumerate(cards):
        x = _EDGE + number * (_CARD[0] + _GAP)
        lines += _face(card, x, _EDGE)
        if added:
            lines.append(_words(x + _CARD[0] / 2, below, 32, added[number]))
            if number:
                lines.append(_words(x - _GAP / 2, below, 32, "+"))
    right = _EDGE + len(cards) * (_CARD[0] + _GAP)
    lines.append(_words(right + 76, _EDGE + 84, 92, points))
    lines.append(_words(right + 76, _EDGE + 128, 32, "points"))
    if added:
        lines.append(_words(right - _GAP / 2, below, 32, "="))
        lines.append(_words(right + 76, below, 32, points))
    return drawing(right + 160, below + 26 if added else _CARD[1] + 2 * _EDGE, title, lines, small=small)


def draw_shares(title: str, shares: Sequence[tuple[str, float, str]], below: Sequence[str]) -> str:
    """Return the drawing of a bar that is divided into shares.

    Args:
        title: A description for screen readers.
        shares: The name, the share (0 to 1) and the color of each part.
        below: Lines of text below the bar.
    """
    wide = 800
    x = float(_EDGE)
    parts = []
    for number, (name, share, color) in enumerate(shares):
        parts.append(f'<rect x="{x:.1f}" y="84" width="{wide * share:.1f}" height="40" fill="{color}"/>')
        x += wide * share
        anchor = ("start", "middle", "end")[number]
        parts.append(_words(_EDGE + wide * number / 2, 60, 32, f"{name} {share:.2%}", anchor=anchor))
    y = 166
    for line in below:
        parts.append(_words(_EDGE, y, 28, line, anchor="start"))
        y += 38
    return drawing(wide + 2 * _EDGE, y - 14, title, parts, small=True)


def _face(card: str, x: int, y: int) -> list[str]:
    """Draw a card with its rank and its suit."""
    rank, symbol = card[:-1], card[-1]
    color = RED if symbol in "♦♥" else INK
    wide, high = _CARD
    return [
        f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" rx="10" fill="#fff"/>',
        _words(x + 14, y + 40, 34, rank, color, "start"),
        suit(symbol, x + wide / 2 - 32, y + 68, 64, color),
    ]


def _words(x: float, y: float, size: int, said: object, color: str = "#fff", anchor: str = "middle") -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{color}" text-anchor="{anchor}">{said}</text>'
