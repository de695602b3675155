"""What failed gates take out of a draft or write into it. Only whole sentences go; what stays is unchanged
but for a label before it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from helix_lsp.ask.claims import Placed
from helix_lsp.ask.draft import LIMITS, Draft, Part, Sentence


def clean(
    draft: Draft,
    placed: tuple[Placed, ...],
    dropped: frozenset[str],
    labels: Mapping[str, str],
    notes: tuple[str, ...],
    bare: Mapping[str, str] = MappingProxyType({}),
) -> Draft:
    """`dropped` are claim ids; of those in `bare` the excerpt stays, under the words given there. `labels` are words
    to put before a claim, `notes` sentences for the end. Parts left empty go too.
    """
    names = {(p.part, p.sentence): p.claim.id for p in placed}
    parts: list[Part] = []
    for at, part in enumerate(draft.parts):
        kept: list[Sentence] = []
        for n, sentence in enumerate(part.sentences):
            name = names.get((at, n), "")
            if name in bare:
                kept.append(replace(sentence, text=bare[name], note=True))
            elif name not in dropped:
                label = (
                    f"{labels[name]}: "
                    if name in labels and not sentence.text.startswith(f"{labels[name]}: ")
                    else ""
                )
                kept.append(replace(sentence, text=label + sentence.text) if label else sentence)
        if kept:
            parts.append(replace(part, sentences=tuple(kept)))
    if notes:
        said = parts.pop().sentences if parts and parts[-1].title == LIMITS else ()
        parts.append(
            Part(title=LIMITS, sentences=(*said, *(Sentence(text=text, item=True) for text in notes)))
        )
    return replace(draft, parts=tuple(parts))


def refused(reason: str) -> Draft:
    """What is said when nothing of a draft can stand and there is no other."""
    told = (
        Sentence(text="No answer that the evidence carries could be written."),
        Sentence(text=f"Why: {reason}."),
    )
    return Draft(shape="missing", parts=(Part(title="", sentences=told),))


REPLACED = "The model's answer was left out: what it says is not carried by what it cites. What stands here is quoted from the repository."


def told_of(draft: Draft) -> Draft:
    """The deterministic answer that stands in for a model's, which says so."""
    return replace(
        draft,
        parts=(*draft.parts, Part(title=LIMITS, sentences=(Sentence(text=REPLACED, item=True, note=True),))),
    )
