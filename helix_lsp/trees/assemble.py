"""Anchor and walk: which trees speak of a question, where they are entered, how they are walked, and what
each node is on.

Steps and numbers are those of casimirbot; what differs is in design-decisions.md#tree-walks. A tree is
asked when a topic, a matcher, a matched concept card, its own name or the title of one of its nodes fits the
question, or when the session has locked it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec
from msgspec.structs import replace

from helix_lsp.config.documents import TreesConfig
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.trees.bind import Bound, Current, bind, stated
from helix_lsp.trees.card import ConceptMatch, content_of, runs, stem_set, stems_of, strongest
from helix_lsp.trees.forest import Forest, Tree
from helix_lsp.trees.node import Node
from helix_lsp.trees.read_resolver import WalkMode, expression_of
from helix_lsp.trees.walk import Reached, walk

# How much each node of a tree says about a question: field weights over shared stems
# (docs/reference/knowledge-trees.md).

_NEEDED = 2


def score_nodes(
    text: str, concepts: tuple[ConceptMatch, ...], tree: Tree, cfg: TreesConfig
) -> dict[str, float]:
    """Node id -> score above 0, in the order of the tree."""
    asked, run = content_of(text), stems_of(text)
    names = tuple(dict.fromkeys(form.stems for match in concepts for form in match.card.forms if form.stems))
    found: dict[str, float] = {}
    for node in tree.file.nodes:
        score = _words(node, asked, cfg) + _concept(node, names, cfg)
        if titled(node, run):
            score += cfg.title_bonus
        if score > 0:
            found[node.id] = round(score, 6)
    return found


def titled(node: Node, run: tuple[str, ...]) -> bool:
    """True when the whole title, of two content words or more, is in the question."""
    return len(content_of(node.title)) >= _NEEDED and runs(stems_of(node.title), run)


def _words(node: Node, asked: tuple[str, ...], cfg: TreesConfig) -> float:
    fields = (
        (cfg.weight_id, stem_set(node.id)),
        (cfg.weight_slug, stem_set(node.slug)),
        (cfg.weight_title, stem_set(node.title)),
        (cfg.weight_tags, stem_set(" ".join(node.tags))),
        (cfg.weight_excerpt, stem_set(f"{node.excerpt} {node.summary}")),
        (cfg.weight_body, stem_set(node.body)),
    )
    return sum(weight for word in asked for weight, held in fields if word in held)


def _concept(node: Node, names: tuple[tuple[str, ...], ...], cfg: TreesConfig) -> float:
    own = (stems_of(node.id), stems_of(node.slug), stems_of(node.title))
    if any(name in own for name in names):
        return cfg.concept_same
    return (
        cfg.concept_inside
        if any(runs(name, one) for name in names for one in own if len(name) >= _NEEDED)
        else 0.0
    )


Role = Literal["anchor", "walk", "hint"]
_DEFAULT = TreesConfig()
_SHORT_REV = 16
_LOCKED = "locked"
_NAME = "its name"
ASKED = (_LOCKED, _NAME)  # a tree that somebody asked for is shown, however little it says


class WalkStep(msgspec.Struct, frozen=True, kw_only=True):
    """`role` is hint for every node without `bound`; `part` says what it is on the walk (anchor, walk,
    role:<name>) all the same.

    `stated` is where the tree file says it: a place to show, no proof of the matter.
    """

    id: str
    title: str
    excerpt: str
    relation: str
    depth: int
    role: Role
    part: str
    tree_id: str
    score: float
    bound: Bound | None
    stated: Bound | None


class Walked(msgspec.Struct, frozen=True, kw_only=True):
    """One tree of a pack. `anchors` are node ids, best first; `fallback` is `` or why the walk is not what
    was asked; `why` it was asked.
    """

    tree_id: str
    label: str
    source: str
    root_id: str
    anchors: tuple[str, ...]
    steps: tuple[WalkStep, ...]
    mode: WalkMode
    score: float
    fallback: str
    why: str
    prefer_graph: bool


class PackMetadata(msgspec.Struct, frozen=True, kw_only=True):
    """What every trace carries (design-decisions.md#pack-metadata). `tree_version` is the primary tree's,
    with the beginning of its hash.
    """

    tree_ids: tuple[str, ...] = ()
    primary_tree_id: str = ""
    anchor_ids: tuple[str, ...] = ()
    path_ids: tuple[str, ...] = ()
    concept_match: str = ""
    tree_version: str = ""
    repo_rev: str = ""
    lattice_rev: str = ""


class Pack(msgspec.Struct, frozen=True, kw_only=True):
    """`binding_rate` is the share of shown nodes that are bound to a span, 0 when none is shown; `locked` are
    the locked trees in it.
    """

    trees: tuple[Walked, ...] = ()
    binding_rate: float = 0.0
    metadata: PackMetadata = PackMetadata()
    locked: tuple[str, ...] = ()


def assemble(
    text: str,
    topics: tuple[str, ...],
    concepts: tuple[ConceptMatch, ...],
    forest: Forest,
    locked: tuple[str, ...],
    mode: WalkMode | None,
    snapshot: Snapshot,
    texts: Callable[[str], bytes | None],
    cfg: TreesConfig = _DEFAULT,
    *,
    repo_rev: str = "",
) -> Pack:
    """The pack for a question: locked trees first, then those that it calls by their name, then by score,
    from the pack's floor on.

    `mode` None takes the tree's own, the pack's, the configured one. `repo_rev` is only handed through to the
    metadata.
    """
    if not forest.trees:
        return Pack()
    current = Current(snapshot, texts, cfg.bind_max_bytes)
    strong = strongest(concepts)
    named = {topic.lower() for match in strong for topic in match.card.topics}
    found: list[Walked] = []
    for tree in forest.trees:
        why = _LOCKED if tree.entry.id in locked else reason(text, topics, named, tree)
        scores = score_nodes(text, strong, tree, cfg) if why else {}
        if scores or why in ASKED:
            chosen = mode or tree.entry.mode or forest.pack.mode or cfg.walk_mode
            found.append(
                _walked(
                    tree, scores, "full_path" if chosen == "full_path" else "root_to_anchor", why, forest, cfg
                )
            )
    found.sort(key=lambda w: (w.why != _LOCKED, w.why not in ASKED, -w.score, len(w.steps), w.tree_id))
    floor = max(forest.pack.score, forest.pack.ratio * max((walked.score for walked in found), default=0.0))
    taken = [walked for walked in found if walked.why in ASKED or walked.score >= floor][
        : max(forest.pack.trees, len(locked))
    ]
    return _packed(
        tuple(_bound_walk(walked, forest, current, cfg) for walked in taken),
        concepts,
        forest,
        locked,
        snapshot,
        repo_rev,
    )


def reason(text: str, topics: tuple[str, ...], named: set[str], tree: Tree) -> str:
    """Why a tree is asked, `` when it is not; `topics` are the question's own, `named` those of its concept
    cards, in lower case.

    A tree is called by its name when the question says `tree` and its id or label (`what does the ideology
    tree say`), or else a topic of it.
    """
    entry, run = tree.entry, stems_of(text)
    if "tree" in run and any(_stands(name, run) for name in (entry.id, entry.label)):
        return _NAME
    own = {topic.lower() for topic in topics}
    for topic in entry.topics:
        if topic.lower() in own or ("tree" in run and _stands(topic, run)):
            return f"topic {topic}"
    for topic in entry.topics:
        if topic.lower() in named:
            return f"concept topic {topic}"
    for matcher in entry.matchers:
        expression = expression_of(matcher)
        if expression.search(text) if expression is not None else runs(stems_of(matcher), run):
            return f"matcher {matcher}"
    title = next((node.title for node in tree.file.nodes if titled(node, run)), "")
    return f"title {title}" if title else ""


def _stands(name: str, run: tuple[str, ...]) -> bool:
    return bool(content_of(name)) and runs(stems_of(name), run)


def _walked(
    tree: Tree, scores: dict[str, float], mode: WalkMode, why: str, forest: Forest, cfg: TreesConfig
) -> Walked:
    """One tree walked and scored, not bound yet: twice the anchors, the walked nodes, and how many nodes
    score, times the weight.
    """
    way = walk(tree, scores, mode, forest)
    raw = (
        2 * sum(scores[a] for a in way.anchors)
        + sum(scores.get(r.node.id, 0.0) for r in way.reached)
        + len(scores)
    )
    return Walked(
        tree_id=tree.entry.id,
        label=tree.entry.label,
        source=tree.entry.path,
        root_id=tree.file.root_id,
        anchors=way.anchors,
        steps=tuple(_unbound(reached, scores, cfg) for reached in way.reached),
        mode=mode,
        score=round(raw * tree.entry.weight + (cfg.lock_bonus if why == _LOCKED else 0.0), 6),
        fallback=way.fallback,
        why=why,
        prefer_graph=tree.entry.prefer_graph,
    )


def _unbound(reached: Reached, scores: dict[str, float], cfg: TreesConfig) -> WalkStep:
    node = reached.node
    gist = " ".join((node.gist or node.body).split())
    short = (
        gist if len(gist) <= cfg.excerpt_chars else gist[: cfg.excerpt_chars - 3].rsplit(" ", 1)[0] + "..."
    )
    return WalkStep(
        id=node.id,
        title=node.title,
        excerpt=short,
        relation=reached.relation,
        depth=reached.depth,
        role="hint",
        part=reached.part,
        tree_id=reached.home,
        score=scores.get(node.id, 0.0),
        bound=None,
        stated=None,
    )


def _bound_walk(walked: Walked, forest: Forest, current: Current, cfg: TreesConfig) -> Walked:
    steps: list[WalkStep] = []
    for step in walked.steps:
        home = forest.tree(step.tree_id)
        node: Node | None = home.nodes.get(step.id) if home is not None else None
        if home is None or node is None:
            continue
        found = bind(node, home.entry.path, current, cfg)
        role: Role = "hint" if found is None else "anchor" if step.part == "anchor" else "walk"
        steps.append(
            replace(step, bound=found, stated=stated(node, home.entry.path, current, cfg), role=role)
        )
    return replace(walked, steps=tuple(steps))


def _packed(
    walks: tuple[Walked, ...],
    concepts: tuple[ConceptMatch, ...],
    forest: Forest,
    locked: tuple[str, ...],
    snapshot: Snapshot,
    repo_rev: str,
) -> Pack:
    if not walks:
        return Pack()
    steps = [step for walked in walks for step in walked.steps]
    primary = forest.tree(walks[0].tree_id)
    version = f"{primary.file.version or '0'}@{primary.file.sha256[:12]}" if primary is not None else ""
    metadata = PackMetadata(
        tree_ids=tuple(walked.tree_id for walked in walks),
        primary_tree_id=walks[0].tree_id,
        anchor_ids=tuple(dict.fromkeys(name for walked in walks for name in walked.anchors)),
        path_ids=tuple(dict.fromkeys(step.id for step in steps)),
        concept_match=concepts[0].card.id if concepts else "",
        tree_version=version,
        repo_rev=repo_rev,
        lattice_rev=snapshot.digest()[:_SHORT_REV],
    )
    rate = round(sum(1 for step in steps if step.bound is not None) / len(steps), 6) if steps else 0.0
    return Pack(
        trees=walks,
        binding_rate=rate,
        metadata=metadata,
        locked=tuple(name for name in locked if any(w.tree_id == name for w in walks)),
    )


def hints(pack: Pack, cfg: TreesConfig = _DEFAULT) -> tuple[str, ...]:
    """Soft terms that a pack gives to the search, which steer and never gate (law I6): titles of anchors
    first, then of what lies between, in the order of the pack; each once, letter case ignored.
    """
    steps = [step for walked in pack.trees for step in walked.steps]
    ordered = [*(s for s in steps if s.part == "anchor"), *(s for s in steps if s.part != "anchor")]
    found: dict[str, str] = {}
    for step in ordered:
        found.setdefault(step.title.casefold(), step.title)
    return tuple(found.values())[: cfg.hint_terms]


# A pack as a person reads it: one block a tree, one numbered line a node, each with its proof or marked as a
# hint.


_REASONS = {
    "missing_root": "the tree names no root, so only the anchors are shown",
    "no_anchor": "nothing in this tree speaks of the question",
    "root_to_anchor_fallback": "the way to an anchor is longer than the tree's depth",
    "root_to_anchor_unreachable": "an anchor cannot be reached from the root",
}
HINT = "hint only, no evidence span"


def walk_text(pack: Pack) -> str:
    """All blocks, separated by blank lines; `` for an empty pack."""
    return "\n\n".join(tree_text(walked) for walked in pack.trees)


def tree_text(walked: Walked) -> str:
    """One tree: its name and file, how it was walked and why, then the nodes in the order of the walk."""
    mode = walked.mode.replace("_", " ")
    lines = [f"Tree walk: {walked.label} (from {walked.source})", f"  {mode}, because of {walked.why}"]
    if walked.fallback:
        lines.append(f"  note: {reason_words(walked.fallback)}")
    lines += [f"{number:>3}. {step_text(step)}" for number, step in enumerate(walked.steps, 1)]
    return "\n".join(lines)


def step_text(step: WalkStep) -> str:
    """`Anchor: Title (id): excerpt [path:line]`; a hint says so and names where the tree states it."""
    name = step.title if step.title == step.id else f"{step.title} ({step.id})"
    said = f": {step.excerpt}" if step.excerpt and step.excerpt != step.title else ""
    if step.bound is not None:
        return f"{part_words(step.part)}: {name}{said} [{step.bound.path}:{step.bound.start_line}]"
    place = (
        f"; the tree says it in {step.stated.path}:{step.stated.start_line}"
        if step.stated is not None
        else ""
    )
    return f"Hint: {name}{said} [{HINT}{place}]"


def part_words(part: str) -> str:
    """`Anchor`, `Walk`, `Role <name>`."""
    return f"Role {part.removeprefix('role:')}" if part.startswith("role:") else part.capitalize()


def reason_words(fallback: str) -> str:
    """A fallback in words."""
    return _REASONS.get(fallback, fallback)
