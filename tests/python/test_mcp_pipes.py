"""The MCP server over standard input and output: pipes, which it serves itself, and files, which the SDK does."""

import asyncio
import json
import os
import subprocess
import sys

import pytest

pytest.importorskip("mcp")
from mcp import Client  # noqa: E402
from mcp.client.stdio import StdioServerParameters, stdio_client  # noqa: E402
from memfold.mcp_pipes import _Lines  # noqa: E402

SERVER = [sys.executable, "-m", "memfold.mcp", "--user", "mina", "--db"]
#: A server in which something prints and something reads what is typed.
PRINTS = [
    sys.executable,
    "-c",
    "import functools, memfold.mcp as m, os, sys; recall = m.Tools.recall\n"
    "@functools.wraps(recall)\n"
    "def chatty(*args, **kwargs):\n"
    "    print('not a message', flush=True); os.system('echo nor this'); assert sys.stdin.read() == ''\n"
    "    return recall(*args, **kwargs)\n"
    "m.Tools.recall = chatty; sys.exit(m.main())",
    "--user", "mina", "--db",
]  # fmt: skip


def asked(*calls):
    """Lines of a client of the older generation that says everything at once."""
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    messages = [{"id": 0, "method": "initialize", "params": hello}, {"method": "notifications/initialized"}]
    for n, (tool, arguments) in enumerate(calls, 1):
        messages.append({"id": n, "method": "tools/call", "params": {"name": tool, "arguments": arguments}})
    return "".join(json.dumps({"jsonrpc": "2.0", **one}) + "\n" for one in messages)


def connected(command, scratch, work):
    """What `work` gives of a client of this server."""
    command = [*command, os.path.join(scratch, "store")]
    server = StdioServerParameters(command=command[0], args=command[1:], env=dict(os.environ))

    async def run():
        async with Client(stdio_client(server)) as client:
            return await work(client)

    return asyncio.run(run())


def test_messages_larger_than_a_pipe_pass_each_other(scratch):
    """While the server writes 1 MB a client that writes as much goes on being read."""
    statements = [f"Shelf {n} has {'boxes and ' * 1000}a lamp." for n in range(25)]

    async def work(client):
        async def ask(n):
            own = [f"Room {n}. {one}" for one in statements]
            result = await client.call_tool("remember", {"statements": own})
            return [outcome["memory"]["content"] for outcome in result.structured_content["outcomes"]] == own

        return await asyncio.gather(*(ask(n) for n in range(6)))

    assert connected(SERVER, scratch, work) == [True] * 6


def test_what_is_printed_is_no_message(scratch, caplog):
    async def work(client):
        return [(await client.call_tool("recall", {"query": "x"})).is_error for _ in range(3)]

    assert connected(PRINTS, scratch, work) == [False] * 3
    assert "JSONRPC" not in caplog.text  # the client's word for a line that is none


@pytest.mark.parametrize("by", ["pipe", "file"])
def test_files_are_served_as_pipes_are(scratch, by):
    store, given, got = (os.path.join(scratch, name) for name in ("store", "given", "got"))
    with open(given, "w") as file:
        file.write("no message\n" + asked(("remember", {"statements": ["차는 다섯 시에 마신다."]})))
    with open(given) as requests, open(got, "w") as answers:
        if by == "file":
            subprocess.run([*SERVER, store], stdin=requests, stdout=answers, check=True, timeout=60)
        else:
            # Its input stays open until it has answered: the end of it ends what is under way.
            server = subprocess.Popen([*SERVER, store], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            server.stdin.write(requests.read())
            server.stdin.flush()
            answers.writelines(server.stdout.readline() for _ in range(2))
            rest, _ = server.communicate(timeout=60)
            assert rest == "" and server.returncode == 0
    with open(got) as file:
        replies = [json.loads(line) for line in file]
    assert replies[0]["id"] == 0 and replies[0]["result"]["serverInfo"]["name"] == "memfold"
    if by == "pipe":
        assert replies[1]["result"]["structuredContent"]["outcomes"][0]["memory"]["content"] == "차는 다섯 시에 마신다."


def test_a_client_that_leaves_ends_the_server(scratch):
    server = subprocess.Popen(
        [*SERVER, os.path.join(scratch, "store")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    server.stdin.write(asked().encode())
    server.stdin.flush()
    assert json.loads(server.stdout.readline())["id"] == 0
    server.stdout.close()
    server.stdin.write(asked(("list", {})).splitlines(keepends=True)[-1].encode())
    server.stdin.close()
    error = server.stderr.read()
    assert server.wait(timeout=60) == 0, error
    assert b"Traceback" not in error


def test_a_line_that_is_too_long_is_passed_over():
    async def run():
        reader = asyncio.StreamReader(limit=10)
        reader.feed_data(b"x" * 50 + b"\nfine\n\xff\n")
        reader.feed_eof()
        return [line async for line in _Lines(reader)]

    assert asyncio.run(run()) == ["\n", "fine\n", "\ufffd\n"]
