"""`helix-lsp ask`: one question through the ladder, or a batch of them."""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Mapping

from helix_lsp.cli.answer_text import print_answer, print_trace
from helix_lsp.cli.batch import Request, run_batch, text_field
from helix_lsp.cli.opened import Opened
from helix_lsp.cli.place import partly
from helix_lsp.cli.screen import Screen
from helix_lsp.errors import UsageError
from helix_lsp.ide.ask import Asked, AskRequest, ask
from helix_lsp.session.workspace import Workspace
from helix_lsp.wire.answer_envelope import envelope_to_wire

_LATER = ("slots", "clarify")
_VERBOSITIES = ("brief", "normal", "extended")


def run(arguments: Namespace, screen: Screen) -> int:
    """Prints the answer, the envelope with `--json`, or one line a request with `--jsonl`."""
    if arguments.jsonl:
        if arguments.question or arguments.json or arguments.explain:
            raise UsageError("--jsonl reads its questions from stdin and prints JSON: it goes with --root only")
        return run_batch(_answer, screen, root=arguments.root)
    request = AskRequest(question=" ".join(arguments.question), verbosity=arguments.verbosity)
    if not request.question.strip():
        raise UsageError('the question is empty; write a few words: helix-lsp ask "where is the session cookie signed?"')
    with Opened(screen) as opened:
        workspace = opened.at(arguments.root)
        asked = _ask(workspace, request)
        if arguments.json:
            screen.json(envelope_to_wire(asked.envelope, asked.trace if arguments.explain else None), indent=2)
        else:
            if note := partly(asked.envelope.freshness, len(workspace.view().snapshot.paths())):
                screen.note(note)
            print_answer(asked.envelope, workspace.root, screen)
            if arguments.explain:
                print_trace(asked.trace, screen)
    return 0


def _ask(workspace: Workspace, request: AskRequest) -> Asked:
    return ask(workspace.view(), request, clock=lambda: time.perf_counter_ns() // 1_000)


def _answer(request: Request, opened: Opened) -> Mapping[str, object]:
    for name in _LATER:
        if request.get(name):
            raise UsageError(f"`{name}` belongs to a part of the ladder that this version does not have; leave it out")
    verbosity = text_field(request, "verbosity", "normal")
    if verbosity not in _VERBOSITIES:
        raise UsageError(f"`verbosity` must be one of {', '.join(_VERBOSITIES)}, not {verbosity!r}")
    wanted = AskRequest(
        question=text_field(request, "question"),
        verbosity=verbosity,
    )
    asked = _ask(opened.at(text_field(request, "root") or None), wanted)
    return {"envelope": envelope_to_wire(asked.envelope)}
