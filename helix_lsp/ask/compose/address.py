"""A question for an address is answered from there: the lines and the definition around them, what a file is and
holds, what a folder holds, who imports a file, which tests use it.

What is not there is said plainly: how many lines the file has, which paths come near. Where a name stands for
several files, each is told by its path.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from helix_lsp.align.uses.importers import importers_of
from helix_lsp.align.uses.usage import Usage, usages_of
from helix_lsp.ask.compose.about import beginning, contents
from helix_lsp.ask.compose.material import Material, code, introduce, live_symbol, not_found_in
from helix_lsp.ask.compose.usage import usage_of
from helix_lsp.ask.draft import Draft, Part, Sentence
from helix_lsp.ask.evidence.uses import tops, users_of
from helix_lsp.ask.question.address import LAST, Address, asked_address, named_files
from helix_lsp.ask.question.target import asked_for
from helix_lsp.ask.text.excerpt import MOST_LINES, block, stretch
from helix_lsp.ask.text.quote import LiveFile, doc_quote, line_quote
from helix_lsp.syntax.outline import Symbol
from helix_lsp.text.regex import regex
from helix_lsp.text.visible import counted

_MOST_FILES = 3
_MOST_OF_A_FOLDER = 40
_UNSURE = "Not certain"
_MOST_SHOWN = 40  # lines that were asked for by their numbers
_HOW_LONG = regex(r"\bhow (?:many lines|long|big|large)\b", re.I)


def address(material: Material) -> Draft | None:
    """None where the question is for no address, or for several."""
    asked = asked_address(material.question.text, material.snapshot)
    if asked is None:
        return None
    if not asked.found:
        return _gone(asked, material)
    if asked.folder:
        whole = asked.wish not in ("importers", "tests")
        return _folder(asked.folder, material) if whole else _uses_of_folder(asked, material)
    files = [f for p in asked.paths[:_MOST_FILES] if (f := material.live.file(p)) is not None]
    if not files:
        known = material.snapshot.skeleton(asked.paths[0])
        why = f": {known.problems[0].message}" if known is not None and known.problems else ""
        said = f"`{code(asked.paths[0])}` is here and could not be read{why}."
        return Draft(shape="missing", parts=(_notes(said),))
    if asked.wish == "users" and (told := _users(files[0], asked, material)) is not None:
        return told
    parts: list[Part] = list(_several(asked))
    if asked.wish == "users" and asked.first <= _count(files[0]):
        parts.append(_notes(f"Line {asked.first} of `{code(files[0].path)}` is not in a definition."))
    for file in files:
        if asked.wish == "importers":
            parts += _importers(file, material)
        elif asked.wish == "tests":
            parts += _tests(file, material)
        else:
            of_lines = asked.wish in ("lines", "users")
            parts += _lines(file, asked, material) if of_lines else _whole(file, material)
    sentences = [s for part in parts for s in part.sentences]
    if not any(s.quotes for s in sentences):
        return Draft(shape="missing", parts=tuple(parts))
    # with a word of ours on top, what follows is less than what was asked for
    sure = not sentences[0].note and parts[0].title != _UNSURE
    shape = "overview" if not sure else "usage" if asked.wish in ("importers", "tests") else "address"
    return Draft(shape=shape, parts=tuple(parts))


def elsewhere(material: Material) -> Sentence | None:
    """That the file which the question names does not define the thing which it names, where another does."""
    inside = named_files(material.question.text, material.snapshot)
    asked = asked_for(material.results, material.snapshot) if inside else None
    if asked is None or not asked.sure or any(d.path in inside for d in asked.defined):
        return None
    files = [file for path in inside if (file := material.live.file(path)) is not None]
    if any(k.path.rpartition(".")[2] == asked.word for f in files for k in f.outline.keys):
        return None  # a file of settings writes it as a key, and defines nothing
    named = " or ".join(f"`{code(p)}`" for p in inside[:_MOST_FILES])
    return Sentence(text=f"`{code(asked.word)}` is not defined in {named}.", note=True)


def _several(asked: Address) -> tuple[Part, ...]:
    if len(asked.paths) == 1:
        return ()
    named = ", ".join(f"`{code(p)}`" for p in asked.paths[: 2 * _MOST_FILES])
    more = f" and {left} more" if (left := len(asked.paths) - 2 * _MOST_FILES) > 0 else ""
    return (_notes(f"`{code(asked.written)}` names {counted(len(asked.paths), 'file')}: {named}{more}."),)


def _notes(text: str) -> Part:
    return Part(title="", sentences=(Sentence(text=text, note=True),))


def _gone(asked: Address, material: Material) -> Draft:
    said = f"{not_found_in(material, 'this repository')}: a file `{code(asked.written)}`."
    near: list[Sentence] = []
    for path in asked.near:
        file = material.live.file(path)
        shown = beginning(file, 1) if file is not None else None
        near.append(Sentence(text=f"`{code(path)}`", quotes=(shown,) if shown is not None else (), item=True))
    nearest = (Part(title="Nearest candidates", sentences=tuple(near)),) if near else ()
    return Draft(shape="missing", parts=(_notes(said), *nearest))


def _count(file: LiveFile) -> int:
    """Lines as people count them: the empty one behind the last line end is none."""
    count = file.lines.line_count
    return count - 1 if count > 1 and not len(file.lines.line_span(count - 1)) else count


def _lines(file: LiveFile, asked: Address, material: Material) -> list[Part]:
    """The lines themselves, then the definition or the section around them, with its head."""
    count = _count(file)
    if asked.first == LAST:
        asked = replace(asked, first=count, last=count)
    if asked.first > count:
        said = f"`{code(file.path)}` has {counted(count, 'line')}; it does not have a line {asked.first}. Its last lines:"
        end = block(file, max(1, count - 2), count)
        shown = [Sentence(text="", quotes=(end,), code=end.text)] if end is not None else []
        return [Part(title="", sentences=(Sentence(text=said, note=True), *shown))]
    last = min(asked.last, count, asked.first + _MOST_SHOWN - 1)
    entry = material.snapshot.file(file.path)
    language = entry.language if entry is not None else ""
    told: list[Sentence] = []
    if asked.last > count:
        told.append(Sentence(text=f"`{code(file.path)}` has {counted(count, 'line')}.", note=True))
    if last == asked.first:
        line = line_quote(file, file.lines.line_span(last - 1))
        if line.text.strip():
            told.append(Sentence(text=f"`{code(line.text)}`", quotes=(line,)))
        else:
            told.append(Sentence(text=f"Line {last} of `{code(file.path)}` is empty.", note=True))
            if (shown := block(file, last - 2, min(last + 2, count))) is not None:
                told.append(
                    Sentence(
                        text=f"`{code(file.path)}`:", quotes=(shown,), code=shown.text, language=language
                    )
                )
    elif (shown := block(file, asked.first, last)) is not None:
        told.append(
            Sentence(text=f"`{code(file.path)}`:", quotes=(shown,), code=shown.text, language=language)
        )
    if (last == asked.first or last < asked.last) and not (told and told[0].note):
        told += _around(file, asked.first, language)
    return [Part(title="", sentences=tuple(told))]


def _users(file: LiveFile, asked: Address, material: Material) -> Draft | None:
    """Who uses the definition that a line is in; None for a line outside of all."""
    symbol = _at_line(file, asked.first) if asked.first <= _count(file) else None
    same = [
        d
        for d in material.snapshot.defined_in(file.path, symbol.name if symbol is not None else "")
        if symbol is not None and d.symbol.qualified == symbol.qualified
    ]
    return usage_of(same[0], material) if same else None


def _at_line(file: LiveFile, number: int) -> Symbol | None:
    """The smallest definition that a line, counted from 1, is in or documents."""
    span = file.lines.line_span(number - 1)
    at = span.start + len(span.cut(file.data)) - len(span.cut(file.data).lstrip())

    def holds(s: Symbol) -> bool:
        first, last = file.lines.lines(s.span)
        above = s.doc is not None and s.doc.start <= at < s.doc.end
        return first <= number <= last or above

    inside = [s for s in file.outline.symbols if holds(s)]
    return min(inside, key=lambda s: (len(s.span), s.span.start)) if inside else None


def _around(file: LiveFile, number: int, language: str) -> list[Sentence]:
    """What a line is in: the smallest definition, else the section; nothing outside of both."""
    symbol = _at_line(file, number)
    if symbol is not None:
        head = line_quote(file, symbol.name_span)
        start, end = file.lines.lines(symbol.span)
        start = min(start, number)
        shown = stretch(
            file, start, end, max(start, number - 3), min(end, number + 4), document=False, marked=number
        )
        text = introduce(symbol)
    else:
        at = file.lines.line_span(number - 1).start
        held = [s for s in file.outline.sections if s.span.start <= at < s.span.end and s.title]
        if not held:
            return []
        section = held[-1]
        head = line_quote(file, section.heading)
        start, end = file.lines.lines(section.span)
        shown = stretch(
            file, start, end, number, min(end, number + MOST_LINES // 2), document=True, marked=number
        )
        text = f"*{section.title}* in `{code(file.path)}`"
    if shown is None:
        return [Sentence(text=f"{text}.", quotes=(head,))]
    marked = number - shown.start_line + 1 if shown.start_line <= number <= shown.end_line else 0
    if shown.start_line <= head.start_line <= shown.end_line or symbol is None:
        return [
            Sentence(text=f"{text}:", quotes=(head, shown), code=shown.text, language=language, marked=marked)
        ]
    return [
        Sentence(text=f"{text}: `{code(head.text)}`", quotes=(head, shown), code=shown.text, language=language, marked=marked)
    ]  # fmt: skip


def _whole(file: LiveFile, material: Material) -> list[Part]:
    """What the file says of itself and what it holds; its beginning where it neither defines nor titles."""
    long = f"`{code(file.path)}` has {counted(_count(file), 'line')}."
    lead = [_notes(long)] if _HOW_LONG.search(material.question.text) else []
    if file.outline.problems and not (file.outline.symbols or file.outline.sections):
        return [*lead, _notes(f"`{code(file.path)}`: {file.outline.problems[0].message}.")]
    draft = contents(file.path, material)
    if draft is not None and draft.parts:
        return [*lead, *draft.parts]
    shown = beginning(file, MOST_LINES)
    if shown is None:
        return [*lead, _notes(f"`{code(file.path)}` is empty.")]
    entry = material.snapshot.file(file.path)
    said = Sentence(
        text=f"`{code(file.path)}`:",
        quotes=(shown,),
        code=shown.text,
        language=entry.language if entry is not None else "",
    )
    return [*lead, Part(title="", sentences=(said,))]


def _folder(folder: str, material: Material) -> Draft:
    """Its files, each with its first words, then its folders with the number of their files."""
    inside = [p for p in material.snapshot.paths() if p.startswith(f"{folder}/")]
    direct = [p for p in inside if "/" not in p[len(folder) + 1 :]]
    below: dict[str, int] = {}
    for path in inside:
        if "/" in (rest := path[len(folder) + 1 :]):
            below[rest.partition("/")[0]] = below.get(rest.partition("/")[0], 0) + 1
    shown = (_first_words(p, material) for p in direct[: 2 * material.cfg.places])
    items = [one for one in shown if one is not None]
    more = f" ({len(items)} of {len(direct)})" if len(direct) > len(items) else ""
    parts = [Part(title=f"Files in {folder}{more}", sentences=tuple(items))] if items else []
    if below:
        named = ", ".join(f"`{code(n)}/` ({counted(c, 'file')})" for n, c in sorted(below.items())[:20])
        parts.append(_notes(f"Folders in `{code(folder)}`: {named}."))
        if not items:  # what is deeper is cited in place of what is not here
            said = _first_words(inside[0], material)
            parts += [Part(title="For example", sentences=(said,))] if said is not None else []
    return Draft(shape="address", parts=tuple(parts))


def _uses_of_folder(asked: Address, material: Material) -> Draft:
    """What imports or uses any file of a folder from outside of it, or the tests that do."""
    inside = f"{asked.folder}/"
    tests = asked.wish == "tests"
    first: dict[str, Usage] = {}
    unsure: dict[str, Usage] = {}
    paths = [p for p in material.snapshot.paths() if p.startswith(inside)]
    whole = len(paths) <= _MOST_OF_A_FOLDER
    for path in paths[:_MOST_OF_A_FOLDER]:
        uses, all_read = _uses_of_file(path, material)
        whole = whole and all_read
        for use in uses:
            if _is_test(use, material) if tests else not use.path.startswith(inside):
                (first if use.certain else unsure).setdefault(use.path, use)
    title = f"{'Tests that use' if tests else 'Users of'} {asked.folder}"
    if listed := _listed(title, [first[p] for p in sorted(first)], material):
        return Draft(shape="usage", parts=tuple(listed))
    what = "test that imports or uses a file in" if tests else "import or use of a file in"
    left = [unsure[p] for p in sorted(unsure)]
    return Draft(shape="missing", parts=_none(what, asked.folder, left, material, whole=whole))


def _uses_of_file(path: str, material: Material) -> tuple[list[Usage], bool]:
    """(imports of a file and uses of what it defines, certain ones first; whether all was looked at)."""
    imports, named = importers_of(path, material.live.live)
    users, whole = users_of(path, material.live.live, material.align)
    return sorted((*imports, *users), key=lambda u: not u.certain), named and whole


def _is_test(use: Usage, material: Material) -> bool:
    entry = material.snapshot.file(use.path)
    return entry is not None and entry.surface.test


def _none(
    what: str, asked: str, unsure: Sequence[Usage], material: Material, *, whole: bool
) -> tuple[Part, ...]:
    """That there is none, as far as that can be said, and what may be one."""
    if unsure or not whole:
        read = "" if whole else "; not every file was looked at"
        said = f"No {what} `{code(asked)}` is certain{read}."
    else:
        article = "an" if what.startswith("import") else "a"
        said = f"{not_found_in(material, 'the indexed files')}: {article} {what} `{code(asked)}` by its name."
    return (_notes(said), *_listed(_UNSURE, unsure, material))


def _first_words(path: str, material: Material) -> Sentence | None:
    """What a file says of itself first, else what it defines first, else its first line."""
    file = material.live.file(path)
    if file is None:
        return None
    doc = file.outline.module_doc
    told = doc_quote(file, doc, material.cfg.quote_chars) if doc is not None else None
    if told is not None:
        return Sentence(text=f"`{code(path)}`: {told.text}", quotes=(told,), item=True)
    first = next(iter(tops(path, material.snapshot)), None)
    live = live_symbol(first, material) if first is not None else None
    line = live[1] if live is not None else beginning(file, 1)
    return (
        Sentence(text=f"`{code(path)}`: `{code(line.text)}`", quotes=(line,), item=True)
        if line is not None
        else None
    )


def _importers(file: LiveFile, material: Material) -> list[Part]:
    imports, named = importers_of(file.path, material.live.live)
    users, whole = users_of(file.path, material.live.live, material.align)
    found = [u for u in imports if u.certain]
    seen = {u.path for u in found}
    parts = [
        *_listed("Imported by", found, material),
        *_listed(
            "Its definitions are used in", [u for u in users if u.certain and u.path not in seen], material
        ),
    ]
    unsure = [u for u in (*imports, *users) if not u.certain]
    return parts or list(_none("import of", file.path, unsure, material, whole=named and whole))


def _tests(file: LiveFile, material: Material) -> list[Part]:
    uses, whole = _uses_of_file(file.path, material)
    first: dict[str, Usage] = {}
    for use in uses:
        if _is_test(use, material):
            first.setdefault(use.path, use)
    certain = [u for u in first.values() if u.certain]
    if certain:
        return _listed(f"Tests that use {file.path}", certain, material)
    what = "test that imports or uses"
    return list(_none(what, file.path, tuple(first.values()), material, whole=whole))


def tests_of(material: Material) -> Draft | None:
    """The tests that use the definition which a question for tests names; None where none is named or used."""
    asked = asked_for(material.results, material.snapshot)
    if asked is None or not asked.sure:
        return None
    uses = [
        u for d in asked.defined[:_MOST_FILES] for u in usages_of(d, material.live.live, material.align).tests
    ]
    first: dict[tuple[str, str], Usage] = {}
    for use in sorted(uses, key=lambda u: not u.certain):
        first.setdefault((use.path, use.scope), use)
    parts: list[Part] = []
    for title, certain in ((f"Tests that use {asked.word}", True), (_UNSURE, False)):
        parts += _listed(title, [u for u in first.values() if u.certain == certain], material)
    if not parts:
        return None
    return Draft(shape="overview" if parts[0].title == _UNSURE else "usage", parts=tuple(parts))


def _listed(title: str, uses: Sequence[Usage], material: Material) -> list[Part]:
    """One line for each use, by the definition around it."""
    items: list[Sentence] = []
    for use in uses[: 4 * material.cfg.places]:
        file = material.live.file(use.path)
        if file is None or use.span.end > len(file.data):
            continue
        line = line_quote(file, use.span)
        by = f"`{code(use.scope or use.path)}`"
        items.append(Sentence(text=f"{by}: `{code(line.text)}`", quotes=(line,), item=True))
    more = f" ({len(items)} of {len(uses)})" if len(uses) > len(items) else ""
    return [Part(title=f"{title}{more}", sentences=tuple(items))] if items else []
