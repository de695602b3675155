"""`answer-envelope.v1`: the sealed answer with its citations, its ledger, how it was searched, and how fresh
the index was.
"""

from __future__ import annotations

from typing import Any

from msgspec import convert, msgpack, to_builtins

from helix_lsp.ask.fit import Fitted, shown_places
from helix_lsp.ask.method import Method
from helix_lsp.ask.model.repair.say import say_repair
from helix_lsp.ask.question.question import Question
from helix_lsp.ask.rungs.envelope import Citation, Claim, Envelope
from helix_lsp.ask.trace import Trace
from helix_lsp.text.visible import visible_line
from helix_lsp.wire.range_ref import range_ref_to_wire
from helix_lsp.wire.readable import fields
from helix_lsp.wire.retrieval_plan import (
    answer_path,
    debug_to_wire,
    retrieval_to_wire,
    rungs_to_wire,
    tree_walk_to_wire,
)
from helix_lsp.wire.status import freshness_to_wire

# The scientific-method metadata of an answer as plain JSON data.


def method_to_wire(method: Method | None) -> dict[str, Any] | None:
    """None where it was not asked for."""
    if method is None:
        return None
    tried, sure, again, mend = (
        method.counterfactual,
        method.uncertainty,
        method.reproducibility,
        method.corrective,
    )
    return {
        "hypothesis": method.hypothesis,
        "anti_hypothesis": method.anti_hypothesis,
        "counterfactual_test": None
        if tried is None
        else fields(tried, "tested method result withheld stood returned share_before share_after detail"),
        "uncertainty_interval": fields(sure, "low high confidence trials"),
        "reproducibility": {
            **fields(again, "snapshot question config"),
            "items": [{"type": name, "hash": value} for name, value in again.items],
            **fields(again, "model claims citations"),
        },
        "corrective_action": fields(mend, "required reason actions"),
    }


SCHEMA = "answer-envelope.v1"
_MODES = {"brief": "brief", "normal": "standard", "extended": "extended"}


def envelope_to_wire(
    envelope: Envelope,
    trace: Trace | None = None,
    *,
    debug: bool = False,
    method: Method | None = None,
    fitted: Fitted | None = None,
) -> dict[str, Any]:
    """The envelope as plain JSON data; `trace`, and with it the debug payload, are added where they are asked
    for.
    """
    climbed = envelope.climbed
    evidence, intent, weighed = climbed.evidence, climbed.intent, climbed.weighed
    judged, worth = evidence.judged, envelope.answer_verdict
    out: dict[str, Any] = {
        "schema": SCHEMA,
        "question": climbed.question.text,
        "kind": intent.kind,
        "mode": envelope.mode,
        "tier": intent.tier,
        "secondary_tier": intent.secondary_tier or None,
        "intent": {
            **fields(intent, "id domain strategy topics reason"),
            "expectation": fields(intent.expectation, "level score signals"),
            "concepts": [c.card.id for c in intent.concepts],
        },
        "verbosity": _MODES[climbed.question.verbosity],
        "answer": answer_text(envelope),
        "sections": [_section(p.title, p.claims, envelope) for p in envelope.passages],
        "claims": [_claim(n, c) for n, c in enumerate((c for p in envelope.passages for c in p.claims), 1)],
        "citations": [_citation(c) for c in envelope.citations],
        "clarify": _clarify(envelope),
        "retrieval_plan": retrieval_to_wire(envelope),
        "answer_path": answer_path(envelope),
        "evidence": {"verdict": evidence.verdict, **fields(judged, "share held missing reason")},
        "verdict": {
            **fields(worth, "checked quoted answers value"),
            "features": [{"name": n, "value": v} for n, v in worth.features],
            "unsaid": list(worth.unsaid),
        },
        "tree_walk": tree_walk_to_wire(climbed.pack) if climbed.pack.trees else None,
        "gates": [
            fields(g, "name verdict value threshold detail act")
            for g in (climbed.obliged.gate, *weighed.first)
        ],
        "uncertainty": [fields(u, "text kind reason") for u in weighed.uncertainty],
        "method": method_to_wire(method),
        "model": _model(envelope),
        "index": freshness_to_wire(envelope.freshness),
        **fields(envelope, "snapshot=snapshot_digest dropped digest"),
    }
    if fitted is not None:
        out["budget"] = fields(fitted, "tokens used left_out without_quotation=bare")
    if trace is not None:
        out["trace"] = rungs_to_wire(trace)
        if debug:
            out["debug"] = debug_to_wire(envelope, trace)
    return out


def answer_text(envelope: Envelope) -> str:
    """The answer as Markdown; every sentence that states something ends in its `path:line` citations."""
    blocks: list[str] = []
    for passage in envelope.passages:
        if passage.title:
            blocks.append(f"### {passage.title}")
        if passage.claims:
            blocks.append(_body(passage.claims, envelope))
    return "\n\n".join(blocks)


def _claim(number: int, claim: Claim) -> dict[str, Any]:
    """A note states nothing; anything else has its type, verdict and label from the ledger."""
    entry = claim.entry
    return {
        "id": f"c{number}",
        "text": claim.text,
        "kind": entry.type if entry is not None else "note",
        "evidence_refs": list(claim.refs),
        "supported": entry.supported if entry is not None else None,
        "label": entry.label if entry is not None else None,
        "proof": entry.proof if entry is not None else "",
        "reason": entry.reason if entry is not None else "",
    }


def _clarify(envelope: Envelope) -> dict[str, Any] | None:
    verdict = envelope.climbed.verdict
    if envelope.mode != "clarify":
        return None
    refs = dict(envelope.option_refs)
    return {
        **fields(verdict, "asks reason token"),
        "options": [
            {**fields(o, "id label detail question strength"), "evidence_refs": list(refs.get(o.id, ()))}
            for o in verdict.options
        ],
    }


def _model(envelope: Envelope) -> dict[str, Any]:
    """Whether a model was asked, and what became of it; `items` are the parts of the prompt that was or would
    be sent.
    """
    written = envelope.climbed.written
    model, prompt = written.model, written.prompt
    items = [fields(i, "type label hash size") for i in prompt.items] if prompt is not None else []
    if model is None:
        return {
            "provider": "none",
            "name": "",
            "calls": 0,
            "status": "none",
            "reason": "",
            "repairs": [],
            "dropped": [],
            "items": items,
        }
    replaced = envelope.replaced
    return {
        "provider": model.reply.provider or "none",
        "name": model.reply.model,
        "calls": model.reply.calls,
        "status": "replaced" if replaced else model.status,
        "reason": say_repair(model.refused) or replaced,
        "repairs": list(map(say_repair, model.repaired)),
        "dropped": list(envelope.left_out),
        "items": items,
    }


def _body(claims: tuple[Claim, ...], envelope: Envelope) -> str:
    lines: list[str] = []
    by_id = {citation.id: citation for citation in envelope.citations}
    for claim in claims:
        cited = "".join(
            f" ({visible_line(place.path)}:{by_id[place.id].start_line})"
            for place in shown_places(claim, by_id)
        )
        if claim.item:
            lines.append(f"- {claim.text}{cited}")
        else:
            if lines and lines[-1].startswith("- "):
                lines.append("")
            lines.append(f"{claim.text}{cited}")
        if claim.code:
            fence = "`" * max(3, _longest_run(claim.code) + 1)
            lines += [
                "",
                f"{fence}{claim.language}{marked_info(claim.code, claim.marked)}",
                marked_lines(claim.code, claim.marked),
                fence,
                "",
            ]
        elif not claim.item:
            lines.append("")
    while lines and not lines[-1]:
        lines.pop()
    return "\n".join(lines)


def _longest_run(text: str) -> int:
    longest = run = 0
    for char in text:
        run = run + 1 if char == "`" else 0
        longest = max(longest, run)
    return longest


def _section(title: str, claims: tuple[Claim, ...], envelope: Envelope) -> dict[str, Any]:
    refs = list(dict.fromkeys(r for c in claims for r in c.refs))
    return {"title": title, "body": _body(claims, envelope), "citations": refs}


def _citation(citation: Citation) -> dict[str, Any]:
    return {"id": citation.id, "range_ref": range_ref_to_wire(citation)}


def marked_lines(code: str, marked: int) -> str:
    """`code` with a gutter of two columns: `> ` before the line that matters, two blanks before the others;
    as it is where no line is marked (0) or it has one line only. `marked` counts from 1.
    """
    lines = code.split("\n")
    if not _is_marked(lines, marked):
        return code
    return "\n".join(
        f"{'> ' if number == marked else '  '}{line}".rstrip() for number, line in enumerate(lines, 1)
    )


def marked_info(code: str, marked: int) -> str:
    """` {3}` behind the language of the fence, as site builders say which line it is; `` where `marked_lines` leaves the code as it is."""
    return f" {{{marked}}}" if _is_marked(code.split("\n"), marked) else ""


def _is_marked(lines: list[str], marked: int) -> bool:
    return len(lines) > 1 and 1 <= marked <= len(lines)


# A question as plain data, for the pipe between the server and its companion, which are of one version.
#
# The fields have the names of `ask.question.question.Question`; what was sent is what is read.

msgpack.Decoder(
    Question
)  # so that `convert` finds its fields worked out: see tests/house/test_typed_reading.py


def question_to_wire(question: Question) -> dict[str, Any]:
    """All fields; `asker` and `choice` are objects, `choice` null where nothing was picked."""
    return to_builtins(question)


def question_from_wire(fields: dict[str, Any]) -> Question:
    """The same question again. Raises `msgspec.ValidationError` where the fields are not a question's."""
    return convert(fields, Question)
