"""Judges what a server emits: JSON Schemas made from the protocol's own meta model (tests/support/data, MIT,
see the licence beside it).

Objects are closed, so that a misspelled or invented field is a violation. Methods that the meta model does
not know (`helix/*`) have their own schemas elsewhere; of them only the envelope is judged.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema_rs import Draft202012Validator

_DATA = Path(__file__).parent / "data" / "lsp-metamodel.json"
_BASE: dict[str, dict[str, Any]] = {
    "URI": {"type": "string"},
    "DocumentUri": {"type": "string"},
    "integer": {"type": "integer", "minimum": -(2**31), "maximum": 2**31 - 1},
    "uinteger": {"type": "integer", "minimum": 0, "maximum": 2**31 - 1},
    "decimal": {"type": "number"},
    "RegExp": {"type": "string"},
    "string": {"type": "string"},
    "boolean": {"type": "boolean"},
    "null": {"type": "null"},
}
_ENVELOPE = {"jsonrpc", "id", "method", "params", "result", "error"}
_OURS: dict[str, Any] = {"sections": list}  # the partial result of `helix/ask`
_PROGRESS = ("WorkDoneProgressBegin", "WorkDoneProgressReport", "WorkDoneProgressEnd")


@cache
def model() -> dict[str, Any]:
    """The meta model."""
    return json.loads(_DATA.read_text(encoding="utf-8"))


def _schema(kind: dict[str, Any]) -> dict[str, Any]:
    match kind["kind"]:
        case "base":
            return _BASE[kind["name"]]
        case "reference":
            return {"$ref": f"#/$defs/{kind['name']}"}
        case "array":
            return {"type": "array", "items": _schema(kind["element"])}
        case "map":
            return {"type": "object", "additionalProperties": _schema(kind["value"])}
        case "or":
            return {"anyOf": [_schema(item) for item in kind["items"]]}
        case "and":
            return {"allOf": [_schema(item) for item in kind["items"]]}
        case "tuple":
            items = [_schema(item) for item in kind["items"]]
            return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
        case "literal":
            return _object(kind["value"]["properties"])
        case _:
            return {"const": kind["value"]}


def _object(properties: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {item["name"]: _schema(item["type"]) for item in properties},
        "required": sorted({item["name"] for item in properties if not item.get("optional")}),
        "additionalProperties": False,
    }


@cache
def definitions() -> dict[str, Any]:
    """One schema for each structure, enumeration and alias."""
    structures = {item["name"]: item for item in model()["structures"]}

    def properties(name: str) -> list[dict[str, Any]]:
        item = structures[name]
        parents = [parent["name"] for parent in (*item.get("extends", ()), *item.get("mixins", ()))]
        return [*(one for parent in parents for one in properties(parent)), *item["properties"]]

    found: dict[str, Any] = {name: _object(properties(name)) for name in structures}
    for item in model()["enumerations"]:
        values = {"enum": [value["value"] for value in item["values"]]}
        found[item["name"]] = _schema(item["type"]) if item.get("supportsCustomValues") else values
    for item in model()["typeAliases"]:
        found[item["name"]] = _schema(item["type"])
    for anything in ("LSPAny", "LSPObject", "LSPArray"):
        found[anything] = {}
    return found


@cache
def _validator(kind: str) -> Draft202012Validator:
    return Draft202012Validator({**_schema(json.loads(kind)), "$defs": definitions()})


def fits(kind: dict[str, Any], value: object) -> str | None:
    """Why a value is not of a type of the meta model, None when it is."""
    fault = next(iter(_validator(json.dumps(kind)).iter_errors(value)), None)
    return None if fault is None else f"{'/'.join(map(str, fault.instance_path))}: {fault.message[:200]}"


@cache
def _methods() -> dict[str, dict[str, Any]]:
    return {item["method"]: item for item in (*model()["requests"], *model()["notifications"])}


@cache
def _partial_results() -> list[dict[str, Any]]:
    """The types of partial results of all requests."""
    return [item["partialResult"] for item in model()["requests"] if "partialResult" in item]


def faults(messages: list[dict[str, Any]], methods: dict[Any, str]) -> list[str]:
    """What is wrong with messages from a server; `methods` names the request that each id belongs to."""
    return [
        f"{reason} in {json.dumps(message)[:200]}"
        for message in messages
        if (reason := _fault(message, methods)) is not None
    ]


def _fault(message: dict[str, Any], methods: dict[Any, str]) -> str | None:
    if message.get("jsonrpc") != "2.0" or set(message) - _ENVELOPE:
        return "envelope"
    if "method" in message:
        return _call_fault(message)
    if "id" not in message or ("result" in message) == ("error" in message):
        return "an answer has an id and either a result or an error"
    if "error" in message:
        return (
            fits({"kind": "reference", "name": "ResponseError"}, message["error"])
            if "ResponseError" in definitions()
            else _error_fault(message["error"])
        )
    known = _methods().get(methods.get(message["id"], ""))
    return fits(known["result"], message["result"]) if known else None


def _error_fault(error: object) -> str | None:
    if not isinstance(error, dict) or set(error) - {"code", "message", "data"}:
        return "error object"
    return (
        None
        if isinstance(error.get("code"), int) and isinstance(error.get("message"), str)
        else "error fields"
    )


def _call_fault(message: dict[str, Any]) -> str | None:
    known = _methods().get(message["method"])
    if known is None:
        ours = message["method"].startswith("helix/") or message["method"] == "experimental/serverStatus"
        return None if ours else "unknown method"
    if known["messageDirection"] == "clientToServer":
        return "wrong direction"
    if message["method"] == "$/progress":
        value = message["params"]["value"]
        if isinstance(value, dict) and {name: type(one) for name, one in value.items()} == _OURS:
            return None
        done = isinstance(value, dict) and "kind" in value  # a partial result has no kind
        return fits(
            {
                "kind": "or",
                "items": [{"kind": "reference", "name": name} for name in _PROGRESS]
                if done
                else _partial_results(),
            },
            value,
        )
    return fits(known["params"], message.get("params")) if "params" in known else None
