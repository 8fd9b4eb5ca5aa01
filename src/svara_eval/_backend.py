"""Select the scorer: the compiled one if it is installed, otherwise the reference scorer.

A compiled scorer that does not match the package is refused.

The environment variable ``SVARA_EVAL_BACKEND`` decides: ``auto`` (the default), ``cython`` or ``python``. With
``SVARA_EVAL_SIMD=off`` the compiled scorer of arrays does without vector instructions.
"""

from __future__ import annotations

import sys
from os import environ

from svara_eval import pure
from svara_eval._version import DIGEST, __version__
from svara_eval.errors import BackendError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType
    from typing import Literal

    from svara_eval.types import HandLike

#: The fix to suggest when a compiled module is missing or stale.
CURE = (
    "freeze the program again, with the compiled modules of svara_eval"
    if getattr(sys, "frozen", False)
    else "with a C compiler, run pip install --force-reinstall --no-cache-dir --no-binary svara-eval svara-eval"
)


def compiled(name: str) -> ModuleType:
    """Import a compiled module.

    Raises:
        BackendError: It is missing, cannot be loaded, or was not built from the sources of this package.
    """
    try:
        module: ModuleType = __import__(f"svara_eval.{name}", fromlist=["VERSION"])
    except ImportError as error:
        raise BackendError(f"the compiled module {name} cannot be loaded ({error}); {CURE}") from error
    if module.VERSION != __version__ or module.DIGEST != DIGEST:
        raise BackendError(
            f"the compiled module {name} is stale (version {module.VERSION}, tables {module.DIGEST[:8]}; "
            f"the package has {__version__}, {DIGEST[:8]}); {CURE}"
        )
    return module


def _choose(wanted: str) -> tuple[Literal["cython", "python"], Callable[[HandLike], int]]:
    if wanted not in ("auto", "cython", "python"):
        raise BackendError(f"SVARA_EVAL_BACKEND must be auto, cython or python, not {wanted!r}")
    if wanted == "python":
        return "python", pure.score
    try:
        return "cython", compiled("_fast").score
    except BackendError as error:
        missing = error.__cause__
        if wanted == "auto" and isinstance(missing, ModuleNotFoundError) and missing.name == "svara_eval._fast":
            return "python", pure.score
        raise


#: The scorer in use: "cython" (compiled) or "python" (the reference).
BACKEND: Literal["cython", "python"]
score: Callable[[HandLike], int]
BACKEND, score = _choose(environ.get("SVARA_EVAL_BACKEND") or "auto")

#: Whether arrays may be scored with vector instructions.
SIMD = (environ.get("SVARA_EVAL_SIMD") or "auto") == "auto"
if not SIMD and environ["SVARA_EVAL_SIMD"] != "off":
    raise BackendError(f"SVARA_EVAL_SIMD must be auto or off, not {environ['SVARA_EVAL_SIMD']!r}")
