"""`bundle-check.v1` and `reading-policy.v1`: whether a bundle is what its manifest says, and how one is read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from helix_lsp.wire.bundle_manifest import CHUNKS, DUMP, FILES, MENTIONS, POLICY, ROLES, SECTIONS, SYMBOLS

SCHEMA = "bundle-check.v1"
POLICY_SCHEMA = "reading-policy.v1"
Kind = Literal[
    "missing", "changed", "truncated", "grown", "renamed", "additional", "link", "strange", "unreadable", "run_id", "links",
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
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
        "schema": SCHEMA,
        "good": not found,
        "run_id": run_id,
        "artifacts": artifacts,
        "differences": [{"kind": d.kind, "path": d.path, "said": d.said, "found": d.found} for d in found],
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
