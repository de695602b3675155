"""What a document, or a comment, says of values, parameters, bases and the like that a definition has otherwise, as findings
beside those of drift: the same settings, markers, baseline and rules about the past leave them alone.

They hang on the words of the document and on every file that was read for a verdict, so that a later change can
be told to concern them or not.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from helix_lsp.align.drift.case import Case
from helix_lsp.align.drift.decide import decide
from helix_lsp.align.drift.one_file import Finding, is_judged, is_left_alone
from helix_lsp.align.drift.reason import Reason, because
from helix_lsp.align.drift.reference import DocReference
from helix_lsp.align.drift.touched import FACTS, flat
from helix_lsp.align.drift.verdict import Witness
from helix_lsp.align.drift.world import is_document
from helix_lsp.text.line_index import LineIndex

if TYPE_CHECKING:
    from helix_lsp.align.drift.document import Checked
    from helix_lsp.align.drift.history import History
    from helix_lsp.align.drift.world import World
    from helix_lsp.verify.claim.document import Finding as Ruled
    from helix_lsp.verify.facts.value import Value

_WORD = re.compile(rb"[^\W\d_][\w-]*")
_NUMBER = re.compile(r"-?\d[\d_]*(?:\.\d+)?")
_PUT = frozenset({"value", "default", "version"})
_MOST = 120  # characters of a value that are told


@dataclass(frozen=True, slots=True, kw_only=True)
class Contradictions:
    """Of one document, in order of bytes. `names` (flat) and the files that were `read` are what they depend
    on; both empty for a document that makes no claim that could be read.
    """

    findings: tuple[Finding, ...] = ()
    names: frozenset[str] = frozenset()
    read: frozenset[str] = frozenset()


def contradictions(path: str, world: World, history: History, check: Callable[[], None]) -> Contradictions:
    """Every claim of a document that the code contradicts, above the confidence that drift tells. Raises only
    what `check` raises.
    """
    from helix_lsp.verify.claim.document import check_document

    entry, data = world.snapshot.file(path), world.texts(path)
    if entry is None or data is None or not is_judged(path, world):
        return Contradictions()
    document = is_document(entry)
    if not document and b"efault" not in data:
        return Contradictions()
    read: set[str] = set()

    def texts(asked: str) -> bytes | None:
        read.add(asked)
        return world.texts(asked)

    ruled = check_document(path, data, world.snapshot, texts, check)
    if not ruled:
        return Contradictions()
    lines = LineIndex(data)
    found: dict[tuple[int, int], Finding] = {}
    for one in ruled:
        if one.ruling.verdict == "contradicted":
            finding = _finding(one, path, data, lines, world, history)
            if finding.judged.verdict == "stale" and not is_left_alone(finding, data, lines, world.cfg):
                found.setdefault((one.object.start, one.object.end), finding)
    if document:
        words = {flat(word.decode("utf-8", "replace")) for word in _WORD.findall(data)}
    else:  # a comment speaks of its own place
        words = {flat(one.ruling.claim.subject.written) for one in ruled}
    if document and any(map(_wide, ruled)):
        words.add(FACTS)
    read.update(fact.path for one in ruled for fact in one.ruling.facts)
    return Contradictions(
        findings=tuple(found[at] for at in sorted(found)),
        names=frozenset(words - {""}),
        read=frozenset(read - {path}),
    )


def _wide(ruled: Ruled) -> bool:
    """True where a file that nobody has read may come to decide: what no definition is called by."""
    return ruled.ruling.claim.subject.form != "name" or ruled.ruling.why.id == "value-unknown"


def with_contradictions(checked: Checked, found: Contradictions) -> Checked:
    """The verdicts about a document with what its code contradicts among them, and what both depend on."""
    findings = sorted(
        (*checked.findings, *found.findings), key=lambda f: (f.reference.span.start, f.reference.span.end)
    )
    return replace(
        checked, findings=tuple(findings), names=checked.names | found.names, read=checked.read | found.read
    )


def _finding(
    ruled: Ruled, path: str, data: bytes, lines: LineIndex, world: World, history: History
) -> Finding:
    claim, fact = ruled.ruling.claim, ruled.ruling.facts[0]
    written = ruled.object.cut(data).decode("utf-8", "replace")
    ref = DocReference(
        path=path, text=written.strip("`"), span=ruled.object, kind="claim", target=claim.subject.written
    )
    put = (
        replacement(written, claim.object, fact.value) if claim.predicate in _PUT and not claim.denied else ""
    )
    witness = Witness(
        check=_reason(ruled, written.strip("`")),
        evidence=tuple(map(because, ruled.lacks)),
        last_path=fact.path,
        suggestions=(put,) if put else (),
    )
    row, column = lines.position(ref.span.start, "utf-32")
    judged = decide(Case(ref, world, history, witness))
    return Finding(reference=ref, line=row + 1, column=column + 1, judged=judged)


def _reason(ruled: Ruled, told: str) -> Reason:
    """The check with its two sides; the place in the code as a path and bytes."""
    claim, fact, why = ruled.ruling.claim, ruled.ruling.facts[0], ruled.ruling.why
    place = {"path": fact.path, "start": str(fact.span.start), "end": str(fact.span.end)}
    real = why.fact("real")
    subject = ".".join(part for part in (claim.subject.owner, claim.subject.written) if part)
    if not real:
        return because("not-borne-out", owner=subject, **place)
    sides = {"owner": subject, "real": real[:_MOST], "told": told}
    if claim.predicate in _WHAT:
        return because("contradicted", what=_WHAT[claim.predicate], **sides, **place)
    return because("contradicted-value", **sides, **place)


_WHAT = {
    "default": "default", "base": "base", "parameter": "parameters", "position": "parameters", "count": "number", "raises": "exception",
    "returns": "result", "kind": "kind", "owner": "owner", "file": "file", "decorator": "decorator", "version": "version",
}  # fmt: skip


def replacement(written: str, said: Value, real: Value) -> str:
    """What to put in place of an object as it is written, in the same unit and quotes; `` where that is not
    plain.
    """
    bare = written.strip("`")
    if said.kind != real.kind:
        return ""
    if said.kind == "number":
        number = _NUMBER.search(bare)
        plain = Fraction(number[0].replace("_", "")) if number is not None else Fraction(0)
        if number is None or not plain or not said.number or said.unit != real.unit:
            return ""
        scaled = real.number / (said.number / plain)
        text = _decimal(scaled)
        return written.replace(number[0], text, 1) if text else ""
    if said.kind == "truth":
        text = "true" if real.number else "false"
        return written.replace(bare, text.capitalize() if bare[:1].isupper() else text, 1)
    if said.kind in ("text", "version") and said.text and real.text and said.text in written:
        return written.replace(said.text, real.text, 1)
    return ""


def _decimal(number: Fraction) -> str:
    """Without an exponent; `` for one that does not end."""
    if number.denominator == 1:
        return str(number.numerator)
    text = f"{float(number):.6f}".rstrip("0")
    return text if Fraction(text) == number else ""
