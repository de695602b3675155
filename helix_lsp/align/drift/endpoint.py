"""`GET /api/users/{id}` in a document against the routes that the project's own code declares
(`drift/routes.py`).

A route whose prefix is put on elsewhere is met by the end of the written path, so that "live" is said freely.
Stale needs more: the project declares routes, the path begins as one of its own does, none fits, and a word
of the path stands nowhere in the code. Only where history saw that word go it is an alarm, else a hint. A
method that no fitting route has is a hint.
"""

from __future__ import annotations

import re
from functools import lru_cache

from helix_lsp.align.drift.history import History
from helix_lsp.align.drift.reason import because
from helix_lsp.align.drift.reference import DocReference
from helix_lsp.align.drift.routes import normal
from helix_lsp.align.drift.verdict import Judged, Witness, Written, alike, cannot, live, witnessed
from helix_lsp.align.drift.world import World

_WORD = re.compile(r"[A-Za-z_]\w*")
_EXAMPLE = re.compile(
    r"(?:^|/)(?:foo|bar|baz|hello|hi|ping|example|some|your|my|test|path|index|about|hello[-_]?world)(?:[-_/]|\Z)",
    re.IGNORECASE,
)


def judge_endpoint(ref: DocReference, world: World, history: History, written: Written) -> Judged | Witness:
    """`ref.target` is the method, a blank and the path."""
    method, _, path = ref.target.partition(" ")
    parts = _parts(normal(path))
    routes = _routes(world.routes)
    fitting = [m for m, route in routes if m != "+" and _fits(parts, route)]
    if any(m in (method, "*") or (method == "HEAD" and m == "GET") for m in fitting):
        return live("route")
    declared = [(m, route) for m, route in routes if m != "+"]
    if len(declared) < world.cfg.endpoint_routes:
        return cannot("no-routes")
    literal = [p for p in parts if "{" not in p]
    if not literal or literal[0] not in {p for _, route in routes for p in route[:1]} or "{" in parts[0]:
        return cannot("foreign-route")
    if _EXAMPLE.search(path) or any("{" in p and "*" in p for p in parts):
        return cannot("example-path")
    if fitting:
        return Witness(
            check=because("endpoint-method", methods=", ".join(sorted(set(fitting))), method=method)
        )
    near = alike(
        "/" + "/".join(parts), {"/" + "/".join(route) for _, route in declared if len(route) > 1}, world.cfg
    )
    missing = [p for p in literal if any(w not in world.words for w in _WORD.findall(p))]
    hint = Witness(check=because("endpoint-unknown"), suggestions=() if missing else near)
    for part in missing:
        word = next(w for w in _WORD.findall(part) if w not in world.words)
        seen = history.gone(word)
        if seen:
            return witnessed(ref, word, seen, written, hint, "endpoint-gone")
    return hint


@lru_cache(64)
def _routes(said: frozenset[str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple(sorted((one.partition(" ")[0], _parts(one.partition(" ")[2])) for one in said))


def _parts(path: str) -> tuple[str, ...]:
    return tuple(p for p in path.split("/") if p)


def _fits(said: tuple[str, ...], route: tuple[str, ...]) -> bool:
    """The same path, or one the end of the other with a word in common, or below a route that takes any rest."""
    if route and route[-1] == "{*}":
        head = route[:-1]
        return any(_meets(said[i : i + len(head)], head) for i in range(len(said) - len(head) + 1))
    if _same(said, route):
        return True
    short, long = sorted((said, route), key=len)
    return bool(short) and _meets(long[len(long) - len(short) :], short)


def _meets(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """The same, with a word in common."""
    return _same(one, other) and any(a == b and "{" not in a for a, b in zip(one, other, strict=True))


def _same(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    return len(one) == len(other) and all(_equal(a, b) for a, b in zip(one, other, strict=True))


def _equal(one: str, other: str) -> bool:
    return one == other or "{" in one or "{" in other or one.lower() == other.lower()
