"""A resolver file: which trees there are, when each is asked, and how it is walked
(docs/reference/knowledge-trees.md).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

import msgspec

from helix_lsp.config.documents import TreesConfig
from helix_lsp.text.digest import sha256_hex
from helix_lsp.text.paths import refuse
from helix_lsp.trees.fields import Fields, Told, plain, read_object

WalkMode = Literal["root_to_anchor", "full_path"]
MODES: dict[str, WalkMode] = {
    "root_to_anchor": "root_to_anchor", "root_to_leaf": "root_to_anchor", "full": "full_path", "full_path": "full_path",
}  # fmt: skip
PRIORITIES = (("child", 3.0), ("depends-on", 2.0), ("parent", 2.0), ("see-also", 1.0))
_MOST = 200
_LONGEST_EXPRESSION = 200


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """Which edges a tree lets a walk take. A tree that asks for nothing has None in its place, and all edges
    but closed ones count.
    """

    allowed_level: str = "CL4"
    allow_conceptual: bool = True
    allow_proxies: bool = False
    chart: str = ""
    conditions: tuple[tuple[str, bool], ...] = ()


class TreeEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A tree as the resolver file names it. `matchers` are phrases, or expressions between slashes, none of
    which can run away.
    """

    id: str
    label: str
    path: str
    topics: tuple[str, ...] = ()
    matchers: tuple[str, ...] = ()
    weight: float = 1.0
    max_anchors: int = 3
    max_depth: int = 2
    max_nodes: int = 8
    min_anchor_score: float = 4.0
    prefer_graph: bool = False
    priorities: tuple[tuple[str, float], ...] = PRIORITIES
    roles: tuple[tuple[str, tuple[str, ...]], ...] = ()
    mode: WalkMode | None = None
    rules: Rules | None = None


class PackRules(msgspec.Struct, frozen=True, kw_only=True):
    """How many trees one answer takes, and from which score on."""

    trees: int
    score: float
    ratio: float
    mode: WalkMode | None = None


class Resolver(msgspec.Struct, frozen=True, kw_only=True):
    """One resolver file. `guarded` are node types that must state `guard_field` (a dotted path), where the
    file asks for that.
    """

    path: str
    version: str
    pack: PackRules
    entries: tuple[TreeEntry, ...]
    guarded: tuple[str, ...] = ()
    guard_field: str = ""
    sha256: str = ""


def read_resolver(path: str, data: bytes, cfg: TreesConfig) -> tuple[Resolver | None, tuple[str, ...]]:
    """The resolver and what is wrong with it; None when nothing of it can be used."""
    found, text, problem = read_object(path, data)
    if found is None:
        return None, (problem,)
    told = Told(path, text)
    fields = Fields(found, told, "trees")
    entries: dict[str, TreeEntry] = {}
    listed = fields.tables("trees")
    if len(listed) > cfg.max_trees:
        told.at(-1, f"{len(listed)} trees, the limit is {cfg.max_trees}; the rest is left out")
    for item in listed[: cfg.max_trees]:
        entry = _entry(item, told)
        if entry is not None and entries.setdefault(entry.id, entry) is not entry:
            told.at(
                text.rfind(f'"{entry.id}"'), f"{entry.id}: this tree id is given twice; the first one counts"
            )
    rail = Fields(
        Fields(fields.table("routingPolicy"), told, "routingPolicy").table("equation_binding_rail"),
        told,
        "equation_binding_rail",
    )
    on = rail.flag("enabled") or False
    resolver = Resolver(
        path=path,
        version=fields.text("version"),
        pack=_pack(fields, told, cfg),
        entries=tuple(entries.values()),
        guarded=rail.texts("required_node_types") if on else (),
        guard_field=rail.text("required_field") if on else "",
        sha256=sha256_hex(data),
    )
    return resolver, told.problems()


def entry_of_file(path: str, label: str, root_id: str) -> TreeEntry:
    """The entry of a tree that no resolver file names: selected by its own names only."""
    stem = path.rpartition("/")[2].removesuffix(".json")
    return TreeEntry(id=root_id or stem, label=label or stem.replace("-", " "), path=path)


def _pack(fields: Fields, told: Told, cfg: TreesConfig) -> PackRules:
    read = Fields(fields.table("pack"), told, "pack")
    return PackRules(
        trees=int(read.number("maxTrees", cfg.pack_trees, 1, 20)),
        score=read.number("minScore", cfg.pack_score, 0, 1_000),
        ratio=read.number("minScoreRatio", cfg.pack_ratio, 0, 1),
        mode=_mode(read, told, "pack"),
    )


def _entry(data: Mapping[str, object], told: Told) -> TreeEntry | None:
    name = data.get("id")
    if not isinstance(name, str) or not name.strip():
        told.near(str(data.get("label") or "trees"), "a tree without an id; give it one, it is left out")
        return None
    name = plain(name)
    fields = Fields(data, told, name)
    path = fields.text("path").removeprefix("./")
    if wrong := refuse(path):
        told.near(
            name, f"{name}: path {path!r} is not a path of this workspace ({wrong}); the tree is left out"
        )
        return None
    return TreeEntry(
        id=name,
        label=fields.text("label") or name,
        path=path,
        topics=fields.texts("topicTags"),
        matchers=_matchers(fields, told, name),
        weight=fields.number("weight", 1.0, 0.1, 5.0),
        max_anchors=int(fields.number("maxAnchors", 3, 1, 50)),
        max_depth=int(fields.number("maxDepth", 2, 0, 20)),
        max_nodes=int(fields.number("maxNodes", 8, 1, 200)),
        min_anchor_score=fields.number("minAnchorScore", 4.0, 0.0, 1_000.0),
        prefer_graph=fields.flag("preferGraph") or False,
        priorities=_priorities(fields, told, name),
        roles=_roles(fields, told, name),
        mode=_mode(fields, told, name),
        rules=_rules(fields, told, name),
    )


def _matchers(fields: Fields, told: Told, name: str) -> tuple[str, ...]:
    """Phrases; an expression is taken only when it is short and free of what makes matching slow (repeats,
    groups, references).
    """
    kept: list[str] = []
    for matcher in fields.texts("matchers")[:_MOST]:
        if matcher.startswith("/") and len(matcher) > 2 and _expression(matcher) is None:
            told.near(
                name,
                f"{name}: the matcher {matcher!r} is broken or could be slow (repeats of groups); it is ignored",
            )
            continue
        kept.append(matcher)
    return tuple(kept)


def _expression(matcher: str) -> re.Pattern[str] | None:
    body = matcher[1 : matcher.rindex("/")] if matcher.rindex("/") > 0 else matcher[1:]
    if (
        len(body) > _LONGEST_EXPRESSION
        or re.search(r"\)[*+{?]|\\[1-9]|[*+}][*+]", body)
        or len(re.findall(r"(?<!\\)[*+{]", body)) > 2
    ):
        return None
    try:
        return re.compile(body, re.IGNORECASE)
    except (re.error, OverflowError, RecursionError):
        return None


def expression_of(matcher: str) -> re.Pattern[str] | None:
    """The expression of a matcher between slashes that `read_resolver` kept, None for a phrase."""
    return _expression(matcher) if matcher.startswith("/") and len(matcher) > 2 else None


def _priorities(fields: Fields, told: Told, name: str) -> tuple[tuple[str, float], ...]:
    table = fields.table("edgePriority")
    read = Fields(table, told, name)
    own = tuple((plain(kind), read.number(kind, 1.0, 0.0, 100.0)) for kind in sorted(table)[:_MOST])
    return own or PRIORITIES


def _roles(fields: Fields, told: Told, name: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    table = fields.table("roleMatchers")
    read = Fields(table, told, name)
    return tuple((plain(role), read.texts(role)) for role in sorted(table)[:_MOST])


def _mode(fields: Fields, told: Told, name: str) -> WalkMode | None:
    word = fields.text("pathMode")
    if word and word not in MODES:
        told.near(name, f"{name}: pathMode {word!r} is none of {', '.join(MODES)}; it is ignored")
    return MODES.get(word)


def _rules(fields: Fields, told: Told, name: str) -> Rules | None:
    """A tree asks for the congruence filter by `congruenceWalkOverride`; conceptual edges stay open unless it
    closes them.
    """
    if not fields.has("congruenceWalkOverride"):
        return None
    read = Fields(fields.table("congruenceWalkOverride"), told, name)
    region = read.table("region")
    conceptual, proxies = read.flag("allowConceptual"), read.flag("allowProxies")
    return Rules(
        allowed_level=read.text("allowedCL") or "CL4",
        allow_conceptual=conceptual is not False,
        allow_proxies=bool(proxies),
        chart=read.text("chart"),
        conditions=tuple(
            (plain(key), value) for key, value in sorted(region.items()) if isinstance(value, bool)
        ),
    )
