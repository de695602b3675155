"""How many: `all`, `any`, `always`, `never`, `only`."""

from __future__ import annotations

import re

from helix_lsp.verify.clauses.aligned import CARRIED, Ruled, aligned
from helix_lsp.verify.clauses.evidence import Evidence, Fact
from helix_lsp.verify.clauses.predicate import Condition
from helix_lsp.verify.clauses.told import clauses
from helix_lsp.verify.segments import segments

_MANY: dict[str, tuple[re.Pattern[str], re.Pattern[str]]] = {
    "all": (re.compile(r"\b(?:all|every|everything|each|both)\b", re.I),
            re.compile(r"\b(?:all|every|everything|each|both)\b|\.all\b|&&|\band\b|\bfor\b|\bwhile\b", re.I)),
    "any": (re.compile(r"\b(?:any|anything)\b", re.I),
            re.compile(r"\b(?:any|anything|either|every|or)\b|\|\||\b(?:Base)?Exception\b|\bThrowable\b", re.I)),
    "always": (re.compile(r"\balways\b|\bincluded\b|\bwh(?:at|ich)ever\b|\bregardless\b", re.I),
               re.compile(r"\b(?:always|regardless|whatever|every)\b", re.I)),
    "never": (re.compile(r"\bnever\b", re.I), re.compile(r"\bnever\b", re.I)),
    "only": (re.compile(r"\b(?:only|solely|exclusively)\b", re.I), re.compile(r"\b(?:only|solely|exclusively|just)\b", re.I)),
}  # fmt: skip
_FAILURE = re.compile(r"\b(?:any|every|all) (?:\w+ )?(?:exceptions?|errors?|failures?)\b", re.I)
_EVERY_FAILURE = re.compile(r"^\W*(?:Base)?(?:Exception|Throwable|StandardError|Error)\b")
_SPAN = re.compile(r"`[^`\n]{1,200}`")
_OF_ORDER = re.compile(r"(?:\bonly )?\b(before|after)\b(?: (?:any|all|every|each)\b)?", re.I)


def counted(sentence: str, held: Evidence) -> Ruled | None:
    """How many, told where the rest of the clause is: in its sentence of prose, at its step, or in the loop
    around it. What is at a condition that was compared is left to that.
    """
    spoke = False
    bare = _OF_ORDER.sub(r"\1", _SPAN.sub(" ", sentence))
    for clause in clauses(_OF_ORDER.sub(r"\1", sentence)):
        for kind, (said, written) in _MANY.items():
            if (
                not said.search(bare)
                or not said.search(clause.main)
                or (clause.condition is not None and (clause.only or kind == "always"))
            ):
                continue
            spoke = True
            if kind in ("all", "any") and _FAILURE.search(clause.main) and _caught_all(held):
                continue
            facts, _ = aligned(clause.main, held)
            if not any(_tells(f, written, held) for f in facts):
                return Ruled("quantity-open", f"`{kind}` is not told there")
    return CARRIED if spoke else None


_ALL = re.compile(r"\b(?:all|every|each|both)\b", re.I)
_ANY = re.compile(r"\b(?:any|some|at least one|either)\b", re.I)
_ALL_OF = re.compile(r"\b(?:all|every|each|both)(?:[A-Z_]\w*)?\b|&&|\band\b", re.I)
_ANY_OF = re.compile(r"\b(?:any|some|either|or)(?:[A-Z_]\w*)?\b|\|\|", re.I)


def as_many(said: Condition, held: list[Condition]) -> bool:
    """False where a condition asks for all and the one that shares most of its words does not, or for any and that asks
    for all.
    """
    words = frozenset[str]().union(*(a.words for a in said.atoms))
    written = max(held, key=lambda c: sum(len(words & a.held) for a in c.atoms), default=said).text
    if _ALL.search(said.text):
        return _ALL_OF.search(written) is not None
    return not (_ANY.search(said.text) and _ALL_OF.search(written) and not _ANY_OF.search(written))


def _caught_all(held: Evidence) -> bool:
    """True when a block catches whatever is raised."""
    caught = [g.condition.text for s in held.steps for g in s.guards if g.caught]
    return any(not text.strip("(): e") or _EVERY_FAILURE.search(text) for text in caught)


def _tells(fact: Fact, written: re.Pattern[str], held: Evidence) -> bool:
    """A step under a condition of its own is not done for all."""
    if fact.prose:
        return written.search(fact.text) is not None or any(
            written.search(piece) for piece in segments(held.text) if fact.text in " ".join(piece.split())
        )
    looped = any(
        not g.direct and not g.condition.atoms and written.search("for " + g.condition.text)
        for g in fact.guards
    )
    return written.search(fact.text) is not None or (
        looped and not any(g.direct and g.condition.atoms for g in fact.guards)
    )
