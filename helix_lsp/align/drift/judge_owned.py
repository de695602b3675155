"""A dotted name -> live, cannot know, or a witness: has its owner lost it, or never had it, and where does it
stand now?
"""

from __future__ import annotations

from msgspec.structs import replace

from helix_lsp.align.drift.elsewhere import in_comments, module_gone, new_place
from helix_lsp.align.drift.history import Gone, History, is_off_stage
from helix_lsp.align.drift.judge_word import is_linked, is_shaped, judge_word, renamed, seen_going
from helix_lsp.align.drift.neighbours import near_names
from helix_lsp.align.drift.owner import Ownership, lacking, may_inherit, owns
from helix_lsp.align.drift.reference import IMPORTED, SET_OUT, SHOWN, DocReference
from helix_lsp.align.drift.shown import is_out_of_company, keyword_of
from helix_lsp.align.drift.verdict import (
    BEFORE,
    WHOLE,
    Judged,
    Reason,
    Witness,
    Written,
    because,
    cannot,
    live,
)
from helix_lsp.align.drift.world import World
from helix_lsp.align.identity import normal
from helix_lsp.align.mention import Name
from helix_lsp.index.overlay.memo import remembered


def judge_owned(
    ref: DocReference, parts: tuple[str, ...], world: World, history: History, written: Written
) -> Judged | Witness:
    """What the tree and history say of `parts`, the owner first; an owner of ours that certainly lost the name,
    or never had it, is a witness.
    """
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
        return _unowned(ref, parts, ours is not None, world, history, written)
    witness = next((g for g in history.gone(last) if g.defined and g.path in owner.paths), None)
    witness = witness or (
        None if last in world.words else next((g for g in history.gone(last) if g.defined), None)
    )
    if witness is None and (said := _left(ref, parts, owner, world, history, written)) is not None:
        return _of_here(said, owner)
    if witness is None and (said := _with_module(ref, (*parts, ""), world, history, written)) is not None:
        return said
    if owner.has is None and (
        witness is None
        or (any(last in world.words_of(p) for p in owner.paths) and not _lost_by(witness, parts, world))
    ):
        return cannot("open-owner", owner=owner.words)
    return (
        _of_here(_lost(ref, parts, owner, witness, world, history, written), owner)
        if witness is not None
        else _lacking(ref, parts, owner, world, history)
    )


def _of_here(found: Witness, owner: Ownership) -> Witness:
    """With what speaks for a text that is younger than the removal: it names an owner of ours that certainly lost it."""
    if owner.has is not False or not any(one.id == WHOLE for one in found.evidence):
        return found
    return replace(found, evidence=(*found.evidence, because("own-company", what=owner.words)))


def judge_imported(
    ref: DocReference, parts: tuple[str, ...], world: World, history: History, written: Written
) -> Judged | Witness:
    """What is said of a name that a code block imports from this project. What is not there cannot be imported, whenever
    the text was written.
    """
    said = judge_owned(ref, parts, world, history, written)
    if isinstance(said, Witness) and any(one.id == BEFORE for one in said.evidence):
        return said
    whole = ref.text == parts[-1]
    package, lost = lacking(parts if whole else (*parts, ""), world)
    if not lost:
        return said
    found = (new_place(ref, (*parts, one), world).rpartition(".")[0] for one in ref.target.split())
    places = {new_place(ref, parts, world)} if whole else {*found}
    place = places.pop() if len(places) == 1 else ""
    place = place[max(0, f".{place}".find(f".{parts[0]}.")) :]  # without the folders above the package
    check = because("member-missing", owner=f"package {package}", word=lost)
    return Witness(check=check, suggestions=(place,) if place else ())


def judge_shown(
    ref: DocReference, parts: tuple[str, ...], world: World, history: History, written: Written
) -> Judged | Witness:
    """What is said of a name in a code block that no file of the tree has: an owner of ours that lost it or does not
    have it, or a definition of it that history saw go from what the project offers, where its company is of the tree.
    """
    last = ".".join(parts[-1:])
    if len(parts) > 1:
        said = judge_owned(ref, parts, world, history, written)
        if isinstance(said, Witness) and said.check.id in ("member-gone", "member-missing", "path-gone"):
            return said
    data, outline = world.texts(ref.path) or b"", world.snapshot.outline(ref.path)
    keyword = keyword_of(ref, data, outline, world) if outline is not None else None
    if keyword is not None:
        check = because("parameter-unknown", owner=keyword[0], word=last)
        return Witness(check=check, suggestions=keyword[1:] if keyword[1] else ())
    gone = _defined(last, history) if is_shaped(last) else None
    if gone is None or outline is None or not is_out_of_company(ref, data, outline, world, 1):
        return cannot("nothing-to-check")
    check = because("name-gone", word=last, path=gone.path, commit=gone.commit)
    return seen_going(ref, gone, check, world, history, written)


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


def _unowned(
    ref: DocReference, parts: tuple[str, ...], ours: bool, world: World, history: History, written: Written
) -> Judged | Witness:
    """A name whose owner is nowhere in the tree; `ours`: history saw it go from a file of that name."""
    last, size = parts[-1], len(parts)
    if size > 2 and normal(parts[0]) in world.own:  # a crate's files do not bear its name
        said = _left(ref, parts, owns(parts[1:], world), world, history, written)
        if said is not None:
            return said
    if parts[-2] not in world.words and (gone := _defined(parts[-2], history)) is not None:
        at = replace(ref, name=Name(parts=parts[-2:-1]))
        check = because("name-gone", word=parts[-2], path=gone.path, commit=gone.commit)
        return seen_going(at, gone, check, world, history, written)
    if last in world.words and not (ref.role == SHOWN and "::" in ref.text and _is_named_here(parts, world)):
        return live("occurs-unowned")
    if not ours and (said := _with_module(ref, parts, world, history, written)) is not None:
        return said
    if not ours and is_shaped(last) and _is_named_here(parts, world):
        return Witness(check=because("member-missing", owner=".".join(parts[:-1]), word=last))
    if not ours and _left_with_owner(parts, history) is None:
        return cannot("owner-unknown", owner=parts[-2])
    return judge_word(ref, last, world, history, written)


def _is_named_here(parts: tuple[str, ...], world: World) -> bool:
    """True for a name behind the name of a module, namespace or package of Go of ours."""
    if len(parts) == 2 and parts[0] in _go_packages(world) and parts[1][:1].isupper():
        return True
    return all(
        any(
            d.symbol.kind in ("module", "namespace") and d.symbol.name == part and not is_off_stage(d.path)
            for d in world.snapshot.defined(part)
        )
        for part in parts[:-1]
    )


def _go_packages(world: World) -> frozenset[str]:
    """The names of the folders with code in Go that others may import."""

    def made() -> frozenset[str]:
        files = (p.split("/") for p in world.snapshot.paths() if p.endswith(".go") and not is_off_stage(p))
        return frozenset(
            parts[-2] for parts in files if len(parts) > 1 and not {"internal", "vendor"} & {*parts}
        )

    return remembered(world.snapshot, ("drift_go_packages",), made)


def _with_module(
    ref: DocReference, parts: tuple[str, ...], world: World, history: History, written: Written
) -> Witness | None:
    """The file that was the module `parts[:-1]` went."""
    if (file := module_gone(parts, world, history)) is None:
        return None
    path, gone = file
    return Witness(
        check=because("path-gone", path=path, commit=gone.commit),
        evidence=(because(written(ref, gone)),),
        last_path=path,
        last_commit=gone.commit,
    )


def _moved(
    ref: DocReference, parts: tuple[str, ...], world: World, history: History, written: Written
) -> Witness | None:
    """The module (or the file of the type) went, and what it defined is elsewhere."""
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
    found = seen_going(ref, gone, check, world, history, written)
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
    read = ref.role in (SHOWN, SET_OUT)  # nowhere else, so that a word of prose is not meant
    strange = last not in world.words and (
        is_linked(ref) or ((read or owner.kind == "class") and is_shaped(last))
    )
    told = strange if history.known else last not in world.words or in_comments(last, world)
    brought = ref.role == IMPORTED and owner.kind == "module" and all(p.endswith(".py") for p in owner.paths)
    certain = brought or ((len(parts) > 2 or read or owner.kind == "class") and told)
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
        new, _ = renamed(parts[-1], gone, world, history) if gone.defined else ("", False)
        if new and _is_member(parts[:-1], new, world):
            return (new,)
    return ()


def _without_successor(found: Witness, near: tuple[str, ...]) -> Witness:
    evidence = tuple(one for one in found.evidence if one.id not in ("renamed", "replaced"))
    return replace(found, evidence=evidence, suggestions=near, successor="", certain=False)


def _defined(word: str, history: History) -> Gone | None:
    """The definition of a type or module of that name that went last from what the project offers."""
    return next((g for g in history.gone(word) if g.defined and not is_off_stage(g.path)), None)


def _left_with_owner(parts: tuple[str, ...], history: History) -> Gone | None:
    """The definition of the name that went from a file whose owner of that name went too."""
    homes = {g.path for g in history.gone(parts[-2]) if g.defined}
    return next((g for g in history.gone(parts[-1]) if g.defined and g.path in homes), None)
