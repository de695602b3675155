"""A thing that a document names, against the table of declared things (`drift/declared.py`): one check for every kind.

What the tree declares is live. What history saw go is gone, and the row that took its place is the fix. What a table that is
whole does not have is missing. Where more may be declared than is read, nobody knows.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from importlib.resources import files

from helix_lsp.align.drift.declared import KINDS, OPEN, RUNNERS
from helix_lsp.align.drift.declared_settings import CODE, hyphened, made_from_key, spelt
from helix_lsp.align.drift.elsewhere import in_tests, is_only_said
from helix_lsp.align.drift.history import History, is_off_stage
from helix_lsp.align.drift.reference import KEY, OWN, SHORT, DocReference
from helix_lsp.align.drift.verdict import (
    AFTER,
    Judged,
    Witness,
    Written,
    alike,
    because,
    cannot,
    live,
    witnessed,
)
from helix_lsp.align.drift.world import World
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
    if kind == "module":
        word = _module(word, world, history)
    elif kind == "build" and word in world.words:
        return live("occurs")
    elif ref.target in world.entries:
        return live("declared")
    elif kind == "make" and word in _standard() and _is_generated(world):
        return cannot("build-target")
    if not word or (kind != "sub" and ours and ref.role == SHORT):
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


def _module(word: str, world: World, history: History) -> str:
    """The part of an import path of Go that history saw go as the name of a module; `` where a module of today has it."""
    declared = world.declared("module")
    if not declared or any(word == one or word.startswith(f"{one}/") for one in declared):
        return ""
    heads = (word[:at] for at in range(len(word), 0, -1) if word[at : at + 1] in ("", "/"))
    return next((one for one in heads if history.dropped(f"module {one}") is not None), "")


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
