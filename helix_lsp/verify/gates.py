"""The record of one gate."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial
from typing import Literal

import msgspec
from msgspec.structs import replace

from helix_lsp.config.documents import VerifyConfig
from helix_lsp.text.regex import regex
from helix_lsp.text.visible import counted
from helix_lsp.text.words import STOP_WORDS, WORD, terms
from helix_lsp.verify.ledger import Cited, Ledger, Weighed, weigh
from helix_lsp.verify.reading import narrow, read, segments

Act = Literal["none", "label", "drop", "replace"]


class Gate(msgspec.Struct, frozen=True, kw_only=True):
    """`value` against `threshold` decided; `detail` says what of the answer decided it, in words.

    `act` is what a fail asks for: `label` adds a sentence that says so, `drop` removes the `claims` named,
    `replace` gives the deterministic answer or a plain refusal instead. It is carried out only when gates are
    enforced.
    `missing` are the words that nothing cited speaks of, `faults` what is wrong with each claim.
    """

    name: str
    verdict: Literal["pass", "fail", "skipped"]
    value: float = 0.0
    threshold: float = 0.0
    detail: str = ""
    act: Act = "none"
    claims: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()


def skipped(name: str, why: str) -> Gate:
    """A gate that has nothing to look at."""
    return Gate(name=name, verdict="skipped", detail=why)


# Belief: the share of an answer's statements that what they cite speaks against.

_STATED = ("fact", "inference")


def belief(ledger: Ledger, cfg: VerifyConfig) -> Gate:
    """What its citations leave open is shown as that, and is not a reason to replace an answer.

    Fails above `unsupported_most` and asks for the answer to be replaced; below it, the statements that are
    spoken against are dropped one by one.
    """
    stated = [e for e in ledger.entries if e.type in _STATED]
    if not stated:
        return skipped("belief", "the answer states nothing")
    without = [e for e in stated if e.label == "against"]
    value = round(len(without) / len(stated), 6)
    gate = partial(Gate, name="belief", value=value, threshold=cfg.unsupported_most)
    if not without:
        return gate(verdict="pass", detail=f"nothing speaks against {counted(len(stated), 'statement')}")
    detail = f"{len(without)} of {len(stated)} spoken against: {without[0].reason}"
    ids = tuple(e.id for e in without)
    if value > cfg.unsupported_most:
        return gate(verdict="fail", detail=detail, act="replace", claims=ids)
    return gate(verdict="pass", detail=detail, act="drop", claims=ids)


# Rattling: does the supported part of an answer stay what it is when its evidence is shaken?
#
# Each supported statement is weighed again twice. *Narrowed*: every cited text is cut down to the few
# pieces that share most with the statement. A statement that loses its support was stitched together from
# words that stand far apart. *Exchanged*: it gets the citations of another statement of another place. One
# that stays supported says nothing that its own place is needed for. The score is the share of supported
# statements that change under either, so it does not grow with the length of answer or evidence
# (design-decisions.md#rattling).

_LEAST = 2


def rattling(weighed: Iterable[Weighed], cfg: VerifyConfig) -> Gate:
    """Skipped for fewer than two supported statements."""
    held = [w for w in weighed if w.type == "fact" and w.support.supported and w.claim.cited]
    if len(held) < _LEAST:
        return skipped("rattling", "fewer than two supported statements")
    long = [w for w in held if any(len(segments(c.text)) > cfg.narrow_pieces for c in w.claim.cited)]
    lost = [
        w.claim.id
        for w in long
        if not weigh(replace(w.claim, cited=_narrowed(w, cfg)), cfg).support.supported
    ]
    vague = [
        w.claim.id for at, w in enumerate(held) if w.claim.id not in lost and _anywhere(w, at, held, cfg)
    ]
    value = round((len(lost) + len(vague)) / len(held), 6)
    ids = tuple(dict.fromkeys([*lost, *vague]))
    detail = f"{len(lost)} of {len(held)} lose support when their evidence is narrowed, {len(vague)} keep it under another citation"
    gate = partial(Gate, name="rattling", value=value, threshold=cfg.rattling_most, detail=detail)
    if value <= cfg.rattling_most:
        return gate(verdict="pass")
    return gate(verdict="fail", act="label", claims=ids)


def _narrowed(w: Weighed, cfg: VerifyConfig) -> tuple[Cited, ...]:
    return tuple(replace(c, text=narrow(w.claim.text, c.text, cfg.narrow_pieces)) for c in w.claim.cited)


def _anywhere(w: Weighed, at: int, held: list[Weighed], cfg: VerifyConfig) -> bool:
    """True when the next statement of another place carries it as well."""
    own = {c.ref for c in w.claim.cited} | {a for c in w.claim.cited for a in c.around[1:]}
    for other in (*held[at + 1 :], *held[:at]):
        there = {c.ref for c in other.claim.cited} | {a for c in other.claim.cited for a in c.around[1:]}
        if not own & there:
            return weigh(replace(w.claim, cited=other.claim.cited), cfg).support.supported
    return False


# Denial of evidence (design-decisions.md#no-denial), in both directions: an answer that says there is none
# while there is, and one that states facts while there is none.

_NOUN = r"(?:evidence|information|mention|references?|documentation|data|details?|context|results?|matches|sources?|trace|record|answer)"
_DENIALS = regex(
    rf"\b(?:no|without any|lacks? any|insufficient|not enough|zero)\s+(?:\w+\s+){{0,3}}?{_NOUN}\b(?!\s+(?:is|are)\s+(?:needed|required|sent|kept))|"
    rf"\b(?:could|can|did|do|does|was|were|am|is|are)(?:\s+not|n['’]t)\s+(?:be\s+)?(?:able\s+to\s+)?(?:find|found|locate|located|see|"
    rf"have access|have enough|have any|answer|determine|available)\b|"
    rf"\b(?:repository|repo|code ?base|project|sources?|evidence|context|documents?|documentation|excerpts?|snippets?|results?|material)"
    rf"(?: \w+)?(?: do| does| did)(?: not|n['’]t) (?:contain|mention|include|provide|have|say|specify|describe|cover)\b|"
    rf"\bunable to (?:find|locate|answer|determine|access)\b|\bcannot (?:find|locate|answer|determine|access|see)\b|"
    rf"\b(?:nothing|none) (?:\w+\s+){{0,3}}?(?:was |is |were )?(?:found|mentions|mentioned|provided)\b|\bthere (?:is|was|are|were) no(?:t any)?\b|"
    rf"\bnot (?:found|mentioned|documented|specified|present|available|provided) (?:in|by|anywhere)\b|"
    rf"\bas an ai\b|\bi (?:don['’]t|do not) (?:know|have)\b",
    re.I,
)
_WHERE = regex(
    r"\b(?:repo(?:sitory)?|code ?base|sources?|evidence|context|documents?|documentation|files?|provided|excerpts?|snippets?|project|question|"
    r"tool results?|information|material|i)\b",
    re.I,
)


_CONDITION = regex(r"\b(?:if|when|whenever|unless|until|while|once|as long as|where|in case)\b[^,.;:]*", re.I)
"""What holds only there denies nothing (`if there are no results, the file is skipped`)."""


def denies(text: str) -> str:
    """The words in which a sentence denies that there is evidence, `` when it does not."""
    found = _DENIALS.search(_CONDITION.sub(" ", text))
    return found[0] if found and _WHERE.search(text) else ""


def denial(weighed: Iterable[Weighed], *, evidence_ok: bool) -> Gate:
    """With evidence: fails when a statement without support of its own says that there is none. Without:
    fails when facts are stated.

    Both ask for the answer to be replaced. Notes are our own and are passed over.
    """
    told = [w for w in weighed if not w.claim.note]
    gate = partial(Gate, name="denial")
    if evidence_ok:
        for w in told:
            if not w.support.supported and (said := denies(w.claim.text)):
                why = f"says {said!r} while there is evidence"
                return gate(verdict="fail", value=1.0, detail=why, act="replace", claims=(w.claim.id,))
        return gate(verdict="pass", detail="nothing denies the evidence")
    stated = tuple(w.claim.id for w in told if w.type == "fact" and not denies(w.claim.text))
    if stated:
        why = f"{len(stated)} facts are stated while there is no evidence"
        return gate(verdict="fail", value=1.0, detail=why, act="replace", claims=stated)
    return gate(verdict="pass", detail="no fact is stated without evidence")


# Coverage: does the answer speak of what was asked? Hard slots where there are any, else the question's own
# words.
#
# Only hard slots can replace an answer; words of the question that it does not speak of are named below it
# (law I6).


def coverage(
    slots: tuple[tuple[str, ...], ...],
    words: tuple[str, ...],
    weighed: Iterable[Weighed],
    cfg: VerifyConfig,
    *,
    evidence_ok: bool,
) -> Gate:
    """`slots` are hard slots, each as its label and aliases; `words` are the question's content words.

    A slot is covered when all words of one of its names are in the supported statements, in what they cite,
    or in the names about it.
    """
    told = [w for w in weighed if not w.claim.note]
    if not told:
        return skipped("coverage", "the answer states nothing about the repository")
    spoken = _spoken(told)
    if slots:
        missing = [names[0] for names in slots if not any(_all(name, spoken) for name in names)]
        of, least, whole = len(slots), cfg.slots_least, "all slots"
    elif words:
        missing = [w for w in words if not _all(w, spoken)]
        of, least, whole = len(words), cfg.words_least, "all words"
    else:
        return skipped("coverage", "the question has no content words")
    value = round(1 - len(missing) / of, 6)
    detail = "missing: " + ", ".join(missing) if missing else whole
    gate = partial(Gate, name="coverage", value=value, threshold=least, detail=detail)
    if value >= least:
        return gate(verdict="pass")
    return gate(
        verdict="fail", act="replace" if slots and not evidence_ok else "label", missing=tuple(missing)
    )


def _spoken(weighed: Iterable[Weighed]) -> frozenset[str]:
    held: set[str] = set()
    for w in weighed:
        if w.support.supported and w.claim.cited:
            held |= read(w.claim.text).stems
            held |= read("\n".join(c.text for c in w.claim.cited)).stems
            held |= read("\n".join(dict.fromkeys(a for c in w.claim.cited for a in c.around))).stems
    return frozenset(held)


def _all(name: str, spoken: frozenset[str]) -> bool:
    wanted = [t for t in terms(name) if t[0] != "="]
    return bool(wanted) and all(t in spoken for t in wanted)


# The content words of a question: what an answer to it should speak of.

_ASKING = frozenset(
    "please explain describe show tell define list give find name example mean means meaning difference compare work works working file files "
    "repo repository codebase code project default currently exactly kind type types way many much long often".split()
)
_MOST = 24


def asked_words(question: str) -> tuple[str, ...]:
    """Distinct words in order, without those that only ask."""
    words = [
        w
        for w in WORD.findall(question)
        if w.lower() not in STOP_WORDS and w.lower() not in _ASKING and len(w) > 1
    ]
    return tuple(dict.fromkeys(words))[:_MOST]
