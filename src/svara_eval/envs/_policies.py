"""Two simple policies: the players of ``svara_eval.game`` as functions of arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from svara_eval._arguments import generator, whole
from svara_eval.envs._menu import CHOICES
from svara_eval.envs._observation import FEATURES

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Final

    from numpy.typing import ArrayLike, NDArray

    from svara_eval.types import RandomSource

    #: Chooses for many rows at once, from their observations and action masks.
    Policy: TypeAlias = Callable[[NDArray[np.float32], NDArray[np.bool_]], ArrayLike]

_POINTS: Final = FEATURES.index("points")
_PLAIN: Final = CHOICES.index("blind min")  # the first choice that has sizes
# A legal kind of action has its smallest size.
_KINDS: Final = [*range(_PLAIN), *map(CHOICES.index, ("blind min", "bet min", "raise min"))]


def random_policy(rng: RandomSource = None) -> Policy:
    """Return a policy that chooses among the legal kinds of action, then among the sizes, each with the same chance.

    Args:
        rng: The source of the choices: a ``random.Random``, a NumPy Generator, a seed, or None for the system's
            randomness.

    >>> from svara_eval.envs import Deals, random_policy
    >>> deals, policy = Deals(1000, rng=1), random_policy(2)
    >>> rewards, terminations = deals.step(policy(deals.observation, deals.action_mask))
    """
    random = np.random.default_rng(generator(rng).getrandbits(128))

    def one_of(legal: NDArray[np.bool_]) -> NDArray[Any]:
        drawn: NDArray[Any] = ((1 - random.random(legal.shape, np.float32)) * legal).argmax(axis=1)
        return drawn

    # Every policy is called with both arguments.
    def choose(observation: NDArray[np.float32], action_mask: NDArray[np.bool_]) -> NDArray[Any]:  # noqa: ARG001
        chosen = one_of(action_mask.take(_KINDS, axis=1))
        sized = np.flatnonzero(chosen >= _PLAIN)
        which = chosen[sized] - _PLAIN
        chosen[sized] = _PLAIN + 4 * which + one_of(action_mask[:, _PLAIN:].reshape(-1, 3, 4)[sized, which])
        return chosen

    return choose


def threshold_policy(points: int, *, joins: bool = False) -> Policy:
    """Return a policy that looks at once, pays as little as possible with enough points, and folds with fewer.

    It never raises. Observations do not show earlier raises, so no policy can match a ``ThresholdPlayer`` that raises.

    Args:
        points: The fewest points to pay with.
        joins: Whether to join a svara.

    Raises:
        TypeError: The number of points is not whole.

    >>> from svara_eval.envs import CHOICES, Deals, threshold_policy
    >>> deals = Deals(2, rng=1)
    >>> [CHOICES[choice] for choice in threshold_policy(19)(deals.observation, deals.action_mask)]
    ['look', 'look']
    """
    least, join = (whole(points, "points") - 0.5) / 34, CHOICES.index("join" if joins else "decline")
    look, fold, call, bet = map(CHOICES.index, ("look", "fold", "call", "bet min"))

    def choose(observation: NDArray[np.float32], action_mask: NDArray[np.bool_]) -> NDArray[Any]:
        pays = np.where(action_mask[:, call], call, bet)
        chosen = np.where(observation[:, _POINTS] > least, pays, fold)
        chosen[action_mask[:, join]] = join
        chosen[action_mask[:, look]] = look
        return chosen

    return choose
