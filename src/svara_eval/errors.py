"""The exceptions that the library raises.

Bad input raises a :class:`SvaraError`, and a broken installation a :class:`BackendError`. A value of the wrong type,
such as a float for a card or ``None`` for a hand, raises a plain :class:`TypeError`.
"""

__all__ = [
    "BackendError",
    "CardError",
    "DuplicateCardError",
    "HandSizeError",
    "HistoryError",
    "IllegalActionError",
    "SvaraError",
]


class SvaraError(ValueError):
    """Base class of the errors for bad input. Catch it where input comes from outside.

    >>> from svara_eval import score
    >>> try:
    ...     score("7c Kh 6d")
    ... except SvaraError as error:
    ...     print(error)
    position 6 of '7c Kh 6d': '6' is not in the deck; the deck is 7 to A
    """


class CardError(SvaraError):
    """A string or a number that does not name one of the 32 cards."""


class DuplicateCardError(SvaraError):
    """A card that is given twice."""


class HandSizeError(SvaraError):
    """A hand of more or fewer than three cards, a showdown of fewer than two hands, or a deck of too few cards."""


class IllegalActionError(SvaraError):
    """An action that the rules of the game do not allow now."""


class HistoryError(SvaraError):
    """A saved deal, table or view that cannot be read, or whose replay does not end in the saved state."""


class BackendError(RuntimeError):
    """The requested backend is missing, stale or unable to do what is asked.

    It reports a broken or limited installation, not bad input, so it is not a :class:`SvaraError`.
    """
