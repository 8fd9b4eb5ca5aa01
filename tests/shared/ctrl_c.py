"""Ctrl-C while compiled code runs."""

from __future__ import annotations

import signal
import threading
from time import process_time, sleep
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def ends_early(work: Callable[[], object], whole: float, after: float = 0.01) -> bool:
    """Whether Ctrl-C ends work well before the processor time that it takes as a whole.

    The signal is sent once the work has used some processor time, however long that takes on a busy machine. There the
    work may also end before the signal is sent, so it is tried up to five times.
    """
    main = threading.main_thread().ident
    assert main is not None
    for _ in range(5):
        done = threading.Event()
        began = process_time()

        def interrupt(done: threading.Event = done, began: float = began) -> None:
            while process_time() - began < after:
                if done.wait(0.001):
                    return
            signal.pthread_kill(main, signal.SIGINT)

        watcher = threading.Thread(target=interrupt)
        try:
            watcher.start()
            work()
            done.set()
            watcher.join()
            sleep(0.1)  # a signal that was sent too late arrives here
        except KeyboardInterrupt:
            if process_time() - began < 0.8 * whole:
                return True
    return False
