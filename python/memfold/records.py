"""What calls give: dicts with their keys as attributes too.

Times are texts in ISO 8601 (``datetime.fromisoformat`` reads them), ids texts of 32 hexadecimal
digits. The keys are those of docs/cli.md.
"""

from __future__ import annotations

from typing import Any, ClassVar, Mapping, Optional


class Record(dict):
    """A dict whose keys are attributes: ``hit.score`` is ``hit["score"]``."""

    __slots__ = ()
    _parts: ClassVar[Mapping[str, type]] = {}

    def __getattr__(self, name: str) -> Any:
        try:
            value = self[name]
        except KeyError:
            raise AttributeError(f"{type(self).__name__} has no {name!r}") from None
        part = self._parts.get(name)
        if part is None or value is None:
            return value
        return [part(item) for item in value] if isinstance(value, list) else part(value)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self})


class MemoryRecord(Record):
    """One version of a memory."""

    id: str
    user: str
    content: str
    category: str
    importance: float
    importance_tier: str
    confidence: float
    source_type: str
    source_id: str
    sources: list[str]
    thread_id: str
    session_id: str
    agent_id: str
    run_id: str
    people: list[str]
    subject: str
    entities: list[str]
    keywords: list[str]
    tags: list[str]
    metadata: dict[str, str]
    stated_at: str
    occurred_at: str
    valid_from: Optional[str]
    valid_until: Optional[str]
    created_at: str
    updated_at: str
    superseded_at: Optional[str]
    superseded_by: Optional[str]
    version: int
    previous_version_id: Optional[str]
    chain_id: str
    state: str
    ttl_policy: str
    deleted_at: Optional[str]
    __slots__ = ()


class Decision(Record):
    """What was decided about one fact, and why."""

    decision: str
    operation: str
    status: str
    user: str
    memory_id: Optional[str]
    target_memory_id: Optional[str]
    score: float
    reason: str
    verdict: Optional[str]
    confidence: float
    property_changes: list[dict[str, Any]]
    related_memory_ids: list[str]
    rivals: list[dict[str, Any]]
    review: bool
    already_folded: bool
    over_limit: bool
    backdated: bool
    decision_id: Optional[str]
    sequence: int
    at: str
    trigger: str
    __slots__ = ()


class Hit(Record):
    """A memory that answers."""

    score: float
    why: str
    reasons: dict[str, Any]
    memory: MemoryRecord
    __slots__ = ()
    _parts = {"memory": MemoryRecord}


class Page(Record):
    """Memories page by page."""

    memories: list[MemoryRecord]
    next_cursor: Optional[str]
    __slots__ = ()
    _parts = {"memories": MemoryRecord}


class Profile(Record):
    """What stands about a user, on a page."""

    pinned: list[MemoryRecord]
    preferences: list[MemoryRecord]
    tasks: list[MemoryRecord]
    coming: list[MemoryRecord]
    decisions: list[MemoryRecord]
    important: list[MemoryRecord]
    newest: list[MemoryRecord]
    is_partial: bool
    __slots__ = ()
    _parts = dict.fromkeys(
        ("pinned", "preferences", "tasks", "coming", "decisions", "important", "newest"), MemoryRecord
    )


class LogPage(Record):
    """Decisions page by page."""

    entries: list[Decision]
    next_cursor: Optional[str]
    __slots__ = ()
    _parts = {"entries": Decision}


class VersionStep(Record):
    """One version of a chain with what the step to it changed."""

    version: int
    current: bool
    operation: Optional[str]
    property_changes: list[dict[str, Any]]
    reason: str
    memory: MemoryRecord
    __slots__ = ()
    _parts = {"memory": MemoryRecord}


class Review(Record):
    """A case a person is asked about."""

    sequence: int
    at: str
    state: str
    held: bool
    fact: MemoryRecord
    target_memory_id: Optional[str]
    verdict: str
    confidence: float
    property_changes: list[dict[str, Any]]
    reasoning: str
    resolution: Optional[int]
    resolved_at: Optional[str]
    __slots__ = ()
    _parts = {"fact": MemoryRecord}


class Explanation(Record):
    """What would be decided now, with every candidate."""

    decision: Decision
    candidates: list[dict[str, Any]]
    __slots__ = ()
    _parts = {"decision": Decision}


class States(Record):
    """What a decision was about and what it changed."""

    decision: Decision
    kept: str
    fact: Optional[MemoryRecord]
    before: Optional[MemoryRecord]
    after: Optional[MemoryRecord]
    __slots__ = ()
    _parts = {
        "decision": Decision,
        "fact": MemoryRecord,
        "before": MemoryRecord,
        "after": MemoryRecord,
    }


class ForgetReport(Record):
    """What a forgetting did."""

    chains: list[dict[str, Any]]
    decisions: list[Decision]
    memories: int
    edges: int
    traces: list[str]
    __slots__ = ()
    _parts = {"decisions": Decision}


class WorkReport(Record):
    """What became of sources that waited."""

    processed: int
    extracted: int
    retried: int
    dead: int
    waiting: int
    decisions: list[Decision]
    __slots__ = ()
    _parts = {"decisions": Decision}
