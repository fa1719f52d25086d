"""Filters as mem0 writes them, as conditions of memfold (docs/recall.md)."""

from __future__ import annotations

import json
from typing import Any, Mapping

_COMPARE = {"eq": "=", "ne": "!=", "gt": ">", "gte": ">=", "lt": "<", "lte": "<=", "contains": "contains"}
_OWNERS = ("user_id", "agent_id", "run_id")


def stored_text(value: Any) -> str:
    """A value of metadata as memfold keeps it: texts as they are, all else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _field(key: str) -> str:
    return key if key in ("agent_id", "run_id") else f"metadata.{_quoted(key)}"


def _choice(values: Any) -> str:
    return "(" + ", ".join(_quoted(stored_text(value)) for value in values) + ")"


def _comparison(key: str, value: Any) -> str:
    field = _field(key)
    if value == "*":
        return f"{field} exists"
    if isinstance(value, list):
        return f"{field} in {_choice(value)}"
    if not isinstance(value, Mapping):
        return f"{field} = {_quoted(stored_text(value))}"
    parts = []
    for operator, operand in value.items():
        if operator in _COMPARE:
            parts.append(f"{field} {_COMPARE[operator]} {_quoted(stored_text(operand))}")
        elif operator in ("in", "nin"):
            text = f"{field} in {_choice(operand)}"
            parts.append(text if operator == "in" else f"not ({text})")
        else:
            raise ValueError(f"filters: {key} has the operator {operator!r}, which is not one of "
                             f"{', '.join([*_COMPARE, 'in', 'nin'])}")
    return " and ".join(parts)


def condition_of(filters: Mapping[str, Any]) -> str:
    """What the filters ask beside whose the memories are."""
    parts = []
    for key, value in filters.items():
        if key in ("AND", "OR", "NOT"):
            inner = [condition_of(one) for one in value]
            joined = (" or " if key == "OR" else " and ").join(f"({one})" for one in inner if one)
            if joined:
                # NOT of several: none of them holds.
                parts.append(
                    f"({joined})" if key != "NOT" else " and ".join(f"not ({one})" for one in inner if one)
                )
        elif key != "user_id":
            parts.append(_comparison(key, value))
    return " and ".join(parts)


def owner_of(user_id: str | None, agent_id: str | None, run_id: str | None) -> str:
    """The memfold user: memories belong to one. Without a person, to the agent or the run."""
    for prefix, value in (("", user_id), ("agent:", agent_id), ("run:", run_id)):
        if value is not None and str(value).strip():
            return prefix + str(value).strip()
    raise ValueError(f"at least one of {', '.join(_OWNERS)} must be given")
