"""The engine and the memory for asyncio: the same methods, awaited.

    async with memfold.aio.Engine("notes.db") as engine:
        await engine.fold(["Tea at five."], user="mina")

Each call runs on a thread of the loop's; the engine lets as many run at once as there are.
"""

from __future__ import annotations

import asyncio
import functools
import inspect
from typing import Any, Callable

from . import engine as _engine
from . import memory as _memory


def _awaited(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    async def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        return await asyncio.to_thread(function, self.sync, *args, **kwargs)

    return call


def _with_awaited_methods(of: type) -> Callable[[type], type]:
    def decorate(cls: type) -> type:
        for name, function in inspect.getmembers(of, inspect.isfunction):
            if not name.startswith("_") and name not in cls.__dict__:
                setattr(cls, name, _awaited(function))
        return cls

    return decorate


class _Async:
    """Holds the one that blocks as :attr:`sync`."""

    _of: type

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.sync = self._of(*args, **kwargs)

    async def __aenter__(self) -> Any:
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.to_thread(self.sync.close)


@_with_awaited_methods(_engine.Engine)
class Engine(_Async):
    """:class:`memfold.Engine`, awaited."""

    _of = _engine.Engine

    async def memories(self, user: str, **query: Any) -> Any:
        """Every current memory, page by page: ``async for``."""
        cursor: Any = ""
        while cursor is not None:
            page = await asyncio.to_thread(self.sync.list, user, limit=500, cursor=cursor, **query)
            for memory in page.memories:
                yield memory
            cursor = page.next_cursor


@_with_awaited_methods(_memory.Memory)
class Memory(_Async):
    """:class:`memfold.Memory`, awaited; as mem0's AsyncMemory."""

    _of = _memory.Memory

    @classmethod
    def from_config(cls, config_dict: Any) -> "Memory":
        return cls(config_dict)


AsyncMemory = Memory
