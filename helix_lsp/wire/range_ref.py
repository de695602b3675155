"""`range-ref.v1`: a citable range of one file."""

from __future__ import annotations

from typing import Any

from helix_lsp.ask.citation import RangeRef, RangeText
from helix_lsp.errors import UsageError
from helix_lsp.wire.readable import Exact

SCHEMA = "range-ref.v1"
_INTEGERS = ("start_byte", "end_byte", "start_line", "end_line")
_FIELDS = frozenset({"schema", "artifact_role", "repo_id", "path", *_INTEGERS, "content_sha256", "chunk_id"})


def range_ref_to_wire(
    *,
    path: str,
    start_byte: int,
    end_byte: int,
    start_line: int,
    end_line: int,
    sha256: str,
    repo_id: str = "",
    chunk_id: str = "",
) -> dict[str, Any]:
    """A reference as plain JSON data; `chunk_id` is left out where there is none."""
    out: dict[str, Any] = {
        "schema": SCHEMA, "artifact_role": "source_file", "repo_id": repo_id, "path": path, "start_byte": start_byte, "end_byte": end_byte,
        "start_line": start_line, "end_line": end_line, "content_sha256": sha256,
    }  # fmt: skip
    if chunk_id:
        out["chunk_id"] = chunk_id
    return out


def range_ref_from_wire(value: object) -> RangeRef:
    """Read a reference strictly; raises `UsageError` that names the field."""
    if not isinstance(value, dict):
        raise UsageError("a range reference must be a JSON object")
    data: dict[str, Any] = {str(k): v for k, v in value.items()}  # pyright: ignore[reportUnknownVariableType,reportUnknownArgumentType]
    if unknown := sorted(set(data) - _FIELDS):
        raise UsageError(f"range reference: unknown field {unknown[0]!r}")
    if data.get("schema", SCHEMA) != SCHEMA:
        raise UsageError(f"range reference: schema is {data['schema']!r}, this program reads {SCHEMA}")
    if data.get("artifact_role", "source_file") != "source_file":
        raise UsageError(
            f"range reference: artifact_role is {data['artifact_role']!r}, only source_file can be read from a workspace"
        )
    for name in _INTEGERS:
        if not isinstance(data.get(name), int) or isinstance(data[name], bool):
            raise UsageError(f"range reference: {name} must be a whole number")
    for name in ("path", "content_sha256"):
        if not isinstance(data.get(name), str):
            raise UsageError(f"range reference: {name} must be a string")
    return RangeRef(
        path=data["path"], start_byte=data["start_byte"], end_byte=data["end_byte"], start_line=data["start_line"],
        end_line=data["end_line"],
        content_sha256=data["content_sha256"], repo_id=str(data.get("repo_id", "")),
    )  # fmt: skip


def range_text_to_wire(found: RangeText) -> dict[str, Any]:
    """What `range get --json` prints."""
    return Exact({
        "text": found.text, "sha256": found.sha256, "bytes": len(found.data), "lines": [found.start_line, found.end_line],
        "provenance": {"artifact_role": found.ref.artifact_role, "path": found.ref.path, "repo_id": found.ref.repo_id},
    })  # fmt: skip
