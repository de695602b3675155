"""Coverage: does the answer speak of what was asked? Hard slots where there are any, else the question's own
words.

Only hard slots can replace an answer; words of the question that it does not speak of are named below it (law
I6).
"""

from __future__ import annotations

from collections.abc import Iterable

from helix_lsp.config.verify import VerifyConfig
from helix_lsp.text.words import terms
from helix_lsp.verify.gate import Gate, skipped
from helix_lsp.verify.reading import read
from helix_lsp.verify.weigh import Weighed


def coverage(
    slots: tuple[tuple[str, ...], ...],
    words: tuple[str, ...],
    weighed: Iterable[Weighed],
    cfg: VerifyConfig,
    *,
    evidence_ok: bool,
) -> Gate:
    """`slots` are hard slots, each as its label and aliases; `words` are the question's content words.

    A slot is covered when all words of one of its names are in the supported statements, in what they cite,
    or in the names about it.
    """
    told = [w for w in weighed if not w.claim.note]
    if not told:
        return skipped("coverage", "the answer states nothing about the repository")
    spoken = _spoken(told)
    if slots:
        missing = [names[0] for names in slots if not any(_all(name, spoken) for name in names)]
        value = round(1 - len(missing) / len(slots), 6)
        detail = "all slots" if not missing else "missing: " + ", ".join(missing)
        if value >= cfg.slots_least:
            return Gate(
                name="coverage", verdict="pass", value=value, threshold=cfg.slots_least, detail=detail
            )
        act = "label" if evidence_ok else "replace"
        return Gate(
            name="coverage",
            verdict="fail",
            value=value,
            threshold=cfg.slots_least,
            detail=detail,
            act=act,
            missing=tuple(missing),
        )
    if not words:
        return skipped("coverage", "the question has no content words")
    missing = [w for w in words if not _all(w, spoken)]
    value = round(1 - len(missing) / len(words), 6)
    detail = "missing: " + ", ".join(missing) if missing else "all words"
    if value >= cfg.words_least:
        return Gate(name="coverage", verdict="pass", value=value, threshold=cfg.words_least, detail=detail)
    return Gate(
        name="coverage",
        verdict="fail",
        value=value,
        threshold=cfg.words_least,
        detail=detail,
        act="label",
        missing=tuple(missing),
    )


def _spoken(weighed: Iterable[Weighed]) -> frozenset[str]:
    held: set[str] = set()
    for w in weighed:
        if w.support.supported and w.claim.cited:
            held |= read(w.claim.text).stems
            held |= read("\n".join(c.text for c in w.claim.cited)).stems
            held |= read("\n".join(dict.fromkeys(a for c in w.claim.cited for a in c.around))).stems
    return frozenset(held)


def _all(name: str, spoken: frozenset[str]) -> bool:
    wanted = [t for t in terms(name) if t[0] != "="]
    return bool(wanted) and all(t in spoken for t in wanted)
