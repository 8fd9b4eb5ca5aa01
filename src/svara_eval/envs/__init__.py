"""Svara for machine learning: what a learner sees, what it can choose, and the interfaces that training code expects.

The modules ``svara_v0`` (PettingZoo) and ``spiel`` (OpenSpiel) need those libraries. The names here need only NumPy.
They also turn a trained policy into a player of ``svara_eval.game``:

>>> from svara_eval.envs import CHOICES, menu, observe
>>> from svara_eval.game import Settings, simulate
>>> class Policy:
...     def act(self, view):
...         seen, choices = observe(view), menu(view)
...         return choices[min(choices)]  # a learner would weigh what it has seen
>>> simulate([Policy(), Policy()], 10, rng=1, settings=Settings(ante=1, limit=20)).deals
10
"""

from svara_eval.envs._deals import Deals
from svara_eval.envs._menu import CHOICES, menu
from svara_eval.envs._observation import FEATURES, observe
from svara_eval.envs._policies import random_policy, threshold_policy

__all__ = ["CHOICES", "FEATURES", "Deals", "menu", "observe", "random_policy", "threshold_policy"]
