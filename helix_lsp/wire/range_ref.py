"""`range-ref.v1`: a citable range of one file, and where its bytes came from.

What a floor below makes has neither repository nor commit: `stamped` adds both to every reference of a
message at the door that sends it, so that no reference leaves without them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Protocol, cast

import msgspec

from helix_lsp.ask.claims.citation import SOURCE, RangeRef, RangeText
from helix_lsp.errors import UsageError
from helix_lsp.index.freshness import Freshness
from helix_lsp.text.positions import Span
from helix_lsp.wire.readable import Exact, fields
from helix_lsp.wire.status import freshness_to_wire

if TYPE_CHECKING:
    from helix_lsp.align.components.aligner import Alignment
    from helix_lsp.align.drift.verdict import Reason

SCHEMA = "range-ref.v1"
RANGE_TEXT = "range-text.v1"
_INTEGERS = ("start_byte", "end_byte", "start_line", "end_line")
_TEXTS = ("path", "content_sha256")
_OPTIONAL = ("artifact_role", "repo_id", "commit", "blob", "chunk_id")
_COMMIT_DIGITS = (40, 64)  # of SHA-1 and SHA-256
_FIELDS = frozenset({"schema", "repository", *_INTEGERS, *_TEXTS, *_OPTIONAL})


class Origin(msgspec.Struct, frozen=True, kw_only=True):
    """Where the bytes of this workspace come from: its identity, the checked-out commit (`` for none), git's
    id of a path's current bytes (`` for none), and the blobs of (commit, path) pairs as far as they are known.
    """

    repo_id: str
    commit: str
    blob: Callable[[str], str]
    held: Callable[[Collection[tuple[str, str]]], Mapping[tuple[str, str], str]]


class _Place(Protocol):
    """A range of one file with the hash of its bytes; lines count from 1."""

    @property
    def path(self) -> str: ...
    @property
    def span(self) -> Span: ...
    @property
    def start_line(self) -> int: ...
    @property
    def end_line(self) -> int: ...
    @property
    def sha256(self) -> str: ...


_OF_PLACE = "path start_byte=span.start end_byte=span.end start_line end_line content_sha256=sha256"


def range_ref_to_wire(place: _Place, *, chunk_id: str = "", commit: str = "") -> dict[str, Any]:
    """A reference as plain JSON data; `chunk_id` and `commit` are left out where there is none."""
    out = {"schema": SCHEMA, "artifact_role": SOURCE, "repo_id": "", **fields(place, _OF_PLACE)}
    given = {"chunk_id": chunk_id, "commit": commit}
    return out | {name: text for name, text in given.items() if text}


def source_to_wire(snapshot: str, config_sha256: str) -> dict[str, Any]:
    """What a message is on; `stamped` adds repository and checked-out commit (`` for none)."""
    return {"repo_id": "", "commit": "", "snapshot": snapshot, "config_sha256": config_sha256}


def stamped(value: Any, origin: Origin) -> Any:
    """The same message, whose references name repository, blob and, where a commit holds these very bytes at
    this path, that commit. One that names a commit already is of that commit's side.
    """
    refs = list(_refs(value))
    now = {path: origin.blob(path) for path in {ref["path"] for ref in refs if "commit" not in ref}}
    pairs = {(ref.get("commit", origin.commit), ref["path"]) for ref in refs}
    held = origin.held([pair for pair in sorted(pairs) if pair[0]])
    for ref in refs:
        path, commit = ref["path"], ref.get("commit", origin.commit)
        blob = held.get((commit, path), "") if "commit" in ref else now[path]
        ref["repo_id"] = origin.repo_id
        if blob:
            ref["blob"] = blob
        if blob and commit and held.get((commit, path)) == blob:
            ref["commit"] = commit
    for source in _sources(value):
        source |= {"repo_id": origin.repo_id, "commit": origin.commit}
    return value


def in_repository(value: Any, name: str) -> Any:
    """The same message, whose references also carry the name that a fleet gives this repository."""
    for ref in list(_refs(value)):
        ref["repository"] = name
    return value


def _sources(value: Any) -> Iterator[dict[str, Any]]:
    """The `source` of a message, and of one that is an answer of a batch."""
    if isinstance(value, dict) and isinstance(source := cast("dict[str, Any]", value).get("source"), dict):
        yield cast("dict[str, Any]", source)


def _refs(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        node = cast("dict[str, Any]", value)
        if node.get("schema") == SCHEMA:
            yield node
        else:
            for one in node.values():
                yield from _refs(one)
    elif isinstance(value, list | tuple):
        for one in cast("list[Any]", value):
            yield from _refs(one)


def range_ref_from_wire(value: object) -> RangeRef:
    """Read a reference strictly; raises `UsageError` that names the field."""
    if not isinstance(value, dict):
        raise UsageError("a range reference must be a JSON object")
    data: dict[str, Any] = {str(k): v for k, v in value.items()}  # pyright: ignore[reportUnknownVariableType,reportUnknownArgumentType]
    if unknown := sorted(set(data) - _FIELDS):
        raise UsageError(f"range reference: unknown field {unknown[0]!r}")
    if data.get("schema", SCHEMA) != SCHEMA:
        raise UsageError(f"range reference: schema is {data['schema']!r}, this program reads {SCHEMA}")
    for name in _INTEGERS:
        if not isinstance(data.get(name), int) or isinstance(data[name], bool):
            raise UsageError(f"range reference: {name} must be a whole number")
    texts = {name: data.get(name) for name in _TEXTS} | {n: data[n] for n in _OPTIONAL if n in data}
    for name, text in texts.items():
        if not isinstance(text, str):
            raise UsageError(f"range reference: {name} must be a string")
    commit = str(data.get("commit", ""))
    if commit and not (len(commit) in _COMMIT_DIGITS and set(commit) <= set("0123456789abcdef")):
        raise UsageError("range reference: commit must be 40 or 64 hexadecimal digits")
    if data.get("artifact_role", SOURCE) != SOURCE:
        raise UsageError(
            f"range reference: artifact_role is {data['artifact_role']!r}, only {SOURCE} can be read"
        )
    return RangeRef(**cast("dict[str, Any]", texts), **{name: data[name] for name in _INTEGERS})


def range_text_to_wire(
    found: RangeText, provenance: Mapping[str, Any] | None = None, *, reason: str = ""
) -> dict[str, Any]:
    """The text, what surrounds it, and where it came from: a `range-text.v1`. `provenance` adds what the caller
    knows; `reason` says in words what of the reference is not true where that was let pass.
    """
    ref = found.ref
    return Exact(
        {
            "schema": RANGE_TEXT,
            "status": "stale" if found.bent else "exact",
            "reason": reason,
            "text": found.text,
            "sha256": found.sha256,
            "bytes": len(found.data),
            "lines": [found.start_line, found.end_line],
            "context": {"before": list(found.before), "after": list(found.after)},
            "provenance": {
                **fields(ref, "artifact_role path repo_id commit"),
                "blob": found.blob,
                "whole_file": "" if not ref.blob else "same" if ref.blob == found.blob else "changed",
                "unchecked": list(found.unchecked),
                "not_true": [reason_to_wire(reason) for reason in found.bent],
                **(provenance or {}),
            },
        }
    )


def reason_to_wire(reason: Reason) -> dict[str, Any]:
    """A reason as data."""
    return {"id": reason.id, "facts": dict(reason.facts)}


# `alignment.v1`: which files, symbols and spans a document or sentence talks about.

SCHEMA_ALIGNMENT = "alignment.v1"


def links_to_wire(found: Alignment) -> dict[str, Any]:
    """The fields of a batch answer: committed sets, surest first."""
    return {
        "files": [fields(f, "path confidence why") for f in found.files],
        "symbols": [fields(s, "name path confidence why") for s in found.symbols],
        "spans": [range_ref_to_wire(s) for s in found.spans],
    }


def alignment_to_wire(found: Alignment, document: str, freshness: Freshness) -> dict[str, Any]:
    """The whole answer; `evidence` are bytes of `document`, of the text itself where that is empty."""
    out: dict[str, Any] = {
        "schema": SCHEMA_ALIGNMENT,
        "document": "" if found.of_text else document,
        **links_to_wire(found),
        "index": freshness_to_wire(freshness),
    }
    for kind, links in (("files", found.files), ("symbols", found.symbols)):
        for row, link in zip(out[kind], links, strict=True):
            row["evidence"] = {"start_byte": link.evidence.start, "end_byte": link.evidence.end}
    return out


# `refusal.v1`: what a command prints instead of an answer that it does not give, with the reason as data.

SCHEMA_REFUSAL = "refusal.v1"


def refusal_to_wire(
    code: str, reason: Reason, message: str, freshness: Freshness | None = None
) -> dict[str, Any]:
    """`code` as in the errors of a batch; `message` is the reason in words; `index` where it is about the
    index.
    """
    return {
        "schema": SCHEMA_REFUSAL,
        "code": code,
        "reason": reason_to_wire(reason),
        "message": message,
        "index": None if freshness is None else freshness_to_wire(freshness),
    }


def staleness(freshness: Freshness) -> Reason | None:
    """Why an index may not be relied on, None when it may: so many files differ, or it cannot be said whether
    any does.
    """
    if freshness.fresh:
        return None
    from helix_lsp.align.drift.verdict import because

    kind = "files_differ" if freshness.behind else "undeterminable"
    facts = {"generation": str(freshness.generation), "state": freshness.state, "why": freshness.reason}
    return because(kind, **facts, behind=str(freshness.behind), files=str(freshness.files))
