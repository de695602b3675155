"""One node of a knowledge tree with all it says, read from the JSON that docs/reference/knowledge-trees.md
describes.

Strict about types, forgiving about the rest: a field of the wrong type is told with its line and counts as
absent, an unknown field is let be, an unknown kind of evidence is dropped with a line. Names that other trees
of casimirbot use stand for the same thing:
`label` for `title`, `type` for `rel`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, cast

import msgspec

from helix_lsp.text.digest import canonical_json
from helix_lsp.text.paths import refuse
from helix_lsp.trees.fields import Fields, Told, plain

EvidenceType = Literal["doc", "code", "test", "telemetry"]
EVIDENCE_TYPES: tuple[EvidenceType, ...] = ("doc", "code", "test", "telemetry")
_MOST = 500


class Evidence(msgspec.Struct, frozen=True, kw_only=True):
    """Where a node says that its proof stands. `content_hash` is the hex of SHA-256 over the file, `` when
    none is given.
    """

    type: EvidenceType
    path: str = ""
    symbol: str = ""
    heading: str = ""
    field: str = ""
    contains: str = ""
    note: str = ""
    scope: str = ""
    repo_rev: str = ""
    content_hash: str = ""
    provenance_class: str = ""
    claim_tier: str = ""
    certifying: bool = False


class Edge(msgspec.Struct, frozen=True, kw_only=True):
    """A way to another node; `kind` is its relation (child, parent, see-also, ...)."""

    kind: str
    to: str
    edge_type: str = ""
    requires_level: str = ""
    condition: str = ""
    chart: str = ""
    note: str = ""


class Blocked(msgspec.Struct, frozen=True, kw_only=True):
    """A way that the tree closes, and why."""

    source: str
    target: str
    reason: str


class Quantity(msgspec.Struct, frozen=True, kw_only=True):
    """An input or output of a node; `origin` is an input's source or an output's telemetry path."""

    name: str
    type: str = ""
    unit: str = ""
    origin: str = ""


class Node(msgspec.Struct, frozen=True, kw_only=True):
    """All fields of one node. `validity`, `tolerance` and `environment` are (key, value as JSON) pairs,
    sorted; empty when not given.
    """

    id: str
    slug: str = ""
    title: str = ""
    excerpt: str = ""
    body: str = ""
    summary: str = ""
    tags: tuple[str, ...] = ()
    edges: tuple[Edge, ...] = ()
    blocked: tuple[Blocked, ...] = ()
    type: str = ""
    inputs: tuple[Quantity, ...] = ()
    outputs: tuple[Quantity, ...] = ()
    assumptions: tuple[str, ...] = ()
    validity: tuple[tuple[str, str], ...] = ()
    deterministic: bool | None = None
    tolerance: tuple[tuple[str, str], ...] = ()
    environment: tuple[tuple[str, str], ...] = ()
    dependencies: tuple[str, ...] = ()
    states_dependencies: bool = False
    predictability: str = ""
    missing: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    level: str = ""
    chart: str = ""
    congruence: str = ""
    bridge: tuple[str, str, str] | None = None
    diagnostic: bool = False

    @property
    def gist(self) -> str:
        """What the node says in a line."""
        return self.excerpt or self.summary


def read_node(data: Mapping[str, object], told: Told) -> Node | None:
    """The node, or None (with a problem) when it does not have an id."""
    name = data.get("id")
    if not isinstance(name, str) or not name.strip():
        told.near(
            str(data.get("title") or data.get("slug") or "nodes"),
            "a node without an id; give it one, it is left out",
        )
        return None
    name = plain(name)
    fields = Fields(data, told, name)
    predictability = Fields(fields.table("predictability"), told, name)
    congruence = Fields(fields.table("congruence"), told, name)
    return Node(
        id=name,
        slug=fields.text("slug"),
        title=fields.text("title") or fields.text("label") or fields.text("slug") or name,
        excerpt=fields.text("excerpt"),
        body=fields.text("bodyMD"),
        summary=fields.text("summary"),
        tags=fields.texts("tags"),
        edges=_edges(fields, told, name),
        blocked=_blocked(fields, told, name),
        type=fields.text("nodeType"),
        inputs=_quantities(fields, "inputs", told, name),
        outputs=_quantities(fields, "outputs", told, name),
        assumptions=fields.texts("assumptions"),
        validity=_pairs(fields, "validity"),
        deterministic=fields.flag("deterministic"),
        tolerance=_pairs(fields, "tolerance"),
        environment=_pairs(fields, "environment"),
        dependencies=fields.texts("dependencies"),
        states_dependencies=fields.has("dependencies"),
        predictability=predictability.text("status"),
        missing=predictability.texts("missing"),
        evidence=_evidence(fields, told, name),
        level=congruence.text("congruenceLevel"),
        chart=congruence.text("chart"),
        congruence=congruence.text("class"),
        bridge=_bridge(fields, told, name),
        diagnostic=fields.flag("diagnostic") or False,
    )


def _edges(fields: Fields, told: Told, name: str) -> tuple[Edge, ...]:
    """Children in their order, then links in theirs, each (relation, target) once."""
    about = fields.table("childMeta")
    found: dict[tuple[str, str], Edge] = {}
    for child in fields.texts("children")[:_MOST]:
        meta = about.get(child)
        extra = Fields(cast("Mapping[str, object]", meta) if isinstance(meta, dict) else {}, told, name)
        found.setdefault(("child", child), _edge(extra, "child", child))
    for link in fields.tables("links")[:_MOST]:
        read = Fields(link, told, name)
        kind, to = read.text("rel") or read.text("type") or "see-also", read.text("to")
        if to:
            found.setdefault((kind, to), _edge(read, kind, to))
        else:
            told.near(name, f"{name}: a link without `to`; it is left out")
    return tuple(found.values())


def _edge(fields: Fields, kind: str, to: str) -> Edge:
    level = fields.text("requiresCL")
    return Edge(
        kind=kind,
        to=to,
        edge_type=fields.text("edgeType"),
        requires_level="" if level == "none" else level,
        condition=fields.text("condition"),
        chart=fields.text("chartDependency"),
        note=fields.text("note"),
    )


def _blocked(fields: Fields, told: Told, name: str) -> tuple[Blocked, ...]:
    read = [Fields(item, told, name) for item in fields.tables("blockedLinks")[:_MOST]]
    return tuple(
        Blocked(source=r.text("source") or name, target=r.text("target"), reason=r.text("reason"))
        for r in read
        if r.text("target")
    )


def _quantities(fields: Fields, field: str, told: Told, name: str) -> tuple[Quantity, ...]:
    read = [Fields(item, told, name) for item in fields.tables(field)[:_MOST]]
    return tuple(
        Quantity(
            name=r.text("name"),
            type=r.text("type"),
            unit=r.text("unit"),
            origin=r.text("source") or r.text("path") or r.text("telemetry"),
        )
        for r in read
    )


def _evidence(fields: Fields, told: Told, name: str) -> tuple[Evidence, ...]:
    found: list[Evidence] = []
    for item in fields.tables("evidence")[:_MOST]:
        read = Fields(item, told, name)
        kind, path = read.text("type"), read.text("path").removeprefix("./")
        if kind not in EVIDENCE_TYPES:
            told.near(
                name,
                f"{name}: evidence of type {kind!r} is none of {', '.join(EVIDENCE_TYPES)}; it is left out",
            )
            continue
        if path and (wrong := refuse(path)):
            told.near(
                name,
                f"{name}: evidence path {path!r} is not a path of this workspace ({wrong}); it is left out",
            )
            continue
        found.append(
            Evidence(
                type=kind,
                path=path,
                symbol=read.text("symbol"),
                heading=read.text("heading"),
                field=read.text("field"),
                contains=read.text("contains"),
                note=read.text("note"),
                scope=read.text("scope"),
                repo_rev=read.text("repo_rev"),
                content_hash=read.text("content_hash").removeprefix("sha256:").lower(),
                provenance_class=read.text("provenance_class"),
                claim_tier=read.text("claim_tier"),
                certifying=read.flag("certifying") or False,
            )
        )
    return tuple(found)


def _bridge(fields: Fields, told: Told, name: str) -> tuple[str, str, str] | None:
    read = Fields(fields.table("bridge"), told, name)
    parts = (read.text("left"), read.text("right"), read.text("relation"))
    return parts if parts[0] or parts[1] else None


def _pairs(fields: Fields, field: str) -> tuple[tuple[str, str], ...]:
    table = fields.table(field)
    return tuple((plain(key), canonical_json(table[key]).decode("utf-8", "replace")) for key in sorted(table))
