"""What a caller gives, as the requests of the engine's methods have it."""

from __future__ import annotations

from typing import Any, Mapping, Union

from .models import Fact

#: Which memories are meant: a condition (docs/recall.md), or the keys of a filter.
Where = Union[str, Mapping[str, Any], None]


def filter_of(where: Where) -> Mapping[str, Any] | None:
    return {"condition": where} if isinstance(where, str) else where


def request_of(**fields: Any) -> dict[str, Any]:
    """Without what was not given."""
    return {key: value for key, value in fields.items() if value is not None}


class _Clear:
    """Of :meth:`Engine.edit`: there shall be none."""

    def __repr__(self) -> str:
        return "memfold.CLEAR"


#: Given for ``valid_from`` or ``valid_until`` of an edit: there shall be none.
CLEAR = _Clear()


def facts_of(facts: Any, user: str | None) -> list[Fact]:
    if isinstance(facts, (str, Mapping)):
        facts = [facts]
    elif hasattr(facts, "to_pylist"):  # an Arrow table or batch
        facts = facts.to_pylist()
    listed = [{"content": one} if isinstance(one, str) else one for one in facts]
    if user is None:
        return listed
    return [one if one.get("user") else {**one, "user": user} for one in listed]


def milliseconds(seconds: float | None) -> int:
    return 0 if seconds is None else max(1, int(seconds * 1000))


def rows_of(vectors: Any) -> Any:
    """Without a copy where it is a float32 array."""
    import numpy

    return numpy.ascontiguousarray(vectors, dtype=numpy.float32)
