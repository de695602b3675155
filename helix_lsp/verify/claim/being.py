"""What is behind *is*: a kind, an owner, a mark, a rank among parameters, a value."""

from __future__ import annotations

import re
from collections.abc import Iterator

from helix_lsp.verify.claim.claim import Claim, Subject, named_claim
from helix_lsp.verify.claim.noun import name_in, object_of
from helix_lsp.verify.facts.fact import Predicate
from helix_lsp.verify.facts.value import Value

_TIGHT = re.compile(r"\s+")
_KINDS = {
    "method": "method", "function": "function", "class": "class", "interface": "interface", "struct": "struct", "enum": "enum", "trait": "trait",
    "constant": "constant", "property": "property", "field": "field", "attribute": "field", "member": "member", "variant": "enum_member",
    "macro": "macro", "dataclass": "class", "static method": "method", "class method": "method", "coroutine": "async", "module": "module",
    "subclass": "class", "exception": "class", "record": "class", "type alias": "type",
}  # fmt: skip
_MODIFIERS = "static|abstract|final|sealed|internal|protected|readonly|virtual|const|inline|suspend"
_IS_KIND = re.compile(
    rf"(?:an?|the)\s+(?P<marks>(?:(?:async(?:hronous)?|public|private|exported|deprecated|instance|{_MODIFIERS})\s+){{0,3}})"
    rf"(?P<kind>{'|'.join(sorted(_KINDS, key=len, reverse=True))})\b",
    re.I,
)
_KIND_ENDS = re.compile(r"\s*(?:[.,;:)!]|\Z|and\b|defined\b|(?P<doing>that|which|for)\b)")
_OF = re.compile(
    r"\s*(?:of|on|in|from|inside)\s+(?:the\s+)?(?:class\s+|struct\s+|interface\s+|enum\s+|trait\s+)?(?=[`A-Z])",
    re.I,
)
_ADJECTIVE = re.compile(
    rf"(?:(?:declared|marked)\s+(?:as\s+)?)?(?P<tick>`?)(?P<word>async(?:hronous)?|deprecated|public|private|exported|unexported|{_MODIFIERS})(?P=tick)(?=\s*(?:[.,;:)!]|and\b|\Z))",
    re.I,
)
_RANKS = ("first", "second", "third")
_RANKED = re.compile(rf"({'|'.join(_RANKS)}) (?:positional )?(?:parameter|argument)", re.I)


def being(verb: str, subject: Subject, right: str, at: int, denied: bool, scope: str) -> Iterator[Claim]:
    """The claims of `subject is ...` and `subject defaults to ...`; `at` is where `right` begins."""
    kind = _IS_KIND.match(right) if verb == "is" and subject.form == "name" and not subject.owner else None
    if kind is not None:
        yield from _kinds(subject, kind, right, at, denied, scope)
        return
    if (
        verb == "is"
        and subject.form == "name"
        and not subject.owner
        and (word := _ADJECTIVE.match(right)) is not None
    ):
        yield _marked(word["word"], subject, at, at + word.end(), denied, scope)
        return
    rank = _RANKED.fullmatch(subject.written) if subject.form == "words" and subject.owner else None
    if rank is not None:
        if (named := name_in(right)) is not None and re.match(r"\s*(?:[.,;:)!]|\Z)", right[named[2] :]):
            holder = Subject(form="name", written=subject.owner)
            yield named_claim(
                holder,
                "position",
                named[0],
                at + named[1],
                at + named[2],
                denied,
                scope,
                noun=str(_RANKS.index(rank[1].lower())),
            )
        return
    found = object_of(right)
    if found is not None:
        value, start, end, rest = found
        if subject.form == "name" and value.kind == "name" and verb == "is":
            return  # `X is Y` says too little
        predicate = "default" if verb == "default" or subject.owner else "value"
        yield Claim(
            subject=subject,
            predicate=predicate,
            object=value,
            start=at + start,
            end=at + end,
            denied=denied,
            scope=scope or rest,
        )


def _marked(word: str, subject: Subject, start: int, end: int, denied: bool, scope: str) -> Claim:
    """`is async`, `is public`, `is final`: a word of the head of a definition."""
    said = word.lower()
    predicate: Predicate = "modifier"
    if said.startswith("async"):
        predicate = "async"
    elif said == "deprecated":
        predicate = "deprecated"
    elif said in ("public", "private", "exported", "unexported"):
        predicate = "exported"
    hidden = said in ("private", "unexported")
    value = Value(kind="truth", written=said)
    return Claim(
        subject=subject,
        predicate=predicate,
        object=value,
        start=start,
        end=end,
        denied=denied != hidden,
        scope=scope,
    )


def _kinds(
    subject: Subject, kind: re.Match[str], right: str, at: int, denied: bool, scope: str
) -> Iterator[Claim]:
    """`is a method of X`, `is an async function`, `is a class`."""
    noun = _KINDS[_TIGHT.sub(" ", kind["kind"].lower())]
    for mark in kind["marks"].lower().split():
        if mark != "instance":
            yield _marked(mark, subject, at, at + kind.end(), denied, scope)
    of = _OF.match(right, kind.end())
    if of is not None and (found := name_in(right[of.end() :])) is not None:
        yield named_claim(
            subject,
            "owner",
            found[0],
            at + of.end() + found[1],
            at + of.end() + found[2],
            denied,
            scope,
            noun=noun,
        )
    elif noun == "async":
        yield Claim(
            subject=subject,
            predicate="async",
            object=Value(kind="truth", written="async"),
            start=at,
            end=at + kind.end(),
            denied=denied,
            scope=scope,
        )
    elif (end := _KIND_ENDS.match(right, kind.end())) is not None:
        doing = noun in ("function", "method") and end["doing"]  # what it does may be said of a type
        yield Claim(
            subject=subject,
            predicate="kind",
            object=Value(kind="text", written=kind["kind"], text=noun),
            start=at + kind.start("kind"),
            end=at + kind.end("kind"),
            denied=denied,
            scope=scope or doing or "",
        )
