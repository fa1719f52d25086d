"""What a host may bring of its own: how models look that an engine calls."""

from __future__ import annotations

from typing import Any, Iterable, Mapping, Protocol

Fact = Mapping[str, Any]


class Embedder(Protocol):
    """Turns texts into vectors. Called from several threads."""

    name: str  #: name@version; a store remembers it
    dimension: int

    def embed(self, texts: list[str]) -> Any:
        """One row of ``dimension`` numbers a text: a numpy array, or lists."""
        ...


class Analyst(Protocol):
    """Compares two statements. Called from several threads."""

    name: str

    def compare(self, existing: dict, incoming: dict) -> Mapping[str, Any]:
        """An analysis: ``verdict`` (unrelated, link, merge, update, duplicate), ``confidence``..."""
        ...


class Extractor(Protocol):
    """Finds the facts of a message. Called from several threads."""

    name: str

    def extract(self, message: dict) -> Iterable[Fact]: ...
