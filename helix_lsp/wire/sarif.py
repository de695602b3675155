"""SARIF 2.1.0 as every log of ours has it: one run, its rules, and how a path is written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_PLAIN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/@+,=!$&'()*;")


def sarif_log(
    version: str,
    rules: Mapping[str, str],
    results: Iterable[dict[str, Any]],
    properties: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """A log with one run. `version` is ours; `rules`: id -> what such a result says, in one sentence; columns of
    the results count code points; `properties` are of the run.
    """
    told = [{"id": name, "shortDescription": {"text": says}} for name, says in rules.items()]
    run = {
        "tool": {"driver": {"name": "helix-lsp", "version": version, "rules": told}},
        "columnKind": "unicodeCodePoints",
        **({"properties": dict(properties)} if properties else {}),
        "results": list(results),
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def uri_of(path: str) -> str:
    """A path as a relative reference of RFC 3986: what is not a plain character is percent-encoded as UTF-8."""
    return "".join(chr(b) if chr(b) in _PLAIN else f"%{b:02X}" for b in path.encode("utf-8", "replace"))
