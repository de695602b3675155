"""`How does A reach B?`: the calls that lead from one definition to another, or that none is known.

Only calls whose receiver is known are followed, so that no path
found says nothing of calls that are not.
"""

from __future__ import annotations

from collections import deque

from helix_lsp.ask.compose.material import Material, code, introduce, live_symbol
from helix_lsp.ask.draft import Draft, Part, Sentence
from helix_lsp.ask.evidence.callees import Act, Calls
from helix_lsp.ask.evidence.way import asked_way
from helix_lsp.ask.text.quote import line_quote
from helix_lsp.index.overlay.snapshot import Defined

_MOST_LOOKED_AT = 300  # definitions
_MOST_CALLS = 8

Key = tuple[str, int]


def path(material: Material) -> Draft | None:
    """The shortest chain of calls, with the line of each; None for any other question, and where an end is not
    defined here.
    """
    way = asked_way(material.question.text, material.snapshot)
    if way is None:
        return None
    told = _chain(way.starts, {_key(d) for d in way.ends}, material)
    if told is None:
        lead = f"No path from `{code(way.first)}` to `{code(way.last)}` was found over the calls that are known here."
        both = (_end(way.starts[0], material), _end(way.ends[0], material))
        items = tuple(s for s in both if s is not None)
        return Draft(
            shape="path", parts=(Part(title="", sentences=(Sentence(text=lead), *items)),), open=True
        )
    steps = tuple(_step(*one, material) for one in told)
    return Draft(shape="path", parts=(Part(title="", sentences=steps),))


def _chain(
    starts: tuple[Defined, ...], ends: set[Key], material: Material
) -> list[tuple[Defined, Act, Defined]] | None:
    calls = Calls(material.live, material.snapshot)
    came: dict[Key, tuple[Defined, Act, Defined] | None] = {_key(d): None for d in starts}
    waiting = deque((d, 0) for d in starts)
    while waiting:
        caller, hops = waiting.popleft()
        symbol = calls.here(caller)
        if symbol is None or hops == _MOST_CALLS:
            continue
        for act, called in ((a, d) for a in calls.of(caller.path, symbol) for d in a.to):
            key = _key(called)
            if key in came or len(came) >= _MOST_LOOKED_AT:
                continue
            came[key] = (caller, act, called)
            if key in ends:
                return _back(key, came)
            waiting.append((called, hops + 1))
    return None


def _back(
    key: Key, came: dict[Key, tuple[Defined, Act, Defined] | None]
) -> list[tuple[Defined, Act, Defined]]:
    out: list[tuple[Defined, Act, Defined]] = []
    while (step := came[key]) is not None:
        out.append(step)
        key = _key(step[0])
    return out[::-1]


def _key(defined: Defined) -> Key:
    return defined.path, defined.ordinal


def _step(caller: Defined, act: Act, called: Defined, material: Material) -> Sentence:
    file, there = material.live.file(caller.path), live_symbol(called, material)
    assert file is not None
    call = line_quote(file, act.reference.span)
    verb = "reaches" if act.taken is not None else "calls"
    return Sentence(
        text=f"`{code(caller.symbol.qualified)}` {verb} `{code(called.symbol.qualified)}`: `{code(call.text)}`",
        quotes=(call, *((there[1],) if there is not None else ())),
        item=True,
    )


def _end(defined: Defined, material: Material) -> Sentence | None:
    here = live_symbol(defined, material)
    return Sentence(text=introduce(here[0]), quotes=(here[1],), item=True) if here is not None else None
