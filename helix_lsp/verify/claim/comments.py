"""What the comment of a field, a constant or a method says of its default, as statements whose subject is the name
that it is at.

Only the very place is asked: the value in the same file, or in the one that has its name in another ending (`client.d.ts`
and `client.js`). There a fallback (`opts.a ?? 5`) decides, too, where the file has one thing of that name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from helix_lsp.align.prose import Sentence
from helix_lsp.syntax.outline import Outline
from helix_lsp.text.sentences import sentences
from helix_lsp.verify.claim.claim import Claim
from helix_lsp.verify.claim.judge import Ruling
from helix_lsp.verify.claim.lead import Statement
from helix_lsp.verify.claim.seen import compared, unknown
from helix_lsp.verify.facts.fact import Fact
from helix_lsp.verify.facts.subject import words_of

_HELD = frozenset({"constant", "variable", "field", "property"})
_KINDS = _HELD | {"method", "function"}
_MARK = re.compile(
    r"^[ \t]*(?:///?[/!]?|/\*\*?!?|\*(?!/|\*)|#+:?(?!\[)|--+)|(?<!\*)\*{1,40}/[ \t\r\n]*\Z|\A[ \t]*[rR]?(?:\"\"\"|''')|(?:\"\"\"|''')\Z",
    re.M,
)
_TAG = re.compile(
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
