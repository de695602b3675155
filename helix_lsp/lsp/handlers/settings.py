"""Settings from the client, pushed (`workspace/didChangeConfiguration`) or pulled
(`workspace/configuration`).

A folder whose settings changed is opened again; its index stays. Editors read settings from the repository
too, so they can only narrow what the user has (law I11); `session/settings/settings.py` sees to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future
from typing import Any, cast

from lsprotocol import types

from helix_lsp.lsp.language_server import HelixServer

SECTION = "helixAsk"


def did_change_configuration(ls: HelixServer, params: types.DidChangeConfigurationParams) -> None:
    """Pulled where the client can be asked; else what was pushed counts for every folder."""
    if ls.client.supports("workspace.configuration"):
        pull(ls)
        return
    pushed = cast("object", params.settings)
    if isinstance(pushed, Mapping):
        for folder in ls.folders:
            _take(ls, folder.uri, cast("Mapping[str, Any]", pushed))


def pull(ls: HelixServer) -> None:
    """Ask for the settings of every folder."""
    uris = [folder.uri for folder in ls.folders]
    if not uris or not ls.client.supports("workspace.configuration"):
        return
    items = [{"scopeUri": uri, "section": SECTION} for uri in uris]
    asked = ls.protocol.send_request("workspace/configuration", {"items": items})

    def came(done: Future[Any]) -> None:
        values = done.result() if done.exception() is None else None
        if not isinstance(values, list):
            return
        for uri, value in zip(uris, cast("list[Any]", values), strict=False):
            if isinstance(value, Mapping) and value:
                _take(ls, uri, {SECTION: value})

    asked.add_done_callback(came)


def _take(ls: HelixServer, uri: str, settings: Mapping[str, Any]) -> None:
    before = ls.folder_settings.get(uri, ls.settings)
    if _section(before) != _section(settings):
        ls.folder_settings[uri] = settings
        ls.reopen_folder(uri)


def _section(settings: Mapping[str, Any]) -> Any:
    """With or without the section's own name around it."""
    return settings.get(SECTION, settings)
