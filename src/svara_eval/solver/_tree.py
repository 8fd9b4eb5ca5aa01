"""The public tree of a deal between two players: every betting line, taken from ``Deal`` itself.

Which actions are legal never depends on the cards, so one deal stands for all of them. The *first* player, on the
dealer's left, is player 0; the dealer is player 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from svara_eval.game import Action, Deal, Won, amounts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from svara_eval.game import Option, Settings
    from svara_eval.game.types import Size

Sizes: TypeAlias = "Sequence[Size] | Literal['all']"

_HANDS: Final = ("Ah Kh Qh", "Kd 9d 8c")  # of different points, so that a showdown is won and not a svara


class Leaf(NamedTuple):
    """The end of a betting line.

    Attributes:
        winner: The player to whom the other has folded; None for a showdown.
        totals: What each player has put in.
    """

    winner: int | None
    totals: tuple[int, int]


class Decision(NamedTuple):
    """A player's turn.

    Attributes:
        player: 0 or 1.
        actions: What the player can do.
        children: What each of them leads to.
        deal: The deal at this turn; its cards stand for any others.
    """

    player: int
    actions: tuple[Action, ...]
    children: tuple[Decision | Leaf, ...]
    deal: Deal

    @property
    def blind(self) -> bool:
        """Whether nobody has looked yet."""
        return self.deal.phase == "blind"

    def looks(self, line: tuple[Action, ...] = ()) -> Iterator[tuple[tuple[Action, ...], Decision]]:
        """Every way through the blind betting, with the decision at which the open betting then begins."""
        if not self.blind:
            yield line, self
            return
        for action, child in zip(self.actions, self.children, strict=True):
            assert isinstance(child, Decision)  # the blind betting ends with a look
            yield from child.looks((*line, action))


def tree(settings: Settings, carried: int, choose: Callable[[Deal], Sequence[Action]]) -> Decision:
    """The tree of a deal with antes, or of a svara for a carried pot.

    Args:
        settings: The settings of the table.
        carried: The pot of the svara; 0 for a deal with antes.
        choose: The legal actions to consider at each turn.
    """
    root = _node(Deal(settings, _HANDS, dealer=1, carried=carried), choose)
    assert isinstance(root, Decision)  # a limit of at least 1 leaves something to decide
    return root


def _node(deal: Deal, choose: Callable[[Deal], Sequence[Action]]) -> Decision | Leaf:
    if deal.turn is None:
        (first, second), end = deal.totals, deal.outcome
        return Leaf(end.seat if isinstance(end, Won) and end.by == "fold" else None, (first, second))
    actions = tuple(choose(deal))
    children = []
    for action in actions:
        after = deal.copy()
        after.push(action)
        children.append(_node(after, choose))
    return Decision(deal.turn, actions, tuple(children), deal)


def menu(sizes: Sizes) -> Callable[[Deal], list[Action]]:
    """Return the function that lists the actions to consider: every legal one, with the totals of some sizes.

    Args:
        sizes: Some of the sizes of :func:`~svara_eval.game.amounts`; one that is not legal counts as the nearest legal
            total. "all" is every whole total.
    """
    return lambda deal: [
        Action(option.kind, to) for option in deal.legal.values() for to in _totals(deal, option, sizes)
    ]


def _totals(deal: Deal, option: Option, sizes: Sizes) -> Sequence[int | None]:
    low, high = option.low, option.high
    if low is None or high is None or low == high:
        return [low]
    if sizes == "all":
        return range(low, high + 1)
    of_size = amounts(deal, option.kind)
    return sorted({min(max(of_size[size] or low, low), high) for size in sizes})
