"""What `helix-lsp learn` tells as plain JSON data: the rankers that are kept (`learned-ranker-state.v1`), a
judgement (`learned-judgement.v1`), and the pairs as records (`learning-record.v1`).

A record has the eight fields of the graph pack and pointers to its evidence. It is `full` where every node
that its words anchor passes the full-access checklist, else it is marked `diagnostic`.
"""

from __future__ import annotations

from collections.abc import Iterator

from helix_lsp.evaluate.learned_gate import Gate, Judgement, Side
from helix_lsp.ide.lens import WalkRequest, tree_check, tree_walk
from helix_lsp.ide.mentions import View
from helix_lsp.session.learn.build import Model, Report, Taught
from helix_lsp.session.learn.pairs import Pair
from helix_lsp.session.learn.store import State
from helix_lsp.wire.trees import metadata_to_wire

STATE_SCHEMA = "learned-ranker-state.v1"
JUDGEMENT_SCHEMA = "learned-judgement.v1"
RECORD_SCHEMA = "learning-record.v1"
_DIGITS = 6
_REVISION = 16


def state_to_wire(state: State, baseline: str, models: dict[str, Model], problem: str) -> dict[str, object]:
    """`models` by digest are those that can be read; `active` is null while the baseline is in force."""
    return {
        "schema": STATE_SCHEMA,
        "baseline": baseline,
        "active": state.active or None,
        "candidate": state.candidate or None,
        "before": [digest or None for digest in state.before],
        "problem": problem,
        "rankers": [_model(digest, model) for digest, model in sorted(models.items())],
    }


def _model(digest: str, model: Model) -> dict[str, object]:
    return {
        "digest": digest,
        "baseline": model.baseline,
        "commit": model.commit,
        "snapshot": model.snapshot,
        "told": model.weight,
        "changes": len(model.changes),
        "files": len(model.paths),
        "later": model.later,
        "pairs": model.pairs,
        "training_ndcg": {"before": model.before, "after": model.after},
    }


def judgement_to_wire(found: Judgement, lattice: tuple[int, int, int] | None) -> dict[str, object]:
    """`lattice` is (generation before, newest, differences) of the index, None while there is none before."""
    later, pairs, gold = found.questions
    return {
        "schema": JUDGEMENT_SCHEMA,
        "passed": found.passed,
        "questions": {"later": later, "pairs": pairs, "gold": gold},
        "won": found.won,
        "lost": found.lost,
        "baseline": _side(found.baseline),
        "candidate": _side(found.candidate),
        "in_force": _side(found.in_force) if found.in_force is not None else None,
        "gates": [_gate(gate) for gate in found.gates],
        "lattice": dict(zip(("baseline", "newest", "changes"), lattice, strict=True)) if lattice else None,
    }


def _side(side: Side) -> dict[str, object]:
    return {
        "digest": side.digest or None,
        "later_ndcg": round(side.later, _DIGITS),
        "pairs_ndcg": round(side.pairs, _DIGITS),
        "gold_ndcg": None if side.gold is None else round(side.gold, _DIGITS),
        "miscalibrated": round(side.miscalibrated, _DIGITS),
        "seconds": round(side.seconds, _DIGITS),
    }


def _gate(gate: Gate) -> dict[str, object]:
    return {
        "id": gate.id,
        "measured": round(gate.measured, _DIGITS),
        "at_least" if gate.at_least else "at_most": round(gate.least, _DIGITS),
        "passed": gate.passed,
    }


def records(view: View, taught: Taught, commit: str, report: Report) -> Iterator[dict[str, object]]:
    """A `learning-record.v1` for each pair: those of the history newest first, then those of the text. Raises
    what `report` raises.
    """
    full = {
        f"{node.tree_id}/{node.node_id}"
        for node in (tree_check(view).nodes if view.knowledge().forest.trees else ())
        if node.access == "full"
    }
    pairs = [*(pair for _, pair in taught.commits), *taught.companions, *taught.texts]
    for done, pair in enumerate(pairs):
        report("writing records", done, len(pairs))
        meta = metadata_to_wire(tree_walk(view, WalkRequest(question=pair.text, repo_rev=commit)).metadata)
        nodes = meta["anchorIds"]
        admitted = bool(nodes) and all(any(f"{t}/{n}" in full for t in meta["treeIds"]) for n in nodes)
        yield {
            "schema": RECORD_SCHEMA,
            "id": pair.id,
            "kind": pair.kind,
            "text": pair.text,
            "files": list(pair.files),
            **meta,
            "repo_rev": commit,
            "lattice_rev": view.snapshot.digest()[:_REVISION],
            "access": "full" if admitted else "diagnostic",
            "held_back": any(pair is kept for _, kept in taught.commits[: taught.later]),
            "evidence": _evidence(pair, view, commit),
        }


def _evidence(pair: Pair, view: View, commit: str) -> list[dict[str, object]]:
    said: list[dict[str, object]] = []
    if pair.where is not None:
        path, span, sha256 = pair.where
        said.append(
            {
                "type": pair.kind,
                "path": path,
                "start_byte": span.start,
                "end_byte": span.end,
                "repo_rev": commit,
                "content_hash": f"sha256:{sha256}",
            }
        )
    files: list[dict[str, object]] = [
        {
            "type": "file",
            "path": path,
            "repo_rev": pair.commit or commit,
            "content_hash": f"blob:{view.snapshot.sha(path)}",
        }
        for path in pair.files
    ]
    return said + files
