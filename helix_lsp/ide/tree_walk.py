"""Walk the knowledge trees for a question, without the rest of the ladder."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.ask.topics import topics_of
from helix_lsp.errors import UsageError
from helix_lsp.ide.view import View
from helix_lsp.trees.assemble import Pack, assemble
from helix_lsp.trees.match_concepts import match_concepts
from helix_lsp.trees.read_resolver import WalkMode


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkRequest:
    """`mode` None takes each tree's own; `topics` count beside those of the question; `locked` trees are walked whether they fit or not."""

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
        raise UsageError('the question is empty; write a few words: helix-lsp trees walk "what is a session?"')
    if len(text) > limit:
        raise UsageError(f"the question is {len(text):,} characters long, the limit is {limit:,}; shorten it")
    knowledge, cfg = view.knowledge(), view.config.trees
    topics = (*request.topics, *(topic.profile.name for topic in topics_of(text, view.config.plan.topics)))
    return assemble(
        text, topics, match_concepts(text, knowledge.cards, cfg), knowledge.forest, request.locked, request.mode, view.snapshot,
        view.texts, cfg, repo_rev=request.repo_rev,
    )  # fmt: skip
