"""The same facts through the command, C, Python and MCP give the same store."""

import asyncio
import ctypes
import json
import os
import pathlib
import subprocess

import memfold
import pytest

NOW = "2026-12-01T00:00:00Z"
FACTS = [
    {
        "user": "mina",
        "content": content,
        "source_id": f"s{n}",
        "source_type": "user_input",
        "stated_at": f"2026-03-{n + 1:02d}T09:00:00Z",
        "tags": ["t"],
        "metadata": {"n": str(n)},
    }
    for n, content in enumerate(
        [
            "The release is on Friday 3 April 2026.",
            "Q1 마케팅 예산은 5000만원입니다.",
            "The release moved to Tuesday 7 April 2026.",
            "Q1 마케팅 예산이 6000만원으로 늘었습니다.",
            "The release is on Tuesday 7 April 2026.",
            "Jonas prefers tea.",
        ]
    )
]


def built(name):
    """What ctest names; a wheel alone is not tested against it."""
    return os.environ.get(name) or pytest.skip(f"there is no {name}")


def through_command(path, trigger):
    assert trigger == "manual"  # what a person folds
    command = built("TEST_MEMFOLD_COMMAND")
    lines = "\n".join(json.dumps(fact) for fact in FACTS)
    subprocess.run([command, "fold", "--db", path, "--now", NOW], input=lines, text=True, check=True, capture_output=True)


def through_c(path, trigger):
    library = ctypes.CDLL(built("TEST_MEMFOLD_C_LIBRARY"))
    library.mf_call.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_void_p, ctypes.POINTER(ctypes.c_char_p)]
    engine, error = ctypes.c_void_p(), ctypes.c_char_p()
    options = json.dumps({"now": NOW}).encode()
    assert library.mf_open(path.encode(), options, None, ctypes.byref(engine), ctypes.byref(error)) == 0, error.value
    request = json.dumps({"facts": FACTS, "trigger": trigger}).encode()
    assert library.mf_call(engine, b"fold", request, None, ctypes.byref(error)) == 0, error.value
    assert library.mf_close(engine, None) == 0


def through_python(path, trigger):
    with memfold.Engine(path, {"now": NOW}) as engine:
        engine.fold(FACTS, trigger=trigger)


def through_mcp(path, trigger):
    assert trigger == "realtime"  # what an assistant folds
    pytest.importorskip("mcp")
    from mcp import Client
    from memfold.mcp import make_server

    async def run(engine):
        async with Client(make_server(engine, "mina")) as client:
            for fact in FACTS:
                request = {
                    "statements": [fact["content"]],
                    "source": fact["source_id"],
                    "said_at": fact["stated_at"],
                    "tags": fact["tags"],
                    "metadata": fact["metadata"],
                }
                assert not (await client.call_tool("remember", request)).is_error

    with memfold.Engine(path, {"now": NOW}) as engine:
        asyncio.run(run(engine))


@pytest.mark.parametrize(
    "trigger, ways",
    [
        ("manual", (through_command, through_c, through_python)),
        ("realtime", (through_mcp, through_c, through_python)),
    ],
)
def test_every_door_leads_to_the_same_store(scratch, trigger, ways):
    digests = {}
    for way in ways:
        path = os.path.join(scratch, way.__name__)
        way(path, trigger)
        with memfold.Engine(path, read_only=True) as engine:
            digests[way.__name__] = engine.digest()
            assert engine.stats("mina").decisions == len(FACTS)
    assert len(set(digests.values())) == 1, digests


def test_a_mailbox_gives_the_same_store_through_python(scratch):
    """Charsets, calendars, written dates, sentences: with the ICU data of a wheel, too."""
    mailbox = str(pathlib.Path(__file__).resolve().parents[2] / "examples" / "archive.mbox")
    paths = {way: os.path.join(scratch, way) for way in ("command", "python")}
    command = [built("TEST_MEMFOLD_COMMAND"), "backfill", mailbox, "--db", paths["command"], "--user", "mina", "--now", NOW]
    # Broken mails are part of the sample: exit status 3 says that some were rejected.
    assert subprocess.run(command, capture_output=True).returncode == 3
    with memfold.Engine(paths["python"], {"now": NOW}) as engine:
        engine.backfill(mailbox, user="mina")
    digests = {}
    for way, path in paths.items():
        with memfold.Engine(path, read_only=True) as engine:
            assert engine.stats("mina").decisions > 50
            digests[way] = engine.digest()
    assert digests["command"] == digests["python"]
