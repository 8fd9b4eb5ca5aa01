"""One hand at a time, compared with the Python poker evaluators that are installed (see the extra ``bench``):

    python benchmarks/peers.py

It prints a Markdown table. Each library is called in the fastest way it documents.
"""

from __future__ import annotations

from importlib.metadata import version
from random import Random
from typing import Any, NamedTuple

from hands import CARDS
from svara_eval import hand_indices, hands_at, score_batch
from timing import Call, nanoseconds, setting

Codes = tuple[str, ...]


class Peer(NamedTuple):
    """A library, with code as its users would write it, about a variable ``hand``.

    Attributes:
        name: The distribution.
        imports: Statements that import the names used below.
        one_text: True if the library reads a hand as one text ("AsKdQc"), False if ``hand`` is a tuple of card codes.
        from_text: Evaluates a hand given as text.
        built: Makes the library's own form of a hand from a tuple of card codes.
        prebuilt: Evaluates a ``hand`` in that form.
    """

    name: str
    imports: str
    one_text: bool
    from_text: str
    built: str
    prebuilt: str


OURS = Peer(
    "svara-eval", "from svara_eval import Card, score", True, "score(hand)", "[*map(Card, hand)]", "score(hand)"
)
PEERS = (
    *(
        Peer(
            name,
            f"from {name} import Card, evaluate",
            False,
            "evaluate([*map(Card, hand)])",
            "[*map(Card, hand)]",
            "evaluate(hand)",
        )
        for name in ("pkrbot", "eval7")  # pkrbot has the interface of eval7
    ),
    Peer(
        "phevaluator",
        "from phevaluator import Card, evaluate_5cards",
        False,
        "evaluate_5cards(*hand)",
        "[*map(Card.to_id, hand)]",
        "evaluate_5cards(*hand)",
    ),
    Peer(
        "xiapl",
        "from xiapl.card import Card; from xiapl.eval import evaluate_cards, evaluate_mask; "
        "from xiapl.utils import cards_to_mask; from_string = Card.from_string",
        False,
        "evaluate_cards([*map(from_string, hand)])",
        "cards_to_mask([*map(from_string, hand)])",
        "evaluate_mask(hand)",
    ),
    Peer(
        "treys",
        "from treys import Card, Evaluator; new = Card.new; evaluate = Evaluator().evaluate",
        False,
        "evaluate([*map(new, hand)], [])",
        "[*map(new, hand)]",
        "evaluate(hand, [])",
    ),
    Peer(
        "pokerkit",
        "from pokerkit import Card, StandardHighHand",
        True,
        "StandardHighHand(hand)",
        "Card.clean(''.join(hand))",
        "StandardHighHand(hand)",
    ),
)

WHAT_IT_IS_NOT = """\
× is the ratio to svara_eval. The libraries play different games, five cards of 52 or three of 32, so the figures say
what an answer costs the caller, not whose evaluator is better. From text, the poker libraries spend most of their time
making cards; a caller who keeps the cards pays the second figure. All are calls from Python on one core: the C and C++
under some of the libraries are another matter. None of them takes an array or a column of hands, so for many hands
their figures are those above."""


def three_cards() -> list[Codes]:
    return [tuple(card.code for card in hand) for hand in CARDS]


def five_cards() -> list[Codes]:
    """Return the same number of poker hands."""
    random = Random(52)
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    return [tuple(random.sample(deck, 5)) for _ in CARDS]


def names_of(peer: Peer) -> dict[str, Any] | None:
    """The names that the code of a peer uses, or None if it is not installed."""
    names: dict[str, Any] = {}
    try:
        exec(peer.imports, names)
    except ModuleNotFoundError:
        return None
    return names


def calls_of(peer: Peer, names: dict[str, Any], hands: list[Codes]) -> list[Call]:
    build = eval(f"lambda hand: {peer.built}", names)
    texts = ["".join(hand) for hand in hands] if peer.one_text else hands
    return [Call(peer.from_text, texts, names), Call(peer.prebuilt, [*map(build, hands)], names)]


def refused(peer: Peer, names: dict[str, Any], hands: list[Codes]) -> str:
    """How many of the hands it refuses to evaluate when their last card repeats the first."""
    value = eval(f"lambda hand: {peer.from_text}", names)
    count = 0
    for first, *others in hands:
        hand = (first, *others[:-1], first)
        try:
            value("".join(hand) if peer.one_text else hand)
        except Exception:  # a KeyError from a table is a refusal too
            count += 1
    return "no" if not count else "yes" if count == len(hands) else f"{count / len(hands):.1%} of them"


def batch_nanoseconds() -> list[float]:
    """What a hand costs in a list of texts and in an array of card numbers, a hundred times the hands of the table."""
    texts = ["".join(hand) for hand in three_cards()] * 100
    columns = [texts, hands_at(hand_indices([*map(list, CARDS)] * 100))]
    calls = [Call("score_batch(hand)", [column], {"score_batch": score_batch}) for column in columns]
    return [spent / len(texts) for spent in nanoseconds(calls, seconds=2)]


def main() -> None:
    print(setting(), end="\n\n")
    found = []
    for peer in (OURS, *PEERS):
        names = names_of(peer)
        if names is None:
            print(f"{peer.name} is not installed.\n")
        else:
            found.append((peer, names, three_cards() if peer is OURS else five_cards()))
    spent = nanoseconds([call for entry in found for call in calls_of(*entry)], seconds=10)
    print("| library | cards | from text, ns (×) | from its cards, ns (×) | refuses a repeated card |")
    print("|---|---:|---:|---:|---|")
    for entry, text, prebuilt in zip(found, spent[::2], spent[1::2], strict=True):
        peer, _, hands = entry
        print(
            f"| {peer.name} {version(peer.name)} | {len(hands[0])} | {text:.0f} ({text / spent[0]:.1f}) "
            f"| {prebuilt:.0f} ({prebuilt / spent[1]:.1f}) | {refused(*entry)} |"
        )
    texts, numbers = batch_nanoseconds()
    print(f"| svara-eval, `score_batch` | 3 | {texts:.1f} ({texts / spent[0]:.2f}) ", end="")
    print(f"| {numbers:.1f} ({numbers / spent[1]:.2f}) | yes |")
    print(f"\n{WHAT_IT_IS_NOT}")


if __name__ == "__main__":
    main()
