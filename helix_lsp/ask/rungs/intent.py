"""Rung 1: what kind of answer the question wants."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from helix_lsp.ask.question import HEIRS, Question

Kind = Literal["definition", "location", "usage", "flow", "reason", "overview"]

_SYMBOL_ONLY = re.compile(r"^`?[A-Za-z_][\w.:#\\/>-]*(?:\(\))?`?\??$")
_PLEASE = r"^\W*(?:(?:please|can you|could you) )*"
_PATTERNS: tuple[tuple[Kind, re.Pattern[str], str], ...] = (
    (
        "usage",
        re.compile(r"\b(?:who|what|which \w+) (?:calls?|uses?|imports?|invokes?)\b|\bwhere (?:is|are) .{1,80}\b(?:used|called|imported)\b|"
                   r"\b(?:usages?|callers?|users) of\b|" + HEIRS, re.I),
        "asks for users of a thing",
    ),
    ("reason", re.compile(r"^\W*why\b|\brationale\b|\bfor what reason\b|\bwhat is the (?:reason|point|purpose)\b", re.I), "asks why"),
    (
        "location",
        re.compile(r"^\W*where\b|\b(?:which|what) (?:file|module|function|method|class|place|package)\b", re.I),
        "asks for places",
    ),
    (
        "flow",
        re.compile(_PLEASE + r"(?:(?:explain|describe|show|tell)(?: to)?(?: me| us)?,? )?how\b|\bwhat happens\b|"
                   r"\b(?:work|control|data)\s?flow\b|\bwalk me through\b|\bstep by step\b", re.I),
        "asks how",
    ),
    (
        "definition",
        re.compile(_PLEASE + r"(?:what(?:'s| is| are| does| do)\b|(?:define|explain|describe|show|tell)\b|meaning of\b|"
                   r"what .{1,60}\bmeans?\b)|\bdifferences? between\b|\b(?:vs\.?|versus)\s", re.I),
        "asks what a thing is",
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Intent:
    """`reason` says in words why this kind was chosen."""

    kind: Kind
    reason: str

    @property
    def status(self) -> str:
        return "ok"

    @property
    def events(self) -> tuple[str, ...]:
        return ("Helix Ask: Intent resolved - ok",)

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        return (("kind", self.kind), ("reason", self.reason))


def route(question: Question) -> Intent:
    """The first pattern that fits decides; a bare name is a definition question; anything else wants an overview."""
    text = question.text.strip()
    if _SYMBOL_ONLY.match(text):
        return Intent(kind="definition", reason="the whole question is one name")
    for kind, pattern, reason in _PATTERNS:
        if pattern.search(text):
            return Intent(kind=kind, reason=reason)
    return Intent(kind="overview", reason="no question word decides")
