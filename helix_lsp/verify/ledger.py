"""The claim ledger: every statement of an answer with its type, its evidence and its proof, and the register
of what is uncertain.

Each statement has one of three labels: *carried* by what it cites, *open* where that does not say it, and
*against* where that says otherwise, or nothing is cited. A fact or an inference is supported when it is carried;
hypotheses, assumptions and questions never are, only listed.
See docs/reference/ladder.md, S0-30 and S0-32; the fields of an entry are casimirbot's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

import msgspec

from helix_lsp.config.documents import VerifyConfig
from helix_lsp.text.regex import regex
from helix_lsp.verify.clauses.evidence import Verdict
from helix_lsp.verify.premise import carried, led
from helix_lsp.verify.support import Support, support, unsupported

# What sort of statement a sentence is: fact, inference, hypothesis, assumption or question.
#
# A cue word counts only where the cited text does not carry it: `the file may be missing`, quoted from a
# source that says so, is a fact. The types are casimirbot's, without its rule that the last sentence
# concludes.

ClaimType = Literal["fact", "inference", "hypothesis", "assumption", "question"]

_ASSUMPTION = regex(r"\b(?:assum(?:e|es|ed|ing|ption)|suppos(?:e|ing|edly)|presum(?:e|es|ably|ing))\b", re.I)
_HYPOTHESIS = regex(
    r"\b(?:may|might|could|maybe|perhaps|possibly|probably|likely|unlikely|apparently|seems?|appears? to|suggests?|hypothes[ie]s|"
    r"hypothetically|i think|i believe|i guess)\b",
    re.I,
)
_INFERENCE = regex(
    r"\b(?:therefore|thus|hence|consequently|accordingly|it follows|(?:which|this|that) (?:means|implies|suggests)|implies|implying|meaning that|"
    r"so that means|in conclusion|overall|as a result)\b|(?:^|[,;]\s)so (?=(?:the|it|they|this|its|no|all|any|every|each)\b|`)",
    re.I,
)
_CUES: tuple[tuple[ClaimType, re.Pattern[str]], ...] = (
    ("assumption", _ASSUMPTION), ("hypothesis", _HYPOTHESIS), ("inference", _INFERENCE),
)  # fmt: skip
_CODE = regex(r"`[^`]*`")


def claim_type(text: str, cited: tuple[str, ...]) -> ClaimType:
    """The type of one sentence under the texts that it cites."""
    spoken = _CODE.sub("`", text).strip()
    source = " ".join(cited)
    if spoken.rstrip("`*) ").endswith("?") and not cited:
        return "question"
    for kind, pattern in _CUES:
        if any(not _carried(m[0], source) for m in pattern.finditer(spoken)):
            return kind
    return "fact"


def _carried(cue: str, source: str) -> bool:
    return re.search(rf"\b{re.escape(cue)}\b", source, re.I) is not None


# One claim with its verdict: what sort it is and whether its citations carry it.

LABELLED = regex(r"^(?:Not verified|Hypothesis|Assumption|Inference): ")
"""How a statement is marked that is not carried; what is read again may bear it."""


class Cited(msgspec.Struct, frozen=True, kw_only=True):
    """A cited place. `text` are its bytes decoded, `raw` the same with the tags of a documentation comment
    that `text` leaves out, `around` what stands about it (the path first, `qualified name\\nkind` of the
    definitions that it lies in, titles of its sections), `heads` the signatures of those definitions,
    `called` the sentence's words for the whole project.
    """

    path: str
    start_line: int
    end_line: int
    text: str
    around: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()
    called: tuple[str, ...] = ()
    raw: str = ""

    @property
    def ref(self) -> str:
        """`path:12-14`, or `path:12` for one line."""
        return f"{self.path}:{self.start_line}" + (
            f"-{self.end_line}" if self.end_line > self.start_line else ""
        )


class Claim(msgspec.Struct, frozen=True, kw_only=True):
    """A sentence as the answer has it. `code` is the block shown under it. `note` marks what states nothing
    about the repository. `verbatim`: behind the name of its place it is the reading of what it cites, and no more.
    """

    id: str
    text: str
    cited: tuple[Cited, ...]
    code: str = ""
    note: bool = False
    verbatim: bool = False


class Weighed(msgspec.Struct, frozen=True, kw_only=True):
    """A claim, its type, and its support. A note is supported by being one."""

    claim: Claim
    type: ClaimType
    support: Support


def weigh(claim: Claim, cfg: VerifyConfig, asked: str = "") -> Weighed:
    """The text by `support`, a yes or no in front of it by whether what follows settles the question `asked`,
    and a code block by its words: all of them are in what is cited or in a signature about it.

    The word before a statement that says how it was shown (`Not verified: `) is none of its own.
    """
    if claim.note:
        return Weighed(
            claim=claim, type="fact", support=Support(supported=True, covered=1.0, missing=(), reason="")
        )
    texts = tuple(c.text for c in claim.cited)
    text = LABELLED.sub("", claim.text)
    text = led(text)[1] if asked and carried(asked, text) else text
    found = support(
        text, texts, tuple(dict.fromkeys(a for c in claim.cited for a in (*c.around, *c.called))), cfg
    )
    if claim.verbatim and claim.cited and not found.supported and found.rule != "introduction":
        found = Support(supported=True, covered=1.0, missing=(), reason="", carrier=claim.cited[0].text)
    if not claim.cited:
        found = unsupported("cites-nothing", "cites nothing")
    elif found.supported and claim.code and not shows(claim):
        found = unsupported("quotation", "the code shown is not what is cited", found.covered)
    return Weighed(claim=claim, type=claim_type(claim.text, texts), support=found)


def shows(claim: Claim) -> bool:
    """White space aside, every line of the block is in a cited text or in a signature; a signature may be
    cut short.
    """
    texts = ["".join(t.split()) for c in claim.cited for t in (c.text, c.raw, *c.heads)]
    lines = ["".join(line.split()).removesuffix("…") for line in claim.code.splitlines()]
    return all(any(line in text for text in texts) for line in lines if line)


class LedgerEntry(msgspec.Struct, frozen=True, kw_only=True):
    """`id` is `claim:n`, from 1 in the order of the answer. `evidence_refs` are `path:first-last`; `proof`
    says how it was settled.

    `label`: `carried`, `open` (shown as not verified) or `against` (not shown). `rule` is the id of what decided.
    """

    id: str
    text: str
    type: ClaimType
    supported: bool
    evidence_refs: tuple[str, ...]
    proof: str
    reason: str
    label: Verdict = "open"
    rule: str = ""


class Uncertain(msgspec.Struct, frozen=True, kw_only=True):
    """What is not known for sure: `kind` is `missing_evidence` for a fact or inference without support, else
    the claim's type.
    """

    id: str
    text: str
    kind: str
    reason: str
    rule: str = ""


class Ledger(msgspec.Struct, frozen=True, kw_only=True):
    """Both lists in the order of the answer; notes are in neither."""

    entries: tuple[LedgerEntry, ...]
    uncertain: tuple[Uncertain, ...]


def keep_ledger(weighed: Iterable[Weighed]) -> Ledger:
    """The ledger of an answer's claims."""
    told = [w for w in weighed if not w.claim.note]
    entries: list[LedgerEntry] = []
    uncertain: list[Uncertain] = []
    for w in told:
        entry = _entry(w)
        entries.append(entry)
        if not entry.supported:
            kind = "missing_evidence" if w.type in ("fact", "inference") else w.type
            uncertain.append(
                Uncertain(id=entry.id, text=entry.text, kind=kind, reason=entry.reason, rule=entry.rule)
            )
    return Ledger(entries=tuple(entries), uncertain=tuple(uncertain))


def _entry(w: Weighed) -> LedgerEntry:
    refs = tuple(dict.fromkeys(c.ref for c in w.claim.cited))
    label = label_of(w)
    supported, reason = label == "carried", w.support.reason
    if w.type not in ("fact", "inference"):
        reason = f"is a {w.type}" if w.type != "assumption" else "is an assumption"
    shown = ", ".join(refs)
    proof = (
        f"source:{shown} -> cite -> {w.claim.id}"
        if supported
        else f"source:{shown} -> not_supported -> {w.claim.id}"
        if refs
        else f"source:missing -> verify -> {w.claim.id}"
    )
    return LedgerEntry(
        id=w.claim.id,
        text=w.claim.text,
        type=w.type,
        supported=supported,
        evidence_refs=refs,
        proof=proof,
        reason=reason,
        label=label,
        rule=w.support.rule,
    )


def label_of(w: Weighed) -> Verdict:
    """What a statement may be shown as. A guess is never more than open, and a question states nothing."""
    if w.type == "question":
        return "open"
    if not w.claim.cited:
        return "against"
    return w.support.label if w.type in ("fact", "inference") or w.support.label == "against" else "open"
