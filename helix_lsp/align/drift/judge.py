"""One reference -> live, stale or cannot know, with a reason, a confidence and what it may have become.

Precision first: an alarm of the default tier (A) needs an owner of ours that certainly lost the name, or history that saw a
definition of this very name go, or a path that history saw go. A bare name that is merely nowhere is a hint (B). A text that was
first written at or after the commit that took the name away speaks of the past on purpose: cannot know.
Confidences are options, chosen by hand; they order the findings and are not measured frequencies.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from rapidfuzz import fuzz

from helix_lsp.align.drift.history import Gone, History
from helix_lsp.align.drift.owner import owns
from helix_lsp.align.drift.reference import DocReference
from helix_lsp.align.drift.world import World

Verdict = Literal["live", "stale", "cannot_know"]
_HOLDER = re.compile(
    r"(?:^|_)(?:my|your|foo|bar|baz|spam|eggs|qux|some|example|dummy)(?:_|$)|^(?:[Mm]y|[Yy]our|[Ff]oo|[Bb]ar|[Ss]ome|[Ee]xample|[Dd]ummy)(?=[A-Z])"
)
_GLOB = re.compile(r"[*?<>{}$\[\]]|\.\.\.")
_SHAPED = re.compile(r"[a-z0-9]_[a-z0-9]|[a-z][A-Z]|[A-Z]{2,}_|^[A-Z][a-z]+[A-Z]", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """`tier` is A or B for a stale reference, `` otherwise; `last_path` and `last_commit` say where it last stood."""

    verdict: Verdict
    reason: str
    confidence: float
    tier: str = ""
    suggestions: tuple[str, ...] = ()
    last_path: str = ""
    last_commit: str = ""


Written = Callable[[DocReference], int | None]


def judge(ref: DocReference, world: World, history: History, written: Written, examples: frozenset[str]) -> Judged:
    """`written` tells when the reference was first written; `examples` are the names that the document's own examples define."""
    if ref.kind == "flag":
        return _judge_word(ref, ref.target, world, history, written)
    if ref.kind in ("path", "link"):
        return _judge_path(ref, world, history, written)
    if ref.name is None:
        return _live("not a name")
    parts, last = ref.name.parts, ref.name.last
    if re.fullmatch(r"__\w+__", last):
        return _live("a name of the language's data model")
    if len(parts) > 1 and last.lower() in world.suffixes and not ref.name.call and parts[0] not in world.packages:
        return _live("a file name")
    if last in examples or not examples.isdisjoint(parts[:1]):
        return _live("defined by an example in this document")
    if _HOLDER.search(last):
        return _live("a placeholder")
    if len(parts) == 1:
        return _live("the name occurs") if last in world.words else _judge_word(ref, last, world, history, written)
    return _judge_owned(ref, parts, world, history, written)


def _judge_owned(ref: DocReference, parts: tuple[str, ...], world: World, history: History, written: Written) -> Judged:
    last, dotted = parts[-1], ".".join(parts)
    owner = owns(parts, world)
    ours = next((g for g in history.gone(last) if g.defined and parts[-2].lower() in g.path.lower()), None)
    if ours is None and not owner.paths and parts[0] in world.foreign:
        return _cannot(f"{parts[0]} is another distribution")
    if owner.has:
        return _live(f"{owner.words} has it")
    if not owner.paths:
        if last in world.words:
            return _live("the name occurs, its owner is not known")
        if ours is None and _left_with_owner(parts, history) is None:
            reason = f"{last} occurs nowhere, and {parts[-2]} is not known here"
            return Judged(verdict="stale", tier="B", confidence=world.cfg.sure_no_owner, reason=reason)
        return _judge_word(ref, last, world, history, written)
    witness = next((g for g in history.gone(last) if g.defined and g.path in owner.paths), None)
    witness = witness or (None if last in world.words else next((g for g in history.gone(last) if g.defined), None))
    if owner.has is None and (witness is None or any(last in world.words_of(p) for p in owner.paths)):
        return _cannot(f"{owner.words} has parts that are not in this tree")
    if witness is not None:
        return _seen_going(ref, witness, world, history, written, world.cfg.sure_owner_lost, f"{dotted}: {owner.words} lost {last}")
    certain = (last not in world.words or not history.known) and (len(parts) > 2 or owner.words.startswith("class"))
    return Judged(
        verdict="stale", tier="A" if certain else "B", confidence=world.cfg.sure_owner_lacks if certain else world.cfg.sure_doubtful,
        reason=f"{owner.words} has no {last}",
        suggestions=_near(last, owner.paths, world), last_path=owner.paths[0],
    )  # fmt: skip


def _left_with_owner(parts: tuple[str, ...], history: History) -> Gone | None:
    """The definition of the name that went from a file whose owner of that name went too."""
    homes = {g.path for g in history.gone(parts[-2]) if g.defined}
    return next((g for g in history.gone(parts[-1]) if g.defined and g.path in homes), None)


def _judge_word(ref: DocReference, word: str, world: World, history: History, written: Written) -> Judged:
    if word in world.words or (ref.kind == "flag" and _made_from_key(word, world)):
        return _live("the name occurs")
    seen = history.gone(word)
    witness = next((g for g in seen if g.defined), None)
    flag = ref.kind == "flag"
    if witness is None and flag and seen:
        witness = seen[0]
    if witness is not None and (flag or _SHAPED.search(word) or (ref.name is not None and not ref.name.wordlike)):
        return _seen_going(ref, witness, world, history, written, world.cfg.sure_name_gone, f"{word} is defined nowhere any more")
    if seen:
        g = seen[0]
        return Judged(verdict="stale", tier="B", confidence=world.cfg.sure_last_used, reason=f"{word} occurs nowhere; it was last used in {g.path}",
                      last_path=g.path, last_commit=g.commit)  # fmt: skip
    if ref.kind == "name" and not _SHAPED.search(word):
        return _cannot("a word that this tree does not hold")
    return Judged(verdict="stale", tier="B", confidence=world.cfg.sure_nowhere, reason=f"{word} occurs nowhere in this tree")


def _made_from_key(flag: str, world: World) -> bool:
    """True when the code holds the key that a parser would make this option from: `dryRun`, `dry_run`, or `color` for `--no-color`."""
    words = flag.lstrip("-").removeprefix("no-").split("-")
    camel = words[0] + "".join(w.capitalize() for w in words[1:])
    return bool({"_".join(words), camel, f"no{camel[:1].upper()}{camel[1:]}"} & world.words)


def _seen_going(ref: DocReference, gone: Gone, world: World, history: History, written: Written, confidence: float, reason: str) -> Judged:
    since = written(ref)
    if since is not None and since >= gone.time:
        return _cannot("written when it was already gone: the text speaks of the past")
    new = _renamed(gone, world, history)
    became = f", renamed to {new}" if new else ""
    near = (new,) if new else _near(ref.name.last if ref.name else ref.target, (gone.path,), world)
    sure = since is not None  # without the day it was written nobody knows whether it was ever right
    return Judged(
        verdict="stale", tier="A" if sure else "B", confidence=confidence if sure else world.cfg.sure_doubtful,
        reason=f"{reason}{became}: gone from {gone.path} in {gone.commit[:10]}",
        suggestions=near, last_path=gone.path, last_commit=gone.commit,
    )  # fmt: skip


def _renamed(gone: Gone, world: World, history: History) -> str:
    """The name that lives today, along renames, `` when the chain ends in a name that is gone."""
    name, seen = gone.renamed, {""}
    while name not in seen and name not in world.words:
        seen.add(name)
        name = next((g.renamed for g in history.gone(name) if g.defined), "")
    return name if name in world.words else ""


def _near(word: str, paths: tuple[str, ...], world: World) -> tuple[str, ...]:
    """Names defined in these files that look like the word, best first."""
    names = {n for p in paths if world.snapshot.file(p) is not None for n in world.snapshot.names_in(p)}
    rated = sorted(((round(fuzz.ratio(word, n), 3), n) for n in names), key=lambda x: (-x[0], x[1]))
    return tuple(n for score, n in rated if score >= world.cfg.suggest_likeness)[: world.cfg.suggest_most]


def _judge_path(ref: DocReference, world: World, history: History, written: Written) -> Judged:
    target, _, _anchor = ref.target.partition("#")
    target = target.partition("?")[0].rstrip("/")
    if not target or _GLOB.search(target) or _HOLDER.search(target):
        return _cannot("no path of this tree")
    spots = _spots(target, ref.path)
    snapshot = world.snapshot
    for spot in spots:
        if snapshot.file(spot) is not None or spot in world.folders:
            return _live("the path exists")
    tail = "/" + target.lstrip("./")
    if any(p.endswith(tail) or f"{tail}/" in f"/{p}" or p.startswith(tail[1:]) for p in snapshot.paths()):
        return _live("the end of a path that exists")
    for spot in spots:
        gone = history.path_gone(spot)
        if gone is None:
            continue
        since = written(ref)
        if since is not None and since >= gone.time:
            return _cannot("written when the path was already gone")
        moved = gone.moved
        while moved and snapshot.file(moved) is None:
            later = history.path_gone(moved)
            moved = later.moved if later is not None else ""
        became = f", moved to {moved}" if moved else ""
        return Judged(verdict="stale", tier="A", confidence=world.cfg.sure_path_gone, reason=f"{spot} is gone in {gone.commit[:10]}{became}",
                      suggestions=(moved,) if moved else (), last_path=spot, last_commit=gone.commit)  # fmt: skip
    inside = spots[0].rpartition("/")[0] in world.folders and target.rpartition(".")[2] in ("md", "rst", "py")
    if ref.kind == "link" and inside and not target.startswith("/"):
        return Judged(verdict="stale", tier="B", confidence=world.cfg.sure_doubtful, reason=f"{spots[0]} is not in this tree")
    return _cannot("a path that this tree never had")


def _spots(target: str, document: str) -> tuple[str, ...]:
    """Paths that a written target may mean, beside the document first."""
    beside = posixpath.normpath(posixpath.join(posixpath.dirname(document), target))
    root = posixpath.normpath(target.lstrip("/"))
    return tuple(dict.fromkeys(s for s in (beside, root) if not s.startswith(".."))) or (root,)


def _live(reason: str) -> Judged:
    return Judged(verdict="live", reason=reason, confidence=0.0)


def _cannot(reason: str) -> Judged:
    return Judged(verdict="cannot_know", reason=reason, confidence=0.0)
