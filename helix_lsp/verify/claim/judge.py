"""One claim against the facts of its subject: supported, contradicted or not found.

The subject is looked up before anything is ranked, and only definitions of the project itself are asked. A
definition that says otherwise contradicts whatever documents say. Nothing is contradicted where the value may
be another: a condition, several definitions that differ, a name that is set again, an open list.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from msgspec.structs import replace

from helix_lsp.align.drift.verdict import Reason
from helix_lsp.align.live import Live
from helix_lsp.index.overlay.snapshot import Defined, Snapshot
from helix_lsp.text.regex import regex
from helix_lsp.text.visible import with_article
from helix_lsp.verify.claim import structure
from helix_lsp.verify.claim.claim import Claim, Seen, compared, ruled, unknown
from helix_lsp.verify.claim.evidence import values_of
from helix_lsp.verify.claim.free import details, sentence, steps
from helix_lsp.verify.claim.free.read import read_free, sentinel
from helix_lsp.verify.claim.read import read
from helix_lsp.verify.claim.structure import fact_at
from helix_lsp.verify.facts.fact import Fact, versions_of
from helix_lsp.verify.facts.parameters import is_async, is_deprecated, returned_type
from helix_lsp.verify.facts.subject import has_modifier, named, package_of, visibility

# Claims about the marks of a definition: `X is async`, `X is deprecated`, `X is public`, `X is final`.


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


Verdict = Literal["supported", "contradicted", "not_found"]
_MOST = 12
_OF_ONE: dict[str, Callable[[Claim, Defined, Live], Seen]] = {
    "base": structure.base, "decorator": structure.decorator, "parameter": structure.parameter, "position": structure.parameter,
    "count": structure.count, "raises": structure.raises, "returns": structure.returns, "kind": structure.kind, "file": structure.file,
    "async": marked, "deprecated": marked, "exported": marked, "modifier": marked,
}  # fmt: skip
_FREE: dict[str, Callable[[Claim, Live], Seen]] = {
    "setting": details.setting, "number": details.number, "list": details.listed, "flag": details.flag, "error": sentence.error,
    "guard": sentence.guard, "sentinel": sentence.sentinel,
    "uses": steps.uses, "order": steps.order, "operation": steps.operation,
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """`facts` are the places that decide, those of the definition first; empty for `not_found` where no place
    is known. `why` names what was compared. `whole` is True where the places have the words of the whole sentence.
    """

    claim: Claim
    verdict: Verdict
    facts: tuple[Fact, ...]
    why: Reason
    whole: bool = False


def rule(claim: Claim, live: Live, document: str = "", near: tuple[str, ...] = ()) -> Ruling:
    """The verdict on one claim; `document` is where it stands, `near` names that the text there is about."""
    seen = _seen(claim, live, document, near)
    verdict: Verdict = "not_found"
    if seen.holds is not None:
        holds = seen.holds != claim.denied
        if holds:
            verdict = "supported"
        elif not claim.scope and all(f.sure for f in seen.facts):
            verdict = "contradicted"
    return Ruling(claim=claim, verdict=verdict, facts=seen.facts, why=seen.why, whole=seen.whole)


def _seen(claim: Claim, live: Live, document: str, near: tuple[str, ...]) -> Seen:
    if (judged_free := _FREE.get(claim.predicate)) is not None:
        return judged_free(claim, live)
    if claim.predicate in ("value", "default"):
        return _value(
            claim, values_of(claim.subject, live, near, document, default=claim.predicate == "default")
        )
    if claim.predicate == "version":
        return _value(
            claim, _nearest(versions_of(live.snapshot, live, claim.subject.written), document, live.snapshot)
        )
    about = claim.object.text if claim.predicate == "owner" else _name(claim)
    found = named(about, live.snapshot)
    if not found or len(found) > _MOST:
        return unknown("subject-unknown" if not found else "subject-common", word=about)
    if claim.predicate == "owner":
        return structure.together(structure.owner(claim, d, live) for d in found)
    judged = _OF_ONE[claim.predicate]
    seen = structure.together(judged(claim, d, live) for d in found)
    if claim.predicate == "raises" and claim.words and seen.holds is not False:
        return sentence.error(claim, live)
    return seen


def _name(claim: Claim) -> str:
    subject = claim.subject
    if subject.form != "name":
        return ""
    return f"{subject.owner}.{subject.written}" if subject.owner else subject.written


def _nearest(facts: tuple[Fact, ...], document: str, snapshot: Snapshot) -> tuple[Fact, ...]:
    """Manifests of the innermost folder that holds the document, all where none does; none where its own package says
    nothing and the one around does not speak for it (a workspace of Cargo does).
    """
    folders = [f.path.rpartition("/")[0] for f in facts]
    holding = [len(d) for d in folders if not d or document.startswith(f"{d}/")]
    found = tuple(
        f
        for f, d in zip(facts, folders, strict=True)
        if not holding or (len(d) == max(holding) and (not d or document.startswith(f"{d}/")))
    )
    inside = package_of(document, snapshot)
    return tuple(f for f in found if f.path.startswith(inside) or f.path.endswith("Cargo.toml"))


def _value(claim: Claim, facts: tuple[Fact, ...]) -> Seen:
    if not facts:
        return unknown("value-unknown", word=claim.subject.written)
    if len(facts) > _MOST:
        return unknown("subject-common", word=claim.subject.written)
    return compared(claim.object, [f.value for f in facts], facts)


# The English of a ruling: what the code says instead, and why nothing can be known where that is so.
# Nothing reads these texts back.

OTHERWISE = MappingProxyType({
    "value": "the code has {real}, not {said}",
    "base-held": "it does inherit from {said}",
    "base-other": "its bases are {real}, not {said}",
    "base-turned": "it is the other way round: {said} inherits from {subject}",
    "decorator": "its decorators are {real}",
    "parameters": "its parameters are {real}",
    "count": "the code has {real}, not {said}",
    "raises": "its body raises {real}",
    "returns": "it returns {real}, not {said}",
    "kind": "it is {a_real}, not {a_said}",
    "owner": "it belongs to {real}, not to {said}",
    "file": "it is defined in {real}, not in {said}",
    "deprecated": "the code marks it as deprecated",
    "async": "the signature in the code says otherwise",
    "exported": "the code says otherwise",
    "flag": "the code has {real} for {said}",
    "list": "the code lists {real}",
    "uses": "the code of {subject} does have it",
    "nowhere": "no code or configuration in this project has {said}",
    "sibling": "the code has {real} there, not {said}",
    "order": "the code does it the other way round",
    "guard": "the code does it under the opposite condition",
    "operation": "the code has {real}",
    "sentinel": "the code says so of {real}",
})  # fmt: skip
"""What a contradiction says; these are the ids that a report may bear."""
UNKNOWN = MappingProxyType({
    "subject-unknown": "the project's own code does not define {word}",
    "subject-common": "too many definitions are called {word}",
    "subject-long": "the source of {word} is too long to be compared",
    "unparsed": "a part of {path} could not be parsed",
    "definitions-differ": "several definitions differ from each other",
    "value-unknown": "no value of {word} was found in the code",
    "value-open": "the value in the code cannot be compared with it",
    "bases-open": "a base may lie outside of this project",
    "no-class": "{word} is not a class here",
    "parameters-open": "other parameters may be taken",
    "members-open": "other members may be there",
    "raises-open": "what it calls may raise it",
    "returns-open": "what it returns is not told by its head",
    "kind-open": "both words may be meant",
    "file-open": "the file brings the name in from elsewhere",
    "uses-open": "the code of {word} does not name it, and what it calls may",
    "guard-open": "no condition of that kind was found around it",
    "order-open": "the steps were not found in the code",
    "unread": "nothing that was read has it, and {path} was not read",
    "mark-open": "no mark in the code settles it",
})  # fmt: skip
"""Why nothing can be known."""


def say(ruling: Ruling) -> str:
    """One clause for what was found."""
    return say_reason(ruling.why, ruling.claim, contradicted=ruling.verdict == "contradicted")


def say_reason(why: Reason, claim: Claim, *, contradicted: bool) -> str:
    """The clause of a reason with the facts it bears."""
    if why.id in UNKNOWN:
        return UNKNOWN[why.id].format_map(_facts(why, claim))
    told = OTHERWISE[why.id].format_map(_facts(why, claim))
    if contradicted:
        return told
    return f"it is said under a condition ({claim.scope})" if claim.scope else ""


def _facts(why: Reason, claim: Claim) -> dict[str, str]:
    facts = {"real": "nothing", "word": claim.subject.written} | {k: v for k, v in why.facts if v}
    said = claim.object.written.strip("`")
    return facts | {
        "said": said,
        "subject": claim.subject.written,
        "a_real": with_article(facts["real"]),
        "a_said": with_article(said),
    }


# Every claim of one sentence that somebody puts to the project: those that its verb tells, else those of
# its details.
#
# Documents are read by their verbs alone (`document.py`): what a whole manual says in free words is not
# aimed at one name.

_PART = regex(r"[^;]+")
_NAME = regex(r"`([A-Za-z_]\w*)`")


def claims_of(text: str, lead: str = "") -> tuple[Claim, ...]:
    """The claims of a sentence; `lead` is the name that the text around it is about. Under which condition an error is
    raised is looked up with the error. Where the sentence as a whole makes none, its parts between semicolons do.
    """
    if (found := _told(text, lead)) or ";" not in text:
        return found or read_free(text)
    parts = list(_PART.finditer(text))
    about = _NAME.search(parts[0][0])
    for part in parts:
        claims = _told(part[0], about[1] if about is not None else lead) or read_free(part[0])
        found += tuple(
            replace(c, start=c.start + part.start(), end=c.end + part.start())
            for c in claims
            if c.predicate != "guard"
        )
    return found or read_free(text)


def _told(text: str, lead: str) -> tuple[Claim, ...]:
    told = () if sentinel(text) else read(text, lead)
    told = tuple(
        replace(c, predicate="error")
        if c.predicate == "returns" and sentence.ERROR.match(c.object.text)
        else c
        for c in told
    )
    return tuple(replace(c, words=text, scope="") if c.predicate in ("raises", "error") else c for c in told)
