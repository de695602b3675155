"""One name or option without an owner -> live, cannot know, or a witness: what the words of the tree and its
history say of it, and what took its place.
"""

from __future__ import annotations

import builtins
import re

from helix_lsp.align.drift.case import LINKING
from helix_lsp.align.drift.declared_tasks import made_from_key, spelt
from helix_lsp.align.drift.elsewhere import in_comments, in_tests, is_aside, is_only_said
from helix_lsp.align.drift.history import HERE, Gone, History, is_off_stage, is_standard
from helix_lsp.align.drift.judge_declared import ENVIRONMENT, is_site, judge_option, judge_setting
from helix_lsp.align.drift.neighbours import is_hidden, near_names
from helix_lsp.align.drift.reference import SHORT, DocReference
from helix_lsp.align.drift.verdict import (
    AFTER,
    WHOLE,
    Judged,
    Reason,
    Witness,
    Written,
    because,
    cannot,
    live,
    witnessed,
)
from helix_lsp.align.drift.world import World
from helix_lsp.text.regex import regex
from helix_lsp.text.words import lower_parts, parts

_KIN, _KIN_SHARE = 5, 1.5  # names of a family that have to be there; how many may be written for each
_SHAPED = regex(r"[a-z0-9]_[a-z0-9]|[a-z][A-Z]|[A-Z]{2}_|[A-Z]{2}[a-z]{2}|^[A-Z][a-z]+[A-Z]", re.ASCII)


def judge_word(
    ref: DocReference, word: str, world: World, history: History, written: Written
) -> Judged | Witness:
    """What the tree and history say of a name or option that stands alone."""
    flag = ref.kind == "flag"
    if (
        flag
        and (word not in world.words or is_aside(word, world))
        and (said := judge_option(ref, word, world, history, written)) is not None
    ):
        return said
    variable = ref.kind == "name" and ENVIRONMENT.fullmatch(word) is not None
    occurs = (word in world.words and not _is_renamed_here(word, world, history)) or (
        flag and made_from_key(word, world.words)
    )
    if (variable and _is_composed(word, world)) or (occurs and _is_alive(ref, word, world, history)):
        return live("occurs")
    seen = history.gone(word)
    gone = _definition(seen)
    if gone is not None and ref.role == SHORT and is_site(gone.path):
        return cannot("nothing-to-check")
    if variable or (gone is None and ref.kind == "name"):
        said = judge_setting(ref, word, world, history, written)
        if said is not None:
            return said
    if occurs and gone is None:
        return live("occurs")
    if gone is not None and (
        flag
        or _SHAPED.search(word)
        or (
            ref.name is not None
            and (
                not (ref.name.wordlike or is_standard(word))
                or (ref.name.call and not is_off_stage(gone.path))
            )
        )
    ):
        check = because("flag-gone" if flag else "name-gone", word=word, path=gone.path, commit=gone.commit)
        return seen_going(ref, gone, check, world, history, written)
    if ref.role == SHORT:
        return cannot("nothing-to-check")
    if seen:
        new, _ = renamed(word, seen[0], world, history)
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


def _is_alive(ref: DocReference, word: str, world: World, history: History) -> bool:
    """True but for a name of which history saw the definition go, or a variable, that comments alone have."""
    called = ref.name is not None and ref.name.call and ref.name.wordlike
    shaped = ref.kind == "name" and _SHAPED.search(word) is not None
    seen = history.gone(word) if (called or shaped) and not world.snapshot.defined(word) else ()
    if _definition(seen) is None and not (shaped and history.known and ENVIRONMENT.fullmatch(word)):
        return True
    if called:
        return not is_only_said(word, world)
    return not (in_comments(word, world) or (seen and in_tests(word, world)))


def judge_key(ref: DocReference, world: World, history: History, written: Written) -> Judged | Witness:
    """What is written as a key of configuration is, and may be a word of anything else: only a key that the code
    had, and that is in no spelling today, is a witness.
    """
    word = ref.name.last if ref.name is not None else ref.target
    there = [one for one in dict.fromkeys((word, *spelt(word))) if one in world.words]
    if there and not all(in_tests(one, world) for one in there):
        return live("occurs")
    said = judge_setting(ref, word, world, history, written)
    if said is None:  # the field that a reader of settings fills
        seen = (_definition(history.gone(one)) for one in spelt(word))
        gone = next((one for one in seen if one is not None and not is_off_stage(one.path)), None)
        found = Witness(check=because("key-gone", word=word))
        said = witnessed(ref, word, (gone,), written, found, "key-gone") if gone is not None else None
    return said or (live("occurs") if there else cannot("nothing-to-check"))


def _is_composed(word: str, world: World) -> bool:
    """True where the code has a beginning of the name and its rest apart: `KILN_` and `heat_level`, or `KILN_OVEN` and
    `heat-level`, which a library of settings puts together.
    """
    cuts = (at + 1 for at, letter in enumerate(word[:-1]) if letter == "_")
    return any(
        (word[:at] in world.words or (word[: at - 1] in world.words and "_" in word[: at - 1]))
        and not world.words.isdisjoint((word[at:], *spelt(word[at:].lower())))
        for at in cuts
    )


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


def is_shaped(word: str) -> bool:
    """True for a word that is put together as names in code are."""
    return _SHAPED.search(word) is not None


def is_linked(ref: DocReference) -> bool:
    """True for a cross-reference: its writer says that the target is there."""
    return ref.name is not None and ref.name.role in LINKING


def seen_going(
    ref: DocReference, gone: Gone, check: Reason, world: World, history: History, written: Written
) -> Witness:
    """The witness of a removal that history saw: when the text was written, and what took the place."""
    word = ref.name.last if ref.name else ref.target
    when = written(ref, gone)
    evidence = [because(when)]
    if is_linked(ref):
        evidence.append(because("linked"))
    new, sure = renamed(word, gone, world, history) if when != AFTER else ("", False)
    if when == WHOLE and (family := _family(word, new, ref, world)):
        evidence.append(because("own-company", what=f"the family of names in {family}"))
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


def _family(word: str, new: str, ref: DocReference, world: World) -> str:
    """The last word of a name of a type (`Grammar` of `Expression_B_Grammar`) where `new`, which took its place, ends so, or the
    document has many others of the tree that do, and few that are not of it; `` for none.
    """
    last = parts(word)[-1]
    if len(lower_parts(word)) < 2 or not (word[0].isupper() and last[0].isupper() and last[1:].islower()):
        return ""
    if new[:1].isupper() and parts(new)[-1] == last:
        return last
    ends = re.compile(rb"(?<!\w)[A-Z]\w*(?<=[a-z0-9_])%b(?!\w)" % re.escape(last.encode()))
    names = {m[0].decode("ascii", "replace") for m in ends.finditer(world.texts(ref.path) or b"")}
    there = {name for name in names if name in world.words and not in_comments(name, world)}
    return last if len(there) >= _KIN and len(names) <= _KIN_SHARE * len(there) else ""


def renamed(word: str, gone: Gone, world: World, history: History) -> tuple[str, bool]:
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
        return "", False  # what only is where it stood, in a comment say, took nothing over
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
