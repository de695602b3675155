"""A client of bundles that knows the published schemas and nothing else: nothing of the program is imported.

It walks from the manifest, validates every artifact against its contract, resolves every reference that an
index holds, and says how many held.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jsonschema_rs import Draft202012Validator, Registry

SCHEMAS = Path(__file__).resolve().parents[2] / "helix_lsp" / "wire" / "schema"
REGISTRY = Registry(
    [
        (loaded["$id"], loaded)
        for path in sorted(SCHEMAS.glob("*.json"))
        for loaded in [json.loads(path.read_text("utf-8"))]
    ]
)


@dataclass(slots=True)
class Walk:
    """What a walk saw: references by role, and what was not as it should be."""

    resolved: dict[str, int] = field(default_factory=dict)
    elsewhere: int = 0
    wrong: list[str] = field(default_factory=list)


def walk(manifest_path: Path) -> Walk:
    """From the manifest to every byte that a reference names."""
    seen = Walk()
    manifest = json.loads(manifest_path.read_text("utf-8"))
    validator("bundle-manifest.v1").validate(manifest)
    data: dict[str, bytes] = {}
    for artifact in manifest["artifacts"]:
        bytes_ = (manifest_path.parent / artifact["path"]).read_bytes()
        if (len(bytes_), sha256(bytes_)) != (artifact["bytes"], artifact["sha256"]):
            seen.wrong.append(f"{artifact['path']}: not the bytes of the manifest")
        data[artifact["role"]] = bytes_
    files = {row["path"]: row for row in lines(data["dump_index"])}
    for artifact in manifest["artifacts"]:
        contract = artifact["contract"]
        if contract is None:
            continue
        check = validator(f"{contract['id']}.{contract['version']}")
        one = artifact["content_type"] == "application/json"
        rows = [json.loads(data[artifact["role"]])] if one else list(lines(data[artifact["role"]]))
        if not one and artifact["lines"] != len(rows):
            seen.wrong.append(f"{artifact['path']}: {len(rows)} lines")
        for row in rows:
            check.validate(row)
            for ref in references(row):
                resolve(ref, files, data["canonical_dump"], manifest, artifact["role"], seen)
    return seen


def resolve(
    ref: dict[str, Any], files: dict[str, Any], dump: bytes, manifest: dict[str, Any], role: str, seen: Walk
) -> None:
    """One reference, every field."""
    file = files.get(ref["path"])
    if file is None or file["dump"] is None or file["blob"] != ref["blob"]:
        seen.elsewhere += 1  # the older side of a change
        return
    text = dump[file["dump"]["start_byte"] : file["dump"]["end_byte"]]
    cut = text[ref["start_byte"] : ref["end_byte"]]
    newlines = text.replace(b"\r\n", b" \n").replace(b"\r", b"\n")
    first = newlines[: ref["start_byte"]].count(b"\n") + 1
    last = newlines[: ref["end_byte"] - 1].count(b"\n") + 1
    git = hashlib.sha1(b"blob %d\0" % len(text) + text, usedforsecurity=False).hexdigest()
    for name, said, found in (
        ("content_sha256", ref["content_sha256"], sha256(cut)),
        ("lines", (ref["start_line"], ref["end_line"]), (first, last)),
        ("blob", ref["blob"], git),
        ("repo_id", ref["repo_id"], manifest["repository"]["repo_id"]),
        ("commit", ref.get("commit", file["commit"]), file["commit"]),
    ):
        if said != found:
            seen.wrong.append(
                f"{role}: {ref['path']}:{ref['start_line']}: {name} is {said!r}, found {found!r}"
            )
    seen.resolved[role] = seen.resolved.get(role, 0) + 1


def references(node: object) -> Iterator[dict[str, Any]]:
    """Every range-ref in a row."""
    if isinstance(node, dict):
        if node.get("schema") == "range-ref.v1":
            yield node
        for value in node.values():
            yield from references(value)
    elif isinstance(node, list):
        for value in node:
            yield from references(value)


def lines(data: bytes) -> Iterator[Any]:
    """The rows of JSON lines."""
    return (json.loads(line) for line in data.splitlines())


def validator(name: str) -> Draft202012Validator:
    """Of a published contract."""
    schema = json.loads((SCHEMAS / f"{name}.schema.json").read_text("utf-8"))
    return Draft202012Validator(schema, registry=REGISTRY)


def sha256(data: bytes) -> str:
    """64 hex digits."""
    return hashlib.sha256(data).hexdigest()
