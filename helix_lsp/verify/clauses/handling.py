"""What becomes of a failure: passed on, swallowed, logged, turned into another, or the end of the work.

In code it is told from what is in the block that catches it, or behind `err != nil`.
"""

from __future__ import annotations

import re

from helix_lsp.text.words import stem
from helix_lsp.verify.clauses.lexicon import canon, words_of
from helix_lsp.verify.clauses.steps import Step

_SPOKEN: dict[str, re.Pattern[str]] = {
    "swallow": re.compile(
        r"\b(?:swallow|suppress|silenc|hid|ignor)\w*\s?(?!message|rule|file)|\bsilently\b", re.I
    ),
    "raise": re.compile(r"\b(?:propagat|re-?rais|re-?throw|bubbl)\w*|\bthrown again\b|\bas an error\b", re.I),
    "log": re.compile(r"\b(?:logs?|logged|logging|prints?|printed|reports?|reported)\b", re.I),
    "go on": re.compile(r"\b(?:continues|goes on|carries on|keeps going|proceeds)\b", re.I),
    "wrap": re.compile(
        r"\b(?:wrap(?:s|ped)? in|turned into|converted (?:in)?to|becomes?|rethrown as|raised as)\b", re.I
    ),
}
_WRITTEN: dict[str, re.Pattern[str]] = {
    "swallow": re.compile(r"^\s*(?:pass|None|\(\)|\{\}|_)\s*,?;?$|\bignored?\b", re.I),
    "raise": re.compile(
        r"\b(?:raise|throw|panic)\b|\breturn\b.{0,80}\berr\b|\breturn\s+(?:Some\()?(?:Err|fmt\.Errorf|Error)"
    ),
    "log": re.compile(r"\b(?:log\w*|print\w*|warn\w*|eprintln\w*|err_message|Print\w*|console)\b"),
    "go on": re.compile(r"\b(?:continue|next)\b"),
    "wrap": re.compile(
        r"\b(?:raise|throw|return)\b.{0,120}\b(?:new |\w+(?:Error|Exception|Request)\b|from )"
    ),
}
_FAILURE = re.compile(
    r"\b(?:error|exception|fail\w*|throws?|thrown|raised?|invalid)\b|\w(?:Error|Exception|ENOENT|EOF)\b", re.I
)


def spoken_handling(sentence: str) -> frozenset[str]:
    """How the sentence says that a failure is handled; empty when it speaks of none."""
    if not _FAILURE.search(sentence):
        return frozenset()
    sentence = re.sub(r"`[^`]*`", "`", sentence)
    return frozenset(kind for kind, pattern in _SPOKEN.items() if pattern.search(sentence))


def spared_by(main: str) -> str:
    """The word for what is not done (`skipped`): the step is under the other condition. `` where there is none, or
    where a failure is ignored.
    """
    found = _SPARED.search(main)
    return canon(stem(found[1])) if found is not None and not spoken_handling(main) else ""


_SPARED = re.compile(r"\b(?:is|are|was|were|gets?|be)\s(?:just\s|simply\s)?(skipped|ignored|omitted)\b", re.I)


def handled(sentence: str, steps: tuple[Step, ...]) -> tuple[frozenset[str], frozenset[str], bool]:
    """(what the catching blocks that share most words with the sentence do; names that none of them holds together
    with the others and another catching block holds; whether there is any catching block).
    """
    wanted = words_of(sentence)
    regions: dict[str, list[Step]] = {}
    for step in steps:
        caught = [g for g in step.guards if g.caught]
        if caught:
            regions.setdefault(f"{caught[-1].condition.text}@{_start(step, steps)}", []).append(step)
    words = {
        name: words_of(name.rpartition("@")[0]).union(*(s.words for s in some))
        for name, some in regions.items()
    }
    most = max((len(wanted & held) for held in words.values()), default=0)
    best = [name for name, held in words.items() if len(wanted & held) == most]
    done = [step for name in best for step in regions[name]]
    kinds = frozenset(kind for kind, pattern in _WRITTEN.items() if any(pattern.search(s.text) for s in done))
    named = frozenset(w for w in wanted if w[0] == "=" and any(w in held for held in words.values()))
    lacking = [named - words[name] for name in best]
    return kinds, min(lacking, key=len) if lacking else named, bool(regions)


def _start(step: Step, steps: tuple[Step, ...]) -> int:
    """The first line of the run of steps under the same guards."""
    at = step.index
    for other in reversed(steps):
        if other.index < at and other.guards[: len(step.guards)] == step.guards:
            at = other.index
    return at


_TURNED = re.compile(
    r"`(?P<one>[\w.:]+)`[^`]{0,60}?\b"
    r"(?:wrapped in|turned into|converted (?:in)?to|becomes|rethrown as|raised as)\s(?:an?\s|the\s)?`(?P<other>[\w.:]+)`"
)


def turned_into(sentence: str, steps: tuple[Step, ...]) -> bool:
    """False where a sentence says which failure becomes which, and no block catches the one and raises the other."""
    return all(
        any(
            found["other"] in s.text and any(g.caught and found["one"] in g.condition.text for g in s.guards)
            for s in steps
        )
        for found in _TURNED.finditer(sentence)
    )
