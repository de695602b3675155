"""Rung 11: where the repository's evidence was demanded, a sentence must be on what it cites.

A list of sources below an answer meets no obligation (design-decisions.md#obligation): at least one statement
must cite a span that supports it.
"""

from __future__ import annotations

import msgspec

from helix_lsp.ask.claims.claims import MODEL, claims_of, told_of
from helix_lsp.ask.draft import GENERAL, Draft, Events, Part, Sentence, event
from helix_lsp.ask.text.prose import shorten
from helix_lsp.ask.text.quote import LiveFiles
from helix_lsp.config.documents import VerifyConfig
from helix_lsp.verify.gates import Gate, skipped
from helix_lsp.verify.ledger import label_of, weigh

_ASKS = (
    "This question asks for evidence from the repository, and nothing in it was found that carries an answer.",
    "Which file, symbol or term should be looked at?",
)
_PASSED_BY = frozenset({"missing", "clarify"})


class Obliged(msgspec.Struct, frozen=True, kw_only=True):
    """`draft` is the given one, the deterministic one, or a question back; `violated` when the obligation was
    not met by the given one.
    """

    draft: Draft
    required: bool
    violated: bool
    supported: int
    gate: Gate

    @property
    def status(self) -> str:
        return "none" if not self.required else "missing_repo_evidence" if self.violated else "ok"

    @property
    def events(self) -> Events:
        return (event("obligation", "missing_repo_evidence"),) if self.violated else ()

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        return (
            ("required", str(self.required).lower()),
            ("supported", str(self.supported)),
            ("violation", str(self.violated).lower()),
            ("detail", self.gate.detail),
        )


def oblige_citations(
    required: bool,
    draft: Draft,
    live: LiveFiles,
    cfg: VerifyConfig,
    *,
    fallback: Draft | None = None,
    general: str = "",
    mode: str = "enforce",
) -> Obliged:
    """`fallback` is the deterministic draft when `draft` is a model's; `general` a paragraph of general
    knowledge, if there is one; `mode` is `ask.gates`.
    """
    if not required or mode == "off":
        why = "nothing is demanded" if not required else "gates are off"
        return Obliged(
            draft=draft, required=required, violated=False, supported=0, gate=skipped("obligation", why)
        )
    supported = _supported(draft, live, cfg)
    if supported:
        gate = Gate(
            name="obligation",
            verdict="pass",
            value=float(supported),
            threshold=1.0,
            detail=f"{supported} supported statements",
        )
        return Obliged(draft=draft, required=True, violated=False, supported=supported, gate=gate)
    gate = Gate(
        name="obligation",
        verdict="fail",
        value=0.0,
        threshold=1.0,
        detail="no supported statement",
        act="replace",
    )
    if mode == "shadow" or draft.shape in _PASSED_BY:
        return Obliged(draft=draft, required=True, violated=True, supported=0, gate=gate)
    if fallback is not None and (there := _supported(fallback, live, cfg)):
        return Obliged(draft=told_of(fallback), required=True, violated=True, supported=there, gate=gate)
    return Obliged(draft=_asked_back(general, cfg), required=True, violated=True, supported=0, gate=gate)


def _supported(draft: Draft, live: LiveFiles, cfg: VerifyConfig) -> int:
    """How many statements stand: a quotation of ours is carried; a model's own words may be open, too, and are
    shown as not verified.
    """
    if draft.shape in _PASSED_BY:
        return 0
    weighed = [weigh(p.claim, cfg) for p in claims_of(draft, live) if p.claim.cited and not p.claim.note]
    stand = ("carried", "open") if draft.shape == MODEL else ("carried",)
    return sum(label_of(w) in stand and w.type in ("fact", "inference") for w in weighed)


def _asked_back(general: str, cfg: VerifyConfig) -> Draft:
    parts = [Part(title="", sentences=tuple(Sentence(text=text) for text in _ASKS))]
    if general.strip():
        parts.append(
            Part(
                title=GENERAL,
                sentences=(Sentence(text=shorten(" ".join(general.split()), cfg.general_chars)),),
            )
        )
    return Draft(shape="clarify", parts=tuple(parts))
