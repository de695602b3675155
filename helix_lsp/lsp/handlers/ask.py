"""`helix/ask`: one question through the ladder, with its live events as progress. Also what a box for questions
may offer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast

from msgspec.structs import replace

from helix_lsp.ask.question.question import VERBOSITIES, Asker, Choice, Question
from helix_lsp.lsp.convert import plain_position
from helix_lsp.lsp.failure import BadParams
from helix_lsp.lsp.folders import Folder
from helix_lsp.lsp.handlers.fields import (
    DocumentPosition,
    Texts,
    document_uri,
    open_uris,
    optional,
    position,
    position_in,
    required,
    token,
)
from helix_lsp.lsp.language_server import HelixServer
from helix_lsp.lsp.last_answer import remember
from helix_lsp.lsp.progress import Partial, Progress
from helix_lsp.lsp.work import Job
from helix_lsp.text.positions import Encoding

ASK = "helix/ask"
_TITLE = "Helix Ask"
Answer = Callable[[Progress | None, Job], dict[str, Any]]


def ask(ls: HelixServer, params: dict[str, Any]) -> Job:
    """`answer-envelope.v1`. Cancelled by `$/cancelRequest` and by the progress display; nothing is reported
    after the answer.

    With a `partialResultToken` the sections go out one by one once the answer is sealed, and the envelope
    comes without them: nothing that was not checked is ever sent.
    """
    answer = prepared(ls, params)
    found = Partial[dict[str, Any]](
        ls.protocol, token(params, "partialResultToken"), lambda sections: {"sections": sections}, batch=1
    )
    given = token(params, "workDoneToken")
    progress = None if given is None else ls.progress_on(given)
    job = ls.with_progress(
        progress,
        _TITLE,
        lambda: found.until(ls.question(lambda job: _in_parts(answer(progress, job), found, job))),
    )
    job.when_done(lambda outcome: remember(ls, params, outcome.value))
    return job


def prepared(ls: HelixServer, params: dict[str, Any], *, dry: bool = False, silent: bool = False) -> Answer:
    """What a worker does to answer these params. Raises BadParams, and WorkspaceError without a folder.
    `dry`: whatever they say, no model;

    `silent`: neither remembered nor counted.
    """
    uri, where = document_uri(params), position(params)
    if where is not None and uri is None:
        raise BadParams("`position` needs a `textDocument`")
    asked = _question(params)
    question = replace(asked, dry=dry or asked.dry, asker=replace(asked.asker, silent=silent))
    place = position_in(ls, uri, where) if uri is not None and where is not None else None
    held = ls.folders.folder_of(uri) if uri is not None else None
    folder = ls.folders.chosen(uri)
    return lambda progress, job: _answer(folder, question, held[1] if held else None, place, progress, job)


def _in_parts(envelope: dict[str, Any], found: Partial[dict[str, Any]], job: Job) -> dict[str, Any]:
    for section in envelope.get("sections", ()):
        job.check()
        found.add(section)
    return {**envelope, "sections": found.rest()} if "sections" in envelope else envelope


def _question(params: dict[str, Any]) -> Question:
    verbosity = optional(params, "verbosity", str) or "normal"
    if verbosity not in VERBOSITIES:
        raise BadParams(f"`verbosity` must be one of {', '.join(VERBOSITIES)}")
    return Question(
        text=required(params, "question", str),
        verbosity=verbosity,
        explain=optional(params, "debug", bool) or False,
        slots=_slots(params),
        choice=_choice(params),
        dry=optional(params, "dryRun", bool) or False,
        asker=Asker(session_id=optional(params, "sessionId", str) or "editor"),
    )


def _slots(params: dict[str, Any]) -> tuple[str, ...]:
    slots = cast("list[object]", optional(params, "slots", list) or [])
    if not all(isinstance(s, str) for s in slots):
        raise BadParams("`slots` must be a list of strings")
    return tuple(str(s) for s in slots)


def _choice(params: dict[str, Any]) -> Choice | None:
    """None when nothing was picked."""
    picked = cast("dict[str, Any] | None", optional(params, "clarify", dict))
    if picked is None:
        return None
    choice = Choice(token=required(picked, "token", str), option=required(picked, "optionId", str))
    return choice if choice.token else None


def _answer(
    folder: Folder,
    question: Question,
    path: str | None,
    place: DocumentPosition | None,
    progress: Progress | None,
    job: Job,
) -> dict[str, Any]:
    service = folder.service(job.check)
    seen = service.view() if place is not None else None
    meant = place.resolve(seen) if place is not None and seen is not None else None
    placed = replace(question, path=path, offset=meant[1] if meant else None)
    return service.ask(placed, seen, _heard(progress) if progress is not None else _unheard, job.check)


def _heard(progress: Progress) -> Callable[[str], None]:
    """Each stage once, in plain words, however many events it has."""
    from helix_lsp.ide.ask import stage

    last = ""

    def hear(line: str) -> None:
        nonlocal last
        said = stage(line)
        if said != last or said == line:
            last = said
            progress.line(said)

    return hear


def _unheard(line: str) -> None:
    """No token was given: nobody listens."""


# What a box for questions may offer: definitions that begin with what is typed (`helix/symbols`), a few
# questions about the folder (`helix/examples`), and which folder a question is about (`helix/folders`).

SYMBOLS, EXAMPLES, FOLDERS = "helix/symbols", "helix/examples", "helix/folders"
_MOST = 12


def symbols(ls: HelixServer, params: dict[str, Any]) -> Job:
    """Definitions of the folder that holds `textDocument`, else of all folders."""
    query, uri = required(params, "query", str), document_uri(params)
    chosen = [ls.folders.chosen(uri)] if uri is not None else [f for f in ls.folders if f.problem is None]
    folders = [(folder, open_uris(ls, folder)) for folder in chosen]
    encoding = ls.documents.encoding

    def look(job: Job) -> dict[str, Any]:
        return {"symbols": [one for f, uris in folders for one in _found(f, uris, query, encoding, job)]}

    return ls.quick(look)


def _found(
    folder: Folder, uris: dict[str, str], query: str, encoding: Encoding, job: Job
) -> Iterator[dict[str, Any]]:
    from helix_lsp.ide.completion import find_names

    folder_view = folder.view(job.check)
    texts = Texts(folder_view, encoding)
    for one in find_names(folder_view.view, query, _MOST):
        job.check()
        if (place := texts.sure(one.path, one.symbol.name_span)) is not None:
            yield {
                "name": one.symbol.qualified,
                "kind": one.symbol.kind,
                "path": one.path,
                "uri": uris.get(one.path) or folder.uri_below(one.path),
                "position": plain_position(place.start),
            }


def examples(ls: HelixServer, params: dict[str, Any]) -> Job:
    """Questions about the folder that holds `textDocument`, else about the first."""
    folder = ls.folders.chosen(document_uri(params))

    def look(job: Job) -> dict[str, Any]:
        from helix_lsp.ide.completion import example_questions

        return {"questions": list(example_questions(folder.view(job.check).view))}

    return ls.quick(look)


def folders(ls: HelixServer, params: dict[str, Any]) -> Job:
    """Every folder with how much of `question` is in it, the fullest first."""
    question = required(params, "question", str)
    every = [folder for folder in ls.folders if folder.problem is None]

    def look(job: Job) -> dict[str, Any]:
        from helix_lsp.ide.completion import held_words

        held = [(folder.uri, *held_words(folder.view(job.check).view, question)) for folder in every]
        held.sort(key=lambda one: (-one[1], -one[2]))
        return {"folders": [{"uri": uri, "names": names, "words": words} for uri, names, words in held]}

    return ls.quick(look)
