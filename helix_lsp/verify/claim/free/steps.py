"""What a free sentence says its subject does: the names it uses, the order of its steps, its arithmetic."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import structs

from helix_lsp.align.drift.verdict import Reason
from helix_lsp.align.lineage import CLASS_KINDS, bases_of, own_member
from helix_lsp.align.live import Live
from helix_lsp.index.overlay.snapshot import Defined, Snapshot
from helix_lsp.syntax.outline import Symbol
from helix_lsp.text.regex import regex
from helix_lsp.text.words import lower_parts, stem
from helix_lsp.verify.claim.claim import Claim, Seen, ruled, unknown
from helix_lsp.verify.claim.free.scope import Scope, around, bare, content, holds_text, scope_of, unscoped
from helix_lsp.verify.clauses.evidence import evidence, in_order
from helix_lsp.verify.facts.fact import Fact, environment_of, holders, term_of
from helix_lsp.verify.facts.subject import named

# Whether a project has a name at all: what must be read before a sentence that uses it is called wrong.
#
# Everything that can hold a name is looked at: code and configuration of the project itself, tests,
# examples, what is generated, vendored or a copy. Prose is not: a document may name what is gone.

_MOST_UNITS = 5_000
_LEAST = 3  # characters
_WIDE = ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")
_PROSE = frozenset({"markdown", "restructuredtext", "asciidoc"})


def distinctive(written: str) -> bool:
    """True for a name or a text that nobody writes by chance: of two parts, with a mark, or in capitals."""
    return re.fullmatch(r"[A-Za-z][a-z]*|.*[_-]", written) is None


def nowhere(written: str, live: Live, *facts: Fact) -> Seen | None:
    """A denial where nothing has a name or a text, nor a text that it may be put together from; unknown where a file
    that may have it was not read. None where it is there, or where its words are too common to look.
    """
    if len(written) < _LEAST:
        return None
    name = re.compile(rb"(?<![\w$])" + re.escape(written.encode()) + rb"(?![\w$])", re.I)
    shapes = [(written, name)]
    shapes += (
        (piece, re.compile(rb"[\"'`]" + re.escape(piece.encode()) + rb"[\"'`]", re.I))
        for piece in _affixes(written)
        if re.search(r"[A-Za-z]{2}", piece)
    )
    unread = ""
    for looked_for, shape in shapes:
        paths = _candidates(looked_for, live.snapshot)
        if paths is None:
            return None
        for path in paths:
            data = live.data(path)
            if data is not None and (shape.search(data) or _wide(looked_for, data)):
                return None
            unread = unread or (path if data is None else "")
    return (
        unknown("unread", *facts, path=unread)
        if unread
        else Seen(facts=facts, holds=False, why=Reason("nowhere"))
    )


def _candidates(written: str, snapshot: Snapshot) -> tuple[str, ...] | None:
    """The files in which a text may stand: by its longest word, and those that the index could not read; None where
    too many have that word.
    """
    words = sorted((w for w in lower_parts(written) if len(w) > 1 or w.isdigit()), key=len)
    held = snapshot.holding(term_of(words[-1]), _MOST_UNITS) if words else None
    return (
        None if held is None else tuple(p for p in (*held, *snapshot.unread()) if not _is_prose(p, snapshot))
    )


def _wide(written: str, data: bytes) -> bool:
    """True where a text of two or four bytes a character holds another."""
    return b"\0" in data and any(written.encode(e) in data for e in _WIDE)


def _is_prose(path: str, snapshot: Snapshot) -> bool:
    entry = snapshot.file(path)
    return entry is not None and entry.language in _PROSE


def _affixes(written: str) -> tuple[str, ...]:
    """Beginnings and ends of a name at its marks, with the mark: `APP_` and `_PORT` of `APP_PORT`."""
    cuts = [m.start() for m in re.finditer(r"[_-]", written) if 0 < m.start() < len(written) - 1]
    return tuple(dict.fromkeys(p for c in cuts for p in (written[: c + 1], written[c:])))


_POLAR = regex(
    r"\b(?:keeps?|removes?|adds?|drops?|ignores?|skips?|rejects?|accepts?|allows?|forbids?|disables?|enables?|starts?|stops?|opens?|"
    r"closes?|includes?|excludes?)\b",
    re.I,
)
_NEUTRAL = regex(
    r"\b(?:uses|calls|reads|writes|invokes|builds|creates|makes|falls\s+back|delegates|passes|hands|looks|decodes|encodes|checks|computes|"
    r"saves|names|renders|parses|sends|sets|wraps|returns|stores|logs|relies|derives|validates|loads|registers|picks|chooses|runs|"
    r"goes|gets|puts|raise|throw|return|use|call)\b",
    re.I,
)
_UNSAID = regex(r"\b(?:default|unless|otherwise|without|not given|not passed|is not)\b", re.I)
CALLABLES = frozenset({"function", "method", "constructor"})
_LAST = regex(r"\.|::|#|\\")
_GENERIC = content(
    "read reads set taken given from environment variable variables value default configured overridden chosen"
)


def uses(claim: Claim, live: Live) -> Seen:
    """A name or a text that the source of the subject has; denied where nothing in the project has it, or where
    the source has another of its kind in its place.
    """
    text = claim.object.text
    if claim.subject.form == "environment":
        return _environment(claim, live)
    if claim.subject.form == "flag":
        return _option(text, live)
    scope = scope_of(claim.subject.written, live)
    if scope is None:
        return unscoped(claim.subject.written, live)
    last = _LAST.split(text)[-1] if claim.object.kind == "name" else text
    fact = scope.fact("uses", last, live)
    if (seen := _there(claim, last, scope, fact, live)) is not None:
        return seen
    if distinctive(last) and (seen := nowhere(last, live, fact)) is not None:
        return seen
    if (real := _sibling(last, scope, live)) is not None:
        return ruled(fact, False, "sibling", real)
    return unknown("uses-open", fact)


def _environment(claim: Claim, live: Live) -> Seen:
    """A variable that the project reads, or has as a text; it has a word of the sentence in it or on its line."""
    name, said = claim.object.text, content(claim.words) - _GENERIC
    facts = environment_of(name, live.snapshot, live)
    texts = (data.decode("utf-8", "replace") for _, data in holders(term_of(name), live.snapshot, live))
    lines = [line for text in texts for line in text.splitlines() if holds_text(line, name)]
    if not facts and not lines:
        return nowhere(name, live) or unknown("value-unknown", word=name)
    tied = (
        said & content(name)
        or any(said & (content(line) - content(name)) for line in lines)
        or not said - content(name)
    )
    return Seen(facts=facts, holds=True, why=Reason("uses")) if tied else unknown("value-unknown", word=name)


def _option(name: str, live: Live) -> Seen:
    """An option that nothing declares, in any spelling; that there is one bears out nothing."""
    bare = name.lstrip("-")
    plain = bare.removeprefix("no-")  # many readers of command lines make the denial of an option themselves
    first, *more = re.split(r"[-_]", plain)
    spelled = dict.fromkeys(
        (bare, bare.replace("-", "_"), plain, plain.replace("-", "_"), first + "".join(map(str.title, more)))
    )
    seen = [nowhere(s, live) for s in spelled]
    found = next((s for s in seen if s is None or s.holds is None), seen[0])
    return found or unknown("value-unknown", word=name)


def _there(claim: Claim, last: str, scope: Scope, fact: Fact, live: Live) -> Seen | None:
    """What the source says of a name that it has; None where it does not have it.

    A verb that says which way (`removes`, `keeps`) must be beside the name, any but the plainest verbs some word of
    the sentence.
    """
    prose = re.sub(r"`[^`]*`", " ", claim.words)
    polar = _POLAR.search(re.sub(r"`[^`]*`", " ", claim.words[: claim.start]))
    member = _member(last, scope, live)
    if polar is None and member is not None:
        return _in_member(claim, member, scope, fact, live)
    held = ruled(fact, True, "uses")
    if polar is None and _NEUTRAL.search(prose) is not None:
        every = holds_text(scope.code, last) or holds_text(around(scope, live), last)
        return held if every or _constant(claim.object.text, scope, live) else None
    lines = [content(line) for line in scope.code.splitlines() if holds_text(line, last)]
    if not lines:
        return None
    wanted = {stem(polar[0].lower())} if polar is not None else content(prose)
    beside = any(wanted & (line if polar is not None else line - content(last)) for line in lines)
    return held if beside or (polar is None and wanted & content(last)) else unknown("uses-open", fact)


def _constant(text: str, scope: Scope, live: Live) -> bool:
    """True when a constant that the source names is this text."""
    for name in dict.fromkeys(re.findall(r"(?<![\w$])[A-Z][A-Z0-9_]{2,}(?![\w$])", scope.code)):
        for d in named(name, live.snapshot)[:3]:
            data = live.data(d.path)
            if (
                d.symbol.kind in ("constant", "variable", "field")
                and data is not None
                and holds_text(d.symbol.span.cut(data)[:400].decode("utf-8", "replace"), text)
            ):
                return True
    return False


def _member(name: str, scope: Scope, live: Live) -> Defined | None:
    """The member of the subject itself that bears a name."""
    if scope.callable:
        return None
    found = (own_member(d, name, live.snapshot) for d in scope.of)
    return next((m for m in found if m is not None), None)


def _in_member(claim: Claim, member: Defined, scope: Scope, fact: Fact, live: Live) -> Seen:
    """A member of the subject: a place (`saves in m`) has what is said to be done there; a constant is used elsewhere
    than where it is defined.
    """
    name = member.symbol.name
    if member.symbol.kind not in CALLABLES:
        uses = len(re.findall(rf"(?<![\w$]){re.escape(name)}(?![\w$])", scope.code))
        if uses > 1:
            return ruled(fact, True, "uses")
        others = {s.name for _, s in _members(scope, live) if s.kind == member.symbol.kind and s.name != name}
        used = sorted(
            o for o in others if len(re.findall(rf"(?<![\w$]){re.escape(o)}(?![\w$])", scope.code)) > 1
        )
        if _UNSAID.search(claim.words):
            used = [
                o
                for o in used
                if re.search(
                    rf"(?:=|\?:|\?\?|\|\||\bor)\s*(?:[\w$]+(?:\.|::|->))?{re.escape(o)}(?![\w$])", scope.code
                )
            ]
        if len(used) == 1:
            return ruled(fact, False, "sibling", used[0])
        return unknown("uses-open", fact)
    if re.search(rf"\b(?:in|inside|within|from)\s+`[^`]*{re.escape(name)}", claim.words) is None:
        return ruled(fact, True, "uses")
    before = re.sub(r"`[^`]*`", " ", claim.words[: claim.start])
    verb = {stem(w) for w in re.findall(r"[a-z]+", before.lower())[:1]} - {""}
    done = {
        s.name
        for d, s in _members(scope, live)
        if s.kind in CALLABLES and not verb & content(s.name) and verb & content(_body(s, d, live))
    }
    if name in done:
        return ruled(fact, True, "uses")
    if len(done) == 1:
        return ruled(fact, False, "sibling", min(done))
    return unknown("uses-open", fact)


def _members(scope: Scope, live: Live) -> Iterator[tuple[Defined, Symbol]]:
    for d in scope.of:
        outline = live.outline(d.path)
        for s in outline.symbols if outline is not None else ():
            if s.qualified == f"{d.symbol.qualified}.{s.name}":
                yield d, s


def _body(symbol: Symbol, defined: Defined, live: Live) -> str:
    data, entry = live.data(defined.path), live.snapshot.file(defined.path)
    span = symbol.body or symbol.span
    return (
        bare(span.cut(data).decode("utf-8", "replace"), entry.language)
        if data is not None and entry is not None
        else ""
    )


def _sibling(name: str, scope: Scope, live: Live) -> str | None:
    """A class with the same base, or a constant of the same class, that the source has where this one is not."""
    mine = named(name, live.snapshot)
    if len(mine) != 1:
        return None
    one = mine[0]
    if one.symbol.kind in CLASS_KINDS:
        bases = {h.symbol.name for _, h in bases_of(one, live.snapshot) if h is not None}
        candidates = {n for n in re.findall(r"(?<![\w$.])[A-Z]\w+(?=\()", scope.code) if n != name}
        kin = [
            n
            for n in sorted(candidates)
            for d in named(n, live.snapshot)
            if d.symbol.kind in CLASS_KINDS
            and bases & {h.symbol.name for _, h in bases_of(d, live.snapshot) if h is not None}
        ]
        return kin[0] if len(set(kin)) == 1 else None
    return None


def order(claim: Claim, live: Live) -> Seen:
    """Two steps of one body, as the judge of a citation reads them."""
    scope = scope_of(claim.subject.written, live)
    if scope is None or not scope.callable:
        return unscoped(claim.subject.written, live)
    told: dict[str, Defined] = {}
    for one in scope.of:
        code = _body(live.symbol(one) or one.symbol, one, live)
        held = evidence((code,), (one.path, f"{one.symbol.qualified}\n{one.symbol.kind}"))
        if (found := in_order(claim.words, held)) is not None and found.id in ("", "order-reverse"):
            told.setdefault(found.id, one)
    if len(told) != 1:
        return unknown("order-open", scope.fact("order", "", live))
    ruling, one = next(iter(told.items()))
    fact = structs.replace(scope, of=(one,)).fact("order", "", live)
    return ruled(fact, not ruling, "order")


def operation(claim: Claim, live: Live) -> Seen:
    """`divides by 1000`, `multiplies by 1000`: the sign before the number in the source."""
    scope = scope_of(claim.subject.written, live)
    if scope is None:
        return unscoped(claim.subject.written, live)
    said = claim.object.written
    plain = str(int(claim.object.number))
    signs = {m[1][0] for m in re.finditer(rf"([*/]{{1,2}})\s*{plain}(?!\d)", scope.code.replace("_", ""))}
    real = f"{''.join(sorted(signs))} {plain}"
    if said in signs or len(signs) == 1:
        return scope.seen("operation", real, live, holds=said in signs)
    return unknown("value-unknown", word=claim.subject.written)
