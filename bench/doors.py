#!/usr/bin/env python3
"""What a door costs beside the engine behind it, both in one run: the engine times its own calls (Engine.metrics), the
clock here times them from outside.

  PYTHONPATH=build/release/python build/venv/bin/python bench/doors.py [--facts 50000]
"""

import argparse
import asyncio
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time

import memfold

PEOPLE = "Mina Jonas Ara Ben Clara Dmitri Eun Farid Greta Hana".split()
THINGS = "budget venue contract printer visa invoice laptop badge menu schedule".split()
PLACES = "Seoul Busan Berlin Lyon Osaka Turin Oslo Porto Gent Basel".split()


def statements(count):
    chance = random.Random(7)
    for n in range(count):
        person, thing, place = chance.choice(PEOPLE), chance.choice(THINGS), chance.choice(PLACES)
        yield {
            "user": "mina",
            "content": f"{person} keeps the {thing} number {n} of {place} on shelf {chance.randrange(10_000)}.",
            "source_id": f"note-{n}",
            "people": [person],
            "stated_at": f"2026-{1 + n % 12:02d}-{1 + n % 28:02d}T09:00:00Z",
        }


def engine_seconds(engine, call):
    return engine.metrics().calls.get(call, {"total_us": 0})["total_us"] / 1e6


def timed(engine, call, work):
    """Seconds outside, and of them in the engine."""
    before, begun = engine_seconds(engine, call), time.perf_counter()
    work()
    return time.perf_counter() - begun, engine_seconds(engine, call) - before


def measure_fold(engine, count):
    facts = list(statements(count))
    outside, inside = timed(engine, "fold", lambda: engine.fold(facts))
    print(f"fold of {count} dicts: {count / outside:,.0f}/s, {inside / outside:.3f} of the time in the engine")


def measure_recall(engine, rounds=500):
    def ask():
        for n in range(rounds):
            engine.recall("mina", f"who keeps the {THINGS[n % 10]} of {PLACES[n % 7]}?", count_use=False)

    ask()
    outside, inside = timed(engine, "recall", ask)
    print(f"recall of 10 memories: {outside / rounds * 1e3:.3f} ms, {(outside - inside) / rounds * 1e6:.0f} us of them beside the engine")


IDLE = """
from mcp.server.mcpserver import MCPServer
idle = MCPServer("idle", log_level="WARNING")
@idle.tool(structured_output=False)
async def recall(query: str) -> str:
    return "tea"
"""


async def by_turns(clients, engine, rounds=400):
    """Of each client: the median and the least of a call's milliseconds, and of those beside the engine."""
    times = {name: [] for name in clients}
    for n in range(rounds + 20):
        for name, client in clients.items():
            before, begun = engine_seconds(engine, "recall"), time.perf_counter()
            await client.call_tool("recall", {"query": f"who keeps the {THINGS[n % 10]} of {PLACES[n % 7]}?"})
            whole = time.perf_counter() - begun
            times[name].append((whole, whole - (engine_seconds(engine, "recall") - before)))
    return {
        name: [f"{statistics.median(column) * 1e3:.2f} (least {min(column) * 1e3:.2f})" for column in zip(*rows[20:])]
        for name, rows in times.items()
    }


async def measure_mcp(engine):
    """By turns with a server that only says one word, which is what the SDK's client and server cost."""
    from mcp import Client
    from memfold.mcp import make_server

    idle = {}
    exec(IDLE, idle)
    async with Client(make_server(engine, "mina")) as client, Client(idle["idle"]) as waiting:
        took = await by_turns({"recall": client, "word": waiting}, engine)
    print(
        f"recall of 10 memories through MCP, median: {took['recall'][0]} ms, {took['recall'][1]} of them beside the engine; "
        f"a word through the SDK's client and server alone {took['word'][0]} ms"
    )


async def measure_pipes(engine, scratch):
    """The same over standard input and output of servers of their own; what their engine takes is not known here."""
    from mcp import Client
    from mcp.client.stdio import StdioServerParameters, stdio_client

    with memfold.Engine(scratch) as other:
        other.fold(list(statements(1000)))

    def server(*arguments):
        return Client(stdio_client(StdioServerParameters(command=sys.executable, args=arguments, env=dict(os.environ))))

    memories = server("-m", "memfold.mcp", "--db", scratch, "--user", "mina")
    async with memories as client, server("-c", IDLE + "idle.run('stdio')") as waiting:
        took = await by_turns({"recall": client, "word": waiting}, engine)
    print(f"over standard input and output, 1,000 memories: {took['recall'][0]} ms; a word through the SDK alone {took['word'][0]} ms")


def measure_import(rounds=11):
    def start(code):
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return time.perf_counter() - begun

    bare = statistics.median(start("pass") for _ in range(rounds))
    full = statistics.median(start("import memfold") for _ in range(rounds))
    print(f"import memfold: {(full - bare) * 1e3:.0f} ms beside {bare * 1e3:.0f} of Python itself")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--facts", type=int, default=50_000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch, memfold.Engine(scratch + "/store") as engine:
        measure_fold(engine, given.facts)
        measure_recall(engine)
        try:
            asyncio.run(measure_mcp(engine))
            asyncio.run(measure_pipes(engine, scratch + "/pipes"))
        except ImportError:
            print("recall through MCP: not measured, there is no package mcp")
    measure_import()


if __name__ == "__main__":
    main()
