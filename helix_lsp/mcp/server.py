"""The protocol: tools and resources in the SDK's terms, each call in a thread of its own.

Invariants: nothing is remembered between calls (the newest revision does not have sessions); a call that is cancelled
stops at its next check; what a person could choose goes back as an input request where the client can ask one,
and as a list with a `choose` argument where it cannot.
"""

from __future__ import annotations

import json
import logging
import os
import secrets
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from functools import partial
from importlib.resources import files
from typing import Any, TypeVar

import anyio
import mcp_types as types
import msgspec
from anyio import from_thread, to_thread
from mcp.server.caching import CacheHint
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from helix_lsp import __version__
from helix_lsp.errors import Cancelled, HelixError, UsageError, WorkspaceError
from helix_lsp.index.store.refusal import by_system
from helix_lsp.mcp.calls import ACTS, Call, Outcome
from helix_lsp.mcp.definitions import INSTRUCTIONS, NAMES, TOOLS, Arguments, OpenRoots
from helix_lsp.session.disk.origin import real_root
from helix_lsp.text.visible import visible_line
from helix_lsp.wire.readable import readable
from helix_lsp.wire.status import status_to_wire

# Which folders a client may ask about: those named at start and what lies below them, by their real paths.
#
# Invariants (law I11): the list comes from the command line alone; a path is compared after every link in
# it was followed, so that neither a link nor `..` leads outside; what a repository holds is never asked.

_SHOWN = 5


class Allowed:
    """`folders` are real absolute paths, in the order in which they were given, each once."""

    def __init__(self, given: Sequence[str], home: str) -> None:
        """Raises WorkspaceError for a folder that cannot be a workspace (`session/disk/origin.py`)."""
        self.folders = tuple(dict.fromkeys(real_root(one, home) for one in given))

    def root(self, asked: str) -> str:
        """The real path of the root that a call names; `` means the only one. Raises WorkspaceError."""
        if not asked.strip():
            if len(self.folders) == 1:
                return self.folders[0]
            raise WorkspaceError(f"say which root: {self._list()}")
        if not os.path.isabs(asked):
            raise WorkspaceError(f"`root` must be an absolute path; allowed here: {self._list()}")
        try:
            real = os.path.realpath(asked, strict=True)
        except (OSError, ValueError):
            real = ""
        # one answer for what does not exist and what is not allowed: a client learns nothing of the disk
        if not real or not any(real == f or real.startswith(f.rstrip(os.sep) + os.sep) for f in self.folders):
            raise WorkspaceError(
                f"that root is not allowed; allowed here: {self._list()} (others are named with --root at start)"
            )
        return real

    def _list(self) -> str:
        shown = ", ".join(self.folders[:_SHOWN])
        return shown + (f" and {len(self.folders) - _SHOWN} more" if len(self.folders) > _SHOWN else "")


# An exception as one line for a client. What went wrong inside stays inside: a reference goes out, the
# place goes to our log.

log = logging.getLogger(__name__)
_FRAMES = 6


def words_of(error: BaseException, tool: str) -> str:
    """What to tell about the call of a tool that ended in an exception."""
    if isinstance(error, HelixError):
        return " ".join(str(error).split())
    if (refused := by_system(error, f"{tool} could not be answered")) is not None:
        return str(refused)
    reference = secrets.token_hex(4)
    frames = traceback.extract_tb(error.__traceback__)[-_FRAMES:]
    places = " < ".join(
        f"{f.filename.rpartition('helix_lsp')[2] or f.filename}:{f.lineno} {f.name}" for f in frames[::-1]
    )
    log.error("%s failed, reference %s: %s at %s", tool, reference, type(error).__name__, places)
    return f"internal error, reference {reference}"


# What a client may read without a tool: how the index of each allowed root stands, and the published
# schemas.
#
# Addresses: `helix://roots/N/index-status`, where N counts the allowed roots from 1, and
# `helix://schema/NAME`.

SCHEMAS = "helix://schema/"
_ROOT = "helix://roots/"
_STATUS = "/index-status"
_SUFFIX = ".schema.json"


class Listed(msgspec.Struct, frozen=True, kw_only=True):
    """One resource as it is listed."""

    uri: str
    name: str
    description: str


def listed(allowed: Allowed) -> tuple[Listed, ...]:
    """The status of each root, in the order in which the roots were allowed; opens nothing."""
    return tuple(
        Listed(uri=f"{_ROOT}{n}{_STATUS}", name=f"index status of {folder}", description="index-status.v1")
        for n, folder in enumerate(allowed.folders, 1)
    )


def read(uri: str, allowed: Allowed, rooms: OpenRoots, check: Callable[[], None]) -> tuple[str, str]:
    """(media type, text). Raises UsageError for an address that is none of ours, and what opening raises."""
    if uri.startswith(SCHEMAS):
        return "application/schema+json", _schema(uri.removeprefix(SCHEMAS), uri)
    number = uri.removeprefix(_ROOT).removesuffix(_STATUS)
    if not (uri.startswith(_ROOT) and uri.endswith(_STATUS) and number.isascii() and number.isdigit()):
        raise UsageError(f"there is no resource {uri[:200]!r}")
    place = int(number) if len(number) < 5 else 0
    if not 1 <= place <= len(allowed.folders):
        raise UsageError(f"there is no root {number[:9]}; the allowed roots are 1 to {len(allowed.folders)}")
    with rooms.at(allowed.folders[place - 1], check, lambda _what, _done, _total: None) as workspace:
        return "application/json", json.dumps(readable(status_to_wire(workspace.status())))


def _schema(name: str, uri: str) -> str:
    """The text of a published schema; only names that the folder lists are opened."""
    folder = files("helix_lsp.wire") / "schema"
    known = {one.name.removesuffix(_SUFFIX): one for one in folder.iterdir() if one.name.endswith(_SUFFIX)}
    if name not in known:
        raise UsageError(f"there is no resource {uri[:200]!r}; schemas are {', '.join(sorted(known))}")
    return known[name].read_text(encoding="utf-8")


Context = ServerRequestContext[Any, Any]
Result = types.CallToolResult | types.InputRequiredResult
_Found = TypeVar("_Found")
_ASKED = "choice"
_EVERY_SECONDS = 0.2  # between two words of progress
_HOUR_MS = 3_600_000
_THREADS = 8  # calls at once; more wait


class Door:
    """The handlers of one running server. `server` is what a transport runs."""

    def __init__(self, allowed: Allowed, rooms: OpenRoots) -> None:
        """`rooms` belongs to whoever made it."""
        self._allowed, self._rooms = allowed, rooms
        self._limiter: anyio.CapacityLimiter | None = None
        lists = CacheHint(ttl_ms=_HOUR_MS, scope="public")
        self.server: Server[Any] = Server(
            "helix-lsp",
            version=__version__,
            title="Helix Ask",
            instructions=INSTRUCTIONS,
            cache_hints={"tools/list": lists, "resources/templates/list": lists},
            on_list_tools=self._list_tools,
            on_call_tool=self._call_tool,
            on_list_resources=self._list_resources,
            on_list_resource_templates=self._list_templates,
            on_read_resource=self._read_resource,
        )
        self._tools = [types.Tool.model_validate(tool) for tool in TOOLS]

    async def _list_tools(
        self, ctx: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        del ctx, params
        return types.ListToolsResult(tools=self._tools)

    async def _call_tool(self, ctx: Context, params: types.CallToolRequestParams) -> Result:
        name = params.name
        if name not in ACTS:
            raise MCPError(
                types.INVALID_PARAMS, f"there is no tool {name[:60]!r}; the tools are {', '.join(NAMES)}"
            )
        try:
            given = _with_choice(params)
            outcome = await self._aside(ctx, partial(self._act, name, given))
        except Cancelled:
            return _failed("cancelled: the server is stopping")
        except HelixError as error:
            return _failed(visible_line(words_of(error, name)))
        except MCPError:
            raise
        except Exception as error:  # noqa: BLE001  a client gets one line, our log the place
            return _failed(words_of(error, name))
        if outcome.options and params.request_state is None and _can_ask(ctx):
            return _question(outcome)
        return _result(outcome)

    def _act(self, name: str, given: dict[str, Any], call: Call) -> Outcome:
        arguments = Arguments(name, given)
        root = self._allowed.root(arguments.text("root"))
        with self._rooms.at(root, call.check, call.tell) as workspace:
            return ACTS[name](workspace, arguments, call)

    async def _list_resources(
        self, ctx: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        del ctx, params
        return types.ListResourcesResult(
            resources=[
                types.Resource(
                    uri=one.uri, name=one.name, description=one.description, mime_type="application/json"
                )
                for one in listed(self._allowed)
            ]
        )

    async def _list_templates(
        self, ctx: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        del ctx, params
        schema = types.ResourceTemplate(
            uri_template=SCHEMAS + "{name}",
            name="schema",
            description="JSON Schema of a result",
            mime_type="application/schema+json",
        )
        return types.ListResourceTemplatesResult(resource_templates=[schema])

    async def _read_resource(
        self, ctx: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        uri = str(params.uri)
        try:
            kind, text = await self._aside(
                ctx, lambda call: read(uri, self._allowed, self._rooms, call.check)
            )
        except UsageError as error:
            raise MCPError(types.INVALID_PARAMS, str(error), {"uri": uri[:200]}) from error
        except HelixError as error:
            raise MCPError(types.INTERNAL_ERROR, words_of(error, "the resource")) from error
        contents = types.TextResourceContents(uri=uri, mime_type=kind, text=text)
        return types.ReadResourceResult(contents=[contents])

    async def _aside(self, ctx: Context, work: Callable[[Call], _Found]) -> _Found:
        """Runs `work` in a thread. When the request is cancelled, so is the work, at its next check."""
        if self._limiter is None:
            self._limiter = anyio.CapacityLimiter(_THREADS)
        gone = threading.Event()

        def check() -> None:
            if gone.is_set():
                raise Cancelled("the client gave up")

        call = Call(check=check, tell=_teller(ctx, gone))
        try:
            return await to_thread.run_sync(
                partial(work, call), abandon_on_cancel=True, limiter=self._limiter
            )
        finally:
            gone.set()


def _teller(ctx: Context, gone: threading.Event) -> Callable[[str, int, int], None]:
    """Progress for a client that asked for it, a few words a second; for the others nothing is sent."""
    if not (ctx.meta or {}).get("progress_token"):
        return lambda _what, _done, _total: None
    sent = 0
    last = 0.0

    def tell(what: str, done: int, total: int) -> None:
        nonlocal sent, last
        now = time.monotonic()
        if gone.is_set() or now - last < _EVERY_SECONDS:
            return
        last, sent = now, sent + 1
        words = f"{what} {done:,} of {total:,}" if total else what
        from_thread.run(ctx.session.report_progress, float(sent), None, visible_line(words))

    return tell


def _can_ask(ctx: Context) -> bool:
    """True for a client of the newest revision that can put a form before a person."""
    able = ctx.session.client_capabilities
    asking = able.elicitation if able is not None else None
    form = asking is not None and (asking.form is not None or asking.url is None)
    return ctx.protocol_version in MODERN_PROTOCOL_VERSIONS and form


def _question(outcome: Outcome) -> types.InputRequiredResult:
    """The options as a form; the state is the token of ADR 0007, which is worked out again and never trusted."""
    titles = [
        {"const": one.id, "title": visible_line(f"{one.label} ({one.detail})")} for one in outcome.options
    ]
    form = types.ElicitRequestFormParams(
        message=visible_line(outcome.asks),
        requested_schema={
            "type": "object",
            "properties": {"option": {"type": "string", "oneOf": titles}},
            "required": ["option"],
        },
    )
    return types.InputRequiredResult(
        input_requests={_ASKED: types.ElicitRequest(params=form)}, request_state=outcome.token
    )


def _with_choice(params: types.CallToolRequestParams) -> dict[str, Any]:
    """The arguments; what a person picked is where an older client writes it. Raises UsageError."""
    given = dict(params.arguments or {})
    picked = (params.input_responses or {}).get(_ASKED)
    if picked is None or params.name != "ask":
        return given
    if not isinstance(picked, types.ElicitResult):
        raise UsageError("the answer to the question is not a form; ask again")
    if picked.action != "accept":
        return given
    option = (picked.content or {}).get("option")
    if not isinstance(option, str) or not params.request_state:
        raise UsageError("the form came back without an option or without its state; ask again")
    return {**given, "choose": f"{params.request_state}.{option}"}


def _result(outcome: Outcome) -> types.CallToolResult:
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=outcome.text)], structured_content=readable(outcome.data)
    )


def _failed(words: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(type="text", text=words)], is_error=True)
