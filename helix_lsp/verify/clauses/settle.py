"""Does the place that is cited say what a clause adds to its words? Each rule says `carried`, `against` or
`open`.

`against`: the place says the reverse. `open`: it neither says so nor the reverse, in marks that can be read
here. A sentence is carried when every rule that speaks is carried. `docs/explanation/verification.md` has
what each rule is worth on labelled sentences.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

import msgspec
from msgspec.structs import replace

from helix_lsp.text.regex import regex
from helix_lsp.tuning.verify import AGAINST, VerifyTuning
from helix_lsp.verify.clauses.evidence import (
    CARRIED,
    FEW,
    Evidence,
    Fact,
    Ruled,
    Verdict,
    acted,
    aligned,
    beside,
    evidence,
    in_order,
    pivoted,
)
from helix_lsp.verify.clauses.lexicon import KINDS, words_of
from helix_lsp.verify.clauses.predicate import Condition, agree, reverse, spoken
from helix_lsp.verify.clauses.settled import (
    as_many,
    counted,
    handled,
    place,
    spared_by,
    spoken_handling,
    turned_into,
)
from helix_lsp.verify.clauses.steps import Guard
from helix_lsp.verify.clauses.told import Clause, clauses, conditional


class Settled(msgspec.Struct, frozen=True, kw_only=True):
    """`told` is what the rule says that decided; `spoke` names the rules that have something to say."""

    verdict: Verdict
    told: Ruled = CARRIED
    spoke: frozenset[str] = frozenset()


_LONGEST = 600


def settle(sentence: str, cited: tuple[str, ...], around: tuple[str, ...] = ()) -> Settled:
    """What all rules say together of one sentence. The first that is against decides, then the first that is
    open.
    """
    if len(sentence) > _LONGEST:
        return Settled(
            verdict="open", told=Ruled("length", "the sentence is too long to be read clause by clause")
        )
    held = evidence(cited, around)
    found = {name: told for name, rule in RULES.items() if (told := rule(sentence, held)) is not None}
    told = first(found.values())
    return Settled(verdict=verdict_of(told), told=told, spoke=frozenset(found))


def first(found: Iterable[Ruled]) -> Ruled:
    """What decides of all that rules say: the first that is against, then the first that is open."""
    some = [told for told in found if told.id]
    return next((told for told in some if told.id in AGAINST), some[0] if some else CARRIED)


def verdict_of(told: Ruled) -> Verdict:
    """What the id of a rule means for a sentence."""
    return "against" if told.id in AGAINST else "open" if told.id else "carried"


_LEAST = 2.0
_SHARED = 0.16
_ATOM_SHARE = 0.5
_MET = 0.5
_FAINT = VerifyTuning().condition_faint
_NEARLY = 0.7


def _match(condition: Condition, fact: Fact) -> tuple[int, bool, float]:
    """(sign, whether the step itself is under it, the share of words in common). The guard that speaks most of a condition decides,
    what only follows from an earlier exit is asked last; then each part of the condition is held against all
    guards together.
    """
    for direct in (True, False):
        found = [
            (*agree(condition, guard.condition), guard.condition.text)
            for guard in reversed(fact.guards)
            if guard.direct is direct and not (guard.caught and agree(condition, guard.condition)[0] < 0)
        ]
        if told := [f for f in found if f[0] and f[1] >= _SHARED]:
            sign, share, text = max(told, key=lambda f: f[1])
            if (
                sign > 0
                and condition.joined != "or"
                and any(
                    g.condition.joined != "or"
                    and g.condition.text != text
                    and reverse(condition, g.condition)
                    for g in fact.guards
                )
            ):
                return -1, direct, share
            return sign, direct, share
    return 0, False, 0.0


def _condition(sentence: str, held: Evidence) -> Ruled | None:
    """`if`, `when`, `unless`, `with`, `only if`, `otherwise`, and a negation at what happens under them."""
    some = [c for c in clauses(sentence) if c.condition is not None]
    told = [_under(replace(c, main=part), held) for c in some for part in _done(c.main, held)]
    if not told:
        unread = Ruled("condition-unread", "the condition is not in what is cited")
        return unread if conditional(sentence) and held.steps else None
    return first(told)


def _done(main: str, held: Evidence) -> list[str]:
    """`It does A and returns B`: each is done under the condition."""
    found, begun = list[str](), 0
    for mark in _ALSO.finditer(main):
        if any(kind.match(main, mark.end()) for kind in KINDS.values()):
            found.append(main[begun : mark.start()])
            begun = mark.end()
    found.append(main[begun:])
    return [part for part in found if words_of(acted(part, held))] or [main]


_ALSO = regex(r",?\sand\s(?:then\s|also\s)?")


def _under(clause: Clause, held: Evidence) -> Ruled:
    assert clause.condition is not None
    if (
        clause.of_subject
        and not frozenset[str]().union(*(a.words for a in clause.condition.atoms)) - held.called
    ):
        return CARRIED  # it is so for what is cited
    shown = clause.condition.text[:80]
    facts, score = aligned(clause.main, held)
    spared = spared_by(clause.main)
    turned = [
        -1 if (clause.denied != (spared != "" and spared not in f.words)) != f.denied else 1 for f in facts
    ]
    matched = [_match(clause.condition, f) for f in facts]
    closest = any(direct for _, direct, _ in matched)
    least = _FAINT * max((share for _, direct, share in matched if direct or not closest), default=0.0)
    signs = [
        (sign * t * ((direct or not closest) and share >= least), f)
        for (sign, direct, share), t, f in zip(matched, turned, facts, strict=True)
    ]
    if clause.even:
        if any(s < 0 for s, _ in signs):
            return Ruled("even-reverse", f"what is cited does not hold for `{shown}`")
        return Ruled("even-open", f"`even` for `{shown}` is not in what is cited")
    yes, no = (
        [f for s, f in signs if s > 0 and _meets(clause.condition, f, held)],
        [f for s, f in signs if s < 0],
    )
    if yes and not no:
        only = Ruled("only-open", f"`only` with `{shown}` is not in what is cited")
        done = words_of(clause.main)
        most = max(len(done & beside(f, clause.main)) for f in yes)
        others = [f for f in facts if not f.prose and not f.asks and f not in yes]
        return (
            only
            if clause.only and any(len(done & beside(f, clause.main)) >= most for f in others)
            else CARRIED
        )
    if no and not yes and score >= _LEAST and any(_whole(clause.condition, f, held) for f in no):
        return Ruled("condition-reverse", f"what is cited says the reverse of `{shown}`")
    return Ruled("condition-open", f"the condition `{shown}` is not in what is cited")


def _meets(condition: Condition, fact: Fact, held: Evidence) -> bool:
    """Each part of a condition is in what the fact depends on: all of its names, and most of its other
    words.
    """
    told = frozenset[str]().union(
        fact.words if fact.prose else (), *(a.held for g in fact.guards for a in g.condition.atoms)
    )
    there = held.own | told
    if not as_many(condition, [g.condition for g in fact.guards]):
        return False
    for atom in condition.atoms:
        plain = [w for w in atom.words if w[0] != "="]
        if any(w[0] == "=" and w not in there and w[1:] not in held.names for w in atom.words):
            return False
        if sum(w in there for w in plain) < _MET * len(plain) or _elsewhere(atom.words - told, held):
            return False
    return True


def _elsewhere(missing: frozenset[str], held: Evidence) -> bool:
    """True where another condition of what is cited, of a step or of a sentence, has a word of this one: that one is
    meant.
    """
    return any(missing & a.words for f in held.facts for g in f.guards for a in g.condition.atoms)


def _whole(condition: Condition, fact: Fact, held: Evidence) -> bool:
    """Every word of a condition is in the conditions of a fact."""
    there = held.own.union(*(a.held for g in fact.guards for a in g.condition.atoms))
    return all(w in there for a in condition.atoms for w in a.words if w[0] != "=")


def _negation(sentence: str, held: Evidence) -> Ruled | None:
    """A negation outside conditions, in code: carried by a comment that denies the same. Of prose, `flip`
    knows more; here only that a sentence says what the words that are nearly its own deny.
    """
    for clause in clauses(sentence):
        said = words_of(clause.main)
        if clause.condition is None and not clause.denied and any(_denies(f, said) for f in held.facts):
            return Ruled("denied", "the evidence denies what is said")
    denied = [c for c in clauses(sentence) if c.condition is None and (c.denied or _unsaid(c.main, held))]
    if not held.steps or not denied:
        return None
    for clause in denied:
        facts, _ = aligned(clause.main, held)
        if not any(f.prose and f.denied for f in facts):
            return Ruled("negation-open", "the negation is not in what is cited")
    return CARRIED


def _unsaid(main: str, held: Evidence) -> bool:
    """True for what is said to be skipped where nothing cited speaks of that."""
    return (word := spared_by(main)) != "" and word not in words_of(held.text)


def _denies(fact: Fact, said: frozenset[str]) -> bool:
    shared = len(fact.words & said)
    return (
        fact.prose and fact.denied and shared >= FEW and shared >= _NEARLY * max(len(fact.words), len(said))
    )


def _branch(sentence: str, held: Evidence) -> Ruled | None:
    """Words of a condition that are in what is said to happen (`a null key is stored`) say on which side of
    the condition it happens.
    """
    for clause in clauses(sentence):
        facts, _ = aligned(clause.main, held)
        wanted = words_of(clause.main) - held.own
        sign = next((a.sign for a in spoken(clause.main).atoms), 1)
        named = sign < 0 and not clause.denied  # `a null key`: the step has the key, not that it is null
        if facts and all(
            any(_reversed(wanted if named else wanted - f.words, sign, g) for g in f.guards) for f in facts
        ):
            return Ruled("other-case", "what is cited says so of the other case")
    return CARRIED


def _reversed(said: frozenset[str], sign: int, guard: Guard) -> bool:
    return any(
        len(said & a.words) >= _ATOM_SHARE * len(a.words) and a.sign != sign and a.relation != "size"
        for a in guard.condition.atoms
    )


_CALLS = regex(
    r"(?P<who>`[\w.!?]+`|\b\w+\b)\s(?:itself\s)?(?:directly\s)?(?:calls|invokes|delegates to|hands over to)\s(?:the\s)?"
    r"(?:`(?P<whom>[\w.!?]+)`|(?P<bare>[A-Z]\w*|[a-z]\w*[A-Z_]\w*)\b)"
)
"""A name of code needs no mark around it: a capital inside a sentence, or the shape, tells it."""
_EXTENDS = regex(
    r"`(?P<who>\w+)`\s(?:extends|inherits from|is a subclass of|derives from|implements)\s`(?P<whom>\w+)`"
)
_RELATED = regex(
    r"\b(?:overrid\w+|precedence|wins?|falls? back|delegat\w+|child of|parent of|onto|merg\w+|inherit\w+|extends|replaces|hand\w* over|"
    r"call(?:s|ed) by|in that order|passe[sd] (?:it|them|the \w+) (?:to|as))\b",
    re.I,
)


def _role(sentence: str, held: Evidence) -> Ruled | None:
    """Who does it to whom."""
    for found in _CALLS.finditer(sentence):
        who, whom = (n.strip("`").rpartition(".")[2] for n in (found["who"], found["whom"] or found["bare"]))
        called = [name for name in (who, whom) if _called(name, held)]
        if whom in called and who not in called:
            return CARRIED
        if who in called and whom not in called and whom.lower() in held.names:
            return Ruled("call-reverse", f"`{whom}` is not called there")
        if found["bare"] and not held.steps and (told := pivoted(sentence, held, {"calls"})) is not None:
            return told  # of prose, the two sides of the word
        return Ruled("call-open", "who calls whom is not told there")
    for found in _EXTENDS.finditer(sentence):
        who, whom = found["who"], found["whom"]
        if re.search(
            rf"\b{who}\b[^\n{{]{{0,40}}(?:extends|implements|<|:|\()\s*[^\n{{]{{0,60}}\b{whom}\b", held.text
        ):
            return CARRIED
        return Ruled("base-other", f"`{who}` is not made from `{whom}` there")
    if (told := pivoted(sentence, held, {"to", "from", "over", "than", "by"})) is not None:
        return told
    related = _RELATED.search(sentence)
    if related is None:
        return None
    if any(f.prose and related[0].lower() in f.text.lower() for f in held.facts):
        return CARRIED  # sides that are exchanged are found before
    return Ruled("role-open", "who does it to whom is not told there")


def _called(name: str, held: Evidence) -> bool:
    return any(
        re.search(rf"(?<!\w)(?<!function )(?<!func )(?<!def )(?<!fn ){re.escape(name)}[!?]?\(", s.text)
        for s in held.steps
    )


def _handling(sentence: str, held: Evidence) -> Ruled | None:
    """Swallowed, passed on, logged, wrapped."""
    said = spoken_handling(sentence)
    if not said:
        return None
    done, elsewhere, there = handled(sentence, held.steps)
    if not there:
        return Ruled("handling-open", "how a failure is handled is not told there")
    if elsewhere or not turned_into(sentence, held.steps):
        return Ruled("handling-open", "another block handles what is named")
    if said <= done or ("wrap" in said and "raise" in done and said - {"wrap"} <= done):
        return CARRIED
    return Ruled("handling-other", f"the failure is not handled so there: {', '.join(sorted(said - done))}")


RULES: dict[str, Callable[[str, Evidence], Ruled | None]] = {
    "condition": _condition, "negation": _negation, "place": place, "branch": _branch, "order": in_order,
    "role": _role, "handling": _handling, "quantity": counted,
}  # fmt: skip
