"""`helix-lsp ask`: one question through the ladder, or a batch of them. Exit code 1 when the repository carries no
answer.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from helix_lsp.ask.fit import fit
from helix_lsp.ask.model.repair.say import say_repair
from helix_lsp.ask.question.question import VERBOSITIES, Asker, Choice, Question
from helix_lsp.cli.answer_text import print_answer, print_method, print_pack, print_preview, print_trace
from helix_lsp.cli.arguments import others
from helix_lsp.cli.batch import Request, field, run_batch, text_field
from helix_lsp.cli.opened import Opened
from helix_lsp.cli.place import below_root
from helix_lsp.cli.screen import Screen
from helix_lsp.cli.stale import heed, heed_in_batch, policy_of
from helix_lsp.errors import UsageError
from helix_lsp.ide.ask import Asked
from helix_lsp.session.answering import AskSession, answer
from helix_lsp.session.kept.memory import COMMAND_LINE, Memory
from helix_lsp.session.workspace import Workspace
from helix_lsp.text.counted import counted

if TYPE_CHECKING:
    from helix_lsp.session.model.open_model import Sending


def run(arguments: Namespace, screen: Screen) -> int:
    """Prints the answer, the envelope with `--json`, or one line a request with `--jsonl`."""
    if arguments.jsonl:
        if wrong := others(arguments, "jsonl", "root", "stale_policy"):
            raise UsageError(
                f"--jsonl reads its questions from stdin and prints JSON: it goes with --root and --stale-policy only, not with {wrong[0]}"
            )
        policy = policy_of(arguments)
        return run_batch(
            lambda request, opened: _answer(request, opened, policy), screen, root=arguments.root
        )
    _fitting(arguments)
    with Opened(screen) as opened:
        workspace = opened.at(arguments.root)
        before = workspace.view().freshness
        heed(before, arguments, screen)
        if arguments.hypothesis and workspace.settings.config.model.provider == "none":
            raise UsageError("--hypothesis needs a model; set model.provider (`helix-lsp help settings`)")
        memory = Memory(workspace.settings.config.session, workspace.directory)
        asked = answer(workspace, _question(arguments, memory, workspace.root), AskSession(memory=memory))
        if before.fresh:  # what is cited may have been written to meanwhile
            heed(asked.envelope.freshness, arguments, screen)
        if arguments.preview:
            return print_preview(asked.envelope, _sending(workspace, asked), screen)
        if arguments.pack:
            return print_pack(asked.envelope, screen)
        if why := _without_model(asked):
            screen.note(f"the model's answer is not used: {why}")
        fitted = fit(asked.envelope, arguments.budget) if arguments.budget else None
        envelope = fitted.envelope if fitted is not None else asked.envelope
        if arguments.json:
            from helix_lsp.wire.answer_envelope import envelope_to_wire

            shown = asked.trace if arguments.explain else None
            sent = envelope_to_wire(
                envelope, shown, debug=arguments.explain, method=asked.method, fitted=fitted
            )
            screen.json(workspace.stamped(sent, workspace.view()), indent=2)
        else:
            print_answer(envelope, workspace.root, screen)
            if fitted is not None and (fitted.left_out or fitted.bare):
                screen.note(
                    f"{fitted.used} of {fitted.tokens} tokens; {counted(fitted.left_out, 'sentence')} left out, {fitted.bare} without their quotation"
                )
            if arguments.explain:
                print_trace(asked.trace, screen)
                if asked.method is not None:
                    print_method(asked.method, screen)
    return int(asked.envelope.mode == "no_evidence")


def _without_model(asked: Asked) -> str:
    """Why the model that is set did not write this answer; `` when it did, or when none was to be asked."""
    model = asked.envelope.climbed.written.model
    return "" if model is None or model.status != "refused" else say_repair(model.refused)


def _fitting(arguments: Namespace) -> None:
    """Raises UsageError for flags that do not go together."""
    if arguments.hypothesis and _dry(arguments):
        raise UsageError(
            "--hypothesis spends the call of the model: it does not go with a run that calls none"
        )
    if arguments.preview and arguments.json:
        raise UsageError("--preview prints what would be sent as it is: it does not go with --json")
    if arguments.pack and (arguments.json or arguments.preview):
        raise UsageError(
            f"--pack prints the evidence alone: it does not go with {'--json' if arguments.json else '--preview'}"
        )


def _question(arguments: Namespace, memory: Memory, root: str) -> Question:
    """The question of the flags; `--choose` without a question answers the one that was given back last."""
    text, session = " ".join(arguments.question), arguments.session or COMMAND_LINE
    choice = None
    if arguments.choose is not None:
        text, choice = _choice(text, arguments.choose, memory, session)
    if not text.strip():
        raise UsageError(
            'the question is empty; write a few words: helix-lsp ask "where is the session cookie signed?"'
        )
    return Question(
        text=text,
        verbosity=arguments.verbosity,
        slots=tuple(arguments.slot),
        choice=choice,
        dry=_dry(arguments),
        near=tuple(below_root(root, p) for p in arguments.near),
        explain=arguments.explain,
        hypothetical=arguments.hypothesis,
        asker=Asker(session_id=session, silent=arguments.preview or arguments.pack),
    )


def _dry(arguments: Namespace) -> bool:
    return bool(arguments.dry_run or arguments.preview or arguments.pack)


def _choice(text: str, picked: str, memory: Memory, session: str) -> tuple[str, Choice | None]:
    """(question, choice). For another question than the one that was given back, there is nothing to choose
    yet.
    """
    pending = memory.asked(session)
    if not pending or (text.strip() and text.strip() != pending):
        raise UsageError(
            "nothing to choose from: --choose answers a question that came back with several meanings"
        )
    option = memory.option(session, picked)
    return pending, Choice(token=memory.token(session), option=option.id)


def _sending(workspace: Workspace, asked: Asked) -> Sending | None:
    from helix_lsp.session.model.open_model import preview

    prompt = asked.envelope.climbed.written.prompt
    settings = workspace.settings
    return (
        None
        if prompt is None
        else preview(settings.config.model, settings.surroundings, workspace.root, prompt.request)
    )


def _answer(request: Request, opened: Opened, policy: str) -> Mapping[str, object]:
    """One line of a batch: lines do not remember each other, but for `clarify`, which names its token itself."""
    from helix_lsp.wire.answer_envelope import envelope_to_wire

    verbosity = text_field(request, "verbosity", "normal")
    if verbosity not in VERBOSITIES:
        raise UsageError(f"`verbosity` must be one of {', '.join(VERBOSITIES)}, not {verbosity!r}")
    choice = _picked(request)
    question = Question(
        text=text_field(request, "question"),
        verbosity=verbosity,
        slots=_texts(request, "slots"),
        near=_texts(request, "near"),
        dry=cast("bool", field(request, "dryRun", bool, False)),
        choice=choice,
        may_clarify=choice is None,
        asker=Asker(session_id="batch", traced=False),
    )
    workspace = opened.at(text_field(request, "root") or None)
    heed_in_batch(workspace.view().freshness, policy)
    asking = AskSession(memory=Memory(workspace.settings.config.session))
    asked = answer(workspace, question, asking)
    return {"envelope": workspace.stamped(envelope_to_wire(asked.envelope), workspace.view())}


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
