"""Which definitions of a file are mentioned in documents, and in how many: what a code lens shows.
Definitions that none mentions do not have lens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from helix_lsp.align.components.aligner import Aligner, Alignment, CodeSpan, FileLink, NameLink, Scope
from helix_lsp.align.components.symbol_links import Candidate
from helix_lsp.align.live import Live
from helix_lsp.align.mentions.mentions import meaning
from helix_lsp.ask.question.topics import topics_of
from helix_lsp.errors import UsageError
from helix_lsp.ide.mentions import View
from helix_lsp.index.overlay.snapshot import Defined
from helix_lsp.syntax.outline import Symbol
from helix_lsp.text.positions import Span
from helix_lsp.text.visible import counted
from helix_lsp.trees.assemble import Pack, assemble
from helix_lsp.trees.bind import Current
from helix_lsp.trees.card import match_concepts
from helix_lsp.trees.checklist import Checked, check_trees
from helix_lsp.trees.diff import TrainingRecord, export
from helix_lsp.trees.read_resolver import WalkMode

_MOST_MENTIONS = 300  # of one name that are looked at, as in a hover


class Lens(msgspec.Struct, frozen=True, kw_only=True):
    """`span` is the definition's name in the current bytes; `qualified` and `ordinal` find it again."""

    span: Span
    qualified: str
    ordinal: int


def lenses(view: View, path: str, check: Callable[[], None]) -> tuple[Lens, ...]:
    """One for each definition that a document surely means, in the order of the file; none in documents and
    tests. Raises through `check`.
    """
    entry = view.snapshot.file(path)
    if not view.config.ide.code_lens or entry is None or entry.surface.kind != "code" or entry.surface.test:
        return ()
    live = Live(view.snapshot, view.texts)
    outline = live.outline(path)
    if outline is None or not live.same(path):
        return ()
    silent: set[str] = set()
    out: list[Lens] = []
    looked = 0
    for ordinal, symbol in enumerate(outline.symbols):
        if symbol.name in silent:
            continue
        if not view.snapshot.mentioned(symbol.name):
            silent.add(symbol.name)
            continue
        check()
        looked += 1
        if looked > view.config.ide.lenses:
            break
        if next(_documents(view, path, ordinal, symbol), None) is not None:
            out.append(Lens(span=symbol.name_span, qualified=symbol.qualified, ordinal=ordinal))
    return tuple(out)


def count_documents(view: View, path: str, lens: Lens) -> tuple[Span, int] | None:
    """(its name in the current bytes, how many documents mention it); None when the definition is gone."""
    outline = Live(view.snapshot, view.texts).outline(path)
    alike = (
        [(i, s) for i, s in enumerate(outline.symbols) if s.qualified == lens.qualified]
        if outline is not None
        else []
    )
    if not alike:
        return None
    ordinal, symbol = min(alike, key=lambda one: abs(one[0] - lens.ordinal))
    return symbol.name_span, len(set(_documents(view, path, ordinal, symbol)))


def _documents(view: View, path: str, ordinal: int, symbol: Symbol) -> Iterator[str]:
    defined = Defined(path=path, ordinal=ordinal, symbol=symbol)
    for one in meaning(defined, view.snapshot, view.config.align, _MOST_MENTIONS):
        yield one.path


# What is asked of knowledge trees alone: a walk for a question, without the rest of the ladder; the
# full-access checklist; training records.


class WalkRequest(msgspec.Struct, frozen=True, kw_only=True):
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


def tree_check(view: View, name: str = "") -> Checked:
    """All nodes, those of one tree, or one node; raises UsageError for a name that is neither."""
    cfg = view.config.trees
    return check_trees(name, view.knowledge(), Current(view.snapshot, view.texts, cfg.bind_max_bytes), cfg)


def tree_export(view: View) -> Iterator[TrainingRecord]:
    """Training records of all nodes that are full access or marked diagnostic."""
    cfg = view.config.trees
    return export(view.knowledge().forest, Current(view.snapshot, view.texts, cfg.bind_max_bytes), cfg)


# Which files, symbols and spans a document or sentence talks about, over a view.


class AlignRequest(msgspec.Struct, frozen=True, kw_only=True):
    """`text` alone, a document alone, or one of its sentences (by `text` or by `line`, from 1, 0 for none)."""

    scope: Scope
    text: str = ""
    line: int = 0


def aligner(view: View, scope: Scope) -> Aligner:
    """The document read and mapped once, for many questions about it."""
    return Aligner(view.snapshot, view.texts, view.config.align, scope)


def align(view: View, request: AlignRequest, prepared: Aligner | None = None) -> Alignment:
    """The committed links; raises `UsageError` where there is nothing to align or the document has no such
    line.

    `prepared` must come from `aligner` with the same view and scope.
    """
    if not request.text.strip() and not request.scope.path:
        raise UsageError(
            'there is nothing to align; give a document or a text: helix-lsp align --text "the registry keeps the services"'
        )
    lines = len(request.scope.data.splitlines())
    if request.line > lines:
        raise UsageError(f"{request.scope.path} has {counted(lines, 'line')}, not {request.line}")
    return (prepared or aligner(view, request.scope)).align(request.text, request.line)


__all__ = [
    "AlignRequest",
    "Aligner",
    "Alignment",
    "Candidate",
    "Checked",
    "CodeSpan",
    "FileLink",
    "NameLink",
    "Scope",
    "TrainingRecord",
    "align",
    "aligner",
    "tree_check",
    "tree_export",
]
