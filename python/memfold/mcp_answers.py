"""What the tools of the MCP server answer: dicts, and the schemas that describe them.

An answer is made once, sent as it is, and checked by every client against its tool's schema, value by value: what an
agent does not need is not in it, and a schema says each thing once and flatly.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Mapping, Optional

from pydantic import Field, TypeAdapter
from typing_extensions import NotRequired, TypedDict


class Known(TypedDict):
    id: Annotated[str, Field(description="names this memory, whichever version")]
    content: str
    category: str
    said_at: Annotated[str, Field(description="when it was said, ISO 8601")]
    source: NotRequired[Annotated[str, Field(description="the mail, note or conversation it came from")]]


class MemoryItem(Known):
    """What is known."""

    version: int


class Hit(Known):
    """What is known, and how well it answers."""

    score: Annotated[float, Field(description="0..1")]
    version: NotRequired[Annotated[int, Field(description="from 2 on: history has what it said before")]]
    why: NotRequired[Annotated[str, Field(description="what the score is made of")]]


class Outcome(TypedDict):
    """What became of one statement."""

    decision: Annotated[
        Literal["CREATE", "UPDATE", "SKIP", "DELETE", "ERROR"],
        Field(description="new; replaced something; was known; hidden; or could not be used, see reason"),
    ]
    memory: Optional[MemoryItem]
    replaced: Annotated[Optional[str], Field(description="what the memory said before")]
    stands: NotRequired[
        Annotated[str, Field(description="what is still known: the statement is older than it and only joined its history")]
    ]
    may_replace: NotRequired[
        Annotated[
            list[str],
            Field(description="ids and contents it may contradict, left as they are: correct or forget them if it does"),
        ]
    ]
    reason: str
    sequence: Annotated[int, Field(description="of this decision: undo takes it back by it")]
    needs_review: Annotated[bool, Field(description="a person should look: see review_list")]


class Outcomes(TypedDict):
    outcomes: list[Outcome]


class Hits(TypedDict):
    memories: list[Hit]


class Page(TypedDict):
    memories: list[MemoryItem]
    next_cursor: Annotated[Optional[str], Field(description="null on the last page")]


class Version(TypedDict):
    version: int
    content: str
    said_at: str
    current: bool
    reason: str


class History(TypedDict):
    versions: list[Version]
    earlier: Annotated[int, Field(description="versions before these, which are left out")]


class Why(TypedDict):
    """The decision that led to what is known now."""

    decision: str
    reason: str
    fact: Annotated[Optional[str], Field(description="the statement that was decided about")]
    before: Optional[str]
    verdict: Optional[str]
    confidence: float
    compared_with: Annotated[list[str], Field(description="ids and reasons of the others that were weighed")]
    at: str
    sequence: int


class Forgotten(TypedDict):
    memories: Annotated[int, Field(description="versions that were hidden")]
    contents: list[str]
    sequences: Annotated[list[int], Field(description="undo takes each back")]


class Case(TypedDict):
    """What a person is asked: does what was said change what is known?"""

    sequence: Annotated[int, Field(description="review_settle takes it")]
    said: str
    known: Optional[str]
    suggestion: str
    confidence: float
    reasoning: str


class Cases(TypedDict):
    cases: list[Case]


class SourceAdded(TypedDict):
    id: str
    known: Annotated[bool, Field(description="it was there already; nothing was changed")]
    outcomes: list[Outcome]


#: What hit() looks at, of all that the engine tells of hits: to make the rest takes longer than to make the answer.
HIT_KEYS = frozenset(
    ["hits", "score", "why", "memory", "chain_id", "content", "category", "stated_at", "source_id", "version"]
)


def item(memory: Mapping[str, Any]) -> MemoryItem:
    """A memory by itself."""
    told: MemoryItem = _known(memory)
    told["version"] = memory["version"]
    return told


def hit(found: Mapping[str, Any], explain: bool) -> Hit:
    """A memory that answers, of the engine's hit."""
    memory = found["memory"]
    told: Hit = _known(memory)
    told["score"] = round(found["score"], 3)
    if memory["version"] > 1:
        told["version"] = memory["version"]
    if explain and found["why"]:
        told["why"] = found["why"]
    return told


def _known(memory: Mapping[str, Any]) -> Any:
    """By keys: attributes of a record take twenty times as long."""
    told = {
        "id": memory["chain_id"],
        "content": memory["content"],
        "category": memory["category"],
        "said_at": memory["stated_at"],
    }
    if source := memory["source_id"]:
        told["source"] = source
    return told


def schema_of(answer: Any) -> dict[str, Any]:
    """The JSON schema of answers of this type."""
    return flat(TypeAdapter(answer).json_schema())


def flat(schema: dict[str, Any]) -> dict[str, Any]:
    """The same schema without references, choices between something and null, and titles that repeat a name.

    A client resolves a reference and tries a choice again for each value it meets; what they lead to does not depend
    on the value, so they are resolved here, once. Of schemas that do not contain themselves.
    """
    return _flat(schema, schema.get("$defs", {}))


def _flat(schema: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    beside = {key: value for key, value in schema.items() if key not in ("$ref", "$defs", "title")}
    if "$ref" in schema:
        beside = {**_flat(definitions[schema["$ref"].rpartition("/")[2]], definitions), **beside}
    if "anyOf" in beside:
        beside = _without_choice(beside, definitions)
    if "properties" in beside:
        beside["properties"] = {name: _flat(one, definitions) for name, one in beside["properties"].items()}
    if isinstance(beside.get("items"), dict):
        beside["items"] = _flat(beside["items"], definitions)
    return beside


def _without_choice(schema: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """Something or null as one schema of two types; what else it asks holds of that something alone."""
    choices = [_flat(one, definitions) for one in schema["anyOf"]]
    beside = {key: value for key, value in schema.items() if key != "anyOf"}
    given = [one for one in choices if one != {"type": "null"}]
    # An enumeration would have to name null itself.
    if len(given) == 1 and len(choices) == 2 and isinstance(given[0].get("type"), str) and not given[0].keys() & {"enum", "const"}:
        return {**given[0], **beside, "type": [given[0]["type"], "null"]}
    return {**beside, "anyOf": choices}
