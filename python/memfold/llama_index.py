"""A memory block for LlamaIndex: what a conversation said goes in, what bears on it comes out.

    from llama_index.core.memory import Memory
    from memfold.llama_index import MemfoldBlock

    memory = Memory.from_defaults(memory_blocks=[MemfoldBlock(path="notes.db", user="mina")])

Needs the package llama-index-core (``pip install memfold[llama-index]``).
"""

from __future__ import annotations

import asyncio
from typing import Any, List, Optional

from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.memory import BaseMemoryBlock
from pydantic import Field, PrivateAttr

from .memory import Memory


class MemfoldBlock(BaseMemoryBlock[str]):
    """Folds what leaves the short-term memory; recalls what bears on the newest messages."""

    name: str = Field(default="memfold")
    description: Optional[str] = Field(default="What was said before and still holds.")
    priority: int = Field(default=0)
    user: str = Field(description="Whose memories.")
    top_k: int = Field(default=8, description="Memories at most.")
    threshold: float = Field(default=0.2, description="Memories that answer less well are left out.")
    newest_messages: int = Field(default=3, description="So many are asked with.")
    _memory: Memory = PrivateAttr()

    def __init__(self, path: Any = None, *, memory: Optional[Memory] = None, **fields: Any) -> None:
        super().__init__(**fields)
        self._memory = memory or Memory(path=path)

    @property
    def memory(self) -> Memory:
        return self._memory

    async def _aget(self, messages: Optional[List[ChatMessage]] = None, **_: Any) -> str:
        newest = [one.content for one in (messages or [])[-self.newest_messages :] if one.content]
        if not newest:
            return ""
        found = await asyncio.to_thread(
            self._memory.search,
            "\n".join(newest),
            filters={"user_id": self.user},
            top_k=self.top_k,
            threshold=self.threshold,
        )
        return "\n".join(f"- {one['memory']}" for one in found["results"])

    async def _aput(self, messages: List[ChatMessage]) -> None:
        said = [{"role": one.role.value, "content": one.content} for one in messages if one.content]
        if said:
            await asyncio.to_thread(self._memory.add, said, user_id=self.user)
