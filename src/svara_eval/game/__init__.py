"""The game: a deal of Svara as a state machine, and a table that deals svara after svara until someone wins.

>>> from svara_eval.game import Settings, Table
>>> table = Table(Settings(ante=10), stacks=[500, 500, 500])
>>> deal = table.next_deal()
>>> deal.turn, [str(option) for option in deal.legal.values()]
(1, ['look', 'blind to 10–490'])
>>> print(*deal.push("blind 20"))
seat 1 bets blind to 20
>>> deal.pot, deal.stacks, deal.turn
(50, (490, 470, 490), 2)
"""

from svara_eval.game._actions import Action, Option
from svara_eval.game._amounts import SIZES, amounts
from svara_eval.game._deal import Deal, View
from svara_eval.game._dealing import deal_hands
from svara_eval.game._events import Added, Event, Left, Sat, SatIn, SatOut, Shown, Started, Svara, Won
from svara_eval.game._players import RandomPlayer, ThresholdPlayer
from svara_eval.game._rules import PHASES
from svara_eval.game._saving import from_json, to_json
from svara_eval.game._saving.dicts import to_dict
from svara_eval.game._settings import Settings
from svara_eval.game._simulation import Simulation, simulate
from svara_eval.game._table import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from svara_eval.game._player import Player

__all__ = [
    "PHASES",
    "SIZES",
    "Action",
    "Added",
    "Deal",
    "Event",
    "Left",
    "Option",
    "Player",
    "RandomPlayer",
    "Sat",
    "SatIn",
    "SatOut",
    "Settings",
    "Shown",
    "Simulation",
    "Started",
    "Svara",
    "Table",
    "ThresholdPlayer",
    "View",
    "Won",
    "amounts",
    "deal_hands",
    "from_json",
    "simulate",
    "to_dict",
    "to_json",
]


def __getattr__(name: str) -> object:
    if name != "Player":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from svara_eval.game._player import Player

    globals()[name] = Player
    return Player


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__} - {"TYPE_CHECKING"})
