"""A game of svara-eval play at a pseudo-terminal."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys

PROMPT = "\n> "


class Terminal:
    """A game at a terminal; ``seen`` is what appeared after the last line typed, up to the next prompt or the end."""

    def __init__(self, *arguments, columns=80):
        import pty

        self._ours, theirs = pty.openpty()
        self._run = subprocess.Popen(
            [sys.executable, "-m", "svara_eval", "play", *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=os.environ | {"COLUMNS": str(columns), "PYTHONIOENCODING": "utf-8"},
        )
        os.close(theirs)
        self.transcript = ""
        self._read()

    def _read(self):
        seen = b""
        while not seen.endswith(PROMPT.encode()):
            try:
                ready, _, _ = select.select([self._ours], [], [], 60)
                part = os.read(self._ours, 65536) if ready else b""
            except OSError:  # the other side is closed
                break
            if not part:
                break
            seen += part.replace(b"\r", b"")
        self.transcript += seen.decode()
        self.seen = seen.decode().removesuffix(PROMPT)

    def type(self, line):
        """Type a line, and return what is seen then, without the echo of the line."""
        os.write(self._ours, f"{line}\n".encode())
        self._read()
        self.seen = self.seen.removeprefix(f"{line}\n")
        return self.seen

    @property
    def prompt(self):
        """The last line seen, which says what can be typed."""
        return self.seen.rpartition("\n")[2]

    def stay(self):
        """Pay the least that keeps the person in the game."""
        kind = next(kind for kind in ("look", "call", "bet", "join", "Enter") if kind in self.prompt)
        low = re.search(r"bet to (\d+)", self.prompt)
        return self.type({"bet": f"bet {low and low[1]}", "Enter": ""}.get(kind, kind))

    def leave(self):
        """Get out of the deal."""
        return self.type(next(kind for kind in ("look", "fold", "decline") if kind in self.prompt))

    def end(self):
        """The exit status."""
        self._run.wait(60)
        return self._run.returncode

    def close(self):
        self._run.kill()
        self._run.wait()
        os.close(self._ours)
