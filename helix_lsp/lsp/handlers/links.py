"""`textDocument/documentLink` and `documentLink/resolve`: cited paths and names, only where they lead
somewhere.
"""

from __future__ import annotations

from lsprotocol import types

from helix_lsp.lsp.convert import range_of
from helix_lsp.lsp.handlers.fields import DocumentPosition, position_in
from helix_lsp.lsp.language_server import HelixServer
from helix_lsp.lsp.work import Job


def document_link(ls: HelixServer, params: types.DocumentLinkParams) -> Job | None:
    """Targets are files of the workspace, with a line as `#L12`."""
    asked = position_in(ls, params.text_document.uri)
    return None if asked is None else ls.quick(lambda job: _links(asked, job))


def _links(asked: DocumentPosition, job: Job) -> list[types.DocumentLink] | None:
    from helix_lsp.ide.links import document_links

    folder_view = asked.folder.view(job.check)
    meant = asked.resolve(folder_view)
    if meant is None:
        return None
    return [
        types.DocumentLink(
            range=range_of(link.span, meant[0], asked.encoding),
            target=asked.uri(link.path) + (f"#L{link.line}" if link.line else ""),
            data={"shown": f"{link.path}:{link.line}" if link.line else link.path},
        )
        for link in document_links(folder_view.view, asked.path)
    ]


def resolve_link(ls: HelixServer, link: types.DocumentLink) -> types.DocumentLink:
    """Adds the words that an editor shows over the link."""
    shown = link.data.get("shown") if isinstance(link.data, dict) else None  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]  (any JSON)
    if isinstance(shown, str) and ls.client.supports("textDocument.documentLink.tooltipSupport"):
        link.tooltip = shown
    return link
