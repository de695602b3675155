"""The life of a session: initialize, initialized, shutdown, exit, and the small notifications round it. Also
settings from the client.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future
from typing import Any, cast

from lsprotocol import types

from helix_lsp.lsp.capabilities import PROVIDE, SWITCHES, capabilities, switched_off
from helix_lsp.lsp.client import Client, end_with
from helix_lsp.lsp.convert import choose_encoding, path_of, uri_of
from helix_lsp.lsp.failure import BadParams, State
from helix_lsp.lsp.handlers.commands import COMMANDS
from helix_lsp.lsp.language_server import HelixServer

# Settings from the client, pushed (`workspace/didChangeConfiguration`) or pulled
# (`workspace/configuration`).
#
# A folder whose settings changed is opened again; its index stays. Editors read settings from the
# repository too, so they can only narrow what the user has (law I11); `session/settings/settings.py` sees
# to it.

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


def initialize(ls: HelixServer, params: dict[str, Any]) -> types.InitializeResult:
    """Read as plain data: a client may send capabilities that nobody has typed yet, or leave most of it out."""
    asked = params.get("capabilities")
    if not isinstance(asked, Mapping):
        raise BadParams("initialize: `capabilities` must be an object")
    process = params.get("processId")
    if process is not None and (not isinstance(process, int) or isinstance(process, bool)):
        raise BadParams("initialize: `processId` must be an integer or null")
    roots = _roots(params)
    ls.client = Client(cast("Mapping[str, Any]", asked), _name(params.get("clientInfo")))
    ls.documents.encoding = choose_encoding(ls.client.listed("general.positionEncodings"))
    given = params.get("initializationOptions")
    options = cast("Mapping[str, Any]", given) if isinstance(given, Mapping) else dict[str, Any]()
    off, unknown = switched_off(options)
    ls.settings = {key: value for key, value in options.items() if key != PROVIDE}
    if unknown:
        ls.tell(
            f"initialize: `{PROVIDE}` does not know {', '.join(unknown)[:200]}; it knows {', '.join(SWITCHES)}"
        )
    if process is not None:
        end_with(process, ls.config.parent_poll_ms / 1e3, ls.stopper)
    ls.protocol.lifecycle.state = State.RUNNING
    for uri, path in roots:
        ls.loop.post("open folder", lambda uri=uri, path=path: ls.open_folder(uri, path))
    methods = tuple(sorted(name for name in ls.protocol.handlers if name.startswith("helix/")))
    return types.InitializeResult(
        capabilities=capabilities(ls.documents.encoding, methods, tuple(COMMANDS), ls.client, off),
        server_info=types.ServerInfo(name=ls.name, version=ls.version),
    )


def _name(info: object) -> str:
    """`clientInfo.name`; empty where the client does not say."""
    name = cast("Mapping[str, Any]", info).get("name") if isinstance(info, Mapping) else None
    return name if isinstance(name, str) else ""


def _roots(params: dict[str, Any]) -> list[tuple[str, str]]:
    """(uri, path) of each folder that is on disk; `rootUri` and `rootPath` count where `workspaceFolders` is
    absent.
    """
    folders = params.get("workspaceFolders")
    if folders is not None and not isinstance(folders, list):
        raise BadParams("initialize: `workspaceFolders` must be a list or null")
    uris = [
        cast("Mapping[str, Any]", one).get("uri") if isinstance(one, Mapping) else None
        for one in cast("list[Any]", folders or [])
    ]
    if any(not isinstance(uri, str) for uri in uris):
        raise BadParams("initialize: each workspace folder needs a `uri`")
    root_uri, root_path = params.get("rootUri"), params.get("rootPath")
    if not uris and isinstance(root_uri, str):
        uris = [root_uri]
    elif not uris and isinstance(root_path, str) and root_path:
        uris = [uri_of(root_path)]
    found = [(str(uri), path_of(str(uri))) for uri in uris]
    return [(uri, path) for uri, path in found if path is not None]


def initialized(ls: HelixServer, _params: Any) -> None:
    """Now requests to the client are allowed: ask it to watch the files and to tell of settings, and for the
    settings. Once.
    """
    if ls.protocol.lifecycle.greeted:
        return
    ls.protocol.lifecycle.greeted = True
    registrations: list[dict[str, Any]] = []

    def ask_for(name: str, method: str, options: dict[str, Any]) -> None:
        registrations.append({"id": name, "method": method, "registerOptions": options})

    if ls.watches:
        watchers = {"watchers": [{"globPattern": "**/*"}]}
        ask_for("helix-watch", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, watchers)
    if ls.client.supports("workspace.didChangeConfiguration.dynamicRegistration"):
        ask_for("helix-settings", types.WORKSPACE_DID_CHANGE_CONFIGURATION, {"section": SECTION})
    if registrations:
        ls.protocol.send_request(types.CLIENT_REGISTER_CAPABILITY, {"registrations": registrations})
    ls.loop.post("settings", lambda: pull(ls))


def shutdown(ls: HelixServer, _params: Any) -> None:
    """Nothing new is served; what runs is given up, and answered before this is."""
    ls.protocol.lifecycle.state = State.DOWN
    ls.protocol.cancel_all()


def leave(ls: HelixServer, _params: Any) -> None:
    """Exit code 0 after `shutdown`, else 1."""
    ls.stopper.request(ls.protocol.lifecycle.exit_code, "exit")


def cancel_progress(ls: HelixServer, params: types.WorkDoneProgressCancelParams) -> None:
    """From the editor's progress display."""
    ls.cancel_progress(params.token)


def ignore(_params: Any) -> None:
    """Understood, and without effect."""
