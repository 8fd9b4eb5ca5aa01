"""Runs svara-eval as a shell does."""

from __future__ import annotations

import os
import subprocess
import sys

COMMAND = [sys.executable, "-m", "svara_eval"]


def svara_eval(
    *arguments: object, given: str | bytes = "", backend: str = os.environ.get("SVARA_EVAL_BACKEND", "auto")
) -> subprocess.CompletedProcess[str]:
    """Run the command in a pipe; its output must be UTF-8 whatever the locale."""
    run = subprocess.run(
        [*COMMAND, *arguments],
        input=given if isinstance(given, bytes) else given.encode(),
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "ascii", "SVARA_EVAL_BACKEND": backend},
        check=False,
    )
    return subprocess.CompletedProcess(run.args, run.returncode, run.stdout.decode(), run.stderr.decode())
