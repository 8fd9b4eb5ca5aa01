"""Svara as an OpenSpiel game; importing this module registers it under the name ``python_svara``.

A game is one deal. Chance deals the hands, then the players choose from ``svara_eval.envs.CHOICES``. Player 0 sits to
the left of the dealer, who is the last player. Returns are chips. To keep games short there is always a limit, and a
tie is not played out: each player who tied gets an equal share of the pot. (The rules never split a pot, D18.)

Parameters:

- ``players``: the number of players, 2 to 10; 2 by default.
- ``ante``: the ante, which is also the minimum bet and raise; 1 by default.
- ``limit``: the highest total that a player can reach, not counting the ante; 5 by default.
- ``hands``: hands separated by slashes. If given, chance deals only these, and every deal in which no card is repeated
  is equally likely. Exhaustive algorithms such as CFR need this: there are 18 million ways to deal to two players.

>>> import pyspiel
>>> import svara_eval.envs.spiel
>>> game = pyspiel.load_game("python_svara(limit=2,hands=7c Kh Kd/As Ad Tc/8h 9d 9c)")
>>> state = game.new_initial_state()
>>> state.apply_action(0)
>>> state.apply_action(state.string_to_action("blind min"))
>>> state.information_state_string(0)
'player 0, ?: blind to 1'
>>> state.apply_action(state.string_to_action("look"))
>>> print(state)
7♣ K♥ K♦ | A♠ A♦ 10♣ | blind to 1, look
>>> state.information_state_string(1)
'player 1, A♠ A♦ 10♣: blind to 1, look'
>>> [state.action_to_string(action) for action in state.legal_actions()]
['fold', 'call']
"""

from __future__ import annotations

from itertools import chain, permutations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyspiel

from svara_eval import SvaraError, all_hands, format_hand, parse_hand
from svara_eval._arguments import whole
from svara_eval._messages import located, shown
from svara_eval.envs._episode import split_pot
from svara_eval.envs._menu import CHOICES, menu
from svara_eval.game import Action, Deal, Settings

if TYPE_CHECKING:
    from typing import Any, Final, Self

    from numpy.typing import NDArray

    from svara_eval.game.types import Hand

    class _Game:
        """OpenSpiel's Game, which has no types."""

        def __init__(self, *arguments: object) -> None: ...
        def max_game_length(self) -> int: ...

    class _State:
        """OpenSpiel's State, which has no types."""

        def __init__(self, game: object) -> None: ...
        def history(self) -> list[int]: ...

else:
    _Game, _State = pyspiel.Game, pyspiel.State

__all__ = ["SvaraGame", "SvaraObserver", "SvaraState"]

_HANDS: Final = tuple(all_hands())
_MASKS: Final = np.array([sum(1 << card for card in hand) for hand in _HANDS], np.uint32)

_GAME_TYPE: Final = pyspiel.GameType(
    short_name="python_svara",
    long_name="Svara",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=10,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={"players": 2, "ante": 1, "limit": 5, "hands": ""},
)


class _Place(NamedTuple):
    """The position of a game: its settings, the hands dealt so far, and then the deal.

    It is immutable, so all clones of a state share it; OpenSpiel would copy a deal piece by piece.
    """

    players: int
    settings: Settings
    deals: tuple[tuple[Hand, ...], ...]  # that chance chooses from; () stands for all deals
    hands: tuple[Hand, ...] = ()
    deal: Deal | None = None

    def __deepcopy__(self, memo: object) -> Self:
        return self

    @property
    def chances(self) -> int:
        """The number of times that chance decides."""
        return 1 if self.deals else self.players

    def dealt(self, outcome: int) -> _Place:
        """Return the position after a chance outcome, which is the number of a deal or of the next hand."""
        hands = self.deals[outcome] if self.deals else (*self.hands, _HANDS[outcome])
        deal = Deal(self.settings, hands, dealer=self.players - 1) if len(hands) == self.players else None
        return self._replace(hands=hands, deal=deal)


class SvaraGame(_Game):
    """The game with the given parameters; ``pyspiel.load_game`` makes it.

    Args:
        params: The parameters that the module lists, by name; the others have their defaults.

    Raises:
        SvaraError: A parameter is impossible.
        TypeError: A number is not whole.

    >>> from svara_eval.envs.spiel import SvaraGame
    >>> game = SvaraGame({"players": 3, "limit": 4})
    >>> game.num_players(), game.min_utility(), game.max_utility()
    (3, -5.0, 10.0)
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given: dict[str, Any] = {"players": 2, "ante": 1, "limit": 5, "hands": ""} | (params or {})
        players, ante, limit = whole(given["players"], "players", 2, 10), given["ante"], given["limit"]
        start = _Place(players, Settings(ante, limit=limit), _deals(given["hands"], players))
        # A blind at least doubles the last one, and a look ends the blinds. A bet or a raise adds at least the ante,
        # unless it is cut down to the limit. All other players but one can call it before the next raise, and all of
        # them can call the last one.
        blinds, raises = (limit // ante).bit_length(), -(-limit // ante)
        longest = blinds + 1 + raises * (players - 1) + 1
        info = pyspiel.GameInfo(
            num_distinct_actions=len(CHOICES),
            max_chance_outcomes=len(start.deals) or len(_HANDS),
            num_players=players,
            min_utility=float(-ante - limit),
            max_utility=float((players - 1) * (ante + limit)),
            utility_sum=0.0,
            max_game_length=longest,
        )
        super().__init__(_GAME_TYPE, info, params or {})
        self.start: Final = start

    def new_initial_state(self) -> SvaraState:
        """Return the state before the cards are dealt."""
        return SvaraState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return 1 if ``hands`` are given, otherwise the number of players."""
        return self.start.chances

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: dict[str, Any] | None = None
    ) -> SvaraObserver:
        """Return an observer of information states, the only kind that this game has.

        Args:
            iig_obs_type: The type of the observations; default: perfect recall of what one player may know.
            params: None, or no parameters.

        Raises:
            SvaraError: The type asks for anything else, or there are parameters.
        """
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=True)
        own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if params or not (own and kind.public_info and kind.perfect_recall):
            raise SvaraError("an observer sees an information state: perfect recall of what one player may know")
        return SvaraObserver(self.start.players, self.max_game_length())


class SvaraState(_State):
    """A state of the game; the base class documents its methods.

    Args:
        game: The game, whose first state it is.

    >>> from svara_eval.envs.spiel import SvaraGame
    >>> state = SvaraGame().new_initial_state()
    >>> len(state.chance_outcomes()), state.deal is None
    (4960, True)
    """

    def __init__(self, game: SvaraGame) -> None:
        super().__init__(game)
        self.place: _Place = game.start

    @property
    def deal(self) -> Deal | None:
        """The deal, which holds all cards; None until they are dealt."""
        return self.place.deal

    def current_player(self) -> int:
        if self.deal is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.deal.turn is None or self.deal.outcome else self.deal.turn

    def is_terminal(self) -> bool:
        return self.deal is not None and self.deal.outcome is not None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        taken = np.uint32(sum(1 << card for hand in self.place.hands for card in hand))
        outcomes = range(len(self.place.deals)) or np.flatnonzero(_MASKS & taken == 0).tolist()
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    def _legal_actions(self, player: int) -> list[int]:
        return [*menu(self.deal.view(player))] if self.deal else []

    def _apply_action(self, action: int) -> None:
        if self.deal is None:
            self.place = self.place.dealt(action)
        else:
            deal = self.deal.copy()
            deal.push(menu(deal.view(deal.turn))[action])
            self.place = self.place._replace(deal=deal)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return " / ".join(map(format_hand, self.place.deals[action] if self.place.deals else [_HANDS[action]]))
        return CHOICES[action]

    def returns(self) -> list[float]:
        if self.deal is None or self.deal.outcome is None:
            return [0.0] * self.place.players
        return split_pot(self.deal, self.deal.net)

    def __str__(self) -> str:
        return " | ".join([*map(format_hand, self.place.hands), _said(self.deal)])


class SvaraObserver:
    """An information state as a string and as numbers, in the form that OpenSpiel expects.

    It holds the player, their own cards once they have seen them, and every choice so far.

    Args:
        players: The number of players.
        most: The largest number of choices.

    Attributes:
        tensor: (players + 32 + most * choices,), float32, each number 0 or 1.
        dict: The parts of the tensor: "player", "cards" and "choices".

    >>> from svara_eval.envs.spiel import SvaraGame
    >>> game = SvaraGame({"hands": "7c Kh Kd/As Ad Tc"})
    >>> state, observer = game.new_initial_state(), game.make_py_observer()
    >>> state.apply_action(0)
    >>> state.apply_action(state.string_to_action("look"))
    >>> observer.set_from(state, player=1)
    >>> observer.dict["player"].tolist(), observer.dict["cards"].nonzero()[0].tolist()
    ([0.0, 1.0], [12, 29, 31])
    >>> observer.string_from(state, player=1)
    'player 1, A♠ A♦ 10♣: look'
    """

    def __init__(self, players: int, most: int) -> None:
        self.tensor: NDArray[np.float32] = np.zeros(players + 32 + most * len(CHOICES), np.float32)
        player, cards, choices = np.split(self.tensor, [players, players + 32])
        self.dict: dict[str, NDArray[np.float32]] = {
            "player": player,
            "cards": cards,
            "choices": choices.reshape(most, len(CHOICES)),
        }

    def set_from(self, state: SvaraState, player: int) -> None:
        """Fill ``tensor``, and with it the arrays of ``dict``."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        if state.deal is not None:
            self.dict["cards"][[*(state.deal.view(player).hand or ())]] = 1
            for number, choice in enumerate(state.history()[state.place.chances :]):
                self.dict["choices"][number, choice] = 1

    def string_from(self, state: SvaraState, player: int) -> str:
        """Return what the player may know, as a string."""
        hand = state.deal.view(player).hand if state.deal else None
        return f"player {player}, {format_hand(hand) if hand else '?'}: {_said(state.deal)}"


def _said(deal: Deal | None) -> str:
    """Return the actions of a deal as a string; amounts are totals."""
    return ", ".join(str(Action(action.kind, action.to)) for action in deal.actions) if deal else "dealing"


def _deals(hands: str, players: int) -> tuple[tuple[Hand, ...], ...]:
    """Return the deals of hands separated by slashes in which no card is repeated; () if there are no hands."""
    if not hands:
        return ()
    with located("hands"):
        pool = [parse_hand(hand) for hand in hands.split("/")]
    if len({*map(frozenset, pool)}) < len(pool):
        raise SvaraError(f"hands: a hand is repeated in {shown(hands)}; give each once")
    deals = tuple(deal for deal in permutations(pool, players) if len({*chain(*deal)}) == 3 * players)
    if not deals:
        raise SvaraError(f"hands: no {players} of {shown(hands)} can be dealt together; each card exists once")
    return deals


pyspiel.register_game(_GAME_TYPE, SvaraGame)
