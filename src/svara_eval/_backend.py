"""Which scorer runs: the compiled one where it is there and fits, the reference scorer otherwise.

The environment variable ``SVARA_EVAL_BACKEND`` decides: ``auto`` (the default), ``cython`` or ``python``.
"""

from __future__ import annotations

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

#: What helps where a compiled module is missing or does not fit.
CURE = "install svara-eval again with a C compiler at hand"


def compiled(name: str) -> ModuleType:
    """The compiled module of that name.

    Raises:
        BackendError: it is not there, can't be loaded, or was built for another version or from another table.
    """
    try:
        module: ModuleType = __import__(f"svara_eval.{name}", fromlist=["VERSION"])
    except ImportError as error:
        raise BackendError(f"the compiled module {name} can't be loaded ({error}); {CURE}") from error
    if module.VERSION != __version__ or module.DIGEST != DIGEST:
        raise BackendError(
            f"the compiled module {name} is of version {module.VERSION} and table {module.DIGEST[:8]}, "
            f"the package of {__version__} and {DIGEST[:8]}; {CURE}"
        )
    return module


def _choose(wanted: str) -> tuple[Literal["cython", "python"], Callable[[HandLike], int]]:
    if wanted not in ("auto", "cython", "python"):
        raise BackendError(f"SVARA_EVAL_BACKEND is {wanted!r}; it can be auto, cython or python")
    if wanted == "python":
        return "python", pure.score
    try:
        return "cython", compiled("_fast").score
    except BackendError as error:
        missing = error.__cause__
        if wanted == "auto" and isinstance(missing, ModuleNotFoundError) and missing.name == "svara_eval._fast":
            return "python", pure.score
        raise


#: The scorer that runs: "cython" (compiled) or "python" (the reference).
BACKEND, score = _choose(environ.get("SVARA_EVAL_BACKEND") or "auto")
