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


class CEngine:
    def __init__(self, path, **options):
        self.library = ctypes.CDLL(built("TEST_MEMFOLD_C_LIBRARY"))
        text = ctypes.POINTER(ctypes.c_char_p)
        self.library.mf_call.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p, text, text]
        self.library.mf_free.argtypes = [ctypes.c_char_p]
        self.engine, error = ctypes.c_void_p(), ctypes.c_char_p()
        status = self.library.mf_open(path.encode(), json.dumps(options).encode(), None, ctypes.byref(self.engine), ctypes.byref(error))
        assert status == 0, error.value

    def call(self, method, request):
        reply, error = ctypes.c_char_p(), ctypes.c_char_p()
        given = json.dumps(request).encode()
        status = self.library.mf_call(self.engine, method.encode(), given, ctypes.byref(reply), ctypes.byref(error))
        assert status == 0, error.value
        text = reply.value.decode()
        self.library.mf_free(reply)
        return text

    def close(self):
        assert self.library.mf_close(self.engine, None) == 0


def through_c(path, trigger):
    engine = CEngine(path, now=NOW)
    engine.call("fold", {"facts": FACTS, "trigger": trigger})
    engine.close()


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


def test_python_gives_what_c_gives_key_by_key_and_type_by_type(scratch):
    """Both are written from one list of what is shown, by two writers."""
    path = os.path.join(scratch, "store")
    with memfold.Engine(path, {"now": NOW}) as engine:
        folded = engine.fold(FACTS)
        engine.call("add_source", {"user": "mina", "raw": "Lunch with Jonas Weber on 12 March 2026.", "source_id": "note"})
        engine.work()
        changed = next(one for one in folded if one.decision == "UPDATE")
    mina = {"user": "mina"}
    memory = {**mina, "id": changed.memory_id}
    calls = [
        ("recall", {**mina, "text": "release 예산 tea", "count_use": False}),
        ("explain", {"fact": {**mina, "content": "The release moved to Monday 13 April 2026."}}),
        ("list", {**mina, "limit": 2}),
        ("get", {**mina, "id": "ab" * 16}),
        ("states", {**mina, "sequence": changed.sequence}),
        ("stats", {}),
        ("nodes", {**mina, "kind": "person"}),
        ("sources", mina),
        ("recall_sources", {**mina, "text": "lunch", "count_use": False}),
        ("graph_counts", mina),
        ("methods", {}),
    ]
    calls += [(method, memory) for method in ("current", "history", "as_of", "edges")]
    calls += [(method, mina) for method in ("profile", "log", "log_analytics", "reviews", "stale", "jobs")]
    engine = CEngine(path, now=NOW)
    expected = [json.loads(engine.call(*one)) for one in calls]
    engine.close()
    with memfold.Engine(path, {"now": NOW}) as engine:
        for (method, request), reply in zip(calls, expected):
            given = engine.call(method, request)
            for one in (reply, given):  # what a call took is another each time
                if method == "explain":
                    del one["decision"]["processing_time_us"]
            assert json.dumps(given) == json.dumps(reply), method
