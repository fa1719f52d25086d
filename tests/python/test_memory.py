import asyncio
import inspect

import memfold
import pytest
from memfold import aio, filters


@pytest.fixture
def memory(scratch):
    with memfold.Memory(scratch + "/store") as opened:
        yield opened


MINA = {"user_id": "mina"}


def test_what_is_added_is_found_by_one_id_through_all_versions(memory):
    added = memory.add("The release is on Friday 3 April 2026.", user_id="mina", metadata={"n": 3, "tags": ["a"], "s": "x"})
    (first,) = added["results"]
    assert first["event"] == "ADD"
    (second,) = memory.add("The release moved to Tuesday 7 April 2026.", user_id="mina")["results"]
    assert second["event"] == "UPDATE" and second["id"] == first["id"]
    assert "3 April" in second["previous_memory"]
    (again,) = memory.add("The release is on Tuesday 7 April 2026.", user_id="mina")["results"]
    assert again["event"] == "NONE" and again["id"] == first["id"]
    found = memory.search("when is the release?", filters=MINA)["results"][0]
    assert found["id"] == first["id"] and "7 April" in found["memory"] and found["score"] > 0.1
    assert found["user_id"] == "mina"
    assert memory.get(first["id"])["memory"] == found["memory"]
    steps = memory.history(first["id"])
    assert [step["event"] for step in steps] == ["ADD", "UPDATE"]
    assert "3 April" in steps[1]["old_memory"] and steps[1]["reason"]


def test_messages_are_read_by_the_extractor_of_conversations(memory):
    messages = [
        {"role": "system", "content": "You are helpful. Never forget that."},
        {"role": "user", "content": "I'm allergic to peanuts. 저는 매주 화요일에 수영을 합니다."},
        {"role": "assistant", "content": "Noted!"},
    ]
    said = [one["memory"] for one in memory.add(messages, user_id="mina")["results"]]
    assert any("peanuts" in one for one in said) and any("수영" in one for one in said)
    assert not any("helpful" in one for one in said)
    raw = memory.add(messages, user_id="raw", infer=False)["results"]
    assert [one["memory"] for one in raw] == [messages[1]["content"], "Noted!"]


def test_metadata_comes_back_as_it_was(memory):
    given = {"n": 3, "ok": True, "s": "3", "list": [1, "a"], "none": None}
    (one,) = memory.add("The venue is the town hall.", user_id="mina", metadata=given)["results"]
    assert memory.get(one["id"])["metadata"] == {"n": 3, "ok": True, "s": "3", "list": [1, "a"]}
    with_text = memory.add("The venue of the ball is the library.", user_id="ben", metadata={"n": "5", "m": "x"})["results"][0]
    assert memory.get(with_text["id"])["metadata"] == {"n": "5", "m": "x"}
    memory.update(with_text["id"], metadata={"n": 5})
    memory.update(with_text["id"], metadata={"m": 7})
    assert memory.get(with_text["id"])["metadata"] == {"n": 5, "m": 7}
    memory.update(with_text["id"], metadata={"n": "five"})
    assert memory.get(with_text["id"])["metadata"] == {"n": "five", "m": 7}
    memory.update(one["id"], metadata={"n": 4})
    assert memory.get(one["id"])["metadata"]["n"] == 4
    assert memory.get(one["id"])["metadata"]["ok"] is True


def test_update_and_delete(memory):
    (one,) = memory.add("The venue is the town hall.", user_id="mina")["results"]
    memory.update(one["id"], text="The venue is the library.")
    assert memory.get(one["id"])["memory"] == "The venue is the library."
    memory.delete(one["id"])
    assert memory.get(one["id"]) is None
    with pytest.raises(LookupError):
        memory.delete(one["id"])
    with pytest.raises(ValueError):
        memory.update(one["id"])
    with pytest.raises(ValueError):
        memory.delete("4711")
    assert memory.get("4711") is None
    (again,) = memory.add("The venue is the library.", user_id="mina")["results"]
    assert again["event"] == "ADD", "what was deleted may be said again"
    memory.update(again["id"], text="The venue is the library.")
    for text in ("I like tea best.", "I like coffee best.", "I like tea best."):
        last = memory.add(text, user_id="ben")["results"][-1]
    assert "tea" in memory.get(last["id"])["memory"]


def test_one_bad_fact_hides_nothing(memory):
    messages = [{"role": "user", "content": "Fine words."}, {"role": "assistant", "content": "x" * 70_000}]
    good, bad = memory.add(messages, user_id="mina", infer=False)["results"]
    assert good["event"] == "ADD" and bad["event"] == "ERROR" and "content" in bad["error"]
    with pytest.raises(ValueError):
        memory.add("x" * 70_000, user_id="mina", infer=False)
    assert memory.add([{"role": "assistant", "content": None}], user_id="mina") == {"results": []}


def test_what_expires_is_hidden(memory):
    (one,) = memory.add("Parking pass B7 is valid.", user_id="mina", expiration_date="2024-05-01")["results"]
    assert memory.search("parking pass", filters=MINA)["results"] == []
    assert memory.get_all(filters=MINA)["results"] == []
    shown = memory.search("parking pass", filters=MINA, show_expired=True)["results"]
    assert shown[0]["id"] == one["id"] and shown[0]["expiration_date"] == "2024-05-01"
    memory.update(one["id"], expiration_date=None)
    assert memory.search("parking pass", filters=MINA)["results"]
    with pytest.raises(ValueError, match="expiration_date"):
        memory.add("x", user_id="mina", expiration_date="tomorrow")


def test_scopes_narrow_and_nothing_crosses_users(memory):
    memory.add("The alarm code is 4711.", user_id="mina", agent_id="butler", run_id="r1")
    memory.add("The door code is 99.", user_id="mina")
    memory.add("The gate code is 12.", user_id="ben")
    memory.add("The agent prefers short answers.", agent_id="butler")
    in_scope = memory.get_all(filters={"user_id": "mina", "agent_id": "butler"})["results"]
    assert [one["memory"] for one in in_scope] == ["The alarm code is 4711."]
    assert in_scope[0]["agent_id"] == "butler" and in_scope[0]["run_id"] == "r1"
    assert len(memory.get_all(filters=MINA)["results"]) == 2
    own = memory.get_all(filters={"agent_id": "butler"})["results"]
    assert [one["memory"] for one in own] == ["The agent prefers short answers."]
    memory.delete_all(user_id="mina", agent_id="butler")
    assert len(memory.get_all(filters=MINA)["results"]) == 1
    memory.delete_all(user_id="mina")
    memory.delete_all(user_id="mina")
    assert memory.get_all(filters=MINA)["results"] == []
    memory.reset()
    assert memory.get_all(filters={"user_id": "ben"})["results"] == []


def test_scopes_are_required_where_mem0_requires_them(memory):
    for call in (
        lambda: memory.add("x"),
        lambda: memory.search("x"),
        lambda: memory.search("x", filters={"n": 1}),
        lambda: memory.search("x", user_id="mina"),
        lambda: memory.search(" ", filters=MINA),
        lambda: memory.delete_all(),
        lambda: memory.add(3, user_id="mina"),
        lambda: memory.add([{"role": "user"}], user_id="mina"),
        lambda: memory.add("x", user_id="agent:butler"),
        lambda: memory.get_all(filters={"user_id": "mina", "OR": []}),
        lambda: memory.get_all(filters={"user_id": "mina", "NOT": [{}]}),
        lambda: memory.get_all(filters={"user_id": "mina", "AND": [{"user_id": "ben"}]}),
    ):
        with pytest.raises(ValueError):
            call()


@pytest.mark.parametrize(
    "given, found",
    [
        ({"n": 2}, [2]),
        ({"n": {"gte": 2}}, [2, 3]),
        ({"n": 3.0}, [3]),
        ({"n": {"gt": 1, "lt": 3}}, [2]),
        ({"n": {"in": [1, 3]}}, [1, 3]),
        ({"n": {"nin": [1, 3]}}, [2]),
        ({"n": {"ne": 2}}, [1, 3]),
        ({"word": {"contains": "w"}}, [2]),
        ({"word": "*"}, [1, 2, 3]),
        ({"absent": "*"}, []),
        ({"OR": [{"n": 1}, {"n": 3}]}, [1, 3]),
        ({"AND": [{"n": {"gt": 1}}, {"word": "three"}]}, [3]),
        ({"NOT": [{"n": 1}, {"n": 2}]}, [3]),
        ({'a "key"': "x\\y"}, [1]),
    ],
)
def test_filters_of_mem0(memory, given, found):
    for n, word in ((1, "one"), (2, "two"), (3, "three")):
        extra = {'a "key"': "x\\y"} if n == 1 else {}
        memory.add(f"Shelf {n} holds the {word} box.", user_id="mina", metadata={"n": n, "word": word, **extra})
    results = memory.get_all(filters={"user_id": "mina", **given})["results"]
    assert sorted(one["metadata"]["n"] for one in results) == found


def test_an_operator_nobody_knows_is_told():
    with pytest.raises(ValueError, match="near"):
        filters.condition_of({"n": {"near": 3}})


def test_async_memory_and_engine_have_the_same_methods(scratch):
    async def run():
        async with aio.Memory(scratch + "/store") as memory:
            await memory.add("The venue is the town hall.", user_id="mina")
            found = await asyncio.gather(*(memory.search("venue", filters=MINA) for _ in range(20)))
            assert all(one["results"] for one in found)
        async with aio.Engine(scratch + "/other") as engine:
            await engine.fold(["Tea at five."], user="mina")
            assert [one.content async for one in engine.memories("mina")] == ["Tea at five."]
            assert (await engine.recall("mina", "tea"))[0].memory.content == "Tea at five."

    asyncio.run(run())
    for blocking, awaited in ((memfold.Engine, aio.Engine), (memfold.Memory, aio.Memory)):
        names = {name for name, _ in inspect.getmembers(blocking, inspect.isfunction) if not name.startswith("_")}
        assert names <= set(dir(awaited))


def test_it_takes_what_mem0_takes():
    """Where mem0 is installed: the same parameters by the same names."""
    mem0 = pytest.importorskip("mem0")
    left_out = {"add": {"memory_type", "prompt"}, "search": {"reference_date", "kwargs"}, "get_all": {"kwargs"}}
    for name in ("add", "search", "get_all", "get", "update", "delete", "delete_all", "history", "reset"):
        theirs = set(inspect.signature(getattr(mem0.Memory, name)).parameters)
        ours = set(inspect.signature(getattr(memfold.Memory, name)).parameters)
        assert theirs - left_out.get(name, set()) <= ours, name
