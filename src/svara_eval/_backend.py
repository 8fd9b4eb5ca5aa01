"""Which scorer runs: the compiled one where it is there and fits, the reference scorer otherwise.

The environment variable ``SVARA_EVAL_BACKEND`` decides: ``auto`` (the default), ``cython`` or ``python``.
"""

from __future__ import annotations

from os import environ

from svara_eval import pure
from svara_eval._version import TABLE_DIGEST, __version__
from svara_eval.errors import BackendError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Literal

    from svara_eval.types import HandLike

_REBUILD = "install svara-eval again with a C compiler at hand, or set SVARA_EVAL_BACKEND=python"


def _choose(wanted: str) -> tuple[Literal["cython", "python"], Callable[[HandLike], int]]:
    if wanted not in ("auto", "cython", "python"):
        raise BackendError(f"SVARA_EVAL_BACKEND is {wanted!r}; it can be auto, cython or python")
    if wanted == "python":
        return "python", pure.score
    try:
        import svara_eval._fast as fast
    except ImportError as error:
        if wanted == "auto" and error.name == "svara_eval._fast" and isinstance(error, ModuleNotFoundError):
            return "python", pure.score
        raise BackendError(f"the compiled scorer can't be loaded ({error}); {_REBUILD}") from error
    if fast.VERSION != __version__ or fast.TABLE_DIGEST != TABLE_DIGEST:
        raise BackendError(
            f"the compiled scorer is of version {fast.VERSION} and table {fast.TABLE_DIGEST[:8]}, "
            f"the package of {__version__} and {TABLE_DIGEST[:8]}; {_REBUILD}"
        )
    return "cython", fast.score


#: The scorer that runs: "cython" (compiled) or "python" (the reference).
BACKEND, score = _choose(environ.get("SVARA_EVAL_BACKEND") or "auto")
