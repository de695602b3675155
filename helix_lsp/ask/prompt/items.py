"""The typed items of a prompt, in their fixed order, each with a hash for comparing two runs.

Types: docs/reference/ladder.md, S2-20 to S2-25. Id and hash: the first twelve hex digits of SHA-256 over
type, newline, content.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from helix_lsp.ask.prompt.source import EvidenceSpan, PromptSource
from helix_lsp.ask.prompt.told import told, told_block
from helix_lsp.text.digest import sha256_hex

ItemType = Literal[
    "intent",
    "retrieval_summary",
    "selected_trees",
    "doc_section_hits",
    "repo_search_hits",
    "proof_spans",
    "slot_coverage_report",
    "tree_walk",
    "speak_of",
]
ORDER: tuple[ItemType, ...] = (
    "intent", "retrieval_summary", "selected_trees", "doc_section_hits", "repo_search_hits", "proof_spans", "slot_coverage_report",
    "tree_walk", "speak_of",
)  # fmt: skip
_MOST_FILES = 12
_MOST_LINES = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """`size` is in characters; debug output shows type, label, hash and size only."""

    type: ItemType
    label: str
    content: str
    hash: str
    size: int

    @property
    def id(self) -> str:
        """`<type>:<hash>`."""
        return f"{self.type}:{self.hash}"


def item(kind: ItemType, label: str, content: str) -> Item:
    """An item with its hash."""
    digest = sha256_hex(f"{kind}\n{content}".encode("utf-8", "surrogatepass"))[:12]
    return Item(type=kind, label=label, content=content, hash=digest, size=len(content))


def items_of(source: PromptSource, spans: tuple[EvidenceSpan, ...]) -> tuple[Item, ...]:
    """Items with content, in `ORDER`; `spans` are those that compaction kept, and their number (from 1) is
    their id in the answer.
    """
    numbered = list(enumerate(spans, 1))
    contents: dict[ItemType, tuple[str, str]] = {
        "intent": ("Intent", _lines(source.intent)),
        "retrieval_summary": ("Retrieval", _retrieval(source)),
        "selected_trees": ("Trees", _lines(source.trees)),
        "doc_section_hits": (
            "Document sections",
            "\n".join(_hit(n, s) for n, s in numbered if s.surface == "doc"),
        ),
        "repo_search_hits": ("Code", "\n".join(_hit(n, s) for n, s in numbered if s.surface == "code")),
        "proof_spans": ("Evidence", "\n\n".join(_proof(n, s) for n, s in numbered)),
        "slot_coverage_report": ("Coverage", _lines(source.coverage)),
        "tree_walk": ("Tree walk", _lines(source.tree_walk)),
        "speak_of": ("Order of the answer", _numbered(source.scaffold)),
    }
    return tuple(
        item(kind, label, content) for kind in ORDER for label, content in (contents[kind],) if content
    )


def _retrieval(source: PromptSource) -> str:
    queries = [f"query: {told(q)}" for q in source.queries[:_MOST_LINES]]
    files = [f"file: {told(f)}" for f in source.files[:_MOST_FILES]]
    return "\n".join(
        [*queries, *files, *([f"confidence: {told(source.confidence)}"] if source.confidence else [])]
    )


def _lines(lines: tuple[str, ...]) -> str:
    return "\n".join(f"- {told(line)}" for line in lines[:_MOST_LINES])


def _numbered(lines: tuple[str, ...]) -> str:
    return "\n".join(f"{n}. {told(line)}" for n, line in enumerate(lines[:_MOST_LINES], 1))


def _hit(number: int, span: EvidenceSpan) -> str:
    return f"- [{number}] {told(span.heading)} ({place_of(span)})"


def _proof(number: int, span: EvidenceSpan) -> str:
    text = told_block(span.quote.raw.decode("utf-8", "replace"), span.quote.start_line)
    return f"[{number}] {place_of(span)} {told(span.heading)}\n{text}"


def place_of(span: EvidenceSpan) -> str:
    """`path:L10-L12`, the path made safe to show on a line."""
    return f"{told(span.quote.path)}:L{span.quote.start_line}-L{span.quote.end_line}"
