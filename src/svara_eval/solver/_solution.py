"""The solution of a deal between two or three players: its values, how it is played, and what others lose to it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, BinaryIO

from svara_eval import SvaraError
from svara_eval._arguments import generator, whole
from svara_eval._messages import located, shown
from svara_eval.game import SIZES, Action, Settings
from svara_eval.solver._cards import check_joined, holdings, joined_classes, two
from svara_eval.solver._chart import chart
from svara_eval.solver._exploit import exploited
from svara_eval.solver._play import Perfect, chances, check_view
from svara_eval.solver._position import Position
from svara_eval.solver._saved import load, save
from svara_eval.solver._svaras import backward, by_pot, nothing
from svara_eval.solver._tree import TooLargeError, menu

if TYPE_CHECKING:
    from collections.abc import Callable
    from os import PathLike

    from svara_eval.game import Player, View
    from svara_eval.game.types import Size
    from svara_eval.solver._chart import Row
    from svara_eval.solver._position import Values, Worth
    from svara_eval.solver._svaras import SvaraMode
    from svara_eval.solver._tree import Sizes
    from svara_eval.types import RandomSource

_PRECISION = 1e-5  # of the ante and the limit: what single precision reaches
_LARGEST = 10**9  # chips of an ante and a limit, far from where single precision ends
_NUMBERS = 500_000  # actions at the decisions of all trees, with an array each; about two gigabytes
_STEPS = 1000  # of a search that nothing proves to reach its tolerance


class Solution:
    """How perfect players play a deal and the svaras that follow. :func:`solve` makes it.

    With two players nobody can win more than the value of their seat, whatever they do. With three players it is an
    approximate Nash equilibrium: nobody gains by leaving it alone, but two who leave it together can hurt the third.

    Attributes:
        settings: The settings of the table.
        players: 2 or 3.
        sizes: The amounts considered: "all", or some of the sizes of :func:`~svara_eval.game.amounts`.
        svara: "solved" or "split".
        tolerance: The gap to which each game after a look is solved, in chips.
        classes: The class of each of the 337 classes of :func:`~svara_eval.hands.class_of`: hands of one class are
            played alike. With two players all 337 are told apart.
        pots: The pots that are solved, in chips, in ascending order: the antes, then the pots of svaras.
        values: What each player wins on average, in chips, starting with the first player, on the dealer's left.
        gains: The most that each player gains by playing a best response instead, in chips, which may tell apart all
            337 classes; 0 is perfect. Best responses consider the same amounts, and play all pots above the largest
            like the largest.
        exploitability: The sum of the gains.
        cutoff: Upper bound on the error from treating every pot larger than the largest solved one like that one, in
            chips; 0 with "split". The true value is within ``exploitability + cutoff``. The bound comes from a player
            who never folds: the larger the pot, the less can be won from them.

    >>> from svara_eval.game import Settings
    >>> from svara_eval.solver import solve
    >>> solve(Settings(ante=1, limit=2), svara="split")
    <Solution: limit 2, values -0.088, +0.088>
    """

    def __init__(
        self,
        settings: Settings,
        sizes: Sizes,
        svara: SvaraMode,
        tolerance: float,
        players: int,
        classes: tuple[int, ...],
        fits: Callable[[int, int, int], bool],
    ) -> None:
        self.settings: Settings = settings
        self.sizes: Sizes = sizes
        self.svara: SvaraMode = svara
        self.tolerance: float = tolerance
        self.players: int = players
        self.classes: tuple[int, ...] = classes
        hold = two() if players == 2 else holdings(classes)
        antes = players * settings.ante

        def make(pot: int) -> Position:
            return Position(
                settings,
                carried=0 if pot == antes else pot,
                choose=menu(sizes),
                fits=lambda decisions, widest: fits(pot, decisions, widest),
                holdings=hold,
                players=players,
            )

        solved = svara == "solved"
        self._positions = (
            by_pot(settings, make, lambda position: position.games.pots) if solved else {antes: make(antes)}
        )
        self.pots: tuple[int, ...] = tuple(self._positions)
        self.values: Values = ()
        self.gains: Values = ()
        self.exploitability: float = 0.0
        self.cutoff: float = 0.0

    def _solve(self, progress: Callable[[float], object]) -> None:
        """Solve every position, the largest pot first: what a svara is worth must be known before it is led to."""

        def answer(pot: int, position: Position, worth: Worth) -> Values:
            before = self.pots[::-1].index(pot)
            position.solve(
                worth,
                self.tolerance,
                progress=lambda share: progress((before + share) / len(self.pots)),
                steps=None if self.players == 2 else _STEPS,
            )
            return position.values(worth)

        self._answered(answer)
        self._measure()

    def _measure(self) -> None:
        """Find the values, the gains and the cutoff for the strategies of all positions."""

        def bests(_: int, position: Position, worth: Worth) -> Values:
            return position.bests(worth)

        self.values = self._answered(lambda _, position, worth: position.values(worth))
        best = self._answered(bests)
        self.gains = tuple(most - value for most, value in zip(best, self.values, strict=True))
        self.exploitability = sum(best)  # together the players win nothing
        if self.svara == "solved":
            largest = self.pots[-1]
            last = self._positions[largest]
            unfolding = last.strategy.copy()
            unfolding[:, 1] += unfolding[:, 0]  # what is paid least comes after the fold
            unfolding[:, 0] = 0
            bounds = backward({largest: last}, lambda _, position, worth: position.bests(worth, unfolding))[largest]
            self.cutoff = max(0.0, sum(self._answered(bests, bounds)) - self.exploitability)

    def _answered(self, answer: Callable[[int, Position, Worth], Values], beyond: Values | None = None) -> Values:
        """Return an answer for the deal with antes, once it is known for the svaras."""
        antes = self.pots[0]
        if self.svara == "split":
            return answer(antes, self._positions[antes], nothing)
        return backward(self._positions, answer, beyond)[antes]

    # Playing ----------------------------------------------------------------------------------------------------------

    @property
    def line(self) -> tuple[Action, ...]:
        """The blind betting of perfect players.

        >>> from svara_eval.game import Settings
        >>> from svara_eval.solver import solve
        >>> print(*solve(Settings(ante=1, limit=2), svara="split").line, sep=", ")
        blind to 1, look
        """
        return self._positions[self.pots[0]].line()[0]

    @property
    def lines(self) -> dict[tuple[Action, ...], tuple[float, ...]]:
        """The value of each way through the blind betting to each player, in chips.

        >>> from svara_eval.game import Settings
        >>> from svara_eval.solver import solve
        >>> solution = solve(Settings(ante=1, limit=2), svara="split")
        >>> for line, values in solution.lines.items():
        ...     print(*line, round(values[0], 2), sep=", ")
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
        With "split" no svara is solved, and each is played like a deal with antes.

        Of three players, those who have folded or lost decline to join a svara. A svara of two is played by a solution
        for two players, which is made when it is first needed.

        Args:
            view: What the player whose turn it is may know.

        Raises:
            SvaraError: It is not that player's turn, the deal has more players or other settings, or a stack is smaller
                than the limit and the ante.

        >>> from svara_eval.game import Settings, Table
        >>> from svara_eval.solver import solve
        >>> settings = Settings(ante=1, limit=2)
        >>> deal = Table(settings, seats=2).next_deal()
        >>> actions = solve(settings, svara="split").strategy(deal.view(deal.turn))
        >>> {str(action): chance for action, chance in actions.items()}
        {'look': 0.0, 'blind to 1': 1.0, 'blind to 2': 0.0}
        """
        check_view(self.settings, self.players, view)
        if view.phase == "join":
            return {Action("decline"): 1.0}
        if len(view.start.players) < self.players:
            return self._of_two.strategy(view)
        pot = view.start.carried or self.pots[0]
        return chances(self._positions[min(self.pots, key=lambda other: abs(other - pot))], view)

    @cached_property
    def _of_two(self) -> Solution:
        """The solution for the svaras of two."""
        return solve(self.settings, self.sizes, tolerance=self.tolerance)

    def player(self, rng: RandomSource = None) -> Player:
        """Return a player who plays the solution, at a table or in ``simulate``.

        Args:
            rng: The source of the choices: a ``random.Random``, a NumPy Generator, a seed, or None for the system's
                randomness.

        >>> from svara_eval.game import Settings, ThresholdPlayer, simulate
        >>> from svara_eval.solver import solve
        >>> settings = Settings(ante=1, limit=2)
        >>> players = [solve(settings, svara="split").player(rng=1), ThresholdPlayer(18)]
        >>> simulate(players, 10, rng=1, settings=settings).deals
        10
        """
        return Perfect(self.strategy, generator(rng), f"{self!r}.player()")

    def exploit(self, player: Player) -> float:
        """Return what a perfect opponent wins from a player in a game of two: average chips per deal, over both seats.

        The opponent knows how the player plays, and considers every total. Svaras are played out, whatever ``svara``
        is. Pots larger than after a first svara at the limit count like that one.

        Args:
            player: A player whose action depends only on the points of the hand and on what everybody has seen.

        Raises:
            SvaraError: The action depends on more than that, or the solution is for three players.

        >>> from svara_eval.game import Settings, ThresholdPlayer
        >>> from svara_eval.solver import solve
        >>> solution = solve(Settings(ante=1, limit=2), svara="split")
        >>> round(solution.exploit(ThresholdPlayer(18)), 2)
        0.18
        """
        if self.players != 2:
            raise SvaraError("exploit is for a solution of two players; with three, nobody can secure a best response")
        return exploited(self.settings, player)

    # Charts and files -------------------------------------------------------------------------------------------------

    def table(self) -> list[Row]:
        """Return the rows of a chart: by points, what to do in three situations.

        "Looking first" is the first player who looks at once. "Facing a blind" is the player who ends the blind betting
        where perfect players do, or after the smallest blind if they bet none. "Facing a raise" is the other player
        after the raise made most often there. Hands of equal points are averaged.

        >>> from svara_eval.game import Settings
        >>> from svara_eval.solver import solve
        >>> rows = solve(Settings(ante=1, limit=2), svara="split").table()
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
        >>> solve(Settings(ante=1, limit=1), svara="split").save(file)
        >>> file.getvalue()[:2]  # a zip archive
        b'PK'
        """
        arguments = self.sizes, self.svara, self.tolerance, self.players, self.classes
        save(file, self.settings, arguments, {pot: position.strategy for pot, position in self._positions.items()})

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
        >>> solution = solve(Settings(ante=1, limit=1), svara="split")
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     solution.save(os.path.join(folder, "one.npz"))
        ...     loaded = Solution.load(os.path.join(folder, "one.npz"))
        >>> loaded.values == solution.values
        True
        """
        with located(str(path)):
            saved = load(path)

            def fits(pot: int, decisions: int, widest: int) -> bool:
                most, actions, _ = saved.shapes.get(pot, (0, 0, 0))
                # The decisions of the blind betting have no array; each leads to a decision that has one.
                return decisions <= 2 * most and widest <= actions + 1

            try:
                solution = cls(*_checked(saved.settings, *saved.arguments), fits)
            except (SvaraError, TypeError, TooLargeError):
                raise SvaraError("not a saved solution") from None
            for pot, position in solution._positions.items():
                if solution.pots != (*saved.shapes,) or position.strategy.shape != saved.shapes[pot]:
                    raise SvaraError("not a saved solution")
                position.strategy = saved.strategy(pot)
                if not position.games.is_strategy(position.strategy):
                    raise SvaraError("not a saved solution")
        solution._measure()
        return solution

    def __repr__(self) -> str:
        return f"<Solution: limit {self.settings.limit}, values {', '.join(f'{value:+.3f}' for value in self.values)}>"


def solve(
    settings: Settings,
    sizes: Sizes = ("min", "pot", "max"),
    *,
    players: int = 2,
    svara: SvaraMode | None = None,
    classes: int | None = None,
    tolerance: float | None = None,
    progress: Callable[[float], object] | None = None,
) -> Solution:
    """Solve the game of two or three players: the best play of each player against the best play of the others.

    Two players take seconds at a limit of 10 antes, and minutes at 50. Three players take a minute at a limit of 5.

    Args:
        settings: The settings of the table, with a limit.
        sizes: The amounts of a blind, a bet and a raise to consider: some of "min", "half pot", "pot" and "max", which
            :func:`~svara_eval.game.amounts` defines, or "all" for every whole total.
        players: 2 or 3.
        svara: What a svara is worth: "solved" for the value of playing it (default for two players), or "split" for an
            equal share of the pot to those who tied (default for three, where it is the only choice). "split" is off by
            a hundredth of the ante and takes a fraction of the time.
        classes: For three players, the number of classes into which hands are joined, 24 to 337 (default: 60). Fewer
            are faster; ``Solution.gains`` tells what the joining costs.
        tolerance: What best responses to all players may gain together in each game after a look, in chips (default:
            0.005 antes for two players, 0.001 antes for three). With three players the best responses of the search
            tell apart only the classes that are played alike, and it ends after 1000 steps in any case.
        progress: Called from time to time with the share of the work that is done, 0 to 1.

    Raises:
        SvaraError: There is no limit, it is too large for these sizes, a size is unknown, the tolerance is too small,
            or another argument is impossible.
        TypeError: An argument is of the wrong type.

    >>> from svara_eval.game import Settings
    >>> from svara_eval.solver import solve
    >>> solution = solve(Settings(ante=1, limit=1), svara="split")
    >>> round(solution.values[0], 3), solution.exploitability < 0.001
    (-0.11, True)
    """
    players = whole(players, "players", 2, 3)
    if players == 2 and classes is not None:
        raise SvaraError("classes is for three players; with two, all 337 classes of hands are told apart")
    number = whole(60 if classes is None else classes, "classes", 24, 337)
    joined = joined_classes(337 if players == 2 else number)
    svara = svara or ("solved" if players == 2 else "split")
    arguments = _checked(settings, sizes, svara, tolerance, players, joined)
    built: dict[int, int] = {}

    def fits(pot: int, decisions: int, widest: int) -> bool:
        built[pot] = decisions * widest
        return sum(built.values()) <= _NUMBERS

    try:
        solution = Solution(*arguments, fits)
    except TooLargeError:
        raise SvaraError(
            f"a limit of {settings.limit} makes the game too large; lower the limit or consider fewer sizes"
        ) from None
    solution._solve(progress or (lambda _: None))
    return solution


def _checked(
    settings: Settings, sizes: Sizes, svara: SvaraMode, tolerance: float | None, players: int, classes: tuple[int, ...]
) -> tuple[Settings, Sizes, SvaraMode, float, int, tuple[int, ...]]:
    """Return the arguments of a solution, checked."""
    if not isinstance(settings, Settings):
        raise TypeError(f"settings must be a Settings, not {shown(settings)} of type {type(settings).__name__}")
    if settings.limit is None:
        raise SvaraError("settings have no limit; the game is solved with one, as in Settings(ante=1, limit=10)")
    for name in ("ante", "limit"):
        whole(getattr(settings, name), name, 1, _LARGEST)
    known: list[Size] = [size for size in SIZES if size in sizes]
    if sizes != "all" and (isinstance(sizes, str) or not known or len({*sizes}) > len(known)):
        raise SvaraError(f"sizes must be 'all' or some of 'min', 'half pot', 'pot' and 'max', not {shown(sizes)}")
    if svara not in ("solved", "split"):
        raise SvaraError(f"svara must be 'solved' or 'split', not {shown(svara)}")
    if svara == "solved" and players != 2:
        raise SvaraError("svara='solved' is for two players; with three, a svara is worth an equal share ('split')")
    if tolerance is None:
        tolerance = (0.005 if players == 2 else 0.001) * settings.ante
    if isinstance(tolerance, bool) or not isinstance(tolerance, (int, float)):
        raise TypeError(f"tolerance must be a number, not {shown(tolerance)} of type {type(tolerance).__name__}")
    least = _PRECISION * (settings.ante + settings.limit)
    if not least <= tolerance < float("inf"):
        raise SvaraError(
            f"tolerance must be at least {least:g} chips with a limit of {settings.limit}, not {shown(tolerance)}"
        )
    if whole(players, "players", 2, 3) == 2 and [*classes] != [*range(337)]:
        raise SvaraError("with two players all 337 classes of hands are told apart")
    check_joined(classes)
    return settings, sizes if sizes == "all" else tuple(known), svara, float(tolerance), players, tuple(classes)
