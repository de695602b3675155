"""A link in a comment (`drift/reference.py`) -> live, cannot know, or a witness.

The comment itself holds the name, so that "the word occurs" says nothing: what counts is a definition in the
owner, and a word in code outside of comments.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from helix_lsp.align.drift.elsewhere import in_comments
from helix_lsp.align.drift.history import Gone, History
from helix_lsp.align.drift.neighbours import near_names
from helix_lsp.align.drift.reference import DocReference
from helix_lsp.align.drift.verdict import Judged, Reason, Witness, because, cannot, live
from helix_lsp.align.drift.world import World
from helix_lsp.align.lineage import classes_named, find_member
from helix_lsp.align.place import module_parts
from helix_lsp.index.overlay.snapshot import Defined
from helix_lsp.syntax.language import language_of
from helix_lsp.text.regex import regex

_FAMILY = ({"javascript", "typescript", "tsx", "jsx"}, {"java", "kotlin", "scala"})
_DEEP = 8
_CLOSED = frozenset({"class", "interface", "struct", "enum", "trait"})
_EMBEDDED = regex(
    rb"^[ \t]{0,40}\*?[A-Za-z_][\w.]*(?:\[[^\]\n]*\])?[ \t]{0,40}(?:`[^`\n]*`[ \t]{0,40})?(?://[^\n]*)?\r?$",
    re.MULTILINE,
)
_MADE = frozenset(  # what Rust derives or gives to every type
    "clone clone_from default eq ne cmp partial_cmp lt le gt ge hash fmt into from try_from try_into to_string to_owned borrow borrow_mut as_ref "
    "as_mut type_id deref deref_mut drop iter into_iter next serialize deserialize new build builder values "
    "valueOf ordinal name toString hashCode equals "
    "getClass constructor prototype length copy".split()
)
_DYNAMIC = regex(
    rb"@(?:Data|Value|Getter|Setter|Builder|Delegate)\b|__get|__call|\[\s*\w+\s*:\s*string\s*\]|Proxy\b|macro_rules!|\bderive_more\b"
)
Going = Callable[[Gone, Reason], Witness]


def judge_link(
    ref: DocReference, parts: tuple[str, ...], world: World, history: History, going: Going
) -> Judged | Witness:
    """`going` makes the witness of a removal that history saw."""
    last = parts[-1]
    if len(parts) == 1:
        return _judge_one(last, world, history, going)
    named = [d for d in classes_named(parts[-2], world.snapshot) if _is_ours(d, ref, world)]
    owners = [d for d in named if _is_meant(d, parts, ref, world)]
    if named and not owners:
        return cannot("other-distribution", owner=parts[0])  # its namesake is another's
    outside = [
        d for d in world.snapshot.defined(last) if d.symbol.qualified.split(".")[-2:] == list(parts[-2:])
    ]
    if outside or any(find_member(o, last, world.snapshot, _DEEP).found is not None for o in owners):
        return live("owner-has", owner=parts[-2])
    if not owners:
        return _judge_one(parts[-2], world, history, going)
    paths = tuple(dict.fromkeys(o.path for o in owners))
    gone = next((g for g in history.gone(last) if g.defined and g.path in paths), None)
    gone = gone or next((g for p in paths if (g := history.left(p, last)) is not None), None)
    owner = f"{owners[0].symbol.kind} {parts[-2]}"
    if gone is not None and gone.owner in ("", parts[-2]):
        check = because("member-gone", owner=owner, word=last, path=gone.path, commit=gone.commit)
        found = going(gone, check)
        kept = not found.successor or any(
            d.symbol.qualified.split(".")[-2:] == [parts[-2], found.successor]
            for d in world.snapshot.defined(found.successor)
        )
        return found if kept else replace(found, successor="", certain=False, suggestions=())
    if last in _MADE or any(_is_open(o, last, world) for o in owners):
        return cannot("open-owner", owner=owner)
    return Witness(
        check=because("member-missing", owner=owner, word=last),
        evidence=(because("linked"), *((because("alone"),) if not in_comments(last, world) else ())),
        suggestions=near_names(ref, last, paths, world),
        last_path=paths[0],
    )


def _judge_one(word: str, world: World, history: History, going: Going) -> Judged | Witness:
    """A name without an owner of ours: only history can say that it was one of this tree."""
    if any(d.symbol.name == word for d in world.snapshot.defined(word)) or not in_comments(word, world):
        return live("occurs")
    gone = next((g for g in history.gone(word) if g.defined), None)
    if gone is None:
        return cannot("other-distribution", owner=word)
    return going(gone, because("name-gone", word=word, path=gone.path, commit=gone.commit))


def _is_ours(defined: Defined, ref: DocReference, world: World) -> bool:
    """A type of the language that the comment is written in, in code that is not a test."""
    entry = world.snapshot.file(defined.path)
    one, other = language_of(ref.path), language_of(defined.path)
    akin = one == other or any(one in family and other in family for family in _FAMILY)
    return (
        akin
        and entry is not None
        and entry.surface.kind == "code"
        and not (entry.surface.test or entry.surface.example)
    )


def _is_meant(owner: Defined, parts: tuple[str, ...], ref: DocReference, world: World) -> bool:
    """False where what is before the owner's name, or the import that brings it, is of elsewhere."""
    where = {*module_parts(owner.path), *owner.symbol.qualified.split(".")}
    if any(part not in where for part in parts[:-2]):
        return False
    for one in world.snapshot.imports(ref.path):
        said = [p for p in re.split(r"[./:\\]+", one.module.lstrip("@")) if p]
        brought = {alias or name for name, alias in one.names} | set(said[-1:] if not one.names else ())
        rest = [p for p in said if p != parts[0]]
        if parts[0] in brought and rest and rest[-1] not in where and not one.module.startswith("."):
            return False
    return True


def _is_open(owner: Defined, name: str, world: World) -> bool:
    """True where the type may have members that are not written in it."""
    data = world.texts(owner.path) or b""
    text = owner.symbol.span.cut(data)
    if (
        owner.symbol.kind not in _CLOSED
        or find_member(owner, name, world.snapshot, _DEEP).open
        or _DYNAMIC.search(data)
    ):
        return True
    body = text[text.find(b"{") + 1 : text.rfind(b"}")] if b"{" in text else b""
    language = language_of(owner.path)
    if language == "go":
        return _EMBEDDED.search(body) is not None
    if language == "rust":
        deref = rb"impl\b[^{]{0,200}\bDeref(?:Mut)?\s+for\s+" + re.escape(owner.symbol.name.encode()) + rb"\b"
        return owner.symbol.kind == "trait" or re.search(deref, data) is not None
    return language in ("javascript", "typescript", "tsx", "jsx") and b"&" in text.partition(b"{")[0]
