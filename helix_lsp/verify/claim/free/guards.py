"""The condition of a free sentence against those in the source, which are read as a citation's are: under which one
something is done.

Only a condition with a word to look for is read (`if x is not set`, `only in strict mode`, `that is shared`, `if a is at
least b`), and only where a step under it has a word of what is said to be done.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from helix_lsp.align.drift.verdict import Reason
from helix_lsp.align.live import Live
from helix_lsp.text.regex import regex
from helix_lsp.verify.claim.claim import Claim, Seen, unknown
from helix_lsp.verify.claim.free.scope import Scope, content, scope_of, unscoped
from helix_lsp.verify.claim.free.sentence import plain
from helix_lsp.verify.clauses.predicate import Condition, agree, spoken
from helix_lsp.verify.clauses.steps import Step, steps

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
        r"\bonly\s+(?:in|(?P<word>outside|outside\s+of))\s+(?:the\s+)?(?P<cond>(?P<name>[a-z]{4,20}))\s+mode\b",
    )
)
_DENIED = ("unless", "outside", "outside of")
_LINES = 400  # that `steps` reads of one text


def told_condition(text: str) -> bool:
    """True for a sentence with a condition that can be looked up."""
    return any(s.search(text) for s in _SAID)


def agrees(claim: Claim, scope: Scope) -> bool | None:
    """Whether the source does what the sentence says under its condition, or under the opposite; None where it is
    not told.
    """
    found = next((m for s in _SAID if (m := s.search(claim.words)) is not None), None)
    if found is None:
        return None
    word = str(found.groupdict().get("word") or "").lower()
    condition = spoken(found["cond"].replace("`", ""), denied=" ".join(word.split()) in _DENIED)
    name = plain(found["name"]).rpartition(".")[2]
    said = content(claim.words[: found.start()]) - content(f"{claim.subject.written} {name}")
    named = re.compile("|".join(map(re.escape, re.findall(r"\w+(?=`)", found["cond"]))) or r"(?!)")
    seen = {
        sign
        for step in steps_of(scope)
        for guard in step.guards
        if guard.direct
        and _names(guard.condition.text, name)
        and said & content(named.sub(" ", step.text))
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
    return (
        unknown("guard-open", fact) if held is None else Seen(facts=(fact,), holds=held, why=Reason("guard"))
    )
