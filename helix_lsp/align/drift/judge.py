"""One reference -> live, cannot know, or a witness: what the tree and its history say of it, before anything
that speaks against it is asked.

Precision first: an alarm needs an owner of ours that certainly lost the name, or history that saw a
definition of this very name go, or a path that history saw go. A bare name that is merely nowhere is a hint.
What the text around says, who else may own the name and how sure history is are rules and evidence, weighed
in `drift/decide.py`.
"""

from __future__ import annotations

import builtins
import re
from dataclasses import replace

from helix_lsp.align.drift.case import LINKING, Case
from helix_lsp.align.drift.codes import judge_code
from helix_lsp.align.drift.command import judge_command
from helix_lsp.align.drift.decide import decide
from helix_lsp.align.drift.endpoint import judge_endpoint
from helix_lsp.align.drift.history import Gone, History
from helix_lsp.align.drift.judge_link import judge_link
from helix_lsp.align.drift.judge_path import judge_path
from helix_lsp.align.drift.later import HERE
from helix_lsp.align.drift.moved import is_only_said, module_gone, new_place
from helix_lsp.align.drift.neighbours import is_hidden, near_names
from helix_lsp.align.drift.owner import Ownership, may_inherit, owns
from helix_lsp.align.drift.reason import Reason, because
from helix_lsp.align.drift.reference import DOC_LINK, SHORT, DocReference
from helix_lsp.align.drift.stage import is_argument, is_holder, is_off_stage, is_variable
from helix_lsp.align.drift.verdict import AFTER, Judged, Witness, Written, cannot, live, undeclared
from helix_lsp.align.drift.world import World
from helix_lsp.align.identity import normal

_ENVIRONMENT = re.compile(r"[A-Z][A-Z0-9]*_[A-Z0-9_]+")
_SHAPED = re.compile(r"[a-z0-9]_[a-z0-9]|[a-z][A-Z]|[A-Z]{2}_|^[A-Z][a-z]+[A-Z]", re.ASCII)


def judge(ref: DocReference, world: World, history: History, written: Written) -> Judged:
    """`written` tells when the reference was first written (asked with what went)."""
    said = _witness(ref, world, history, written)
    return said if isinstance(said, Judged) else decide(Case(ref, world, history, said))


def _witness(ref: DocReference, world: World, history: History, written: Written) -> Judged | Witness:
    if ref.kind == "command":
        return judge_command(ref, world, history, written)
    if ref.kind == "endpoint":
        return judge_endpoint(ref, world, history, written)
    if ref.kind == "code":
        said = (
            None
            if ref.target in world.words
            else judge_code(ref, ref.target, world.codes, history, written, world.cfg)
        )
        return said or (live("occurs") if ref.target in world.words else cannot("unknown-code"))
    if ref.kind == "flag":
        return _judge_word(ref, ref.target, world, history, written)
    if ref.kind in ("path", "link"):
        return judge_path(ref, world, history, written)
    if ref.name is None:
        return live("not-a-name")
    parts, last = ref.name.parts, ref.name.last
    if re.fullmatch(r"__\w+__", last):
        return live("language")
    if ref.role == DOC_LINK:

        def going(gone: Gone, check: Reason) -> Witness:
            return _seen_going(ref, gone, check, world, history, written)

        return judge_link(ref, parts, world, history, going)
    if (
        len(parts) > 1
        and last.lower() in world.suffixes
        and not ref.name.call
        and parts[0] not in world.packages
    ):
        return live("file-name")
    data = world.texts(ref.path) or b""
    if (
        is_holder(last)
        or is_variable(ref, data)
        or (len(parts) == 1 and not _linked(ref) and is_argument(ref, data))
    ):
        return live("placeholder")
    return (
        _judge_word(ref, last, world, history, written)
        if len(parts) == 1
        else _judge_owned(ref, parts, world, history, written)
    )


def _judge_owned(
    ref: DocReference, parts: tuple[str, ...], world: World, history: History, written: Written
) -> Judged | Witness:
    last = parts[-1]
    owner = owns(parts, world)
    ours = next((g for g in history.gone(last) if g.defined and parts[-2].lower() in g.path.lower()), None)
    if not owner.paths and (moved := _moved(ref, parts, world, history, written)) is not None:
        return moved
    if (
        ours is None
        and not owner.paths
        and parts[0].lower() in world.foreign
        and normal(parts[0]) not in world.own
    ):
        return cannot("other-distribution", owner=parts[0])
    if owner.has:
        return live("owner-has", owner=owner.words)
    if '"' + ".".join(parts) in world.words or "@" + ".".join(parts[-2:]) in world.words:
        return live("as-text")
    if not owner.paths:
        size = len(parts)
        if size > 2 and normal(parts[0]) in world.own:  # a crate's files do not bear its name
            said = _left(ref, parts, owns(parts[1:], world), world, history, written)
            if said is not None:
                return said
        if last in world.words:
            return live("occurs-unowned")
        if ours is None and _left_with_owner(parts, history) is None:
            return Witness(check=because("owner-unknown", word=last, owner=parts[-2]))
        return _judge_word(ref, last, world, history, written)
    witness = next((g for g in history.gone(last) if g.defined and g.path in owner.paths), None)
    witness = witness or (
        None if last in world.words else next((g for g in history.gone(last) if g.defined), None)
    )
    if witness is None and (said := _left(ref, parts, owner, world, history, written)) is not None:
        return said
    if owner.has is None and (
        witness is None
        or (any(last in world.words_of(p) for p in owner.paths) and not _lost_by(witness, parts, world))
    ):
        return cannot("open-owner", owner=owner.words)
    return (
        _lost(ref, parts, owner, witness, world, history, written)
        if witness is not None
        else _lacking(ref, parts, owner, world, history)
    )


def _left(
    ref: DocReference,
    parts: tuple[str, ...],
    owner: Ownership,
    world: World,
    history: History,
    written: Written,
) -> Witness | None:
    """An owner that does not have the member, and of whose file history saw it go, to wherever."""
    if owner.has is not False:
        return None
    gone = next((g for p in owner.paths if (g := history.left(p, parts[-1])) is not None), None)
    if gone is None or (owner.kind == "class" and gone.owner not in ("", parts[-2])):
        return None
    check = because("member-gone", owner=owner.words, word=parts[-1], path=gone.path, commit=gone.commit)
    return _placed(ref, parts, gone, check, world, written)


def _moved(
    ref: DocReference, parts: tuple[str, ...], world: World, history: History, written: Written
) -> Witness | None:
    """The module (or the file of the type) went, and what it defined stands elsewhere."""
    size = len(parts)
    if (
        (size < 3 and "::" not in ref.text)
        or parts[-1] not in world.words
        or (found := module_gone(parts, world, history)) is None
    ):
        return None
    path, gone = found
    if not new_place(ref, parts, world):
        return None
    owner = f"module {'.'.join(parts[:-1])}"
    check = because("member-gone", owner=owner, word=parts[-1], path=path, commit=gone.commit)
    left = Gone(commit=gone.commit, time=gone.time, path=path, defined=True)
    return _placed(ref, parts, left, check, world, written)


def _placed(
    ref: DocReference, parts: tuple[str, ...], gone: Gone, check: Reason, world: World, written: Written
) -> Witness:
    """What left its owner, with the place where it stands now."""
    place = new_place(ref, parts, world)
    return Witness(
        check=check,
        evidence=(because(written(ref, gone)), *((because("moved", new=place),) if place else ())),
        gone=gone,
        suggestions=(place,) if place else (),
        last_path=gone.path,
        last_commit=gone.commit,
    )


def _lost_by(gone: Gone, parts: tuple[str, ...], world: World) -> bool:
    """True where history saw this very owner lose the name, and no definition of today has both: the word
    that is left is something else's.
    """
    return gone.owner == parts[-2] and not any(
        d.symbol.qualified.split(".")[-2:-1] == [parts[-2]] for d in world.snapshot.defined(parts[-1])
    )


def _lost(
    ref: DocReference,
    parts: tuple[str, ...],
    owner: Ownership,
    gone: Gone,
    world: World,
    history: History,
    written: Written,
) -> Witness:
    """History saw the member go."""
    check = because("member-gone", owner=owner.words, word=parts[-1], path=gone.path, commit=gone.commit)
    found = _seen_going(ref, gone, check, world, history, written)
    if found.successor and owner.kind == "class" and not _is_member(parts[:-1], found.successor, world):
        found = _without_successor(
            found, () if found.certain else near_names(ref, parts[-1], owner.paths, world)
        )  # no member took its place
    foreign = (
        owner.has is None
        and owner.kind == "class"
        and may_inherit(parts[-1], owner.paths[0], parts[-2], world)
    )
    return replace(found, evidence=(*found.evidence, because("foreign-base"))) if foreign else found


def _lacking(
    ref: DocReference, parts: tuple[str, ...], owner: Ownership, world: World, history: History
) -> Witness:
    """The owner is known and does not have the member; history saw nothing."""
    last = parts[-1]
    certain = (len(parts) > 2 or owner.kind == "class") and (
        not history.known or (last not in world.words and _linked(ref))
    )
    return Witness(
        check=because("member-missing", owner=owner.words, word=last),
        evidence=() if certain else (because("alone"),),
        suggestions=_known_member(parts, world, history) or near_names(ref, last, owner.paths, world),
        last_path=owner.paths[0],
    )


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


def _without_successor(found: Witness, near: tuple[str, ...]) -> Witness:
    evidence = tuple(one for one in found.evidence if one.id not in ("renamed", "replaced"))
    return replace(found, evidence=evidence, suggestions=near, successor="", certain=False)


def _left_with_owner(parts: tuple[str, ...], history: History) -> Gone | None:
    """The definition of the name that went from a file whose owner of that name went too."""
    homes = {g.path for g in history.gone(parts[-2]) if g.defined}
    return next((g for g in history.gone(parts[-1]) if g.defined and g.path in homes), None)


def _judge_word(
    ref: DocReference, word: str, world: World, history: History, written: Written
) -> Judged | Witness:
    flag = ref.kind == "flag"
    if (
        flag
        and word not in world.words
        and (said := _judge_option(ref, word, world, history, written)) is not None
    ):
        return said
    seen: tuple[Gone, ...] = ()
    if (word in world.words and not _is_renamed_here(word, world, history)) or (
        flag and _made_from_key(word, world)
    ):
        called = (
            ref.name is not None and ref.name.call and ref.name.wordlike and not world.snapshot.defined(word)
        )
        seen = history.gone(word) if called else ()
        if _definition(seen) is None or not is_only_said(word, world):
            return live("occurs")
    seen = seen or history.gone(word)
    gone = _definition(seen)
    if ref.kind == "name" and gone is None:
        said = judge_code(ref, word, world.codes, history, written, world.cfg)
        if said is not None:
            return said
    if gone is not None and (
        flag
        or _SHAPED.search(word)
        or (
            ref.name is not None
            and (not ref.name.wordlike or (ref.name.call and not is_off_stage(gone.path)))
        )
    ):
        check = because("flag-gone" if flag else "name-gone", word=word, path=gone.path, commit=gone.commit)
        return _seen_going(ref, gone, check, world, history, written)
    if gone is None and _ENVIRONMENT.fullmatch(word):
        unknown = Witness(check=because("name-unknown", word=word))
        said = undeclared(ref, word, f"env {word}", world.entries, history, written, unknown, "name-gone")
        if said is not None:
            return said
    if ref.role == SHORT:
        return cannot("nothing-to-check")
    if seen:
        new, _ = _renamed(word, seen[0], world, history)
        return Witness(
            check=because("name-unused", word=word, path=seen[0].path),
            suggestions=(new,) if new else (),
            last_path=seen[0].path,
            last_commit=seen[0].commit,
        )
    if flag and "." in word:
        return cannot("library-option")
    if ref.kind == "name" and not _SHAPED.search(word):
        return cannot("plain-word")
    return Witness(check=because("name-unknown", word=word))


def _judge_option(
    ref: DocReference, word: str, world: World, history: History, written: Written
) -> Witness | None:
    """An option of which history saw the declaration go, though its word may stand somewhere: not where a key
    of this name is left, which a parser may make the option from.
    """
    key = word.lstrip("-")
    if f"option {word}" in world.entries or ("-" in key and _made_from_key(word, world)):
        return None
    if key in world.words and not is_only_said(key, world, key=True):
        return None
    unknown = Witness(check=because("name-unknown", word=word))
    return undeclared(ref, word, f"option {word}", world.entries, history, written, unknown, "flag-gone")


def _is_renamed_here(word: str, world: World, history: History) -> bool:
    """True where edits of this session gave the one definition a new name: the uses that are left are not
    mended yet, and keep nothing alive.
    """
    newest = next((g for g in history.gone(word) if g.defined), None)
    if newest is None or newest.commit != HERE or world.snapshot.defined(word):
        return False
    return history.became(word, newest) is not None


def _definition(seen: tuple[Gone, ...]) -> Gone | None:
    """The newest definition that went, one from what the project offers before one from its tools and tests."""
    defined = [g for g in seen if g.defined]
    return next((g for g in defined if not is_off_stage(g.path)), defined[0] if defined else None)


def _linked(ref: DocReference) -> bool:
    """True for a cross-reference: its writer says that the target is there."""
    return ref.name is not None and ref.name.role in LINKING


def _made_from_key(flag: str, world: World) -> bool:
    """True when the code holds the key that a parser would make this option from: `dryRun`, `dry_run`, or
    `color` for `--no-color`.
    """
    words = flag.lstrip("-").removeprefix("no-").split("-")
    camel = words[0] + "".join(w.capitalize() for w in words[1:])
    return bool(
        {"_".join(words), "-".join(words), flag.lstrip("-"), camel, f"no{camel[:1].upper()}{camel[1:]}"}
        & world.words
    )


def _seen_going(
    ref: DocReference, gone: Gone, check: Reason, world: World, history: History, written: Written
) -> Witness:
    word = ref.name.last if ref.name else ref.target
    when = written(ref, gone)
    evidence = [because(when)]
    if _linked(ref):
        evidence.append(because("linked"))
    new, sure = _renamed(word, gone, world, history) if when != AFTER else ("", False)
    if new:
        evidence.append(because("renamed" if sure else "replaced", new=new))
    hidden = (
        bool(new) and is_hidden(new, gone.path) and not is_hidden(word, gone.path)
    )  # it is called so now, but not by readers
    near = (
        ()
        if hidden
        else (new,)
        if new
        else tuple(dict.fromkeys((*_beside(word, ref, world), *near_names(ref, word, (gone.path,), world))))
    )
    return Witness(
        check=check,
        evidence=tuple(evidence),
        gone=gone,
        suggestions=near,
        last_path=gone.path,
        last_commit=gone.commit,
        successor=new,
        certain=sure and not hidden,
    )


def _renamed(word: str, gone: Gone, world: World, history: History) -> tuple[str, bool]:
    """(the name that lives today, along renames, `` when the chain ends in a name that is gone; whether every
    one of them is certain)
    """
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
    """The one name that this tree defines and the document itself writes, and that differs from the word in
    little more than an ending.
    """
    data = world.texts(ref.path) or b""
    stem = re.escape(word[: max(4, len(word) - 2)].encode())
    names = {
        m[0].decode("utf-8", "replace") for m in re.finditer(rb"(?<!\w)" + stem + rb"\w{0,4}(?!\w)", data)
    } - {word}
    found = [name for name in names if abs(len(name) - len(word)) <= 2 and world.snapshot.defined(name)]
    return (found[0],) if len(found) == 1 and len(word) > 5 else ()
