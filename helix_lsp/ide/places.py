"""Go to definition: every definition in the best group, over the exact mention."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import msgspec

from helix_lsp.align.live import Live
from helix_lsp.align.mentions.resolve import Resolved
from helix_lsp.align.proof import Proof, prove
from helix_lsp.align.uses.other_names import Usage
from helix_lsp.align.uses.usage import usages_of
from helix_lsp.ask.claims.audit import Audited, ClaimAudit, audit, audit_document
from helix_lsp.ask.claims.outside import Source, bearing_out
from helix_lsp.ask.claims.quotation import audit_quotations
from helix_lsp.ask.text.quote import LiveFiles
from helix_lsp.errors import UsageError
from helix_lsp.ide.links import section_links
from helix_lsp.ide.mentions import View, meaning, under
from helix_lsp.index.overlay.snapshot import Defined, Mentioned
from helix_lsp.syntax.outline import Mention, Section
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex
from helix_lsp.verify.facts.fact import Grade
from helix_lsp.verify.quoted_blocks import in_one_form, quoted_blocks
from helix_lsp.verify.read_claims import Stated, read_bounded

# A place to go to, with the exact text it was asked from.


class NavigationTarget(msgspec.Struct, frozen=True, kw_only=True):
    """`full` is the whole definition and `focus` its name, in the current bytes of `path`; `origin` is the
    mention in the asking file.
    """

    path: str
    full: Span
    focus: Span
    origin: Span


def definition(view: View, path: str, offset: int) -> tuple[NavigationTarget, ...]:
    """Targets for byte `offset` of `path`, best first; definitions that are gone from the current bytes are
    left out.
    """
    here = under(view, path, offset)
    if here is None:
        return ()
    if not here.found and here.word is not None:
        return tuple(
            NavigationTarget(path=one, full=span, focus=span, origin=here.origin)
            for one, span in here.word.places
        )
    least = here.found[0].score - view.config.align.tie
    targets: list[NavigationTarget] = []
    for one in here.found:
        symbol = here.live.symbol(one.defined) if one.score >= least else None
        if symbol is not None:
            full = Span(
                min(symbol.span.start, symbol.name_span.start), max(symbol.span.end, symbol.name_span.end)
            )
            targets.append(
                NavigationTarget(path=one.defined.path, full=full, focus=symbol.name_span, origin=here.origin)
            )
    return tuple(targets)


# Who speaks of what is under a cursor: uses in code and tests, documents that mention it; for a heading,
# links to it.


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A range in the current bytes of a file."""

    path: str
    span: Span


def references(view: View, path: str, offset: int, *, declaration: bool) -> tuple[Place, ...]:
    """Definition (when asked for), certain uses, tests, then documents; files that changed since they were
    indexed are left out.

    Uses that only bear the same name come in only where there is no certain one.
    """
    here = under(view, path, offset)
    if here is None or not here.found:
        section = section_at(view, path, offset)
        return () if section is None else _of_section(view, path, section, declaration=declaration)
    live = here.live
    least = here.found[0].score - view.config.align.tie
    found: list[Place] = []
    for one in here.found:
        if one.score >= least:
            found += _of_definition(view, live, one.defined, declaration=declaration)
    return tuple(dict.fromkeys(found))[: view.config.ide.references]


def section_at(view: View, path: str, offset: int) -> Section | None:
    """The section whose heading holds byte `offset`."""
    outline = Live(view.snapshot, view.texts).outline(path)
    sections = outline.sections if outline is not None else ()
    return next((s for s in sections if s.heading.contains(offset)), None)


def _of_section(view: View, path: str, section: Section, *, declaration: bool) -> tuple[Place, ...]:
    first = [Place(path=path, span=section.heading)] if declaration else []
    links = [
        Place(path=link.path, span=link.span)
        for link in section_links(view, path)
        if link.anchor == section.anchor
    ]
    return tuple(first + links)[: view.config.ide.references]


def _of_definition(view: View, live: Live, defined: Defined, *, declaration: bool) -> list[Place]:
    symbol = live.symbol(defined)
    if symbol is None:
        return []
    own = Place(path=defined.path, span=symbol.name_span)
    uses = usages_of(defined, live, view.config.align)
    places = [own] if declaration else []
    places += [
        Place(path=u.path, span=u.span)
        for u in (*_certain(uses.code), *_certain(uses.tests), *_certain(uses.imports))
        if live.same(u.path)
    ]
    places += [span for m in uses.documents if (span := _mention(live, m)) is not None]
    return [place for place in places if place != own or declaration]


def _certain(uses: tuple[Usage, ...]) -> tuple[Usage, ...]:
    return tuple(u for u in uses if u.certain) or uses


def _mention(live: Live, found: Mentioned) -> Place | None:
    """The mention in the current bytes; one that moved is found again by its text."""
    if live.same(found.path):
        return Place(path=found.path, span=found.mention.span)
    fresh = live.outline(found.path)
    moved = (
        next((m for m in fresh.mentions if m.text == found.mention.text), None) if fresh is not None else None
    )
    return Place(path=found.path, span=moved.span) if moved is not None else None


# The code that realises a section of a document: the definitions that its inline code names, in the order
# in which it does.
#
# On a mention it is that mention's definition alone, on a heading all the section names, sub-sections
# included.


def implementation(view: View, path: str, offset: int) -> tuple[NavigationTarget, ...]:
    """Targets of byte `offset` of `path`; ambiguous mentions name nothing here. Empty in code."""
    live = Live(view.snapshot, view.texts)
    outline, data = live.outline(path), live.data(path)
    if outline is None or data is None or not (outline.sections or outline.mentions):
        return ()
    on = definition(view, path, offset)
    if on:
        return on
    heading = section_at(view, path, offset)
    inside = [s for s in outline.sections if s.span.contains(offset)]
    if heading is None and not inside:
        return ()
    extent, origin = (
        (heading.extent, heading.heading) if heading is not None else (inside[-1].span, Span(offset, offset))
    )
    found: dict[tuple[str, int], NavigationTarget] = {}
    for mention in outline.mentions[: view.config.ide.linked_mentions]:
        if extent.covers(mention.outer):
            target = _named(view, live, path, mention, origin)
            if target is not None:
                found.setdefault((target.path, target.focus.start), target)
    return tuple(found.values())


def _named(view: View, live: Live, path: str, mention: Mention, origin: Span) -> NavigationTarget | None:
    best = meaning(view, live, path, mention)
    if best is None:
        return None
    at = best.defined.path
    entry, symbol = view.snapshot.file(at), live.symbol(best.defined)
    if symbol is None or entry is None or entry.surface.kind == "docs":
        return None
    full = Span(min(symbol.span.start, symbol.name_span.start), max(symbol.span.end, symbol.name_span.end))
    return NavigationTarget(path=at, full=full, focus=symbol.name_span, origin=origin)


# The proof of what is at a byte: the first of its readings that still exists, with every place checked just
# now.


class ProofAt(msgspec.Struct, frozen=True, kw_only=True):
    """`origin` is the exact text that was pointed at; `others` are its further readings, best first."""

    origin: Span
    found: Resolved
    proof: Proof
    others: tuple[Resolved, ...]


def proof_at(view: View, path: str, offset: int) -> ProofAt | None:
    """None when nothing there names a definition that still exists."""
    here = under(view, path, offset)
    for at, one in enumerate(here.found if here is not None else ()):
        proof = prove(
            one.defined,
            view.snapshot,
            view.texts,
            view.config.align,
            live=here.live if here is not None else None,
        )
        if proof is not None and here is not None:
            return ProofAt(
                origin=here.origin, found=one, proof=proof, others=(*here.found[:at], *here.found[at + 1 :])
            )
    return None


# The audit of claims over a view: the entry that the command line and later doors share.

_BLANK = regex(rb"\n[ \t]*\r?\n")


def verify_text(view: View, text: str, *, check: Callable[[], None] = lambda: None) -> ClaimAudit:
    """Audit the claims of a text in Markdown, then the code that it quotes; raises `UsageError` when it has
    neither.
    """
    stated, left_out = read_bounded(in_one_form(text))
    blocks, unread = quoted_blocks(text)
    if not stated and not blocks:
        raise UsageError("there is no claim in it; write a sentence, with or without (path:line) behind it")
    found = verify_claims(view, stated, check=check)
    quoted = audit_quotations(blocks, LiveFiles(Live(view.snapshot, view.texts)), view.config.verify, check)
    return replace(found, results=found.results + quoted, unread_blocks=unread, left_out=left_out)


def verify_claims(
    view: View, stated: tuple[Stated, ...], *, check: Callable[[], None] = lambda: None
) -> ClaimAudit:
    """Audit claims that were read already."""
    found = audit(
        stated, view.snapshot, view.texts, view.freshness, view.config.search, view.config.verify, check
    )
    return replace(found, config=view.config_digest())


def with_outside(
    found: ClaimAudit,
    sources: Sequence[Source],
    view: View,
    least: Grade = "C",
    check: Callable[[], None] = lambda: None,
) -> ClaimAudit:
    """The audit, its claims held against sources from outside as well, of the grade `least` or better: what the
    repository neither carries nor contradicts passes where one of them carries it, and says so.
    """
    cfg = view.config.verify
    out: list[Audited] = []
    for one in found.results:
        at = bearing_out(one.claim, sources, least, cfg, check, view.paraphrase)
        if not any(place.carries for place in at):
            # what is only alike is shown where nothing else speaks of the claim
            out.append(
                one if one.cited or one.verdict in ("CONTRADICTED", "PASS") else replace(one, outside=at)
            )
        elif one.cited or one.verdict in ("CONTRADICTED", "PASS"):
            # what cites a place must be carried by it, not by another text
            out.append(replace(one, outside=at))
        else:
            reason = "not in the repository; a document from outside says it"
            out.append(
                replace(one, verdict="PASS", score=cfg.share_passed, reason=reason, missing=(), outside=at)
            )
    return replace(found, results=tuple(out))


def verify_file(
    view: View, path: str, *, near: int | None = None, check: Callable[[], None] = lambda: None
) -> ClaimAudit:
    """Every sentence of a document of the workspace against the code, or those of the paragraph at the byte
    `near`; raises `UsageError` for a path that is not in the index.
    """
    data = view.texts(path) if view.snapshot.file(path) is not None else None
    if data is None:
        raise UsageError(f"no such file in this project: {path}; name a document relative to the root")
    within = Span(0, len(data)) if near is None else paragraph_at(data, near)
    found = audit_document(
        path, data, view.snapshot, view.texts, view.freshness, view.config.verify, check, within
    )
    return replace(found, config=view.config_digest())


def paragraph_at(data: bytes, offset: int) -> Span:
    """The lines around a byte up to a blank line on either side."""
    before = [m.end() for m in _BLANK.finditer(data, 0, offset)]
    after = _BLANK.search(data, offset)
    return Span(before[-1] if before else 0, after.start() if after is not None else len(data))


__all__ = ["ClaimAudit", "paragraph_at", "verify_claims", "verify_file", "verify_text", "with_outside"]
