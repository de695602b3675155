"""Claims about the marks of a definition: `X is async`, `X is deprecated`, `X is public`, `X is final`."""

from __future__ import annotations

import re

from helix_lsp.align.live import Live
from helix_lsp.index.overlay.snapshot import Defined
from helix_lsp.verify.claim.claim import Claim, Seen, ruled, unknown
from helix_lsp.verify.claim.structure import fact_at
from helix_lsp.verify.facts.parameters import is_async, is_deprecated, returned_type
from helix_lsp.verify.facts.subject import has_modifier, visibility


def marked(claim: Claim, defined: Defined, live: Live) -> Seen:
    """`X is async`, `X is deprecated`, `X is public`."""
    symbol, data, entry = live.symbol(defined), live.data(defined.path), live.snapshot.file(defined.path)
    if symbol is None or data is None or entry is None:
        return unknown("subject-unknown")
    fact = fact_at(defined, symbol, claim.predicate, symbol.signature)
    if claim.predicate == "deprecated":
        held = is_deprecated(symbol, data)
        return ruled(fact, True, "deprecated") if held else unknown("mark-open", fact)
    if claim.predicate == "async":
        if symbol.kind not in ("function", "method"):
            return unknown("mark-open", fact)
        if is_async(symbol):
            return ruled(fact, True, "async")
        waits = re.search(r"Awaitable|Coroutine|Future|Promise|Async|Task", symbol.signature) is not None
        plain = entry.language in ("python", "rust") or (
            entry.language in ("typescript", "tsx") and returned_type(symbol, entry.language) != ""
        )
        return ruled(fact, False, "async") if plain and not waits else unknown("mark-open", fact)
    if claim.predicate == "modifier":
        held = has_modifier(claim.object.written, symbol, entry.language)
    elif entry.language in ("typescript", "tsx") and claim.object.written in ("public", "private"):
        held = None  # of a member, whether or not its class is exported
    elif entry.language in ("go", "rust", "java", "typescript", "tsx"):
        held = symbol.exported
    else:
        seen = visibility(symbol, entry.language)
        held = seen == "public" if seen else None
    if held is None:
        return unknown("mark-open", fact)
    return ruled(fact, held, "exported")
