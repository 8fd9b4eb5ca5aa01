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

    On a busy machine the signal may come before the work begins or after it ends, so it is sent up to twenty times.
    """
    main = threading.main_thread().ident
    assert main is not None
    for _ in range(20):
        began = process_time()
        timer = threading.Timer(after, signal.pthread_kill, [main, signal.SIGINT])
        try:
            timer.start()
            began = process_time()
            work()
            timer.join()
            sleep(5)  # the signal ends this at the latest
        except KeyboardInterrupt:
            used = process_time() - began
            if after / 2 < used < 0.8 * whole:
                return True
    return False
