"""What a document calls, and what is in it outside of names in code: subcommands and options of the programs of
this project, tasks, modules that are run, variables, options and keys in headings, tables and blocks of settings.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import takewhile

from helix_lsp.align.drift.anchors import spots
from helix_lsp.align.drift.declared import RUNNERS
from helix_lsp.align.drift.declared_tasks import read_command, read_short_command
from helix_lsp.align.drift.history import History
from helix_lsp.align.drift.neighbours import misspelt
from helix_lsp.align.drift.reference import KEY, OWN, SHORT, DocReference, Kind
from helix_lsp.align.drift.world import World
from helix_lsp.align.drift.written import (
    CommandLine,
    Word,
    bare_words,
    cased_words,
    command_lines,
    invocations,
)
from helix_lsp.align.identity import normal
from helix_lsp.align.mention import Name
from helix_lsp.syntax.outline import Outline
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex

_SET = regex(r"-D(?P<name>[A-Za-z][\w-]{2,80})(?::[A-Z]+)?(?:=\S*)?")
_BUILDERS = frozenset({"cmake", "ccmake", "meson"})
_THEIRS = regex(  # what every build with CMake or Meson has, and where packages are found
    r"CMAKE_.*|CPACK_.*|FETCHCONTENT_.*|BUILD_(?:SHARED_LIBS|TESTING)|[A-Z]\w*_(?:ROOT|ROOT_DIR|DIR|LIBRARY|LIBRARIES|INCLUDE_DIRS?|EXECUTABLE|PATH)"
    r"|prefix|\w*dir|buildtype|default_library|b_\w+|c(?:pp)?_(?:args|std|link_args)|warning_level|werror|strip|unity|optimization|debug|wrap_mode|backend"
)
_FEATURES = regex(r"(?:--features|-F)(?:=(?P<given>\S+))?")
_EXTRA = regex(r"[\"']?(?P<of>\.|[A-Za-z][\w.-]*)\[(?P<names>[\w., -]{1,200})\](?:[=<>~!]\S*)?[\"']?")
_INSTALLS = frozenset("pip pip3 uv poetry pdm pipx pipenv python python3 py".split())
_OF_HERE = frozenset("build b run r test t check c bench doc d clippy rustc rustdoc nextest".split())
_CASED = 10  # letters of a word of the text itself that may be a slip of a name
_CALL = 6  # words of a command in which a task is looked for
_ALONE = regex(r"[^\s()<>\[\]{}|=,]+(?:\(\))?")  # a name, and nothing within it
_MODULE = regex(r"[a-z_]\w*(?:\.[a-z_]\w*)+")
_NOUN = regex(rb"[ \t](script|target|task|recipe|session|environment)s?\b")
_TASKS = {  # the kinds of `drift/declared.py` that a text calls so
    "script": ("run", "composer", "py"), "target": ("make",), "recipe": ("just",), "session": ("nox",), "environment": ("tox",),
    "task": ("task", "rake", "gradle", "py", "run"),
}  # fmt: skip
Called = tuple[Kind, Word, str, str, Name | None]  # kind, place, target, role, name


def with_called(
    found: list[DocReference], path: str, data: bytes, outline: Outline, world: World, history: History
) -> list[DocReference]:
    """`found`, the references of a document, with what it calls; a word that is called a task is not a name."""
    alone = frozenset(r.span for r in found if r.kind != "name" or _ALONE.fullmatch(r.text.strip()))
    inline = {r.span for r in found}
    whole = [r for r in found if r.kind in ("command", "name")]
    taken: set[Span] = set()
    tasks: set[Span] = set()
    added: list[DocReference] = []
    read = (
        *_of_builds(data, outline, world), *_of_programs(data, outline, world), *_of_lines(data, outline), *_of_nouns(data, outline, history),
        *_of_words(path, data, outline, world, history, alone),
    )  # fmt: skip
    for kind, word, target, role, name in read:
        ref = DocReference(
            path=path, text=word.text, span=word.span, kind=kind, target=target, role=role, name=name
        )
        if kind == "command" and word.span in inline:
            tasks.add(word.span)
        elif word.span in inline or any(
            w.span.covers(word.span) and (role == SHORT or _is_same(ref, w)) for w in whole
        ):
            continue
        if word.span not in taken:
            taken.add(word.span)
            added.append(ref)
    return [*(r for r in found if r.span not in tasks), *added]


def _is_same(one: DocReference, other: DocReference) -> bool:
    if one.name is not None and other.name is not None:
        return one.name.last in other.name.parts
    return one.target == other.target


def _of_programs(data: bytes, outline: Outline, world: World) -> Iterator[Called]:
    """Subcommands and options of command lines that call a program of this project."""
    for one in invocations(data, outline):
        if f"program {one.tool}" in world.entries:
            if one.sub is not None:
                role = SHORT if one.tool in RUNNERS and not one.inline else ""
                yield "command", one.sub, f"{one.tool} {one.sub.text}", role, None
            for flag in one.flags:
                yield "flag", flag, flag.text, OWN, None


def _of_builds(data: bytes, outline: Outline, world: World) -> Iterator[Called]:
    """Options of builds, features and extras. The role is OWN where another of its kind that the page names is
    declared: what is listed with it is the project's.
    """
    found = [*_settings(data, outline, world)]
    known = {target for target, _ in found if target in world.entries}
    kinds = Counter(target.partition(" ")[0] for target in known)
    for target, word in found:
        kind = target.partition(" ")[0]
        strange = {one for one, _ in found if one.startswith(f"{kind} ")} - known
        yield "command", word, target, OWN if kinds[kind] >= len(strange) else "", None


def _settings(data: bytes, outline: Outline, world: World) -> Iterator[tuple[str, Word]]:
    """(kind and name, its place) of what is given to builds and installers as a part of this project."""
    builders = _BUILDERS if world.declared("build") else ()
    for mention in outline.mentions if builders else ():
        given = _SET.fullmatch(mention.text) if not mention.role else None
        if given is not None and not _THEIRS.fullmatch(given["name"]):
            yield f"build {given['name']}", _part(Word(text=mention.text, span=mention.span), given["name"])
    for line in command_lines(data, outline, bare=True):
        for words in _calls(line, len(line.words)):
            tool = words[0].text.rpartition("/")[2] if words else ""
            if tool in builders:
                sets = ((w, m["name"]) for w in words if (m := _SET.fullmatch(w.text)) is not None)
                yield from (
                    (f"build {name}", _part(w, name)) for w, name in sets if not _THEIRS.fullmatch(name)
                )
            elif tool == "cargo" and len(words) > 1:
                yield from _of_cargo(words, world)
            elif tool in _INSTALLS and "install" in [w.text for w in words] + ["install"] * (
                tool in ("uv", "poetry", "pdm")
            ):
                yield from _of_extras(words, world)


def _of_cargo(words: list[Word], world: World) -> Iterator[tuple[str, Word]]:
    crates = {normal(w.text.partition("@")[0]) for w in words[2:] if not w.text.startswith("-")}
    if words[1].text not in _OF_HERE and (
        words[1].text not in ("install", "add") or crates.isdisjoint(world.own)
    ):
        return
    for at, word in enumerate(words):
        given = _FEATURES.fullmatch(word.text)
        holder = word if given is None or given["given"] else next(iter(words[at + 1 : at + 2]), word)
        text = "" if given is None else given["given"] or holder.text
        for name in text.strip("\"'").split(","):
            if re.fullmatch(r"[a-z][\w-]*", name):
                yield f"feature {name}", _part(holder, name)


def _of_extras(words: list[Word], world: World) -> Iterator[tuple[str, Word]]:
    for word in words[1:]:
        given = _EXTRA.fullmatch(word.text)
        if given is not None and (given["of"] == "." or normal(given["of"]) in world.own):
            for name in re.findall(r"[\w.-]+", given["names"]):
                yield f"feature {name}", _part(word, name)


def _part(word: Word, name: str) -> Word:
    """The name at its place in the word, which is in ASCII."""
    at = word.span.start + word.text.rindex(name)
    return Word(text=name, span=Span(at, at + len(name)))


def _of_lines(data: bytes, outline: Outline) -> Iterator[Called]:
    """The tasks that blocks run, and modules that Python is told to run."""
    for line in command_lines(data, outline, bare=True):
        for words in _calls(line):
            heads = (" ".join(w.text for w in words[:n]) for n in range(2, len(words) + 1))
            said = next(
                (
                    one
                    for h in heads
                    if (one := read_command(h) or ("" if line.bare else read_short_command(h)))
                ),
                "",
            )
            named = next((w for w in words if said and w.text.endswith(said.partition(" ")[2])), None)
            if named is not None:
                yield "command", named, said, SHORT, None
            module = words[2].text if len(words) > 2 and words[1].text == "-m" else ""
            if words and words[0].text.startswith("python") and _MODULE.fullmatch(module):
                yield "name", words[2], "", "", Name(parts=tuple(module.split(".")))


def _calls(line: CommandLine, most: int = _CALL) -> Iterator[list[Word]]:
    """The commands of a line, each up to what bounds it, and of `most` words."""
    at = 0
    while at < len(line.words):
        words = list(takewhile(lambda w: w.text[0] not in "|&;<>#", line.words[at:]))
        yield words[:most]
        at += len(words) + 1


def _of_nouns(data: bytes, outline: Outline, history: History) -> Iterator[Called]:
    """What the text calls a script, a target and so on, where history saw one of that name go: ``the `docs`
    target``.
    """
    for mention in outline.mentions:
        noun = _NOUN.match(data, mention.outer.end) if not mention.role else None
        for kind in _TASKS[noun[1].decode()] if noun is not None else ():
            if history.dropped(f"{kind} {mention.text}") is not None:
                word = Word(text=mention.text, span=mention.span)
                yield "command", word, f"{kind} {mention.text}", SHORT, None
                break


def _of_words(
    path: str, data: bytes, outline: Outline, world: World, history: History, read: frozenset[Span]
) -> Iterator[Called]:
    """What is in the text itself, and is nowhere in the tree; of words that are put together as names of types are, slips of one letter."""
    from rapidfuzz.distance import OSA  # 4 MB that a session with nothing stale does without

    for name, span in bare_words(data, outline, read):
        if name in world.words:
            continue
        word = Word(text=name, span=span)
        if "/" in name:
            places = spots(name, path)
            begun = any(spot.partition("/")[0] in world.folders and "/" in spot for spot in places)
            if begun or any(history.path_gone(spot) is not None for spot in places) or history.ended(name):
                yield "path", word, name, "", None
        elif name.startswith("--"):
            yield "flag", word, name, SHORT, None
        else:
            yield "name", word, "", SHORT if name.isupper() else KEY, Name(parts=(name,))
    for name, span in cased_words(data, outline):
        near = len(name) >= _CASED and name not in world.words and misspelt(name, data, world)
        if near and OSA.distance(near.lower(), name.lower(), score_cutoff=1) <= 1:
            yield "name", Word(text=name, span=span), "", SHORT, Name(parts=(name,))
