import asyncio

import pytest

pytest.importorskip("llama_index.core")
from llama_index.core.base.llms.types import ChatMessage  # noqa: E402
from llama_index.core.memory import Memory  # noqa: E402
from memfold.llama_index import MemfoldBlock  # noqa: E402


def test_what_left_the_short_term_memory_comes_back(scratch):
    async def run():
        block = MemfoldBlock(path=scratch + "/store", user="mina")
        memory = Memory.from_defaults(session_id="s", token_limit=60, chat_history_token_ratio=0.4, memory_blocks=[block])
        await memory.aput(ChatMessage(role="user", content="I'm allergic to peanuts, and my sister Ara lives in Busan."))
        for n in range(8):
            await memory.aput(ChatMessage(role="assistant", content=f"Noted, and here is filler number {n} about weather."))
        await memory.aput(ChatMessage(role="user", content="What am I allergic to?"))
        given = await memory.aget()
        assert any("peanuts" in str(message.content) for message in given)
        assert "peanuts" in await block.aget([ChatMessage(role="user", content="What am I allergic to?")])
        assert await block.aget([]) == ""
        block.memory.close()

    asyncio.run(run())
