"""Runs svara-eval as a shell does."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

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


def drawn(command: Sequence[str], stream: str, columns: int) -> str:
    """What a command draws on its ``stdout`` or ``stderr`` where that is a terminal of so many columns (POSIX only)."""
    import pty

    ours, theirs = pty.openpty()
    environment = os.environ | {"TERM": "xterm", "COLUMNS": str(columns), "PYTHONIOENCODING": "utf-8"}
    with subprocess.Popen(command, **{"stdout": subprocess.DEVNULL, stream: theirs}, env=environment) as run:
        os.close(theirs)
        parts = []
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:  # how Linux says that the other side is closed
                break
            if not part:  # how macOS does
                break
            parts.append(part)
    os.close(ours)
    assert run.returncode == 0
    return b"".join(parts).decode()
