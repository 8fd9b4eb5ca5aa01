"""The sentences of the library in each of its languages: one module per language, all with the same names and keys.

Nothing here is loaded before a sentence is asked for.
"""

from __future__ import annotations

from svara_eval._messages import shown
from svara_eval.errors import SvaraError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, Protocol

    from svara_eval.types import Kind, Language

    class Words(Protocol):
        """The tables that the module of each language contains."""

        KINDS: dict[Kind, str]
        RULES: dict[str, str]
        SENTENCES: dict[str, str]
        TYPED: dict[str, str]


LANGUAGES: Final[tuple[Language, ...]] = ("en", "bg")


def words_in(language: str) -> Words:
    """Return the words of a language.

    Raises:
        SvaraError: The library does not speak the language.

    >>> words_in("en").KINDS["aces"], words_in("bg").KINDS["aces"]
    ('aces', 'аса')
    >>> words_in("fr")
    Traceback (most recent call last):
    svara_eval.errors.SvaraError: language must be 'en' or 'bg', not 'fr'
    """
    from svara_eval._language import bg, en

    words: dict[str, Words] = {"en": en, "bg": bg}
    if not isinstance(language, str) or language not in words:
        raise SvaraError(f"language must be {' or '.join(map(repr, LANGUAGES))}, not {shown(language)}")
    return words[language]
