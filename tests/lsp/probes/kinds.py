"""The meta model read by hand: what fits a type, the least that fits it, and ways not to fit it. Shares no
code with `tests/support/metamodel.py`.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

MODEL = json.loads(
    (Path(__file__).parents[2] / "support" / "data" / "lsp-metamodel.json").read_text(encoding="utf-8")
)
STRUCTURES = {s["name"]: s for s in MODEL["structures"]}
ENUMS = {e["name"]: e for e in MODEL["enumerations"]}
ALIASES = {a["name"]: a["type"] for a in MODEL["typeAliases"]}
REQUESTS = {r["method"]: r for r in MODEL["requests"]}
NOTES = {n["method"]: n for n in MODEL["notifications"]}
LIMITS = {"integer": (-(2**31), 2**31 - 1), "uinteger": (0, 2**31 - 1)}
NO_PARAMS: Any = ...
ANY = ("LSPAny", "LSPObject", "LSPArray")


@cache
def members(name: str) -> dict[str, dict[str, Any]]:
    """All properties of a structure, inherited ones first."""
    structure = STRUCTURES[name]
    found: dict[str, dict[str, Any]] = {}
    for parent in (*structure.get("extends", ()), *structure.get("mixins", ())):
        found |= members(parent["name"])
    return found | {one["name"]: one for one in structure["properties"]}


def faults(value: Any, kind: dict[str, Any], at: str = "") -> list[str]:
    """Why a value does not fit; empty when it does. Fields that the type does not have are faults."""
    match kind["kind"]:
        case "base":
            return (
                [] if _fits_base(value, kind["name"]) else [f"{at}: {str(value)[:40]!r} is no {kind['name']}"]
            )
        case "reference" if kind["name"] in ANY:
            return []
        case "reference" if kind["name"] in ENUMS:
            enum = ENUMS[kind["name"]]
            known = value in [v["value"] for v in enum["values"]]
            return (
                []
                if known or (enum.get("supportsCustomValues") and isinstance(value, str | int))
                else [f"{at}: {value!r} is no {kind['name']}"]
            )
        case "reference" if kind["name"] in ALIASES:
            return faults(value, ALIASES[kind["name"]], at)
        case "reference":
            return _object(value, members(kind["name"]), f"{at}<{kind['name']}>")
        case "literal":
            return _object(value, {one["name"]: one for one in kind["value"]["properties"]}, at)
        case "array":
            if not isinstance(value, list):
                return [f"{at}: no list"]
            return [f for i, one in enumerate(value) for f in faults(one, kind["element"], f"{at}[{i}]")]
        case "map":
            return (
                [f for k, one in value.items() for f in faults(one, kind["value"], f"{at}.{k}")]
                if isinstance(value, dict)
                else [f"{at}: no map"]
            )
        case "tuple":
            if not isinstance(value, list) or len(value) != len(kind["items"]):
                return [f"{at}: no tuple"]
            return [f for one, item in zip(value, kind["items"], strict=True) for f in faults(one, item, at)]
        case "stringLiteral":
            return [] if value == kind["value"] else [f"{at}: {value!r} is not {kind['value']!r}"]
        case "or":
            tries = [faults(value, item, at) for item in kind["items"]]
            return [] if any(not one for one in tries) else min(tries, key=len)
        case "and":
            merged: dict[str, Any] = {}
            for item in kind["items"]:
                merged |= members(item["name"])
            return _object(value, merged, at)
        case other:
            raise AssertionError(other)


def _fits_base(value: Any, name: str) -> bool:
    if name in LIMITS:
        low, high = LIMITS[name]
        return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
    if name == "decimal":
        return isinstance(value, int | float) and not isinstance(value, bool)
    if name == "boolean":
        return isinstance(value, bool)
    if name == "null":
        return value is None
    return isinstance(value, str)


def _object(value: Any, known: dict[str, dict[str, Any]], at: str) -> list[str]:
    if not isinstance(value, dict):
        return [f"{at}: no object"]
    found = [
        f"{at}: no `{name}`" for name, one in known.items() if not one.get("optional") and name not in value
    ]
    found += [f"{at}: `{name}` is unknown" for name in value if name not in known]
    return found + [
        f
        for name, one in value.items()
        if name in known
        for f in faults(one, known[name]["type"], f"{at}.{name}")
    ]


def least(kind: dict[str, Any], uri: str) -> Any:
    """The smallest value that fits; documents are `uri`, positions (0, 0)."""
    match kind["kind"]:
        case "base":
            return {
                "string": "a",
                "integer": 1,
                "uinteger": 0,
                "decimal": 1.5,
                "boolean": True,
                "null": None,
                "DocumentUri": uri,
                "URI": uri,
                "RegExp": "a",
            }[kind["name"]]
        case "reference" if kind["name"] in ANY:
            return {}
        case "reference" if kind["name"] in ENUMS:
            return ENUMS[kind["name"]]["values"][0]["value"]
        case "reference" if kind["name"] in ALIASES:
            return least(ALIASES[kind["name"]], uri)
        case "reference":
            return {
                name: least(one["type"], uri)
                for name, one in members(kind["name"]).items()
                if not one.get("optional")
            }
        case "literal":
            return {
                one["name"]: least(one["type"], uri)
                for one in kind["value"]["properties"]
                if not one.get("optional")
            }
        case "array":
            return [least(kind["element"], uri)]
        case "map":
            return {}
        case "tuple":
            return [least(item, uri) for item in kind["items"]]
        case "stringLiteral":
            return kind["value"]
        case "or":
            return least(kind["items"][0], uri)
        case "and":
            merged: dict[str, Any] = {}
            for item in kind["items"]:
                merged |= least(item, uri)
            return merged
        case other:
            raise AssertionError(other)


def spoiled(kind: dict[str, Any], uri: str) -> Iterator[tuple[str, Any]]:
    """(what is wrong, params): each a way not to fit."""
    good = least(kind, uri)
    for name, bad in (
        ("no params", NO_PARAMS),
        ("params null", None),
        ("params a list", [1]),
        ("params text", "x"),
    ):
        if bad is NO_PARAMS or faults(bad, kind):
            yield name, bad
    if not isinstance(good, dict):
        return
    for name in good:
        rest = {key: value for key, value in good.items() if key != name}
        if faults(rest, kind):
            yield f"without {name}", rest
    for path in _paths(good):
        for label, wrong in (
            ("null", None),
            ("a number", -4),
            ("a list", [[]]),
            ("text", "zork"),
            ("true", True),
            ("huge", 2**40),
            ("half", 0.5),
            ("object", {"zork": 1}),
        ):
            made = copy.deepcopy(good)
            _put(made, path, wrong)
            if faults(made, kind):
                yield f"{'.'.join(map(str, path))} is {label}", made


def _paths(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in items:
        yield (*at, key)
        yield from _paths(one, (*at, key))


def _put(value: Any, path: tuple[Any, ...], new: Any) -> None:
    for key in path[:-1]:
        value = value[key]
    value[path[-1]] = new


def message_faults(message: dict[str, Any], asked: dict[Any, str]) -> list[str]:
    """What is wrong with a message of the server; `asked` says which request an id stands for."""
    message = {key: value for key, value in message.items() if key != "#at"}
    if message.pop("jsonrpc", None) != "2.0":
        return ["jsonrpc"]
    if "method" in message:
        return _outgoing(message)
    if set(message) == {"id", "error"}:
        return (
            faults(message["error"], {"kind": "reference", "name": "ResponseError"})
            if "ResponseError" in STRUCTURES
            else _error(message["error"])
        )
    if set(message) != {"id", "result"}:
        return [f"members {sorted(message)}"]
    method = asked.get(message["id"])
    return faults(message["result"], REQUESTS[method]["result"], method) if method in REQUESTS else []


def _outgoing(message: dict[str, Any]) -> list[str]:
    method = message["method"]
    spec = (REQUESTS if "id" in message else NOTES).get(method)
    if spec is None:
        return [] if method.startswith(("experimental/", "helix/")) else [f"unknown method {method}"]
    if spec["messageDirection"] == "clientToServer":
        return [f"{method} in the wrong direction"]
    if "params" not in spec:
        return [] if message.get("params") is None else [f"{method} has params"]
    found = faults(message.get("params"), spec["params"], method)
    if method == "client/registerCapability" and not found:
        for one in message["params"]["registrations"]:
            found += _registration(one)
    if method == "$/progress" and not found:
        value = message["params"]["value"]
        kinds = [{"kind": "reference", "name": f"WorkDoneProgress{k}"} for k in ("Begin", "Report", "End")]
        if isinstance(value, dict) and "kind" in value:
            found += faults(value, {"kind": "or", "items": kinds}, method)
    return found


def _registration(one: dict[str, Any]) -> list[str]:
    spec = REQUESTS.get(one["method"]) or NOTES.get(one["method"])
    if spec is None:
        return [f"registers {one['method']}"]
    kind = spec.get("registrationOptions")
    return (
        faults(one.get("registerOptions"), kind, f"registration {one['method']}")
        if kind and "registerOptions" in one
        else []
    )


def _error(error: Any) -> list[str]:
    fine = (
        isinstance(error, dict)
        and set(error) <= {"code", "message", "data"}
        and type(error.get("code")) is int
        and isinstance(error.get("message"), str)
    )
    return [] if fine else [f"error {error!r}"]
