"""What no call says (docs/events.md), to Python's standard logging."""

from __future__ import annotations

import logging

#: Silent until somebody configures logging.
_logger = logging.getLogger("memfold")
_logger.addHandler(logging.NullHandler())
_LEVELS = {
    "debug": logging.DEBUG,
    "info": logging.INFO,
    "warning": logging.WARNING,
    "error": logging.ERROR,
}


def log(event: dict) -> None:
    level = _LEVELS[event["level"]]
    if _logger.isEnabledFor(level):
        fields = "".join(f" {key}={value}" for key, value in event["fields"].items())
        _logger.log(level, "%s: %s%s", event["event"], event["text"], fields, extra={"memfold": event})
