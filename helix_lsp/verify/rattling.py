"""Rattling: does the supported part of an answer stay what it is when its evidence is shaken?

Each supported statement is weighed again twice. *Narrowed*: every cited text is cut down to the few pieces
that share most with the statement.
A statement that loses its support was stitched together from words that stand far apart. *Exchanged*: it gets
the citations of another statement of another place. One that stays supported says nothing that its own place
is needed for. The score is the share of supported statements that change under either, so it does not grow
with the length of answer or evidence (design-decisions.md#rattling).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from helix_lsp.config.verify import VerifyConfig
from helix_lsp.verify.gate import Gate, skipped
from helix_lsp.verify.narrow import narrow
from helix_lsp.verify.segments import segments
from helix_lsp.verify.weigh import Cited, Weighed, weigh

_LEAST = 2


def rattling(weighed: Iterable[Weighed], cfg: VerifyConfig) -> Gate:
    """Skipped for fewer than two supported statements."""
    held = [w for w in weighed if w.type == "fact" and w.support.supported and w.claim.cited]
    if len(held) < _LEAST:
        return skipped("rattling", "fewer than two supported statements")
    long = [w for w in held if any(len(segments(c.text)) > cfg.narrow_pieces for c in w.claim.cited)]
    lost = [
        w.claim.id
        for w in long
        if not weigh(replace(w.claim, cited=_narrowed(w, cfg)), cfg).support.supported
    ]
    vague = [
        w.claim.id for at, w in enumerate(held) if w.claim.id not in lost and _anywhere(w, at, held, cfg)
    ]
    value = round((len(lost) + len(vague)) / len(held), 6)
    ids = tuple(dict.fromkeys([*lost, *vague]))
    detail = f"{len(lost)} of {len(held)} lose support when their evidence is narrowed, {len(vague)} keep it under another citation"
    if value <= cfg.rattling_most:
        return Gate(name="rattling", verdict="pass", value=value, threshold=cfg.rattling_most, detail=detail)
    return Gate(
        name="rattling",
        verdict="fail",
        value=value,
        threshold=cfg.rattling_most,
        detail=detail,
        act="label",
        claims=ids,
    )


def _narrowed(w: Weighed, cfg: VerifyConfig) -> tuple[Cited, ...]:
    return tuple(replace(c, text=narrow(w.claim.text, c.text, cfg.narrow_pieces)) for c in w.claim.cited)


def _anywhere(w: Weighed, at: int, held: list[Weighed], cfg: VerifyConfig) -> bool:
    """True when the next statement of another place carries it as well."""
    own = {c.ref for c in w.claim.cited} | {a for c in w.claim.cited for a in c.around[1:]}
    for other in (*held[at + 1 :], *held[:at]):
        there = {c.ref for c in other.claim.cited} | {a for c in other.claim.cited for a in c.around[1:]}
        if not own & there:
            return weigh(replace(w.claim, cited=other.claim.cited), cfg).support.supported
    return False
