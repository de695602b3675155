"""Where things are, and what is at a place: `textDocument/references`, `implementation`, `definition`, `hover`, and
`documentLink` with `documentLink/resolve`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from helix_lsp.lsp.convert import hover_of, link_of, location_of, plain_range, range_of
from helix_lsp.lsp.documents import Text
from helix_lsp.lsp.failure import BadParams
from helix_lsp.lsp.handlers.fields import Here, Texts, at_place, document_uri, position, position_in
from helix_lsp.lsp.language_server import HelixServer
from helix_lsp.lsp.progress import Partial
from helix_lsp.lsp.work import Job
from helix_lsp.wire.readable import fields

if TYPE_CHECKING:
    from helix_lsp.align.proof import ProofSpan
    from helix_lsp.ide.places import NavigationTarget


# `textDocument/definition`: from a mention to the definition it means.

Links = list[types.LocationLink] | list[types.Location]


def definition(ls: HelixServer, params: types.DefinitionParams) -> Job | None:
    """LocationLinks where the client takes them."""
    linked = ls.client.supports("textDocument.definition.linkSupport")
    return at_place(
        ls, params, lambda here: _links_to(here, here.folder_view.definition(here.path, here.offset), linked)
    )


def implementation(ls: HelixServer, params: types.ImplementationParams) -> Job | None:
    """LocationLinks where the client takes them."""
    linked = ls.client.supports("textDocument.implementation.linkSupport")

    def look(here: Here) -> Links:
        from helix_lsp.ide.places import implementation as find

        return _links_to(here, find(here.view, here.path, here.offset), linked)

    return at_place(ls, params, look)


def _links_to(here: Here, targets: Sequence[NavigationTarget], linked: bool) -> Links:
    """Targets whose texts are there, as LocationLinks from the place, else as Locations."""
    asked, texts = here.position, Texts(here.folder_view, here.position.encoding)
    shown = [(one, asked.uri(one.path), text) for one in targets if (text := texts.at(one.path)) is not None]
    if not linked:
        return [location_of(one, uri, text, asked.encoding) for one, uri, text in shown]
    return [link_of(one, uri, text, here.text, asked.encoding) for one, uri, text in shown]


def references(ls: HelixServer, params: types.ReferenceParams) -> Job | None:
    """Uses, tests, documents; of a heading the links to it. In batches for a client that takes partial
    results.
    """
    declaration = params.context.include_declaration
    found = Partial[types.Location](ls.protocol, params.partial_result_token)
    job = at_place(ls, params, lambda here: _references(here, declaration, found), take_up=ls.places)
    return None if job is None else found.until(job)


def _references(here: Here, declaration: bool, found: Partial[types.Location]) -> list[types.Location]:
    from helix_lsp.ide.places import references as find

    texts = Texts(here.folder_view, here.position.encoding)
    for one in find(here.view, here.path, here.offset, declaration=declaration):
        here.job.check()
        if (place := texts.range(one.path, one.span)) is not None:
            found.add(types.Location(uri=here.position.uri(one.path), range=place))
    return found.rest()


# `textDocument/documentLink` and `documentLink/resolve`: cited paths and names, only where they lead
# somewhere.


def document_link(ls: HelixServer, params: types.DocumentLinkParams) -> Job | None:
    """Targets are files of the workspace, with a line as `#L12`."""
    return at_place(ls, params, _links)


def _links(here: Here) -> list[types.DocumentLink]:
    from helix_lsp.ide.links import document_links

    return [
        types.DocumentLink(
            range=here.range(link.span),
            target=here.position.uri(link.path) + (f"#L{link.line}" if link.line else ""),
            data={"shown": f"{link.path}:{link.line}" if link.line else link.path},
        )
        for link in document_links(here.view, here.path)
    ]


def resolve_link(ls: HelixServer, link: types.DocumentLink) -> types.DocumentLink:
    """Adds the words that an editor shows over the link."""
    shown = link.data.get("shown") if isinstance(link.data, dict) else None  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]  (any JSON)
    if isinstance(shown, str) and ls.client.supports("textDocument.documentLink.tooltipSupport"):
        link.tooltip = shown
    return link


# `textDocument/hover`: the proof hover, the finding on a stale name, and the answer on the line that asked for it
# (`?? `). Also `helix/proof`.


def hover(ls: HelixServer, params: types.HoverParams) -> Job | None:
    """Markdown where the client shows it. A client that joins findings to its hovers says so, and gets none twice."""
    formats = ls.client.listed("textDocument.hover.contentFormat")
    markdown = not formats or "markdown" in formats
    last = ls.last_answer.get(params.text_document.uri)
    stale = not ls.client.supports("experimental.helixFindingsInHover")
    return at_place(ls, params, lambda here: _answer(here, last, markdown=markdown, stale=stale))


def _answer(here: Here, last: tuple[str, str] | None, *, markdown: bool, stale: bool) -> types.Hover | None:
    if last is not None and _asks(here.text, here.offset) == last[0]:
        kind = types.MarkupKind.Markdown if markdown else types.MarkupKind.PlainText
        return types.Hover(contents=types.MarkupContent(kind=kind, value=last[1]))
    found = here.folder_view.hover(here.path, here.offset)
    if found is None and stale:
        found = here.folder_view.stale_hover(here.path, here.offset)
    if found is None:
        return None
    return hover_of(found, here.text, here.position.encoding, here.position.uri, markdown=markdown)


def _asks(text: Text, offset: int) -> str:
    from helix_lsp.ide.ask import written_question

    return written_question(text.index.line_text(text.index.line_of(offset)))


# `helix/proof`: definition, uses, tests and documents of what is at a place, each range with the hash of
# its bytes.

PROOF = "helix/proof"


def proof(ls: HelixServer, params: dict[str, Any]) -> Job | None:
    """Null where nothing stands that names a definition."""
    uri, where = document_uri(params), position(params)
    if uri is None or where is None:
        raise BadParams("`textDocument` and `position` are needed")
    place = position_in(ls, uri, where)
    return None if place is None else ls.quick(lambda job: _prove(place.here(job)))


def _prove(here: Here | None) -> dict[str, Any] | None:
    from helix_lsp.ide.places import proof_at

    found = proof_at(here.view, here.path, here.offset) if here is not None else None
    if here is None or found is None:
        return None
    made, texts = found.proof, Texts(here.folder_view, here.position.encoding)

    def span(one: ProofSpan) -> dict[str, Any]:
        place = range_of(one.span, texts.at(one.path) or Text(b""), here.position.encoding)
        return {
            "uri": here.position.uri(one.path),
            "path": one.path,
            "range": plain_range(place),
            **fields(one, "startByte=span.start endByte=span.end sha256 label kind"),
        }

    return {
        "origin": plain_range(here.range(found.origin)),
        **fields(made.symbol, "symbol=qualified kind"),
        "why": found.found.why,
        "confidence": round(min(1.0, found.found.score), 3),
        "definition": span(made.definition),
        "signature": span(made.signature),
        "doc": span(made.doc) if made.doc is not None else None,
        "usages": [span(one) for one in made.usages],
        "tests": [span(one) for one in made.tests],
        "documents": [span(one) for one in made.documents],
        **fields(made, "used byNameOnly=maybe tested mentioned"),
        "atLeast": made.capped or made.tests_capped,
        "others": [
            {"path": one.defined.path, "name": one.defined.symbol.qualified, "why": one.why}
            for one in found.others
        ],
    }
