"""Exports what the calculator of the site knows, while the site is built.

The ``calculator`` directive puts the calculator on a page, in the language of its argument. The script
``_static/calculator.js`` scores nothing itself. It looks every hand up in ``_static/calculator_data.js``, which this
extension writes, and takes its words from ``calculator_en.json`` or ``calculator_bg.json``.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from svara_eval import Explanation, all_hands, cards, explain, hand_at, odds
from svara_eval._language import words_in
from svara_eval.game import Deal, Settings
from svara_eval.hands import classes
from svara_eval.solver import solve

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from svara_eval import Card
    from svara_eval.game import Action
    from svara_eval.types import Language

    Hand = tuple[Card, Card, Card]

SETTINGS = Settings(ante=1, limit=10)
TOLERANCE = 0.002  # a fifth of a percent of the ante, which no figure of the page shows
SCRIPTS = ("calculator_data.js", "calculator.js")


@cache
def representatives() -> tuple[Hand, ...]:
    """The first hand of each of the 337 classes: the hands of a class differ only in their cards."""
    return tuple(map(hand_at, np.unique(classes(), return_index=True)[1]))


@cache
def readings() -> tuple[Explanation, ...]:
    """For each class, the explanation of its first hand."""
    return tuple(map(explain, representatives()))


def sentence(found: Explanation, language: Language) -> str:
    """What the library says about a hand, with ``{cards}`` for the cards that count.

    >>> sentence(explain("7♣ K♥ K♦"), "en")
    '31 points: the joker with a pair, {cards} (11 + 10 + 10)'
    """
    said = found.text(language)
    cards = " ".join(map(str, found.cards))
    if said.count(cards) != 1:
        raise ValueError(f"the sentence {said!r} must give the cards {cards} once")
    return said.replace(cards, "{cards}")


def encoded(values: Any, dtype: str) -> str:
    """Numbers as the text of their bytes, the lowest first."""
    return b64encode(np.asarray(values, dtype).tobytes()).decode()


def figures(hand: Hand, opponents: int) -> list[int]:
    """Win, tie, lose and equity in hundredths of a percent.

    >>> figures(representatives()[0], 3)
    [10000, 0, 0, 10000]
    """
    found = odds(hand, opponents)
    return [round(10_000 * share) for share in (found.win, found.tie, found.lose, found.equity)]


def advice() -> list[dict[str, object]]:
    """What a perfect player does with each class: looking first, facing a blind, and facing the raise made most often.

    The situations are those of the chart, :meth:`svara_eval.solver.Solution.table`.
    """
    solution = solve(SETTINGS, svara="split", tolerance=TOLERANCE)
    sizes = np.bincount(classes())

    def asked(*line: Action | str) -> tuple[list[Action], list[list[float]]]:
        """The actions to choose from after others, and the probability of each, by class."""
        seat = (len(line) - 1) % 2  # whose turn it then is: seat 0 acts first, and a look does not pass the turn
        chances = []
        for hand in representatives():
            other = next(other for other in representatives() if not {*hand} & {*other})
            deal = Deal(SETTINGS, {seat: hand, 1 - seat: other}, dealer=1)
            for action in line:
                deal.push(action)
            chances.append(solution.strategy(deal.view(seat)))
        return [*chances[0]], [[*row.values()] for row in chances]

    *_, blind, look = solution.line
    facing = asked(blind, look)
    often = sizes @ facing[1]
    raised = max((times, action) for times, action in zip(often, facing[0], strict=True) if action.kind == "raise")[1]
    situations = [(None, asked(look)), (blind.to, facing), (raised.to, asked(blind, look, raised))]
    return [
        {
            "to": to,
            "actions": [[action.kind, action.to] for action in actions],
            "percent": encoded(np.rint(100 * np.array(chances)), "u1"),
        }
        for to, (actions, chances) in situations
    ]


def data() -> dict[str, object]:
    """All figures of the calculator. What depends on the class of a hand alone is listed by class."""
    counting = [[card in explain(hand).cards for card in hand] for hand in all_hands()]
    return {
        "classes": encoded(classes(), "<u2"),
        "counting": encoded(np.array(counting) @ (1, 2, 4), "u1"),  # a bit for each card, the lowest first
        "points": [reading.points for reading in readings()],
        "rules": [" ".join(reading.rules) for reading in readings()],
        "odds": encoded([figures(hand, most) for hand in representatives() for most in range(1, 10)], "<u2"),
        "advice": advice(),
        "ranks": cards._RANK,
        "suits": cards._SUIT,
    }


def texts(language: Language) -> Path:
    """The file with the words of the page."""
    return Path(__file__).with_name(f"calculator_{language}.json")


def words(language: Language) -> dict[str, object]:
    """All words of the calculator: those of the page, and the sentences and rules of the library."""
    table: dict[str, object] = json.loads(texts(language).read_text("utf-8"))
    said = [sentence(reading, language) for reading in readings()]
    sentences = [*dict.fromkeys(said)]
    rules = {rule: words_in(language).RULES[rule] for reading in readings() for rule in reading.rules}
    return table | {"sentences": sentences, "said": [sentences.index(text) for text in said], "rules": rules}


class Calculator(SphinxDirective):
    """The calculator, in the language of the argument: en or bg."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        language: Language = "bg" if self.arguments == ["bg"] else "en"
        self.env.note_dependency(str(texts(language)))
        table = words(language)
        text = json.dumps(table, ensure_ascii=False, separators=(",", ":"))
        text = re.sub("[<♦♥]", lambda found: f"\\u{ord(found[0]):04x}", text)  # which the site marks up elsewhere
        page = (
            f'<div class="calculator" lang="{language}"><noscript>{table["no_script"]}</noscript></div>'
            f'<script id="calculator-words" type="application/json">{text}</script>'
        )
        return [nodes.raw("", page, format="html")]


def write_data(app: Sphinx) -> None:
    """Write the data beside the script, unless the pages are not HTML."""
    if app.builder.format == "html":
        text = json.dumps(data(), separators=(",", ":"))
        file = app.outdir / "_static" / SCRIPTS[0]
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f'"use strict";\nglobalThis.svaraEval = {text};\n', "utf-8")


def add_files(app: Sphinx, page: str, *_: object) -> None:
    """Load the script and its style on the pages of the calculator alone."""
    if page.rpartition("/")[2] == "calculator":
        app.add_css_file("calculator.css")
        for script in SCRIPTS:
            app.add_js_file(script, loading_method="defer")


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("calculator", Calculator)
    app.connect("builder-inited", write_data)
    app.connect("html-page-context", add_files)
    return {"parallel_read_safe": True}
