"""Code actions that ask: about what is at a place, and the options of a clarification where its question
was asked.
"""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from helix_lsp.lsp.capabilities import ASK_KIND
from helix_lsp.lsp.handlers.code_action import Asked
from helix_lsp.lsp.handlers.commands import ASK_COMMAND
from helix_lsp.lsp.language_server import HelixServer


def offer(ls: HelixServer, asked: Asked) -> list[types.CodeAction]:
    """Options first: they answer what was asked just now. `ls.pending` is replaced as a whole, never changed,
    so a worker may read it.
    """
    if not asked.wants(ASK_KIND):
        return []
    from helix_lsp.ide.ask_about import ask_about

    found: list[types.CodeAction] = []
    pending = ls.pending.get(asked.uri)
    start = asked.params.range.start
    given_back = pending is not None and pending.line == start.line
    if pending is not None and given_back:
        found += [
            _action(f"Helix Ask: {label}", pending.chosen(option), preferred=False)
            for option, label in pending.options
        ]
    place = {
        "textDocument": {"uri": asked.uri},
        "position": {"line": start.line, "character": start.character},
    }
    for one in ask_about(asked.folder_view.view, asked.position.path, asked.span):
        found.append(
            _action(one.label, {"question": one.question, **place}, preferred=one.written and not given_back)
        )
    return found


def _action(title: str, argument: dict[str, Any], *, preferred: bool) -> types.CodeAction:
    command = types.Command(title=title, command=ASK_COMMAND, arguments=[argument])
    return types.CodeAction(
        title=title, kind=ASK_KIND, command=command, is_preferred=True if preferred else None
    )
