"""memfold in the shape mem0's users know: switching is one import.

docs/python.md has the table of what differs. In short: no language model and no key is needed,
``add`` answers in milliseconds, history is kept for ever, and an id names a memory through all of
its versions.
"""

from __future__ import annotations

import datetime
import hashlib
import json
import os
from typing import Any, Mapping, Optional, Union

from .engine import Engine
from .errors import InvalidArgument, NotFound
from .filters import condition_of, id_text, owner_of, stored_text
from .given import CLEAR
from .records import Decision, MemoryRecord

Messages = Union[str, Mapping[str, Any], "list[Mapping[str, Any]]"]

#: Before the name of a metadatum: its value as it was stored, where that was no text; empty where a
#: text reads like something else. Beside the value, so that an update takes both or none.
_JSON_OF = "memfold.json:"
_EVENTS = {"CREATE": "ADD", "UPDATE": "UPDATE", "SKIP": "NONE", "DELETE": "DELETE"}
_UNSET: Any = object()


def _path_of(config: Any, path: Any) -> str:
    if path is not None:
        return os.fspath(path)
    if isinstance(config, (str, os.PathLike)):
        return os.fspath(config)
    if isinstance(config, Mapping):
        stores = config.get("vector_store") or {}
        found = config.get("path") or (stores.get("config") or {}).get("path")
        if found:
            return os.fspath(found)
    return os.environ.get("MEMFOLD_DB") or os.path.join(os.path.expanduser("~"), ".memfold", "memory.db")


def now_text() -> str:
    return datetime.datetime.now(datetime.timezone.utc).isoformat()


def _time_of(expiration_date: Any) -> Any:
    """A date as mem0 takes it: what is said expires when that day is over."""
    if expiration_date is None:
        return None
    day = expiration_date
    if isinstance(day, datetime.datetime):
        day = day.date()
    if isinstance(day, str):
        try:
            day = datetime.date.fromisoformat(day)
        except ValueError:
            raise ValueError("expiration_date must be a date like 2026-05-01") from None
    return (day + datetime.timedelta(days=1)).isoformat()


def _date_of(valid_until: str) -> str:
    """The date that _time_of() made this of; a moment that is none stays as it is."""
    moment = datetime.datetime.fromisoformat(valid_until)
    if moment.time() != datetime.time():
        return valid_until
    return (moment.date() - datetime.timedelta(days=1)).isoformat()


def _stored(metadata: Mapping[str, Any] | None) -> dict[str, str]:
    texts: dict[str, str] = {}
    for key, value in (metadata or {}).items():
        if value is None:
            continue
        name, text = str(key), stored_text(value)
        texts[name] = text
        if not isinstance(value, str):
            texts[_JSON_OF + name] = text
        elif _JSON_OF + name not in texts and _reads_as_json(text):
            texts[_JSON_OF + name] = ""
    return texts


def _reads_as_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def _given(metadata: Mapping[str, str]) -> dict[str, Any]:
    given: dict[str, Any] = {}
    for key, text in metadata.items():
        if key.startswith(_JSON_OF):
            continue
        is_json = metadata.get(_JSON_OF + key) == text and _reads_as_json(text)
        given[key] = json.loads(text) if is_json else text
    return given


def _id_of(memory: MemoryRecord) -> str:
    """Stable over versions, and enough to find it again: its chain and its owner."""
    return f"{memory.chain_id}:{memory.user}"


def _parts_of(memory_id: str) -> tuple[str, str]:
    """Owner and chain. Of what is no id: a chain nobody has."""
    chain, _, user = str(memory_id).partition(":")
    is_id = len(chain) == 32 and all(digit in "0123456789abcdef" for digit in chain)
    return (user, chain) if user and is_id else ("-", "f" * 32)


def _item(memory: MemoryRecord, **more: Any) -> dict[str, Any]:
    item: dict[str, Any] = {
        "id": _id_of(memory),
        "memory": memory.content,
        "hash": hashlib.md5(memory.content.encode(), usedforsecurity=False).hexdigest(),
        "created_at": memory.created_at,
        "updated_at": memory.updated_at,
    }
    item.update(more)
    user = memory.user
    if not user.startswith(("agent:", "run:")):
        item["user_id"] = user
    for key in ("agent_id", "run_id"):
        if memory[key]:
            item[key] = memory[key]
    if memory.valid_until:
        item["expiration_date"] = _date_of(memory.valid_until)
    metadata = _given(memory.metadata)
    if metadata:
        item["metadata"] = metadata
    return item


class _NoSuchMemory(NotFound, ValueError):
    """As mem0 has it, a ValueError too."""


class Memory:
    """``add``, ``search``, ``get_all``, ``get``, ``update``, ``delete``, ``history``, ``reset``.

    ``Memory("notes.db")``, or a config with ``path``; without either ``$MEMFOLD_DB`` or
    ``~/.memfold/memory.db``. :attr:`engine` is the engine behind it, with all it can do.
    """

    def __init__(self, config: Any = None, *, path: Any = None, engine: Engine | None = None) -> None:
        if engine is None:
            where = _path_of(config, path)
            os.makedirs(os.path.dirname(where) or ".", exist_ok=True)
            engine = Engine(where)
        self.engine = engine

    @classmethod
    def from_config(cls, config_dict: Mapping[str, Any]) -> "Memory":
        return cls(config_dict)

    def close(self) -> None:
        self.engine.close()

    def __enter__(self) -> "Memory":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- writing ------------------------------------------------------------------------------

    def add(
        self,
        messages: Messages,
        *,
        user_id: Optional[str] = None,
        agent_id: Optional[str] = None,
        run_id: Optional[str] = None,
        metadata: Optional[Mapping[str, Any]] = None,
        timestamp: Any = None,
        expiration_date: Any = None,
        infer: bool = True,
    ) -> dict[str, Any]:
        """Folds what the messages say. With ``infer=False`` each message is kept as it is.

        A statement is taken as said at ``timestamp``, or now. Of a conversation the built-in extractor takes what is worth keeping; a text given alone was
        given to be kept, and is kept whole where it finds nothing in it.
        ``{"results": [{"id", "memory", "event", ...}]}``: ``ADD``, ``UPDATE`` with
        ``previous_memory``, or ``NONE`` where it was known.
        """
        user = owner_of(user_id, agent_id, run_id)
        common = {
            "user": user,
            "agent_id": id_text(agent_id),
            "run_id": id_text(run_id),
            "metadata": _stored(metadata),
            "valid_until": _time_of(expiration_date),
            # When it was said tells what is said again from a call made twice.
            "stated_at": timestamp or now_text(),
        }
        said = {key: value for key, value in common.items() if value}
        decisions = self.engine.fold([{**one, **said} for one in self._facts(messages, user, infer)])
        results = [self._result(decision) for decision in decisions]
        if results and all(one["event"] == "ERROR" for one in results):
            raise InvalidArgument(results[0]["error"])
        return {"results": results}

    def _facts(self, messages: Messages, user: str, infer: bool) -> list[dict[str, Any]]:
        is_text = isinstance(messages, str)
        if is_text:
            messages = [{"role": "user", "content": messages}]
        elif isinstance(messages, Mapping):
            messages = [messages]
        if not isinstance(messages, list):
            raise InvalidArgument("messages must be a text, a message or a list of messages")
        said = []
        for one in messages:
            content = one.get("content") if isinstance(one, Mapping) else None
            if isinstance(content, list):  # parts: what is no text says nothing here
                content = "\n".join(part.get("text", "") for part in content if part.get("type") == "text")
            if content is None and isinstance(one, Mapping) and "content" in one:
                continue  # a call of a tool says nothing
            if not isinstance(content, str):
                raise InvalidArgument("each message needs content, a text")
            if content.strip() and one.get("role") != "system":
                said.append({"role": str(one.get("name") or one.get("role") or "user"), "content": content})
        if not infer or not said:
            return [{"content": one["content"]} for one in said]
        lines = "\n".join(json.dumps(one, ensure_ascii=False) for one in said)
        found = self.engine.extract(lines, form="conversation", user=user)
        if is_text and not found:
            return [{"content": one["content"]} for one in said]
        # Who is told by name here is the role, and a list of messages is no source of its own: what is said
        # again is news.
        of_source = ("people", "source_id", "thread_id", "idempotency_key")
        return [{key: value for key, value in fact.items() if key not in of_source} for fact in found]

    def _result(self, decision: Decision) -> dict[str, Any]:
        if decision.status == "error":
            return {"id": None, "memory": "", "event": "ERROR", "error": decision.reason}
        memory = self.engine.get(decision.user, decision.memory_id) if decision.memory_id else None
        if memory is None:
            return {"id": None, "memory": "", "event": "NONE"}
        event = "NONE" if decision.already_folded else _EVENTS[decision.decision]
        result = {"id": _id_of(memory), "memory": memory.content, "event": event}
        if event == "UPDATE":
            before = self.engine.states(decision.user, decision.sequence).before
            if before is not None:
                result["previous_memory"] = before.content
        return result

    def update(
        self,
        memory_id: str,
        text: Optional[str] = None,
        metadata: Optional[Mapping[str, Any]] = None,
        expiration_date: Any = _UNSET,
        data: Optional[str] = None,
    ) -> dict[str, str]:
        """Changes a memory by hand; what it said before stays in its history."""
        user, chain = _parts_of(memory_id)
        text = data if text is None else text
        changes: dict[str, Any] = {}
        if text is not None:
            changes["content"] = text
        if metadata is not None:
            changes["metadata"] = _stored({**_given(self._current(user, chain).metadata), **metadata})
        if expiration_date is not _UNSET:
            changes["valid_until"] = CLEAR if expiration_date is None else _time_of(expiration_date)
        if not changes:
            raise ValueError("at least one of text, metadata and expiration_date must be given")
        if text is not None and text == self._current(user, chain).content:
            changes.pop("content")
        self._current(user, chain)
        if changes:
            self.engine.edit(user, chain, **changes)
        return {"message": "Memory updated successfully!"}

    def delete(self, memory_id: str) -> dict[str, str]:
        """Hides a memory; ``engine.restore`` brings it back, ``engine.purge`` erases it."""
        user, chain = _parts_of(memory_id)
        self._current(user, chain)
        self.engine.forget(user, ids=[chain])
        return {"message": "Memory deleted successfully!"}

    def delete_all(
        self, user_id: Optional[str] = None, agent_id: Optional[str] = None, run_id: Optional[str] = None
    ) -> dict[str, str]:
        user = owner_of(user_id, agent_id, run_id)
        scope = {"agent_id": id_text(agent_id), "run_id": id_text(run_id)}
        condition = condition_of({key: value for key, value in scope.items() if value})
        which = {"condition": condition} if condition else {"everything": True}
        if self.engine.find_forgettable(user, **which):
            self.engine.forget(user, **which)
        return {"message": "Memories deleted successfully!"}

    def reset(self) -> None:
        """Erases everything of everyone, for good."""
        for user in self.engine.users():
            self.engine.forget(user, everything=True, erasure="hard")

    # -- asking -------------------------------------------------------------------------------

    def search(
        self,
        query: str,
        *,
        top_k: int = 20,
        filters: Optional[Mapping[str, Any]] = None,
        threshold: float = 0.1,
        rerank: bool = False,
        explain: bool = False,
        show_expired: bool = False,
        **others: Any,
    ) -> dict[str, Any]:
        """``{"results": [...]}``, best first. ``rerank`` changes nothing: there is one ranking."""
        user, where = self._scope(filters, show_expired, others, "search")
        if not isinstance(query, str) or not query.strip():
            raise ValueError("query must be a text that is not empty")
        hits = self.engine.recall(user, query.strip(), k=top_k, threshold=threshold, where=where)
        return {
            "results": [
                _item(hit.memory, score=hit.score, **({"score_details": {**hit.reasons, "why": hit.why}} if explain else {}))
                for hit in hits
            ]
        }

    def get_all(
        self,
        *,
        filters: Optional[Mapping[str, Any]] = None,
        top_k: int = 20,
        show_expired: bool = False,
        **others: Any,
    ) -> dict[str, Any]:
        user, where = self._scope(filters, show_expired, others, "get_all")
        found = []
        for memory in self.engine.memories(user, where=where):
            if len(found) >= top_k:
                break
            found.append(_item(memory))
        return {"results": found}

    def get(self, memory_id: str) -> Optional[dict[str, Any]]:
        user, chain = _parts_of(memory_id)
        memory = self.engine.current(user, chain)
        return None if memory is None else _item(memory)

    def history(self, memory_id: str) -> list[dict[str, Any]]:
        """Every version, oldest first, with the reason of each."""
        user, chain = _parts_of(memory_id)
        steps: list[dict[str, Any]] = []
        before: Optional[str] = None
        for step in self.engine.history(user, chain):
            steps.append(
                {
                    "id": step.memory.id,
                    "memory_id": memory_id,
                    "old_memory": before,
                    "new_memory": step.memory.content,
                    "event": "ADD" if before is None else "UPDATE",
                    "created_at": step.memory.created_at,
                    "updated_at": step.memory.updated_at,
                    "is_deleted": step.memory.deleted_at is not None,
                    "reason": step.reason,
                }
            )
            before = step.memory.content
        return steps

    def _current(self, user: str, chain: str) -> MemoryRecord:
        memory = self.engine.current(user, chain)
        if memory is None:
            raise _NoSuchMemory(f"there is no memory {chain}")
        return memory

    @staticmethod
    def _scope(
        filters: Optional[Mapping[str, Any]], show_expired: bool, others: Mapping[str, Any], method: str
    ) -> tuple[str, dict[str, Any]]:
        if others:
            names = ", ".join(others)
            raise ValueError(f"{method}() takes no {names}; whose memories goes into filters, as {{'user_id': 'mina'}}")
        filters = filters or {}
        user = owner_of(filters.get("user_id"), filters.get("agent_id"), filters.get("run_id"))
        return user, {"condition": condition_of(filters), "include_expired": show_expired}
