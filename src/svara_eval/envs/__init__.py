"""Svara for machine learning: what a learner sees, what it can choose, and the interfaces that training code expects.

The modules ``svara_v0`` (PettingZoo) and ``spiel`` (OpenSpiel) need those libraries; what is here needs only NumPy. It
also turns a trained policy back into a player of ``svara_eval.game``:

>>> from svara_eval.envs import CHOICES, chosen, menu, observe
>>> from svara_eval.game import simulate
>>> class Cheapest:
...     def act(self, view):
...         return chosen(view, min(menu(view)))
>>> simulate([Cheapest(), Cheapest()], 10, rng=1).deals
10
"""

from svara_eval.envs._menu import CHOICES, chosen, menu
from svara_eval.envs._observation import observation_size, observe

__all__ = ["CHOICES", "chosen", "menu", "observation_size", "observe"]
