"""The English of a model's answer: what of it was mended or left out, and why nothing of it can be used."""

from __future__ import annotations

from types import MappingProxyType

from helix_lsp.align.drift.verdict import Reason

_SAY = MappingProxyType({
    # why nothing can be used
    "no-model": "no model is set",
    "no-evidence": "there is no evidence to write from",
    "no-reply": "{words}",
    "silent": "the model answered nothing",
    "data-format": "the model answered in a data format instead of sentences",
    "other-script": "the model answered in a script that neither question nor evidence use",
    "declined": "the model declined to answer although there is evidence ({words})",
    "denied": "the model denied the evidence although there is some ({words})",
    "repeats-itself": "the model repeated itself",
    "stands-on-nothing": "no sentence of the model stood on the given evidence",
    # what was mended or left out
    "taken-out": "taken out: {kind}",
    "cut-off": "the last sentence was cut off and left out",
    "careful": "left out, says what is not there: {sentence}",
    "repeated": "left out, repeated: {sentence}",
    "too-many": "left out: {many} sentences beyond the first {most}",
    "too-long": "left out, longer than {most} characters: {sentence}",
    "two-alphabets": "left out, a word of two alphabets: {sentence}",
    "foreign": "left out, names {name}, which no place holds: {sentence}",
    "not-carried": "left out, no given place says so: {sentence}",
    "citation-gone": "citation taken out, nothing of the kind was given: {cited}",
    "citation-moved": "citation moved from {before} to {after}, which says so: {sentence}",
    "citation-added": "citation {after} added: {sentence}",
})  # fmt: skip


def say_repair(reason: Reason | None) -> str:
    """In words, `` for none."""
    return "" if reason is None else _SAY[reason.id].format(**dict(reason.facts))
