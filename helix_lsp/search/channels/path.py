"""Channel: file names that the question's words spell, and paths or modules that it writes out."""

from __future__ import annotations

import re
from collections.abc import Mapping

from helix_lsp.config.questions import SearchConfig
from helix_lsp.index.names.declared import path_words
from helix_lsp.index.overlay.memo import remembered
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.search.channels.candidate import Candidate
from helix_lsp.search.question.query import Query
from helix_lsp.text.paths import split_path
from helix_lsp.text.regex import regex
from helix_lsp.text.words import stem, terms

_PREFIX = 3
_SHARED = 4
_SHARE_OF_SHORTER = 0.75
_BARE_NAME = 0.7
_MOST_MODULES = 2
_MOST_WRITTEN = 8
_WRITTEN = regex(r"(?<![\w/:.@+-])[\w@+-]{0,80}[/\\.][\w@+./\\-]{1,200}")


def path(
    snapshot: Snapshot, query: Query, rarity: Mapping[str, float], cfg: SearchConfig
) -> tuple[Candidate, ...]:
    """Files by name. Features: `stem` (share of the question found in the file's name), `precise` (share of
    the file's name found in the question), `mentioned` (the question writes the path or the module).
    """
    found: dict[str, dict[str, float]] = {}
    _by_stem(snapshot, query, rarity, cfg, found)
    for written in query.paths:
        for name, value in _written(snapshot, written):
            _raise(found, name, "mentioned", value)
    for named in query.names:
        for name in _module(snapshot, named.parts):
            _raise(found, name, "mentioned", named.weight)
    # a common word is in the names of thousands of files: only those kept become candidates; this is
    # `Candidate.order`
    best = sorted([(-round(sum(values.values()), 6), name) for name, values in found.items()])[
        : cfg.pool_paths
    ]
    return tuple(
        Candidate(
            path=name,
            unit=None,
            score=sum(found[name].values()),
            features=tuple((f, found[name][f]) for f in ("stem", "precise", "mentioned") if f in found[name]),
        )
        for _, name in best
    )


def _raise(found: dict[str, dict[str, float]], name: str, feature: str, value: float) -> None:
    values = found.setdefault(name, {})
    values[feature] = max(values.get(feature, 0.0), value)


def _by_stem(
    snapshot: Snapshot,
    query: Query,
    rarity: Mapping[str, float],
    cfg: SearchConfig,
    found: dict[str, dict[str, float]],
) -> None:
    total = 0.0
    gained: dict[str, float] = {}
    spelled: dict[str, float] = {}
    for term, weight in query.terms:
        if term[0] == "=":
            continue
        value = weight * rarity.get(term, 0.0)
        total += value
        best: dict[str, float] = {}
        for word, names in snapshot.stems(term[:_PREFIX]):
            match = 1.0 if word == term else cfg.prefix_match if _related(word, term) else 0.0
            if match:
                for name in names:
                    if match > best.get(name, 0.0):
                        best[name] = match
        for name, match in best.items():
            gained[name] = gained.get(name, 0.0) + value * match
            spelled[name] = spelled.get(name, 0.0) + min(1.0, weight) * match
    for name, value in gained.items():
        _raise(found, name, "stem", value / max(total, 1e-6))
        _raise(found, name, "precise", min(1.0, spelled[name] / max(1, len(path_words(name)))))


def _related(word: str, term: str) -> bool:
    """True when one begins with the other, or both share a long beginning; short words only when equal."""
    shorter = min(len(word), len(term))
    if shorter <= _PREFIX:
        return False
    if word.startswith(term) or term.startswith(word):
        return True
    shared = 0
    for a, b in zip(word, term, strict=False):
        if a != b:
            break
        shared += 1
    return shared >= max(_SHARED, _SHARE_OF_SHORTER * shorter)


def _written(snapshot: Snapshot, written: str) -> list[tuple[str, float]]:
    """Files whose last components equal those of a path as written; a whole match of up to three components
    counts 1.
    """
    wanted = [p for p in written.replace("\\", "/").split("/") if p not in ("", ".", "..")]
    if not wanted:
        return []
    base = wanted[-1]
    out: list[tuple[str, float]] = []
    for name in snapshot.paths():
        if not name.endswith(base) or split_path(name)[1] != base:
            continue
        parts = name.split("/")
        same = 0
        while same < min(len(parts), len(wanted)) and parts[-1 - same] == wanted[-1 - same]:
            same += 1
        out.append((name, min(1.0, same / min(len(parts), 3)) if len(wanted) > 1 else _BARE_NAME))
    return out


def _module(snapshot: Snapshot, parts: tuple[str, ...]) -> list[str]:
    """Files that a dotted name leads to (`a.b.c` -> `a/b/c.*`, else `a/b.*`), only when at most two do."""
    for length in (len(parts), len(parts) - 1):
        if length < 2:
            break
        last = parts[length - 1]
        tail = "/" + "/".join(parts[:length])
        hits = [
            name
            for _, name in snapshot.stem_words(stem(last.lower())[:_PREFIX])
            if ("/" + name.rsplit(".", 1)[0]).removesuffix("/__init__").endswith(tail)
        ]
        unique = sorted(set(hits))
        if 0 < len(unique) <= _MOST_MODULES:
            return unique
    return []


def found_at(written: str, snapshot: Snapshot) -> tuple[tuple[str, ...], str]:
    """(files, folder) that a written path means: exactly, else by its end, else in other case; the nearest to the
    root first. A word without a slash is not a folder unless it ends in one. Remembered: it looks at all paths.
    """
    return remembered(snapshot, ("search.found_at", written), lambda: _found_at(written, snapshot))


def _found_at(written: str, snapshot: Snapshot) -> tuple[tuple[str, ...], str]:
    path = written.replace("\\", "/").removeprefix("./")
    every, inner = snapshot.paths(), path.rstrip("/")
    if not inner:
        return (), ""
    if inner == path:
        if snapshot.file(path) is not None:
            return (path,), ""
        low = f"/{path.lower()}"
        ends = [p for p in every if p.endswith(f"/{path}")]
        ends = ends or [p for p in every if f"/{p.lower()}".endswith(low)]
        if not ends and path.isupper():  # `README`
            ends = [p for p in every if split_path(p)[1].partition(".")[0] == path]
        if ends:
            return tuple(sorted(ends, key=lambda p: (p.count("/"), p))), ""
    if "/" not in path:
        return (), ""
    if any(p.startswith(f"{inner}/") for p in every):
        return (), inner
    holding = {p[: p.index(f"/{inner}/") + 1 + len(inner)] for p in every if f"/{inner}/" in p}
    return (), min(holding, key=lambda f: (f.count("/"), f), default="")


def words_of_paths(text: str, snapshot: Snapshot) -> frozenset[str]:
    """Terms of the paths that a text writes and that are here: `rs` of `src/completion.rs` is asked of nobody."""
    out: set[str] = set()
    for written in _WRITTEN.findall(text)[:_MOST_WRITTEN]:
        if any(found_at(written.rstrip(".-+@"), snapshot)):
            out.update(terms(re.sub(r"[/.\\]", " ", written)))
    return frozenset(out)
