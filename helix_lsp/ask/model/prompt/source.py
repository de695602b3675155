"""What a prompt is made of: plain lines and evidence, filled in by the ladder out of its rungs.

Every text here that comes from a repository (headings, paths, excerpts, tree lines) is data: `assemble` marks
all of it as such.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from helix_lsp.ask.text.quote import Quote

Bearing = Literal["read", "definition", "policy", "entrypoint", "test", "rest"]
"""What a span is to the question, in the order in which compaction keeps it: what was read as an answer to it, then as docs/reference/ladder.md,
S2-29 has it.
"""
BEARINGS: tuple[Bearing, ...] = ("read", "definition", "policy", "entrypoint", "test", "rest")
AnswerMode = Literal["repo_grounded", "hybrid", "general"]


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceSpan:
    """One place that an answer may cite. `heading` is the section's title or the qualified name; `quote.raw`
    is the text that is sent.
    """

    quote: Quote
    heading: str
    bearing: Bearing
    surface: Literal["doc", "code"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptSource:
    """`spans` come best first. All other lists are lines in the order in which they are to be read; empty
    lists make no item.

    `intent`: `name: value` lines; `files`: paths found; `trees`, `tree_walk`: lines of the pack; `coverage`:
    one line per slot;
    `secret_files`: paths whose content says that they hold secrets; nothing of them is sent;
    `scaffold`: what the answer should speak of, in order.
    """

    question: str
    mode: AnswerMode = "repo_grounded"
    verbosity: Literal["brief", "normal", "extended"] = "normal"
    intent: tuple[str, ...] = ()
    queries: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    confidence: str = ""
    trees: tuple[str, ...] = ()
    tree_walk: tuple[str, ...] = ()
    coverage: tuple[str, ...] = ()
    scaffold: tuple[str, ...] = ()
    spans: tuple[EvidenceSpan, ...] = ()
    secret_files: frozenset[str] = frozenset()
