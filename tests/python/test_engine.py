import datetime
import gc
import json
import logging
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading

import memfold
import numpy
import pytest
from conftest import AFTER, BEFORE
from memfold import records


def test_a_fact_is_folded_found_changed_and_taken_back(engine):
    first, second = engine.fold([BEFORE, AFTER], user="mina")
    assert (first.decision, second.decision) == ("CREATE", "UPDATE")
    hit = engine.recall("mina", "when is the release?", k=1)[0]
    assert "7 April" in hit.memory.content and hit["score"] == hit.score
    assert engine.current("mina", first.memory_id).id == second.memory_id
    assert [step.version for step in engine.history("mina", first.memory_id)] == [1, 2]
    assert engine.states("mina", second.sequence).before.content == BEFORE
    edited = engine.edit("mina", first.memory_id, tags=["release"], metadata={"a": "1"})
    assert edited.decision == "UPDATE"
    page = engine.list("mina", where="tags = release and metadata.a = 1")
    assert len(page.memories) == 1 and page.next_cursor is None
    assert len(engine.undo("mina", second.sequence, cascade=True)) == 2
    assert "3 April" in next(engine.memories("mina")).content
    assert engine.log("mina").entries[0].trigger == "undo"
    assert engine.verify().ok


def picked(value, keys):
    """Without other keys, but in what a host named itself."""
    if isinstance(value, list):
        return [picked(one, keys) for one in value]
    if not isinstance(value, dict):
        return value
    return {key: part if key == "metadata" else picked(part, keys) for key, part in value.items() if key in keys}


def test_a_call_tells_only_what_is_asked_for(engine):
    engine.fold([{"content": BEFORE, "metadata": {"content": "a", "b": "c"}, "people": ["Mina", "Jonas"]}], user="mina")
    engine.fold([AFTER, "Tea at five."], user="mina")
    request = {"user": "mina", "text": "when is the release?", "count_use": False}
    whole = engine.call("recall", request)
    names = ["hits", "memory", "score", "content", "metadata", "people", "sources", "version", "superseded_at", "factors"]
    for keys in ({*names}, frozenset(names[:4]), {"hits"}, {"memory"}, set(), {*names, "reasons"}):
        assert engine.call("recall", request, only=keys) == picked(whole, keys)
        assert engine.call("recall", request) == whole  # and it does not stick
    assert list(engine.call("recall", request, only={*names})["hits"][0]["memory"]) == [
        name for name in whole["hits"][0]["memory"] if name in names
    ]
    with pytest.raises(TypeError):
        engine.call("recall", request, only=["hits"])


def test_facts_come_in_many_shapes(engine):
    when = datetime.datetime(2026, 3, 2, 9, tzinfo=datetime.timezone.utc)
    facts = (
        {"content": f"Box {n} is in room {n}.", "user": "u", "stated_at": when, "metadata": {"n": str(n)},
         "people": ("a", "b"), "importance": numpy.float64(0.5)}
        for n in range(3)
    )
    assert [one.status for one in engine.fold(facts)] == ["success"] * 3
    assert engine.fold("Tea at five.", user="u")[0].decision == "CREATE"
    assert engine.fold({"content": "Coffee at six.", "user": "v"}, user="u")[0].user == "v"
    memory = engine.list("u", where={"condition": "metadata.n = 2"}).memories[0]
    assert memory.stated_at.startswith("2026-03-02T09:00:00")
    assert datetime.datetime.fromisoformat(memory.stated_at) == when


def test_a_limit_is_told_and_logged_and_does_not_make_a_fact_known(scratch, caplog):
    path = os.path.join(scratch, "limited")
    with memfold.Engine(path, {"limits.max_memories": 1}) as engine:
        with caplog.at_level("WARNING", logger="memfold"):
            first, second = engine.fold(["The tea is green.", "Room 5 has no window."], user="u")
        assert first.decision == "CREATE" and not first.over_limit
        assert second.status == "error" and second.over_limit
        assert engine.metrics().over_limit == 1
    logged = [one for one in caplog.records if one.name == "memfold"]
    assert len(logged) == 1 and logged[0].levelname == "WARNING"
    assert logged[0].memfold["event"] == "limit_reached" and "facts=1" in logged[0].getMessage()
    assert "window" not in caplog.text
    with memfold.Engine(path) as engine:
        again = engine.fold("Room 5 has no window.", user="u")[0]
        assert again.decision == "CREATE" and not again.already_folded


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_log_that_fails_harms_nothing(scratch):
    class Broken(logging.Handler):
        def handle(self, record):
            raise RuntimeError("no log")

    broken = Broken()
    logging.getLogger("memfold").addHandler(broken)
    try:
        # One that nobody closes: it goes while Python holds what its threads may want.
        engine = memfold.Engine(os.path.join(scratch, "limited"), {"limits.max_memories": 1})
        assert engine.fold(["The tea is green.", "Room 5 has no window."], user="u")[1].over_limit
        del engine
    finally:
        logging.getLogger("memfold").removeHandler(broken)


def test_an_arrow_table_is_a_list_of_facts(engine):
    arrow = pytest.importorskip("pyarrow")
    table = arrow.table({"content": ["Tea at five.", "Coffee at six."], "user": ["u", "u"]})
    assert len(engine.fold(table)) == 2


def test_vectors_go_beside_the_facts(engine):
    rows = numpy.zeros((2, 384), dtype=numpy.float32)
    rows[0, 0] = rows[1, 1] = 1
    engine.fold(["One thing.", "Another."], user="u", vectors=rows)
    assert engine.recall("u", vector=rows[1], by="vector", k=1)[0].memory.content == "Another."
    assert engine.recall("u", vector=[0.0, 1.0] + [0.0] * 382, by="vector", k=1)[0].memory.content == "Another."
    with pytest.raises(memfold.InvalidArgument, match="comes with 2 vectors and needs 1"):
        engine.fold(["One."], user="u", vectors=rows)
    rows[0, 0] = numpy.nan
    decisions = engine.fold(["A third.", "A fourth."], user="u", vectors=rows)
    assert decisions[0].status == "error" and decisions[1].status == "success"


@pytest.mark.parametrize(
    "call, error, says",
    [
        (lambda e: e.recall("u", "x", where="tags foo"), memfold.InvalidArgument, "condition, at byte 5"),
        (lambda e: e.fold([{"content": 3, "user": "u"}]), memfold.InvalidArgument, "facts[0].content must be a string"),
        (lambda e: e.fold([object()]), memfold.InvalidArgument, "facts[0] is of type object"),
        (lambda e: e.fold([{"content": "x", "subjct": "y"}]), memfold.InvalidArgument, "did you mean subject?"),
        (lambda e: e.fold(["\ud800"], user="u"), memfold.InvalidArgument, "UTF-8"),
        (lambda e: e.fold([{"content": "x", "user": "u", "importance": 10**30}]), memfold.InvalidArgument, "out of range"),
        (lambda e: e.recall("u", "x", k=2**32 + 1), memfold.InvalidArgument, "whole number"),
        (lambda e: e.fold([{"content": "x", "user": "u", "importance": float("nan")}]), memfold.InvalidArgument, "0..1"),
        (lambda e: e.fold(["x"], user="u", vectors=[1.0]), memfold.InvalidArgument, "two-dimensional"),
        (lambda e: e.get("u", "zz"), ValueError, "32 hexadecimal digits"),
        (lambda e: e.restore("u", "0" * 31 + "1"), LookupError, ""),
        (lambda e: e.call("recal"), memfold.NotFound, "did you mean recall?"),
        (lambda e: e.recall("", "x"), memfold.InvalidArgument, ""),
        (lambda e: memfold.Engine(e.path), memfold.Locked, "already open"),
        (lambda e: memfold.Engine(e.path + "x", {"mode": "quick"}), memfold.InvalidArgument, "mode must be one of"),
        (lambda e: memfold.Engine(e.path + "x", create_if_missing=False), memfold.NotFound, ""),
    ],
)
def test_wrong_use_says_what_to_do(engine, call, error, says):
    with pytest.raises(error) as raised:
        call(engine)
    assert says in str(raised.value) and isinstance(raised.value, memfold.Error)


def test_a_value_that_holds_itself_is_refused(engine):
    endless = {"content": "x"}
    endless["metadata"] = endless
    with pytest.raises(memfold.InvalidArgument, match="nested too deep|texts"):
        engine.fold([endless])


def test_a_closed_engine_says_so(engine):
    engine.close()
    engine.close()
    with pytest.raises(memfold.Closed):
        engine.stats()


def test_keys_with_odd_letters_come_back(engine):
    given = {"a\0b": "1", "a": "2", "키": "3"}
    engine.fold({"content": "Tea at five.", "user": "u", "metadata": given})
    assert engine.list("u").memories[0].metadata == given


def test_an_export_that_fails_leaves_the_one_before(engine, scratch):
    path = os.path.join(scratch, "out.jsonl")
    engine.fold("Tea at five.", user="u")
    engine.export(path)
    before = open(path).read()
    with pytest.raises(memfold.NotFound):
        engine.export(path, user="nobody")
    assert open(path).read() == before and os.listdir(scratch).count("out.jsonl.partial") == 0


def test_time_that_is_up_keeps_what_was_decided(engine):
    facts = [{"content": f"Box {n} holds {n * 7} nails.", "user": "u", "source_id": str(n)} for n in range(3000)]
    with pytest.raises(memfold.Stopped, match="out of time"):
        engine.fold(facts, timeout=0.2)
    assert 0 <= engine.stats("u").decisions < 3000
    engine.fold(facts[:200])
    assert engine.stats("u").decisions >= 200
    assert engine.metrics().calls["fold"]["errors"] == 1


def test_a_reader_follows_when_asked(engine):
    engine.fold("Tea at five.", user="u")
    with memfold.Engine(engine.path, read_only=True) as reader:
        engine.fold("Coffee at six.", user="u")
        assert reader.stats("u").memories == 1
        reader.refresh()
        assert reader.stats("u").memories == 2
        assert reader.profile("u").newest[0].content == "Coffee at six."


def test_records_have_the_keys_they_promise(engine):
    engine.fold([BEFORE, AFTER], user="mina")
    entry = engine.log("mina").entries[0]
    given = {
        records.MemoryRecord: engine.list("mina").memories[0],
        records.Decision: entry,
        records.Hit: engine.recall("mina", "release")[0],
        records.VersionStep: engine.history("mina", entry.memory_id)[0],
        records.States: engine.states("mina", entry.sequence),
        records.Explanation: engine.explain("Tea at five.", user="mina"),
        records.Page: engine.list("mina"),
        records.LogPage: engine.log("mina"),
        records.ForgetReport: engine.forget("mina", ids=[entry.memory_id]),
        records.WorkReport: engine.work(),
    }
    for kind, record in given.items():
        missing = set(kind.__annotations__) - set(record)
        assert not missing, f"{kind.__name__} promises {missing}"


def test_records_are_dicts_that_print_pickle_and_change_as_such(engine):
    engine.fold([{"content": BEFORE, "metadata": {"content": "a key of ours too"}}, AFTER, "Jonas prefers tea."], user="mina")
    hits = engine.recall("mina", "release, tea", count_use=False)
    again = engine.recall("mina", "release, tea", count_use=False)
    assert hits == again and hits is not again and len(hits) == 2
    hit = hits[0]
    assert type(hit) is records.Hit and type(hit.memory) is records.MemoryRecord and type(hit["memory"]) is dict
    assert pickle.loads(pickle.dumps(hit)) == hit and type(pickle.loads(pickle.dumps(hit))) is records.Hit
    assert json.loads(json.dumps(hit)) == hit and repr(hit) == repr(dict(hit))
    hit["memory"]["tags"].append("mine")
    hit["memory"]["content"] = "changed"
    assert again[0].memory.tags == [] and "7 April" in again[0].memory.content
    assert engine.recall("mina", "release, tea", count_use=False) == again
    # A key is one object in all replies, so that many results are not as many texts.
    for one, other in zip(hits[0]["memory"], again[1]["memory"]):
        assert one is other


def test_what_a_reply_holds_goes_when_it_goes(engine):
    engine.fold([f"Box {n} stands on shelf {n}." for n in range(30)], user="mina")

    def look():
        engine.recall("mina", "box")
        engine.list("mina")
        engine.log("mina")
        with pytest.raises(memfold.NotFound):
            engine.states("mina", 999)

    look()
    gc.collect()
    before, none = sys.getallocatedblocks(), sys.getrefcount(None)
    for _ in range(50):
        look()
    gc.collect()
    assert sys.getallocatedblocks() - before < 200
    assert abs(sys.getrefcount(None) - none) < 200


def test_every_method_of_the_engine_is_reached(engine):
    import inspect

    from memfold import engine as module

    source = inspect.getsource(module)
    unreached = {one["name"] for one in engine.call("methods")["methods"] if f'"{one["name"]}"' not in source}
    # Of the graph and its queue, for which call() is enough.
    assert unreached == {
        "review", "repair", "embedder", "retry_job", "extract_for", "source", "sources", "node",
        "find_node", "set_owner", "drill_down", "traverse", "graph_counts",
    }  # fmt: skip


MAIL = (
    "From a@x Mon Mar  2 09:00:00 2026\nFrom: a@x.example\nMessage-ID: <{n}@x>\n"
    "Date: Mon, 2 Mar 2026 09:00:00 +0000\nSubject: n\n\nRoom {n} costs 900 EUR.\n\n"
)


def test_a_backfill_tells_how_far_it_is_and_stops(engine, scratch):
    path = os.path.join(scratch, "mail.mbox")
    with open(path, "w") as mail:
        mail.writelines(MAIL.format(n=n) for n in range(3000))
    told = []
    first = engine.backfill(path, user="u", progress=lambda figures: told.append(figures) or False)
    assert told and first.stopped
    late = engine.backfill(path, user="u", timeout=0.001)
    assert late.stopped and late.counts["messages"] < 3000
    rest = engine.backfill([path], user="u")
    assert rest.counts["messages"] + rest.earlier["messages"] == 3000
    hits = engine.recall_sources("u", "what does room 17 cost?")
    assert hits and hits[0].statements


def test_ctrl_c_ends_a_backfill_cleanly(scratch):
    path, store = os.path.join(scratch, "mail.mbox"), os.path.join(scratch, "store")
    with open(path, "w") as mail:
        mail.writelines(MAIL.format(n=n) for n in range(20_000))
    script = textwrap.dedent(
        f"""
        import memfold, signal, sys
        signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in what a shell runs in the background
        engine = memfold.Engine({store!r}, {{"durability": "relaxed"}})
        try:
            engine.backfill({path!r}, user="u", progress=lambda f: print("going", flush=True))
        except KeyboardInterrupt:
            engine.close()
            sys.exit(7)
        """
    )
    child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline().strip() == "going"
    child.send_signal(signal.SIGINT)
    child.communicate(timeout=120)
    assert child.returncode == 7
    with memfold.Engine(store) as engine:
        assert 0 < engine.stats().decisions < 20_000
        assert engine.verify().ok


def test_the_gil_is_free_while_it_works(engine):
    """A thread that waits for another's Python code inside of a call would never end otherwise."""
    counted, stop = [0], threading.Event()

    def count():
        while not stop.is_set():
            counted[0] += 1

    thread = threading.Thread(target=count)
    thread.start()
    before = counted[0]
    engine.fold([f"Entry {n} says {n * 7}." for n in range(500)], user="u")
    during = counted[0] - before
    stop.set()
    thread.join()
    assert during > 1000


def test_two_hundred_threads_keep_to_their_own(engine):
    wrong = []

    def work(user):
        engine.fold([f"{user} keeps box {n}." for n in range(3)], user=user)
        wrong.extend(hit for hit in engine.recall(user, "box", k=50) if hit.memory.user != user)

    threads = [threading.Thread(target=work, args=(f"user{n}",)) for n in range(200)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong and len(engine.users()) == 200


def test_a_fork_is_refused_and_harms_nothing(engine):
    engine.fold(BEFORE, user="u")
    child = os.fork()
    if child == 0:
        try:
            engine.stats()
            os._exit(1)
        except memfold.Locked:
            os._exit(0)
        except BaseException:
            os._exit(2)
    assert os.waitpid(child, 0)[1] == 0
    assert engine.verify().ok


def test_what_was_exported_is_imported(engine, scratch):
    engine.fold([BEFORE, AFTER], user="mina")
    path = os.path.join(scratch, "out.jsonl")
    assert engine.export(path).users == 1
    with memfold.Engine(os.path.join(scratch, "other")) as other:
        assert other.import_(path).users == 1
        assert other.digest() == engine.digest()
