"""What stumbled when real hosts used the server (docs/python.md, MCP)."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading

import memfold
import pytest

pytest.importorskip("mcp")
from mcp import Client  # noqa: E402
from mcp.client.stdio import StdioServerParameters, stdio_client  # noqa: E402
from memfold import mcp, mcp_store  # noqa: E402
from memfold.mcp import make_server  # noqa: E402

from conftest import AFTER, BEFORE  # noqa: E402
from test_mcp import refused, told  # noqa: E402

NOBODY = "0" * 32  # what a model makes up when it has no id


def asked(server, talk):
    async def run():
        async with Client(server) as client:
            return await talk(client)

    return asyncio.run(run())


async def remembered(client, *statements, **given):
    outcomes = told(await client.call_tool("remember", {"statements": [*statements], **given}))["outcomes"]
    return outcomes[0] if len(outcomes) == 1 else outcomes


def test_a_read_only_server_sees_what_is_written_beside_it(engine):
    engine.fold(BEFORE, user="mina")

    async def talk(client):
        assert "remember" not in client.instructions and "recall" in client.instructions
        assert len(told(await client.call_tool("list"))["memories"]) == 1
        engine.fold(["The porter is called Iris.", AFTER], user="mina")
        assert len(told(await client.call_tool("list"))["memories"]) == 2
        profile = json.loads((await client.read_resource("memory://profile")).contents[0].text)
        assert len(profile["newest"]) == 2
        (hit,) = told(await client.call_tool("recall", {"query": "when is the release?", "limit": 1}))["memories"]
        assert "7 April" in hit["content"]

    with memfold.Engine(engine.path, read_only=True) as reading:
        asked(make_server(reading, "mina", read_only=True), talk)


def test_a_reader_reads_anew_only_what_was_written(engine, monkeypatch):
    engine.fold(BEFORE, user="mina")
    with memfold.Engine(engine.path, read_only=True) as reading:
        refreshed = []
        monkeypatch.setattr(reading, "refresh", lambda: refreshed.append(1))
        followed = mcp_store.Followed(reading)
        for said in (BEFORE, AFTER):
            engine.fold(said, user="mina")
            refreshed.clear()
            assert followed.may_wait()
            assert [followed.read(lambda: "read") for _ in range(3)] == ["read"] * 3
            assert len(refreshed) == 1 and not followed.may_wait()
    writes = mcp_store.Followed(engine)  # is never refreshed: it would raise
    assert writes.read(lambda: "read") == "read" and not writes.may_wait()


def test_a_loop_never_stands_still_for_reading_anew(engine, monkeypatch):
    """However short the calls before were."""
    engine.fold(BEFORE, user="mina")
    monkeypatch.setattr("memfold.mcp_calls.SHORT", 60)
    with memfold.Engine(engine.path, read_only=True) as reading:
        where, refresh, get_page = [], reading.refresh, reading.list

        def noting(name, work):
            def call(*args, **kwargs):
                where.append((name, threading.current_thread() is threading.main_thread()))
                return work(*args, **kwargs)

            return call

        monkeypatch.setattr(reading, "refresh", noting("refresh", refresh))
        monkeypatch.setattr(reading, "list", noting("list", get_page))

        async def talk(client):
            for statement in (AFTER, "The porter is called Iris."):
                await client.call_tool("list")
                await client.call_tool("list")
                engine.fold(statement, user="mina")
            assert len(told(await client.call_tool("list"))["memories"]) == 2

        asked(make_server(reading, "mina", read_only=True), talk)
    anew, again = [("refresh", False), ("list", False)], [("list", True)]
    assert where == [*anew, *again, *anew, *again, *anew]


def test_what_was_said_earlier_is_told_from_what_stands(engine):
    async def talk(client):
        await remembered(client, AFTER)
        late = await remembered(client, BEFORE, said_at="2026-01-02")
        assert late["decision"] == "UPDATE" and late["replaced"] is None
        assert late["memory"]["content"] == BEFORE and late["stands"] == AFTER and "may_replace" not in late
        news = await remembered(client, "The release moved to Thursday 9 April 2026.")
        assert news["replaced"] == AFTER and "stands" not in news

    asked(make_server(engine, "mina"), talk)


def test_undoing_a_forget_replaces_nothing(engine):
    async def talk(client):
        one = (await remembered(client, BEFORE))["memory"]["id"]
        gone = told(await client.call_tool("forget", {"memory_ids": [one]}))
        (back,) = told(await client.call_tool("undo", {"sequence": gone["sequences"][0]}))["outcomes"]
        assert back["memory"]["content"] == BEFORE and back["replaced"] is None

    asked(make_server(engine, "mina"), talk)


class Doubts:
    """Takes everything for a change, and is not sure."""

    name = "doubts@1"

    def compare(self, *_, **__):
        return {"verdict": "update", "confidence": 0.3, "reasoning": ""}


def test_a_likely_contradiction_is_told(scratch):
    """The model that said it knows which of the two holds; it can only say so when it is told that there are two."""

    async def talk(client):
        home = await remembered(client, "Mina lives in Seoul.")
        assert "may_replace" not in home
        now = await remembered(client, "Mina lives in Busan now.")
        assert now["decision"] == "CREATE"
        assert now["may_replace"] == [f"{home['memory']['id']}: Mina lives in Seoul."]

    with memfold.Engine(os.path.join(scratch, "doubts"), analyst=Doubts(), mode="accurate") as engine:
        asked(make_server(engine, "mina"), talk)


def test_an_id_that_was_made_up_is_not_found(engine):
    async def talk(client):
        for name in ("get", "history", "why"):
            assert "recall or list gives ids" in refused(await client.call_tool(name, {"memory_id": NOBODY}))
        assert "not_found" in refused(await client.call_tool("correct", {"memory_id": NOBODY, "content": "x"}))
        assert "not_found" in refused(await client.call_tool("forget", {"memory_ids": [NOBODY]}))

    asked(make_server(engine, "mina"), talk)


def test_a_source_in_a_wrong_form_says_how_to_go_on(engine):
    async def talk(client):
        note = {"raw": "Lunch with Jonas costs 40 EUR on 2026-03-04."}
        for form in ("email", "text_note"):  # the second try finds the first
            said = refused(await client.call_tool("add_source", {**note, "form": form}))
            assert "no mail header" in said and "another name" in said
        assert told(await client.call_tool("add_source", {**note, "name": "lunch"}))["outcomes"]

    asked(make_server(engine, "mina"), talk)


def test_a_locked_store_says_what_to_do(engine, capsys, monkeypatch):
    monkeypatch.setattr(mcp_store, "PATIENCE", 0.2)
    assert mcp.main(["--db", engine.path, "--user", "mina"]) == 2
    said = capsys.readouterr().err
    assert "already open" in said and "--http" in said and "--read-only" in said


def test_a_server_waits_for_the_one_before_it(engine):
    ends = threading.Timer(0.3, engine.close)
    ends.start()
    mcp_store.open_store(engine.path, read_only=False).close()
    ends.join()


def test_a_tilde_is_the_home_of_the_user(scratch, capsys, monkeypatch):
    """Hosts start the server without a shell."""
    monkeypatch.setenv("HOME", scratch)
    assert mcp.main(["--db", "~/none", "--user", "mina", "--read-only"]) == 2
    assert os.path.join(scratch, "none") in capsys.readouterr().err


def test_descriptions_are_read_without_the_code_s_indentation(engine):
    """Many hosts give a model the descriptions and not the instructions."""

    async def talk(client):
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert not [name for name, tool in tools.items() if "\n " in tool.description or tool.description.endswith("\n")]
        assert "before answering" in tools["recall"].description and "worth knowing" in tools["remember"].description
        for name in ("recall", "list"):
            assert tools[name].input_schema["properties"]["condition"]["description"]

    asked(make_server(engine, "mina"), talk)


def test_a_user_has_a_name(scratch, capsys):
    with pytest.raises(SystemExit):
        mcp.main(["--db", os.path.join(scratch, "store"), "--user", ""])
    assert "whose memories" in capsys.readouterr().err


def test_a_refused_argument_names_no_address(scratch):
    arguments = ["-m", "memfold.mcp", "--db", os.path.join(scratch, "store"), "--user", "민아"]
    server = StdioServerParameters(command=sys.executable, args=arguments, env=dict(os.environ))

    async def talk(client):
        said = refused(await client.call_tool("get", {"memory_id": "nope"}))
        assert "memory_id" in said and "pattern" in said and "http" not in said

    asked(stdio_client(server), talk)


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("by", ["pipe", "terminal"])
def test_an_interrupt_ends_a_server_that_waits_for_input(scratch, by):
    """Whether it serves its input itself or the SDK does."""
    path = os.path.join(scratch, "store")
    given, typed = os.pipe() if by == "pipe" else os.openpty()[::-1]
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    server = subprocess.Popen(
        [sys.executable, "-m", "memfold.mcp", "--db", path, "--user", "민아"], stdin=given, stdout=subprocess.PIPE
    )
    try:
        os.write(typed, json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}).encode() + b"\n")
        assert b'"memfold"' in server.stdout.readline()
        server.send_signal(signal.SIGINT)
        server.wait(timeout=10)
    finally:
        server.kill()
        server.communicate()
        os.close(given)
        os.close(typed)
    memfold.Engine(path, create_if_missing=False).close()
