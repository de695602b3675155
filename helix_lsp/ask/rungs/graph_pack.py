"""Rung 3, before the plan: the trees of the repository that the question belongs to, walked from root to
anchor.

Trees steer (their titles are hints for the plan, soft slots) and are shown with their bindings; they never
gate (I6). Nothing happens in a repository without trees.
"""

from __future__ import annotations

import re

import msgspec

from helix_lsp.ask.draft import Events, event
from helix_lsp.ask.question.question import Question
from helix_lsp.ask.rungs.intent import Intent
from helix_lsp.ask.standing import Standing
from helix_lsp.config.documents import TreesConfig
from helix_lsp.text.regex import regex
from helix_lsp.text.visible import counted
from helix_lsp.trees.assemble import Pack, assemble
from helix_lsp.trees.knowledge import Knowledge

_GOES_ON = regex(r"\b(?:it|its|they|them|their|this|that|these|those)\b", re.I)


class GraphPack(msgspec.Struct, frozen=True, kw_only=True):
    """`pack` is empty where no tree belongs to the question."""

    pack: Pack

    @property
    def status(self) -> str:
        return "ok" if self.pack.trees else "none"

    @property
    def events(self) -> Events:
        pack = self.pack
        if not pack.trees:
            return ()
        steps = [step for walked in pack.trees for step in walked.steps]
        bound = sum(step.bound is not None for step in steps)
        walks = (
            f"{w.tree_id} {w.mode}, {counted(len(w.anchors), 'anchor')}, {counted(len(w.steps), 'node')}"
            for w in pack.trees
        )
        return (
            event("graph_pack", " ".join(pack.metadata.tree_ids)),
            *(event("tree_walk", walk) for walk in walks),
            event("tree_binding", f"{bound} of {counted(len(steps), 'node')}"),
        )

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        pack = self.pack
        if not pack.trees:
            return ()
        meta = pack.metadata
        return (
            ("treeIds", " ".join(meta.tree_ids)),
            ("primaryTreeId", meta.primary_tree_id),
            ("anchorIds", " ".join(meta.anchor_ids)),
            ("pathIds", " ".join(meta.path_ids)),
            ("conceptMatch", meta.concept_match),
            ("treeVersion", meta.tree_version),
            ("repo_rev", meta.repo_rev),
            ("lattice_rev", meta.lattice_rev),
            ("graph_pack_lock", " ".join(pack.locked)),
            ("tree_walk_binding_rate", f"{pack.binding_rate:.3f}"),
            *(
                (
                    f"walk {w.tree_id}",
                    " > ".join(s.title for s in w.steps) + (f" ({w.fallback})" if w.fallback else ""),
                )
                for w in pack.trees
            ),
        )


def walk_trees(
    question: Question, intent: Intent, knowledge: Knowledge, on: Standing, cfg: TreesConfig
) -> GraphPack:
    """The pack of a question; locked trees come first whatever the question is. One that goes on about the
    last answer (`and how is it verified?`) and belongs to no tree of its own keeps that answer's trees.
    """

    def pack(locked: tuple[str, ...]) -> Pack:
        return assemble(
            question.text,
            intent.topics,
            intent.concepts,
            knowledge.forest,
            locked,
            None,
            on.snapshot,
            on.texts,
            cfg,
            repo_rev=on.session.repo_rev,
        )

    found = pack(on.session.locked)
    if not found.trees and on.session.recent and not intent.concepts and _GOES_ON.search(question.text):
        found = pack(on.session.recent[: cfg.max_locked])
    return GraphPack(pack=found)
