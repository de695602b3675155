"""`helix-lsp ask`: one question through the ladder, or a batch of them. Exit code 1 when the repository carries no
answer.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Mapping
from textwrap import fill
from typing import TYPE_CHECKING, cast

from helix_lsp.ask.fit import fit, shown_places
from helix_lsp.ask.model.repair.say import say_repair
from helix_lsp.ask.question.question import VERBOSITIES, Asker, Choice, Question
from helix_lsp.ask.rungs.envelope import Citation, Claim, Envelope
from helix_lsp.ask.trace import Trace
from helix_lsp.cli.arguments import others
from helix_lsp.cli.batch import (
    Request,
    field,
    freshness_words,
    heed,
    heed_in_batch,
    link,
    near_paths,
    policy_of,
    run_batch,
    text_field,
)
from helix_lsp.cli.opened import Opened
from helix_lsp.cli.screen import Screen, clean
from helix_lsp.errors import UsageError
from helix_lsp.ide.ask import Asked, in_words, say_climb
from helix_lsp.search.reading.read import by_meaning
from helix_lsp.session.answering import AskSession, answer
from helix_lsp.session.kept.memory import COMMAND_LINE, Memory
from helix_lsp.session.workspace import Workspace
from helix_lsp.text.visible import counted

if TYPE_CHECKING:
    from helix_lsp.ask.method import Method
    from helix_lsp.session.model.open_model import Sending


# An answer for a person: sentences with their `path:line`, quoted code, what was looked at, how fresh it
# is.
#
# On a terminal the citations are links; in a pipe they are the same words without any escape.

_TOKEN = 4  # characters, as is usual for English and code
_ANSWERS = {
    "strong": "confidence: strong",
    "weak": "confidence: weak, read the sources",
    "places_only": "no answer is certain, only places to read",
}


def print_answer(envelope: Envelope, root: str, screen: Screen, *, within: str = "") -> None:
    """The whole answer; citations are named relative to `root`, after the name of the repository where one is given."""
    cited = {citation.id: citation for citation in envelope.citations}
    if envelope.mode == "provisional":
        screen.styled(screen.strong(_unread(envelope)) + "\n")
    for passage in envelope.passages:
        if passage.title:
            screen.styled(screen.strong(clean(passage.title)))
        for claim in passage.claims:
            for line in _claim(claim, cited, root, screen, within):
                screen.styled(line)
        screen.text("")
    if envelope.mode == "clarify":
        for number, option in enumerate(envelope.climbed.verdict.options, 1):
            screen.text(f"  {number}  {clean(option.label)}: {clean(option.question)}")
        screen.text("")
        screen.text("Pick one: helix-lsp ask --choose N")
    screen.text(_footer(envelope))


def print_method(method: Method, screen: Screen) -> None:
    """The scientific-method lines: what was supposed, what the same question gave without its top evidence,
    how sure that is.
    """
    screen.styled("\n" + screen.strong("Method"))
    screen.text(f"hypothesis       {method.hypothesis}")
    screen.text(f"anti-hypothesis  {method.anti_hypothesis}")
    if method.counterfactual is not None:
        screen.text(
            f"counterfactual   {method.counterfactual.result}: {method.counterfactual.method}; {method.counterfactual.detail}"
        )
    sure = method.uncertainty
    screen.text(
        f"uncertainty      {sure.low:.2f} to {sure.high:.2f} around {sure.confidence:.2f} ({sure.trials} trials)"
    )
    again = method.reproducibility
    screen.text(
        f"reproducibility  snapshot {again.snapshot[:12]}, options {again.config[:12]}, question {again.question[:12]}"
    )
    if method.corrective.required:
        screen.text(f"corrective       {method.corrective.reason}")
        for action in method.corrective.actions:
            screen.text(f"                 - {action}")


def print_preview(envelope: Envelope, sending: Sending | None, screen: Screen) -> int:
    """What would leave the machine, to the letter; 0."""
    if sending is None:
        screen.text(
            f"nothing would be sent: the answer is {envelope.mode.replace('_', ' ')} and has no evidence to write from"
        )
        return 0
    screen.text(
        f"to       {sending.destination or '(nowhere)'}"
        + (f" ({sending.problem})" if sending.problem else "")
    )
    for name, value in sending.headers:
        screen.text(f"header   {name}: {value}")
    screen.text("")
    screen.exact(clean(sending.body))
    return 0


def print_pack(envelope: Envelope, screen: Screen) -> int:
    """The numbered places that a model would get, secrets taken out, and what did not fit; 0, or 1 when there is
    none. Tokens are taken as four characters each.
    """
    prompt = envelope.climbed.written.prompt
    evidence = (
        next((item.content for item in prompt.items if item.type == "proof_spans"), "")
        if prompt is not None
        else ""
    )
    if prompt is None or not evidence:
        screen.text(f"no evidence: the answer is {envelope.mode.replace('_', ' ')}")
        return 1
    screen.exact(clean(evidence))
    screen.text("")
    for place, why in prompt.compacted.dropped:
        screen.text(f"left out {clean(place)}: {why}")
    size = len(prompt.request.system) + len(prompt.request.prompt)
    screen.text(
        f"{counted(len(prompt.spans), 'place')}, {counted(prompt.compacted.size, 'byte')}; about {counted(size // _TOKEN, 'token')} with the rules"
    )
    return 0


def print_trace(trace: Trace, screen: Screen) -> None:
    """What each step did: its status, how long it took, the facts it recorded. Of climbs that were not made
    for the answer itself only what each rung came to (`trace show` has the rest).
    """
    screen.styled("\n" + screen.strong("Trace"))
    for number, climb in enumerate(trace.climbs, 1):
        if len(trace.climbs) > 1:
            screen.text(say_climb(number, climb.purpose))
        for step in climb.steps:
            screen.text(
                f"{step.number:>3} {step.name:<12} {step.status:<10} {step.elapsed_us / 1_000:8.2f} ms  {step.digest}"
            )
            if climb is not trace.answer:
                continue
            for event in step.events:
                screen.text(f"      {in_words(event)}")
            for name, value in step.facts:
                screen.text(f"      {in_words(name)}: {value}")


def _unread(envelope: Envelope) -> str:
    """In the place of any verdict."""
    now = envelope.freshness
    far = f"{now.read:,} of {counted(now.files, 'file')}" if now.files else "no file yet"
    head = f"{'Still reading' if now.doing else 'Read so far'}: {far}"
    return f"{head}. This answer is provisional: ask again when the index is whole."


def _claim(claim: Claim, cited: dict[int, Citation], root: str, screen: Screen, within: str) -> Iterator[str]:
    bullet = "- " if claim.item else ""
    yield (
        fill(
            clean(claim.text),
            screen.prose,
            initial_indent=bullet,
            subsequent_indent=" " * len(bullet),
            break_long_words=False,
            break_on_hyphens=False,
        )
        if claim.text
        else bullet.rstrip()
    )
    for place in shown_places(claim, cited):
        yield (
            " " * len(bullet) + "  " + link(place.path, place.first, place.last, root, screen, within=within)
        )
    if claim.code:
        lines = claim.code.split("\n")
        for number, line in enumerate(lines, 1):
            here = number == claim.marked and len(lines) > 1
            yield (
                " " * len(bullet)
                + ("  > " if here else "    ")
                + (screen.strong(clean(line)) if here else clean(line))
            )


def _worth(envelope: Envelope) -> str:
    """Whether it answers, and what no cited line carries; `` where nothing is claimed to."""
    worth = envelope.answer_verdict
    if worth.answers == "none":
        return ""
    unsaid = f"; not in any cited line: {', '.join(clean(w) for w in worth.unsaid)}" if worth.unsaid else ""
    return f"{_ANSWERS[worth.answers]}{unsaid}; "


def _carried(envelope: Envelope) -> str:
    """How many statements their citations carry, where some are shown as not verified."""
    stated = [c.entry for p in envelope.passages for c in p.claims if c.entry is not None]
    carried = sum(entry.supported for entry in stated)
    if carried == len(stated):
        return ""
    return f", {carried or 'none'} of {counted(len(stated), 'statement')} carried by what is cited"


def _footer(envelope: Envelope) -> str:
    """One paragraph in brackets: a reader of claims passes over it."""
    count = len(envelope.citations)
    files = len({citation.path for citation in envelope.citations})
    cites = f"{counted(count, 'citation')} in {counted(files, 'file')}" if count else "no citations"
    worth = envelope.answer_verdict
    matching = "all" if worth.checked == worth.quoted else f"{worth.checked} of {worth.quoted}"
    cites += f", {matching} matching the files" if worth.quoted else ""
    cites += _carried(envelope)
    dropped = f", {envelope.dropped} dropped because the file changed" if envelope.dropped else ""
    words = "; by words" if count and not by_meaning(envelope.climbed.evidence.reading) else ""
    return f"({_worth(envelope)}{cites}{dropped}; {freshness_words(envelope.freshness)}{words})"


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
        asked = answer(
            workspace, _question(arguments, memory, workspace.root, screen), AskSession(memory=memory)
        )
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


def _question(arguments: Namespace, memory: Memory, root: str, screen: Screen) -> Question:
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
        near=near_paths(root, arguments.near, screen),
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
