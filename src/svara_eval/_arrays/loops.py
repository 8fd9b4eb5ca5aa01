"""Choose the loops that run: the compiled ones, or those of ``plain``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from svara_eval._arrays import plain
from svara_eval._backend import BACKEND, SIMD, compiled

if TYPE_CHECKING:
    from svara_eval.types import ScoreCards

#: The loops over lists, NumPy text and card numbers: ``_columns`` or ``plain``.
rows: Any = compiled("_arrays._columns") if BACKEND == "cython" else plain
#: The columns of Arrow: ``_arrow``, or None where other libraries convert them to Python objects.
arrow: Any = compiled("_arrays._arrow") if BACKEND == "cython" else None
#: Whether arrays of bytes are scored with AVX2.
AVX2: bool = BACKEND == "cython" and rows.choose_avx2(SIMD)

#: Scores hands given as three columns of card numbers; a NumPy ufunc where the compiled modules are there.
score_cards: ScoreCards = rows.score_cards
