"""Standard input and output for the MCP server by the event loop itself.

The SDK reads each line on a worker thread, and writes and flushes each on one. With every turn a thread has to be woken,
and the loop again: three times a call, which costs about as much as everything else the server does for it.
"""

from __future__ import annotations

import asyncio
import os
import stat
from contextlib import asynccontextmanager
from typing import AsyncIterator

import anyio
from mcp.server.mcpserver import MCPServer
from mcp.server.stdio import stdio_server

#: Bytes of one message at most; the engine itself takes 64 MiB.
_LONGEST = 128 << 20

#: Seconds to wait at the end for a client that reads what was written.
_LAST_WORDS = 2


class PipeServer(MCPServer):
    """Serves pipes and sockets by the loop; files, terminals and what else there is as the SDK does."""

    async def run_stdio_async(self) -> None:
        # A later SDK may keep it elsewhere; then it serves by itself.
        server = getattr(self, "_lowlevel_server", None)
        if server is None or not _is_asyncio() or not all(_is_pipe(fd) for fd in (0, 1)):
            return await super().run_stdio_async()
        async with _standard_pipes() as (lines, out), stdio_server(lines, out) as (reads, writes):  # type: ignore[arg-type]
            await server.run(reads, writes, server.create_initialization_options())


def _is_asyncio() -> bool:
    try:
        return asyncio.get_running_loop() is not None
    except RuntimeError:
        return False


def _is_pipe(fd: int) -> bool:
    try:
        mode = os.fstat(fd).st_mode
    except OSError:
        return False
    return os.name == "posix" and (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode))


class _Lines:
    """The lines of a stream, as the SDK reads a file."""

    def __init__(self, reader: asyncio.StreamReader) -> None:
        self._reader = reader

    def __aiter__(self) -> "_Lines":
        return self

    async def __anext__(self) -> str:
        try:
            line = await self._reader.readline()
        except ValueError:  # too long: as one that is no message
            return "\n"
        except ConnectionError:
            raise StopAsyncIteration from None
        if not line:
            raise StopAsyncIteration
        return line.decode(errors="replace")


class _Out:
    """A stream to write to, as the SDK writes to a file."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self._writer = writer

    async def write(self, text: str) -> None:
        self._writer.write(text.encode())

    async def flush(self) -> None:
        """Waits only for a client that is behind in reading."""
        try:
            await self._writer.drain()
        except ConnectionError:
            raise anyio.ClosedResourceError from None

    async def aclose(self) -> None:
        self._writer.close()
        with anyio.move_on_after(_LAST_WORDS, shield=True):
            try:
                await self._writer.wait_closed()
            except ConnectionError:
                pass  # nobody reads any more


@asynccontextmanager
async def _standard_pipes() -> AsyncIterator[tuple[_Lines, _Out]]:
    """Meanwhile descriptors 0 and 1 are nothing and standard error, so that nothing printed gets among the messages."""
    loop, kept = asyncio.get_running_loop(), (os.dup(0), os.dup(1))
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(2 if _is_open(2) else nothing, 1)
    os.close(nothing)
    reader = asyncio.StreamReader(limit=_LONGEST)
    incoming, _ = await loop.connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(os.dup(kept[0]), "rb", 0)
    )
    outgoing, protocol = await loop.connect_write_pipe(
        lambda: asyncio.StreamReaderProtocol(asyncio.StreamReader()), os.fdopen(os.dup(kept[1]), "wb", 0)
    )
    out = _Out(asyncio.StreamWriter(outgoing, protocol, None, loop))
    try:
        yield _Lines(reader), out
    finally:
        await out.aclose()
        incoming.close()
        for fd, was in enumerate(kept):
            os.set_blocking(was, True)  # as others who have it expect
            os.dup2(was, fd)
            os.close(was)


def _is_open(fd: int) -> bool:
    try:
        os.fstat(fd)
    except OSError:
        return False
    return True
