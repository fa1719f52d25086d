"""A LangGraph store that keeps every version: what is put under a key replaces the value before it, which stays in
the history, with the decision, for :meth:`Engine.history` and :meth:`Engine.undo`.

    from memfold.langgraph import MemfoldStore

    graph = builder.compile(store=MemfoldStore("agent.db"))

A namespace is a user of memfold, its labels joined by points. Nothing that is put is compared with or merged into
anything else: a key-value store gives back what was put. Searching by text needs no configuration, the built-in
models read Korean and English. Needs the package langgraph-checkpoint (``pip install memfold[langgraph]``).
"""

from __future__ import annotations

import asyncio
import json
import operator
import os
import threading
import uuid
from datetime import datetime
from typing import Any, Callable, Iterable, Iterator, Mapping, Sequence

from langgraph.store.base import (
    BaseStore,
    GetOp,
    Item,
    ListNamespacesOp,
    MatchCondition,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
    get_text_at_path,
    tokenize_path,
)

from .engine import Engine
from .errors import InvalidArgument
from .models import Embedder
from .records import MemoryRecord

class _Apart:
    """Of two values under two keys none is the other, however alike."""

    name = "apart@1"

    def compare(self, existing: dict, incoming: dict) -> dict[str, Any]:
        return {"verdict": "unrelated", "confidence": 1.0, "reasoning": "another key"}


#: Hardly anything is compared, and what is says nothing: what is put is never taken for something else.
_APART = {
    "decide.policy": "classify",
    "decide.classify.cosine_above": 1,
    "decide.judge": False,
    "decide.key_neighbours": 0,
    "decide.newest": 0,
}
#: Of a memory's metadata, a value at most; all of them at most (include/memfold/fact.h), with room for ours.
_PART_BYTES, _MOST_PARTS = 4096, 250
_MOST_CONTENT_BYTES = 64 * 1024
_PAGE = 1000

_COMPARE: Mapping[str, Callable[[Any, Any], bool]] = {
    "$eq": operator.eq,
    "$ne": operator.ne,
    "$gt": operator.gt,
    "$gte": operator.ge,
    "$lt": operator.lt,
    "$lte": operator.le,
}


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for one in value.values():
            yield from _leaves(one)
    elif isinstance(value, (list, tuple)):
        for one in value:
            yield from _leaves(one)
    elif value is not None and not isinstance(value, bool):
        yield str(value)


def _texts_at(value: Any, path: str) -> Iterable[str]:
    """What a path of LangGraph names; of the whole what it says, without keys and braces."""
    return _leaves(value) if path == "$" else get_text_at_path(value, tokenize_path(path))


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def _user(namespace: Sequence[str]) -> str:
    return ".".join(namespace)


def _metadata(key: str, value: Mapping[str, Any], indexed: bool) -> dict[str, str]:
    text = json.dumps(value)  # ASCII: a character is a byte
    parts = [text[at : at + _PART_BYTES] for at in range(0, len(text), _PART_BYTES)]
    if len(parts) > _MOST_PARTS:
        raise InvalidArgument(f"a value takes {len(text)} bytes as JSON, and may take {_MOST_PARTS * _PART_BYTES}")
    return {"key": key, "indexed": "yes" if indexed else "no", **{f"value.{n}": one for n, one in enumerate(parts)}}


def _value(metadata: Mapping[str, str]) -> dict[str, Any]:
    parts: list[str] = []
    while (part := metadata.get(f"value.{len(parts)}")) is not None:
        parts.append(part)
    return json.loads("".join(parts))


def _matches_one(given: Any, wanted: Any) -> bool:
    if not (isinstance(wanted, Mapping) and any(name.startswith("$") for name in wanted)):
        return given == wanted
    for name, value in wanted.items():
        if name not in _COMPARE:
            raise InvalidArgument(f"there is no comparison {name}, only {', '.join(_COMPARE)}")
        try:
            if not _COMPARE[name](given, value):
                return False
        except TypeError:  # a text and a number are in no order
            return False
    return True


def _matches(value: Mapping[str, Any], filter: Mapping[str, Any] | None) -> bool:
    return all(_matches_one(value.get(name), wanted) for name, wanted in (filter or {}).items())


def _fits(namespace: Sequence[str], condition: MatchCondition) -> bool:
    path = condition.path
    if len(path) > len(namespace):
        return False
    part = namespace[: len(path)] if condition.match_type == "prefix" else namespace[len(namespace) - len(path) :]
    return all(label == "*" or label == own for label, own in zip(path, part))


class MemfoldStore(BaseStore):
    """Safe from any thread. The store file is this process's own while it is open.

    ``fields``: of a value, what is searched by text, as paths of LangGraph; all of it to begin with. ``index=`` of a
    ``put`` says otherwise for one. There is no TTL.
    """

    __slots__ = ("engine", "_fields", "_ids", "_lock")

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        fields: Sequence[str] = ("$",),
        embedder: Embedder | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        self.engine = Engine(path, {**(options or {}), **_APART}, embedder=embedder, analyst=_Apart())
        self._fields = list(fields)
        #: Of each namespace that was asked for: its keys, and the memory each is.
        self._ids: dict[str, dict[str, str]] = {}
        self._lock = threading.RLock()

    def close(self) -> None:
        self.engine.close()

    def __enter__(self) -> "MemfoldStore":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- what LangGraph calls -------------------------------------------------------------------

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """One after another: a get gives what a put before it put."""
        with self._lock:
            return [self._run(op) for op in ops]

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        return await asyncio.to_thread(self.batch, list(ops))

    def _run(self, op: Op) -> Result:
        if isinstance(op, GetOp):
            return self._get(op)
        if isinstance(op, PutOp):
            return self._put(op)
        if isinstance(op, SearchOp):
            return self._search(op)
        if isinstance(op, ListNamespacesOp):
            return self._list_namespaces(op)
        raise InvalidArgument(f"there is no operation {type(op).__name__}")

    # -- each of them ---------------------------------------------------------------------------

    def _memories(self, user: str) -> Iterator[MemoryRecord]:
        cursor: str | None = ""
        while cursor is not None:
            page = self.engine.list(user, limit=_PAGE, cursor=cursor)
            yield from (memory for memory in page.memories if "key" in memory.metadata)
            cursor = page.next_cursor

    def _known(self, user: str) -> dict[str, str]:
        if user not in self._ids:
            known: dict[str, str] = {}
            for memory in self._memories(user):
                known.setdefault(memory.metadata["key"], memory.chain_id)
            self._ids[user] = known
        return self._ids[user]

    def _find(self, namespace: Sequence[str], key: str) -> MemoryRecord | None:
        user = _user(namespace)
        chain = self._known(user).get(key)
        return self.engine.current(user, chain) if chain else None

    @staticmethod
    def _fields_of(memory: MemoryRecord, namespace: tuple[str, ...]) -> dict[str, Any]:
        return {
            "namespace": namespace,
            "key": memory.metadata["key"],
            "value": _value(memory.metadata),
            "created_at": _time(memory.metadata.get("created_at") or memory.created_at),
            "updated_at": _time(memory.updated_at),
        }

    def _get(self, op: GetOp) -> Item | None:
        memory = self._find(op.namespace, op.key)
        return Item(**self._fields_of(memory, op.namespace)) if memory else None

    def _text(self, op: PutOp) -> str:
        paths = [] if op.index is False else op.index or self._fields
        text = "\n".join(line for path in paths for line in _texts_at(op.value, path)).strip() or op.key
        return text.encode()[:_MOST_CONTENT_BYTES].decode(errors="ignore")

    def _put(self, op: PutOp) -> None:
        user = _user(op.namespace)
        known = self._known(user)
        if op.value is None:
            chain = known.pop(op.key, None)
            if chain:
                self.engine.forget(user, ids=[chain])
            return
        content, metadata = self._text(op), _metadata(op.key, op.value, op.index is not False)
        before = self._find(op.namespace, op.key)
        if before is not None:
            stored = {name: text for name, text in before.metadata.items() if name != "created_at"}
            if before.content != content or stored != metadata:
                # All its keys are replaced: those of a longer value before it must not stay.
                metadata["created_at"] = before.metadata.get("created_at") or before.created_at
                self.engine.edit(user, before.id, content=content, metadata=metadata)
            return
        fact = {"user": user, "content": content, "metadata": metadata, "idempotency_key": uuid.uuid4().hex}
        decision = self.engine.fold([fact])[0]
        if decision.decision != "CREATE":  # anything else would give the key another's memory
            raise InvalidArgument(f"{op.key} was not put: {decision.reason}")
        known[op.key] = decision.memory_id

    def _namespaces(self) -> Iterator[tuple[str, ...]]:
        for user in self.engine.users():
            yield tuple(user.split("."))

    def _search(self, op: SearchOp) -> list[SearchItem]:
        wanted = op.offset + op.limit
        if op.limit < 1:
            return []
        prefix = tuple(op.namespace_prefix)
        found: list[SearchItem] = []
        for namespace in self._namespaces():
            if namespace[: len(prefix)] == prefix:
                found.extend(self._found_in(namespace, op, wanted))
        if op.query:
            found.sort(key=lambda item: -(item.score or 0))
        else:
            found.sort(key=lambda item: item.updated_at, reverse=True)
        return found[op.offset : wanted]

    def _found_in(self, namespace: tuple[str, ...], op: SearchOp, wanted: int) -> Iterator[SearchItem]:
        """The best of one namespace, at least so many if it has them."""
        user = _user(namespace)
        if not op.query:
            for memory in self._memories(user):
                fields = self._fields_of(memory, namespace)
                if _matches(fields["value"], op.filter):
                    yield SearchItem(**fields)
            return
        k = wanted
        while True:
            hits = self.engine.recall(user, op.query, k=k, where="metadata.indexed = yes", count_use=False)
            fitting = [
                SearchItem(**fields, score=hit.score)
                for hit in hits
                if _matches((fields := self._fields_of(hit.memory, namespace))["value"], op.filter)
            ]
            if len(fitting) >= wanted or len(hits) < k:
                yield from fitting[:wanted]
                return
            k *= 4

    def _list_namespaces(self, op: ListNamespacesOp) -> list[tuple[str, ...]]:
        found = {
            namespace[: op.max_depth] if op.max_depth else namespace
            for namespace in self._namespaces()
            if self._known(_user(namespace)) and all(_fits(namespace, one) for one in op.match_conditions or ())
        }
        return sorted(found)[op.offset : op.offset + op.limit]
