"""The LangGraph store, as LangGraph's own in-memory store behaves where both know an answer."""

import asyncio
import random

import pytest

pytest.importorskip("langgraph.store.base")

from langgraph.store.base import GetOp, PutOp  # noqa: E402
from langgraph.store.memory import InMemoryStore  # noqa: E402

import memfold  # noqa: E402
from memfold.langgraph import MemfoldStore  # noqa: E402

MINA = ("memories", "mina")


@pytest.fixture
def store(tmp_path):
    with MemfoldStore(tmp_path / "agent.db") as opened:
        yield opened


def test_gives_back_what_was_put(store):
    value = {"text": "좋아하는 색은 초록", "n": 1, "list": [1, None, {"x": True}], "odd": 'é"\\\u0000 한'}
    store.put(MINA, "color", value)
    item = store.get(MINA, "color")
    assert (item.value, item.key, item.namespace) == (value, "color", MINA)
    assert store.get(MINA, "colour") is None
    assert store.get(("memories", "jonas"), "color") is None


def test_two_keys_that_say_the_same_stay_two(store):
    for key in ("a", "b", "c"):
        store.put(MINA, key, {"text": "The budget of Q1 is 5,000."})
    store.put(MINA, "d", {"text": "The budget of Q1 is 6,000."})
    assert {item.key for item in store.search(MINA)} == {"a", "b", "c", "d"}
    assert store.get(MINA, "a").value["text"].endswith("5,000.")


def test_a_value_replaced_is_kept_in_the_history(store):
    store.put(MINA, "color", {"text": "green"})
    created = store.get(MINA, "color").created_at
    store.put(MINA, "color", {"text": "blue, " * 3000})
    store.put(MINA, "color", {"text": "red"})
    item = store.get(MINA, "color")
    assert item.value == {"text": "red"}
    assert item.created_at == created < item.updated_at
    chain = store.engine.list("memories.mina").memories[0].chain_id
    history = store.engine.history("memories.mina", chain)
    assert [step.memory.content.split(",")[0] for step in history] == ["green", "blue", "red"]


def test_the_same_value_again_is_no_new_version(store):
    for value in ({"n": 1}, {"n": 1}, {"n": True}, {"n": True}):
        store.put(MINA, "color", value)
    assert store.get(MINA, "color").value["n"] is True
    chain = store.engine.list("memories.mina").memories[0].chain_id
    assert len(store.engine.history("memories.mina", chain)) == 2


def test_what_is_deleted_is_gone_and_can_be_put_again(store):
    store.put(MINA, "color", {"text": "green"})
    store.delete(MINA, "color")
    store.delete(MINA, "never there")
    assert store.get(MINA, "color") is None
    assert store.search(MINA, query="green") == []
    assert store.list_namespaces() == []
    store.put(MINA, "color", {"text": "green"})
    assert store.get(MINA, "color").value == {"text": "green"}


def test_is_there_again_when_opened_again(tmp_path):
    with MemfoldStore(tmp_path / "agent.db") as store:
        store.put(MINA, "a", {"text": "one"})
        store.put(MINA, "a", {"text": "two"})
        store.put(MINA, "b", {"text": "three"})
        store.delete(MINA, "b")
    with MemfoldStore(tmp_path / "agent.db") as store:
        assert store.get(MINA, "a").value == {"text": "two"}
        assert store.get(MINA, "b") is None
        store.put(MINA, "a", {"text": "four"})
        assert [item.value["text"] for item in store.search(MINA)] == ["four"]


def test_searches_by_meaning_filter_and_prefix(store):
    store.put(("notes", "mina"), "1", {"text": "Mina plays the violin on Mondays", "kind": "hobby", "rank": 3})
    store.put(("notes", "mina"), "2", {"text": "The printer of the office is broken", "kind": "work", "rank": 1})
    store.put(("notes", "jonas"), "3", {"text": "Jonas learns the violin", "kind": "hobby", "rank": 2})
    store.put(("other",), "4", {"text": "A violin costs 900"})
    found = store.search(("notes",), query="who plays the violin?")
    assert {item.key for item in found[:2]} == {"1", "3"} and found[0].score >= found[1].score
    assert "4" not in {item.key for item in found}
    assert [one.key for one in store.search(("notes",), filter={"kind": "work"})] == ["2"]
    assert {one.key for one in store.search(("notes",), filter={"rank": {"$gte": 2}})} == {"1", "3"}
    assert [one.key for one in store.search(("notes",), query="violin", filter={"rank": {"$lt": 3, "$ne": 1}})] == ["3"]
    with pytest.raises(memfold.InvalidArgument):
        store.search(("notes",), filter={"rank": {"$near": 2}})
    assert store.search(("notes",), query="violin", limit=0) == []


def test_index_says_what_is_searched(store):
    store.put(MINA, "named", {"title": "violin", "body": "printer"}, index=["title"])
    store.put(MINA, "unseen", {"title": "violin"}, index=False)
    assert [one.key for one in store.search(MINA, query="violin")] == ["named"]
    assert store.engine.list("memories.mina", where='metadata.key = "named"').memories[0].content == "violin"


def test_refuses_what_it_cannot_keep(store):
    with pytest.raises(memfold.InvalidArgument, match="as JSON"):
        store.put(MINA, "long", {"text": "x" * 2_000_000})
    assert store.get(MINA, "long") is None
    with pytest.raises(NotImplementedError):
        store.put(MINA, "short", {"text": "x"}, ttl=1)


def test_many_at_once_and_async(store):
    async def run():
        await asyncio.gather(*(store.aput(MINA, f"k{n}", {"n": n}) for n in range(50)))
        return await asyncio.gather(*(store.aget(MINA, f"k{n}") for n in range(50)))

    assert [item.value["n"] for item in asyncio.run(run())] == list(range(50))
    assert store.batch([PutOp(MINA, "x", {"n": 1}), GetOp(MINA, "x")])[1].value == {"n": 1}


def test_answers_as_the_store_of_langgraph_does(store):
    """Random puts, deletes and questions, both answers compared."""
    chance, other = random.Random(5), InMemoryStore()
    namespaces = [("a",), ("a", "b"), ("a", "c"), ("d", "b"), ("d", "b", "e")]
    for _ in range(400):
        namespace, key = chance.choice(namespaces), f"k{chance.randrange(4)}"
        value = {"n": chance.randrange(5), "text": chance.choice(["one", "two"])}
        for each in (store, other):
            if value["n"] == 0:
                each.delete(namespace, key)
            else:
                each.put(namespace, key, value)
        kept = [each.get(namespace, key) for each in (store, other)]
        assert (kept[0] and kept[0].value) == (kept[1] and kept[1].value)
        prefix = chance.choice(namespaces)[: chance.randrange(3)]
        wanted = {"n": {"$gt": chance.randrange(4)}}
        listed = [
            sorted((one.namespace, one.key, one.value["n"]) for one in each.search(prefix, filter=wanted, limit=100))
            for each in (store, other)
        ]
        assert listed[0] == listed[1]
    for given in ({}, {"prefix": ("a",)}, {"suffix": ("b",)}, {"prefix": ("*", "b")}, {"max_depth": 1}, {"limit": 2, "offset": 1}):
        assert store.list_namespaces(**given) == other.list_namespaces(**given), given
