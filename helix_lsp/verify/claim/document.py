"""Every sentence of a document, or of the comments of a file of code, held against the code: the one entry that doors
use to find what a text says wrongly.

Pure: it reads the snapshot and the texts that it is given. Code blocks, change logs, sentences about other versions and
those whose subject may be a word of English are passed over. What a contradiction lacks to be shown as an alarm is told
with it (`lacks`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import msgspec

from helix_lsp.align.drift.verdict import Reason
from helix_lsp.align.live import Live
from helix_lsp.align.mention import Sentence, sentences_of
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.syntax.outline import Outline
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex
from helix_lsp.text.sentences import sentences
from helix_lsp.verify.claim.claim import Claim, compared, unknown
from helix_lsp.verify.claim.judge import Ruling, rule
from helix_lsp.verify.claim.lead import Statement, statements
from helix_lsp.verify.claim.read import read
from helix_lsp.verify.claim.versions import NEEDS, STATED, badges, in_cell, listed
from helix_lsp.verify.facts.fact import Fact, is_record
from helix_lsp.verify.facts.subject import package_of, words_of
from helix_lsp.verify.facts.value import agree, said_value, version_of

# What a contradiction needs to be shown as an alarm, and which of it is missing: then it is possible, and
# told only to who asks for hints.
#
# An alarm has a subject of one place, a plain sentence about one value, the only value that the code has,
# and a document of the same package. Each id is in `tuning/drift_worths.py` with what it takes away.

_CODE_LACKS = regex(r"`{1,2}[^`\n]{1,120}`{1,2}")
_BRANCH = regex(
    rb"(?i)process\.(?:platform|env)|sys\.platform|os\.(?:name|environ)|getenv|platform\.system|cfg!?\(|#\s*if|runtime\.GOOS|"
    rb"\bis_?(?:windows|linux|mac|browser|node|production|dev|test)\b|NODE_ENV"
)
_OWNER = regex(
    r"\b(?:it|we|you|this|the|our)\b|`|(?-i:(?<![\w./@-])[A-Z@][\w./@-]{0,60}\s{1,4}(?:currently\s+|now\s+|only\s+)?(?:requires?|needs?|supports?|works|runs|depends)\b)|"
    r"shields\.io|\bMSRV|\bminimum supported",
    re.I,
)
_ABOVE = 160  # bytes before a value in which a branch around it is looked for


def lacks(told: Sentence, ruling: Ruling, document: str, live: Live) -> Iterator[str]:
    """The ids of what a contradicted claim of a sentence is without."""
    claim, facts, text = ruling.claim, ruling.facts, told.text
    if claim.predicate == "kind":
        yield "everyday-kind"  # `a handler is a function` may mean what it does
    if claim.predicate == "version" and any(_asks_more(ruling, f) for f in facts):
        yield "asks-more"
    entry = live.snapshot.file(document)
    if (
        claim.predicate == "version"
        and (
            (entry is not None and (entry.surface.test or entry.surface.example))  # what the tests need
            or not (
                NEEDS.search(told.section)
                or _OWNER.search(text[: claim.start])
                or STATED.search(text[claim.end :])
            )
        )
    ):
        yield "no-owner"  # `Requires Node.js 18`, said of what the paragraph is about
    if claim.predicate in ("value", "default"):
        beside = (
            m[0] for m in _CODE_LACKS.finditer(text) if m.end() <= claim.start or claim.end <= m.start()
        )
        values = (v for v in map(said_value, beside) if v is not None)
        if any(v.kind == claim.object.kind and v.kind in ("number", "truth") for v in values):
            yield "other-values"
        if len({f.subject for f in facts}) > 1:
            yield "places-differ"
    inside = package_of(document, live.snapshot)
    if claim.predicate != "version" and any(not f.path.startswith(inside) for f in facts):
        yield "beyond-package"
    if any(_BRANCH.search(_around(f, live)) for f in facts):
        yield "one-branch"


def _asks_more(ruling: Ruling, fact: Fact) -> bool:
    """True where a document asks for a newer version than the manifest does: it may have its reasons."""
    said, real = version_of(ruling.claim.object), version_of(fact.value)
    return said is not None and real is not None and said > real


def _around(fact: Fact, live: Live) -> bytes:
    data = live.data(fact.path) or b""
    return data[max(0, fact.span.start - _ABOVE) : min(fact.span.end, fact.span.start + _ABOVE)]


# What the comment of a field, a constant or a method says of its default, as statements whose subject is
# the name that it is at.
#
# Only the very place is asked: the value in the same file, or in the one that has its name in another
# ending (`client.d.ts` and `client.js`). There a fallback (`opts.a ?? 5`) decides, too, where the file has
# one thing of that name.

_HELD = frozenset({"constant", "variable", "field", "property"})
_KINDS = _HELD | {"method", "function"}
_MARK = regex(
    r"^[ \t]*(?:///?[/!]?|/\*\*?!?|\*(?!/|\*)|#+:?(?!\[)|--+)|(?<!\*)\*{1,40}/[ \t\r\n]*\Z|\A[ \t]*[rR]?(?:\"\"\"|''')|(?:\"\"\"|''')\Z",
    re.M,
)
_TAG = regex(
    r"@default(?:[Vv]alue)?(?=[ \t])|<(?:c|code|tt)>(?P<a>[^<>\n`]{1,80})</(?:c|code|tt)>|\{@(?:code|literal) (?P<b>[^{}\n`]{1,80})\}|"
    r"<see langword=\"(?P<c>\w+)\"\s?/>|</?[A-Za-z][^<>\n]{0,200}>"
)


def _plain(m: re.Match[str]) -> str:
    """A tag at the same length: `@default` as a word, code in back-ticks at its own place, others as blanks."""
    if m.lastgroup is None:
        return ("default:" if m[0].startswith("@") else "").ljust(len(m[0]))
    first = m.start(m.lastgroup) - m.start()
    return f"{' ' * (first - 1)}`{m[m.lastgroup]}`".ljust(len(m[0]))


def comment_statements(data: bytes, outline: Outline) -> Iterator[Statement]:
    """Every sentence about a default of the comments at definitions, in the order of the file."""
    for symbol in outline.symbols:
        if symbol.doc is None or symbol.kind not in _KINDS or b"efault" not in (doc := symbol.doc.cut(data)):
            continue
        raw = doc.decode("utf-8", "surrogateescape")
        text = _TAG.sub(_plain, _MARK.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), raw))
        owner = symbol.qualified.rpartition(".")[0].rpartition(".")[2]
        for first, last in sentences(text):
            if "efault" in text[first:last]:
                start = symbol.doc.start + len(raw[:first].encode("utf-8", "surrogateescape"))
                flat = re.sub(r"[\r\n\t]", " ", text[first:last])
                yield Statement(
                    sentence=Sentence(text=flat, raw=raw[first:last], start=start),
                    lead=symbol.name,
                    near=(owner,) if owner else (),
                )


def is_of_place(claim: Claim, told: Statement) -> bool:
    """True for a claim about the default of what the comment is at."""
    return (
        claim.predicate in ("default", "value")
        and claim.subject.written == told.lead
        and not claim.subject.owner
    )


def at_place(ruling: Ruling, told: Statement, document: str, outline: Outline) -> Ruling:
    """The ruling by what is at the comment's own place alone."""
    claim, name = ruling.claim, told.lead
    near = tuple(f for f in ruling.facts if _stem(f.path) == _stem(document) and _tells(f, name))
    qualified = ".".join((*told.near, name))
    own = tuple(
        f for f in near if f".{f.subject}".endswith(f".{qualified}") and (told.near or f.predicate == "value")
    )
    alone = sum(s.name == name and s.kind in _HELD for s in outline.symbols) < 2
    facts = own or (near if alone else ())
    again = any(f.predicate == "value" and not f.sure for f in facts)
    if not facts or again or claim.scope or claim.denied:
        return replace(ruling, verdict="not_found", facts=facts, why=unknown("value-unknown", word=name).why)
    seen = compared(claim.object, [f.value for f in facts], facts)
    verdict = "not_found" if seen.holds is None else "supported" if seen.holds else "contradicted"
    return replace(ruling, verdict=verdict, facts=facts, why=seen.why)


def _tells(fact: Fact, name: str) -> bool:
    """False for a mark of nothing (0, -1, an empty text), which is often filled in later, and for a key that
    holds its own name.
    """
    value = fact.value
    if value.kind == "text":
        return bool(value.text) and words_of(value.text) != words_of(name)
    return value.kind in ("truth", "names") or (value.kind == "number" and value.number not in (0, -1))


def _stem(path: str) -> str:
    """`client` of `types/client.d.ts`."""
    return path.rpartition("/")[2].partition(".")[0]


_CODE = regex(r"`{1,2}[^`\n]{1,120}`{1,2}")


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """`sentence` and `object` are bytes of the document: the whole sentence, and what in it the code has
    otherwise. `text` is the sentence, `lacks` the ids of what a contradiction would need to be an alarm.
    """

    sentence: Span
    object: Span
    text: str
    ruling: Ruling
    lacks: tuple[str, ...] = ()


def check_document(
    path: str,
    data: bytes,
    snapshot: Snapshot,
    texts: Callable[[str], bytes | None],
    check: Callable[[], None],
) -> tuple[Finding, ...]:
    """Every claim that could be read in a document with its verdict, in reading order; whoever wants
    contradictions alone filters by `ruling.verdict`. Raises only what `check` raises.
    """
    if is_record(path):
        return ()
    live = Live(snapshot, texts)
    entry = snapshot.file(path)
    outline = live.outline(path) if entry is not None and entry.surface.kind == "code" else None
    out: list[Finding] = []
    for told, claim in _told(path, data) if outline is None else _of_comments(data, outline):
        check()
        sentence = told.sentence
        if claim.subject.plain:
            continue
        ruling = rule(claim, live, path, told.near)
        if outline is not None:
            ruling = at_place(ruling, told, path, outline)
        if ruling.verdict == "contradicted" and _says_both(sentence.text, ruling):
            ruling = replace(ruling, verdict="not_found", why=Reason("value-open"))
        against = ruling.verdict == "contradicted"
        out.append(
            Finding(
                sentence=sentence.span,
                object=_object(sentence, claim),
                text=" ".join(sentence.raw.split()),
                ruling=ruling,
                lacks=tuple(lacks(sentence, ruling, path, live)) if against else (),
            )
        )
    return tuple(out)


def _told(path: str, data: bytes) -> Iterator[tuple[Statement, Claim]]:
    """What a document says, with the statement that it is in."""
    for told in statements(path, data):
        text = told.sentence.text
        claims = read(text, told.lead) if told.cell is None else in_cell(text, told.cell, told.lead)
        yield from ((told, claim) for claim in claims)
        yield from ((told, claim) for claim in listed(text, told.sentence.section))
    yield from ((Statement(sentence=s, lead="", near=()), claim) for s, claim in badges(data))


def _of_comments(data: bytes, outline: Outline) -> Iterator[tuple[Statement, Claim]]:
    for told in comment_statements(data, outline):
        yield from (
            (told, claim) for claim in read(told.sentence.text, told.lead) if is_of_place(claim, told)
        )


def _object(sentence: Sentence, claim: Claim) -> Span:
    """What is said, without the marks of a tag (`<c>5</c>`) that were read as back-ticks."""
    raw, bare = sentence.raw[claim.start : claim.end], claim.object.written.strip("`")
    at = raw.find(bare) if not raw.startswith("`") else 0
    return (
        sentence.span_of(claim.start + at, claim.start + at + len(bare))
        if at > 0
        else sentence.span_of(claim.start, claim.end)
    )


def _says_both(text: str, ruling: Ruling) -> bool:
    """True for a sentence that gives the value of the code, too, as that of another case."""
    claim = ruling.claim
    beside = (m for m in _CODE.finditer(text) if m.end() <= claim.start or claim.end <= m.start())
    said = [(code, said_value(code)) for m in beside if (code := m[0].strip("`"))]
    return claim.predicate in ("value", "default") and any(
        code == fact.value.written or (value is not None and agree(value, fact.value) is True)
        for code, value in said
        for fact in ruling.facts
    )


def sentence_count(path: str, data: bytes, within: Span | None = None) -> int:
    """How many sentences a document has (`within` bounds it in bytes), headings left out."""
    return sum(
        not s.heading and (within is None or within.overlaps(s.span)) for s in sentences_of(path, data)
    )
