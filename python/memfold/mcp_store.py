"""The store of an MCP server: waiting for it, and following it where another process writes it."""

from __future__ import annotations

import contextlib
import os
import threading
import time
from typing import Any, Callable, List, Optional, Tuple

from .engine import Engine
from .errors import Locked

#: Seconds that a store may stay locked by the server that ends while a host starts the next one.
PATIENCE = 3.0

#: What to do where it stays locked.
SHARED = (
    ". One server writes a store: for several hosts start one with --http and give them its address, "
    "or start the others with --read-only"
)

_Files = List[Tuple[str, int, int]]


def open_store(path: str, read_only: bool) -> Engine:
    """Waits for a server that is about to end, as when a host starts the next one at once."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return Engine(path, read_only=read_only, create_if_missing=not read_only)
        except Locked:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


class Followed:
    """An engine that reads, and sees what the writer of its store committed where it only reads.

    As safe from threads as the engine.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._seen: Optional[_Files] = None
        self._one_at_a_time = threading.Lock()

    def may_wait(self) -> bool:
        """Whether to read may take long: it asks a model of the host's, or others wrote to the store meanwhile."""
        return self._engine.asks_host or self._is_behind()

    def read(self, work: Callable[[], Any]) -> Any:
        """Does it with what is in the store now. Reading that anew takes far longer than a recall: only when needed."""
        if self._is_behind():
            with self._one_at_a_time:
                files = _written(self._engine.path)
                if files != self._seen:
                    self._engine.refresh()
                    self._seen = files
        return work()

    def _is_behind(self) -> bool:
        return self._engine.read_only and _written(self._engine.path) != self._seen


def _written(path: str) -> _Files:
    """Names, sizes and times of the files that change whenever something is committed."""
    written = []
    with os.scandir(path) as files:
        for one in files:
            if one.name.endswith(".log") or one.name.startswith("MANIFEST-"):
                with contextlib.suppress(FileNotFoundError):  # the writer has just removed it
                    written.append((one.name, one.stat().st_size, one.stat().st_mtime_ns))
    return sorted(written)
