"""A free sentence taken apart: its subject, the condition that it begins or ends with, its details. Also its
condition against those in the source, and an error that it says is raised.

A sentence that hedges, asks or tells of other times says nothing here, nor one whose main clause begins with anything
but a name of code in back-ticks, an article and one or two plain words around it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
from msgspec import structs

from helix_lsp.align.lineage import bases_of
from helix_lsp.align.live import Live
from helix_lsp.text.regex import regex
from helix_lsp.verify.claim.claim import Claim, Seen, ruled, unknown
from helix_lsp.verify.claim.free.scope import Scope, content, holds_text, scope_of, unscoped
from helix_lsp.verify.claim.versions import LONGEST, hedged
from helix_lsp.verify.clauses.lexicon import words_of
from helix_lsp.verify.clauses.predicate import Condition, agree, spoken
from helix_lsp.verify.clauses.steps import Step, steps
from helix_lsp.verify.facts.subject import named, names_above

_HEDGED = hedged(
    r"may(?! have at)|been(?! idle)|like|similar|now|want|need|can(?! be (?:changed|set|given|overridden))|cannot|try|example"
)
_LEAD = regex(
    r"\A(?P<lead>(?:by default|if|when|whenever|unless|without|on|with|in|once|while|for|as|internally|here|currently|note that)\b[^,]{0,160}),\s+",
    re.I,
)
_OPENER = regex(
    r"\A(?:[^`,]{3,80}\smakes|by default|internally|currently|(?:on|for|in|after)\s+(?:the|an?)\s+(?:[\w-]{1,20}\s+){0,2}[\w-]{1,20})\s+(?=`|the\b)",
    re.I,
)
_NOUNS = r"(?:\s+(?!is\b|are\b|has\b|does\b|not\b|never\b|only\b|also\b|still\b|always\b)[a-z]{3,20}){0,2}?"
_CALLS = (
    r"(?:(?:the|an?|every|each|any)\s+)?(?:(?:[a-z]{3,12}\s+)?(?:calls?|instances?|objects?|invocations?|uses?|constructor|callers?)\s+"
    r"(?:of|to)\s+|calling\s+)?"
)
_SUBJECT = regex(
    r"\A" + _CALLS + r"(?:(?:the|an?|every|each)\s+)?(?:[a-z]{3,20}\s+){0,2}`(?P<name>[^`\n]{1,120})`"
    r"(?:\s+(?:[a-z]{4,12}\s+)?(?:of|in|on|from)\s+(?:the\s+)?`(?P<owner>[^`\n]{1,120})`)?(?P<rest>"
    + _NOUNS
    + r"\s+[a-z][a-z-]*\b.*)\Z",
    re.I | re.S,
)
_IT = regex(r"\A(?:it|they)(?P<rest>\s+[a-z][a-z-]*\b.*)\Z", re.I | re.S)
_BRACKETED = regex(r"\(`(?P<name>:?[A-Za-z_@$][\w.:@]{1,80})`\)\s*[.]?\s*\Z")
_CONDITION = regex(
    r",?\s+(?:but\s+)?(?:only\s+)?(?:unless|if|when|whenever|because|since|though|although|except|even if|even when|so that|which)\b.*\Z",
    re.I | re.S,
)
_TICKED = regex(r"`([^`\n]{1,120})`")
_NAME = regex(r"[:$@]{0,2}[A-Za-z_][\w$]*(?:(?:\.|::|#|\\|->)[A-Za-z_$][\w$]*){0,6}(?:\(\))?\Z")
_NOT = regex(r"\b(?:not|never|no|nor|neither|nothing|without|none)\b|n't\b", re.I)


def denies(text: str) -> bool:
    """True when a word of denial is in a text, outside of code."""
    return _NOT.search(re.sub(r"`[^`]*`", " ", text)) is not None


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """`text` is the sentence; `subject` a name of code, `` where the sentence has none; `main` and `condition` are the
    characters of the main clause behind the subject, and of what it is under.
    """

    text: str
    subject: str
    main: tuple[int, int]
    lead: tuple[int, int]
    condition: tuple[int, int]
    bracketed: bool = False

    @property
    def said(self) -> str:
        """The main clause behind the subject."""
        return self.text[slice(*self.main)]

    @property
    def denied(self) -> bool:
        """True when a word of denial is in the main clause, outside of code."""
        return denies(self.said)

    def ticked(self) -> tuple[tuple[str, int, int], ...]:
        """(code, first character, end) of the main clause and of the condition that it begins with."""
        return tuple(
            (m[1], m.start(), m.end())
            for m in _TICKED.finditer(self.text)
            if self.main[0] <= m.start() < self.main[1]
        )


def take_apart(text: str) -> Told | None:
    """None where the sentence says nothing for sure."""
    if len(text) > LONGEST or _HEDGED.search(re.sub(r"`[^`]*`", " ", text)):
        return None
    at = len(text) - len(text.lstrip(" *-"))
    m = _LEAD.match(text[at:])
    begin = at
    if m is not None:
        begin = at + m.end()
        lead_span = (at, at + m.end("lead"))
    else:
        lead_span = (at, at)
        if (opener := _OPENER.match(text[at:])) is not None:
            begin = at + opener.end()
            lead_span = (at, begin)
    subject = _SUBJECT.match(text[begin:])
    name = _name_of(subject) if subject is not None else ""
    if subject is None and (again := _IT.match(text[begin:])) is not None:
        first = next((m[1] for m in _TICKED.finditer(text[:begin]) if is_name(m[1])), "")
        subject, name = (again, plain(first)) if first else (None, "")
    bracketed = _BRACKETED.search(text)
    if subject is not None and name:
        main = begin + subject.start("rest")
        tail = _CONDITION.search(text, main)
        end = tail.start() if tail is not None else len(text)
        return Told(text=text, subject=name, main=(main, end), lead=lead_span, condition=(end, len(text)))
    if bracketed is not None:
        return Told(
            text=text,
            subject=plain(bracketed["name"]),
            main=(begin, bracketed.start()),
            lead=lead_span,
            condition=(bracketed.end(), len(text)),
            bracketed=True,
        )
    return Told(
        text=text, subject="", main=(begin, len(text)), lead=lead_span, condition=(len(text), len(text))
    )


_SECOND = regex(r"\s*(?:,|(?:and|or|nor|plus|as well as)\s)[^`.;]{0,24}`")
"""Another subject beside the first: the sentence is about neither alone."""


def _name_of(subject: re.Match[str]) -> str:
    """The name before a verb, with the one that it is said to be of; `` where it is none."""
    owner = subject["owner"] or ""
    if not is_name(subject["name"]) or (owner and not is_name(owner)) or _SECOND.match(subject["rest"]):
        return ""
    return f"{plain(owner)}.{plain(subject['name'])}" if owner else plain(subject["name"])


def is_name(code: str) -> bool:
    """True for what may name a definition or an option: `a.b`, `A::b`, `:sync`, `$delay`."""
    return _NAME.match(code.strip()) is not None


def plain(code: str) -> str:
    """A name without its marks: `:sync` is sync, `run()` is run."""
    return code.strip().removesuffix("()").lstrip(":$@").replace("->", ".")


# The condition of a free sentence against those in the source, which are read as a citation's are: under
# which one something is done.
#
# Only a condition with a word to look for is read (`if x is not set`, `only in strict mode`, `that is
# shared`, `if a is at least b`), and only where a step under it has a word of what is said to be done.

_N = r"`(?P<name>[:$@]{0,2}[A-Za-z_][\w.]{0,60})`"
_TRUE = r"set|given|passed|true|on|enabled|turned\s+on"
_FALSE = r"unset|missing|false|off|disabled|turned\s+off|omitted"
_SIZED = "at least|not below|at most|below|less than|smaller than|above|greater than|more than|larger than"
_SAID = tuple(
    regex(p, re.I)
    for p in (
        rf"\b(?P<word>if|when)\s+(?P<cond>`(?P<name>[\w.]+)`\s+is\s+(?:{_SIZED})\s+`[\w.]+`)",
        rf"(?<!\beven )\b(?P<word>if|when|unless)\s+(?P<cond>{_N}\s+is\s+(?:not\s+)?(?:(?:{_TRUE})|{_FALSE}))\b",
        r"\b(?:for|of|on)\s+an?\s+[a-z]+\s+that\s+is\s+(?P<cond>(?:not\s+)?(?P<name>[a-z]{3,20}))(?=\s*[.,;]|\s*\Z)",
        r"\b(?P<word>if|when|unless)\s+(?P<plain>(?P<cond>the\s+(?:[a-z]{3,20}\s+){1,3}is\s+(?:not\s+)?(?P<name>[a-z]{4,20})))(?=\s*[.;,]|\s*\Z)",
        r"\bonly\s+(?:in|(?P<word>outside|outside\s+of))\s+(?:the\s+)?(?P<cond>(?P<name>[a-z]{4,20}))\s+mode\b",
    )
)
_DENIED = ("unless", "outside", "outside of")
_LINES = 400  # that `steps` reads of one text


def told_condition(text: str) -> re.Match[str] | None:
    """The condition of a sentence that can be looked up; None for none."""
    return next((m for s in _SAID if (m := s.search(text)) is not None), None)


def agrees(claim: Claim, scope: Scope) -> bool | None:
    """Whether the source does what the sentence says under its condition, or under the opposite; None where it is
    not told.
    """
    found = told_condition(claim.words)
    if found is None:
        return None
    word = str(found.groupdict().get("word") or "").lower()
    condition = spoken(found["cond"].replace("`", ""), denied=" ".join(word.split()) in _DENIED)
    name = plain(found["name"]).rpartition(".")[2]
    said = content(claim.words[: found.start()]) - content(f"{claim.subject.written} {name}")
    every = (
        words_of(claim.words[: found.start()]) - words_of(claim.subject.written)
        if found.groupdict().get("plain")
        else frozenset[str]()
    )
    named = re.compile("|".join(map(re.escape, re.findall(r"\w+(?=`)", found["cond"]))) or r"(?!)")
    seen = {
        sign
        for step in steps_of(scope)
        for guard in step.guards
        if guard.direct
        and _names(guard.condition.text, name)
        and said & content(named.sub(" ", step.text))
        and every <= words_of(step.text)
        and (sign := _sign(condition, guard.condition))
    }
    return None if len(seen) != 1 else seen == {1}


def steps_of(scope: Scope) -> Iterator[Step]:
    """The source of a subject as steps."""
    lines = scope.code.split("\n")
    for at in range(0, len(lines), _LINES):
        yield from steps("\n".join(lines[at : at + _LINES]))


def _sign(said: Condition, held: Condition) -> int:
    return agree(said, held)[0]


def _names(cond: str, name: str) -> bool:
    either = f"[{name[:1].lower()}{name[:1].upper()}]{re.escape(name[1:])}"
    return re.search(rf"(?:\b|_|(?<=[a-z])){either}(?![a-z])", cond) is not None


def guard(claim: Claim, live: Live) -> Seen:
    """A condition alone: what is done under it."""
    scope = scope_of(claim.subject.written, live)
    if scope is None:
        return unscoped(claim.subject.written, live)
    held = agrees(claim, scope)
    fact = scope.fact("guard", "", live)
    return unknown("guard-open", fact) if held is None else ruled(fact, held, "guard")


# An error that a free sentence says is raised: the raise whose guard or message has the words of the
# sentence decides.

_RAISED = regex(
    r"(?<![\w$])(?:raise|throw(?:\s{1,4}new)?|reject\(new|fail)\s{0,4}\(?\s{0,4}\\?(?P<name>(?:[A-Za-z_$][\w$]*(?:\.|::|\\)){0,4}[A-Z][\w$]*)"
)
_MADE = regex(r"(?<![\w$])(?P<name>[A-Z]\w*(?:Error|Exception))\(")
_RETURNED = regex(
    r"(?<![\w$])(?:return\s(?:[^\n,;]{1,60},\s?){0,3}|Err\()&?(?P<name>(?:\w+(?:\.|::)){0,3}(?:Err[A-Z]\w*|[A-Z]\w*Error)\b)"
)
_CAUGHT = regex(r"(?<![\w$])(?:except|rescue|catch)\b")
_IMPLICIT = frozenset(
    "KeyError IndexError TypeError ValueError AttributeError ZeroDivisionError NullPointerException OSError IOException".split()
)
_LAST = regex(r"\.|::|#|\\")


def error(claim: Claim, live: Live) -> Seen:
    """An error under a condition: the raise whose guard or message has the words of the sentence decides."""
    scope = scope_of(claim.subject.written, live)
    if scope is None:
        return unscoped(claim.subject.written, live)
    wanted = _LAST.split(claim.object.text)[-1]
    raised = _raised(scope)
    names = {name for name, _ in raised}
    entry = live.snapshot.file(scope.of[0].path)
    language = entry.language if entry is not None else ""
    if wanted in names or any(wanted in names_above(n, language, live) for n in names):
        fact = scope.fact("raises", wanted, live)
        if not claim.denied and agrees(claim, scope) is False:
            return ruled(fact, False, "guard")
        mine, other, name = _nearest(claim, raised, wanted)
        if wanted in names and not claim.denied and other >= mine + _DECIDES:
            return scope.seen("raises", name, live, holds=False)
        told = scope.seen("raises", ", ".join(sorted(names)), live, holds=True)
        return structs.replace(told, whole=mine > 0 and mine >= _MOST_OF * len(_said(claim)))
    fact = scope.fact("raises", ", ".join(sorted(names)), live)
    handled = [line for line in scope.code.splitlines() if _CAUGHT.search(line)]
    outside = "\n".join(line for line in scope.code.splitlines() if not _CAUGHT.search(line))
    if not raised or holds_text(outside, wanted) or not _closed(wanted, names, live):
        return unknown("raises-open", fact)
    said = _said(claim)
    scored = sorted(((len(said & content(about)), name) for name, about in raised), reverse=True)
    best, name = scored[0]
    every_one = {n for score, n in scored if score == best}
    caught = any(holds_text(line, wanted) for line in handled)
    alone = len(names) == 1 or not any(score for score, n in scored if n != name)
    least = 1 if alone and (caught or wanted not in _IMPLICIT) else 2
    if not claim.denied and best >= least and len(every_one) == 1:
        return scope.seen("raises", name, live, holds=False)
    return unknown("raises-open", fact)


_DECIDES = 2  # words more that the raise of another error has
_MOST_OF = 0.6


def _said(claim: Claim) -> frozenset[str]:
    """The words of a sentence beside its subject and its error."""
    return content(claim.words) - content(f"{claim.subject.written} {claim.object.text}")


def _nearest(claim: Claim, raised: list[tuple[str, str]], wanted: str) -> tuple[int, int, str]:
    """(most words that a raise of the wanted error has, most that one of another has, the name of that one)."""
    scored = [(len(_said(claim) & content(about)), name) for name, about in raised]
    other = max((s for s in scored if s[1] != wanted), default=(0, ""))
    return max((n for n, name in scored if name == wanted), default=0), *other


def _raised(scope: Scope) -> list[tuple[str, str]]:
    """(name of an error, the step that raises or makes it with the conditions it is under) for each in the source."""
    for shape in (_RAISED, _RETURNED, _MADE):
        if out := [
            (
                _LAST.split(m["name"])[-1],
                "\n".join((step.text, *(g.condition.text for g in step.guards[-1:]))),
            )
            for step in steps_of(scope)
            for m in shape.finditer(step.text)
        ]:
            return out
    return []


def _closed(wanted: str, raised: set[str], live: Live) -> bool:
    """True unless the wanted error is a heir of what is raised: a narrower one is not ruled out."""
    heirs = {n for d in named(wanted, live.snapshot) for n, _ in bases_of(d, live.snapshot)}
    return heirs.isdisjoint(raised)


# When an error that has a name of its own is raised: what its comment and its message say, beside those of its
# neighbours of the same kind.

ERROR = regex(r"(?:\w+\.)?(?:Err[A-Z]\w*|[A-Z]\w*(?:Error|Exception))\Z")
"""A name of an error."""


def sentinel(claim: Claim, live: Live) -> Seen:
    """Borne out where the comment has every word; denied where that of exactly one neighbour has every word, and its own
    lacks one.
    """
    scope, said = scope_of(claim.subject.written, live), content(claim.object.text)
    if scope is None or len(scope.of) != 1 or len(said) < 2:
        return unscoped(claim.subject.written, live)
    one = scope.of[0].symbol
    outline, data = live.outline(scope.of[0].path), live.data(scope.of[0].path) or b""
    lacks = {
        s.name: said - content(b" ".join((s.doc.cut(data), s.span.cut(data))).decode("utf-8", "replace"))
        for s in (outline.symbols if outline is not None else ())
        if s.kind == one.kind and s.doc is not None and ERROR.match(s.name)
    }
    others = [name for name, missing in lacks.items() if not missing and name != one.name]
    if one.name in lacks and not lacks[one.name]:
        return structs.replace(scope.seen("sentinel", one.name, live, holds=True), whole=True)
    if one.name in lacks and len(others) == 1:
        return scope.seen("sentinel", others[0], live, holds=False)
    return unknown("raises-open", scope.fact("sentinel", one.name, live))
