"""The exceptions: everything the library raises of its own is a :class:`SvaraError`.

A value of the wrong type (a float for a card, ``None`` for a hand) is a plain :class:`TypeError`.
"""


class SvaraError(ValueError):
    """The base of every error of this library: catch it where input comes from outside.

    >>> from svara_eval import score
    >>> try:
    ...     score("7c Kh 6d")
    ... except SvaraError as error:
    ...     print(error)
    no card at position 6 of '7c Kh 6d': the deck is 7 to A, without '6'
    """


class CardError(SvaraError):
    """A text or a number that is no card of the deck of 32."""


class DuplicateCardError(SvaraError):
    """The same card in two places."""


class HandSizeError(SvaraError):
    """A hand of more or fewer than three cards, or a showdown of fewer than two hands."""


class BackendError(RuntimeError):
    """The backend asked for is missing, stale or cannot do what is asked."""


class IllegalActionError(SvaraError):
    """An action that the rules of the table do not allow at this moment."""


class HistoryError(SvaraError):
    """A saved deal that can't be read or does not replay."""
