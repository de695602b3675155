"""Rung 6: documents before code, where the topic or the question asks for it.

The first step looks at the allowed documents only; what it finds is before everything else. When it holds
what must be included, that is enough; else documents are searched line by line for the question's rare words;
what is still missing is taken from the whole repository, which rung 5 has searched already. See
docs/reference/ladder.md, S0-22 and S1-20.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec
from msgspec.structs import replace

from helix_lsp.ask.compose.overview import named_section
from helix_lsp.ask.draft import Events, event
from helix_lsp.ask.evidence.pool import Asked, Pool, add
from helix_lsp.ask.question.question import Question
from helix_lsp.ask.question.target import targets
from helix_lsp.ask.rungs.retrieval import Found
from helix_lsp.ask.rungs.scope import Scope
from helix_lsp.ask.standing import Standing
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.search.search import Results, search
from helix_lsp.text.visible import counted
from helix_lsp.tuning.questions import READING

DOCS = "documents"
GREP = "documents, line by line"


class DocsFirst(msgspec.Struct, frozen=True, kw_only=True):
    """`pool` goes on; `verdict` is `off` where documents do not have a precedence; `grep` says how the fallback
    ended.
    """

    pool: Pool
    verdict: Literal["off", "ok", "miss"]
    grep: Literal["off", "ok", "miss"]
    files: int
    parts: tuple[Results, ...] = ()

    @property
    def status(self) -> str:
        return self.verdict

    @property
    def events(self) -> Events:
        told = (("docs-first_scope", self.verdict), ("docs_grep_fallback", self.grep))
        read = event("context_ready", counted(len(self.pool.paths), "file"))
        return (*(event(name, how) for name, how in told if how != "off"), read)

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        return (("docs_first", self.verdict), ("docs_grep", self.grep), ("docs_first_files", str(self.files)))


def docs_first(
    question: Question, found: Found, scope: Scope, on: Standing, check: Callable[[], None]
) -> DocsFirst:
    """The pool with documents first; unchanged where the scope does not ask for it."""
    if not scope.docs_first:
        pool = _titled(question, found.pool, scope, on, check)
        return DocsFirst(pool=pool, verdict="off", grep="off", files=0, parts=found.parts)

    def keep(path: str) -> bool:
        return scope.allows_docs(path) and _prose(path, on.snapshot)

    near = (question.path, *question.near) if question.path is not None else question.near
    results = search(
        question.text,
        on.snapshot,
        on.texts,
        on.cfg.search,
        k=on.cfg.ask.hits,
        keep=keep,
        near=near,
        check=check,
    )
    pool = _lead(found.pool, results, question.text, DOCS)
    wanted = [m for m in scope.must_include if m.exists]
    if results.hits and (
        not wanted or any(scope.holds(m, h.place.path) for m in wanted for h in results.hits)
    ):
        return DocsFirst(pool=pool, verdict="ok", grep="off", files=len(results.hits), parts=found.parts)
    lines = _grep(results, keep, on, check)
    wide = add(pool, lines, f"{question.text} ", GREP, on.cfg.control.extra_share)
    grep: Literal["ok", "miss"] = "ok" if lines.hits else "miss"
    return DocsFirst(pool=wide, verdict="miss", grep=grep, files=len(results.hits), parts=found.parts)


def _titled(question: Question, pool: Pool, scope: Scope, on: Standing, check: Callable[[], None]) -> Pool:
    """With the documents' section that bears the name of a term which no definition bears: code that uses a
    term does not explain it.
    """
    asked = pool.results.query.asked
    if (
        asked.form != "definition"
        or asked.kind not in ("definition", "symbol")
        or targets(pool.results, on.snapshot)
    ):
        return pool

    def keep(path: str) -> bool:
        entry = on.snapshot.file(path)
        return scope.allows(path) and entry is not None and entry.surface.kind == "docs"

    results = search(
        question.text,
        on.snapshot,
        on.texts,
        on.cfg.search,
        k=on.cfg.control.query_hits,
        keep=keep,
        check=check,
    )
    hits = tuple(
        h
        for h in results.hits
        if any(named_section(p.name, question.text) for p in (h.place, *h.more) if p.section >= 0)
    )
    return _lead(pool, replace(results, hits=hits), question.text, DOCS) if hits else pool


def _prose(path: str, snapshot: Snapshot) -> bool:
    """A tree's own file is walked, not quoted: as a document it holds every word and says nothing."""
    entry = snapshot.file(path)
    return entry is not None and entry.surface.kind != "config"


def _lead(pool: Pool, results: Results, query: str, tier: str) -> Pool:
    """Documents take the lead: their list, then the pool's below it. The question's own reading stays."""
    if not results.hits:
        return replace(pool, asked=(Asked(query=query, tier=tier, found=0, new=0), *pool.asked))
    below = results.hits[-1].score
    top = pool.hits[0].score if pool.hits else 1.0
    have = {h.place.path for h in results.hits}
    rest = [replace(h, score=round(below * h.score / top, 6)) for h in pool.hits if h.place.path not in have]
    hits = tuple(sorted([*results.hits, *rest], key=lambda h: h.order))
    new = len(have - pool.paths)
    return Pool(
        results=replace(pool.results, hits=hits),
        asked=(Asked(query=query, tier=tier, found=len(results.hits), new=new), *pool.asked),
        extra=pool.extra,
    )


def _grep(results: Results, keep: Callable[[str], bool], on: Standing, check: Callable[[], None]) -> Results:
    """Documents whose units hold the rarest words of the question, one word at a time: what the ranking of
    all words together drowned.
    """
    rare = sorted(
        (
            t
            for t, w in results.query.terms
            if t[0] != "=" and w > READING.content and t not in results.weighted.unknown
        ),
        key=lambda t: (-results.weighted.rarity.get(t, 0.0), t),
    )[:_RARE]
    best: dict[str, tuple[float, str]] = {}
    for term in rare:
        check()
        for hit in on.snapshot.match({term: 1.0}, on.cfg.search.pool_units):
            if keep(hit.path) and hit.score > best.get(hit.path, (0.0, ""))[0]:
                best[hit.path] = (hit.score, term)
    if not best:
        return replace(results, hits=())
    words = dict(results.query.words)
    query = " ".join(dict.fromkeys(words.get(t, t) for t in rare))
    paths = frozenset(sorted(best, key=lambda p: (-best[p][0], p))[: on.cfg.control.query_hits])
    return search(
        query,
        on.snapshot,
        lambda _: None,
        on.cfg.search,
        k=on.cfg.control.query_hits,
        keep=lambda p: p in paths,
        check=check,
    )


_RARE = 4
