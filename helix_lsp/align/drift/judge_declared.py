"""A thing that a document names, against the table of declared things (`drift/declared.py`): one check for every
kind. Also links in comments.

What the tree declares is live. What history saw go is gone, and the row that took its place is the fix. What a table that is
whole does not have is missing. Where more may be declared than is read, nobody knows.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from importlib.resources import files

from msgspec.structs import replace

from helix_lsp.align.drift.declared import KINDS, OPEN, RUNNERS
from helix_lsp.align.drift.declared_tasks import CODE, hyphened, made_from_key, spelt
from helix_lsp.align.drift.elsewhere import in_comments, in_tests, is_only_said
from helix_lsp.align.drift.history import Gone, History, is_off_stage
from helix_lsp.align.drift.neighbours import near_names
from helix_lsp.align.drift.reference import KEY, OWN, SHORT, DocReference
from helix_lsp.align.drift.verdict import (
    AFTER,
    Judged,
    Reason,
    Witness,
    Written,
    alike,
    because,
    cannot,
    live,
    witnessed,
)
from helix_lsp.align.drift.world import World
from helix_lsp.align.identity import module_parts
from helix_lsp.align.lineage import classes_named, find_member
from helix_lsp.index.overlay.snapshot import Defined
from helix_lsp.syntax.language import language_of
from helix_lsp.text.regex import regex

ENVIRONMENT = regex(r"[A-Z][A-Z0-9]*_[A-Z0-9_]+")
_SITE = frozenset({"website", "site", "docs", "doc", "www", ".vitepress", ".github"})  # where pages are made
_GENERATORS = ("Makefile.am", "CMakeLists.txt", "Makefile.PL", "configure.ac", "configure.in")
_LONG = 6  # letters of a name of which another is a slip


@cache
def _standard() -> frozenset[str]:
    """The targets that every makefile has which automake, CMake and their like make."""
    return frozenset((files(__package__ or "") / "standard_targets.txt").read_text(encoding="utf-8").split())


def judge_declared(
    ref: DocReference, kind: str, word: str, world: World, history: History, written: Written
) -> Judged | Witness | None:
    """What the table of one kind says of a name; None where it cannot know."""
    row = KINDS[kind]
    if f"{kind} {word}" in world.entries:
        return live("declared")
    declared = world.declared(kind)
    hint = _hint(kind, word)
    twins = [one for one in declared if one != OPEN and row.same(one) == row.same(word)]
    if len(twins) == 1:
        return _slip(hint, twins[0])
    text = ref.text.strip() if row.same is not str else word
    gone = dropped(ref, kind, word, text, world, history, written)
    if gone is not None and not row.listed and word in world.words and not gone.successor:
        return None  # another way to declare it may be left
    if gone is not None and (row.listed or declared):
        return replace(gone, suggestions=gone.suggestions or alike(word, declared, world.cfg))
    if not row.listed:
        return _unlisted(ref, word, declared, hint, world, history, written)
    if not declared or OPEN in declared:
        return None
    hint = replace(hint, suggestions=alike(word, declared, world.cfg))
    near = [one for one in hint.suggestions if len(word) >= _LONG and _is_slip(one, word)]
    if len(near) == 1:
        return _slip(hint, near[0])
    if ref.role == OWN:
        return replace(hint, evidence=(because("odd-one"),))
    return hint if ref.role != SHORT else None


def dropped(
    ref: DocReference, kind: str, name: str, text: str, world: World, history: History, written: Written
) -> Witness | None:
    """The witness that history saw the declaration of a thing go, with what took its place; None where it never saw it.
    `text` is how the document writes the name.
    """
    gone = history.dropped(f"{kind} {name}")
    if gone is None:
        return None
    found = witnessed(ref, text, (gone,), written, _hint(kind, name), KINDS[kind].gone)
    if f"{kind} {gone.new}" not in world.entries or found.evidence[0].id == AFTER:
        return found
    became = because("renamed" if gone.same else "replaced", new=gone.new)
    return replace(found, evidence=(*found.evidence, became), suggestions=(gone.new,), successor=gone.new)


def _hint(kind: str, word: str) -> Witness:
    row = KINDS[kind]
    facts = {"word": word} if row.missing == "name-unknown" else {"command": f"{row.noun or kind} {word}"}
    return Witness(check=because(row.missing, **facts))


def _unlisted(
    ref: DocReference,
    word: str,
    declared: tuple[str, ...],
    hint: Witness,
    world: World,
    history: History,
    written: Written,
) -> Witness | None:
    """What any code may declare, in ways that nobody reads here: a word that the code holds anywhere may be of it."""
    parts = re.split(r"[-:]", word)
    said = word in world.words or "_".join(parts) in world.words
    if len(declared) < world.cfg.command_subs or said or all(p in world.words for p in parts):
        return None
    lost = next(p for p in parts if p not in world.words)
    seen = history.gone("_".join(parts)) or history.gone(lost)
    hint = replace(hint, suggestions=alike(word, declared, world.cfg))
    return witnessed(ref, lost, seen, written, hint, "command-gone")


def judge_command(ref: DocReference, world: World, history: History, written: Written) -> Judged | Witness:
    """`ref.target` is the kind of a task (or the program), a blank and the word behind it."""
    tool, _, word = ref.target.partition(" ")
    ours = f"program {tool}" in world.entries
    kind = tool if tool in RUNNERS else "sub"
    if kind == "build" and word in world.words:
        return live("occurs")
    if ref.target in world.entries or (kind == "run" and f"program {word}" in world.entries):
        return live("declared")
    if kind == "make" and word in _standard() and _is_generated(world):
        return cannot("build-target")
    if kind != "sub" and ours and ref.role == SHORT:
        return cannot("undeclared", tool=tool)  # what a block of a runner's own pages runs is the reader's
    said = judge_declared(ref, kind, word, world, history, written)
    if kind != "sub" and ours and not (isinstance(said, Witness) and said.evidence):
        kind, said = (
            "sub",
            judge_declared(ref, "sub", word, world, history, written),
        )  # a runner has tasks, too
    return said or (cannot("no-subcommand") if kind == "sub" else cannot("undeclared", tool=tool))


def judge_option(
    ref: DocReference, word: str, world: World, history: History, written: Written
) -> Witness | None:
    """An option of which history saw the declaration go, though its word may be somewhere: not where a key of this name is
    left, which a parser may make the option from, unless history knows the option that took its place.
    """
    key = word.lstrip("-")
    if f"option {word}" in world.entries:
        return None
    found = dropped(ref, "option", word, word, world, history, written)
    kept = ("-" in key and made_from_key(word, world.words)) or (
        key in world.words and not is_only_said(key, world, key=True)
    )
    if found is not None and (not kept or found.successor):
        return found
    if kept or found is not None:
        return None
    found = dropped(ref, "key", hyphened(key), word, world, history, written)
    return replace(found, check=replace(found.check, id="flag-gone")) if found is not None else None


def judge_setting(
    ref: DocReference, word: str, world: World, history: History, written: Written
) -> Witness | None:
    """A variable of the environment or a key of which history saw the declaration go."""
    kind = "env" if ENVIRONMENT.fullmatch(word) else "key"
    name = word if kind == "env" else hyphened(word)
    if kind == "key" and (
        ("-" not in name and ref.role != KEY)
        or not word[:1].islower()
        or any(one in world.words and not in_tests(one, world) for one in spelt(word))
    ):
        return None
    said = dropped(ref, kind, name, word, world, history, written)
    if said is None or is_off_stage(said.last_path) or is_site(said.last_path):
        return None
    # a block sets the reader's own
    return said if ref.role != SHORT or said.last_path.endswith(CODE) else None


def is_site(path: str) -> bool:
    """True for what makes the project's pages: what it sets is nothing that the project offers."""
    return not _SITE.isdisjoint(path.split("/")[:-1])


def _slip(found: Witness, name: str) -> Witness:
    return replace(found, evidence=(*found.evidence, because("misspelt", new=name)), suggestions=(name,))


def _is_slip(one: str, other: str) -> bool:
    from rapidfuzz.distance import OSA  # 4 MB that a session with nothing stale does without

    return abs(len(one) - len(other)) <= 1 and OSA.distance(one.lower(), other.lower(), score_cutoff=1) <= 1


def _is_generated(world: World) -> bool:
    """True where the makefile of the root is made from a file beside it; what a part that was copied in is
    built with says nothing.
    """
    return any(world.snapshot.file(name) is not None for name in _GENERATORS)


# A link in a comment (`drift/reference.py`) -> live, cannot know, or a witness.
#
# The comment itself holds the name, so that "the word occurs" says nothing: what counts is a definition in
# the owner, and a word in code outside of comments.

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
