"""Fuzz the targets with atheris for some seconds in total, starting with the corpus: ``python tests/fuzz/run.py 600``.

Each target runs in a process of its own. New inputs that reach new code go to a folder beside the corpus that is not
kept; an input that fails is written to the current folder, and its name printed.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import atheris

CORPUS = Path(__file__).parent / "corpus"
SHARED = Path(__file__).parent.parent / "shared"
DICTIONARY = Path(__file__).parent / "words.dict"


def fuzz(name: str, arguments: list[str]) -> None:
    """Fuzz one target in this process, which ends with it."""
    sys.path.append(str(SHARED))
    with atheris.instrument_imports(include=["svara_eval"]):
        from targets import TARGETS
    atheris.Setup([sys.argv[0], *arguments], TARGETS[name])
    atheris.Fuzz()


def main() -> int:
    if len(sys.argv) > 2:
        fuzz(sys.argv[1], sys.argv[2:])
    folders = sorted(CORPUS.iterdir())
    seconds = int(sys.argv[1]) // len(folders)
    failed = []
    for folder in folders:
        with TemporaryDirectory() as new:
            options = (f"-max_total_time={seconds}", f"-dict={DICTIONARY}", "-timeout=10", "-print_final_stats=1")
            command = (sys.executable, __file__, folder.name, *options, "-max_len=4096", new, str(folder))
            run = subprocess.run(command, stderr=subprocess.PIPE, encoding="utf-8", errors="replace", check=False)
        executed = [line.split()[-1] for line in run.stderr.splitlines() if "number_of_executed_units" in line]
        print(
            f"{folder.name}: {executed[-1] if executed else 'no'} executions, exit status {run.returncode}", flush=True
        )
        if run.returncode:
            print(run.stderr[-4000:])
            failed.append(folder.name)
    return len(failed)


if __name__ == "__main__":
    sys.exit(main())
