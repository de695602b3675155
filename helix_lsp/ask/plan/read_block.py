"""The strict reader of a plan. Nothing outside the markers counts, nothing unknown gets through, nothing
raises.

Invariants: `read_block(write_block(d)) == d` for every `d` that it returns; a block without its end counts as
none; of several blocks the first counts; every value left out is a problem with its line (from 1), but for
repeated values and echoed instructions. casimirbot takes a text without markers as a plan; we do not
(design-decisions.md#planner).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from types import MappingProxyType

from helix_lsp.align.drift.verdict import Reason, because
from helix_lsp.ask.plan import values
from helix_lsp.ask.plan.values import Directives
from helix_lsp.ask.plan.write_block import END, INSTRUCTIONS, QUERIES, START
from helix_lsp.config.plan import PlanConfig
from helix_lsp.text.regex import regex

_MOST_PROBLEMS = 20
_SAY = MappingProxyType({
    "no-block": "line {line}: there is no PLAN_START; nothing counts",
    "no-end": "line {line}: the block has no PLAN_END; nothing counts",
    "second-block": "line {line}: a second block; only the first counts",
    "more": "and {many} more problems",
    "no-directive": "line {line}: {text} is not a directive",
    "no-question": "line {line}: clarify is not one short question",
    "no-criteria": "line {line}: evidence_criteria is not `slot => phrase, phrase`",
    "unfit": "line {line}: {text} cannot stand in {name}",
    "full": "line {line}: {name} holds {most} values already",
})  # fmt: skip
_LINE_END = regex(r"\r\n|\r|\n")
_KEY = regex(r"\A([a-z][a-z_ ]{2,30}?)\s*[:=](?!>)\s*(.*)\Z", re.I)
_ITEM = regex(r'\s*(?:"([^"]*)"|([^,|]*))\s*(?:[,|]|\Z)')
_ARROW = regex(r"(?<!\s)\s*[=-]>\s*")
_KEYS = {
    "preferred_surfaces": "preferred_surfaces", "avoid_surfaces": "avoid_surfaces", "must_include_globs": "must_include_globs",
    "must_include": "must_include_globs", "required_slots": "required_slots", "slots": "required_slots", "concept_slots": "concept_slots",
    "evidence_criteria": "evidence_criteria", "slot_evidence": "evidence_criteria", "clarify": "clarify",
}  # fmt: skip
_ECHOES = frozenset(" ".join(line.split()).casefold() for line in INSTRUCTIONS.splitlines())


def say_problem(problem: Reason) -> str:
    """What was wrong with a block, in words."""
    return _SAY[problem.id].format(**dict(problem.facts))


def read_block(text: str, cfg: PlanConfig) -> tuple[Directives, tuple[Reason, ...]]:
    """The directives of the first whole block of a text, and what was wrong with it. No block gives empty
    directives.
    """
    lines = _LINE_END.split(text[: cfg.plan_chars])
    marks = [line.strip() for line in lines]
    if START not in marks:
        return Directives(), (because("no-block", line="1"),)
    first = marks.index(START) + 1
    if END not in marks[first:]:
        return Directives(), (because("no-end", line=str(first)),)
    last = marks.index(END, first)
    reader = _Reader(cfg)
    for number in range(first, last):
        reader.take(number + 1, marks[number])
    if START in marks[last + 1 :]:
        reader.problems.append(because("second-block", line=str(marks.index(START, last + 1) + 1)))
    left = len(reader.problems) - _MOST_PROBLEMS
    more = (because("more", many=str(left)),) if left > 0 else ()
    return reader.directives(), (*reader.problems[:_MOST_PROBLEMS], *more)


class _Reader:
    """Gathers one block line by line."""

    def __init__(self, cfg: PlanConfig) -> None:
        self._cfg = cfg
        self._lists: dict[str, dict[str, str]] = {}
        self._criteria: dict[str, dict[str, str]] = {}
        self._clarify = ""
        self._queries = False
        self.problems: list[Reason] = []

    def take(self, number: int, line: str) -> None:
        if not line or " ".join(line.split()).casefold() in _ECHOES - {QUERIES.casefold()}:
            return
        if line == QUERIES:
            self._queries = True
        elif self._queries:
            self._add("hints", number, [line], lambda v: values.hint(v, self._cfg), self._cfg.hints)
        else:
            self._directive(number, re.sub(r"\A[-*]\s+", "", line))

    def directives(self) -> Directives:
        listed = {name: tuple(found.values()) for name, found in self._lists.items()}
        criteria = tuple(
            (slot, tuple(phrases.values())) for slot, phrases in self._criteria.items() if phrases
        )
        return Directives(
            preferred_surfaces=listed.get("preferred_surfaces", ()),
            avoid_surfaces=listed.get("avoid_surfaces", ()),
            must_include_globs=listed.get("must_include_globs", ()),
            required_slots=listed.get("required_slots", ()),
            concept_slots=listed.get("concept_slots", ()),
            evidence_criteria=criteria,
            clarify=self._clarify,
            hints=listed.get("hints", ()),
        )

    def _directive(self, number: int, line: str) -> None:
        found = _KEY.match(line)
        name = _KEYS.get(re.sub(r"\s+", "_", found[1].strip().lower())) if found else None
        if found is None or name is None:
            self._problem("no-directive", number, text=repr(line[:60]))
            return
        value = found[2].strip()
        if name == "clarify":
            asked = values.clarify(value, self._cfg)
            if asked is None:
                self._problem("no-question", number)
            self._clarify = self._clarify or asked or ""
        elif name == "evidence_criteria":
            self._evidence(number, value)
        else:
            check, most = self._check(name)
            self._add(name, number, _items(value), check, most)

    def _check(self, name: str) -> tuple[Callable[[str], str | None], int]:
        cfg = self._cfg
        return {
            "preferred_surfaces": (values.surface, cfg.must_include),
            "avoid_surfaces": (values.surface, cfg.must_include),
            "must_include_globs": (values.glob, cfg.must_include),
            "required_slots": (values.required_slot, cfg.request_slots),
            "concept_slots": (values.concept_slot, cfg.request_slots),
        }[name]

    def _evidence(self, number: int, value: str) -> None:
        parts = _ARROW.split(value, maxsplit=1)
        slot = values.concept_slot(parts[0])
        if len(parts) < 2 or slot is None:
            self._problem("no-criteria", number)
            return
        held = (
            self._criteria.setdefault(slot, {})
            if slot in self._criteria or len(self._criteria) < self._cfg.request_slots
            else {}
        )
        self._gather("evidence_criteria", held, number, _items(parts[1]), values.phrase, self._cfg.criteria)

    def _add(
        self, name: str, number: int, items: list[str], check: Callable[[str], str | None], most: int
    ) -> None:
        self._gather(name, self._lists.setdefault(name, {}), number, items, check, most)

    def _gather(
        self,
        name: str,
        held: dict[str, str],
        number: int,
        items: list[str],
        check: Callable[[str], str | None],
        most: int,
    ) -> None:
        for item in items:
            kept = check(item)
            if kept is None:
                self._problem("unfit", number, text=repr(item[:60]), name=name)
            elif kept.casefold() not in held and len(held) >= most:
                self._problem("full", number, name=name, most=str(most))
            else:
                held.setdefault(kept.casefold() if name == "hints" else kept, kept)

    def _problem(self, id: str, number: int, **facts: str) -> None:  # noqa: A002  as `because` has it
        self.problems.append(because(id, line=str(number), **facts))


def _items(value: str) -> list[str]:
    """Values parted by `,` or `|`, which inside double quotes part nothing; empty ones are left out."""
    out: list[str] = []
    at = 0
    while at < len(value):
        found = _ITEM.match(value, at)
        if found is None:  # a quote that is not closed, or text behind one
            end = value.find(",", at)
            end = len(value) if end < 0 else end
            out.append(value[at:end].strip())
            at = end + 1
            continue
        item = (found[1] if found[1] is not None else found[2]).strip()
        if item:
            out.append(item)
        at = max(found.end(), at + 1)
    return out
