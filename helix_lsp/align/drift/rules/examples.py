"""The name is an example's own: a thing supposed, a name that a code block defines, or a stretch that a
program writes.
"""

from __future__ import annotations

import re

from helix_lsp.align.drift.case import Case
from helix_lsp.align.drift.reference import IMPORTED, SHOWN, Kind
from helix_lsp.align.drift.rules.rule import NAMES, Facts, Rule, when
from helix_lsp.align.drift.shown import examples_of
from helix_lsp.text.regex import regex

_MARK = regex(
    rb"<!--[^<>\n]{0,80}?(?<![A-Za-z])(?P<edge>start|end)(?![A-Za-z])[^<>\n]{0,200}-->", re.IGNORECASE
)
_HANDS_OFF = regex(rb"do(?: not|n't) (?:remove|edit|modify|change)|(?:auto[- ]?)?generated", re.IGNORECASE)
_ADDED = regex(  # what leads a block in whose names the reader is to add himself
    rb"\bmonkey[- ]?patch|\byou\s(?:can|could|may|might)\s(?:also\s)?(?:add|define|write)\s(?:an?|your)\s(?:own\s)?(?:helper|method|function)\b",
    re.IGNORECASE,
)
_MADE_REACH = 60_000
_LEAD = 600  # bytes before a block in which its lead is read
_MADE: frozenset[Kind] = frozenset({"link", "path", "name"})


def _example_here(case: Case) -> Facts | None:
    fences = tuple(case.outline.fences) if case.outline is not None else ()
    if (
        case.ref.role == SHOWN
    ):  # what the page makes is not read, and what it is asked of is the example's as a rule
        start = next((fence.span.start for fence in fences if fence.span.covers(case.ref.span)), 0)
        return when(_ADDED.search(case.data[max(0, start - _LEAD) : start].rpartition(b"\n#")[2]))
    if case.witness.check.id == "key-gone" or (
        case.ref.kind == "flag" and any(fence.span.covers(case.ref.span) for fence in fences)
    ):
        return None  # a block sets a key, and an option in one would define itself
    own = examples_of(case.data, fences)
    owner = case.ref.name.parts[0] if case.ref.name is not None and case.ref.role != IMPORTED else ""
    return when(case.word in own or owner in own)


def _made_text(case: Case) -> Facts | None:
    """Between the marks of a program that writes this stretch of the document (`<!-- LIST:START - Do not remove ... -->`)."""
    opened: list[bytes] = []  # marks nest: a list of a program may hold one that keeps a formatter away
    for mark in _MARK.finditer(case.data, max(0, case.ref.span.start - _MADE_REACH), case.ref.span.start):
        if mark["edge"].lower() == b"start":
            opened.append(mark[0])
        elif opened:
            opened.pop()
    return when(any(_HANDS_OFF.search(mark) for mark in opened))


RULES = (
    Rule(
        id="example-here", kinds=NAMES, hints=True, examine=_example_here, says="an example in this document defines it",
        about="A code block of the document defines or binds the name, or the text before the block says that the reader adds it.",
        fires=("# Guide\n\n```python\ndef grill_it():\n    pass\n```\n\nCall `grill_it`.\n",),
        silent=("# Guide\n\n```python\ngrill_it()\n```\n\nCall `grill_it`.\n",),
    ),
    Rule(
        id="made-text", kinds=_MADE, hints=True, examine=_made_text, says="a program writes this stretch of the document",
        about="It stands between the marks of a program that writes this stretch of the document.",
        fires=("# Guide\n\n<!-- LIST:START - Do not edit -->\nCall `grill_it`.\n<!-- LIST:END -->\n",),
        silent=("# Guide\n\n<!-- LIST:START - Do not edit -->\nwords\n<!-- LIST:END -->\nCall `grill_it`.\n",),
    ),
)  # fmt: skip
