"""Wrong versions of a right claim, one kind of fault each. Deterministic: the same claims give the same
mutants.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.])")
_UNIT = re.compile(
    r"(?<![\w.])(\d+(?:[.,_]\d+)*)([ -]?)(seconds?|minutes?|hours?|days?|weeks?|years?|bytes?|[kKMG]i?B|ms|us|ns|nm|mm|cm|s|GHz|MHz|kHz|Hz|"
    r"GPa|MPa|kPa|Pa|MW|kW|W|MJ|kJ|J|%|percent|K|m|V)(?![\w])"
)
_OTHER_UNIT = {
    "second": "minute", "minute": "hour", "hour": "day", "day": "hour", "week": "day", "year": "day", "byte": "kilobyte", "kB": "MB", "KB": "MB",
    "MB": "GB", "GB": "MB", "KiB": "MiB", "MiB": "KiB", "ms": "s", "us": "ms", "ns": "us", "nm": "um", "mm": "cm", "cm": "mm", "s": "ms",
    "GHz": "MHz", "MHz": "kHz", "kHz": "Hz", "Hz": "kHz", "GPa": "MPa", "MPa": "GPa", "kPa": "MPa", "Pa": "kPa", "MW": "kW", "kW": "MW", "W": "kW",
    "MJ": "kJ", "kJ": "MJ", "J": "kJ", "%": " K", "percent": "kelvin", "K": "%", "m": "mm", "V": "W", "kg": "g",
}  # fmt: skip
_AUXILIARY = re.compile(
    r"\b(is|are|was|were|can|will|should|must|may|does|do|has|have|could|would)\b(?! not\b|n't)(?=\s+[a-z])"
)
_NEITHER = re.compile(r"\bneither\b(.{1,60}?)\bnor\b")
_DENIED = re.compile(
    r"\b(?:(is|are|was|were|can|will|should|must|may|does|do|has|have|could|would)(?:n['’]t| not)|cannot|never|not|no)\b ?"
)
_CODE = re.compile(r"`[^`]*`")
_IDENTIFIER = re.compile(r"`([A-Za-z_][\w.]*)`")


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A sentence of an answer with the texts it cites and the names about those places. `where` keeps two
    claims of one place apart.
    """

    repository: str
    question: str
    text: str
    cited: tuple[str, ...]
    around: tuple[str, ...]
    where: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """`kind` is the fault; `claim` carries it."""

    kind: str
    claim: Claim


KINDS = (
    "number changed",
    "unit changed",
    "citation swapped",
    "sentence invented",
    "negation flipped",
    "identifier swapped",
)


def mutants(claims: tuple[Claim, ...]) -> Iterator[Mutant]:
    """At most one mutant of each kind of every claim, in order."""
    for at, claim in enumerate(claims):
        made = (
            _number(claim),
            _unit(claim),
            _citation(claim, at, claims),
            _invented(claim, at, claims),
            _negation(claim),
            _identifier(claim, at, claims),
        )
        yield from (
            Mutant(kind=kind, claim=other)
            for kind, other in zip(KINDS, made, strict=True)
            if other is not None
        )


def _number(claim: Claim) -> Claim | None:
    found = _NUMBER.search(claim.text)
    if found is None:
        return None
    other = f"{float(found[0]) + 1.5:g}" if "." in found[0] else str(int(found[0]) * 3 + 4)
    return replace(claim, text=claim.text[: found.start()] + other + claim.text[found.end() :])


def _unit(claim: Claim) -> Claim | None:
    found = _UNIT.search(claim.text)
    if found is None:
        return None
    unit = found[3]
    many = len(unit) > 3 and unit.endswith("s")
    other = _OTHER_UNIT.get(unit.removesuffix("s") if many else unit)
    if other is None:
        return None
    return replace(
        claim, text=claim.text[: found.start(3)] + other + ("s" if many else "") + claim.text[found.end(3) :]
    )


def _citation(claim: Claim, at: int, claims: tuple[Claim, ...]) -> Claim | None:
    """The citation of the next claim of the same answer that cites another place; then of another answer."""
    same = [
        c
        for c in (*claims[at + 1 :], *claims[:at])
        if c.question == claim.question and c.repository == claim.repository
    ]
    for other in (*same, *claims[at + 1 :], *claims[:at]):
        if (
            not set(other.where) & set(claim.where)
            and other.cited != claim.cited
            and not _inside(claim, other)
        ):
            return replace(claim, cited=other.cited, around=other.around, where=other.where)
    return None


def _inside(claim: Claim, other: Claim) -> bool:
    """True when the other place lies in the definition or section that the claim is about: such a citation
    may well carry it.
    """
    own = [a for a in claim.around[1:] if a.partition("\n")[0] in claim.text]
    return any(a in other.around for a in own)


def _invented(claim: Claim, at: int, claims: tuple[Claim, ...]) -> Claim | None:
    """A sentence that says something else of the same repository, under this claim's citation."""
    for other in (*claims[at + 1 :], *claims[:at]):
        if (
            other.repository == claim.repository
            and other.question != claim.question
            and other.text != claim.text
            and not _inside(other, claim)
        ):
            return replace(claim, text=other.text)
    return None


def _negation(claim: Claim) -> Claim | None:
    """Outside code spans; a negation is taken away where there is one, else one is put behind the first
    auxiliary.
    """
    hidden = _CODE.sub(lambda m: "`" + "x" * (len(m[0]) - 2) + "`", claim.text)
    if found := _NEITHER.search(hidden):
        between = claim.text[found.start(1) : found.end(1)]
        return replace(
            claim, text=f"{claim.text[: found.start()]}either{between}or{claim.text[found.end() :]}"
        )
    if found := _DENIED.search(hidden):
        kept = f"{found[1]} " if found[1] else "can " if found[0].startswith("cannot") else ""
        return replace(claim, text=claim.text[: found.start()] + kept + claim.text[found.end() :])
    if found := _AUXILIARY.search(hidden):
        return replace(claim, text=f"{claim.text[: found.end()]} not{claim.text[found.end() :]}")
    return None


def _identifier(claim: Claim, at: int, claims: tuple[Claim, ...]) -> Claim | None:
    found = _IDENTIFIER.search(claim.text)
    if found is None:
        return None
    own = {found[1], "None", *claim.around}
    for other in (*claims[at + 1 :], *claims[:at]):
        named = _IDENTIFIER.search(other.text)
        if (
            other.repository == claim.repository
            and named
            and named[1] not in own
            and not _told(named[1], claim)
        ):
            return replace(
                claim, text=f"{claim.text[: found.start(1)]}{named[1]}{claim.text[found.end(1) :]}"
            )
    return None


def _told(name: str, claim: Claim) -> bool:
    """True when the name's last part stands in the claim or in what it cites: then the swap may be no fault
    at all.
    """
    last = name.rpartition(".")[2].lower()
    return any(last in text.lower() for text in (claim.text, *claim.cited, *claim.around))
