"""`helix-lsp learn`: build, compare, promote, roll back and show the ranker that a project trains on itself."""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Mapping

from helix_lsp.cli.evaluate import gold_file
from helix_lsp.cli.opened import Opened, progress
from helix_lsp.cli.screen import Screen, clean
from helix_lsp.errors import UsageError
from helix_lsp.evaluate.learned_gate import (
    GateId,
    Judgement,
    Rankers,
    Side,
    judge,
    judgement_to_wire,
    records,
    state_to_wire,
)
from helix_lsp.session.learn.build import Model, Refused, Report, Taught, build, mine
from helix_lsp.session.learn.store import LearnedStore, State
from helix_lsp.session.workspace import Workspace
from helix_lsp.text.visible import counted

_SHORT = 12
_GATES: Mapping[GateId, str] = {
    "later": "gain on later commits",
    "won": "later commits won less those lost",
    "in-force": "gain over the ranker in force",
    "pairs": "gain on pairs of the text",
    "gold": "gain on gold questions",
    "latency": "processor seconds of a question",
    "calibration": "rise of the calibration error",
}


def run(arguments: Namespace, screen: Screen) -> int:
    """One act on one project; 1 when a gate says no or there is nothing to go back to."""
    with Opened(screen) as opened:
        workspace = opened.at(arguments.root)
        store = LearnedStore(workspace.directory, workspace.settings.config.search)
        acts = {"build": _build, "compare": _judge, "promote": _judge, "rollback": _rollback, "show": _show}
        with progress(screen) as drawn:
            return acts[arguments.act](workspace, store, arguments, screen, drawn)


def _build(
    workspace: Workspace, store: LearnedStore, arguments: Namespace, screen: Screen, report: Report
) -> int:
    view, head = workspace.view(), workspace.head()
    model = build(mine(workspace.git, workspace.root, view, head, report), view, head, report)
    digest = store.keep(model)
    if arguments.json:
        screen.json(_state(store), indent=2)
        return 0
    screen.text(f"candidate {digest[:_SHORT]}: {_learned(model)}")
    screen.text("nothing is ranked by it yet; helix-lsp learn compare judges it")
    return 0


def _judge(
    workspace: Workspace, store: LearnedStore, arguments: Namespace, screen: Screen, report: Report
) -> int:
    view, head = workspace.view(), workspace.head()
    state = store.state()
    if not state.candidate:
        raise UsageError("there is no candidate; make one with helix-lsp learn build")
    model = _model(store, state.candidate)
    if model.commit != head or model.snapshot != view.snapshot.digest():
        raise UsageError(
            "the project has changed since the candidate was learned; run helix-lsp learn build again"
        )
    candidate = store.candidate()
    assert candidate is not None
    in_force = store.active() if state.active != state.candidate else None
    gold = gold_file(arguments.gold, workspace.root) if arguments.gold else None
    taught: Taught = mine(workspace.git, workspace.root, view, head, report)
    found = judge(
        view, taught, Rankers(candidate=candidate, in_force=in_force), gold, time.process_time, report
    )
    promoted = arguments.act == "promote" and found.passed
    if promoted:
        store.promote(state.candidate)
    if arguments.json:
        changed = workspace.changes()
        lattice = (changed[0], changed[1], len(changed[2])) if changed is not None else None
        more = {"promoted": promoted} if arguments.act == "promote" else {}
        screen.json(judgement_to_wire(found, lattice) | more, indent=2)
    else:
        _print(found, screen)
        if arguments.act == "promote":
            word = f"{state.candidate[:_SHORT]} ranks from here on" if promoted else "nothing was changed"
            screen.text(word)
    return 0 if found.passed else 1


def _rollback(
    _workspace: Workspace, store: LearnedStore, arguments: Namespace, screen: Screen, _report: Report
) -> int:
    state = store.rollback()
    if arguments.json:
        screen.json(_state(store), indent=2)
    elif state is None:
        screen.text("nothing was in force before")
    else:
        screen.text(f"{_named(state.active)} ranks from here on")
    return 0 if state is not None else 1


def _show(
    workspace: Workspace, store: LearnedStore, arguments: Namespace, screen: Screen, report: Report
) -> int:
    if arguments.records:
        view, head = workspace.view(), workspace.head()
        for record in records(view, mine(workspace.git, workspace.root, view, head, report), head, report):
            screen.json(record)
        return 0
    if arguments.json:
        screen.json(_state(store), indent=2)
        return 0
    state = store.state()
    models = _readable(store, state)
    screen.text(f"in force   {_named(state.active)}")
    screen.text(f"candidate  {state.candidate[:_SHORT] or 'none'}")
    for digest in reversed(state.before):
        screen.text(f"before     {_named(digest)}")
    for digest, model in models.items():
        screen.text(f"{digest[:_SHORT]}  {_learned(model)}")
    return 0


def _state(store: LearnedStore) -> dict[str, object]:
    state = store.state()
    problem = store.problem
    models = _readable(store, state)
    return state_to_wire(state, store.baseline, models, problem)


def _readable(store: LearnedStore, state: State) -> dict[str, Model]:
    found: dict[str, Model] = {}
    for digest in dict.fromkeys((state.active, state.candidate, *reversed(state.before))):
        if digest:
            try:
                found[digest] = store.model(digest)
            except Refused:
                continue
    return found


def _model(store: LearnedStore, digest: str) -> Model:
    try:
        return store.model(digest)
    except Refused as refused:
        raise UsageError(
            f"the candidate {digest[:_SHORT]} cannot be used, {refused}; run helix-lsp learn build"
        ) from refused


def _named(digest: str) -> str:
    return digest[:_SHORT] or "the baseline"


def _learned(model: Model) -> str:
    pairs = ", ".join(f"{count} {clean(kind)}" for kind, count in model.pairs.items())
    return (
        f"commit {model.commit[:_SHORT]}, {counted(len(model.changes), 'change')} of {counted(len(model.paths), 'file')}; "
        f"pairs: {pairs}; earlier changes weigh {model.weight:g}; training {model.before:.3f} -> {model.after:.3f}"
    )


def _print(found: Judgement, screen: Screen) -> None:
    later, pairs, gold = found.questions
    screen.text(
        f"{counted(later, 'later commit')} ({found.won} won, {found.lost} lost), {counted(pairs, 'pair')}, {counted(gold, 'gold question')}"
    )
    sides = [("baseline", found.baseline), ("candidate", found.candidate)]
    if found.in_force is not None:
        sides.append(("in force", found.in_force))
    screen.styled(
        screen.strong(f"{'':<10} {'later':>7} {'pairs':>7} {'gold':>7} {'error':>7} {'seconds':>8}")
    )
    for name, side in sides:
        screen.text(f"{name:<10} {_cells(side)}")
    for gate in found.gates:
        sign = ">=" if gate.at_least else "<="
        word = "ok" if gate.passed else "NO"
        screen.text(f"{word:<3} {_GATES[gate.id]}: {gate.measured:.4g} (needs {sign} {gate.least:.4g})")
    screen.styled(
        screen.strong("the candidate may be promoted" if found.passed else "the candidate is refused")
    )


def _cells(side: Side) -> str:
    gold = "-" if side.gold is None else f"{side.gold:.3f}"
    return f"{side.later:>7.3f} {side.pairs:>7.3f} {gold:>7} {side.miscalibrated:>7.3f} {side.seconds:>8.4f}"
