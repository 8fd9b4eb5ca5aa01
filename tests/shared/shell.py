"""Runs svara-eval: in this process, in one with another backend, and on a terminal."""

from __future__ import annotations

import os
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from subprocess import CompletedProcess
from tempfile import TemporaryFile
from typing import TYPE_CHECKING

from svara_eval._cli import main

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMAND = [sys.executable, "-m", "svara_eval"]


def svara_eval(*arguments: object, given: str | bytes = "", backend: str | None = None) -> CompletedProcess[str]:
    """Run the command in a pipe; its output must be UTF-8 whatever the locale.

    It runs in this process, which saves starting another for each case of a table. A backend is selected at import, so
    it needs a process of its own.
    """
    text = given if isinstance(given, bytes) else given.encode()
    command = [*map(str, arguments)]
    if backend is not None:
        environment = os.environ | {"PYTHONIOENCODING": "ascii", "SVARA_EVAL_BACKEND": backend}
        run = subprocess.run([*COMMAND, *command], input=text, capture_output=True, env=environment, check=False)
        return CompletedProcess(command, run.returncode, run.stdout.decode(), run.stderr.decode())
    before = sys.stdin, sys.stdout, sys.stderr
    written, said = BytesIO(), BytesIO()
    with TemporaryFile() as source:
        source.write(text)
        source.seek(0)
        sys.stdin, sys.stdout, sys.stderr = streams = [TextIOWrapper(file, "ascii") for file in (source, written, said)]
        try:
            status = main(command)
        except SystemExit as end:  # of argparse
            status = end.code
        finally:
            sys.stdin, sys.stdout, sys.stderr = before
    for stream in streams[1:]:
        stream.flush()
    return CompletedProcess(command, status, written.getvalue().decode(), said.getvalue().decode())


def drawn(command: Sequence[str], stream: str, columns: int) -> str:
    """Return what a command draws on its ``stdout`` or ``stderr``, a terminal of so many columns (POSIX only)."""
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
