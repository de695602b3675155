"""`helix/ask`: one question through the ladder, with its live events as progress. Also what a box for questions
may offer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

from lsprotocol import types
from msgspec.structs import replace

from helix_lsp.ask.question.question import VERBOSITIES, Asker, Choice, Question
from helix_lsp.lsp.convert import plain_position, plain_range
from helix_lsp.lsp.failure import BadParams
from helix_lsp.lsp.folders import Folder
from helix_lsp.lsp.handlers.fields import (
    DocumentPosition,
    Here,
    Texts,
    at_place,
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
from helix_lsp.lsp.service.workspace_service import LockRequest
from helix_lsp.lsp.work import Job
from helix_lsp.text.positions import Encoding, Span
from helix_lsp.text.visible import counted
from helix_lsp.wire.readable import fields

if TYPE_CHECKING:
    from helix_lsp.align.mentions.mentions import Mentions
    from helix_lsp.lsp.service.drawing import FolderView

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


# `helix/mentions`: the documents and sections that mention a symbol, given by name or by the place of one of
# its names. Also `textDocument/codeLens` and `codeLens/resolve`.

MENTIONS = "helix/mentions"


def mentions(ls: HelixServer, params: dict[str, Any]) -> Job | dict[str, Any]:
    """The mentions with their ranges; empty where the place names nothing."""
    name, uri, where = optional(params, "symbol", str), document_uri(params), position(params)
    if (name is None) == (where is None) or (where is not None and uri is None):
        raise BadParams("give `symbol`, or `textDocument` with `position`")
    encoding = ls.documents.encoding
    if name is not None:
        if not name.strip():
            raise BadParams("`symbol` is empty")
        folder = ls.folders.chosen(uri)
        uris = open_uris(ls, folder)
        return ls.places(lambda job: _named(folder, uris, name, encoding, job))
    place = position_in(ls, uri, where) if uri is not None and where is not None else None
    if place is None:
        return _nothing()
    return ls.places(lambda job: _placed(place.here(job)))


def _named(folder: Folder, uris: dict[str, str], name: str, encoding: Encoding, job: Job) -> dict[str, Any]:
    from helix_lsp.ide.mentions import mentions as find

    folder_view = folder.view(job.check)
    found = find(folder_view.view, name)
    job.check()
    return _answer_of_mentions(
        found, folder_view, lambda path: uris.get(path) or folder.uri_below(path), encoding
    )


def _placed(here: Here | None) -> dict[str, Any]:
    from helix_lsp.ide.mentions import mentions_at

    found = mentions_at(here.view, here.path, here.offset, here.job.check) if here is not None else None
    if here is None or found is None:
        return _nothing()
    return _answer_of_mentions(found, here.folder_view, here.position.uri, here.position.encoding)


def _nothing() -> dict[str, Any]:
    return {"symbol": "", "definitions": [], "mentions": [], "documents": 0, "more": False}


def _answer_of_mentions(
    found: Mentions, folder_view: FolderView, uri: Callable[[str], str], encoding: Encoding
) -> dict[str, Any]:
    from helix_lsp.align.live import Live

    texts, live = Texts(folder_view, encoding), Live(folder_view.view.snapshot, folder_view.view.texts)
    most = folder_view.view.config.ide.mentions
    listed: list[dict[str, Any]] = []
    for one in found.places[:most]:
        if (place := texts.sure(one.path, one.span)) is not None:
            rest = fields(one, "line section text said symbol definedIn=defined_in confidence")
            listed.append({"uri": uri(one.path), "path": one.path, "range": plain_range(place), **rest})
    definitions: list[dict[str, Any]] = []
    for path, name in found.definitions:
        outline = live.outline(path)
        symbols = outline.symbols if outline is not None else ()
        span = next((s.name_span for s in symbols if s.qualified == name), Span(0, 0))
        if (place := texts.sure(path, span)) is not None:
            definitions.append({"uri": uri(path), "path": path, "name": name, "range": plain_range(place)})
    return {
        "symbol": found.asked,
        "definitions": definitions,
        "mentions": listed,
        "documents": len({one.path for one in found.places}),
        "more": len(found.places) > most,
    }


# `textDocument/codeLens` and `codeLens/resolve`: above a definition, how many documents mention it; counted
# when the lens is looked at.

SHOW_MENTIONS = "helixAsk.showMentions"
_FIELDS = {"uri": str, "name": str, "ordinal": int}


def code_lens(ls: HelixServer, params: types.CodeLensParams) -> Job | None:
    """Without a command: that comes with `codeLens/resolve`."""
    uri = params.text_document.uri
    job = at_place(ls, params, lambda here: _lenses(here, uri), nothing=[], take_up=ls.shown)
    ls.diagnosing.lenses = ls.diagnosing.lenses or job is not None
    return job


def _lenses(here: Here, uri: str) -> list[types.CodeLens]:
    from helix_lsp.ide.lens import lenses

    return [
        types.CodeLens(
            range=here.range(lens.span), data={"uri": uri, "name": lens.qualified, "ordinal": lens.ordinal}
        )
        for lens in lenses(here.view, here.path, here.job.check)
    ]


def resolve_lens(ls: HelixServer, lens: types.CodeLens) -> Job | types.CodeLens:
    """Adds the command that shows the mentions; its title is the count."""
    if lens.command is not None:
        return lens
    data = cast("Mapping[str, Any]", lens.data if isinstance(lens.data, Mapping) else {})
    if not all(isinstance(data.get(name), kind) for name, kind in _FIELDS.items()):
        raise BadParams("`data` is not of a lens of ours")
    asked = position_in(ls, data["uri"])
    if asked is None:
        return _counted(None, data, lens)
    return ls.quick(lambda job: _counted(asked.here(job), data, lens))


def _counted(here: Here | None, data: Mapping[str, Any], lens: types.CodeLens) -> types.CodeLens:
    from helix_lsp.ide.lens import Lens, count_documents

    wanted = Lens(span=Span(0, 0), qualified=data["name"], ordinal=data["ordinal"])
    found = count_documents(here.view, here.path, wanted) if here is not None else None
    title = "no documents"
    if here is not None and found is not None:
        lens.range = here.range(found[0])
        title = counted(found[1], "document") if found[1] else title
    argument = {"textDocument": {"uri": data["uri"]}, "position": plain_position(lens.range.start)}
    lens.command = types.Command(title=title, command=SHOW_MENTIONS, arguments=[argument])
    return lens


# `helix/trees`: which knowledge trees and concept cards the workspace has, so that a client can offer those
# that no answer has walked yet. Also `helix/graphLock`.

TREES = "helix/trees"


def trees(ls: HelixServer, params: dict[str, Any]) -> Job:
    """`tree-list.v1` of the folder that holds `textDocument`, else of the first."""
    folder = ls.folders.chosen(document_uri(params))
    return ls.quick(lambda job: listed(folder, job))


def listed(folder: Folder, job: Job) -> dict[str, Any]:
    """`tree-list.v1`; for a worker."""
    from helix_lsp.wire.trees import knowledge_to_wire

    return knowledge_to_wire(folder.view(job.check).view.knowledge())


# `helix/graphLock`: the knowledge trees that a session has locked: look at them, pin, merge or clear.

GRAPH_LOCK = "helix/graphLock"
_ACTIONS = ("inspect", "pin", "merge", "clear")


def graph_lock(ls: HelixServer, params: dict[str, Any]) -> Job:
    """`tree-lock.v1` of the folder that holds `textDocument`, else of the first."""
    action = optional(params, "action", str) or "inspect"
    if action not in _ACTIONS:
        raise BadParams(f"`action` must be one of {', '.join(_ACTIONS)}")
    named = cast("list[object]", optional(params, "treeIds", list) or [])
    tree_ids = tuple(name for name in named if isinstance(name, str))
    if len(tree_ids) != len(named):
        raise BadParams("`treeIds` must be a list of strings")
    if named and action not in ("pin", "merge"):
        raise BadParams(f"`treeIds` does not go with `{action}`")
    request = LockRequest(session_id=required(params, "sessionId", str), action=action, tree_ids=tree_ids)
    folder = ls.folders.chosen(document_uri(params))
    return ls.quick(lambda job: folder.service(job.check).graph_lock(request))
