"""Rung 12: every statement is weighed, the gates look at the whole, and what cannot stand is taken out.

Order: denial, definition lint, physics lint, coverage, belief, rattling. All of them always run; what a fail
does is one option (`ask.gates`). A draft that denies its evidence, or of which too little stands, gives way
to the deterministic one.
Invariant: after enforcement nothing is left that its own citations speak against, and what they leave open, what
is guessed or assumed is there under that name.
"""

from __future__ import annotations

from functools import partial

import msgspec
from msgspec.structs import replace

from helix_lsp.ask.claims.claims import MODEL, Placed, claims_of, clean, refused, told_of
from helix_lsp.ask.draft import Draft, Events, event
from helix_lsp.ask.question.question import Question
from helix_lsp.ask.rungs.evidence import Evidence
from helix_lsp.ask.rungs.intent import Intent
from helix_lsp.ask.rungs.plan import Plan
from helix_lsp.ask.rungs.synthesis import Written
from helix_lsp.ask.slots import HardSlot
from helix_lsp.ask.text.quote import LiveFiles
from helix_lsp.config.documents import VerifyConfig
from helix_lsp.verify.gates import Gate, asked_words, belief, coverage, denial, rattling, skipped
from helix_lsp.verify.ledger import Ledger, LedgerEntry, Uncertain, Weighed, keep_ledger, shows, weigh
from helix_lsp.verify.lints import asked_for, definition_lint, physics_lint

GATES = ("denial", "definition", "physics", "coverage", "belief", "rattling")
_SHOWN = frozenset({"coverage", "belief", "rattling"})
_GUESSES = {"hypothesis": "Hypothesis", "assumption": "Assumption"}
_STATED = ("fact", "inference")
_NO_ANSWER = frozenset({"missing", "clarify"})


class Platonic(msgspec.Struct, frozen=True, kw_only=True):
    """`draft` is the cleaned answer, `entries` its ledger. `first` are the gates as the given draft met them;
    `gates` those of `draft`.

    `dropped` are the texts of sentences taken out; `replaced` says why another draft is here, `` when the
    given one does.
    """

    draft: Draft
    gates: tuple[Gate, ...]
    first: tuple[Gate, ...]
    entries: tuple[LedgerEntry, ...]
    uncertainty: tuple[Uncertain, ...]
    dropped: tuple[str, ...]
    replaced: str
    mode: str

    @property
    def failed(self) -> tuple[str, ...]:
        """Names of the gates that the given draft did not pass."""
        return tuple(g.name for g in self.first if g.verdict == "fail")

    @property
    def status(self) -> str:
        return "off" if self.mode == "off" else ", ".join(self.failed) or "ok"

    @property
    def events(self) -> Events:
        shown = tuple(event(f"{g.name}_gate", g.verdict) for g in self.first if g.name in _SHOWN)
        return (*shown, event("platonic_gates", self.status), event("answer_cleaned_preview", "final"))

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        gates = tuple(
            (g.name, f"{g.verdict} {g.value:g}/{g.threshold:g} {g.act} {g.detail}".strip())
            for g in self.first
        )
        supported = sum(e.supported for e in self.entries)
        return (
            *gates,
            ("mode", self.mode),
            ("claims", f"{supported} of {len(self.entries)} supported"),
            ("dropped", str(len(self.dropped))),
            ("replaced", self.replaced),
        )


class HeldTo(msgspec.Struct, frozen=True, kw_only=True):
    """What an answer is weighed against. `words` are the question's content words (told from its text when
    not given), `named` those that are worth naming where the answer does not speak of them (all when not
    given, as for slots), `kind` its kind; `covered` are ids of hard slots that no word can speak of and a
    place of the right sort met (a test for `verification`); `fallback` is the deterministic draft when the
    one weighed is a model's, `mode` is `ask.gates`.
    """

    kind: str = ""
    evidence_ok: bool = True
    words: tuple[str, ...] = ()
    named: frozenset[str] | None = None
    hard: tuple[HardSlot, ...] = ()
    covered: frozenset[str] = frozenset()
    fallback: Draft | None = None
    mode: str = "enforce"


def held_to(
    question: Question, intent: Intent, plan: Plan, evidence: Evidence, written: Written, mode: str
) -> HeldTo:
    """What the rungs before have made of the question."""
    words = written.owes((*evidence.judged.held, *evidence.judged.missing))
    return HeldTo(
        kind=written.answers(intent.kind),
        evidence_ok=evidence.judged.passed,
        words=words,
        named=None if plan.hard else written.missed(words, question.text),
        hard=plan.hard,
        covered=evidence.coverage.met_by_kind,
        fallback=written.fallback,
        mode=mode,
    )


def weigh_claims(
    question: Question, draft: Draft, live: LiveFiles, cfg: VerifyConfig, held: HeldTo
) -> Platonic:
    """Weigh and clean. A draft that says that there is no answer, or asks back, has nothing to weigh."""
    made = partial(Platonic, mode=held.mode, dropped=(), replaced="", entries=(), uncertainty=())
    if draft.shape in _NO_ANSWER:
        gates = tuple(skipped(name, "no answer is given") for name in GATES)
        return made(draft=draft, gates=gates, first=gates)
    placed = claims_of(draft, live)
    weighed = tuple(weigh(p.claim, cfg, question.text) for p in placed)
    ledger = keep_ledger(weighed)
    gates = _gates(question, weighed, ledger, cfg, held, parsed=_parsed(draft, live))
    made = partial(made, gates=gates, first=gates)
    if held.mode != "enforce":
        return made(draft=draft, entries=ledger.entries, uncertainty=ledger.uncertain)
    cleaned, dropped = _cleaned(question, draft, placed, ledger, gates, held.named)
    kept = _kept(ledger, dropped)
    why = _why_replaced(ledger, kept, gates)
    if not why:
        told = tuple(p.claim.text for p in placed if p.claim.id in dropped)
        return made(draft=cleaned, entries=kept.entries, uncertainty=kept.uncertain, dropped=told)
    left = _left_out(placed, ledger, why)
    made = partial(made, dropped=tuple(p.claim.text for p in placed if not p.claim.note), replaced=why)
    if held.fallback is None or draft.shape != MODEL:
        return made(draft=refused(why), uncertainty=left)
    again = weigh_claims(question, held.fallback, live, cfg, replace(held, fallback=None))
    return made(
        draft=told_of(again.draft),
        gates=again.gates,
        entries=again.entries,
        uncertainty=(*left, *again.uncertainty),
    )


def _gates(
    question: Question,
    weighed: tuple[Weighed, ...],
    ledger: Ledger,
    cfg: VerifyConfig,
    held: HeldTo,
    *,
    parsed: bool,
) -> tuple[Gate, ...]:
    if held.mode == "off":
        return tuple(skipped(name, "gates are off") for name in GATES)
    slots = tuple((s.label, *s.aliases) for s in held.hard if s.id not in held.covered)
    words = held.words or asked_words(question.text)
    asks = held.kind in ("", "definition")
    return (
        denial(weighed, evidence_ok=held.evidence_ok),
        definition_lint(question.text, weighed)
        if asks and parsed
        else skipped("definition", "a cited file did not parse" if asks else "no definition is asked for"),
        physics_lint(weighed, cfg),
        coverage(slots, words, weighed, cfg, evidence_ok=held.evidence_ok),
        belief(ledger, cfg),
        rattling(weighed, cfg),
    )


def _parsed(draft: Draft, live: LiveFiles) -> bool:
    """False where nobody knows what a quoted file defines: a part of it could not be parsed."""
    paths = {quote.path for part in draft.parts for said in part.sentences for quote in said.quotes}
    files = [file for path in sorted(paths) if (file := live.file(path)) is not None]
    return not any(problem.code == "syntax" for file in files for problem in file.outline.problems)


def _cleaned(
    question: Question,
    draft: Draft,
    placed: tuple[Placed, ...],
    ledger: Ledger,
    gates: tuple[Gate, ...],
    named: frozenset[str] | None,
) -> tuple[Draft, frozenset[str]]:
    """(the draft without what cannot stand, ids of what was taken out)."""
    model = draft.shape == MODEL  # our composers quote: what they leave open is a fault
    dropped = {
        e.id
        for e in ledger.entries
        if e.label == "against" or (e.label == "open" and e.type in _STATED and not model)
    }
    dropped |= {name for g in gates if g.verdict == "fail" and g.act == "drop" for name in g.claims}
    labels = {e.id: label for e in ledger.entries if (label := _label(e)) and e.id not in dropped}
    notes = tuple(
        note
        for g in gates
        if g.verdict == "fail" and g.act == "label" and (note := _note(g, question, named))
    )
    if dropped and model:
        notes = (*notes, _left_out_note(len(dropped)))
    bare = {  # a quotation of ours is true by its bytes, whatever was said before it
        p.claim.id: f"`{p.claim.cited[0].path}`:"
        for p in placed
        if not model and p.claim.id in dropped and p.claim.code and p.claim.cited and shows(p.claim)
    }
    return clean(draft, placed, frozenset(dropped), labels, notes, bare), frozenset(dropped)


def _label(entry: LedgerEntry) -> str:
    """The word before a statement that is not carried; `` for one that is, and for a question."""
    if entry.type in _GUESSES:
        return _GUESSES[entry.type]
    return "Not verified" if entry.label == "open" and entry.type in _STATED else ""


def _left_out_note(count: int) -> str:
    said = "One sentence" if count == 1 else f"{count} sentences"
    return f"{said} of the model {'was' if count == 1 else 'were'} left out: what is cited says otherwise, or nothing is cited."


def _note(gate: Gate, question: Question, named: frozenset[str] | None) -> str:
    """`` where nothing is left that a reader has to know."""
    if gate.name == "definition":
        return f"Nothing cited here defines `{' '.join(asked_for(question.text))}`."
    if gate.name == "coverage":
        worth = [w for w in dict.fromkeys(gate.missing) if named is None or w in named]
        return f"Not spoken of in what is cited: {', '.join(worth)}." if worth else ""
    if gate.name == "physics":
        return f"A unit in the source looks wrong: {'; '.join(gate.faults)}."
    return "Much of this stands on few words of its sources; read them before relying on it."


def _why_replaced(ledger: Ledger, kept: Ledger, gates: tuple[Gate, ...]) -> str:
    """An answer that states something keeps a statement with a place, carried or open, or is none; one of notes only
    (general knowledge) states nothing.
    """
    for gate in gates:
        if gate.verdict == "fail" and gate.act == "replace":
            return f"{gate.name}: {gate.detail}"
    if ledger.entries and not any(e.type in _STATED for e in kept.entries):
        return "belief: no statement is left that its citations carry or leave open"
    return ""


def _left_out(placed: tuple[Placed, ...], ledger: Ledger, why: str) -> tuple[Uncertain, ...]:
    """Every statement of a draft that gave way: with its own reason where it has one, with that of the whole
    where it had support.
    """
    own = {u.id: u for u in ledger.uncertain}
    told = [p.claim for p in placed if not p.claim.note]
    return tuple(
        own.get(c.id)
        or Uncertain(id=c.id, text=c.text, kind="replaced", reason=f"the whole draft was replaced ({why})")
        for c in told
    )


def _kept(ledger: Ledger, dropped: frozenset[str]) -> Ledger:
    """Entries of what still stands; what was dropped stays in the register of the uncertain."""
    return Ledger(entries=tuple(e for e in ledger.entries if e.id not in dropped), uncertain=ledger.uncertain)
