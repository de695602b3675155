"""Rung 7: is the evidence about the question, and does it speak of every slot? While it does not, the
controller looks further.

Passes: the seed (rungs 5 and 6), an expansion (wanting slots, hints, headings, file names, names of what was
found), for a demanded slot a widening (code first, whole names one hop away). It stops with exactly one of four reasons; coverage
and the gate's share never fall from pass to pass.
The budget counts passes and queries, not time (I4). See docs/reference/ladder.md, S2-08.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

import msgspec
from msgspec.structs import replace

from helix_lsp.align.live import Live
from helix_lsp.ask.draft import Events, event
from helix_lsp.ask.evidence.coverage import Coverage, as_named, cover, read_found
from helix_lsp.ask.evidence.gate import TOP, Judged, foreign_name, judge, names_here
from helix_lsp.ask.evidence.pool import Pool, add, expand, widen
from helix_lsp.ask.question.address import named_files
from helix_lsp.ask.question.question import Question
from helix_lsp.ask.question.senses import NO_SENSES, Senses, in_order, read_senses
from helix_lsp.ask.rungs.docs_first import DocsFirst
from helix_lsp.ask.rungs.intent import Intent
from helix_lsp.ask.rungs.plan import Plan
from helix_lsp.ask.rungs.scope import Scope
from helix_lsp.ask.standing import Standing
from helix_lsp.config.questions import ControlConfig
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.search.ranking.hit import Hit
from helix_lsp.search.reading.read import Reading, answers
from helix_lsp.search.reading.settings import gives_value
from helix_lsp.search.search import Results, search
from helix_lsp.text.regex import regex
from helix_lsp.text.visible import counted
from helix_lsp.tuning.questions import READING

Stop = Literal["coverage_ok", "budget_exhausted", "dominance_split", "no_new_evidence"]
Action = Literal["seed", "expand", "widen"]
_SINGLE = ("definition", "usage", "flow")
_LISTED = regex(  # all of them may be listed, or any of them does it: nothing to choose between
    r"\W*(?:where|which|list|show|find|how (?:(?:do|can|should|could|would) (?:i|we|you|one)|to))\b", re.I
)
_MOST_HOPS = 2
_HOP_FROM = 3


class ControllerStep(msgspec.Struct, frozen=True, kw_only=True):
    """One pass and where it left the evidence; `missing` are ids of hard slots."""

    action: Action
    queries: tuple[str, ...]
    files: int
    new_files: int
    coverage: float
    share: float
    gate: bool
    missing: tuple[str, ...]


class Evidence(msgspec.Struct, frozen=True, kw_only=True):
    """`judged` is the best verdict of all passes; `must_plan` and `must_topic`: what should be included is."""

    pool: Pool
    judged: Judged
    coverage: Coverage
    steps: tuple[ControllerStep, ...]
    stop: Stop
    senses: Senses
    must_plan: bool
    must_topic: bool
    confidence: float
    label: Literal["low", "med", "high"]
    doc_share: float
    reading: Reading | None

    @property
    def verdict(self) -> Literal["pass", "fail"]:
        return "pass" if self.judged.passed else "fail"

    @property
    def results(self) -> Results:
        return self.pool.results

    @property
    def hits(self) -> tuple[Hit, ...]:
        return self.pool.hits

    @property
    def status(self) -> str:
        return self.verdict

    @property
    def events(self) -> Events:
        return (
            *(event("controller_step", s.action) for s in self.steps),
            event("controller_stop", self.stop),
            event("slot_coverage", "missing" if self.coverage.missing else "ok"),
            event("evidence_gate", self.verdict),
            event("retrieval_confidence", self.label),
        )

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        judged, slots = self.judged, self.coverage.slots
        return (
            ("evidence_gate_ok", str(judged.passed).lower()),
            ("evidence_match_ratio", f"{judged.share:.3f}"),
            ("evidence_strength", f"{judged.strength:.3f}"),
            ("held", " ".join(judged.held)),
            ("missing", " ".join(judged.missing)),
            ("reason", judged.reason),
            ("hard_required_slots", " ".join(s.id for s in slots if s.hard)),
            ("slot_coverage_required", " ".join(s.id for s in slots if s.hard)),
            ("slot_coverage_missing", " ".join(self.coverage.missing)),
            ("slot_coverage_ratio", f"{self.coverage.ratio:.3f}"),
            ("soft slots", " ".join(f"{s.id}={'yes' if s.covered else 'no'}" for s in slots if not s.hard)),
            ("plan_must_include_ok", str(self.must_plan).lower()),
            ("topic_must_include_ok", str(self.must_topic).lower()),
            ("retrieval_confidence", f"{self.confidence:.3f}"),
            ("retrieval_doc_share", f"{self.doc_share:.3f}"),
            ("controller_stop_reason", self.stop),
            *(
                (name, note)
                for name, note in (
                    ("passages by meaning", self.reading.meaning if self.reading is not None else ""),
                    ("places by meaning", self.reading.unsought if self.reading is not None else ""),
                )
                if note
            ),
            *(
                (
                    f"controller step {n}",
                    f"{s.action}: {counted(len(s.queries), 'query', 'queries')}, {s.new_files} new of {s.files} files, "
                    f"coverage {s.coverage:.2f}, share {s.share:.2f}, gate {'pass' if s.gate else 'fail'}"
                    + (f", missing {' '.join(s.missing)}" if s.missing else ""),
                )
                for n, s in enumerate(self.steps, 1)
            ),
            ("senses", "; ".join(f"{s.name} {s.strength:.2f}" for s in self.senses.senses)),
            ("dominance", f"{self.senses.margin:.2f}"),
        )


def settle(
    question: Question,
    intent: Intent,
    plan: Plan,
    scope: Scope,
    docs: DocsFirst,
    on: Standing,
    check: Callable[[], None],
) -> Evidence:
    """The controller. Senses are looked for where a question can be given back: it asks for one thing, and it
    was not just chosen.
    """
    snapshot, texts, cfg, control = on.snapshot, on.texts, on.cfg.ask, on.cfg.control
    pool = docs.pool
    senses = (
        read_senses(pool.results, snapshot, control)
        if question.may_clarify
        and intent.kind in _SINGLE
        and not scope.parts
        and not _LISTED.match(question.text)
        else NO_SENSES
    )
    if intent.kind == "usage" and senses.total <= control.use_meanings:
        senses = replace(senses, split=False)  # who uses each of a few is one answer
    if senses.split:
        senses = in_order(senses, Live(snapshot, texts), on.cfg.align)
    judged = judge(pool.results, pool.hits[:TOP], snapshot, cfg)
    for part in docs.parts:  # of a compound question one part may be answered where the whole cannot
        judged = _better(judged, judge(part, part.hits[:TOP], snapshot, cfg))
    inside = named_files(question.text, snapshot)
    reading = read_found(question, pool.results, inside, snapshot, texts, check, on.likeness)
    foreign = foreign_name(pool.results, snapshot, on.cfg.search) if reading is not None else ""
    judged = _as_read(
        judged,
        reading,
        pool.results,
        snapshot,
        foreign,
        lambda r: gives_value(r, question.text, snapshot, texts),
    )
    judged = as_named(judged, question, reading, pool.results, inside, snapshot)
    coverage = cover(plan.hard, plan.soft, pool.hits, snapshot)
    steps = [_step("seed", tuple(a.query for a in pool.asked), pool, len(pool.paths), coverage, judged)]
    stop: Stop = "budget_exhausted"
    actions: tuple[Action, ...] = ("expand", "widen")
    while True:
        if senses.split:
            stop = "dominance_split"
            break
        if judged.passed and not coverage.missing:
            stop = "coverage_ok"
            break
        if foreign:
            stop = "no_new_evidence"  # what the other words find is about something else
            break
        done = len(steps) - 1
        if done >= control.steps - 1:
            break
        action = actions[min(done, len(actions) - 1)]
        if (
            action == "widen" and not coverage.missing
        ):  # one hop away stands what a slot demands, and no answer
            stop = "budget_exhausted" if steps[-1].new_files else "no_new_evidence"
            break
        queries = _queries(action, question, plan, coverage, judged, pool, snapshot, control)
        before = (len(pool.paths), coverage.ratio, judged.share)
        for query in queries:
            check()
            found = _search(query, scope, action, on, check)
            judged = _better(
                judged, judge(replace(pool.results, hits=found.hits), found.hits[:TOP], snapshot, cfg)
            )
            pool = add(pool, found, query, action, control.extra_share)
        coverage = cover(plan.hard, plan.soft, pool.hits, snapshot)
        steps.append(_step(action, queries, pool, len(pool.paths) - before[0], coverage, judged))
        if action == actions[-1] and before == (len(pool.paths), coverage.ratio, judged.share):
            stop = "no_new_evidence"
            break
    return _evidence(pool, judged, coverage, tuple(steps), stop, senses, scope, reading, snapshot, control)


def _better(one: Judged, other: Judged) -> Judged:
    """The one that passes, else the stronger; no figure of an earlier pass is lost."""
    best = max(one, other, key=lambda j: (j.passed, j.share, j.alone))
    return replace(
        best,
        share=max(one.share, other.share),
        alone=max(one.alone, other.alone),
        strength=max(one.strength, other.strength),
    )


def _as_read(
    judged: Judged,
    reading: Reading | None,
    results: Results,
    snapshot: Snapshot,
    foreign: str,
    valued: Callable[[Reading], bool],
) -> Judged:
    """A question in words is judged by what was read; a name that is defined here is evidence all the same, and
    one that belongs to another world is none, whatever the other words find.
    """
    if reading is None:
        return judged
    if foreign:
        return replace(
            judged,
            passed=False,
            reason=f"the question is about {foreign}, which this repository does not know",
        )
    held = answers(reading) or valued(reading)
    meant = [n.parts[-1] for n in results.query.names if n.weight >= READING.meant and n.parts]
    named = names_here(results, snapshot) or (judged.passed and any(snapshot.defined(n) for n in meant))
    reason = "what was read speaks of it" if held else "what was read does not speak of it"
    return replace(judged, passed=held or named, reason=f"{reason}; {judged.reason}")


def _queries(
    action: Action,
    question: Question,
    plan: Plan,
    coverage: Coverage,
    judged: Judged,
    pool: Pool,
    snapshot: Snapshot,
    cfg: ControlConfig,
) -> tuple[str, ...]:
    most = cfg.queries
    if action == "expand":
        hard = {s.id: s.label for s in plan.hard}
        wanting = tuple(hard[i] for i in coverage.missing if i in hard)
        return expand(question.text, (*wanting, *judged.missing), plan.hints, pool, most)
    return widen(pool, _one_hop(pool, snapshot), most)


def _one_hop(pool: Pool, snapshot: Snapshot) -> tuple[str, ...]:
    """Names in the best places that one or two files define: what they call or use."""
    names: dict[str, None] = {}
    for hit in pool.hits[:_HOP_FROM]:
        outline, place = snapshot.outline(hit.place.path), hit.place
        whole = (
            outline.symbols[place.symbol].span
            if outline is not None and 0 <= place.symbol < len(outline.symbols)
            else place.span
        )
        used = [r.name for r in outline.references if whole.covers(r.span)] if outline is not None else []
        held = {name.lower(): name for name in (*(t[1:] for t in sorted(hit.terms) if t[0] == "="), *used)}
        for key in snapshot.definers(held, _MOST_HOPS):
            names[held[key]] = None
    return tuple(names)


def _search(query: str, scope: Scope, action: Action, on: Standing, check: Callable[[], None]) -> Results:
    """An expansion keeps to the scope; a widening looks at code first and leaves only what is avoided."""

    def keep(path: str) -> bool:
        if not scope.allows(path):
            return False
        entry = on.snapshot.file(path)
        return action != "widen" or entry is None or entry.surface.kind == "code"

    return search(
        query, on.snapshot, on.texts, on.cfg.search, k=on.cfg.control.query_hits, keep=keep, check=check
    )


def _step(
    action: Action, queries: tuple[str, ...], pool: Pool, new: int, coverage: Coverage, judged: Judged
) -> ControllerStep:
    return ControllerStep(
        action=action,
        queries=queries,
        files=len(pool.paths),
        new_files=new,
        coverage=coverage.ratio,
        share=judged.share,
        gate=judged.passed,
        missing=coverage.missing,
    )


def _evidence(
    pool: Pool,
    judged: Judged,
    coverage: Coverage,
    steps: tuple[ControllerStep, ...],
    stop: Stop,
    senses: Senses,
    scope: Scope,
    reading: Reading | None,
    snapshot: Snapshot,
    cfg: ControlConfig,
) -> Evidence:
    paths = tuple(h.place.path for h in pool.hits)
    documents = sum((e := snapshot.file(p)) is not None and e.surface.kind == "docs" for p in paths)
    share = documents / len(paths) if paths else 0.0
    plan_ok, topic_ok = _included(scope, paths, "plan"), _included(scope, paths, "topic")
    confidence = _confidence(pool, judged, coverage, plan_ok and topic_ok)
    label: Literal["low", "med", "high"] = (
        "high"
        if confidence >= cfg.high_confidence
        else "med"
        if confidence >= cfg.medium_confidence
        else "low"
    )
    return Evidence(
        pool=pool,
        judged=judged,
        coverage=coverage,
        steps=steps,
        stop=stop,
        senses=senses,
        must_plan=plan_ok,
        must_topic=topic_ok,
        confidence=confidence,
        label=label,
        doc_share=round(share, 6),
        reading=reading,
    )


def _included(scope: Scope, paths: tuple[str, ...], source: Literal["plan", "topic"]) -> bool:
    """True when any one of the files that should be included is, or there is none to include."""
    wanted = [m for m in scope.must_include if m.source == source and m.exists]
    return not wanted or any(scope.holds(m, p) for m in wanted for p in paths)


def _confidence(pool: Pool, judged: Judged, coverage: Coverage, included: bool) -> float:
    """How much of the question the evidence carries, times what of the slots it covers, and a little for
    agreement of channels.
    """
    if not pool.hits or not judged.held:
        return 0.0
    channels = len({name for name, _, _ in pool.hits[0].why.channels})
    value = 0.5 * judged.share + 0.3 * judged.alone + 0.05 * min(channels, 3) + (0.05 if included else 0.0)
    return round(min(1.0, value) * (0.5 + 0.5 * coverage.ratio), 6)
