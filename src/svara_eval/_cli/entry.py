"""The entry point of every command: its streams, its errors and its exit status."""

from __future__ import annotations

import codecs
import io
import os
import sys
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING

from svara_eval import BackendError, SvaraError
from svara_eval._cli.output import say
from svara_eval._cli.parser import parsed

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``svara-eval``.

    Args:
        arguments: The command and its options; by default the arguments of the process.

    Returns:
        The exit status: 0, 2 after an error, 130 after Ctrl-C, 141 when the reader of the output has closed it.
    """
    if sys.stderr is None:  # 2>&-: print() would write messages to the standard output instead
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115  # open until the process ends
    codecs.register_error("suits in letters", _suits_in_letters)
    for stream, errors in ((sys.stdout, "surrogateescape"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            if stream.isatty() and codecs.lookup(stream.encoding).name != "utf-8":  # an old terminal shows only its own
                stream.reconfigure(errors="suits in letters", newline="\n")
            else:
                stream.reconfigure(encoding="utf-8", errors=errors, newline="\n")
    if sys.stdout is None:
        say("standard output is closed")
        return 2
    try:
        options = parsed(arguments)
        import_module(f"svara_eval._cli.{options.command}").run(options)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has had enough, like head; the flush at exit must not fail again
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except KeyboardInterrupt:
        return 130
    except MemoryError:
        say("there is not enough memory for this")
        return 2
    except (SvaraError, BackendError, OSError) as error:
        with suppress(OSError, AttributeError):
            sys.stdout.flush()  # the lines before the error
        say(_reason(error) if isinstance(error, OSError) else str(error))
        return 2
    return 0


def _suits_in_letters(error: UnicodeError) -> tuple[str, int]:
    """Write what a terminal cannot show: a suit as its letter, a dash or a quote in ASCII, the rest as escapes."""
    assert isinstance(error, UnicodeEncodeError)
    missing = error.object[error.start : error.end].translate(str.maketrans("♣♦♥♠–„“", 'cdhs-""'))
    return missing.encode("ascii", "backslashreplace").decode(), error.end


def _reason(error: OSError) -> str:
    reason = error.strerror or str(error)
    return reason if error.filename is None else f"{error.filename!r}: {reason}"
