"""The TOOL_RESULTS block: what was found, with its text, between two marks that nothing inside can write.

The marks carry a fence made from the block's own content and the question: a file would have to hold the hash
of itself to close the block.
Asked for by docs/reference/ladder.md, S2-55. The block of casimirbot holds headings only; ours holds the
texts.
"""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.ask.prompt.items import Item
from helix_lsp.text.digest import sha256_hex

SHOWN = (
    "intent",
    "speak_of",
    "retrieval_summary",
    "selected_trees",
    "doc_section_hits",
    "repo_search_hits",
    "tree_walk",
    "slot_coverage_report",
    "proof_spans",
)
"""Items of the block in reading order: the texts last, right before the end mark."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResults:
    """`text` is the whole block; `fence` is in both marks; `hash` is over the text."""

    text: str
    fence: str
    hash: str


def tool_results(items: tuple[Item, ...], question: str) -> ToolResults:
    """The block for these items; with none of them it says so, and is still there."""
    held = {i.type: i for i in items}
    body = (
        "\n\n".join(f"[{kind}]\n{held[kind].content}" for kind in SHOWN if kind in held)
        or "(nothing was found)"
    )
    fence = _fence(body, question)
    text = f"TOOL_RESULTS {fence}\n{body}\nEND_TOOL_RESULTS {fence}"
    return ToolResults(text=text, fence=fence, hash=sha256_hex(text.encode("utf-8", "surrogatepass"))[:12])


def _fence(body: str, question: str) -> str:
    """Sixteen hex digits that the body does not hold."""
    turn = 0
    while True:
        fence = sha256_hex(f"{turn}\n{question}\n{body}".encode("utf-8", "surrogatepass"))[:16]
        if fence not in body and fence not in question:
            return fence
        turn += 1
