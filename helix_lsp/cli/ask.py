"""`helix-lsp ask`: one question through the ladder, or a batch of them."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from helix_lsp.ask.question import Choice
from helix_lsp.cli.answer_text import print_answer, print_method, print_pack, print_preview, print_trace
from helix_lsp.cli.batch import Request, field, run_batch, text_field
from helix_lsp.cli.opened import Opened
from helix_lsp.cli.place import below_root
from helix_lsp.cli.screen import Screen
from helix_lsp.errors import UsageError
from helix_lsp.ide.ask import Asked, AskRequest
from helix_lsp.session.answering import Sitting, answer
from helix_lsp.session.memory import COMMAND_LINE, Memory
from helix_lsp.session.workspace import Workspace

if TYPE_CHECKING:
    from helix_lsp.session.model.open_model import Sending

_VERBOSITIES = ("brief", "normal", "extended")
_ALONE = ("question", "json", "explain", "slot", "choose", "dry_run", "preview", "pack", "near", "session")


def run(arguments: Namespace, screen: Screen) -> int:
    """Prints the answer, the envelope with `--json`, or one line a request with `--jsonl`."""
    if arguments.jsonl:
        if wrong := [name for name in _ALONE if getattr(arguments, name)]:
            raise UsageError(f"--jsonl reads its questions from stdin and prints JSON: it goes with --root only, not with {_flag(wrong[0])}")
        return run_batch(_answer, screen, root=arguments.root)
    if arguments.preview and arguments.json:
        raise UsageError("--preview prints what would be sent as it is: it does not go with --json")
    if arguments.pack and (arguments.json or arguments.preview):
        raise UsageError(f"--pack prints the evidence alone: it does not go with {'--json' if arguments.json else '--preview'}")
    with Opened(screen) as opened:
        workspace = opened.at(arguments.root)
        sitting = _sitting(workspace, arguments.session or COMMAND_LINE, silent=arguments.preview or arguments.pack)
        asked = answer(workspace, _request(arguments, sitting, workspace.root), sitting)
        if arguments.preview:
            return print_preview(asked.envelope, _sending(workspace, asked), screen)
        if arguments.pack:
            return print_pack(asked.envelope, screen)
        if why := _without_model(asked):
            screen.note(f"the model's answer is not used: {why}")
        if arguments.json:
            from helix_lsp.wire.answer_envelope import envelope_to_wire

            shown = asked.trace if arguments.explain else None
            screen.json(envelope_to_wire(asked.envelope, shown, debug=arguments.explain, method=asked.method), indent=2)
        else:
            print_answer(asked.envelope, workspace.root, screen)
            if arguments.explain:
                print_trace(asked.trace, screen)
                if asked.method is not None:
                    print_method(asked.method, screen)
    return 0


def _without_model(asked: Asked) -> str:
    """Why the model that is set did not write this answer; `` when it did, or when none was to be asked."""
    model = asked.envelope.written.model
    return "" if model is None or model.status != "refused" else model.refused


def _flag(name: str) -> str:
    return "a question" if name == "question" else "--" + name.replace("_", "-")


def _sitting(workspace: Workspace, session_id: str, *, silent: bool) -> Sitting:
    return Sitting(session_id=session_id, memory=Memory(workspace.settings.config.session, workspace.directory), silent=silent)


def _request(arguments: Namespace, sitting: Sitting, root: str) -> AskRequest:
    """The request of the flags; `--choose` without a question answers the one that was given back last."""
    text = " ".join(arguments.question)
    choice = None
    if arguments.choose is not None:
        text, choice = _choice(text, arguments.choose, sitting)
    if not text.strip():
        raise UsageError('the question is empty; write a few words: helix-lsp ask "where is the session cookie signed?"')
    return AskRequest(
        question=text, verbosity=arguments.verbosity, slots=tuple(arguments.slot), choice=choice, dry=_dry(arguments),
        near=tuple(below_root(root, p) for p in arguments.near), method=arguments.explain,
    )  # fmt: skip


def _dry(arguments: Namespace) -> bool:
    return bool(arguments.dry_run or arguments.preview or arguments.pack)


def _choice(text: str, picked: str, sitting: Sitting) -> tuple[str, Choice | None]:
    """(question, choice). For another question than the one that was given back, there is nothing to choose yet."""
    memory, session = sitting.memory, sitting.session_id
    pending = memory.asked(session)
    if not pending or (text.strip() and text.strip() != pending):
        raise UsageError("there is nothing to choose: --choose picks an option of the clarification that was given last; ask first")
    option = memory.option(session, picked)
    return pending, Choice(token=memory.token(session), option=option.id)


def _sending(workspace: Workspace, asked: Asked) -> Sending | None:
    from helix_lsp.session.model.open_model import preview

    prompt = asked.envelope.written.prompt
    settings = workspace.settings
    return None if prompt is None else preview(settings.config.model, settings.surroundings, workspace.root, prompt.request)


def _answer(request: Request, opened: Opened) -> Mapping[str, object]:
    """One line of a batch: lines do not remember each other, but for `clarify`, which names its token itself."""
    from helix_lsp.wire.answer_envelope import envelope_to_wire

    verbosity = text_field(request, "verbosity", "normal")
    if verbosity not in _VERBOSITIES:
        raise UsageError(f"`verbosity` must be one of {', '.join(_VERBOSITIES)}, not {verbosity!r}")
    wanted = AskRequest(
        question=text_field(request, "question"),
        verbosity=verbosity,
        slots=_texts(request, "slots"),
        near=_texts(request, "near"),
        dry=cast("bool", field(request, "dryRun", bool, False)),
        choice=_picked(request),
    )
    workspace = opened.at(text_field(request, "root") or None)
    sitting = Sitting(session_id="batch", memory=Memory(workspace.settings.config.session), traced=False)
    asked = answer(workspace, replace(wanted, may_clarify=wanted.choice is None), sitting)
    return {"envelope": envelope_to_wire(asked.envelope)}


def _texts(request: Request, name: str) -> tuple[str, ...]:
    values = cast("list[object]", field(request, name, list, []))
    if not all(isinstance(v, str) for v in values):
        raise UsageError(f"`{name}` must be a list of texts")
    return tuple(str(v) for v in values)


def _picked(request: Request) -> Choice | None:
    picked = cast("Mapping[str, object] | None", field(request, "clarify", dict, None))
    if picked is None:
        return None
    token, option = picked.get("token"), picked.get("optionId")
    if not isinstance(token, str) or not isinstance(option, str):
        raise UsageError("`clarify` must be an object with the texts `token` and `optionId`")
    return Choice(token=token, option=option)
