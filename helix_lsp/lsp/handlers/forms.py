"""`command/resolve`: what a command still has to be told by a person, as forms that the client shows before
it runs the command.

The convention of gopls (golang/go#76331, microsoft/language-server-protocol#1164), which the editors' generic
clients for it speak: the client sends what it would run; `formFields` in the reply are questions to the
person, and it sends the same with `formAnswers`; a reply without `formFields` is what to run. Every answer
goes into the command's argument, so that the run itself knows nothing of forms. A clarification is such a
form: the question is asked without the model, and given back with its meanings only where it has several.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from helix_lsp.lsp.client import answer_to, input_types
from helix_lsp.lsp.failure import BadParams
from helix_lsp.lsp.handlers import ask
from helix_lsp.lsp.handlers.ask import listed
from helix_lsp.lsp.handlers.fields import document_uri, optional, required
from helix_lsp.lsp.language_server import HelixServer
from helix_lsp.lsp.last_answer import remember
from helix_lsp.lsp.work import Job

RESOLVE = "command/resolve"
_ARGUMENT_ONLY = ("show", "workDoneToken", "partialResultToken")
_MOST_TREES = 200  # offered in one form; chosen by hand, as a list that a person can still look through
Form = Callable[["Filled"], "Job | dict[str, Any]"]


class Filled:
    """One `command/resolve`: the command, its one argument, and the answers that came with it. Belongs to the
    loop.
    """

    def __init__(self, ls: HelixServer, params: Mapping[str, Any]) -> None:
        """Raises BadParams."""
        self.ls = ls
        self.command = required(params, "command", str)
        given = cast("list[Any]", optional(params, "arguments", list) or [])
        if len(given) > 1 or not all(isinstance(one, Mapping) for one in given):
            raise BadParams(f"{self.command} takes one object")
        self.argument: dict[str, Any] = dict(cast("Mapping[str, Any]", given[0])) if given else {}
        self.answers = cast("list[Any]", optional(params, "formAnswers", list) or [])
        self._left = list(self.answers)
        self._types = input_types(ls.client)

    def shows(self, kind: str) -> bool:
        """True when the client can ask for this kind of value."""
        return kind in self._types

    def answer(self, field: str) -> Any:
        """What was answered to a field; None when it was not."""
        return answer_to(field, self._left)

    def ask_for(
        self, field: str, description: str, kind: Mapping[str, Any], *, error: str = ""
    ) -> dict[str, Any]:
        """The reply that asks a person for one more value."""
        asked: dict[str, Any] = {
            "id": field,
            "description": description,
            "type": dict(kind),
            "required": True,
        }
        if error:
            asked["error"] = error
        return {"command": self.command, "arguments": [self.argument], "formFields": [asked]}

    def done(self) -> dict[str, Any]:
        """The reply that says what to run."""
        arguments = [self.argument] if self.argument else []
        return {
            "command": self.command,
            "arguments": arguments,
            **({"formAnswers": self.answers} if self.answers else {}),
        }


def resolve(ls: HelixServer, params: dict[str, Any], known: Mapping[str, object]) -> Job | dict[str, Any]:
    """The command with what it still needs, or complete. Raises BadParams for a command that is not among the
    `known`.
    """
    filled = Filled(ls, params)
    if filled.command not in known:
        raise BadParams(f"there is no such command; the commands are {', '.join(known)}")
    form = _FORMS.get(filled.command)
    return filled.done() if form is None else form(filled)


def _words(filled: Filled, name: str, description: str) -> dict[str, Any] | None:
    """A field in plain words; the reply that asks for it, None when it is there (now). Without a client that
    asks, the run says what is missing.
    """
    if filled.argument.get(name) or not filled.shows("string"):
        return None
    given = filled.answer(name)
    if isinstance(given, str) and given.strip():
        filled.argument[name] = given.strip()
        return None
    return filled.ask_for(
        name, description, {"kind": "string"}, error="" if given is None else "a few words are needed"
    )


def _ask(filled: Filled) -> Job | dict[str, Any]:
    """The question where there is none, then its meaning where it has several."""
    missing = _words(filled, "question", "What do you want to know?")
    if missing is not None or not filled.argument.get("question"):
        return missing or filled.done()
    argument = filled.argument
    if argument.get("clarify") is not None or not filled.shows("enum"):
        return filled.done()
    picked, offered = filled.answer("meaning"), filled.ls.pending.get(document_uri(argument) or "")
    again = offered is not None and offered.asked.get("question") == argument["question"]
    if (
        picked is not None
        and offered is not None
        and again
        and any(picked == option for option, _ in offered.options)
    ):
        argument["clarify"] = {"token": offered.token, "optionId": picked}
        return filled.done()
    if picked is not None and offered is not None and again:
        entries = [{"value": option, "description": label} for option, label in offered.options]
        return filled.ask_for(
            "meaning", offered.asks, {"kind": "enum", "entries": entries}, error="this is not one of them"
        )
    return _meanings(filled)


def _meanings(filled: Filled) -> Job:
    """Asks without the model and shows nothing: a form when the question is given back, else what to run.

    The run that follows is the question that counts. Where there is none, because meanings are offered, it is
    asked once more for that.
    """
    asked = {key: value for key, value in filled.argument.items() if key not in _ARGUMENT_ONLY}
    answer, offered = (
        ask.prepared(filled.ls, asked, dry=True, silent=True),
        ask.prepared(filled.ls, asked, dry=True),
    )
    envelopes: list[dict[str, Any]] = []

    def look(job: Job) -> dict[str, Any]:
        envelope = answer(None, job)
        clarify = envelope.get("clarify")
        if not clarify:
            return filled.done()
        envelopes.append(offered(None, job))
        entries = [
            {"value": option["id"], "description": _meant(option, envelope)} for option in clarify["options"]
        ]
        return filled.ask_for("meaning", clarify["asks"], {"kind": "enum", "entries": entries})

    job = filled.ls.question(look)
    job.when_done(
        lambda outcome: (
            remember(filled.ls, asked, envelopes[0]) if outcome.error is None and envelopes else None
        )
    )
    return job


def _meant(option: Mapping[str, Any], envelope: Mapping[str, Any]) -> str:
    """The meaning, and the place that stands for it."""
    places = {one["id"]: one["range_ref"] for one in envelope.get("citations", ())}
    found = next((places[number] for number in option["evidence_refs"] if number in places), None)
    return option["label"] if found is None else f"{option['label']} ({found['path']}:{found['start_line']})"


def _mentions(filled: Filled) -> dict[str, Any]:
    """The symbol, where neither it nor a place is given."""
    if filled.argument.get("position") is not None:
        return filled.done()
    return _words(filled, "symbol", "Which symbol, as code or documents write it?") or filled.done()


def _pin(filled: Filled) -> Job | dict[str, Any]:
    """One of the trees there are, or several where the client can ask for a list."""
    several = filled.shows("list")
    if filled.argument.get("treeIds") or not filled.shows("enum"):
        return filled.done()
    given = filled.answer("treeIds")
    named = cast("list[Any]", given) if isinstance(given, list) else [] if given is None else [given]
    folder = filled.ls.folders.chosen(document_uri(filled.argument))

    def look(job: Job) -> dict[str, Any]:
        trees = cast("list[dict[str, Any]]", listed(folder, job)["trees"])
        if not trees or len(trees) > _MOST_TREES:  # the run says so in words
            return filled.done()
        if named and all(any(name == tree["id"] for tree in trees) for name in named):
            filled.argument["treeIds"] = named
            return filled.done()
        one = {
            "kind": "enum",
            "entries": [{"value": tree["id"], "description": tree["label"] or tree["id"]} for tree in trees],
        }
        kind = {"kind": "list", "elementType": one} if several else one
        return filled.ask_for(
            "treeIds", "Which knowledge tree?", kind, error="there is no such tree" if named else ""
        )

    return filled.ls.quick(look)


_FORMS: dict[str, Form] = {
    "helixAsk.ask": _ask,
    "helixAsk.pinTrees": _pin,
    "helixAsk.showMentions": _mentions,
}
