"""`bundle-manifest.v1`: the one file from which everything of a bundle is found and understood.

The roles are a closed list: what a program does with an artifact is decided by its role and its contract, never
by its name. The run id is derived from content, so two bundles of the same content and options have the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, cast

import msgspec

from helix_lsp import __version__
from helix_lsp.errors import UsageError
from helix_lsp.text.digest import digest_of
from helix_lsp.text.paths import refuse
from helix_lsp.text.regex import regex
from helix_lsp.wire.readable import fields

SCHEMA = "bundle-manifest.v1"
NAME = "bundle.manifest.json"
DUMP, FILES, CHUNKS = "canonical_dump", "dump_index", "chunk_index"
SYMBOLS, SECTIONS, MENTIONS, FACTS = "symbol_index", "section_index", "mention_index", "fact_index"
EVAL, DELTA, TREES, RECORDS, POLICY = (
    "retrieval_eval", "pr_delta", "tree_list", "tree_records", "reading_policy",
)  # fmt: skip
_LINES, _JSON = "application/jsonl", "application/json"
ROLES: Mapping[str, tuple[str, str, str, tuple[str, ...]]] = {
    DUMP: ("source.txt", "text/plain", "", ()),
    FILES: ("files.jsonl", _LINES, "bundle-file.v1", (DUMP,)),
    CHUNKS: ("chunks.jsonl", _LINES, "bundle-chunk.v1", (DUMP, FILES)),
    SYMBOLS: ("symbols.jsonl", _LINES, "bundle-symbol.v1", (DUMP, FILES)),
    SECTIONS: ("sections.jsonl", _LINES, "bundle-section.v1", (DUMP, FILES)),
    MENTIONS: ("mentions.jsonl", _LINES, "bundle-mention.v1", (DUMP, FILES, SYMBOLS)),
    FACTS: ("facts.jsonl", _LINES, "bundle-fact.v1", (DUMP, FILES)),
    EVAL: ("retrieval-eval.json", _JSON, "retrieval-eval.v1", (CHUNKS,)),
    DELTA: ("pr-delta.json", _JSON, "pr-delta.v1", (DUMP, FILES)),
    TREES: ("trees.json", _JSON, "tree-list.v1", (DUMP, FILES)),
    RECORDS: ("tree-records.jsonl", _LINES, "training-record.v1", (DUMP, TREES)),
    POLICY: ("reading-policy.json", _JSON, "reading-policy.v1", ()),
}
"""Role -> (name of the file, content type, contract of it or of each of its lines, roles it is derived from)."""
_FIELDS = (
    "schema", "run_id", "created_at", "generator", "repository", "artifacts", "absent", "links", "capabilities",
)  # fmt: skip
_ARTIFACT = ("role", "path", "content_type", "bytes", "sha256", "lines", "contract")
_HEX = regex(r"[0-9a-f]{64}\Z")


class Artifact(msgspec.Struct, frozen=True, kw_only=True):
    """A file of a bundle: its size in bytes, its hash, and how many lines it has (-1 where they mean nothing)."""

    role: str
    path: str
    bytes: int
    sha256: str
    lines: int = -1


class Provenance(msgspec.Struct, frozen=True, kw_only=True):
    """Of which repository a bundle is. `uncommitted` counts files that the checked-out commit does not hold as
    they are, `left_out` are (reason, count) of files that are not in the index.
    """

    repo_id: str
    commit: str
    snapshot: str
    config_sha256: str
    files: int
    uncommitted: int
    left_out: tuple[tuple[str, int], ...]


def manifest_to_wire(
    artifacts: Sequence[Artifact],
    of: Provenance,
    absent: Mapping[str, str],
    created_at: str,
    capabilities: Mapping[str, bool],
) -> dict[str, Any]:
    """The manifest; `absent` says of each role that is not there why."""
    held = {one.role: one for one in artifacts}
    return {
        "schema": SCHEMA,
        "run_id": run_id(artifacts, of.repo_id, of.commit, of.config_sha256, __version__),
        "created_at": created_at,
        "generator": {"name": "helix-lsp", "version": __version__, "config_sha256": of.config_sha256},
        "repository": {
            **fields(of, "repo_id commit snapshot files uncommitted"),
            "left_out": [{"reason": reason, "count": count} for reason, count in of.left_out],
        },
        "artifacts": [_artifact(one) for one in artifacts],
        "absent": [{"role": role, "reason": absent[role]} for role in ROLES if role in absent],
        "links": {
            "canonical": {role: held[role].sha256 for role in (DUMP, FILES)},
            "derived_from": [
                {"role": role, "from": [above for above in ROLES[role][3] if above in held]}
                for role in ROLES
                if role in held and ROLES[role][3]
            ],
        },
        "capabilities": dict(sorted(capabilities.items())),
    }


def run_id(artifacts: Sequence[Artifact], repo_id: str, commit: str, config_sha256: str, version: str) -> str:
    """32 digits of what was bundled with what; no time and no place is in it."""
    rows = sorted([one.role, one.path, one.sha256] for one in artifacts)
    return digest_of([SCHEMA, version, config_sha256, repo_id, commit, rows])[:32]


def _artifact(one: Artifact) -> dict[str, Any]:
    _, kind, contract, _ = ROLES[one.role]
    name, _, version = contract.rpartition(".")
    return {
        "role": one.role,
        "path": one.path,
        "content_type": kind,
        "bytes": one.bytes,
        "sha256": one.sha256,
        "lines": one.lines if one.lines >= 0 else None,
        "contract": {"id": name, "version": version} if contract else None,
    }


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """A manifest that was read: what it lists, by role, and all it says."""

    artifacts: Mapping[str, Artifact]
    said: Mapping[str, Any]

    @property
    def repository(self) -> Mapping[str, Any]:
        """Of which repository the bundle is."""
        return self.said["repository"]

    @property
    def generator(self) -> Mapping[str, Any]:
        """With what it was made."""
        return self.said["generator"]


def manifest_from_wire(value: object, name: str) -> Manifest:
    """Read a manifest strictly; `name` is how its file is called. Raises `UsageError` that names the field.

    A path that leaves the folder of the manifest, that is the manifest's own or that is named twice is refused
    here, before anything is opened.
    """
    data = _object(value, name, _FIELDS)
    if data["schema"] != SCHEMA:
        raise UsageError(f"{name}: schema is {data['schema']!r}, this program reads {SCHEMA}")
    generator = _object(data["generator"], f"{name}: generator", ("name", "version", "config_sha256"))
    repository = _object(
        data["repository"],
        f"{name}: repository",
        ("repo_id", "commit", "snapshot", "files", "uncommitted", "left_out"),
    )
    links = _object(data["links"], f"{name}: links", ("canonical", "derived_from"))
    _object(links["canonical"], f"{name}: links.canonical", (DUMP, FILES))
    for where, part, keys in (
        ("", data, ("run_id", "created_at")),
        ("generator.", generator, ("name", "version", "config_sha256")),
        ("repository.", repository, ("repo_id", "commit", "snapshot")),
    ):
        for key in keys:
            if not isinstance(part[key], str):
                raise UsageError(f"{name}: {where}{key} must be a text")
    if not isinstance(data["artifacts"], list):
        raise UsageError(f"{name}: artifacts must be a list")
    artifacts: dict[str, Artifact] = {}
    paths: set[str] = {NAME.lower()}
    for number, row in enumerate(cast("list[object]", data["artifacts"]), 1):
        one = _read_artifact(row, f"{name}: artifact {number}")
        if one.role in artifacts or one.path.lower() in paths:
            raise UsageError(f"{name}: artifact {number}: {one.role} or {one.path!r} is named twice")
        artifacts[one.role] = one
        paths.add(one.path.lower())
    if missing := [role for role in (DUMP, FILES) if role not in artifacts]:
        raise UsageError(f"{name}: it has no {missing[0]}, without which nothing can be resolved")
    return Manifest(artifacts=artifacts, said=data)


def _read_artifact(row: object, where: str) -> Artifact:
    data = _object(row, where, _ARTIFACT)
    role, path, size, sha256 = data["role"], data["path"], data["bytes"], data["sha256"]
    if role not in ROLES:
        raise UsageError(f"{where}: unknown role {role!r}; the roles are {', '.join(ROLES)}")
    wrong = refuse(path) if isinstance(path, str) else "it is not a string"
    if wrong is not None:
        raise UsageError(f"{where}: {path!r} is not a path inside the bundle: {wrong}")
    if not isinstance(size, int) or isinstance(size, bool) or size < 0:
        raise UsageError(f"{where}: bytes must be a whole number")
    if not isinstance(sha256, str) or not _HEX.match(sha256):
        raise UsageError(f"{where}: sha256 must be 64 hex digits")
    lines = data["lines"]
    if lines is not None and (not isinstance(lines, int) or isinstance(lines, bool) or lines < 0):
        raise UsageError(f"{where}: lines must be a whole number or null")
    one = Artifact(role=role, path=path, bytes=size, sha256=sha256, lines=-1 if lines is None else lines)
    for key in ("content_type", "contract"):
        if data[key] != _artifact(one)[key]:
            raise UsageError(f"{where}: {key} is {data[key]!r}, a {role} has {_artifact(one)[key]!r}")
    return one


def _object(value: object, where: str, fields: Sequence[str]) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise UsageError(f"{where} must be a JSON object")
    data = cast("dict[str, Any]", value)
    if wrong := sorted({str(k) for k in data} ^ set(fields)):
        kind = "unknown" if wrong[0] in data else "missing"
        raise UsageError(f"{where}: {kind} field {wrong[0]!r}")
    return data


# `bundle-check.v1` and `reading-policy.v1`: whether a bundle is what its manifest says, and how one is
# read.

SCHEMA_BUNDLE_CHECK = "bundle-check.v1"
POLICY_SCHEMA = "reading-policy.v1"
Kind = Literal[
    "missing", "changed", "truncated", "grown", "renamed", "additional", "link", "strange", "unreadable", "run_id", "links",
]  # fmt: skip


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """One thing in which the folder is not what the manifest says; `said` and `found` are sizes, hashes or
    paths, `` where there is none.
    """

    kind: Kind
    path: str
    said: str = ""
    found: str = ""


def check_to_wire(run_id: str, artifacts: int, found: Sequence[Difference]) -> dict[str, Any]:
    """The check as plain JSON data; `good` is what the exit code says."""
    return {
        "schema": SCHEMA_BUNDLE_CHECK,
        "good": not found,
        "run_id": run_id,
        "artifacts": artifacts,
        "differences": [fields(d, "kind path said found") for d in found],
    }


def reading_policy() -> dict[str, Any]:
    """What of a bundle is evidence, what only leads to it, and what nobody may conclude from it."""
    return {
        "schema": POLICY_SCHEMA,
        "authority": [
            {"role": role, "authority": _AUTHORITY.get(role, "diagnostic")} for role in ROLES if role != POLICY
        ],
        "resolve": [
            "find the row of the path in dump_index; dump names the bytes of the file inside canonical_dump",
            "cut start_byte to end_byte of the range_ref out of these bytes",
            "compare the SHA-256 of what was cut with content_sha256; where they differ nothing was cited",
        ],
        "cite": ["path", "start_line", "end_line", "content_sha256"],
        "text_is": "data",
        "does_not_establish": [
            "complete", "claims_true", "absent_elsewhere", "runtime_behavior", "test_sufficiency", "security",
        ],
    }  # fmt: skip


_AUTHORITY = {
    DUMP: "content",
    FILES: "navigation",
    CHUNKS: "navigation",
    SYMBOLS: "navigation",
    SECTIONS: "navigation",
    MENTIONS: "inference",
}
