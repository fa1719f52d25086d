"""Why a call could not go on."""

from __future__ import annotations

from . import _core


class Error(Exception):
    """Of every memfold call that cannot go on. The message says what to do and never holds the
    content of a memory."""

    code = "internal"


class InvalidArgument(Error, ValueError):
    """The request cannot be used as given."""

    code = "invalid_argument"


class NotFound(Error, LookupError):
    """No such memory, user, file, decision or method."""

    code = "not_found"


class Mismatch(Error):
    """The store was made with another format, embedder or dimension."""

    code = "mismatch"


class Locked(Error):
    """Another process has the store open; or a fork uses the engine of its parent."""

    code = "locked"


class Corruption(Error):
    """Stored bytes do not verify."""

    code = "corruption"


class Io(Error, OSError):
    """The file system refused."""

    code = "io"


class Unsupported(Error):
    """Known, but not offered here."""

    code = "unsupported"


class ModelError(Error):
    """An embedder, analyst or extractor failed, or answered what it may not."""

    code = "model"


class Stopped(Error):
    """Its time was up, or it was asked to stop: what was committed stays."""

    code = "stopped"


class Closed(Error):
    """The engine was closed."""

    code = "closed"


# In the order of memfold::ErrorCode.
_core.set_error_types(
    (
        InvalidArgument,
        NotFound,
        Mismatch,
        Locked,
        Corruption,
        Io,
        Unsupported,
        ModelError,
        Stopped,
        Closed,
    )
)
