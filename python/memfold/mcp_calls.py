"""How the MCP server makes a tool of a function that calls the engine."""

from __future__ import annotations

import functools
import inspect
import time
from typing import Annotated, Any, Awaitable, Callable, get_type_hints

import anyio.to_thread
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from mcp.types import CallToolResult, TextContent, ToolAnnotations
from pydantic_core import to_json

from .errors import Error
from .mcp_answers import flat, schema_of
from .mcp_store import Followed

#: Seconds that an event loop may stand still for a call.
SHORT = 0.005

Work = Callable[[], Any]
Run = Callable[[Work], Awaitable[Any]]

#: Runs work that may take long, as what writes.
on_a_thread: Run = anyio.to_thread.run_sync


class WhereShort:
    """Runs the work of one tool that reads: on the loop's own thread where the call before was short.

    The way to a worker thread and back costs some 0.3 ms, and far more on a busy machine, where a recall itself takes
    less than 1. Readers never wait for those who write, so that what was short is short again, mostly; the first call,
    which may load the user, and those after one that was not short go to a worker thread, and the loop serves others
    meanwhile. So do all that ask models of a host's own, and those for which a reader has to read the store anew first.
    For any number of threads and loops.
    """

    def __init__(self, followed: Followed) -> None:
        self._followed = followed
        self._was_short = False

    async def __call__(self, work: Work) -> Any:
        if self._was_short and not self._followed.may_wait():
            return self._timed(work)
        return await on_a_thread(lambda: self._timed(lambda: self._followed.read(work)))

    def _timed(self, work: Work) -> Any:
        begun = time.perf_counter()
        try:
            return work()
        finally:
            self._was_short = time.perf_counter() - begun < SHORT


def compact(answer: Any) -> str:
    """As JSON for a model to read, where every space is paid for."""
    return to_json(answer).decode()


def tool(function: Callable[..., Any], run: Run, annotations: ToolAnnotations) -> Tool:
    """A tool of its name, with its sentence, parameters and the schema of what it returns.

    What the engine refuses is an answer that the model can act on. The SDK gets results ready made and holds them to
    nothing, or it would make a text of its own, indented, and a model and a dict again.
    """
    made = Tool.from_function(_answering(function, run), description=inspect.getdoc(function), annotations=annotations)
    made.parameters = flat(made.parameters)
    made.fn_metadata.output_schema = schema_of(get_type_hints(function, include_extras=True)["return"])
    _trust(made.fn_metadata)
    return made


def _trust(metadata: Any) -> None:
    """The SDK looks at no answer, where it can do without: to find out that a dict is one takes it as long as recall
    takes to make the dict."""
    model, metadata.output_model = metadata.output_model, None
    try:
        metadata.convert_result(CallToolResult(content=[], structured_content={}))
    except Exception:  # one that publishes no schema without a model
        metadata.output_model = model


def _answering(function: Callable[..., Any], run: Run) -> Callable[..., Awaitable[CallToolResult]]:
    @functools.wraps(function)
    async def call(**arguments: Any) -> CallToolResult:
        try:
            told = await run(functools.partial(function, **arguments))
        except Error as error:
            raise ToolError(f"{error.code}: {error}") from None
        return CallToolResult(content=[TextContent(type="text", text=compact(told))], structured_content=told)

    hints = get_type_hints(function, include_extras=True)
    signature = inspect.signature(function)
    call.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=[one.replace(annotation=hints[name]) for name, one in signature.parameters.items()],
        return_annotation=Annotated[CallToolResult, dict[str, Any]],
    )
    return call
