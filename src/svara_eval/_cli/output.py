"""Write output: to a file that is replaced only once it is complete, to a stream in place, or as a message."""

from __future__ import annotations

import os
import stat
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, BinaryIO

from svara_eval._cli.printing import visible

if TYPE_CHECKING:
    from collections.abc import Iterator


def say(message: str) -> None:
    """Print a message to standard error, if anything can be printed there."""
    with suppress(OSError):
        print(f"svara-eval: {visible(message)}", file=sys.stderr)


@contextmanager
def replacing(path: str) -> Iterator[BinaryIO]:
    """Open a file that replaces ``path`` only once it is complete.

    An error or a signal leaves the old file alone and nothing beside it. Until it is complete only its owner can read
    the new file; then it gets the owner and the mode of the old one. Only a regular file, or a name that does not
    exist yet, is replaced: a pipe, a device or an open stream such as /dev/stdout is written in place.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with replacing(f"{folder}/points") as file:
    ...         before = os.listdir(folder) == ["points"]
    ...     before, os.listdir(folder)
    (False, ['points'])
    """
    stream = _stream(path)
    if stream is not None:
        with open(stream, "wb", closefd=False) as file:
            yield file
        return
    if not os.path.basename(path) or (os.path.exists(path) and not os.path.isfile(path)):
        with open(path, "wb") as file:
            yield file
        return
    target = os.path.realpath(path)
    part = os.path.join(os.path.dirname(target), f".svara-eval-{os.urandom(8).hex()}.part")
    with _removed_by_signals(part):
        try:
            with open(part, "xb", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
                yield file
                _take_over(file, target)
            os.replace(part, target)
        except BaseException as error:
            with suppress(OSError):
                os.unlink(part)
            if isinstance(error, OSError) and error.filename == part:
                error.filename = path  # the name that means something to the reader of the message
            raise


def _stream(path: str) -> int | None:
    """Return the descriptor that a name such as /dev/stdout or /dev/fd/3 stands for.

    Opening the name instead would truncate a log that the stream appends to.
    """
    while os.path.exists(path):
        folder, name = os.path.split(path)
        folder = os.path.realpath(folder)
        if folder in ("/dev/fd", f"/proc/{os.getpid()}/fd") and name.isdecimal():
            return int(name)
        if not os.path.islink(path):
            break
        path = os.path.join(folder, os.readlink(path))
    return None


def _take_over(file: BinaryIO, target: str) -> None:
    """Give a file the owner, group and mode of the file it will replace, or the mode of a new file."""
    if sys.platform == "win32":
        return
    try:
        old = os.stat(target)
    except FileNotFoundError:
        mask = os.umask(0o077)  # the mask can't be read without setting it
        os.umask(mask)
        os.fchmod(file.fileno(), 0o666 & ~mask)
        return
    mode = stat.S_IMODE(old.st_mode)
    for owner in (old.st_uid, -1):  # only root may give a file away; most may at least set the group
        try:
            os.fchown(file.fileno(), owner, old.st_gid)
            break
        except PermissionError:
            pass
    else:
        mode &= ~stat.S_IRWXG  # another group than before must not read it
    os.fchmod(file.fileno(), mode)


@contextmanager
def _removed_by_signals(path: str) -> Iterator[None]:
    """Remove a file if a signal ends the process meanwhile. Ctrl-C raises an exception and needs no handler."""
    import signal
    import threading  # both take a while to load

    def end(number: int, _: object) -> None:
        with suppress(OSError):
            os.unlink(path)
        signal.signal(number, signal.SIG_DFL)
        signal.raise_signal(number)

    names = ("SIGTERM", "SIGHUP", "SIGQUIT") if threading.current_thread() is threading.main_thread() else ()
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    ours = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]  # nohup ignores SIGHUP
    for number in ours:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)
