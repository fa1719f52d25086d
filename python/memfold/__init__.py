"""memfold folds new facts into what is already known about a user.

    import memfold

    with memfold.Engine("notes.db") as engine:
        engine.fold(["The release is on 3 April.", "The release moved to 7 April."], user="mina")
        for hit in engine.recall("mina", "when is the release?"):
            print(hit.score, hit.memory.content)

``memfold.Memory`` has the shape mem0's users know; ``memfold.aio`` both for asyncio.
"""

from . import errors
from ._core import version as __version__
from .engine import Engine
from .given import CLEAR
from .errors import (
    Closed,
    Corruption,
    Error,
    InvalidArgument,
    Io,
    Locked,
    Mismatch,
    ModelError,
    NotFound,
    Stopped,
    Unsupported,
)
from .memory import Memory
from .models import Analyst, Embedder, Extractor
from .records import Decision, Hit, MemoryRecord, Record

__all__ = [
    "CLEAR",
    "Analyst",
    "Closed",
    "Corruption",
    "Decision",
    "Embedder",
    "Engine",
    "Error",
    "Extractor",
    "Hit",
    "InvalidArgument",
    "Io",
    "Locked",
    "Memory",
    "MemoryRecord",
    "Mismatch",
    "ModelError",
    "NotFound",
    "Record",
    "Stopped",
    "Unsupported",
    "__version__",
    "errors",
]
