"""`pr-delta.v1`: a change, taken apart, and what it touches. Lists are bounded, each with the number of what
was left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from helix_lsp.align.delta.change import Change
from helix_lsp.align.delta.compare import FileDelta, PartChange
from helix_lsp.align.delta.documents import DocumentPlace
from helix_lsp.align.delta.explain import ChangeReport, Chunk, Flag, StaleHere
from helix_lsp.align.delta.uses import UsePlace, Uses
from helix_lsp.align.drift.say import ABOUT
from helix_lsp.ask.claims.citation import chunk_id
from helix_lsp.config.documents import PrConfig
from helix_lsp.wire.drift_report import finding_to_sarif, finding_to_wire, sarif_log, uri_of
from helix_lsp.wire.range_ref import range_ref_to_wire
from helix_lsp.wire.readable import fields
from helix_lsp.wire.status import freshness_to_wire

SCHEMA = "pr-delta.v1"
_Item = TypeVar("_Item")


def pr_delta_to_wire(delta: ChangeReport, cfg: PrConfig) -> dict[str, Any]:
    """The explanation as plain JSON data; `cfg` bounds its lists."""
    change, files = delta.change, delta.files
    return {
        "schema": SCHEMA,
        "base": _base(change),
        "head": _head(change),
        "commits": len(change.commits),
        "more_commits": change.more_commits,
        "summary": {
            "files": len(files) + change.more_files,
            "lines_added": sum(f.added for f in files),
            "lines_removed": sum(f.removed for f in files),
            "line_ends_only": change.line_ends,
        },
        **_bounded(
            "files",
            [_file(f, c, cfg, change) for f, c in zip(files, delta.chunks, strict=True)],
            len(files) + change.more_files,
        ),
        "touches": {
            **fields(delta, "tree asked unasked"),
            **_cut("documents", delta.documents, cfg.listed, _document),
            **_cut("uses", delta.uses, cfg.asked * 2, _uses),
        },
        **_cut("stale", delta.stale, cfg.listed, _stale),
        "history": delta.history,
        **_cut("flags", delta.flags, cfg.listed, _flag),
        "index": freshness_to_wire(delta.freshness),
    }


def _base(change: Change) -> dict[str, Any]:
    return fields(change, "commit=base.commit name=base.name how against")


def _head(change: Change) -> dict[str, Any]:
    return fields(change, "commit=head.commit name=head.name on_disk=head.on_disk uncommitted checked_out")


def _file(delta: FileDelta, found: Sequence[Chunk], cfg: PrConfig, change: Change) -> dict[str, Any]:
    file = delta.file
    out: dict[str, Any] = {"path": file.path, "status": file.status}
    if file.old_path != file.path:
        out["old_path"] = file.old_path
    if file.old_mode and file.mode and file.old_mode != file.mode:
        out["modes"] = [file.old_mode, file.mode]
    return out | {
        **fields(delta, "language surface=surface.kind test=surface.test"),
        "size": file.size,
        "left_out": delta.left_out,
        "line_ends_only": file.line_ends,
        "lines_added": delta.added,
        "lines_removed": delta.removed,
        **_cut(
            "hunks",
            delta.hunks,
            cfg.hunks,
            lambda h: {
                "old_line": h.old_start + 1,
                "old_lines": h.old,
                "line": h.new_start + 1,
                "lines": h.new,
            },
        ),
        **_cut("symbols", delta.parts, cfg.symbols, lambda part: _part(part, change)),
        **_cut("chunks", found, cfg.symbols, _chunk),
    }


def _part(one: PartChange, change: Change) -> dict[str, Any]:
    """`range` is of the newer side, `old_range` of the older: only where it went, was renamed or moved."""
    out: dict[str, Any] = fields(one, "status kind=part.kind name=part.qualified")
    if one.old is not None and one.new is not None and one.old.qualified != one.new.qualified:
        out["old_name"] = one.old.qualified
    if one.within:
        out["within"] = one.within
    if one.new is not None and one.new.is_definition:
        out["signature"] = one.new.signature
    if (
        one.old is not None
        and one.old.is_definition
        and (one.new is None or one.old.signature != one.new.signature)
    ):
        out["old_signature"] = one.old.signature
    side = "head" if one.new is not None else "base"
    out |= {
        **fields(one, "signature_changed=signature body_changed=body exported=part.exported"),
        "side": side,
    }
    if one.new is not None:
        out["range"] = range_ref_to_wire(one.new, commit="" if change.head.on_disk else change.head.commit)
    if one.old is not None and (one.new is None or one.status in ("renamed", "moved")):
        out["old_range"] = range_ref_to_wire(one.old, commit=change.base.commit)
    return out


def _chunk(one: Chunk) -> dict[str, Any]:
    """With the `chunk_id` that a hit of `query` has."""
    return range_ref_to_wire(one, chunk_id=chunk_id(one.path, one.qualified, one.sha256))


def _document(one: DocumentPlace) -> dict[str, Any]:
    return fields(
        one,
        "path line start_byte=span.start end_byte=span.end text section said confidence about=symbol change defined_in changed_too=changed",
    )


def _uses(one: Uses) -> dict[str, Any]:
    change = one.target.change
    return {
        "name": one.name,
        "path": change.part.path,
        "change": change.status,
        **fields(one, "gone used maybe tested lower_bound=capped"),
        "places": [_place(p) for p in one.places],
        "tests": [_place(p) for p in one.tests],
    }


def _place(one: UsePlace) -> dict[str, Any]:
    return fields(one, "path line start_byte=span.start end_byte=span.end scope kind changed_too=changed")


def _stale(one: StaleHere) -> dict[str, Any]:
    copies = [{"path": c.reference.path, "line": c.line} for c in one.copies]
    return {
        "because": one.because,
        "commit": one.commit,
        "finding": finding_to_wire(one.finding),
        "copies": copies,
    }


def _flag(one: Flag) -> dict[str, Any]:
    return {**fields(one, "kind path line why"), "basis": "lexical"}


def _cut(
    name: str, found: Iterable[_Item], most: int, form: Callable[[_Item], dict[str, Any]]
) -> dict[str, Any]:
    items = tuple(found)
    return _bounded(name, [form(one) for one in items[:most]], len(items))


def _bounded(name: str, listed: list[dict[str, Any]], count: int) -> dict[str, Any]:
    return {name: listed, f"{name}_left_out": count - len(listed)}


# A change as SARIF 2.1.0: what it left stale is a warning or a note, as in the report of drift; a flag is a
# note and says that words alone told it.
#
# Definitions, uses and tests are not findings: they are in `pr-delta.v1` only.

_FLAGS = {
    "flag-secret": "A line of the change looks like a secret.",
    "flag-authentication": "The change touches what is named like authentication.",
    "flag-migration": "The change touches what looks like a database migration.",
}


def pr_delta_to_sarif(delta: ChangeReport, version: str) -> dict[str, Any]:
    """One run: stale references in the order of the report, then flags. `because` of a result is how it is known
    that this change left it stale, `commit` the one that took the thing away, `` where that is not known.
    """
    stale = (
        finding_to_sarif(one.finding, one.copies, {"because": one.because, "commit": one.commit})
        for one in delta.stale
    )
    return sarif_log(version, {**ABOUT, **_FLAGS}, [*stale, *map(_flag_pr_delta_sarif, delta.flags)])


def _flag_pr_delta_sarif(flag: Flag) -> dict[str, Any]:
    """No rank: nothing was measured that could be one."""
    place = {
        "artifactLocation": {"uri": uri_of(flag.path), "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": max(1, flag.line)},
    }
    return {
        "ruleId": f"flag-{flag.kind}",
        "level": "note",
        "message": {"text": f"{flag.why} (told by words alone)"},
        "locations": [{"physicalLocation": place}],
    }
