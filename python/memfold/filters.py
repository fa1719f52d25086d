"""Filters as mem0 writes them, as conditions of memfold (docs/recall.md)."""

from __future__ import annotations

import json
from typing import Any, Mapping

_COMPARE = {"eq": "=", "ne": "!=", "gt": ">", "gte": ">=", "lt": "<", "lte": "<=", "contains": "contains"}
_OWNERS = ("user_id", "agent_id", "run_id")


def stored_text(value: Any) -> str:
    """A value of metadata as memfold keeps it: texts as they are, all else as JSON; 3.0 is 3."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)


def id_text(value: Any) -> str:
    """Of a user, an agent or a run, as it was given; empty: none was."""
    return "" if value is None else str(value).strip()


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
            inner = [f"({condition_of(one)})" for one in value if "user_id" not in one and one]
            if not inner or len(inner) < len(value):
                raise ValueError(f"filters: {key} takes a list of filters, none of them empty or of user_id")
            # NOT of several: none of them holds.
            parts.append("(" + (" or " if key != "AND" else " and ").join(inner) + ")")
            if key == "NOT":
                parts[-1] = "not " + parts[-1]
        elif key in ("agent_id", "run_id") and not isinstance(value, (Mapping, list)):
            parts.append(f"{key} = {_quoted(id_text(value))}")
        elif key != "user_id":
            parts.append(_comparison(key, value))
    return " and ".join(parts)


def owner_of(user_id: str | None, agent_id: str | None, run_id: str | None) -> str:
    """The memfold user: memories belong to one. Without a person, to the agent or the run."""
    for prefix, value in (("", user_id), ("agent:", agent_id), ("run:", run_id)):
        owner = id_text(value)
        if not prefix and owner.startswith(("agent:", "run:")):
            raise ValueError("user_id must not begin with agent: or run:, which are owners of their own")
        if owner:
            return prefix + owner
    raise ValueError(f"at least one of {', '.join(_OWNERS)} must be given")
