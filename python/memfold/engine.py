"""The engine, as Python calls it."""

from __future__ import annotations

import os
import threading
from typing import Any, Callable, Iterable, Iterator, List, Mapping, Optional, Sequence, Union

from . import _core, errors, events  # noqa: F401  (errors tells the extension its exceptions)
from .given import CLEAR, Where, facts_of, filter_of, milliseconds, request_of, rows_of
from .models import Analyst, Embedder, Extractor, Fact
from .records import (
    Decision,
    Explanation,
    ForgetReport,
    Hit,
    LogPage,
    MemoryRecord,
    Page,
    Profile,
    Record,
    Review,
    States,
    VersionStep,
    WorkReport,
)

#: Fewer than these are folded before anybody thinks of Ctrl-C.
_QUICK_FACTS = 64
Progress = Callable[[dict], Optional[bool]]


class Engine:
    """A store open for folding and asking. Safe from any thread; the GIL is free while it works.

    ``options`` are the keys of docs/config.md that concern an engine, nested or with dots, and
    ``read_only``, ``create_if_missing``, ``now``; a few may be given by name.

        with memfold.Engine("mail.db") as engine:
            engine.fold(["The release is on 3 April."], user="mina")
            engine.recall("mina", "when is the release?")[0].memory.content

    Every method raises :class:`memfold.Error` where it cannot go on. In a process forked from the
    one that opened it every call raises :class:`memfold.Locked`.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        options: Mapping[str, Any] | None = None,
        *,
        read_only: bool | None = None,
        create_if_missing: bool | None = None,
        mode: str | None = None,
        embedder: Embedder | None = None,
        analyst: Analyst | None = None,
        extractor: Extractor | None = None,
    ) -> None:
        given = {
            **(options or {}),
            **request_of(read_only=read_only, create_if_missing=create_if_missing, mode=mode),
        }
        self.path = os.fspath(path)
        #: Whether the engine was opened to read alone, beside a process that may write.
        self.read_only = bool(given.get("read_only"))
        #: Whether calls may ask models in Python, which may take their time and want a thread of their own.
        self.asks_host = any(model is not None for model in (embedder, analyst, extractor))
        self._session = _core.Session(self.path, given, embedder, analyst, extractor, events.log)

    # -- its life -----------------------------------------------------------------------------

    def close(self) -> None:
        """Lets the calls that run end, and the store go. Later calls raise Closed."""
        self._session.close()

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"memfold.Engine({self.path!r})"

    def call(self, method: str, request: Mapping[str, Any] | None = None, **extras: Any) -> dict:
        """Any method by its name, as the C library has them (docs/c.md).

        ``only``: a set of keys, of which objects in the reply have no others, at any depth; what is left out takes no
        time to make.
        """
        return self._session.call(method, request, **extras)

    def _stoppable(self, method: str, request: Mapping[str, Any], **extras: Any) -> dict:
        """A long call that Ctrl-C ends at a good place."""
        if threading.current_thread() is not threading.main_thread():
            return self.call(method, request, **extras)
        stop, done, outcome = _core.Stop(), threading.Event(), []

        def work() -> None:
            try:
                outcome.append((self.call(method, request, stop=stop, **extras), None))
            except BaseException as error:  # told to the caller below
                outcome.append((None, error))
            finally:
                done.set()

        threading.Thread(target=work, name="memfold", daemon=True).start()
        try:
            while not done.wait(0.2):
                pass
        except KeyboardInterrupt:
            stop.set()
            done.wait()
            raise
        reply, error = outcome[0]
        if error is not None:
            raise error
        return reply

    # -- folding ------------------------------------------------------------------------------

    def fold(
        self,
        facts: Union[str, Fact, Iterable[Union[str, Fact]], Any],
        *,
        user: str | None = None,
        vectors: Any = None,
        dry_run: bool = False,
        retry: bool = False,
        trigger: str = "realtime",
        checkpoint: tuple[str, str] | None = None,
        timeout: float | None = None,
    ) -> List[Decision]:
        """Decides and applies every fact; one decision a fact, durable on return.

        A fact is a dict with the keys of docs/cli.md (``content`` and ``user`` are needed) or its
        words alone; facts come as a list, any iterable, or an Arrow table with these columns.
        ``user`` is for facts without one. ``vectors``: a float32 array, one row a fact. After
        ``timeout`` seconds, and on Ctrl-C, it ends between two facts: those before it are folded,
        and the same call made again (with ``retry=True``) goes on.
        """
        name, value = checkpoint or ("", "")
        vectors = None if vectors is None else rows_of(vectors)
        request = {
            "facts": facts_of(facts, user),
            "dry_run": dry_run,
            "retry": retry,
            "trigger": trigger,
            "checkpoint_name": name,
            "checkpoint_value": value,
            "timeout_ms": milliseconds(timeout),
        }
        if len(request["facts"]) < _QUICK_FACTS:
            reply = self._session.call("fold", request, rows=vectors)
        else:
            reply = self._stoppable("fold", request, rows=vectors)
        return [Decision(one) for one in reply["decisions"]]

    def explain(self, fact: Union[str, Fact], *, user: str | None = None, vector: Any = None) -> Explanation:
        """What :meth:`fold` would decide now, with every candidate. Writes nothing."""
        rows = None if vector is None else rows_of(vector).reshape(1, -1)
        return Explanation(self.call("explain", {"fact": facts_of(fact, user)[0]}, rows=rows))

    def backfill(
        self,
        paths: Union[str, os.PathLike[str], Sequence[Union[str, os.PathLike[str]]]],
        *,
        user: str,
        since: Any = None,
        until: Any = None,
        senders: Sequence[str] = (),
        labels: Sequence[str] = (),
        sources: str = "all",
        source_type: str = "bootstrapped",
        limit: int = 0,
        chunk: int = 64,
        resume: bool = True,
        dry_run: bool = False,
        progress: Progress | None = None,
        timeout: float | None = None,
    ) -> Record:
        """Turns mailbox archives (mbox, Maildir, .eml, folders) into memories; resumable.

        ``progress`` gets figures now and then. ``False`` from it, ``timeout`` seconds and Ctrl-C
        stop at a good place, and the next run goes on from there; but for Ctrl-C, which raises,
        the report says what was done and that it was ``stopped``.
        """
        if isinstance(paths, (str, os.PathLike)):
            paths = [paths]
        request = request_of(
            user=user,
            paths=[os.fspath(path) for path in paths],
            since=since,
            until=until,
            labels=list(labels),
            sources=sources,
            source_type=source_type,
            limit=limit,
            chunk=chunk,
            resume=resume,
            dry_run=dry_run,
            timeout_ms=milliseconds(timeout),
        )
        request["from"] = list(senders)
        return Record(self._stoppable("backfill", request, progress=progress))

    def fold_file(
        self,
        path: str | os.PathLike[str],
        *,
        user: str = "",
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> Record:
        """Folds a file of facts, one JSON object a line. After ``timeout`` it ends as backfill does."""
        request = {
            "path": os.fspath(path),
            "user": user,
            "dry_run": dry_run,
            "timeout_ms": milliseconds(timeout),
        }
        return Record(self._stoppable("fold_file", request))

    # -- asking -------------------------------------------------------------------------------

    def recall(
        self,
        user: str,
        text: str = "",
        *,
        vector: Any = None,
        k: int = 10,
        threshold: float = 0.0,
        where: Where = None,
        valid_at: Any = None,
        as_of: Any = None,
        by: str = "both",
        count_use: bool = True,
    ) -> List[Hit]:
        """The ``k`` best current memories, best first."""
        request = {  # None is as good as absent
            "user": user,
            "text": text,
            "k": k,
            "threshold": threshold,
            "where": filter_of(where),
            "valid_at": valid_at,
            "as_of": as_of,
            "by": by,
            "count_use": count_use,
        }
        rows = None if vector is None else rows_of(vector).reshape(1, -1)
        return [Hit(one) for one in self._session.call("recall", request, rows=rows)["hits"]]

    def list(
        self,
        user: str,
        *,
        where: Where = None,
        newest_first: bool = True,
        limit: int = 50,
        cursor: str = "",
    ) -> Page:
        """A page of current memories; ``next_cursor`` leads to the next."""
        return Page(
            self.call(
                "list",
                request_of(
                    user=user,
                    where=filter_of(where),
                    newest_first=newest_first,
                    limit=limit,
                    cursor=cursor,
                ),
            )
        )

    def memories(self, user: str, *, where: Where = None, newest_first: bool = True) -> Iterator[MemoryRecord]:
        """Every current memory, page by page."""
        cursor: str | None = ""
        while cursor is not None:
            page = self.list(user, where=where, newest_first=newest_first, limit=500, cursor=cursor)
            yield from page.memories
            cursor = page.next_cursor

    def profile(self, user: str, *, each: int = 5) -> Profile:
        """What stands about a user, on a page: pinned, tasks, coming, decisions, important, newest."""
        return Profile(self.call("profile", {"user": user, "each": each}))

    def get(self, user: str, id: str) -> MemoryRecord | None:
        """That version alone, current or not."""
        return _memory(self.call("get", {"user": user, "id": id}))

    def current(self, user: str, id: str) -> MemoryRecord | None:
        """The current version of the chain that any of its versions names."""
        return _memory(self.call("current", {"user": user, "id": id}))

    def history(self, user: str, id: str) -> List[VersionStep]:
        """Every version of a chain, oldest first."""
        return [VersionStep(one) for one in self.call("history", {"user": user, "id": id})["versions"]]

    def as_of(self, user: str, id: str, *, system: Any = None, valid: Any = None) -> MemoryRecord | None:
        """The version that answers for a point in one or both of the two times."""
        return _memory(self.call("as_of", request_of(user=user, id=id, system=system, valid=valid)))

    def edges(self, user: str, id: str) -> Record:
        """Relations of a memory: ``edges["from"]`` and ``edges["to"]``."""
        return Record(self.call("edges", {"user": user, "id": id}))

    def stale(self, user: str) -> List[Record]:
        """Memories whose grounds were superseded or forgotten."""
        return [Record(one) for one in self.call("stale", {"user": user})["stale"]]

    def log(self, user: str, **query: Any) -> LogPage:
        """Decisions of one user, newest first; the keys of docs/c.md restrict them."""
        return LogPage(self.call("log", {"user": user, **query}))

    def log_analytics(self, user: str, **query: Any) -> Record:
        """Counts and spreads over decisions."""
        return Record(self.call("log_analytics", {"user": user, **query}))

    def states(self, user: str, sequence: int) -> States:
        """What a decision was about and what it changed."""
        return States(self.call("states", {"user": user, "sequence": sequence}))

    # -- changing -----------------------------------------------------------------------------

    def edit(
        self,
        user: str,
        id: str,
        *,
        content: str | None = None,
        category: str | None = None,
        importance: float | None = None,
        tags: Sequence[str] | None = None,
        metadata: Mapping[str, str] | None = None,
        valid_from: Any = None,
        valid_until: Any = None,
        ttl_policy: str | None = None,
    ) -> Decision:
        """Changes a memory by hand: its next version, which :meth:`undo` takes back."""
        request = request_of(
            user=user,
            id=id,
            content=content,
            category=category,
            importance=importance,
            tags=None if tags is None else [*tags],
            metadata=metadata,
            valid_from=valid_from,
            valid_until=valid_until,
            ttl_policy=ttl_policy,
        )
        request = {key: None if value is CLEAR else value for key, value in request.items()}
        return Decision(self.call("edit", request)["decision"])

    def pin(self, user: str, id: str, pinned: bool = True) -> Decision:
        """Keeps a memory for ever, or no longer."""
        return Decision(self.call("pin", {"user": user, "id": id, "pinned": pinned})["decision"])

    def find_forgettable(self, user: str, **which: Any) -> List[Record]:
        """What :meth:`forget` would forget."""
        return [Record(one) for one in self.call("find_forgettable", {"user": user, **which})["chains"]]

    def forget(self, user: str, *, erasure: str = "soft", **which: Any) -> ForgetReport:
        """Hides whole chains, or erases them (``erasure="hard"``).

        Exactly one of ``ids``, ``source_id``, ``thread_id``, ``session_id``, ``condition`` and
        ``everything=True`` says which.
        """
        return ForgetReport(self.call("forget", {"user": user, "erasure": erasure, **which}))

    def restore(self, user: str, id: str) -> Decision:
        """Makes a softly forgotten chain visible again."""
        return Decision(self.call("restore", {"user": user, "id": id})["decision"])

    def purge(self, user: str, before: Any, *, prove: bool = False) -> ForgetReport:
        """Erases what was softly forgotten before a time."""
        return ForgetReport(self.call("purge", {"user": user, "before": before, "prove": prove}))

    def undo(self, user: str, sequence: int, *, cascade: bool = False) -> List[Decision]:
        """Takes a decision back by a new one."""
        request = {"user": user, "sequence": sequence, "cascade": cascade}
        return [Decision(one) for one in self.call("undo", request)["decisions"]]

    def reviews(self, user: str, *, settled: bool = False, after: int = 0, limit: int = 50) -> List[Review]:
        """Cases a person is asked about, oldest first."""
        request = {"user": user, "settled": settled, "after": after, "limit": limit}
        return [Review(one) for one in self.call("reviews", request)["reviews"]]

    def settle_review(self, user: str, sequence: int, answer: str, *, verdict: str | None = None) -> Decision:
        """``answer``: accept, dismiss, or override with a verdict."""
        request = request_of(user=user, sequence=sequence, answer=answer, verdict=verdict)
        return Decision(self.call("settle_review", request)["decision"])

    # -- sources and the graph ----------------------------------------------------------------

    def extract(self, raw: str, *, form: str = "text_note", user: str = "", **source: Any) -> List[dict]:
        """The facts a mail, conversation or note states. Stores nothing."""
        return self.call("extract", {"raw": raw, "form": form, "user": user, **source})["facts"]

    def add_source(self, raw: str, *, form: str = "text_note", **source: Any) -> Record:
        """Stores a source as it came in; :meth:`work` makes memories of it."""
        return Record(self.call("add_source", {"raw": raw, "form": form, **source}))

    def work(self, limit: int = 0, *, owner: str = "", source: str | None = None) -> WorkReport:
        """Works waiting sources into memories and the graph: of everyone, or of one owner or source."""
        return WorkReport(self.call("work", request_of(limit=limit, owner=owner, source=source)))

    def recall_sources(self, user: str, text: str, **query: Any) -> List[Record]:
        """Sources that state what is asked for."""
        return [Record(one) for one in self.call("recall_sources", {"user": user, "text": text, **query})["hits"]]

    def recall_stories(self, user: str, text: str, **query: Any) -> List[Record]:
        """Storylines, or with ``level="macro"`` macros, that speak of what is asked."""
        return [Record(one) for one in self.call("recall_stories", {"user": user, "text": text, **query})["hits"]]

    def nodes(self, user: str, kind: str) -> List[Record]:
        """People, concepts, entities, storylines, macros or sources."""
        return [Record(one) for one in self.call("nodes", {"user": user, "kind": kind})["nodes"]]

    # -- the store ----------------------------------------------------------------------------

    def stats(self, user: str = "") -> Record:
        """Counts of one user, or of all."""
        return Record(self.call("stats", {"user": user}))

    def users(self) -> List[str]:
        return self.call("users")["users"]

    def digest(self) -> str:
        """SHA-256 over the logical content: the same for the same facts at the same times."""
        return self.call("digest")["digest"]

    def metrics(self) -> Record:
        """How often each kind of call was made, and how long they took."""
        return Record(self.call("metrics"))

    def refresh(self) -> None:
        """Of an engine opened with ``read_only``: sees what the writer committed since."""
        self.call("refresh")

    def verify(self, *, timeout: float | None = None) -> Record:
        """Reads everything and reports what does not agree (``problems``)."""
        return Record(self._stoppable("verify", {"timeout_ms": milliseconds(timeout)}))

    def maintain(self, *jobs: str, timeout: float | None = None) -> List[Record]:
        """Runs the jobs that are due, or these."""
        request = {"jobs": [*jobs], "timeout_ms": milliseconds(timeout)}
        return [Record(one) for one in self._stoppable("maintain", request)["jobs"]]

    def checkpoint(self, name: str) -> str:
        return self.call("checkpoint", {"name": name})["value"]

    def export(
        self,
        path: str | os.PathLike[str],
        *,
        user: str = "",
        format: str = "jsonl",
        timeout: float | None = None,
    ) -> Record:
        """Writes a user, or the store, as jsonl, graphml or neo4j."""
        request = {
            "path": os.fspath(path),
            "user": user,
            "format": format,
            "timeout_ms": milliseconds(timeout),
        }
        return Record(self._stoppable("export", request))

    def import_(self, path: str | os.PathLike[str], *, user: str = "") -> Record:
        """Puts the users of an export into this store."""
        return Record(self.call("import", {"path": os.fspath(path), "user": user}))


def _memory(reply: dict) -> MemoryRecord | None:
    return None if reply["memory"] is None else MemoryRecord(reply["memory"])
