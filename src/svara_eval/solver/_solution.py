"""The solution of a deal between two players: its value, how it is played, and what it takes from other players."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO, Literal, TypeAlias

from svara_eval import SvaraError
from svara_eval._arguments import generator
from svara_eval._messages import located, shown
from svara_eval.game import SIZES, Settings
from svara_eval.solver._chart import chart
from svara_eval.solver._exploit import opponent
from svara_eval.solver._play import Perfect, strategy
from svara_eval.solver._position import Position
from svara_eval.solver._saved import Saved, save
from svara_eval.solver._tree import TooLargeError, bounded, check_size, menu

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from os import PathLike

    from svara_eval.game import Action, Player, View
    from svara_eval.game.types import Size
    from svara_eval.solver._chart import Row
    from svara_eval.solver._position import Pair, Worth
    from svara_eval.solver._tree import Sizes
    from svara_eval.types import RandomSource

SvaraMode: TypeAlias = Literal["solved", "half"]

_PRECISION = 1e-5  # of the ante and the limit: what single precision reaches
_MOST_DECISIONS = 200_000  # a few gigabytes of strategies and regrets
_ROUNDS = 8  # the largest pot leads to itself, after one showdown in ten: each round adds a digit


class Solution:
    """How two perfect players play a deal and the svaras that follow. :func:`solve` makes it.

    Attributes:
        settings: The settings of the table.
        sizes: The amounts considered: "all", or some of the sizes of :func:`~svara_eval.game.amounts`.
        svara: "solved" or "half".
        tolerance: The gap to which each game after a look is solved, in chips.
        pots: The pots that are solved, in chips, in ascending order: the antes, then those of svaras.
        value: What the first player, on the dealer's left, wins on average, in chips.
        exploitability: What the best responses to both players win together, in chips; 0 is perfect. They consider the
            same amounts, and play all pots above the largest like the largest.
        cutoff: Upper bound on the error from treating every pot larger than the largest solved one as that one, in
            chips; 0 with "half". The true value is within ``exploitability + cutoff``. The bound comes from a player
            who never folds: the larger the pot, the less can be won from them.

    >>> from svara_eval.game import Settings
    >>> from svara_eval.solver import solve
    >>> solve(Settings(ante=1, limit=2), svara="half")
    <Solution: limit 2, value -0.088>
    """

    def __init__(
        self, settings: Settings, sizes: Sizes, svara: SvaraMode, tolerance: float, decisions: int | None = None
    ) -> None:
        self.settings: Settings = settings
        self.sizes: Sizes = sizes
        self.svara: SvaraMode = svara
        self.tolerance: float = tolerance
        antes = 2 * settings.ante
        largest = antes + 2 * (settings.limit or 0)
        self._positions: dict[int, Position] = {}
        decisions = _MOST_DECISIONS if decisions is None else decisions
        check_size(_least_decisions(settings, sizes), decisions)
        choose = bounded(menu(sizes), decisions)
        due = {antes} if svara == "half" else {antes, largest}
        while due:
            pot = due.pop()
            self._positions[pot] = Position(settings, 0 if pot == antes else pot, choose)
            if svara == "solved":
                due |= {pot for pot in self._positions[pot].games.pots if pot <= largest} - {*self._positions}
            # Larger pots have fewer decisions, so this many are still to come at least.
            check_size(len(due) * min(len(one.games.decisions) for one in self._positions.values()), decisions)
        self.pots: tuple[int, ...] = tuple(sorted(self._positions))
        self.value: float = 0.0
        self.exploitability: float = 0.0
        self.cutoff: float = 0.0

    def _solve(self, progress: Callable[[float], object]) -> None:
        """Solve every position, the largest pot first: what a svara is worth must be known before it is led to."""

        def answer(pot: int, worth: Worth) -> Pair:
            position, before = self._positions[pot], self.pots[::-1].index(pot)
            position.solve(worth, self.tolerance, lambda share: progress((before + share) / len(self.pots)))
            return position.values(worth)

        self._backward(answer)
        self._measure()

    def _measure(self) -> None:
        """Find the value, the exploitability and the cutoff for the strategies of all positions."""
        antes, largest = self.pots[0], self.pots[-1]
        self.value = self._backward(lambda pot, worth: self._positions[pot].values(worth))[antes][0]

        def bests(pot: int, worth: Worth) -> Pair:
            return self._positions[pot].bests(worth)

        self.exploitability = sum(self._backward(bests)[antes])
        if self.svara == "solved":
            last = self._positions[largest]
            unfolding = last.strategy.copy()
            unfolding[:, 1] += unfolding[:, 0]  # what is paid least comes after the fold
            unfolding[:, 0] = 0
            bounds = self._backward(lambda _, worth: last.bests(worth, unfolding), pots=[largest])[largest]
            self.cutoff = max(0.0, sum(self._backward(bests, beyond=bounds)[antes]) - self.exploitability)

    def _backward(
        self, answer: Callable[[int, Worth], Pair], *, pots: Iterable[int] = (), beyond: Pair | None = None
    ) -> dict[int, Pair]:
        """Find what the first player and the dealer win for each pot, as :func:`by_pot` does, with this svara."""
        return by_pot(answer, [*pots] or self.pots[::-1], solved=self.svara == "solved", beyond=beyond)

    # Playing ----------------------------------------------------------------------------------------------------------

    @property
    def line(self) -> tuple[Action, ...]:
        """The blind betting of perfect players.

        >>> from svara_eval.game import Settings
        >>> from svara_eval.solver import solve
        >>> print(*solve(Settings(ante=1, limit=2), svara="half").line, sep=", ")
        blind to 1, look
        """
        return self._positions[self.pots[0]].line()[0]

    @property
    def lines(self) -> dict[tuple[Action, ...], float]:
        """What each way through the blind betting is worth to the first player, in chips.

        >>> from svara_eval.game import Settings
        >>> from svara_eval.solver import solve
        >>> solution = solve(Settings(ante=1, limit=2), svara="half")
        >>> for line, value in solution.lines.items():
        ...     print(*line, round(value, 2), sep=", ")
        look, -0.17
        blind to 1, look, -0.09
        blind to 1, blind to 2, look, 0.08
        blind to 2, look, -0.34
        """
        return self._positions[self.pots[0]].lines()

    def strategy(self, view: View) -> dict[Action, float]:
        """Return how a perfect player acts: each action worth considering, with the probability of taking it.

        An amount the solver did not consider is treated as the nearest one it did, or the lower of two. If that line
        ends the betting, the answer is to call. A svara for an unsolved pot is played as for the nearest solved pot.
        With "half" no svara is solved, and each is played like a deal with antes.

        Args:
            view: What the player whose turn it is may know.

        Raises:
            SvaraError: It is not that player's turn, they are asked to join a svara, the deal has more than two players
                or other settings, or a stack is smaller than the limit and the ante.

        >>> from svara_eval.game import Settings, Table
        >>> from svara_eval.solver import solve
        >>> settings = Settings(ante=1, limit=2)
        >>> deal = Table(settings, seats=2).next_deal()
        >>> actions = solve(settings, svara="half").strategy(deal.view(deal.turn))
        >>> {str(action): chance for action, chance in actions.items()}
        {'look': 0.0, 'blind to 1': 1.0, 'blind to 2': 0.0}
        """
        pot = view.start.carried or self.pots[0]
        return strategy(self.settings, self._positions[min(self.pots, key=lambda other: abs(other - pot))], view)

    def player(self, rng: RandomSource = None) -> Player:
        """Return a player who plays the solution, at a table or in ``simulate``.

        Args:
            rng: The source of the choices: a ``random.Random``, a NumPy Generator, a seed, or None for the system's
                randomness.

        >>> from svara_eval.game import Settings, ThresholdPlayer, simulate
        >>> from svara_eval.solver import solve
        >>> settings = Settings(ante=1, limit=2)
        >>> players = [solve(settings, svara="half").player(rng=1), ThresholdPlayer(18)]
        >>> simulate(players, 10, rng=1, settings=settings).deals
        10
        """
        return Perfect(self.strategy, generator(rng), f"{self!r}.player()")

    def exploit(self, player: Player) -> float:
        """Return what a perfect opponent wins from a player, in average chips per deal, over both seats.

        The opponent considers every total and plays every svara out, whatever the solution does. Pots above the antes
        and twice the limit count like that pot.

        Args:
            player: A player whose action depends only on the points of the hand and on what everybody has seen.

        Raises:
            SvaraError: The action depends on more than that.

        >>> from svara_eval.game import Settings, ThresholdPlayer
        >>> from svara_eval.solver import solve
        >>> solution = solve(Settings(ante=1, limit=2), svara="half")
        >>> round(solution.exploit(ThresholdPlayer(18)), 2)
        0.18
        """
        antes, limit = self.pots[0], self.settings.limit or 0
        answers = {pot: opponent(self.settings, player, pot) for pot in range(antes + 2 * limit, antes - 1, -2)}
        return sum(by_pot(lambda pot, worth: answers[pot](worth), [*answers], solved=True)[antes]) / 2

    # Charts and files -------------------------------------------------------------------------------------------------

    def table(self) -> list[Row]:
        """Return the rows of a chart: by points, what to do in three situations.

        "Looking first" is the first player who looks at once. "Facing a blind" is the player who ends the blind betting
        where perfect players do, or after the smallest blind if they bet none. "Facing a raise" is the other player
        after the raise made most often there. Hands of equal points are averaged.

        >>> from svara_eval.game import Settings
        >>> from svara_eval.solver import solve
        >>> rows = solve(Settings(ante=1, limit=2), svara="half").table()
        >>> looking = [row for row in rows if row.situation == "looking first"]
        >>> [row.action for row in looking if row.points == 20]
        ['fold', 'bet to 1', 'bet to 2']
        """
        return chart(self._positions[self.pots[0]])

    def save(self, file: str | PathLike[str] | BinaryIO) -> None:
        """Write the solution to a file, compressed; :meth:`load` reads it.

        Args:
            file: The name of the file, which usually ends in .npz, or an open one.

        Raises:
            OSError: The file cannot be written.

        >>> from io import BytesIO
        >>> from svara_eval.game import Settings
        >>> from svara_eval.solver import solve
        >>> file = BytesIO()
        >>> solve(Settings(ante=1, limit=1), svara="half").save(file)
        >>> file.getvalue()[:2]  # a zip archive
        b'PK'
        """
        about: dict[str, object] = {"sizes": self.sizes, "svara": self.svara, "tolerance": self.tolerance}
        save(file, self.settings, about, (self._positions[pot].strategy for pot in self.pots))

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Solution:
        """Read a solution that :meth:`save` wrote.

        Args:
            path: The name of the file.

        Raises:
            OSError: The file cannot be read.
            SvaraError: The file is not a saved solution, or has another version of the format.

        >>> import os, tempfile
        >>> from svara_eval.game import Settings
        >>> from svara_eval.solver import Solution, solve
        >>> solution = solve(Settings(ante=1, limit=1), svara="half")
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     solution.save(os.path.join(folder, "one.npz"))
        ...     loaded = Solution.load(os.path.join(folder, "one.npz"))
        >>> loaded.value == solution.value
        True
        """
        with located(str(path)), open(path, "rb") as file:
            saved = Saved(file)
            # Twice, since each blind decision leads to a decision after a look, which alone has a strategy.
            misfit = SvaraError("not a saved solution; its strategies do not fit the game")
            try:
                solution = cls(*_checked(*saved.arguments), decisions=2 * sum(shape[0] for shape in saved.shapes))
            except TooLargeError:
                raise misfit from None
            positions = [solution._positions[pot] for pot in solution.pots]
            if [position.strategy.shape for position in positions] != saved.shapes:
                raise misfit
            for position, played in zip(positions, saved.strategies(), strict=True):
                if not position.games.fits(played):
                    raise SvaraError("not a saved solution; it takes actions that do not exist")
                position.strategy = played
        solution._measure()
        return solution

    def __repr__(self) -> str:
        return f"<Solution: limit {self.settings.limit}, value {self.value:+.3f}>"


def solve(
    settings: Settings,
    sizes: Sizes = ("min", "pot", "max"),
    *,
    svara: SvaraMode = "solved",
    tolerance: float | None = None,
    progress: Callable[[float], object] | None = None,
) -> Solution:
    """Solve the heads-up game: the best play of each player, whatever the other does.

    It takes seconds at a limit of 10 antes, and minutes at 50. Only games of two players have a value that each of them
    can secure whatever the other does, so three or more players are out of scope.

    Args:
        settings: The settings of the table, with a limit.
        sizes: The amounts of a blind, a bet and a raise to consider: some of "min", "half pot", "pot" and "max", which
            :func:`~svara_eval.game.amounts` defines, or "all" for every whole total.
        svara: What a svara is worth: "solved" for the value of playing it, or "half" for half the pot, which changes
            the value by up to 0.01 antes and takes a tenth of the time.
        tolerance: What best responses to both players may win together in each game after a look, in chips (default:
            0.005 antes).
        progress: Called from time to time with the share of the work that is done, 0 to 1.

    Raises:
        SvaraError: There is no limit, a size is unknown, or the tolerance is too small.
        TypeError: An argument is of the wrong type.

    >>> from svara_eval.game import Settings
    >>> from svara_eval.solver import solve
    >>> solution = solve(Settings(ante=1, limit=1), svara="half")
    >>> round(solution.value, 3), solution.exploitability < 0.001
    (-0.11, True)
    """
    solution = Solution(*_checked(settings, sizes, svara, tolerance))
    solution._solve(progress or (lambda _: None))
    return solution


def by_pot(
    answer: Callable[[int, Worth], Pair], pots: Sequence[int], *, solved: bool, beyond: Pair | None = None
) -> dict[int, Pair]:
    """Find what the first player and the dealer win for each pot, beyond half of it, from the largest pot down.

    Args:
        answer: Returns what they win for a pot, given what a tie is worth.
        pots: The pots, in descending order.
        solved: Whether a tie is worth what the svara is, and not half the pot.
        beyond: What they win for larger pots (default: what they win for the largest).
    """
    won: dict[int, Pair] = {}
    largest = pots[0]

    def worth(player: int, pot: int) -> float:
        if not solved:
            return 0.0
        pair = beyond if beyond and pot > largest else won.get(min(pot, largest), (0.0, 0.0))
        return pair[1 - player]  # the deal passes on, so the dealer is the first player of the svara (D17)

    for pot in pots:
        for _ in range(_ROUNDS if pot == largest and solved else 1):
            won[pot] = answer(pot, worth)
    return won


def _least_decisions(settings: Settings, sizes: Sizes) -> int:
    """Count the decisions on the lines of the smallest bets, so that a hopeless game is refused before it is built."""
    if sizes != "all" and "min" not in sizes:
        return 0
    limit, blind, decisions = settings.limit or 0, 0, 0
    while 2 * blind < limit:
        decisions += (limit - 2 * blind) // settings.min_raise
        blind = 2 * blind or settings.min_bet
    return decisions


def _checked(
    settings: Settings, sizes: Sizes, svara: SvaraMode, tolerance: float | None
) -> tuple[Settings, Sizes, SvaraMode, float]:
    """The arguments of a solution, checked."""
    if not isinstance(settings, Settings):
        raise TypeError(f"settings must be a Settings, not {shown(settings)} of type {type(settings).__name__}")
    if settings.limit is None:
        raise SvaraError("settings have no limit; the game is solved with one, as in Settings(ante=1, limit=10)")
    known: list[Size] = [size for size in SIZES if size in sizes]
    if sizes != "all" and (isinstance(sizes, str) or not known or len({*sizes}) > len(known)):
        raise SvaraError(f"sizes must be 'all' or some of 'min', 'half pot', 'pot' and 'max', not {shown(sizes)}")
    if svara not in ("solved", "half"):
        raise SvaraError(f"svara must be 'solved' or 'half', not {shown(svara)}")
    if tolerance is None:
        tolerance = 0.005 * max(settings.ante, 1)
    if isinstance(tolerance, bool) or not isinstance(tolerance, (int, float)):
        raise TypeError(f"tolerance must be a number, not {shown(tolerance)} of type {type(tolerance).__name__}")
    least = _PRECISION * (settings.ante + settings.limit)
    if not least <= tolerance < float("inf"):
        raise SvaraError(
            f"tolerance must be at least {least:g} chips with a limit of {settings.limit}, not {shown(tolerance)}"
        )
    return settings, sizes if sizes == "all" else tuple(known), svara, float(tolerance)
