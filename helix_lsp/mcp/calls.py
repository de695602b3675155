"""The six tools over an open workspace: arguments in, plain JSON data and a short text out.

Every call reads, and none calls a model: the agent that asks is one. What a result is worth is in its data;
the text says the same for a reader that is not a program.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from helix_lsp.ask.evidence.uses import summary
from helix_lsp.ask.question.question import Asker, Choice, Question
from helix_lsp.errors import StaleError, UsageError
from helix_lsp.ide.find import FindRequest, find
from helix_lsp.ide.pr_explain import pr_explain
from helix_lsp.ide.range_get import range_get
from helix_lsp.ide.uses import UsesRequest, uses
from helix_lsp.ide.verify import verify_text
from helix_lsp.mcp.arguments import Arguments
from helix_lsp.mcp.told import answer_told, audit_told, delta_told, evidence_told, range_told, uses_told
from helix_lsp.session.answering import AskSession, answer
from helix_lsp.session.history.change import read_change
from helix_lsp.session.kept.memory import Memory
from helix_lsp.session.workspace import Workspace
from helix_lsp.wire.answer_envelope import envelope_to_wire
from helix_lsp.wire.claim_audit import claim_audit_to_wire
from helix_lsp.wire.evidence import evidence_to_wire
from helix_lsp.wire.pr_delta import pr_delta_to_wire
from helix_lsp.wire.range_ref import RANGE_TEXT, range_ref_from_wire, range_text_to_wire
from helix_lsp.wire.uses import uses_to_wire

# Results that fit: a change is cut where its lists have a place to say so, page by page of files.
#
# Invariant: what is cut is counted in the `..._left_out` that the schema has beside each list, so that the
# data stays a `pr-delta.v1`.

MOST_TEXT = 12_000
_ROOM = 40_000  # characters of the files of one page: about 10,000 tokens
_LISTED = 25
_PARTS = {"hunks": 8, "symbols": 25, "chunks": 0}


def cut_delta(data: Mapping[str, Any], after: str) -> tuple[dict[str, Any], str]:
    """(the delta with the files behind `after` that fit, the path to go on after, `` at the end). Files come in
    the order of their paths, at least one a page; those of other pages count as left out.
    """
    every = sorted(data["files"], key=lambda file: str(file["path"]))
    files: list[dict[str, Any]] = []
    room, more = _ROOM, ""
    for file in every:
        if after and str(file["path"]) <= after:
            continue
        small = file
        for name, most in _PARTS.items():
            small = _cut(small, name, most)
        room -= len(json.dumps(small))
        if files and room < 0:
            more = str(files[-1]["path"])
            break
        files.append(small)
    out = {**data, "files": files, "files_left_out": data["files_left_out"] + len(every) - len(files)}
    touches = dict(data["touches"])
    for name in ("documents", "uses"):
        touches = _cut(touches, name, _LISTED)
    for name in ("stale", "flags"):
        out = _cut(out, name, _LISTED)
    return {**out, "touches": touches}, more


def _cut(record: dict[str, Any], name: str, most: int) -> dict[str, Any]:
    listed, left = record[name], f"{name}_left_out"
    if len(listed) <= most:
        return record
    return {**record, name: listed[:most], left: record[left] + len(listed) - most}


_SESSION = "agent"
_LARGEST_RANGE = 40_000
_MOST_CLAIMS = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One reading of a question; `choose` is the argument that picks it."""

    id: str
    label: str
    detail: str
    choose: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """`data` keeps the schema that the tool's definition names. With `options` the question came back: who can
    ask a person is told `asks` with `token`, who cannot reads the options in `text`.
    """

    data: dict[str, Any]
    text: str
    asks: str = ""
    token: str = ""
    options: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """How one call is stopped and what it says on the way."""

    check: Callable[[], None]
    tell: Callable[[str, int, int], None]


Act = Callable[[Workspace, Arguments, Call], Outcome]


def _ask(workspace: Workspace, arguments: Arguments, call: Call) -> Outcome:
    choice = _choice(arguments.text("choose"))
    question = Question(
        text=arguments.text("question", needed=True),
        dry=True,
        choice=choice,
        may_clarify=choice is None,
        asker=Asker(session_id=_SESSION, traced=False),
    )
    asking = AskSession(memory=Memory(workspace.settings.config.session))  # calls share no memory (ADR 0007)
    asked = answer(workspace, question, asking, events=lambda line: call.tell(line, 0, 0), check=call.check)
    data = workspace.stamped(envelope_to_wire(asked.envelope), workspace.view())
    verdict = asked.envelope.climbed.verdict
    options = (
        tuple(
            Option(id=o.id, label=o.label, detail=o.detail, choose=f"{verdict.token}.{o.id}")
            for o in verdict.options
        )
        if asked.envelope.mode == "clarify"
        else ()
    )
    told = answer_told(data, tuple((o.label, o.detail, o.choose) for o in options))
    return Outcome(data=data, text=told, asks=verdict.asks, token=verdict.token, options=options)


def _choice(given: str) -> Choice | None:
    """`TOKEN.OPTION` as an answer offered it. Raises UsageError."""
    if not given:
        return None
    token, dot, option = given.partition(".")
    if not (token and dot and option):
        raise UsageError(
            "`choose` is not a choice that was offered; give back one of the `choose` texts as it is"
        )
    return Choice(token=token, option=option)


def _find(workspace: Workspace, arguments: Arguments, call: Call) -> Outcome:
    path = arguments.text("path")
    request = FindRequest(
        query=arguments.text("query", needed=True),
        budget=arguments.number("budget"),
        whole=arguments.flag("whole"),
        filters=(("path", path),) if path else (),
    )
    view = workspace.view()
    found = find(view, request, check=call.check)
    workspace.telemetry().query(len(found.items), workspace.meaning.taken())
    data = workspace.stamped(evidence_to_wire(found, view.snapshot.digest(), view.config_digest()), view)
    return Outcome(data=data, text=evidence_told(data))


def _uses(workspace: Workspace, arguments: Arguments, call: Call) -> Outcome:
    request = UsesRequest(
        name=arguments.text("name", needed=True),
        path=arguments.text("path"),
        cursor=arguments.text("cursor"),
        size=arguments.number("limit"),
    )
    page = uses(workspace.view(), request, check=call.check)
    data = uses_to_wire(page)
    return Outcome(data=data, text=uses_told(data, summary(page)))


def _prove(workspace: Workspace, arguments: Arguments, call: Call) -> Outcome:
    """The bytes; what they are not any more, and what may not be read, is a result too and no failure."""
    call.check()
    data = dict[str, Any](schema=RANGE_TEXT)
    try:
        ref = range_ref_from_wire(arguments.record("ref"))
        if ref.end_byte - ref.start_byte > _LARGEST_RANGE:
            raise UsageError(f"the range is longer than {_LARGEST_RANGE:,} bytes; ask for a part of it")
        view = workspace.view()
        data = dict(range_text_to_wire(range_get(view, ref, repo_id=workspace.origin(view.texts).repo_id)))
    except StaleError as error:
        data |= {"status": "stale", "reason": str(error)}
    except UsageError as error:
        data |= {"status": "refused", "reason": str(error)}
    return Outcome(data=data, text=range_told(data))


def _check(workspace: Workspace, arguments: Arguments, call: Call) -> Outcome:
    view = workspace.view()
    found = verify_text(view, arguments.text("text", needed=True), check=call.check)
    if len(found.results) > _MOST_CLAIMS:
        raise UsageError(
            f"the text has {len(found.results)} sentences; give at most {_MOST_CLAIMS} at a time"
        )
    data = workspace.stamped(claim_audit_to_wire(found), view)
    return Outcome(data=data, text=audit_told(data))


def _changed(workspace: Workspace, arguments: Arguments, call: Call) -> Outcome:
    base, head, after = arguments.text("base"), arguments.text("head"), arguments.text("after")
    view = workspace.view()
    call.tell("reading the change", 0, 0)
    change, uncommitted = read_change(
        workspace.git, workspace.root, view, base or None, head or None, call.check
    )
    call.tell("reading the history", 0, 0)
    history = workspace.history(call.check)
    delta = pr_explain(view, change, uncommitted, history, check=call.check, tell=call.tell)
    data, behind = cut_delta(workspace.stamped(pr_delta_to_wire(delta, view.config.pr), view), after)
    return Outcome(data=data, text=delta_told(data, behind)[:MOST_TEXT])


ACTS: dict[str, Act] = {
    "ask": _ask,
    "find": _find,
    "uses": _uses,
    "prove": _prove,
    "check": _check,
    "changed": _changed,
}
"""By the name of the tool (`definitions.TOOLS`)."""
