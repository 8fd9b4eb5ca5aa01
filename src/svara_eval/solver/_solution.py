"""The solution of a deal between two players: its value, how it is played, and what it takes from other players."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from svara_eval import Card, SvaraError, hand_index
from svara_eval._numbers import generator, shown
from svara_eval.game import Action, Settings
from svara_eval.solver._cards import all_cards, classes
from svara_eval.solver._cfr import Payoffs, Subgame
from svara_eval.solver._tree import Decision, menu, tree

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from os import PathLike
    from random import Random
    from typing import Any

    from numpy.typing import NDArray

    from svara_eval.game import Deal, Player, View
    from svara_eval.solver._cards import Cards
    from svara_eval.solver._tree import Sizes
    from svara_eval.types import RandomSource

    Floats = NDArray[np.floating[Any]]

SvaraMode = Literal["solved", "half"]

_LOOSER = 5  # how much a svara may be further from perfect: at most one showdown in ten leads to one
_FORMAT = 1  # the version of saved solutions


class Row(NamedTuple):
    """One cell of a chart: how often an action is right in a situation with a hand of these points."""

    situation: str
    points: int
    action: str
    probability: float


class Position:
    """A deal with antes, or a svara for a carried pot: its tree, and the subgames in which the players know their hands.

    Args:
        settings: The settings of the table.
        carried: The pot of the svara; 0 for a deal with antes.
        choose: The actions to consider at each turn.
        cards: What the players can hold.
    """

    def __init__(
        self, settings: Settings, carried: int, choose: Callable[[Deal], Sequence[Action]], cards: Cards
    ) -> None:
        self.root = tree(settings, carried, choose)
        self.pot = carried or 2 * settings.ante
        self.games = {id(root): Subgame(root, cards) for root in self.root.subgames()}
        self.strategies: dict[int, Floats] = {}
        self.choices: dict[int, int] = {}  # of the blind decisions, by id

    def payoffs(self, game: Subgame, svara: Callable[[int, int], float]) -> tuple[Payoffs, Payoffs]:
        """What the leaves are worth to each player, given what a svara for a pot is worth to a player."""
        return Payoffs(game, 0, self.pot, svara), Payoffs(game, 1, self.pot, svara)

    def induce(self, values: dict[int, float]) -> float:
        """The value to player 0 and the choices of the blind betting, from those of the subgames (nobody knows a card)."""
        return self._induced(self.root, values)

    def _induced(self, node: Decision, values: dict[int, float]) -> float:
        if not node.blind:
            return values[id(node)]
        found = [self._induced(child, values) for child in node.children if isinstance(child, Decision)]
        self.choices[id(node)] = int(np.argmax(found) if node.player == 0 else np.argmin(found))
        return found[self.choices[id(node)]]

    def best(self, player: int, values: dict[int, float], node: Decision | None = None) -> float:
        """What a player wins at best against the other's choices, from what they win at best in the subgames."""
        node = self.root if node is None else node
        if not node.blind:
            return values[id(node)]
        found = [self.best(player, values, child) for child in node.children if isinstance(child, Decision)]
        return max(found) if node.player == player else found[self.choices[id(node)]]

    def pots(self) -> Iterator[int]:
        """The pots of the svaras that can follow."""
        for game in self.games.values():
            for leaf in game.showdowns:
                yield self.pot + sum(leaf.totals)


class Solution:
    """How two perfect players play a deal and the svaras that follow; made by :func:`solve`.

    Attributes:
        settings: The settings of the table.
        sizes: The amounts considered.
        svara: "solved" or "half".
        tolerance: The gap proven for each subgame, in chips.
        value: What the first player wins on average, in chips.
        exploitability: What the best responses to both players win together, in chips; 0 is perfect.
        pots: The pots at the beginning of the deals that are solved: the antes, then those of svaras.
        cutoff: How much the value may be off because all larger pots count like the largest, in chips: an estimate.
    """

    def __init__(self, settings: Settings, sizes: Sizes, svara: SvaraMode, tolerance: float, cards: Cards) -> None:
        self.settings, self.svara, self.tolerance = settings, svara, tolerance
        self.sizes = sizes if sizes == "all" else tuple(sizes)
        self._positions = {2 * settings.ante: Position(settings, 0, menu(sizes), cards)}
        largest = 2 * settings.ante + 2 * (settings.limit or 0)
        due = [] if svara == "half" else [*self._positions[2 * settings.ante].pots()]
        while due:
            pot = due.pop()
            if pot <= largest and pot not in self._positions:
                self._positions[pot] = Position(settings, pot, menu(sizes), cards)
                due += self._positions[pot].pots()
        self._positions = dict(sorted(self._positions.items(), reverse=True))
        self._values: dict[int, float] = {}  # of a svara to its first player beyond half the pot, by pot
        self._best: dict[int, tuple[float, float]] = {}  # of the best responses of each player
        self.value = self.exploitability = self.cutoff = 0.0

    @property
    def pots(self) -> tuple[int, ...]:
        return tuple(reversed(self._positions))

    def _svara(self, player: int, pot: int) -> float:
        """What a svara for a pot is worth to a player: the deal passes on, so the dealer is first in it (D17)."""
        value = 0.0 if self.svara == "half" else self._values.get(min(pot, self.pots[-1]), 0.0)
        return value if player == 1 else -value

    def _best_svara(self, player: int, pot: int) -> float:
        """The same where the player responds as well as can be."""
        return 0.0 if self.svara == "half" else self._best.get(min(pot, self.pots[-1]), (0.0, 0.0))[1 - player]

    def _solve(self, progress: Callable[[float], object] | None) -> None:
        """Solve every position, the largest pot first: what a svara is worth must be known before it is led to."""
        work = sum(game.size for position in self._positions.values() for game in position.games.values())
        done = 0
        for pot, position in self._positions.items():
            tolerance = self.tolerance * (1 if pot == self.pots[0] else _LOOSER)
            for root, game in position.games.items():
                payoffs = position.payoffs(game, self._svara)
                position.strategies[root] = game.solve(payoffs, tolerance)
                done += game.size
                if progress is not None:
                    progress(done / work)
            self._evaluate(pot)
        self._finish()

    def _evaluate(self, pot: int) -> None:
        """Find what a position is worth, and what a best response wins in it, for the strategies it has."""
        position = self._positions[pot]
        for _ in range(1 if pot < self.pots[-1] else 8):  # the largest pot leads to itself, one showdown in ten
            values, bests = {}, {}
            for root, game in position.games.items():
                strategy = position.strategies[root]
                values[root] = game.value(position.payoffs(game, self._svara)[0], strategy)
                bests[root] = game.best(position.payoffs(game, self._best_svara), strategy)
            self._values[pot] = position.induce(values)
            first, second = (position.best(player, {root: best[player] for root, best in bests.items()}) for player in (0, 1))
            self._best[pot] = first, second

    def _finish(self) -> None:
        antes = self.pots[0]
        self.value, self.exploitability = self._values[antes], sum(self._best[antes])
        if len(self.pots) > 1:
            last, before = self.pots[-1], self.pots[-2]
            self.cutoff = abs(self._values[last] - self._values[before]) / 100  # two svaras, each after a tie in ten

    # Playing ----------------------------------------------------------------------------------------------------------

    def strategy(self, view: View) -> dict[Action, float]:
        """How a perfect player acts: each action worth considering, with the probability of playing it.

        Amounts that were not considered count as the nearest that were, the lower of two; if the line is then over, the
        answer is to call. A svara for a larger pot than was solved is played like the largest.

        Args:
            view: What the player whose turn it is may know.

        Raises:
            SvaraError: It is not that player's turn, the table has other settings or more players, or a stack bounds the
                betting below the limit.

        >>> from svara_eval.game import Settings, Table
        >>> from svara_eval.solver import solve
        >>> settings = Settings(ante=1, limit=2)
        >>> deal = Table(settings, seats=2).next_deal()
        >>> solve(settings, svara="half").strategy(deal.view(deal.turn))
        {Action(kind='blind', to=1, seat=None, number=None): 1.0}
        """
        self._check(view)
        position = self._positions.get(view.start.carried or self.pots[0]) or self._nearest(view.start.carried)
        node: Decision | None = position.root
        root = None
        for event in view.events:
            if isinstance(event, Action) and node is not None:
                child = node.children[_nearest_action(node.actions, event)]
                node = child if isinstance(child, Decision) else None
                root = node if node is not None and not node.blind and root is None else root
        if node is None or node.player != (view.seat != view.start.players[0]):
            return {_fitted(Action("call"), view): 1.0}
        if root is None:
            return {_fitted(node.actions[position.choices[id(node)]], view): 1.0}
        assert view.hand is not None  # the open betting has begun
        game = position.games[id(root)]
        chances = position.strategies[id(root)][game.place[id(node)], :, classes().of[hand_index(view.hand)]]
        found: dict[Action, float] = {}
        for action, chance in zip(node.actions, chances.tolist(), strict=False):
            fitted = _fitted(action, view)
            found[fitted] = found.get(fitted, 0.0) + chance
        return found

    def _nearest(self, carried: int) -> Position:
        return self._positions[min(self.pots, key=lambda pot: abs(pot - carried))]

    def _check(self, view: View) -> None:
        start = view.start
        if view.turn is None or view.seat != view.turn:
            raise SvaraError(f"it is not the turn of seat {view.seat}; the strategy answers the player to act")
        if len(start.players) != 2:
            raise SvaraError(f"the solution is for 2 players, not {len(start.players)}")
        if start.settings != self.settings:
            raise SvaraError(f"the solution is for {self.settings}, not {start.settings}")
        limit = self.settings.limit or 0
        if start.stacks is not None and min(start.stacks[seat] for seat in start.players) < limit + start.ante:
            raise SvaraError(f"a stack is below the limit and the ante; both must be at least {limit + start.ante}")

    def player(self, rng: RandomSource = None) -> Player:
        """A player who plays the solution, at a table or in ``simulate``.

        Args:
            rng: A ``random.Random``, a NumPy Generator, a seed, or None for the system's randomness.

        >>> from svara_eval.game import Settings, ThresholdPlayer, simulate
        >>> from svara_eval.solver import solve
        >>> settings = Settings(ante=1, limit=2)
        >>> players = [solve(settings, svara="half").player(rng=1), ThresholdPlayer(18)]
        >>> simulate(players, 10, rng=1, settings=settings).deals
        10
        """
        return _Perfect(self, generator(rng))

    def exploit(self, player: Player) -> float:
        """What a perfect opponent wins from a player in a deal on average, in chips, each seat as often.

        The opponent considers every legal total. As in the solution, all pots above the largest count like that one.

        Args:
            player: One whose action depends on the points of the hand and the public history alone.

        Raises:
            SvaraError: The action depends on anything else.

        >>> from svara_eval.game import Settings, ThresholdPlayer
        >>> from svara_eval.solver import solve
        >>> solve(Settings(ante=1, limit=2), svara="half").exploit(ThresholdPlayer(18)) > 0.1
        True
        """
        won: dict[int, tuple[float, float]] = {}  # by the opponent, first or second, by pot
        largest = self.pots[-1]

        def svara(opponent: int, pot: int) -> float:
            return 0.0 if self.svara == "half" else won.get(min(pot, largest), (0.0, 0.0))[1 - opponent]

        for pot in range(largest, self.pots[0] - 1, -2):
            answers = [_answers(self, player, opponent, 0 if pot == self.pots[0] else pot) for opponent in (0, 1)]
            for _ in range(8 if pot == largest and self.svara != "half" else 1):
                first, second = (answer(svara) for answer in answers)
                won[pot] = first, second
        return sum(won[self.pots[0]]) / 2

    # Charts and files -------------------------------------------------------------------------------------------------

    def table(self) -> list[Row]:
        """The rows of a chart: by points, what to do after a look, against a blind, and against a raise of that blind.

        >>> from svara_eval.game import Settings
        >>> from svara_eval.solver import solve
        >>> rows = solve(Settings(ante=1, limit=2), svara="half").table()
        >>> rows[0].situation, rows[0].points
        ('looking first', 8)
        """
        rows = []
        position = self._positions[self.pots[0]]
        points, sizes = classes().points, classes().sizes
        lines = {"looking first": ["look"], "against a blind": ["blind", "look"]}
        lines["against a raise"] = ["blind", "look", "raise"]
        for situation, line in lines.items():
            node, root = position.root, None
            for kind in line:
                place = next((at for at, action in enumerate(node.actions) if action.kind == kind), None)
                child = None if place is None else node.children[place]
                if not isinstance(child, Decision):
                    break
                node = child
                root = node if root is None and not node.blind else root
            else:
                assert root is not None
                strategy = position.strategies[id(root)][position.games[id(root)].place[id(node)]]
                for score in np.unique(points).tolist():
                    weights = sizes * (points == score)
                    for at, action in enumerate(node.actions):
                        chance = float(strategy[at] @ weights / weights.sum())
                        rows.append(Row(situation, score, str(action), chance))
        return rows

    def save(self, path: str | PathLike[str]) -> None:
        """Write the solution to a file, compressed; :meth:`load` reads it."""
        about = {
            "format": _FORMAT,
            "settings": {name: getattr(self.settings, name) for name in self.settings.__slots__},
            "sizes": self.sizes,
            "svara": self.svara,
            "tolerance": self.tolerance,
        }
        strategies = [strategy for position in self._positions.values() for strategy in position.strategies.values()]
        arrays = {f"strategy{number}": strategy.astype(np.float32) for number, strategy in enumerate(strategies)}
        with open(path, "wb") as file:
            np.savez_compressed(file, allow_pickle=False, about=np.array(json.dumps(about)), **arrays)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Solution:
        """The solution that :meth:`save` wrote.

        Raises:
            SvaraError: The file is not a solution, or one of another version.
        """
        try:
            with np.load(path, allow_pickle=False) as data:
                about = json.loads(str(data["about"]))
                if about["format"] != _FORMAT:
                    raise SvaraError(f"{path}: format {about['format']} of a solution; this release reads {_FORMAT}")
                settings = Settings(**about["settings"])
                found = cls(settings, about["sizes"], about["svara"], about["tolerance"], all_cards())
                number = 0
                for position in found._positions.values():
                    for root, game in position.games.items():
                        strategy = data[f"strategy{number}"].astype(np.float64)
                        if strategy.shape != (*game.children.shape, len(game.cards.joint)):
                            raise SvaraError(f"{path}: strategy {number} has the shape {strategy.shape}")
                        position.strategies[root] = strategy
                        number += 1
        except (KeyError, TypeError, ValueError, EOFError) as error:
            if isinstance(error, SvaraError):
                raise
            raise SvaraError(f"{path}: not a saved solution ({error})") from None
        for pot in found._positions:
            found._evaluate(pot)
        found._finish()
        return found

    def __repr__(self) -> str:
        return f"<Solution: value {self.value:+.4f}, exploitability {self.exploitability:.4f}; {self.settings}>"


def solve(
    settings: Settings,
    sizes: Sizes = ("min", "pot", "max"),
    *,
    svara: SvaraMode = "solved",
    tolerance: float = 0.001,
    progress: Callable[[float], object] | None = None,
) -> Solution:
    """Solve the game of two players: what each of them does at best, whatever the other does.

    Args:
        settings: The settings of the table, with a limit.
        sizes: The amounts to consider of each blind, bet and raise: any of "min", "pot" and "max", or "all".
        svara: "solved": a svara is worth what comes of playing it; "half": half the pot, which is faster.
        tolerance: How much both players together may still gain in each subgame, in chips.
        progress: Called with the share of the work that is done, 0 to 1.

    Raises:
        SvaraError: There is no limit, a size is unknown, or the tolerance is not above 0.
        TypeError: settings is not a Settings.

    >>> from svara_eval.game import Settings
    >>> solution = solve(Settings(ante=1, limit=1), svara="half")
    >>> round(solution.value, 3), solution.exploitability < 0.001
    (-0.109, True)
    """
    if not isinstance(settings, Settings):
        raise TypeError(f"settings must be a Settings, not {type(settings).__name__}")
    if settings.limit is None:
        raise SvaraError("the game can only be solved with a limit; set one, as in Settings(ante=1, limit=10)")
    if sizes != "all" and (isinstance(sizes, str) or not sizes or {*sizes} - {"min", "pot", "max"}):
        raise SvaraError(f"sizes must be 'all' or some of 'min', 'pot' and 'max', not {shown(sizes)}")
    if svara not in ("solved", "half"):
        raise SvaraError(f"svara must be 'solved' or 'half', not {shown(svara)}")
    if not 0 < tolerance < float("inf"):
        raise SvaraError(f"tolerance must be above 0, not {shown(tolerance)}")
    solution = Solution(settings, sizes, svara, tolerance, all_cards())
    solution._solve(progress)
    return solution


class _Perfect:
    """Plays a solution."""

    def __init__(self, solution: Solution, rng: Random) -> None:
        self._solution = solution
        self._rng = rng

    def act(self, view: View, /) -> Action:
        actions = self._solution.strategy(view)
        return self._rng.choices([*actions], [*actions.values()])[0]


def _nearest_action(actions: Sequence[Action], done: Action) -> int:
    """The place of the action that one counts as: of its kind, or a call, with the nearest amount."""
    kind = done.kind if any(action.kind == done.kind for action in actions) else "call"
    alike = [place for place, action in enumerate(actions) if action.kind == kind]
    return min(alike, key=lambda place: abs((actions[place].to or 0) - (done.to or 0)), default=0)


def _fitted(action: Action, view: View) -> Action:
    """The action as it is legal in a view: its amount within bounds; a look or a call if its kind is not legal."""
    option = view.legal.get(action.kind) or view.legal.get("look") or view.legal.get("call") or view.legal["bet"]
    if option.low is None:
        return Action(option.kind)
    to = option.low if action.to is None else max(option.low, action.to)
    return Action(option.kind, to if option.high is None else min(to, option.high))


def _answers(
    solution: Solution, player: Player, opponent: int, carried: int
) -> Callable[[Callable[[int, int], float]], float]:
    """What finds the most that an opponent wins from a player in a deal, given what a svara is worth to the opponent."""
    everything = menu("all")
    answers: dict[int, NDArray[np.intp]] = {}  # by the id of a deal: the place of the action for each class

    def choose(deal: Deal) -> list[Action]:
        if deal.turn == opponent:
            return everything(deal)
        actions, answers[id(deal)] = _of_player(player, deal)
        return actions

    position = Position(solution.settings, carried, choose, all_cards())
    strategies = {}
    for root, game in position.games.items():
        strategy = game.uniform().astype(np.float64)
        for place, node in enumerate(game.decisions):
            if node.player != opponent:
                strategy[place] = np.arange(strategy.shape[1])[:, None] == answers[id(node.deal)]
        strategies[root] = strategy
    for node in _blind(position.root):
        position.choices[id(node)] = 0  # the player's only action; the opponent's is not looked at

    def best(svara: Callable[[int, int], float]) -> float:
        found = {
            root: game.best(position.payoffs(game, svara), strategies[root])[opponent]
            for root, game in position.games.items()
        }
        return position.best(opponent, found)

    return best


def _of_player(player: Player, deal: Deal) -> tuple[list[Action], NDArray[np.intp]]:
    """The actions of a player at a turn, and the place of the one for each class of hands."""
    view = deal.view(deal.turn)
    hands = classes()
    if view.hand is None:
        views = [view] * 2
    else:
        views = [view.__replace__(hand=tuple(map(Card, hand))) for hand in hands.hands.tolist()]
    done = [player.act(view) for view in views]
    done = [Action(action.kind, deal.legal[action.kind].low if action.to is None else action.to) for action in done]
    groups = hands.points.tolist() if view.hand is not None else [0, 0]
    by_points = dict(zip(groups, done, strict=True))
    if any(by_points[points] != action for points, action in zip(groups, done, strict=True)):
        raise SvaraError(f"{shown(player)} does different things with the same points; it cannot be exploited exactly")
    actions = [*dict.fromkeys(done)]
    return actions, np.array([actions.index(action) for action in done])


def _blind(node: Decision) -> Iterable[Decision]:
    if node.blind:
        yield node
        for child in node.children:
            if isinstance(child, Decision):
                yield from _blind(child)
