"""What a box for questions may offer: definitions that begin with what is typed (`helix/symbols`), a few
questions about the folder (`helix/examples`), and which folder a question is about (`helix/folders`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from helix_lsp.lsp.convert import range_of
from helix_lsp.lsp.documents import Text
from helix_lsp.lsp.folders import Folder
from helix_lsp.lsp.handlers.fields import document_uri, open_uris, required
from helix_lsp.lsp.language_server import HelixServer
from helix_lsp.lsp.work import Job
from helix_lsp.text.positions import Encoding

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
    for one in find_names(folder_view.view, query, _MOST):
        job.check()
        data = folder_view.text(one.path)
        if data is None or one.symbol.name_span.end > len(data):
            continue
        start = range_of(one.symbol.name_span, Text(data), encoding).start
        yield {
            "name": one.symbol.qualified,
            "kind": one.symbol.kind,
            "path": one.path,
            "uri": uris.get(one.path) or folder.uri_below(one.path),
            "position": {"line": start.line, "character": start.character},
        }


def examples(ls: HelixServer, params: dict[str, Any]) -> Job:
    """Questions about the folder that holds `textDocument`, else about the first."""
    folder = ls.folders.chosen(document_uri(params))
    return ls.quick(lambda job: _examples(folder, job))


def _examples(folder: Folder, job: Job) -> dict[str, Any]:
    from helix_lsp.ide.completion import example_questions

    return {"questions": list(example_questions(folder.view(job.check).view))}


def folders(ls: HelixServer, params: dict[str, Any]) -> Job:
    """Every folder with how much of `question` is in it, the fullest first."""
    question = required(params, "question", str)
    every = [folder for folder in ls.folders if folder.problem is None]
    return ls.quick(lambda job: {"folders": sorted((_held(f, question, job) for f in every), key=_fullest)})


def _held(folder: Folder, question: str, job: Job) -> dict[str, Any]:
    from helix_lsp.ide.completion import held_words

    names, words = held_words(folder.view(job.check).view, question)
    return {"uri": folder.uri, "names": names, "words": words}


def _fullest(one: dict[str, Any]) -> tuple[int, int]:
    return -one["names"], -one["words"]
