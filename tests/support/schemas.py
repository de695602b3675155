"""Checks values against JSON Schemas and against the published contracts of `helix_lsp/wire/schema`, with a
compiled validator: each schema is read once for a process.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema_rs import Draft202012Validator, Registry, meta

SCHEMAS = Path(__file__).resolve().parent.parent.parent / "helix_lsp" / "wire" / "schema"


def check(value: object, schema: dict[str, Any]) -> None:
    """Raises `jsonschema_rs.ValidationError` with the first fault."""
    _validator(json.dumps(schema)).validate(value)


def holds(value: object, schema: dict[str, Any]) -> bool:
    return _validator(json.dumps(schema)).is_valid(value)


def check_schema(schema: dict[str, Any]) -> None:
    """Raises `jsonschema_rs.ValidationError` where a schema is not one of draft 2020-12."""
    meta.validate(schema)


def check_contract(value: object, name: str) -> None:
    """`name` as in `answer-envelope.v1`; contracts may refer to each other."""
    contract(name).validate(value)


@cache
def contract(name: str) -> Draft202012Validator:
    """Of a published contract."""
    return Draft202012Validator(_published()[name], registry=_registry())


@cache
def _published() -> dict[str, dict[str, Any]]:
    return {
        path.name.removesuffix(".schema.json"): json.loads(path.read_text("utf-8"))
        for path in sorted(SCHEMAS.glob("*.schema.json"))
    }


@cache
def _registry() -> Registry:
    return Registry(
        [
            (key, loaded)
            for name, loaded in _published().items()
            for key in {loaded.get("$id", name), f"{name}.schema.json", f"urn:helix-lsp:{name}"}
        ]
    )


@cache
def _validator(schema: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads(schema))
