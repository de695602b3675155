"""A live event as data: which one, and how it went. Its line is made where it is sent (`trace.Recorder`), and is on
docs/reference/ladder.md.
"""

from __future__ import annotations

from helix_lsp.align.drift.reason import Reason, because

Events = tuple[Reason, ...]


def event(id: str, how: str | None = None) -> Reason:  # noqa: A002  as `because` has it
    """`id` is the name of the event with `_` between its words."""
    return Reason(id) if how is None else because(id, how=how)


def live_line(one: Reason) -> str:
    """What a person reads."""
    name, how = one.id.replace("_", " "), "".join(f" - {value}" for _, value in one.facts)
    return f"Helix Ask: {name[0].upper()}{name[1:]}{how}"
