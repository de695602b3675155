"""Retrieval only, over a view."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from helix_lsp.align.live import NO_ORACLE, NameOracle, Texts
from helix_lsp.ask.evidence.lookup import QueryAnswer, QueryRequest, look_up
from helix_lsp.config import Config
from helix_lsp.config.index import IndexConfig
from helix_lsp.config.questions import SearchConfig
from helix_lsp.index.copies import without_copies
from helix_lsp.index.freshness import Freshness
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.search.question.kind import spelled_in
from helix_lsp.search.question.query import read_query
from helix_lsp.search.reading.likeness import Likeness
from helix_lsp.text.digest import digest_of
from helix_lsp.trees.knowledge import Knowledge, KnowledgeCache, read_knowledge
from helix_lsp.tuning.questions import READING

__all__ = ["QueryAnswer", "QueryRequest", "query"]


# What a request sees: one snapshot, the current bytes, the options, and how fresh all that is. Immutable;
# may be superseded, never blocked.


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """`texts` gives the current bytes of a path: live buffer, else disk, else None. `known` remembers what
    `knowledge` read.

    `oracle` infers what names mean, for answers and the report on a change; what an editor draws does
    without. `likeness` is the model of meaning that orders passages of answers, None without one;
    `paraphrase` tells whether two sentences say the same; `opinion` has little time and weighs lists of places,
    None where it is not asked.
    """

    snapshot: Snapshot
    texts: Texts
    config: Config
    freshness: Freshness
    oracle: NameOracle = field(default=NO_ORACLE, compare=False, repr=False)
    likeness: Likeness | None = field(default=None, compare=False, repr=False)
    paraphrase: Likeness | None = field(default=None, compare=False, repr=False)
    opinion: Likeness | None = field(default=None, compare=False, repr=False)
    known: KnowledgeCache = field(default_factory=KnowledgeCache, compare=False, repr=False)

    def config_digest(self) -> str:
        """SHA-256 of the options that decide what is found, cited and said; nothing of the model, of this
        machine or of how a door behaves is in it. The numbers that nobody sets belong to the version.
        """
        cfg = self.config
        index = replace(cfg.index, workers=0)
        parts = (
            index,
            cfg.search,
            cfg.align,
            cfg.drift,
            cfg.ask,
            cfg.plan,
            cfg.control,
            cfg.trees,
            cfg.verify,
            cfg.pr,
        )
        return digest_of([repr(part) for part in parts])

    def knowledge(self) -> Knowledge:
        """Trees and concept cards of the workspace; read when first asked for, then from memory."""
        return read_knowledge(self.snapshot, self.texts, self.config.trees, self.known)


# What is under a cursor and what it means: a mention in a document, or a definition's or reference's name
# in code.
#


def query(view: View, request: QueryRequest, *, check: Callable[[], None] = lambda: None) -> QueryAnswer:
    """The best `k` places; raises `UsageError` for an empty text, a bad `k` or an unknown filter, `Cancelled`
    when `check` says so.
    """
    asked = " ".join(
        [request.text, request.why_not, *(value for key, value in request.filters if key == "path")]
    )
    snapshot, texts = folded(asked, view.snapshot, view.texts, view.config.search, view.config.index)
    return look_up(request, snapshot, texts, view.config.search, check, view.opinion)


# What a question is asked of: the repository without the copies that it holds of itself (`index/copies.py`).
#
# A copy is not a second thing: it is not cited, its calls are not counted and its definitions are no other
# meaning. A question that writes its path, or a name which nothing but a copy defines, asks for it all the
# same.


def folded(
    question: str, snapshot: Snapshot, texts: Texts, search: SearchConfig, index: IndexConfig
) -> tuple[Snapshot, Texts]:
    """The snapshot and texts to search, quote and count in."""
    query = read_query(question, search, spelled_in(snapshot))
    names = [n.parts[-1] for n in query.names if n.parts and n.weight > READING.meant]
    return without_copies(snapshot, texts, index, question, names)
