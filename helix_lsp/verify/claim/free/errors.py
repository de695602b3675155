"""An error that a free sentence says is raised: the raise whose guard or message has the words of the sentence decides."""

from __future__ import annotations

from helix_lsp.align.drift.verdict import Reason
from helix_lsp.align.lineage import bases_of
from helix_lsp.align.live import Live
from helix_lsp.text.regex import regex
from helix_lsp.verify.claim.claim import Claim, Seen, unknown
from helix_lsp.verify.claim.free.guards import agrees, steps_of
from helix_lsp.verify.claim.free.scope import Scope, content, holds_text, scope_of, unscoped
from helix_lsp.verify.facts.standard import names_above
from helix_lsp.verify.facts.subject import named

_RAISED = regex(
    r"(?<![\w$])(?:raise|throw(?:\s{1,4}new)?|reject\(new|fail)\s{0,4}\(?\s{0,4}\\?(?P<name>(?:[A-Za-z_$][\w$]*(?:\.|::|\\)){0,4}[A-Z][\w$]*)"
)
_MADE = regex(r"(?<![\w$])(?P<name>[A-Z]\w*(?:Error|Exception))\(")
_CAUGHT = regex(r"(?<![\w$])(?:except|rescue|catch)\b")
_IMPLICIT = frozenset(
    "KeyError IndexError TypeError ValueError AttributeError ZeroDivisionError NullPointerException OSError IOException".split()
)
_LAST = regex(r"\.|::|#|\\")


def error(claim: Claim, live: Live) -> Seen:
    """An error under a condition: the raise whose guard or message has the words of the sentence decides."""
    scope = scope_of(claim.subject.written, live)
    if scope is None:
        return unscoped(claim.subject.written, live)
    wanted = _LAST.split(claim.object.text)[-1]
    raised = _raised(scope)
    names = {name for name, _ in raised}
    entry = live.snapshot.file(scope.of[0].path)
    language = entry.language if entry is not None else ""
    if wanted in names or any(wanted in names_above(n, language, live) for n in names):
        fact = scope.fact("raises", wanted, live)
        if not claim.denied and agrees(claim, scope) is False:
            return Seen(facts=(fact,), holds=False, why=Reason("guard"))
        return Seen(facts=(fact,), holds=True, why=Reason("raises", (("real", ", ".join(sorted(names))),)))
    fact = scope.fact("raises", ", ".join(sorted(names)), live)
    handled = [line for line in scope.code.splitlines() if _CAUGHT.search(line)]
    outside = "\n".join(line for line in scope.code.splitlines() if not _CAUGHT.search(line))
    if not raised or holds_text(outside, wanted) or not _closed(wanted, names, live):
        return unknown("raises-open", fact)
    said = content(claim.words) - content(f"{claim.subject.written} {claim.object.text}")
    scored = sorted(((len(said & content(about)), name) for name, about in raised), reverse=True)
    best, name = scored[0]
    every_one = {n for score, n in scored if score == best}
    caught = any(holds_text(line, wanted) for line in handled)
    alone = len(names) == 1 or not any(score for score, n in scored if n != name)
    least = 1 if alone and (caught or wanted not in _IMPLICIT) else 2
    if not claim.denied and best >= least and len(every_one) == 1:
        return Seen(facts=(fact,), holds=False, why=Reason("raises", (("real", name),)))
    return unknown("raises-open", fact)


def _raised(scope: Scope) -> list[tuple[str, str]]:
    """(name of an error, the step that raises or makes it with the conditions it is under) for each in the source."""
    for shape in (_RAISED, _MADE):
        if out := [
            (
                _LAST.split(m["name"])[-1],
                "\n".join((step.text, *(g.condition.text for g in step.guards[-1:]))),
            )
            for step in steps_of(scope)
            for m in shape.finditer(step.text)
        ]:
            return out
    return []


def _closed(wanted: str, raised: set[str], live: Live) -> bool:
    """True unless the wanted error is a heir of what is raised: a narrower one is not ruled out."""
    heirs = {n for d in named(wanted, live.snapshot) for n, _ in bases_of(d, live.snapshot)}
    return heirs.isdisjoint(raised)
