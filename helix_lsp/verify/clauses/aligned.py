"""Which of the facts of the evidence a clause is about."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from helix_lsp.text.words import stem
from helix_lsp.verify.clauses.evidence import Evidence, Fact
from helix_lsp.verify.clauses.lexicon import KINDS, held_words, words_of

Verdict = Literal["carried", "against", "open"]


class Ruled(NamedTuple):
    """What a rule says of a sentence: `id` names the form in which its place does not carry it, `` when it does;
    `reason` is that in words. What an id is worth is in `helix_lsp/tuning/labels.py`.
    """

    id: str = ""
    reason: str = ""


CARRIED = Ruled()

_SUBJECT = re.compile(r"\W*(?P<name>\w+)\b")
_PLACE = re.compile(
    r"\W*(?:the|this)\s(?:function|method|class|middleware|constructor|decorator|helper|module|macro|hook)\b",
    re.I,
)
TOGETHER = 0.7
FEW = 2
_NEAR = 0.5
_KIND = 1.5


def aligned(main: str, held: Evidence) -> tuple[list[Fact], float]:
    """The facts that share most with what is said to happen, and how much they share. What a sentence says of another
    name of code is none of this one.
    """
    whose, main = _whose(main), acted(main, held)
    wanted = words_of(main)
    wanted = (wanted - held.own - {f"={n}" for n in held.names}) or wanted
    does = frozenset(k for k, p in KINDS.items() if p.search(main))
    told = [f for f in held.facts if not (whose and f.prose and _whose(f.text) not in ("", whose))]
    scored = [(_shared(wanted, f) + _KIND * len(does & f.kinds), f) for f in told]
    most = max((score for score, _ in scored), default=0.0)
    if most <= 0:
        return [], 0.0
    best = [f for score, f in scored if score >= most - _NEAR]
    best = [f for f in best if f.kinds & does] or best
    near = {f.text for f in best if len(wanted & beside(f, main)) >= TOGETHER * len(wanted)}
    return [f for f in best if f.text in near] or best, most  # the same step may be under other conditions


def _whose(text: str) -> str:
    """The name of code that a clause begins with."""
    found = _NAMED.match(text)
    return "" if found is None else found[1].rpartition(".")[2]


_NAMED = re.compile(r"\W{0,3}([A-Za-z][a-z]*[A-Z_:.][\w:.]*)[`\]]{0,2}\s")


def acted(main: str, held: Evidence) -> str:
    """What is said to happen without the name of the place that does it: `close` flushes, and closes nothing by its name."""
    if (sort := _PLACE.match(main)) is not None:
        return main[sort.end() :]
    begun = _SUBJECT.match(main)
    if begun is None or not {begun["name"].lower(), stem(begun["name"].lower())} & (
        held.names | {stem(n) for n in held.names}
    ):
        return main
    return main[begun.end() :]


def _shared(wanted: frozenset[str], fact: Fact) -> int:
    return sum(2 if word[0] == "=" else 1 for word in wanted & fact.words)


def beside(fact: Fact, part: str) -> frozenset[str]:
    """The words of a fact, of the conditions that it is under, and of its marks: a parenthesis calls, `=`
    stores, `return` gives back.
    """
    verbs = " ".join(m[0] for kind in fact.kinds for m in KINDS[kind].finditer(part))
    guards = frozenset[str]().union(*(a.held for g in fact.guards for a in g.condition.atoms))
    return held_words(fact.words | fact.about | guards, "" if fact.prose else fact.text) | words_of(verbs)
