"""The public tree of a deal: every betting line, taken from ``Deal`` itself.

Which actions are legal never depends on the cards, so one deal stands for all of them. Players are numbered from the
dealer's left: player 0 acts first, and the last player is the dealer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from svara_eval.game import Action, Deal, amounts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from svara_eval.game import Option, Settings
    from svara_eval.game.types import Size

Sizes: TypeAlias = "Sequence[Size] | Literal['all']"

_HANDS: Final = ("Ah Kh Qh", "Kd 9d 8c", "As Ad Tc")  # of different points, so that a showdown is won and not a svara


class TooLargeError(Exception):
    """A tree outgrew the bound that was set for it."""


@dataclass(eq=False, slots=True)
class Leaf:
    """The end of a betting line.

    Attributes:
        remaining: The players who have not folded, in ascending order.
        totals: What each player has put in.
    """

    remaining: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(eq=False, slots=True)
class Decision:
    """A player's turn.

    Attributes:
        player: The number of the player.
        actions: What the player can do.
        children: What each action leads to.
        deal: The deal at this turn; its cards stand for any others.
    """

    player: int
    actions: Sequence[Action]
    children: Sequence[Decision | Leaf]
    deal: Deal

    @property
    def blind(self) -> bool:
        """Whether nobody has looked yet."""
        return self.deal.phase == "blind"

    def looks(self, line: tuple[Action, ...] = ()) -> Iterator[tuple[tuple[Action, ...], Decision]]:
        """Yield every way through the blind betting, with the decision at which the open betting then begins."""
        if not self.blind:
            yield line, self
            return
        for action, child in zip(self.actions, self.children, strict=True):
            assert isinstance(child, Decision)  # the blind betting ends with a look
            yield from child.looks((*line, action))  # each blind at least doubles the last: the recursion is shallow


def tree(
    settings: Settings,
    carried: int,
    choose: Callable[[Deal], Iterable[Action]],
    players: int = 2,
    fits: Callable[[int, int], bool] = lambda *_: True,
) -> Decision:
    """Return the tree of a deal with antes, or of a svara for a carried pot.

    Args:
        settings: The settings of the table.
        carried: The pot of the svara; 0 for a deal with antes.
        choose: Lists the legal actions to consider at a turn.
        players: The number of players.
        fits: Whether a tree may have so many decisions, one of them with so many actions.

    Raises:
        TooLargeError: The tree does not fit. It is raised at the first decision or action too many.
    """
    root = Decision(0, [], [], Deal(settings, _HANDS[:players], dealer=players - 1, carried=carried))
    decisions, widest = [root], 0
    for node in decisions:  # the list grows: a loop, since a line can be longer than Python recurses
        node.actions, node.children = actions, children = [], []
        for action in choose(node.deal):
            deal = node.deal.copy()
            deal.push(action)
            child: Decision | Leaf
            if deal.turn is None:
                child = Leaf(tuple(sorted(deal.remaining)), deal.totals)
            else:
                decisions.append(child := Decision(deal.turn, [], [], deal))
            actions.append(action)
            children.append(child)
            widest = max(widest, len(actions))
            if not fits(len(decisions), widest):
                raise TooLargeError
    return root


def menu(sizes: Sizes) -> Callable[[Deal], Iterator[Action]]:
    """Return the function that yields the actions to consider: every legal one, with the totals of some sizes.

    Args:
        sizes: Some of the sizes of :func:`~svara_eval.game.amounts`; an illegal size counts as the nearest legal total.
            "all" is every whole total.
    """

    def choose(deal: Deal) -> Iterator[Action]:
        for option in deal.legal.values():
            for to in _totals(deal, option, sizes):
                yield Action(option.kind, to)

    return choose


def _totals(deal: Deal, option: Option, sizes: Sizes) -> Sequence[int | None]:
    low, high = option.low, option.high
    if low is None or high is None or low == high:
        return [low]
    if sizes == "all":
        return range(low, high + 1)
    of_size = amounts(deal, option.kind)
    return sorted({min(max(of_size[size] or low, low), high) for size in sizes})
