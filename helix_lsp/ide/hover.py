"""The proof hover: what a name is, where it is defined, who uses and tests it, which documents speak of it,
and what else it could be.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from helix_lsp.align.drift.find import Finding
from helix_lsp.align.drift.say import reason_of
from helix_lsp.align.live import Live
from helix_lsp.align.mentions.resolve import Resolved
from helix_lsp.align.proof import Proof, ProofSpan, prove
from helix_lsp.ide import links as markup
from helix_lsp.ide.drift_look import DriftLook, is_certain, last_places
from helix_lsp.ide.mentions import Under, View, pointed_at, under
from helix_lsp.index.freshness import Freshness
from helix_lsp.syntax.outline import Symbol
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex
from helix_lsp.text.visible import counted

_LEAD = regex(
    r"(?P<kept>(?>(?:export|default|public|private|protected|static|abstract|async|pub(?:\([^)]*\))?|unsafe|const|final|override|"
    r"open|readonly|get|set|\s)*))"
    r"(?:(?:def|func|fn|function\*?|class|interface|struct|enum|trait|type|module|namespace|mod)\s*)?"
    r"(?:\([^)]*\)\s*)?(?:[\w.:]*[.:])?\Z"
)
_KEPT = ("async", "static", "abstract", "unsafe")
_TEXTS = frozenset({"", "markdown", "restructuredtext", "text", "json", "yaml", "toml"})
_FENCES = {"c_sharp": "csharp", "tsx": "tsx", "bash": "bash"}


class Hover(msgspec.Struct, frozen=True, kw_only=True):
    """`markdown` is safe to show (`ide/links.py`); its links are `helix:` ones. `span` is the text it speaks
    of.
    """

    markdown: str
    span: Span


def hover(view: View, path: str, offset: int) -> Hover | None:
    """The hover for byte `offset` of `path`, None when nothing there names a definition that still exists."""
    here = under(view, path, offset)
    if here is None:
        return None
    try:
        return _of_the_first(view, here) or _of_the_word(view, here)
    finally:
        here.live.forget()


def _of_the_first(view: View, here: Under) -> Hover | None:
    """Of the first meaning that still exists."""
    for at, one in enumerate(here.found):
        proof = prove(one.defined, view.snapshot, view.texts, view.config.align, live=here.live)
        if proof is not None:
            others = (*here.found[:at], *here.found[at + 1 :])
            return Hover(markdown=_render(view, proof, one, others, here.live), span=here.origin)
    return None


def _of_the_word(view: View, here: Under) -> Hover | None:
    """Of what code declares as a text: the lines that have it."""
    word = here.word
    if word is None or not word.places:
        return None
    rows = [f"({word.kind}) {markup.code(word.name)}"]
    path, span = word.places[0]
    line = here.live.lines(path).line_span(here.live.lines(path).line_of(span.start))
    facts, code = (
        here.live.glance(path),
        line.cut(here.live.data(path) or b"").decode("utf-8", "western").strip(),
    )
    if word.kind != "module" and code:
        language = facts.language if facts is not None else ""
        rows.append(markup.fence(code[: view.config.align.longest_line], _FENCES.get(language, language)))
    links = (markup.link(one, here.live.lines(one).line_of(at.start) + 1) for one, at in word.places)
    rows.append(f"- {'its manifest is' if word.kind == 'module' else 'written in'} {', '.join(links)}")
    stale = freshness_line(view.freshness)
    return Hover(markdown="\n\n".join([*rows, *([stale] if stale else [])]), span=here.origin)


def _render(view: View, proof: Proof, found: Resolved, others: Sequence[Resolved], live: Live) -> str:
    facts = live.glance(found.defined.path)
    language = facts.language if facts is not None else ""
    blocks = [markup.fence(headline(proof.symbol, language), _FENCES.get(language, language))]
    if proof.doc is not None:
        raw = proof.doc.span.cut(live.data(proof.doc.path) or b"").decode("utf-8", "western")
        blocks.append(markup.paragraph(raw, view.config.align.doc_chars))
    blocks.append("\n".join(f"- {row}" for row in _facts(view, proof, others, live)))
    stale = freshness_line(view.freshness)
    if stale:
        blocks.append(stale)
    return "\n\n".join(b for b in blocks if b)


def headline(symbol: Symbol, language: str) -> str:
    """`(method) Flask.route(self, rule: str) -> T`: kind, qualified name, and what the signature says after
    the name.

    Where the language writes a type before the name (C, Java, ...) the signature stays as it is behind the
    kind.
    """
    if symbol.kind == "module":
        return f"({'module' if language not in _TEXTS else 'file'}) {symbol.signature}"
    signature = _tidy(symbol.signature.rstrip().removesuffix("{").rstrip())
    match = re.search(rf"(?<![\w$]){re.escape(symbol.name)}(?![\w$])", signature)
    if match is None:
        return f"({symbol.kind}) {symbol.qualified}"
    before, after = signature[: match.start()], signature[match.end() :]
    lead = _LEAD.match(before)
    if not before.strip() or lead is not None:
        kept = [w for w in (lead["kept"].split() if lead is not None else ()) if w in _KEPT]
        after = after.rstrip().removesuffix(":") if language in ("python", "ruby", "bash") else after
        return f"({' '.join([*kept, symbol.kind])}) {symbol.qualified}{after.rstrip()}"
    return f"({symbol.kind}) {signature}"


def _tidy(signature: str) -> str:
    """A folded signature without the blanks and the last comma that its lines left inside the parentheses."""
    return re.sub(r"(?:,|(?<![\s,]))\s+\)", ")", re.sub(r"\(\s+", "(", signature))


def _facts(view: View, proof: Proof, others: Sequence[Resolved], live: Live) -> list[str]:
    """One line each: defined, used, tested, mentioned, and what else the name could mean."""
    line = proof.signature.start_line
    rows = [f"defined in {markup.link(proof.definition.path, line)}"]
    more = "at least " if proof.capped else ""
    if proof.used:
        rows.append(f"used in {more}{counted(proof.used, 'place')}{_links(proof.usages)}")
        if proof.maybe:
            rows.append(f"by name only in {counted(proof.maybe, 'more place')}")
    elif proof.maybe:
        rows.append(f"by name only in {more}{counted(proof.maybe, 'place')}")
    if proof.tested:
        rows.append(
            f"tested in {'at least ' if proof.tests_capped else ''}{counted(proof.tested, 'place')}{_links(proof.tests)}"
        )
    if proof.mentioned:
        rows.append(f"mentioned in {counted(proof.mentioned, 'document')}{_links(proof.documents)}")
    also = _also(others, live, view.config.align.shown_others)
    return [*rows, also] if also else rows


def _links(spans: Sequence[ProofSpan]) -> str:
    return ": " + ", ".join(markup.link(s.path, s.start_line) for s in spans) if spans else ""


def _also(others: Sequence[Resolved], live: Live, most: int) -> str:
    """The other readings that still exist, best first, the rest counted."""
    shown: list[str] = []
    left = 0
    for one in others:
        symbol = live.symbol(one.defined)
        if symbol is None:
            continue
        if len(shown) >= most:
            left += 1
            continue
        line = live.lines(one.defined.path).line_of(symbol.name_span.start) + 1
        shown.append(f"{markup.code(symbol.qualified)} {markup.link(one.defined.path, line)}")
    return f"also: {', '.join(shown)}{f' and {left} more' if left else ''}" if shown else ""


def freshness_line(freshness: Freshness) -> str:
    """What a reader must know when the index is behind; `` when it is fresh (law I10)."""
    if freshness.fresh:
        return ""
    if freshness.behind and freshness.reason.startswith(
        f"{freshness.behind} "
    ):  # the reason counts them already
        return f"*{markup.text(freshness.reason)}*"
    behind = (
        f"{counted(freshness.behind, 'changed file')} not indexed yet"
        if freshness.behind
        else "the index is not up to date"
    )
    return f"*{markup.text(behind)}{': ' + markup.text(freshness.reason) if freshness.reason else ''}*"


# The hover while the first index is being made: that the name under the cursor was not found *yet*, and how
# much is still to come (law I10).
#
# Without it an editor says that there is no information, which nobody can know at that moment.

BEGINNING = "Not indexed yet"
"""How the text begins; a plugin knows the hover by it, and asks again when the index is there."""


def hover_not_yet(view: View, path: str, offset: int) -> Hover | None:
    """For byte `offset` of `path` where `hover` found nothing; None when no name is there, or the index
    is fresh.
    """
    stale = freshness_line(view.freshness)
    span = pointed_at(Live(view.snapshot, view.texts), path, offset) if stale else None
    if span is None:
        return None
    name = span.cut(view.texts(path) or b"").decode("utf-8", "western")
    told = f"{BEGINNING}: {markup.code(name)} is not in what is indexed so far. Hover again in a moment."
    return Hover(markdown=f"{told}\n\n{stale}", span=span)


# The hover on a stale reference: its finding, for a client that shows findings nowhere near the pointer.


def hover_stale(look: DriftLook, path: str, offset: int) -> Hover | None:
    """Of what is told at byte `offset` of `path` already; nothing is judged for it. None where nothing is told."""
    told = look.told(path)
    here = (
        [f for f in told.findings if f.reference.span.start <= offset <= f.reference.span.end] if told else []
    )
    if not here:
        return None
    found = min(here, key=lambda f: len(f.reference.span))
    return Hover(markdown=_render_hover_stale(found, look), span=found.reference.span)


def _render_hover_stale(found: Finding, look: DriftLook) -> str:
    said, live = found.judged, Live(look.view.snapshot, look.view.texts)
    head = f"{markup.code(found.reference.text)}: {markup.text(reason_of(said))}"
    rows = [
        f"{markup.text(words)}: {markup.link(place.path, live.lines(place.path).line_of(place.span.start) + 1)}"
        for place, words in last_places(found, look.view, live)
    ]
    if said.suggestions and found.reference.kind != "claim" and not is_certain(found):
        rows.append(f"perhaps {', '.join(markup.code(name) for name in said.suggestions)}")
    return "\n\n".join([head, *(["\n".join(f"- {row}" for row in rows)] if rows else [])])
