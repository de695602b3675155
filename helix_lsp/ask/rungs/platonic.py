"""Rung 12: every statement is weighed, the gates look at the whole, and what cannot stand is taken out.

Order: denial, definition lint, physics lint, coverage, belief, rattling. All of them always run; what a fail does is one option
(`verify.gates`). A draft that denies its evidence, or of which too little stands, gives way to the deterministic one.
Invariant: after enforcement no fact or inference is left that its own citations do not carry, and none is labelled as more than it is.
"""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.ask.claims import MODEL, Placed, claims_of
from helix_lsp.ask.clean import clean, refused
from helix_lsp.ask.draft import Draft
from helix_lsp.ask.live import LiveFiles
from helix_lsp.ask.question import Question
from helix_lsp.ask.slot import HardSlot
from helix_lsp.config.verify import VerifyConfig
from helix_lsp.verify.asked_words import asked_words
from helix_lsp.verify.belief import belief
from helix_lsp.verify.coverage import coverage
from helix_lsp.verify.definition_lint import asked_for, definition_lint
from helix_lsp.verify.denial import denial
from helix_lsp.verify.gate import Gate, skipped
from helix_lsp.verify.ledger import Ledger, LedgerEntry, Uncertain, keep_ledger
from helix_lsp.verify.physics_lint import physics_lint
from helix_lsp.verify.rattling import rattling
from helix_lsp.verify.weigh import Weighed, weigh

GATES = ("denial", "definition", "physics", "coverage", "belief", "rattling")
_SHOWN = {"coverage": "Coverage", "belief": "Belief", "rattling": "Rattling"}
_LABELS = {"hypothesis": "Hypothesis", "assumption": "Assumption"}
_NO_ANSWER = frozenset({"missing", "clarify"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Platonic:
    """`draft` is the cleaned answer, `entries` its ledger. `first` are the gates as the given draft met them; `gates` those of `draft`.

    `dropped` are the texts of sentences taken out; `replaced` says why another draft stands here, `` when the given one does.
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
    def events(self) -> tuple[str, ...]:
        shown = tuple(f"Helix Ask: {_SHOWN[g.name]} gate - {g.verdict}" for g in self.first if g.name in _SHOWN)
        return (*shown, f"Helix Ask: Platonic gates - {self.status}", "Helix Ask: Answer cleaned preview - final")

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        gates = tuple((g.name, f"{g.verdict} {g.value:g}/{g.threshold:g} {g.act} {g.detail}".strip()) for g in self.first)
        supported = sum(e.supported for e in self.entries)
        return (
            *gates,
            ("mode", self.mode),
            ("claims", f"{supported} of {len(self.entries)} supported"),
            ("dropped", str(len(self.dropped))),
            ("replaced", self.replaced),
        )


def weigh_claims(
    question: Question, draft: Draft, live: LiveFiles, cfg: VerifyConfig, *, kind: str = "", evidence_ok: bool = True,
    words: tuple[str, ...] = (), hard: tuple[HardSlot, ...] = (), fallback: Draft | None = None,
) -> Platonic:  # fmt: skip
    """Weigh and clean. `words` are the question's content words (told from its text when not given), `kind` its kind; `fallback` is the
    deterministic draft when `draft` is a model's. A draft that says that there is no answer, or asks back, has nothing to weigh.
    """
    if draft.shape in _NO_ANSWER:
        gates = tuple(skipped(name, "no answer is given") for name in GATES)
        return Platonic(draft=draft, gates=gates, first=gates, entries=(), uncertainty=(), dropped=(), replaced="", mode=cfg.gates)
    placed = claims_of(draft, live)
    weighed = tuple(weigh(p.claim, cfg) for p in placed)
    ledger = keep_ledger(weighed, cfg)
    gates = _gates(question, kind, weighed, ledger, cfg, evidence_ok=evidence_ok, words=words, hard=hard)
    if cfg.gates != "enforce":
        return Platonic(
            draft=draft, gates=gates, first=gates, entries=ledger.entries, uncertainty=ledger.uncertain, dropped=(), replaced="", mode=cfg.gates,
        )  # fmt: skip
    cleaned, dropped = _cleaned(question, draft, placed, ledger, gates)
    kept = _kept(ledger, dropped)
    why = _why_replaced(ledger, kept, gates)
    if not why:
        told = tuple(p.claim.text for p in placed if p.claim.id in dropped)
        return Platonic(
            draft=cleaned, gates=gates, first=gates, entries=kept.entries, uncertainty=kept.uncertain, dropped=told, replaced="", mode=cfg.gates,
        )  # fmt: skip
    if fallback is None or draft.shape != MODEL:
        return Platonic(
            draft=refused(why), gates=gates, first=gates, entries=(), uncertainty=ledger.uncertain,
            dropped=tuple(p.claim.text for p in placed if not p.claim.note), replaced=why, mode=cfg.gates,
        )  # fmt: skip
    again = weigh_claims(question, fallback, live, cfg, kind=kind, evidence_ok=evidence_ok, words=words, hard=hard)
    return Platonic(
        draft=again.draft, gates=again.gates, first=gates, entries=again.entries, uncertainty=again.uncertainty,
        dropped=tuple(p.claim.text for p in placed if not p.claim.note), replaced=why, mode=cfg.gates,
    )  # fmt: skip


def _gates(
    question: Question, kind: str, weighed: tuple[Weighed, ...], ledger: Ledger, cfg: VerifyConfig, *, evidence_ok: bool,
    words: tuple[str, ...], hard: tuple[HardSlot, ...],
) -> tuple[Gate, ...]:  # fmt: skip
    if cfg.gates == "off":
        return tuple(skipped(name, "gates are off") for name in GATES)
    slots = tuple((s.label, *s.aliases) for s in hard)
    return (
        denial(weighed, evidence_ok=evidence_ok),
        definition_lint(question.text, weighed) if kind in ("", "definition") else skipped("definition", "no definition is asked for"),
        physics_lint(weighed, cfg),
        coverage(slots, words or asked_words(question.text), weighed, cfg, evidence_ok=evidence_ok),
        belief(ledger, cfg),
        rattling(weighed, cfg),
    )


def _cleaned(question: Question, draft: Draft, placed: tuple[Placed, ...], ledger: Ledger, gates: tuple[Gate, ...]) -> tuple[Draft, frozenset[str]]:
    """(the draft without what cannot stand, ids of what was taken out)."""
    dropped = {e.id for e in ledger.entries if not e.supported and e.type in ("fact", "inference")}
    dropped |= {name for g in gates if g.verdict == "fail" and g.act == "drop" for name in g.claims}
    labels = {e.id: _LABELS[e.type] for e in ledger.entries if e.type in _LABELS and e.id not in dropped}
    notes = tuple(note for g in gates if g.verdict == "fail" and g.act == "label" and (note := _note(g, question)))
    return clean(draft, placed, frozenset(dropped), labels, notes), frozenset(dropped)


def _note(gate: Gate, question: Question) -> str:
    if gate.name == "definition":
        return f"Nothing cited here defines `{' '.join(asked_for(question.text))}`."
    if gate.name == "coverage":
        return f"Not spoken of in what is cited: {gate.detail.removeprefix('missing: ')}."
    if gate.name == "physics":
        return f"A unit in the source looks wrong: {gate.detail.partition(': ')[2]}."
    return "Much of this stands on few words of its sources; read them before relying on it."


def _why_replaced(ledger: Ledger, kept: Ledger, gates: tuple[Gate, ...]) -> str:
    """An answer that states something keeps a supported statement, or is none; one of notes only (general knowledge) states nothing."""
    for gate in gates:
        if gate.verdict == "fail" and gate.act == "replace":
            return f"{gate.name}: {gate.detail}"
    if ledger.entries and not any(e.supported for e in kept.entries):
        return "belief: no statement is left that its citations carry"
    return ""


def _kept(ledger: Ledger, dropped: frozenset[str]) -> Ledger:
    """Entries of what still stands; what was dropped stays in the register of the uncertain."""
    return Ledger(entries=tuple(e for e in ledger.entries if e.id not in dropped), uncertain=ledger.uncertain)
