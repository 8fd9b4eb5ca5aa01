"""The public tree of a deal between two players: every betting line, taken from ``Deal`` itself.

Which actions are legal never depends on the cards, so one deal stands for all of them. The *first* player, on the
dealer's left, is player 0; the dealer is player 1.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from svara_eval import SvaraError
from svara_eval.game import Action, Deal, Won, amounts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from svara_eval.game import Option, Settings
    from svara_eval.game.types import Size

Sizes: TypeAlias = "Sequence[Size] | Literal['all']"

_HANDS: Final = ("Ah Kh Qh", "Kd 9d 8c")  # of different points, so that a showdown is won and not a svara


class TooLargeError(SvaraError):
    """The game has more decisions than can be solved, or than a file declares."""


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
    """Return the tree of a deal with antes, or of a svara for a carried pot.

    Args:
        settings: The settings of the table.
        carried: The pot of the svara; 0 for a deal with antes.
        choose: Lists the legal actions to consider at each turn.
    """
    # By depth and without recursion, since a line may be longer than Python's stack.
    reached: list[Deal | Leaf] = [Deal(settings, _HANDS, dealer=1, carried=carried)]
    chosen: list[tuple[Action, ...]] = []
    first_child: list[int] = []
    for row, deal in enumerate(reached):  # the list grows as it is read
        assert isinstance(deal, Deal)
        first_child.append(len(reached))
        if deal.turn is None:
            (first, second), end = deal.totals, deal.outcome
            reached[row] = Leaf(end.seat if isinstance(end, Won) and end.by == "fold" else None, (first, second))
            chosen.append(())
            continue
        chosen.append(tuple(choose(deal)))
        for action in chosen[row]:
            after = deal.copy()
            after.push(action)
            reached.append(after)
    nodes: dict[int, Decision | Leaf] = {}
    for row in reversed(range(len(reached))):  # children come after their parents
        at = reached[row]
        if isinstance(at, Leaf):
            nodes[row] = at
        elif at.turn is not None:
            children = tuple([nodes.pop(first_child[row] + number) for number in range(len(chosen[row]))])
            nodes[row] = Decision(at.turn, chosen[row], children, at)
    root = nodes[0]
    assert isinstance(root, Decision)  # a limit of at least 1 leaves something to decide
    return root


def menu(sizes: Sizes) -> Callable[[Deal], list[Action]]:
    """Return the function that lists the actions to consider: every legal one, with the totals of some sizes.

    Args:
        sizes: Some of the sizes of :func:`~svara_eval.game.amounts`; one that is not legal counts as the nearest legal
            total. "all" is every whole total.
    """
    return lambda deal: [
        Action(option.kind, to) for option in deal.legal.values() for to in _totals(deal, option, sizes)
    ]


def bounded(choose: Callable[[Deal], Sequence[Action]], most: int) -> Callable[[Deal], Sequence[Action]]:
    """Return a function that chooses alike, and raises a TooLargeError after ``most`` decisions."""
    numbers = count(1)

    def counted(deal: Deal) -> Sequence[Action]:
        check_size(next(numbers), most)
        return choose(deal)

    return counted


def check_size(decisions: int, most: int) -> None:
    """Raise a TooLargeError if a game has too many decisions."""
    if decisions > most:
        raise TooLargeError(f"the game has more than {most:,} decisions; lower the limit or consider fewer sizes")


def _totals(deal: Deal, option: Option, sizes: Sizes) -> Sequence[int | None]:
    low, high = option.low, option.high
    if low is None or high is None or low == high:
        return [low]
    if sizes == "all":
        return range(low, high + 1)
    of_size = amounts(deal, option.kind)
    return sorted({min(max(of_size[size] or low, low), high) for size in sizes})
