"""A sentence is supported by its own citations only, when what they cite covers its words, numbers and
identifiers and does not say the reverse.

Covered means: every identifier and every number with its unit is there; no negation, modal, quantifier or
direction is changed; what its clauses add (condition, order, role, handling; `clauses/settle.py`) is there;
and of the other content words at least the share `covered_share`.
Names about a cited place (its path, headings, the definitions around it) count as words. A sentence that the
place neither carries nor contradicts stays *open*: it is not a supported fact, and may be shown as what it is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import pairwise

from helix_lsp.config.documents import VerifyConfig
from helix_lsp.text.regex import regex
from helix_lsp.text.words import WORD, split
from helix_lsp.tuning.verify import AGAINST
from helix_lsp.verify.clauses.evidence import CARRIED, Ruled, Verdict, exchanged, is_prose
from helix_lsp.verify.clauses.lexicon import LIGHT, canon, held_words
from helix_lsp.verify.clauses.settle import first, settle, verdict_of
from helix_lsp.verify.clauses.settled import bounded, spoken_handling
from helix_lsp.verify.flip import flipped, given, only_sums, worked_out
from helix_lsp.verify.frame import behind_introduction, misplaced, unframed
from helix_lsp.verify.quantity import NAMES, NUMBERED, Quantity, same_quantity
from helix_lsp.verify.reading import Reading, read, segments, unquoted

_DEFAULT = VerifyConfig()
_FEW, _IN_ONE = 3, 0.6  # words
_POINTS_BACK = regex(r"\W*(?:this|that|these|those|it|they|its|their)\b", re.I)
_QUOTES = regex('[`"\u2018\u2019\u201c\u201d]')
_LED = regex(r"^(?:Yes|No), (?=\S)")
_DENIED = regex(r"\b(?:not|no|never|neither|nor|cannot|without)\b|n['’]t\b", re.I)
_COMMENT_MARK = regex(r"^[^\S\n]*(?:///?!?|#+[!:]?|--+|;+|\*)(?![^\s])", re.M)


@dataclass(frozen=True, slots=True, kw_only=True)
class Support:
    """`covered` is 0..1, the share of content words found; `missing` names words, identifiers and numbers
    that were not; `reason` is `` when supported, and `rule` the id of what decided. `carrier` is the piece of cited text that shares most words.
    `open`: not supported, and not contradicted either. `clash`: open, and a negation, modal, quantifier,
    direction or counted number is not the one of the carrier, which need not be a contradiction.
    """

    supported: bool
    covered: float
    missing: tuple[str, ...]
    reason: str
    carrier: str = ""
    open: bool = False
    clash: bool = False
    rule: str = ""

    @property
    def label(self) -> Verdict:
        """`carried`, `open` or `against`."""
        return "carried" if self.supported else "open" if self.open else "against"


def unsupported(rule: str, reason: str, covered: float = 0.0) -> Support:
    """The verdict on a sentence that its place cannot carry."""
    return Support(supported=False, covered=covered, missing=(), reason=reason, rule=rule)


def support(
    sentence: str, cited: tuple[str, ...], around: tuple[str, ...] = (), cfg: VerifyConfig = _DEFAULT
) -> Support:
    """Whether `cited`, the texts that this sentence cites, carry it; `around` are names about the cited
    places. A text of several sentences is supported when each of them is; one without content is not a claim
    and needs nothing.
    """
    bare = unframed(sentence, around)
    if (led := _LED.match(bare)) is not None:  # what it answers is said again behind it
        turned = (led[0] == "No, ") is not (_DENIED.search(bare, led.end()) is not None)
        told = support(bare[led.end() :], cited, around, cfg)
        if not (turned and told.supported):
            return told
        why = "what is answered is not in what is cited"
        return replace(told, supported=False, open=True, rule="led-open", reason=why)
    told = [part for part in segments(bare) if _says(read(part))]
    if not told:
        return Support(supported=True, covered=1.0, missing=(), reason="")
    if not any(c.strip() for c in cited):
        return unsupported("cites-nothing", "cites nothing")
    if (reason := _misquoted(sentence, cited, around)) != "":
        return unsupported("quotation", reason)
    if (reason := misplaced(sentence, cited, around)) != "":
        return unsupported("introduction", reason)
    pieces = tuple(piece for text in cited for piece in segments(text))
    whole = frozenset(_folded(piece) for piece in pieces)
    told = [part for part in segments(unquoted(bare)) if _folded(part) not in whole and _says(read(part))]
    if not told:
        return Support(supported=True, covered=1.0, missing=(), reason="", carrier=pieces[0])
    found = _compared(tuple(told), sentence, pieces, cited, around, cfg)
    if not found.supported:
        return found
    names = frozenset(a.partition("\n")[0].rpartition(".")[2].lower() for a in around[1:])
    for other in (turned for part in told for turned in exchanged(part, names)):
        if _compared((other,), other, pieces, cited, around, cfg).supported:
            why = "it could be said the other way round of what is cited"
            return replace(found, supported=False, open=True, rule="exchange-open", reason=why)
    return found


def _says(claim: Reading) -> bool:
    return bool(claim.words or claim.identifiers or claim.quantities or claim.cues)


def _compared(
    told: tuple[str, ...],
    sentence: str,
    pieces: tuple[str, ...],
    cited: tuple[str, ...],
    around: tuple[str, ...],
    cfg: VerifyConfig,
) -> Support:
    """Sentences that are not a piece of the evidence word for word."""
    evidence, names = read("\n".join(cited)), read("\n".join(around))
    text = "\n".join(cited)
    signed = "" if is_prose(text) else text
    held, spoken = held_words(evidence.stems | names.stems, signed), held_words(evidence.stems, signed)
    missing: dict[str, None] = {}
    found: list[Ruled] = []
    carrier, clash = "", False
    wanted = lacking = 0
    for part in told:
        claim = read(part)
        unknown = [
            w
            for w in claim.words
            if w not in evidence.stems and w not in names.stems and w not in LIGHT and canon(w) not in held
        ]
        wanted, lacking = wanted + len(claim.words), lacking + len(unknown)
        missing |= dict.fromkeys(
            f"`{i}`" for i in claim.identifiers if i not in evidence.exact and i not in names.exact
        )
        missing |= dict.fromkeys(claim.written[w] for w in unknown)
        best = _carriers(claim, names, pieces)
        carrier = carrier or (best[0] if best else "")
        sums = worked_out(sentence, text) if claim.quantities else ()
        exact = first(
            (
                _exact(part, claim, evidence, names, sums, cfg),
                _spelled(part, text),
                bounded(part, text),
                given(part, signed),
            )
        )
        foreign = [
            w for w in claim.words if w not in LIGHT and canon(w) not in spoken and w not in evidence.stems
        ]
        told_of = [w for w in claim.words if w not in LIGHT]
        if (
            unknown
            and not exact.id
            and not claim.quantities  # its numbers are there, so it speaks of the place
            and len(foreign) > (1 - min(cfg.open_share, cfg.covered_share)) * len(told_of)
        ):
            exact = Ruled("foreign", _lacking(claim, unknown))
        found.append(exact)
        if exact.id not in AGAINST and not only_sums(sentence, sums, cfg):
            said, turned = _said(part, claim, best, names, cited, around)
            clash = clash or turned
            found += [
                said,
                _thin(part, claim, unknown, cfg.covered_share),
                _scattered(claim, names, cited, pieces, cfg.covered_share),
            ]
        clash = clash or exact.id == "count"
    decided = first(found)
    covered = round(1 - lacking / wanted, 6) if wanted else 1.0
    return Support(
        supported=not decided.id,
        covered=covered,
        missing=tuple(missing),
        reason=decided.reason,
        carrier=carrier,
        open=verdict_of(decided) == "open",
        clash=clash and decided.id not in AGAINST,
        rule=decided.id,
    )


def _said(
    part: str,
    claim: Reading,
    best: tuple[str, ...],
    names: Reading,
    cited: tuple[str, ...],
    around: tuple[str, ...],
) -> tuple[Ruled, bool]:
    """(what decides, whether a word that turns a statement is another one there)."""
    if _names_only(part, claim):
        return CARRIED, False  # that the names are there was looked at; nothing more is said
    family, turned = flipped(claim, tuple(read(unquoted(b)) for b in best), names)
    part = behind_introduction(part, around)
    if not part or _stands(part, cited):
        return turned, False
    settled = settle(part, cited, around)
    if turned.id and settled.verdict == "carried" and settled.spoke & _SETTLES.get(family, frozenset()):
        turned = CARRIED
    # more than is told (`all`, `must`) is not carried, but it is not the reverse of it either
    return first((settled.told, turned) if settled.verdict == "against" else (turned, settled.told)), bool(
        turned.id
    )


_SETTLES = {
    "negation": frozenset({"condition"}), "quantity": frozenset({"condition", "quantity"}), "direction": frozenset({"order", "condition"}),
}  # fmt: skip
"""Which rules of the clauses know better than the words beside each other."""


def _stands(part: str, cited: tuple[str, ...]) -> bool:
    """True when the words of a sentence are in a cited text one behind the other."""
    wanted = " ".join(WORD.findall(part.lower()))
    return any(f" {wanted} " in f" {' '.join(WORD.findall(c.lower()))} " for c in cited)


def _names_only(part: str, claim: Reading) -> bool:
    """True when nothing is said beside the names in it: the name of a thing in front of its quotation denies
    and turns round nothing.
    """
    if claim.cues or claim.quantities or not claim.identifiers or _RELATES.search(part):
        return False
    return not frozenset(claim.words).difference(w for name in claim.identifiers for w in read(name).stems)


_RELATES = regex(r"`\s+(?!and\b|or\b|in\b|of\b)[a-z]+(?:\s[a-z]+){0,5}\s+`|\b(?:if|when|unless|for)\b", re.I)
"""Words between two names say what the one has to do with the other."""


def _misquoted(sentence: str, cited: tuple[str, ...], around: tuple[str, ...]) -> str:
    """A code span that is more than a name is a quotation: it is in what is cited, white space folded;
    `…` ends a shortened one.

    One that a comment wraps is there without the marks of its lines. What the index calls a definition
    there (`operator<`) is a name.
    """
    texts = [_folded(c) for c in (*cited, *(_COMMENT_MARK.sub(" ", c) for c in cited))]
    called = frozenset(a.partition("\n")[0] for a in around)
    for span in read(sentence).quoted:
        wanted = _folded(span.removesuffix("…"))
        if span not in called and not any(wanted in text for text in texts):
            return f"`{span}` does not stand in what is cited"
    return ""


def _folded(text: str) -> str:
    """White space as one blank, and one kind of quotation mark."""
    return " ".join(_QUOTES.sub("'", text).split())


_LABELLED = r"`{0}` (?:header|flag|cookie|field|status)s?\b|\b(?:header|flag|cookie|field|status)s? `{0}`"


def _exact(
    part: str,
    claim: Reading,
    evidence: Reading,
    names: Reading,
    sums: tuple[Quantity, ...],
    cfg: VerifyConfig,
) -> Ruled:
    """An identifier or a quantity that the evidence does not have; `count` is one that its writer may have counted
    there (`two hooks`). `sums` are quantities that follow from expressions both of them show.
    """
    for name in claim.identifiers:
        if not {name, name.removesuffix("s")} & (evidence.exact | names.exact):
            spelled = frozenset(split(name)[0]) if name.isalpha() and name[1:].islower() else None
            other = (
                spelled is not None and spelled <= evidence.stems
            )  # `Vary`, where `add_vary_header` stands
            if other and re.search(_LABELLED.format(re.escape(name)), part):
                continue
            return Ruled("name-spelled" if other else "name", f"`{name}` is not in what is cited")
    return first(_counted(q, evidence, names, sums, cfg) for q in claim.quantities)


_NUMBERED_WORD = regex(r"(?<![\w.-])([A-Za-z]{2,10})(\d{1,4})(?![\w-]|\.\w)")


def _spelled(part: str, text: str) -> Ruled:
    """`SHA-1` is a name, and is there as `sha1`, `SHA_1` or `SHA-1`; so is `sha1`."""
    for letters, digits in (*NUMBERED.findall(part), *_NUMBERED_WORD.findall(part)):
        if not re.search(rf"(?<![A-Za-z0-9]){letters}[-_ ]?{digits}(?!\d)", text, re.I):
            return Ruled("name", f"`{letters}-{digits}` is not in what is cited")
    return CARRIED


def _counted(
    quantity: Quantity, evidence: Reading, names: Reading, sums: tuple[Quantity, ...], cfg: VerifyConfig
) -> Ruled:
    held = (*evidence.quantities, *names.quantities, *sums)
    same = [q for q in held if q.value == quantity.value]
    if any(q.unit == quantity.unit for q in same) or (not quantity.unit and same):
        return CARRIED
    if quantity.unit and any(q.unit and same_quantity(quantity, q, cfg.quantity_tolerance) for q in held):
        return CARRIED
    if same and all(q.unit for q in same):
        return Ruled("number", f"{quantity.written} is {same[0].written} in what is cited")
    if same and quantity.unit and _names_unit(quantity.unit, evidence, names):
        return CARRIED
    if same and quantity.unit:
        return Ruled("unit", f"the unit of {quantity.written} is not in what is cited")
    rule = "number" if quantity.unit or not quantity.written.isalpha() else "count"
    return Ruled(rule, f"{quantity.written} is not in what is cited")


def _names_unit(unit: str, evidence: Reading, names: Reading) -> bool:
    """`TIMEOUT_SECONDS = 30` states seconds."""
    spelled = {word.lower() for word, symbol in NAMES.items() if symbol == unit}
    stems = {s for word in spelled for s in read(word).stems}
    return bool(stems & (evidence.stems | names.stems)) or bool(spelled & evidence.wholes)


def _lacking(claim: Reading, unknown: list[str]) -> str:
    return "what is cited does not speak of " + ", ".join(claim.written[w] for w in unknown[:4])


def _thin(part: str, claim: Reading, unknown: list[str], least: float) -> Ruled:
    """Too many words that nothing cited has; names say nothing of what is said about them."""
    named = frozenset(part for name in claim.identifiers for part in split(name)[0])
    said = [w for w in claim.words if w not in named]
    spoken = not said or any(w not in unknown for w in said) or bool(spoken_handling(part))
    if not claim.words or (spoken and 1 - len(unknown) / len(claim.words) >= least):
        return CARRIED
    return Ruled("thin", _lacking(claim, unknown))


def _scattered(
    claim: Reading, names: Reading, cited: tuple[str, ...], pieces: tuple[str, ...], least: float
) -> Ruled:
    """Of prose, one sentence has most of the words: from several, something else can be put together. Of code
    the clauses know better.
    """
    wanted = {canon(w) for w in claim.words if w not in LIGHT and w not in names.stems}
    if len(wanted) < _FEW or not is_prose("\n".join(cited)):
        return CARRIED
    told = [*pieces, *(f"{one} {two}" for one, two in pairwise(pieces) if _POINTS_BACK.match(two))]
    most = max((len(wanted & held_words(read(p).stems, "")) for p in told), default=0)
    if most >= min(least, _IN_ONE) * len(wanted):
        return CARRIED
    return Ruled("scattered", "no one sentence of what is cited says so")


def _carriers(claim: Reading, names: Reading, pieces: tuple[str, ...]) -> tuple[str, ...]:
    """The pieces that share most words with the claim, all of the best, in order; where none holds all of
    them, those that hold half as many.
    """
    every = frozenset(claim.words) | frozenset(w.lower() for w in claim.identifiers)
    wanted = every - names.stems - names.wholes or every  # what the place is called is not a word of its text
    if not wanted or not pieces:
        return pieces
    shared = [len(wanted & (read(p).stems | read(p).wholes)) for p in pieces]
    most = max(shared)
    least = most if most == len(wanted) else max(1.0, most / 2)
    full = [
        len(every & (read(p).stems | read(p).wholes)) if n == most else 0
        for p, n in zip(pieces, shared, strict=True)
    ]
    best = [p for p, n in zip(pieces, full, strict=True) if n == max(full)]
    return (*best, *(p for p, n in zip(pieces, shared, strict=True) if least <= n < most))
