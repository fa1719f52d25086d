"""What the MCP server's tools answer, against the schemas they come with, and which thread the work is done on."""

import asyncio
import copy
import json
import os
import threading
import time

import anyio
import memfold
import pytest

pytest.importorskip("mcp")
import jsonschema  # noqa: E402
from mcp import Client  # noqa: E402
from memfold.mcp import make_server  # noqa: E402
from memfold.mcp_answers import flat  # noqa: E402

from conftest import AFTER, BEFORE  # noqa: E402

MODES = ("auto", "legacy")  # both generations of the protocol


class Unsure:
    """Leaves it to a person whether one statement replaces another."""

    name = "unsure@1"

    def compare(self, existing, incoming):
        return {"verdict": "update", "confidence": 0.7}


def parts_of(schema):
    yield schema
    for part in [*schema.get("properties", {}).values(), *([schema["items"]] if "items" in schema else [])]:
        yield from parts_of(part)


def closed(schema):
    """The same, and nothing that it does not name."""
    schema = copy.deepcopy(schema)
    for part in parts_of(schema):
        if "properties" in part:
            part["additionalProperties"] = False
    return schema


def spoiled(value):
    """The value with one of its leaves of a type that no schema gives it, for each leaf."""
    if not isinstance(value, (dict, list)):
        yield {"no": "leaf"}
        return
    for place in value if isinstance(value, dict) else range(len(value)):
        for part in spoiled(value[place]):
            broken = copy.copy(value)
            broken[place] = part
            yield broken


async def every_tool(client):
    """Calls each tool once at least; (tool, result) of each call."""
    results = []

    async def ask(tool, **arguments):
        result = await client.call_tool(tool, arguments)
        assert not result.is_error, result.content
        results.append((tool, result))
        return result.structured_content

    first = await ask("remember", statements=[BEFORE], source="chat-1")
    await ask("memory_store", content="The porter's release key is with Iris.", source="chat-2")
    await ask("remember", statements=[AFTER, "한" * 40_000])
    (case,) = (await ask("review_list"))["cases"]
    await ask("review_settle", sequence=case["sequence"], answer="accept")
    memory_id = first["outcomes"][0]["memory"]["id"]
    await ask("correct", memory_id=memory_id, content="The release is on 8 April 2026.")
    await ask("recall", query="when is the release?")
    await ask("recall", query="when is the release?", explain=True)
    await ask("list", limit=1)
    await ask("list")
    for tool in ("get", "history", "memory_history", "why"):
        await ask(tool, memory_id=memory_id)
    gone = await ask("forget", memory_ids=[memory_id])
    await ask("undo", sequence=gone["sequences"][0])
    note = {"raw": "Lunch with Jonas costs 40 EUR on 2026-03-04.", "name": "note-1"}
    await ask("add_source", **note)
    await ask("add_source", **note)
    return results


@pytest.mark.parametrize("mode", MODES)
def test_every_answer_is_what_its_schema_says(scratch, mode):
    async def run():
        with memfold.Engine(os.path.join(scratch, "store"), analyst=Unsure()) as engine:
            async with Client(make_server(engine, "mina"), mode=mode) as client:
                tools = (await client.list_tools()).tools
                return {tool.name: tool.output_schema for tool in tools}, await every_tool(client)

    schemas, results = asyncio.run(run())
    assert {tool for tool, _ in results} == set(schemas)
    for tool, result in results:
        answer, strict = result.structured_content, jsonschema.Draft202012Validator(closed(schemas[tool]))
        strict.check_schema(strict.schema)
        assert not [*strict.iter_errors(answer)], (tool, answer)
        for broken in spoiled(answer):
            assert not strict.is_valid(broken), (tool, broken)
        (text,) = result.content
        assert json.loads(text.text) == answer and "\n" not in text.text and '": ' not in text.text
    # What a schema names is told by some answer; `stands` in test_mcp_hosts.py.
    for tool, parts in (("recall", "memories"), ("list", "memories"), ("remember", "outcomes")):
        told = {name for asked, result in results if asked == tool for part in result.structured_content[parts] for name in part}
        assert told == set(schemas[tool]["properties"][parts]["items"]["properties"]) - {"stands"}, tool


def test_a_client_has_nothing_to_look_up_in_a_schema(engine):
    async def run():
        async with Client(make_server(engine, "mina")) as client:
            return (await client.list_tools()).tools

    for tool in asyncio.run(run()):
        assert tool.output_schema["type"] == "object"
        for part in parts_of(tool.output_schema):
            assert "type" in part and not part.keys() & {"$defs", "$ref", "anyOf", "title"}, (tool.name, part)
        for part in parts_of(tool.input_schema):
            assert not part.keys() & {"$defs", "$ref", "title"}, (tool.name, part)


def test_a_flat_schema_means_the_same():
    schema = {
        "$defs": {
            "Inner": {"type": "object", "title": "Inner", "properties": {"title": {"type": "string", "title": "Title"}}},
            "Kind": {"enum": ["a", "b"], "type": "string"},
        },
        "type": "object",
        "properties": {
            "one": {"$ref": "#/$defs/Inner", "description": "first"},
            "perhaps": {"anyOf": [{"$ref": "#/$defs/Inner"}, {"type": "null"}], "default": None},
            "kind": {"anyOf": [{"$ref": "#/$defs/Kind"}, {"type": "null"}]},
            "many": {"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "null"}]}},
            "either": {"anyOf": [{"type": "integer"}, {"type": "string"}]},
        },
    }
    inner = {"title": {"type": "string"}}
    assert flat(schema)["properties"] == {
        "one": {"type": "object", "properties": inner, "description": "first"},
        "perhaps": {"type": ["object", "null"], "properties": inner, "default": None},
        "kind": {"anyOf": [{"enum": ["a", "b"], "type": "string"}, {"type": "null"}]},
        "many": {"type": "array", "items": {"type": ["integer", "null"]}},
        "either": {"anyOf": [{"type": "integer"}, {"type": "string"}]},
    }


def test_recall_tells_what_an_agent_needs_and_no_more(engine):
    engine.fold([BEFORE, "Jonas prefers tea.", "The porter is called Iris."], user="mina")
    engine.fold([{"content": AFTER, "source_id": "chat-1"}], user="mina")

    async def run():
        async with Client(make_server(engine, "mina")) as client:
            asked = [{"query": "release"}, {"query": "release", "explain": True}]
            return [(await client.call_tool("recall", one)).structured_content["memories"] for one in asked]

    brief, explained = asyncio.run(run())
    always = {"id", "content", "category", "said_at", "score"}
    assert set(brief[0]) == {*always, "source", "version"} and brief[0]["version"] == 2
    assert brief[1:] and all(set(memory) == always for memory in brief[1:])
    assert [{**memory, "why": ""} for memory in brief] == [{**memory, "why": ""} for memory in explained]
    assert all(memory["why"] for memory in explained)


class Slowly:
    """An engine's recall that takes its time when told to, and notes where it was called."""

    def __init__(self, engine, monkeypatch):
        self.seconds, self.threads, self.begun, call = 0.0, [], threading.Event(), engine.call

        def slowly(method, *args, **kwargs):
            if method != "recall":
                return call(method, *args, **kwargs)
            self.threads.append(threading.get_ident())
            self.begun.set()
            time.sleep(self.seconds)
            return call(method, *args, **kwargs)

        monkeypatch.setattr(engine, "call", slowly)

    def here(self):
        """Whether the last call ran on this thread."""
        return self.threads[-1] == threading.get_ident()


def test_a_short_call_stays_on_the_thread_of_the_loop(engine, monkeypatch):
    slowly = Slowly(engine, monkeypatch)
    monkeypatch.setattr("memfold.mcp_calls.SHORT", 0.2)  # also on a machine that is busy

    async def run():
        async with Client(make_server(engine, "mina")) as client:
            async def recall(seconds):
                slowly.seconds = seconds
                assert not (await client.call_tool("recall", {"query": "x"})).is_error
                return slowly.here()

            # The first may load the user, and after a long one the next may be long as well.
            return [await recall(seconds) for seconds in (0, 0, 0.3, 0, 0)]

    assert asyncio.run(run()) == [False, True, True, False, True]


@pytest.mark.parametrize("mode", MODES)
def test_others_are_served_during_a_long_call(engine, monkeypatch, mode):
    slowly = Slowly(engine, monkeypatch)

    async def run():
        async with Client(make_server(engine, "mina"), mode=mode) as client:
            await client.list_tools()
            for _ in range(2):  # the second is as long as the first showed
                slowly.seconds, ended = 0.5, []
                slowly.begun.clear()

                async def recall():
                    await client.call_tool("recall", {"query": "x"})
                    ended.append("recall")

                async with anyio.create_task_group() as both:
                    both.start_soon(recall)
                    while not slowly.begun.is_set():
                        await anyio.sleep(0.001)
                    assert not (await client.call_tool("list")).is_error
                    ended.append("list")
                assert ended == ["list", "recall"] and not slowly.here()
            with anyio.move_on_after(0.05):
                await client.call_tool("recall", {"query": "x"})
            slowly.seconds = 0
            assert not (await client.call_tool("recall", {"query": "x"})).is_error

    asyncio.run(run())


def test_a_model_of_the_host_has_a_thread_of_its_own(scratch, monkeypatch):
    """It may run a loop to ask what it asks, which a thread that runs one cannot."""

    class Asks:
        name, dimension = "asks@1", 4

        def embed(self, texts):
            async def answer():
                return [[1.0, 2.0, 3.0, 4.0]] * len(texts)

            return asyncio.run(answer())

    with memfold.Engine(os.path.join(scratch, "store"), embedder=Asks()) as engine:
        engine.fold([BEFORE], user="mina")
        assert engine.asks_host

        async def run():
            async with Client(make_server(engine, "mina")) as client:
                for _ in range(3):
                    result = await client.call_tool("recall", {"query": "when?"})
                    assert not result.is_error, result.content

        asyncio.run(run())


def test_two_hundred_threads_ask_one_server(engine):
    engine.fold([BEFORE], user="mina")
    server, answers = make_server(engine, "mina"), []

    async def run(mode):
        async with Client(server, mode=mode) as client:
            for _ in range(3):
                result = await client.call_tool("recall", {"query": "release"})
                answers.append(result.structured_content["memories"][0]["content"])

    threads = [threading.Thread(target=asyncio.run, args=[run(MODES[n % 2])]) for n in range(200)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [BEFORE] * 600
