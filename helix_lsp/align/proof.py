"""The proof of a definition: where it stands, who uses it, which tests touch it, which documents speak of it,
in spans checked just now.

Cited bytes are found again after their file changed: in one place, or they are gone (`reanchor`).

Every span's bytes are read through `texts` and hashed here; a place that moved is found again in a fresh
extraction, one that cannot be found is left out (law I5). Counts are the index's, and cover all places, not
only the shown ones.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from helix_lsp.align.live import Live, Texts
from helix_lsp.align.uses.other_names import Usage
from helix_lsp.align.uses.usage import usages_of
from helix_lsp.config.documents import AlignConfig
from helix_lsp.index.overlay.snapshot import Defined, Mentioned, Snapshot
from helix_lsp.syntax.outline import Symbol
from helix_lsp.text.digest import sha256_hex
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex

_DEFAULT = AlignConfig()
_LINE_END = regex(rb"[\r\n]|\Z")


class ProofSpan(msgspec.Struct, frozen=True, kw_only=True):
    """A range whose bytes were read and hashed when the proof was made. Lines count from 1, both inclusive.

    `label` is the definition's, enclosing definition's or section's name; `kind` one of definition,
    signature, doc, usage, test, document.
    """

    path: str
    span: Span
    start_line: int
    end_line: int
    sha256: str
    label: str
    kind: str


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """`symbol` is the definition in the current bytes. `used` counts certain uses outside tests, `maybe`
    those that only bear the name,

    `tested` certain uses in tests, `mentioned` documents; `capped` and `tests_capped` say that those counts
    are lower bounds.
    Usages and tests are certain ones, one to a file first.
    """

    symbol: Symbol
    definition: ProofSpan
    signature: ProofSpan
    doc: ProofSpan | None
    usages: tuple[ProofSpan, ...]
    tests: tuple[ProofSpan, ...]
    documents: tuple[ProofSpan, ...]
    used: int
    maybe: int
    tested: int
    mentioned: int
    capped: bool
    tests_capped: bool


def prove(
    defined: Defined,
    snapshot: Snapshot,
    texts: Texts,
    cfg: AlignConfig = _DEFAULT,
    *,
    live: Live | None = None,
) -> Proof | None:
    """The proof of `defined` over the bytes of this moment; None when the definition is no longer there."""
    live = live or Live(snapshot, texts)
    symbol = live.symbol(defined)
    if symbol is None:
        return None
    definition = _cut(live, defined.path, symbol.span, symbol.qualified, "definition")
    signature = _cut(
        live, defined.path, signature_span(live, defined.path, symbol), symbol.qualified, "signature"
    )
    if definition is None or signature is None:
        return None
    uses = usages_of(defined, live, cfg)
    certain = [u for u in uses.code if u.certain]
    tested = [u for u in uses.tests if u.certain]
    return Proof(
        symbol=symbol,
        definition=definition,
        signature=signature,
        doc=_cut(live, defined.path, symbol.doc, symbol.qualified, "doc") if symbol.doc is not None else None,
        usages=_shown_uses(certain, live, cfg.shown_usages, "usage", cfg.longest_line),
        tests=_shown_uses(tested, live, cfg.shown_tests, "test", cfg.longest_line),
        documents=_shown_documents(uses.documents, live, cfg.shown_documents),
        used=len(certain),
        maybe=len(uses.code) - len(certain),
        tested=len(tested),
        mentioned=len({m.path for m in uses.documents}),
        capped=uses.capped,
        tests_capped=uses.tests_capped,
    )


def signature_span(live: Live, path: str, symbol: Symbol) -> Span:
    """The head of a definition without its decorators: from the text of the name's line to the body, or to
    the end of that line.
    """
    data, lines = live.data(path) or b"", live.lines(path)
    line = lines.line_span(lines.line_of(symbol.name_span.start))
    body = line.cut(data)
    start = max(symbol.span.start, line.start + len(body) - len(body.lstrip()))
    stop = (
        symbol.body.start
        if symbol.body is not None and symbol.body.start > symbol.name_span.end
        else line.end
    )
    head = data[start : min(stop, symbol.span.end)].rstrip() if stop > start else b""
    return Span(start, start + len(head)) if head else Span(symbol.name_span.start, symbol.name_span.end)


def _cut(live: Live, path: str, span: Span, label: str, kind: str) -> ProofSpan | None:
    """A span with the hash of its current bytes; None when it does not lie inside them."""
    data = live.data(path)
    if data is None or span.end > len(data):
        return None
    first, last = live.lines(path).lines(span)
    return ProofSpan(
        path=path,
        span=span,
        start_line=first,
        end_line=last,
        sha256=sha256_hex(span.cut(data)),
        label=label,
        kind=kind,
    )


def _shown_uses(
    uses: Iterable[Usage], live: Live, most: int, kind: str, longest: int
) -> tuple[ProofSpan, ...]:
    """The first uses that can be checked, files not yet shown before repeated ones."""
    first: list[Usage] = []
    again: list[Usage] = []
    seen: set[str] = set()
    for use in uses:
        (again if use.path in seen else first).append(use)
        seen.add(use.path)
    shown: list[ProofSpan] = []
    taken: set[tuple[str, int]] = set()
    for use in (*first, *again):
        if len(shown) >= most:
            break
        proof = _cut(
            live, use.path, _line_around(live, use.path, use.span, longest), use.scope or use.path, kind
        )
        if proof is not None and (proof.path, proof.start_line) not in taken:
            taken.add((proof.path, proof.start_line))
            shown.append(proof)
    return tuple(shown)


def _line_around(live: Live, path: str, span: Span, longest: int) -> Span:
    """The text of the line that holds the start of a span, without white space around it; the span itself
    when that is too long.
    """
    lines, data = live.lines(path), live.data(path) or b""
    line = lines.line_span(lines.line_of(span.start))
    body = line.cut(data)
    start = line.start + len(body) - len(body.lstrip())
    whole = Span(start, max(start, line.start + len(body.rstrip())))
    return (
        whole if len(whole) <= longest and whole.covers(Span(span.start, min(span.end, whole.end))) else span
    )


def _shown_documents(mentions: Iterable[Mentioned], live: Live, most: int) -> tuple[ProofSpan, ...]:
    """The first mention of each of the first documents, labelled with its section."""
    shown: list[ProofSpan] = []
    seen: set[str] = set()
    for one in mentions:
        if len(shown) >= most:
            break
        facts = live.glance(one.path) if one.path not in seen else None
        if facts is None:
            continue
        outline, mention = facts.outline, one.mention
        if not live.same(one.path):
            mention = next(
                (m for m in outline.mentions if m.text == one.mention.text and m.role == one.mention.role),
                None,
            )
        if mention is None:
            continue
        title = (
            outline.sections[mention.section].title
            if 0 <= mention.section < len(outline.sections)
            else one.path
        )
        proof = _cut(live, one.path, mention.outer, title, "document")
        if proof is not None:
            seen.add(one.path)
            shown.append(proof)
    return tuple(shown)


def reanchor(data: bytes, raw: bytes) -> Span | None:
    """The one place in `data` with the bytes `raw` that begins where a line or its indented text begins; None
    for none or several. Linear in `data`.
    """
    found: list[Span] = []
    low, at = 0, data.find(raw) if raw else -1
    while at >= 0 and len(found) < 2:
        line = max(low, data.rfind(b"\n", low, at) + 1, data.rfind(b"\r", low, at) + 1)
        begins = not data[line:at].strip(b" \t")
        if begins:
            found.append(Span(at, at + len(raw)))
        end = _LINE_END.search(data, at)
        low = line if begins or end is None else end.end()
        at = data.find(raw, max(at + 1, low))
    return found[0] if len(found) == 1 else None
