"""Messages made from the protocol's meta model: for each method that a client may send, valid params in two
sizes, and params with one thing wrong. What is valid is decided by the model's own schema, not by how the
message was made.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tests.support.metamodel import fits, model

WRONG: tuple[Any, ...] = (None, 5, -1, 1.5, True, "x", "", [], [1], {}, {"jsonrpc": 1})
ENDING = frozenset({"initialize", "shutdown", "exit", "initialized"})
_DEEPEST = 4
_BASE: dict[str, Any] = {
    "URI": "file:///w/x/a.md", "DocumentUri": "file:///w/x/a.md", "integer": 1, "uinteger": 0, "decimal": 0.5, "RegExp": "a",
    "string": "word", "boolean": False, "null": None,
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """`params` is absent when `bare`. `request`: an answer is due. `valid`: the model accepts the params."""

    method: str
    params: Any
    request: bool
    bare: bool = False
    valid: bool


def generated() -> Iterator[Made]:
    """In the order of the model; the same in every run."""
    structures = {item["name"]: item for item in model()["structures"]}
    for kind, request in (("requests", True), ("notifications", False)):
        for item in model()[kind]:
            if item["messageDirection"] == "serverToClient" or item["method"] in ENDING:
                continue
            wanted = item.get("params")
            for params in _variants(wanted, structures) if wanted else ({}, [], 5):
                valid = fits(wanted, params) is None if wanted else params == {}
                yield Made(method=item["method"], params=params, request=request, valid=valid)
            yield Made(method=item["method"], params=None, request=request, bare=True, valid=wanted is None)


def _variants(kind: dict[str, Any], structures: dict[str, Any]) -> Iterator[Any]:
    small, full = _sample(kind, structures, full=False), _sample(kind, structures, full=True)
    yield small
    yield full
    yield from WRONG
    yield from _spoiled(full, deep=0)
    yield from _spoiled(small, deep=0)


def _spoiled(value: Any, deep: int) -> Iterator[Any]:
    """One field left out, or of another kind; two levels down as well."""
    if isinstance(value, dict):
        for name in value:
            yield {key: held for key, held in value.items() if key != name}
            for wrong in WRONG:
                yield {**value, name: wrong}
            if deep < 2:
                for inner in _spoiled(value[name], deep + 1):
                    yield {**value, name: inner}
    elif isinstance(value, list) and value and deep < 2:
        yield from ([inner] for inner in _spoiled(value[0], deep + 1))


def _sample(kind: dict[str, Any], structures: dict[str, Any], *, full: bool, deep: int = 0) -> Any:
    match kind["kind"]:
        case "base":
            return _BASE[kind["name"]]
        case "array":
            return [_sample(kind["element"], structures, full=full, deep=deep + 1)] if deep < _DEEPEST else []
        case "map":
            return {}
        case "or" | "and":
            return _sample(kind["items"][0], structures, full=full, deep=deep)
        case "tuple":
            return [_sample(one, structures, full=full, deep=deep + 1) for one in kind["items"]]
        case "literal":
            return _fields(kind["value"]["properties"], structures, full=full, deep=deep)
        case "reference":
            return _named(kind["name"], structures, full=full, deep=deep)
        case _:
            return kind["value"]


def _named(name: str, structures: dict[str, Any], *, full: bool, deep: int) -> Any:
    if name.startswith("LSP"):
        return {"any": 1}
    for item in model()["enumerations"]:
        if item["name"] == name:
            return item["values"][0]["value"]
    for item in model()["typeAliases"]:
        if item["name"] == name:
            return _sample(item["type"], structures, full=full, deep=deep)
    item = structures[name]
    parents = [parent["name"] for parent in (*item.get("extends", ()), *item.get("mixins", ()))]
    value: dict[str, Any] = {}
    for parent in parents:
        value |= _named(parent, structures, full=full, deep=deep)
    return value | _fields(item["properties"], structures, full=full, deep=deep)


def _fields(
    properties: list[dict[str, Any]], structures: dict[str, Any], *, full: bool, deep: int
) -> dict[str, Any]:
    return {
        one["name"]: _sample(one["type"], structures, full=full, deep=deep + 1)
        for one in properties
        if not one.get("optional") or (full and deep < _DEEPEST)
    }
