"""What is said to happen under a condition, looked for from the condition: the block that runs under it has the words,
and no other place has them as well.
"""

from __future__ import annotations

from helix_lsp.verify.clauses.aligned import acted, beside
from helix_lsp.verify.clauses.counted import as_many
from helix_lsp.verify.clauses.evidence import Evidence, Fact
from helix_lsp.verify.clauses.lexicon import KINDS, words_of
from helix_lsp.verify.clauses.predicate import Condition, agree
from helix_lsp.verify.clauses.steps import Guard
from helix_lsp.verify.clauses.told import Clause

MET = 0.5
"""Least share of the plain words of a condition that what it is held against has."""


def guarded(clause: Clause, held: Evidence) -> bool:
    """True where the innermost condition of a block is the one of the clause, the block does what is said to happen,
    and the other case does not; of `only`, nor any other block.
    """
    condition = clause.condition
    if condition is None or not condition.atoms or clause.denied or clause.even:
        return False
    done = acted(clause.main.partition(" instead of ")[0], held)
    wanted = words_of(done) - {f"={n}" for n in held.names}
    does = frozenset(k for k, p in KINDS.items() if p.search(done))
    blocks: dict[tuple[Guard, ...], list[Fact]] = {}
    for fact in held.facts:
        if not fact.prose and not fact.asks:
            blocks.setdefault(fact.guards, []).append(fact)
    inside, kinds, others = frozenset[str](), frozenset[str](), list[frozenset[str]]()
    for guards, facts in blocks.items():
        words = wanted & frozenset[str]().union(*(beside(f, done) for f in facts))
        stands = _stands(condition, guards, held)
        if stands > 0:
            inside, kinds = inside | words, kinds.union(*(f.kinds for f in facts))
        elif stands < 0 or (
            clause.only and not any(_stands(condition, guards[:n], held) > 0 for n in range(1, len(guards)))
        ):
            others.append(words)
    return bool(wanted) and inside == wanted and does <= kinds and not any(inside <= o for o in others)


def elsewhere(missing: frozenset[str], held: Evidence) -> bool:
    """True where another condition of what is cited has a word of this one: that one is meant."""
    return any(missing & a.words for s in held.steps for g in s.guards for a in g.condition.atoms)


def _stands(condition: Condition, guards: tuple[Guard, ...], held: Evidence) -> int:
    """+1 where the last guard of a block is the condition, each part of it met; -1 where it denies it."""
    direct = [g for g in guards if g.direct and g.condition.atoms]
    if not direct:
        return 0
    last = direct[-1]
    readings = [last.condition, *([last.told] if last.told is not None else [])]
    if len(direct) > 1 and len(condition.atoms) > 1 and condition.joined == "and":
        both = (*direct[-2].condition.atoms, *last.condition.atoms)
        readings.append(Condition(atoms=both, joined="and", text=last.condition.text))
    return max((_is(condition, reading, held) for reading in readings), key=abs)


def _is(condition: Condition, reading: Condition, held: Evidence) -> int:
    there = held.own.union(*(a.held for a in reading.atoms))
    sign = agree(condition, reading)[0]
    if not as_many(condition, [reading]):
        return 0
    for atom in condition.atoms:
        plain = [w for w in atom.words if w[0] != "="]
        if any(w[0] == "=" and w not in there for w in atom.words):
            return 0
        if sum(w in there for w in plain) < MET * len(plain) or elsewhere(atom.words - there, held):
            return 0
    return sign
