"""Svara as a PettingZoo environment, in which the agents act in turn (AEC).

An episode is a deal, played until somebody has won it, svaras included. Rewards are chips, all given at the end: what
each agent won or lost, antes and fees included. They add up to 0.

>>> from svara_eval.envs import svara_v0
>>> env = svara_v0.env(players=2, render_mode="ansi")
>>> env.reset(seed=2)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     env.step(None if termination else int(observation["action_mask"].argmax()))  # the first legal choice
>>> print(env.render())
seat 0 deals to seats 1 and 0, who pay 1 each
seat 1 looks
seat 1 folds
seat 0 takes the pot of 2; everyone else folded
"""

from __future__ import annotations

from operator import index
from random import Random
from typing import TYPE_CHECKING

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper, TerminateIllegalWrapper

from svara_eval import IllegalActionError, SvaraError
from svara_eval._arguments import generator, whole
from svara_eval._messages import shown
from svara_eval.envs._episode import conditions, split_pot
from svara_eval.envs._menu import CHOICES, menu
from svara_eval.envs._observation import observe
from svara_eval.game import Settings, Svara, Table, Won

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any, ClassVar, Literal, TypeAlias, TypeGuard

    from numpy.typing import NDArray

    from svara_eval.game import Deal

    Observation: TypeAlias = dict[str, NDArray[Any]]

    class _Env:
        """PettingZoo's AECEnv, whose types are not published."""

        infos: dict[str, dict[str, Any]]

        def agent_iter(self, max_iter: int = ...) -> Iterator[str]: ...
        def last(self, observe: bool = ...) -> tuple[Observation, float, bool, bool, dict[str, Any]]: ...
        def _was_dead_step(self, action: int | None) -> None: ...
        def _accumulate_rewards(self) -> None: ...

    class _Wrapper:
        """PettingZoo's TerminateIllegalWrapper, likewise."""

        unwrapped: Any

        def __init__(self, env: _Env, illegal_reward: float) -> None: ...
        def step(self, action: int | None) -> None: ...

else:
    _Wrapper = TerminateIllegalWrapper
    _Env = AECEnv[str, "Observation", int]

__all__ = ["env", "raw_env"]


def env(players: int = 3, **options: Any) -> OrderEnforcingWrapper:
    """Return the environment in PettingZoo's standard wrappers; the arguments are those of ``raw_env``.

    An illegal choice ends the episode and costs the agent the ante and the stake, the most that a deal without a svara
    can cost. So does anything else that is not a legal choice: a number outside the action space, or None.

    Raises:
        SvaraError, TypeError: The same errors as ``raw_env``.

    >>> from svara_eval.envs import CHOICES, svara_v0
    >>> env = svara_v0.env(players=2)
    >>> env.reset(seed=2)
    >>> env.agent_selection, [CHOICES[number] for number in env.observe("player_1")["action_mask"].nonzero()[0]]
    ('player_1', ['look', 'blind min', 'blind pot', 'blind max'])
    >>> env.step(CHOICES.index("fold"))
    >>> env.rewards  # the ante of 1 and the limit of 20
    {'player_0': 0, 'player_1': -21.0}
    """
    raw = raw_env(players, **options)
    checked: Any = _Penalty(raw, illegal_reward=-raw.table.settings.ante - raw.stake)
    return OrderEnforcingWrapper(checked)


class _Penalty(_Wrapper):
    """PettingZoo's penalty for an illegal choice, also for what is not the number of a choice."""

    def step(self, action: int | None) -> None:
        raw = self.unwrapped
        if not raw.terminations[raw.agent_selection] and not raw._is_legal(action):
            action = next(number for number in range(len(CHOICES)) if not raw._is_legal(number))  # one the mask has
        super().step(action)


class raw_env(_Env):  # noqa: N801  # the name that PettingZoo gives it
    """The environment without wrappers, in which an illegal choice raises an error.

    The agents are "player_0", "player_1" and so on, one for each seat. An observation is a dict of two arrays:

    - "observation": the numbers of ``svara_eval.envs.observe``, float32 from 0 to 1;
    - "action_mask": 1 for each of ``svara_eval.envs.CHOICES`` that is legal, else 0; int8. All 0 when it is not the
      agent's turn.

    An action is the number of a choice. For each episode, the dealer is drawn at random and the stacks are reset.

    Args:
        players: The number of players, 2 to 10.
        settings: The table's settings; default: an ante of 1 and a limit of 20, so that rewards are in antes.
        stacks: The chips of each seat before every episode, more than the ante; None for a table without stacks.
        svara: "played" plays every svara, as the rules require (D18). "split" ends the episode at a tie instead, and
            gives each player who tied an equal share of the pot: a shortcut for training, with shorter episodes.
        render_mode: "human" prints the deal after every step; "ansi" makes ``render`` return it as a string. Both show
            what everyone at the table sees.

    Raises:
        SvaraError: The number of players or a stack is impossible, nothing bounds the bets, or ``svara`` is neither
            "played" nor "split".
        TypeError: A number is not whole, or the settings are not Settings.

    Attributes:
        table: The table at which the episode is played. It knows all cards.
        stake: The highest total that a player can reach: the limit, or the second largest stack if that is less.

    >>> from svara_eval.envs import svara_v0
    >>> env = svara_v0.raw_env(players=2)
    >>> env.reset(seed=2)
    >>> env.step(1)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    svara_eval.errors.IllegalActionError: 1 is not legal; player_1 can choose 0 (look), 5 (blind min), ...
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "svara_v0",
        "render_modes": ["human", "ansi"],
        "render_fps": 1,
        "is_parallelizable": False,
    }
    table: Table

    def __init__(
        self,
        players: int = 3,
        *,
        settings: Settings | None = None,
        stacks: Iterable[int] | None = None,
        svara: Literal["played", "split"] = "played",
        render_mode: Literal["human", "ansi"] | None = None,
    ) -> None:
        super().__init__()
        begin = conditions(players, settings, stacks, svara)
        self._settings, seats, self._stacks = begin.settings, begin.seats, begin.stacks
        self._ends = (Won, Svara) if begin.split else (Won,)
        self.stake: int = begin.stake
        self.table = Table(self._settings, seats=seats, stacks=self._stacks)
        self.render_mode: str | None = render_mode
        self._rng = Random()
        self.possible_agents: list[str] = [f"player_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self.agent_selection: str = self.possible_agents[0]
        self.observation_spaces: dict[str, Dict] = {
            agent: Dict(
                {
                    "observation": Box(0, 1, (41 + 6 * seats,), np.float32),
                    "action_mask": Box(0, 1, (len(CHOICES),), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces: dict[str, Discrete] = {agent: Discrete(len(CHOICES)) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return the space of an agent's actions: the numbers of all choices."""
        return self.action_spaces[agent]

    # PettingZoo names the arguments.
    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin an episode. With a seed, the episodes from here on can be repeated. There are no options."""
        if seed is not None:
            self._rng = generator(seed)
        self.agents = self.possible_agents.copy()
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.truncations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        dealer = self._rng.randrange(len(self.agents))
        self.table = Table(self._settings, seats=len(self.agents), stacks=self._stacks, dealer=dealer)
        self._go_on(self.table.next_deal(self._rng))

    def observe(self, agent: str) -> Observation:
        """Return what the agent sees, and what it can choose."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(len(CHOICES), np.int8)
        if seat == self._deal.turn:
            mask[[*self._menu]] = 1
        return {"observation": observe(self._deal.view(seat)), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take the action chosen by the agent whose turn it is; None for an agent whose episode is over.

        Raises:
            IllegalActionError: The choice is not legal now. The episode is unchanged.
            ValueError: The agent's episode is over, and the action is not None.
        """
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if not self._is_legal(action):
            legal = ", ".join(f"{number} ({CHOICES[number]})" for number in self._menu)
            raise IllegalActionError(f"{shown(action)} is not legal; {self.agent_selection} can choose {legal}")
        self._deal.push(self._menu[index(action)])
        self._go_on(self._deal)
        if self.render_mode == "human":
            self.render()

    def _is_legal(self, action: object) -> TypeGuard[int]:
        """Return whether an action is the number of a choice that the agent whose turn it is has now."""
        try:
            return whole(action, "action") in self._menu
        except TypeError:
            return False

    @property
    def _deal(self) -> Deal:
        if self.table.deal is None:
            raise SvaraError("no episode has begun; call reset() first")
        return self.table.deal

    def _go_on(self, deal: Deal) -> None:
        """Deal any pending svara, then pass the turn on, or give the rewards if the episode is over."""
        while deal.turn is None and not isinstance(deal.outcome, self._ends):
            deal = self.table.next_deal(self._rng)
        if deal.turn is None or isinstance(deal.outcome, self._ends):
            self.rewards = dict(zip(self.agents, split_pot(deal, self.table.net), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._menu = {}
            self._accumulate_rewards()
        else:
            self.agent_selection = self.possible_agents[deal.turn]
            self._menu = menu(deal.view(deal.turn))

    def render(self) -> str | None:
        """Print the deal ("human") or return it as a string ("ansi"): all that has happened, and whose turn it is."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() does nothing; make the environment with a render_mode, 'human' or 'ansi'")
            return None
        text = "\n".join(map(str, self._deal.events))
        if self._deal.turn is not None:
            legal = ", ".join(map(str, self._deal.legal.values()))
            text += f"\npot {self._deal.pot}; seat {self._deal.turn} can {legal}"
        if self.render_mode == "ansi":
            return text
        print(text, end="\n\n")
        return None

    def close(self) -> None:
        """Do nothing; the environment holds nothing open."""
