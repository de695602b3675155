"""A sentence to the claims that it makes, by its verbs: what is before the verb is the subject, what stands
behind it the object, and both must be read whole.

A sentence that hedges (*usually*, *used to*, *may*), asks, tells of other times or is longer than 400
characters makes none. A condition (*if*, *when*, *on Windows*) is kept as the claim's scope.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from helix_lsp.text.regex import regex
from helix_lsp.verify.claim.claim import Claim, Subject, SubjectForm, named_claim, valued_claim
from helix_lsp.verify.claim.noun import being, name_in, object_of, subject_of
from helix_lsp.verify.claim.versions import CONDITION, LONGEST, bracketed, hedged, versions
from helix_lsp.verify.facts.fact import Predicate
from helix_lsp.verify.facts.value import Value
from helix_lsp.verify.quantity import NUMBER_WORDS

_HEDGED = hedged(
    r"may(?! be set)|was|were|been|rather than|up to|at most|since (?:version )?v?\d|before (?:version )?v?\d"
)
_NOT = r"(?P<not>\s+not|n't|\s+never|\s+no longer)?"
_A = r"(?:an?|the|its|one|any|all|some)\s+"
_TIGHT = regex(r"\s+")
_BOLD = regex(r"(`[^`]*`)|\*\*")  # outside of code
_DOUBLE = regex(r"``([^`]{1,120})``")
_RATHER = regex(r"\brather than(?=\s+(?:(?:an?|the|from|on)\s+)*`)", re.I)
_AND_NOT = regex(r"\s*,?\s*(?:and\s+|but\s+)?not\s+(?:directly\s+)?(?:(?:an?|the|of|from|on)\s+)*(?=`)", re.I)
_UNSET = regex(
    r",?\s*\b(?:if|when|where)\s+(?:(?:`(?P<name>[A-Za-z_$][\w$.\[\]]*)`|it|this|no\s+value|(?:the|this)\s+(?:option|parameter|argument|value|property|field|setting))\s+(?:is|are)\s+)?"
    r"(?:not\s+(?:set|given|provided|specified|passed|supplied|present|defined)|omitted|missing|unset|undefined|absent|left\s+out)\b,?\s*(?:then\s)?",
    re.I,
)

_UNLESS = regex(
    r",?\s*\bunless\s+(?:(?:it|they|another|something\s+else|otherwise|told|the\s+caller)\s+){0,3}(?:(?:is|are|has|been)\s+){0,2}"
    r"(?:set|given|passed|told|overridden|overrides?(?:\s+it)?|configured|changed|specified|otherwise)(?:\s+(?:otherwise|explicitly|it))?(?=\s*[.;,]|\s*\Z)",
    re.I,
)

# predicate, verb; the order is that in which they are tried
_VERBS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, regex(pattern, re.I))
    for name, pattern in (
        ("default", r"(?:\A[\s*-]*|(?:,?\s+which)?\s+)(?:(?:does|do)(?P<not>\s+not|n't)\s+default|defaults?|is\s+defaulted|falls?\s+back)\s+to\s+"),
        ("default", r"\A[\s*_-]*default(?:\s+value)?[*_]*(?:\s+is\s|\s*[:=]|\s+(?=`))[\s*_]*"),
        ("default", r"\s+(?:has|have)\s+a\s+default\s+(?P<part>`[^`\n]{1,60}`|[a-z]+(?:\s[a-z]+){0,2})\s+of\s+"),
        ("default", r"(?:'s|\s+has|\s+have|\s+with)\s+(?:an?|the|its)?\s*default(?:\s+value)?\s+(?:of|is|to)\s+"),
        ("base", r"\s+(?:(?:does|do)(?P<not>\s+not|n't)\s+)?(?:directly\s+)?(?:inherits?|derives?)\s+(?:directly\s+)?from\s+"),
        ("base", r"\s+(?:(?:does|do)(?P<not>\s+not|n't)\s+)?(?:directly\s+)?builds?\s+(?:directly\s+)?(?:up)?on\s+"),
        ("base", r"\s+is" + _NOT + r"\s+an?\s+(?=`[A-Z][\w.:\\\\]{0,80}`(?:\s*[.;,]|\s+not\b|\Z))"),
        ("base", r"\s+(?:(?:does|do)(?P<not>\s+not|n't)\s+)?(?:directly\s+)?(?:extends?|subclass(?:es)?|implements?)\s+(?:the\s+)?"),
        ("base", r"\s+is" + _NOT + r"\s+(?:an?\s+)?(?:direct\s+)?(?:subclass|subtype|child|derived\s+class|implementation)\s+of\s+(?:the\s+)?"),
        ("takes", r"\s+(?:(?:does|do)(?P<not>\s+not|n't)\s+)?(?:also\s+|only\s+)?(?:takes?|accepts?|has|have|expects?|requires?|receives?)\s+"),
        ("raises", r"\s+(?:(?:does|do|will)(?P<not>\s+not|n't)\s+|(?P<not2>never)\s+)?(?:raises?|throws?|panics?\s+with)\s+(?:an?\s+|the\s+)?"),
        ("returns", r"\s+(?:(?:does|do)(?P<not>\s+not|n't)\s+|(?P<not2>never)\s+)?(?:always\s+)?(?:returns?|yields?)\s+"),
        ("file", r"\s+(?:is|are)" + _NOT + r"\s+(?:defined|declared|implemented|located|found)\s+(?:in|at)\s+|\s+(?:lives|resides)\s+in\s+"),
        ("decorator", r"\s+is" + _NOT + r"\s+(?:decorated|annotated|marked)\s+with\s+(?:the\s+)?"),
        ("is", r"\s+(?:is|are|equals?|=)" + _NOT + r"\s+(?:set\s+to\s+|equal\s+to\s+|currently\s+|always\s+|by\s+default\s+(?:set\s+to\s+)?)?"),
    )
)  # fmt: skip
_COUNTS = {**NUMBER_WORDS, "no": 0}
_COUNT = regex(
    rf"(?:exactly\s+|only\s+)?(?P<n>\d{{1,3}}|{'|'.join(_COUNTS)})\s+"
    r"(?:(?:required|positional|public|possible)\s+)?(?P<what>parameters?|arguments?|methods?|members?|values|variants?|entries|fields?|constants?)(?=\s*(?:[.,;:)!]|\Z|and\b|named\b))",
    re.I,
)
_PARAMETER = regex(
    rf"(?:{_A})?(?:optional\s+|required\s+|single\s+|keyword(?:-only)?\s+|positional\s+|boolean\s+|string\s+){{0,2}}(?P<name>`[^`\n]{{1,60}}`)\s+(?:keyword\s+|positional\s+)?(?:parameter|argument|kwarg)s?\b",
    re.I,
)
_CALLED = regex(
    rf"(?:{_A})?(?:optional\s+|required\s+|keyword\s+)?(?:parameter|argument)\s+(?:(?:called|named)\s+)?(?P<name>`[^`\n]{{1,60}}`)",
    re.I,
)


def read(text: str, lead: str = "") -> tuple[Claim, ...]:
    """The claims of one sentence, in the order of their verbs. `lead` is the name that the list item or the
    paragraph is about: what *it* or a missing subject means.
    """
    if len(text) > LONGEST:
        return ()
    flat = _TIGHT.sub(lambda m: " " * len(m[0]), _BOLD.sub(lambda m: m[1] or "  ", text))
    flat = _RATHER.sub("not        ", _DOUBLE.sub(r" `\1` ", flat))
    flat, lead = _given(flat, lead)
    told = tuple(versions(flat))
    if told or _HEDGED.search(flat):
        return told
    out: dict[tuple[str, int], Claim] = {}
    for verb, pattern in _VERBS:
        for m in pattern.finditer(flat):
            for claim in _claimed(verb, m, flat, lead):
                out.setdefault((claim.predicate, claim.start), claim)
            if out:
                break
        if out:
            break
    if not out:
        out = {(c.predicate, c.start): c for c in bracketed(flat, lead)}
    return tuple(out.values())


def _given(text: str, lead: str) -> tuple[str, str]:
    """(the sentence with `if it is not set` blanked, what it is about): that nothing is given is not a condition of a
    default but what the word means.
    """
    if (m := _UNLESS.search(text)) is not None:
        return text[: m.start()] + " " * len(m[0]) + text[m.end() :], lead
    m = _UNSET.search(text) if "default" in text.lower() else None
    if m is None:
        return text, lead
    return text[: m.start()] + " " * len(m[0]) + text[m.end() :], m["name"] or lead


def _claimed(verb: str, m: re.Match[str], text: str, lead: str) -> Iterator[Claim]:
    left, right, at = text[: m.start()], text[m.end() :], m.end()
    groups = m.re.groupindex
    denied = any(name in groups and bool(m[name]) for name in ("not", "not2"))
    subject = subject_of(left, lead)
    if subject is None:
        return
    part = m["part"] if "part" in groups else ""
    if part and part.lower() != "value":
        form: SubjectForm = "name" if part.startswith("`") else "words"
        subject = Subject(form=form, written=part.strip("`"), owner=subject.written)
    scope = _scope(text, m)
    if verb in ("default", "is"):
        yield from being(verb, subject, right, at, denied, scope)
    elif verb == "base" and subject.form == "name":
        told = "direct" if "directly" in m[0] or re.match(r"\S+\s+directly\b", right) else ""
        yield from _names("base", subject, right, at, denied, scope, told)
    elif verb in ("raises", "decorator"):
        if subject.form == "name":
            predicate: Predicate = "raises" if verb == "raises" else "decorator"
            yield from _names(predicate, subject, right, at, denied, scope)
    elif verb == "takes":
        yield from _takes(subject, right, at, denied, scope)
    elif verb == "returns":
        yield from _returns(subject, right, at, denied, scope)
    elif verb == "file" and (
        path := re.match(
            r"(?:the\s+(?:file|module)\s+)?`?(?P<p>[\w./-]{1,200}\.[A-Za-z]{1,5})`?(?=[\s.,;:)]|\Z)", right
        )
    ):
        value = Value(kind="text", written=path["p"], text=path["p"])
        yield valued_claim(subject, "file", value, (at + path.start("p"), at + path.end("p")), denied, scope)


def _scope(text: str, m: re.Match[str]) -> str:
    """The condition that a sentence is under, `` for none."""
    outside = re.sub(r"`[^`]*`", " ", text[: m.start()] + " " + text[m.end() :])
    found = CONDITION.search(outside)
    return found[0].lower() if found is not None else ""


def _names(
    predicate: Predicate, subject: Subject, right: str, at: int, denied: bool, scope: str, noun: str = ""
) -> Iterator[Claim]:
    """One name, or several that `,` and `and` join; `or` joins none. `X, not Y` denies that Y is the nearest."""
    begin = 0
    while (found := name_in(right[begin:])) is not None:
        after = right[begin + found[2] :]
        if re.match(r"\s*,?\s*or\b", after) or re.match(r"\s*(?:or\b|\()", after):
            return
        yield named_claim(
            subject, predicate, found[0], at + begin + found[1], at + begin + found[2], denied, scope, noun
        )
        other = _AND_NOT.match(after) if predicate == "base" and not denied else None
        if other is not None and (second := name_in(after[other.end() :])) is not None:
            start = at + begin + found[2] + other.end()
            yield named_claim(
                subject, predicate, second[0], start + second[1], start + second[2], True, scope, "direct"
            )
            return
        more = re.match(r"\s*(?:,\s*(?:and\s+)?|and\s+)(?:the\s+)?(?=`)", after)
        if more is None:
            return
        begin += found[2] + more.end()


def _takes(subject: Subject, right: str, at: int, denied: bool, scope: str) -> Iterator[Claim]:
    if subject.form != "name" or subject.owner:
        return
    count = _COUNT.match(right)
    if count is not None:
        n = count["n"].lower()
        number = Value(
            kind="number",
            written=count["n"],
            number=Value(kind="number", written="").number + (int(n) if n.isdigit() else _COUNTS[n]),
        )
        yield valued_claim(
            subject,
            "count",
            number,
            (at + count.start("n"), at + count.end("n")),
            denied,
            scope,
            count["what"].lower().rstrip("s"),
        )
        return
    no = re.match(r"no\s+", right, re.I)
    begin = no.end() if no is not None else 0
    found = _PARAMETER.match(right, begin) or _CALLED.match(right, begin)
    if found is not None and re.fullmatch(r"`\*{0,2}[A-Za-z_$][\w$]*(?:=[^`]*)?`", found["name"]):
        name = found["name"].strip("`").lstrip("*").partition("=")[0]
        start, end = found.span("name")
        yield named_claim(subject, "parameter", name, at + start, at + end, denied != (no is not None), scope)


def _returns(subject: Subject, right: str, at: int, denied: bool, scope: str) -> Iterator[Claim]:
    if subject.form != "name":
        return
    found = object_of(right)
    if found is not None:
        yield valued_claim(
            subject, "returns", found[0], (at + found[1], at + found[2]), denied, scope or found[3]
        )
        return
    lead = re.match(
        r"(?:an?|the)\s+(?:new\s+|instance\s+of\s+)?(?:`(?P<code>[A-Za-z_][\w.]*)`|(?P<word>string|str|bool|boolean|int|integer|float|list|dict|tuple|set|bytes)\b(?!\s+(?:of|with|that|containing)))(?=\s*(?:[.,;:)!]|\Z))",
        right,
        re.I,
    )
    if lead is not None:
        name = lead["code"] or lead["word"]
        start, end = lead.span(lead.lastgroup or 0)
        yield named_claim(subject, "returns", name, at + start, at + end, denied, scope)
