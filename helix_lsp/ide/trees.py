"""What is asked of knowledge trees alone: a walk for a question, without the rest of the ladder; the full-access
checklist; training records.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from helix_lsp.ask.question.topics import topics_of
from helix_lsp.errors import UsageError
from helix_lsp.ide.view import View
from helix_lsp.trees.assemble import Pack, assemble
from helix_lsp.trees.check_trees import Checked, check_trees
from helix_lsp.trees.current import Current
from helix_lsp.trees.export import TrainingRecord, export
from helix_lsp.trees.match_concepts import match_concepts
from helix_lsp.trees.read_resolver import WalkMode


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkRequest:
    """`mode` None takes each tree's own; `topics` count beside those of the question; `locked` trees are
    walked whether they fit or not.
    """

    question: str
    mode: WalkMode | None = None
    topics: tuple[str, ...] = ()
    locked: tuple[str, ...] = ()
    repo_rev: str = ""


def tree_walk(view: View, request: WalkRequest) -> Pack:
    """The pack; raises UsageError for an empty or oversized question."""
    text = request.question.strip()
    limit = view.config.search.longest_question
    if not text:
        raise UsageError(
            'the question is empty; write a few words: helix-lsp trees walk "what is a session?"'
        )
    if len(text) > limit:
        raise UsageError(f"the question is {len(text):,} characters long, the limit is {limit:,}; shorten it")
    knowledge, cfg = view.knowledge(), view.config.trees
    topics = (*request.topics, *(topic.profile.name for topic in topics_of(text, view.config.plan.topics)))
    return assemble(
        text,
        topics,
        match_concepts(text, knowledge.cards, cfg),
        knowledge.forest,
        request.locked,
        request.mode,
        view.snapshot,
        view.texts,
        cfg,
        repo_rev=request.repo_rev,
    )


__all__ = ["Checked", "TrainingRecord", "tree_check", "tree_export"]


def tree_check(view: View, name: str = "") -> Checked:
    """All nodes, those of one tree, or one node; raises UsageError for a name that is neither."""
    cfg = view.config.trees
    return check_trees(name, view.knowledge(), Current(view.snapshot, view.texts, cfg.bind_max_bytes), cfg)


def tree_export(view: View) -> Iterator[TrainingRecord]:
    """Training records of all nodes that are full access or marked diagnostic."""
    cfg = view.config.trees
    return export(view.knowledge().forest, Current(view.snapshot, view.texts, cfg.bind_max_bytes), cfg)
