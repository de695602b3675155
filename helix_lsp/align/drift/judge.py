"""One reference -> live, stale or cannot know, with a reason, a confidence and what it may have become.

Precision first: an alarm of the default tier (A) needs an owner of ours that certainly lost the name, or history that saw a
definition of this very name go, or a path that history saw go. A bare name that is merely nowhere is a hint (B). A text that was
first written at or after the commit that took the name away speaks of the past on purpose, and so does one whose section, sentence or table
says so (`drift/setting.py`): cannot know. What a class may have from another package, what a sentence says of another project or supposes, and what
has no successor here but a sign of another owner (`drift/stranger.py`), is a hint at most.
Confidences are options, chosen by hand; they order the findings and are not measured frequencies.
"""

from __future__ import annotations

import builtins
import re
from dataclasses import replace

from helix_lsp.align.drift.codes import judge_code
from helix_lsp.align.drift.command import judge_command
from helix_lsp.align.drift.endpoint import judge_endpoint
from helix_lsp.align.drift.examples import examples_beside
from helix_lsp.align.drift.history import Gone, History
from helix_lsp.align.drift.judge_path import judge_path
from helix_lsp.align.drift.later import HERE
from helix_lsp.align.drift.neighbours import is_hidden, near_names
from helix_lsp.align.drift.owner import may_inherit, owns
from helix_lsp.align.drift.readers_place import readers_sign
from helix_lsp.align.drift.reference import DocReference
from helix_lsp.align.drift.setting import LINKING, doubt_of, is_made_text, is_own_page, other_project, setting_of
from helix_lsp.align.drift.stage import is_argument, is_holder, is_off_stage, is_variable
from helix_lsp.align.drift.stranger import column_of, stranger_sign, taken_from
from helix_lsp.align.drift.verdict import Judged, Written, cannot, doubt, live
from helix_lsp.align.drift.world import World

RENAMED, REPLACED = "renamed to", "perhaps replaced by"
_VERB = re.compile(r"_*(?:(?:[a-z]{1,3}|test|make|visit|handle|parse|read|write|load|save|check|create|build)_*)?", re.IGNORECASE)
_SHAPED = re.compile(r"[a-z0-9]_[a-z0-9]|[a-z][A-Z]|[A-Z]{2}_|^[A-Z][a-z]+[A-Z]", re.ASCII)


def judge(ref: DocReference, world: World, history: History, written: Written, examples: frozenset[str]) -> Judged:
    """`written` tells when the reference was first written (asked with the time of its going); `examples` are the names that the document's
    own examples define.
    """
    said = _judge(ref, world, history, written, examples)
    if said.verdict != "stale":
        return said
    data, outline = world.texts(ref.path) or b"", world.snapshot.outline(ref.path)
    if ref.kind not in ("link", "parameter"):
        why = setting_of(ref, data, outline)
        surely = said.tier == "A" and said.last_commit and said.confidence > world.cfg.sure_whole_text and ref.kind in ("name", "flag")
        if why and surely:  # written before it went: what is told of the past may be another name of the sentence
            return replace(said, tier="B", confidence=world.cfg.sure_past, reason=f"{said.reason}; {why}")
        if why:
            return cannot(why)
        if is_own_page(ref.name.last if ref.name is not None else ref.target, data, outline):
            return cannot("the page of a thing that ended")
    if ref.kind in ("link", "path", "name") and is_made_text(ref, data):
        return cannot("a program writes this stretch of the document")
    if said.tier == "A" and ref.kind == "path" and (why := readers_sign(ref, data, world)):
        return replace(doubt(said, world.cfg), reason=f"{said.reason}; {why}")
    if said.tier != "A" or ref.kind not in ("name", "flag") or _linked(ref):
        return said
    why = "its sentence names another project" if other_project(ref, data, world.foreign) else doubt_of(ref, data)
    word = ref.name.last if ref.name is not None else ref.target
    why = why or taken_from(word, data, world)
    if not why and (column := column_of(ref, data, world)):
        why = f"it stands in the column of {column}"
    if not why and not said.successor and word in examples_beside(ref.path, world):
        why = "an example of a page beside it defines the name"
    if not why and not said.successor:
        gone = next((g for g in history.gone(word) if (g.path, g.commit) == (said.last_path, said.last_commit)), None)
        why = stranger_sign(ref, word, gone, data, outline, world, history)
    return replace(doubt(said, world.cfg), reason=f"{said.reason}; {why}") if why else said


def _judge(ref: DocReference, world: World, history: History, written: Written, examples: frozenset[str]) -> Judged:
    if ref.kind == "command":
        return judge_command(ref, world, history, written)
    if ref.kind == "endpoint":
        return judge_endpoint(ref, world, history, written)
    if ref.kind == "code":
        if ref.target in world.words:
            return live("the code occurs")
        return judge_code(ref, ref.target, world.codes, history, written, world.cfg) or cannot("no code of this project")
    if ref.kind == "flag" and ref.target in examples:
        return live("defined by an example in this document")
    if ref.kind == "flag":
        return _judge_word(ref, ref.target, world, history, written)
    if ref.kind in ("path", "link"):
        return judge_path(ref, world, history, written)
    if ref.name is None:
        return live("not a name")
    parts, last = ref.name.parts, ref.name.last
    if re.fullmatch(r"__\w+__", last):
        return live("a name of the language's data model")
    if len(parts) > 1 and last.lower() in world.suffixes and not ref.name.call and parts[0] not in world.packages:
        return live("a file name")
    if last in examples or not examples.isdisjoint(parts[:1]):
        return live("defined by an example in this document")
    data = world.texts(ref.path) or b""
    if is_holder(last) or is_variable(ref, data) or (len(parts) == 1 and not _linked(ref) and is_argument(ref, data)):
        return live("a placeholder")
    if len(parts) == 1:
        return _judge_word(ref, last, world, history, written)
    return _judge_owned(ref, parts, world, history, written)


def _judge_owned(ref: DocReference, parts: tuple[str, ...], world: World, history: History, written: Written) -> Judged:
    last = parts[-1]
    owner = owns(parts, world)
    ours = next((g for g in history.gone(last) if g.defined and parts[-2].lower() in g.path.lower()), None)
    if ours is None and not owner.paths and parts[0].lower() in world.foreign:
        return cannot(f"{parts[0]} is another distribution")
    if owner.has:
        return live(f"{owner.words} has it")
    if '"' + ".".join(parts) in world.words or "@" + ".".join(parts[-2:]) in world.words:
        return live("the code holds it as a text, or asks for the member by its name")
    if not owner.paths:
        if last in world.words:
            return live("the name occurs, its owner is not known")
        if ours is None and _left_with_owner(parts, history) is None:
            reason = f"{last} occurs nowhere, and {parts[-2]} is not known here"
            return Judged(verdict="stale", tier="B", confidence=world.cfg.sure_no_owner, reason=reason)
        return _judge_word(ref, last, world, history, written)
    witness = next((g for g in history.gone(last) if g.defined and g.path in owner.paths), None)
    witness = witness or (None if last in world.words else next((g for g in history.gone(last) if g.defined), None))
    if owner.has is None and (witness is None or any(last in world.words_of(p) for p in owner.paths)):
        return cannot(f"{owner.words} has parts that are not in this tree")
    if witness is not None:
        said = _seen_going(ref, witness, world, history, written, world.cfg.sure_owner_lost, f"{owner.words} lost {last}")
        if said.successor and owner.kind == "class" and not _is_member(parts[:-1], said.successor, world):
            near = () if said.certain else near_names(ref, last, owner.paths, world)
            said = _without_successor(said, near)  # what took its place in that commit is no member
        if said.verdict == "stale" and _is_any_nested(parts, owner.paths, ref.path, world):
            return replace(doubt(said, world.cfg), reason=f"{said.reason}; {parts[-2]} is the name of a nested class, and may be another one")
        if said.verdict == "stale" and f"@{parts[-2]}.{{" in world.words:
            return replace(doubt(said, world.cfg), reason=f"{said.reason}; the code sets members of {parts[-2]} under names that it puts together")
        doubtful = owner.has is None and owner.kind == "class" and may_inherit(last, owner.paths[0], parts[-2], world)
        return doubt(said, world.cfg) if doubtful and said.verdict == "stale" else said
    ours_alone = len(parts) > 2 or owner.kind == "class"
    certain = ours_alone and (not history.known or (last not in world.words and _linked(ref)))
    return Judged(
        verdict="stale", tier="A" if certain else "B", confidence=world.cfg.sure_owner_lacks if certain else world.cfg.sure_doubtful,
        reason=f"{owner.words} has no {last}",
        suggestions=_known_member(parts, world, history) or near_names(ref, last, owner.paths, world), last_path=owner.paths[0],
    )  # fmt: skip


def _is_member(owner: tuple[str, ...], name: str, world: World) -> bool:
    """True where the owner has the name, in its block or outside of it."""
    outside = any(d.symbol.qualified.split(".")[-2:-1] == [owner[-1]] for d in world.snapshot.defined(name))
    return outside or owns((*owner, name), world).has is True


def _known_member(parts: tuple[str, ...], world: World, history: History) -> tuple[str, ...]:
    """The member that history knows to have taken the place of the last part, wherever that went."""
    for gone in history.gone(parts[-1]):
        new, _ = _renamed(parts[-1], gone, world, history) if gone.defined else ("", False)
        if new and _is_member(parts[:-1], new, world):
            return (new,)
    return ()


def _is_any_nested(parts: tuple[str, ...], homes: tuple[str, ...], path: str, world: World) -> bool:
    """True where only nested classes bear the owner's bare name, and the text stands in none of their files: `Value` of `JsonFormat.Value`."""
    classes = world.snapshot.defined(parts[0]) if len(parts) == 2 else ()
    return bool(classes) and path not in homes and all(one.symbol.parent >= 0 for one in classes)


def _without_successor(said: Judged, near: tuple[str, ...]) -> Judged:
    reason = re.sub(rf", (?:{RENAMED}|{REPLACED}) {re.escape(said.successor)}", "", said.reason)
    return replace(said, reason=reason, suggestions=near, successor="", certain=False)


def _left_with_owner(parts: tuple[str, ...], history: History) -> Gone | None:
    """The definition of the name that went from a file whose owner of that name went too."""
    homes = {g.path for g in history.gone(parts[-2]) if g.defined}
    return next((g for g in history.gone(parts[-1]) if g.defined and g.path in homes), None)


def _judge_word(ref: DocReference, word: str, world: World, history: History, written: Written) -> Judged:
    if (word in world.words and not _is_renamed_here(word, world, history)) or (ref.kind == "flag" and _made_from_key(word, world)):
        return live("the name occurs")
    seen = history.gone(word)
    witness = _witness(seen)
    if ref.kind == "name" and witness is None:
        said = judge_code(ref, word, world.codes, history, written, world.cfg)
        if said is not None:
            return said
    flag = ref.kind == "flag"
    if witness is not None and (flag or _SHAPED.search(word) or (ref.name is not None and not ref.name.wordlike)):
        said = _seen_going(ref, witness, world, history, written, world.cfg.sure_name_gone, f"{word} is defined nowhere any more")
        name = ref.name
        member = name is not None and (name.member or len(name.parts) > 1 or name.role in ("meth", "attr"))
        inherited = (witness.owner or member) and may_inherit(word, witness.path, witness.owner, world)
        if said.verdict == "stale" and is_off_stage(witness.path):
            return replace(doubt(said, world.cfg), reason=f"{said.reason}; nothing there is offered to a reader")
        if said.verdict == "stale" and _is_made(word, world):
            return replace(doubt(said, world.cfg), reason=f"{said.reason}; the code makes names that begin like it")
        if said.verdict == "stale" and (inherited or (not _linked(ref) and _is_family(word, world))):
            return doubt(said, world.cfg)
        return said
    if seen:
        g = seen[0]
        new, _ = _renamed(word, g, world, history)
        return Judged(verdict="stale", tier="B", confidence=world.cfg.sure_last_used, reason=f"{word} occurs nowhere; it was last used in {g.path}",
                      suggestions=(new,) if new else (),
                      last_path=g.path, last_commit=g.commit)  # fmt: skip
    if flag and "." in word:
        return cannot("an option that a library may bring")
    if ref.kind == "name" and not _SHAPED.search(word):
        return cannot("a word that this tree does not hold")
    return Judged(verdict="stale", tier="B", confidence=world.cfg.sure_nowhere, reason=f"{word} occurs nowhere in this tree")


def _is_renamed_here(word: str, world: World, history: History) -> bool:
    """True where edits of this session gave the one definition a new name: the uses that are left are not mended yet, and keep nothing alive."""
    newest = next((g for g in history.gone(word) if g.defined), None)
    if newest is None or newest.commit != HERE or world.snapshot.defined(word):
        return False
    return history.became(word, newest) is not None


def _witness(seen: tuple[Gone, ...]) -> Gone | None:
    """The newest definition that went, one from what the project offers before one from its tools and tests."""
    defined = [g for g in seen if g.defined]
    return next((g for g in defined if not is_off_stage(g.path)), defined[0] if defined else None)


def _linked(ref: DocReference) -> bool:
    """True for a cross-reference: its writer says that the target is there."""
    return ref.name is not None and ref.name.role in LINKING


def _is_family(word: str, world: World) -> bool:
    """True when several names of today begin with the word: `uv_poll` speaks of `uv_poll_init` and `uv_poll_start` together."""
    size = len(word)
    found = {w for w in world.words if len(w) > size and w.startswith(word) and (w[size] == "_" or (w[size].isupper() and not word[-1].isupper()))}
    return len(found) > 1


def _is_made(word: str, world: World) -> bool:
    """True when the code puts names together that begin like the word (`"route_#{part}"`), with more than a verb that every name begins with."""
    cuts = [i for i, c in enumerate(word) if c == "_" and _VERB.fullmatch(word, 0, i) is None and i < len(word) - 1]
    return any(f"{word[: i + 1]}{{" in world.words for i in cuts)


def _made_from_key(flag: str, world: World) -> bool:
    """True when the code holds the key that a parser would make this option from: `dryRun`, `dry_run`, or `color` for `--no-color`."""
    words = flag.lstrip("-").removeprefix("no-").split("-")
    camel = words[0] + "".join(w.capitalize() for w in words[1:])
    return bool({"_".join(words), "-".join(words), flag.lstrip("-"), camel, f"no{camel[:1].upper()}{camel[1:]}"} & world.words)


def _seen_going(ref: DocReference, gone: Gone, world: World, history: History, written: Written, confidence: float, reason: str) -> Judged:
    since = written(ref, gone.time)
    late = since is not None and since.time >= gone.time
    if late and since is not None and (not since.whole or since.commit == gone.commit):
        return cannot("written when it was already gone: the text speaks of the past")
    word = ref.name.last if ref.name else ref.target
    new, sure_of_it = _renamed(word, gone, world, history)
    became = f", {RENAMED if sure_of_it else REPLACED} {new}" if new else ""
    hidden = bool(new) and is_hidden(new, gone.path) and not is_hidden(word, gone.path)  # it is called so now, but not by readers
    near = () if hidden else (new,) if new else tuple(dict.fromkeys((*_beside(word, ref, world), *near_names(ref, word, (gone.path,), world))))
    # without the day it was written nobody knows whether it was ever right; what left with its whole file may live on in another project
    sure = since is not None and (not late or world.snapshot.file(gone.path) is not None)
    return Judged(
        verdict="stale", tier="A" if sure else "B",
        confidence=world.cfg.sure_doubtful if not sure else min(confidence, world.cfg.sure_whole_text) if late else confidence,
        reason=f"{reason}{became}: gone from {gone.path} in {gone.commit[:10]}",
        suggestions=near, last_path=gone.path, last_commit=gone.commit, successor=new, certain=sure_of_it and not hidden,
    )  # fmt: skip


def _renamed(word: str, gone: Gone, world: World, history: History) -> tuple[str, bool]:
    """(the name that lives today, along renames, `` when the chain ends in a name that is gone; whether every one of them is certain)"""
    found, seen = history.became(word, gone), {""}
    name, sure = (found.new, found.certain) if found is not None else ("", False)
    while name not in seen and name not in world.words:
        seen.add(name)
        later = next((g for g in history.gone(name) if g.defined), None)
        found = history.became(name, later) if later is not None else None
        name, sure = (found.new, sure and found.certain) if found is not None else ("", False)
    if hasattr(builtins, name) and name not in _names_there(gone.path, world):
        return "", False  # what the line calls, not what it defines
    if name[:1].isupper() and not name.isupper() and not world.snapshot.defined(name):
        return "", False  # a type of another package
    if not sure and not name.startswith("--") and not name.isupper() and not world.snapshot.defined(name):
        return "", False  # what only stands where it stood, in a comment say, took nothing over
    return (name, sure) if name in world.words else ("", False)


def _names_there(path: str, world: World) -> tuple[str, ...]:
    return world.snapshot.names_in(path) if world.snapshot.file(path) is not None else ()


def _beside(word: str, ref: DocReference, world: World) -> tuple[str, ...]:
    """The one name that this tree defines and the document itself writes, and that differs from the word in little more than an ending."""
    data = world.texts(ref.path) or b""
    stem = re.escape(word[: max(4, len(word) - 2)].encode())
    names = {m[0].decode("utf-8", "replace") for m in re.finditer(rb"(?<!\w)" + stem + rb"\w{0,4}(?!\w)", data)} - {word}
    found = [name for name in names if abs(len(name) - len(word)) <= 2 and world.snapshot.defined(name)]
    return (found[0],) if len(found) == 1 and len(word) > 5 else ()
