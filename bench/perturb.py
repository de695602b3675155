"""`make bench-align`: the component level under changed projects and documents; F1 of the worst draw and
false links, judged at .80.

    BENCH_SHARED=folder BENCH_MIRROR=clones BENCH_REPOS=trees python bench/perturb.py [draws]

Each document of doc2code is asked again with its packages moved to a plain layout and renamed to words any
project has (also in the text), written in lower case, without role nouns, among 300 foreign sentences (of our
own documents, about another program), beside ten big packages that nobody mentions, with sentences dropped,
and rewritten as Markdown and reStructuredText with headings, lists, tables, code spans and paths. Every kind
is drawn anew for each seed (which package gets which word, which sentences come or go, what becomes a list).
Which words of a document name which package is read from its component map, so nothing is listed by hand; a
name that the map misses keeps its spelling and can only be missed again. What files say of themselves stays
what it is.
"""

from __future__ import annotations

import hashlib
import re
import statistics
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from suites import ROOT, Folder

from helix_lsp.align.components.component_map import ComponentMap, component_map
from helix_lsp.align.components.requirement import Elements, elements_of
from helix_lsp.align.components.sentence_links import Likeness, sentence_links
from helix_lsp.align.components.sightings import tokens
from helix_lsp.align.mention import sentences_of
from helix_lsp.config.documents import AlignConfig
from helix_lsp.session.settings.settings import load as settings_of
from helix_lsp.session.workspace import Workspace

FLOOR = 0.80
CFG = AlignConfig()
GENERIC = (
    "ui logic common storage client model core api shared engine util data service web server admin".split()
)
EXTRA = "preferences migrations event exporter importer net crawler search mail billing scheduler report audit media geo".split()


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """Sentences with the files of each; `path` and `text` where it is written in another form than a sentence
    a line.
    """

    sentences: list[str]
    paths: list[str]
    gold: list[set[str]]
    elements: Elements
    path: str = "document.txt"
    text: str = ""


def main() -> int:
    folder = Folder.of_environment()
    draws = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    worst = 1.0
    for group in sorted({i["_group"] for i in folder.items("doc2code")}):
        document = load(folder, group)
        found = mapped(document)
        print(f"\n== {group}, {draws} draws")
        for title, change in CHANGES.items():
            rows = [figures(change(document, found, seed)) for seed in range(draws)]
            order = sorted(f for f, _, _ in rows)
            false = sorted(n for _, n, _ in rows)
            more = f"  foreign linked {false[0]} to {false[-1]} of {rows[0][2]}" if rows[0][2] else ""
            print(
                f"{title:<48} F1 worst {order[0]:.3f}  median {statistics.median(order):.3f}{more}",
                flush=True,
            )
            worst = min(worst, order[0])
    print(f"\nworst {worst:.3f}, floor {FLOOR:.2f}; every draw counts")
    return int(worst < FLOOR)


def load(folder: Folder, group: str) -> Document:
    items = sorted(
        (i for i in folder.items("doc2code") if i["_group"] == group), key=lambda i: i["sentence_no"]
    )
    paths = [p for p in Path(items[0]["_universe"]).read_text(encoding="utf-8").split("\n") if p]
    tree = str(folder.runner.G.materialise(items[0]["_tree"]))
    with Workspace.open(tree, settings_of(tree)) as workspace:
        workspace.refresh()
        elements = elements_of(workspace.view().snapshot, paths)
    return Document(
        sentences=[i["text"] for i in items],
        paths=paths,
        gold=[set(i["gold_files"]) for i in items],
        elements=elements,
    )


def mapped(document: Document) -> ComponentMap:
    text = document.text or "\n".join(document.sentences)
    return component_map(sentences_of(document.path, text.encode()), document.paths, {}, CFG)


def linked(document: Document) -> list[set[str]]:
    """The files of each sentence; a sentence of a rewritten document is what holds its number mark."""
    found = mapped(document)
    like = Likeness(document.elements, found.parts(), CFG)
    rows = [set().union(*(link.files for link in row)) for row in sentence_links(found, CFG, lambda: like)]
    if not document.text:
        return rows
    out: list[set[str]] = [set() for _ in document.sentences]
    at, wanted = 0, [flat(s) for s in document.sentences]
    for row, sentence in zip(rows, found.sentences, strict=True):
        if sentence.heading:
            continue
        own = flat(sentence.text).lstrip("0123456789")  # a row of a table begins with its number
        at = next((n for n in range(at, len(wanted)) if own and own in wanted[n]), at)
        if own in wanted[at]:
            out[at] |= row
    return out


def flat(text: str) -> str:
    return "".join(c for c in text.lower() if c.isalnum())


def figures(document: Document) -> tuple[float, int, int]:
    """(F1 over the sentences that have gold, foreign sentences that are linked, foreign sentences)."""
    links = linked(document)
    foreign = links[len(document.gold) :]
    return score(links[: len(document.gold)], document.gold), sum(map(bool, foreign)), len(foreign)


def score(links: list[set[str]], gold: list[set[str]]) -> float:
    right = sum(len(a & b) for a, b in zip(links, gold, strict=True))
    given, wanted = sum(map(len, links)), sum(map(len, gold))
    return 2 * right / (given + wanted) if given + wanted else 1.0


def shuffled(seed: int, things: list[str]) -> list[str]:
    return sorted(things, key=lambda t: hashlib.sha256(f"{seed} {t}".encode()).hexdigest())


def dropped(document: Document, share: float, seed: int) -> Document:
    order = sorted(
        range(len(document.sentences)), key=lambda i: hashlib.sha256(f"{seed} {i}".encode()).hexdigest()
    )
    kept = sorted(order[: int(len(order) * share)])
    return replace(
        document, sentences=[document.sentences[i] for i in kept], gold=[document.gold[i] for i in kept]
    )


# -- changes of the project
# ----------------------------------------------------------------------------------------------------------


def renamed(
    document: Document, found: ComponentMap, seed: int, *, generic: bool, lower: bool, roles: bool
) -> Document:
    """Packages in src/main/java/org/acme/<name>; the names in the text follow."""
    roots = sorted(
        {f for folders in found.placed.values() for f in folders if f in found.folders.files},
        key=lambda f: (-len(f), f),
    )
    names = sorted({leaf(f) for f in roots})
    words = shuffled(seed, GENERIC)
    new = {n: words[i] if generic and i < len(words) else n for i, n in enumerate(names)}
    moved: dict[str, str] = {}
    for path in document.paths:
        root = next((r for r in roots if path.startswith(r + "/")), "")
        kind = "test" if "/src/test/" in path else "main"
        moved[path] = (
            f"src/{kind}/java/org/acme/{new[leaf(root)]}/p{len(moved)}/{path.rpartition('/')[2]}"
            if root
            else path
        )
    texts = [rewritten(i, found, new, lower=lower, roles=roles) for i in range(len(document.sentences))]
    own = document.elements
    elements = replace(
        own,
        paths=tuple(moved[p] for p in own.paths),
        owners=tuple(moved[p] for p in own.owners),
        near={moved[p]: tuple(moved[n] for n in near) for p, near in own.near.items()},
    )
    return replace(
        document,
        sentences=texts,
        paths=sorted(moved.values()),
        gold=[{moved[p] for p in g} for g in document.gold],
        elements=elements,
    )


def leaf(folder: str) -> str:
    return folder.rpartition("/")[2].rpartition(".")[2]


def said(number: int, found: ComponentMap) -> list[tuple[int, int, str]]:
    """(first character, end, folder) of each component name in a sentence, from the right."""
    out = [
        (one.begin, one.end, found.placed[one.name][0])
        for one in found.sightings[number]
        if one.name in found.placed
        and found.placed[one.name][0] in found.folders.files
        and (one.strong or one.opening or one.definite)
    ]
    return out[::-1]


def rewritten(number: int, found: ComponentMap, new: dict[str, str], *, lower: bool, roles: bool) -> str:
    """One sentence with its component names, and a short form after its first word, replaced from the right."""
    text = found.sentences[number].text
    named = said(number, found)
    words = tokens(text)
    full = found.short.get(words[1][0].lower()) if len(words) > 1 and words[0][0].lower() == "the" else None
    if full and not any(begin <= words[1][1] < end for begin, end, _ in named):
        named.append((words[1][1], words[1][2], found.placed[full][0]))
    for begin, end, place in named:
        name = new[leaf(place)]
        rest = text[end:] if roles else re.sub(r"^ (?:component|service)\b", "", text[end:])
        text = text[:begin] + (name if lower else name.capitalize()) + rest
    return text


def foreign(document: Document, found: ComponentMap, seed: int) -> Document:
    """300 sentences of our own documents, which use the generic words of any program."""
    made = renamed(document, found, seed, generic=True, lower=False, roles=True)
    pages = sorted((ROOT / "docs").rglob("*.md"))
    other = {
        " ".join(s.text.split()) for p in pages for s in sentences_of(p.name, p.read_bytes()) if not s.heading
    }
    fair = [s for s in other if s.endswith(".") and 6 <= len(s.split()) <= 40]
    return replace(made, sentences=made.sentences + shuffled(seed, fair)[:300])


def diluted(document: Document, found: ComponentMap, seed: int) -> Document:
    made = renamed(document, found, seed, generic=True, lower=False, roles=True)
    more = [f"src/main/java/org/acme/{e}/F{i}.java" for e in shuffled(seed, EXTRA)[:10] for i in range(20)]
    return replace(made, paths=[*made.paths, *more])


# -- the same document in another form
# -----------------------------------------------------------------------------------------------


def markdown(document: Document, found: ComponentMap, seed: int, *, paths: bool) -> Document:
    return _formed(document, found, seed, paths=paths, rst=False)


def restructured(document: Document, found: ComponentMap, seed: int, *, paths: bool) -> Document:
    return _formed(document, found, seed, paths=paths, rst=True)


def _formed(document: Document, found: ComponentMap, seed: int, *, paths: bool, rst: bool) -> Document:
    """Sections of some sentences under neutral headings, each as a paragraph, a list or a table; with `paths`
    half of the names as paths.
    """
    tick = "``" if rst else "`"
    texts: list[str] = []
    for number in range(len(document.sentences)):
        text = found.sentences[number].text
        for begin, end, place in said(number, found):
            way = _draw(seed, f"{number} {begin}", 4)
            inner = f"{place}/" if paths and way < 2 else text[begin:end]
            text = text[:begin] + (f"{tick}{inner}{tick}" if paths or way == 3 else inner) + text[end:]
        texts.append(text)
    out, at, section = [], 0, 0
    while at < len(texts):
        section += 1
        size = 2 + _draw(seed, f"section {at}", 4)
        block, at = texts[at : at + size], at + size
        title = f"Part {section}"
        out.append(f"{title}\n{'-' * len(title)}" if rst else f"## {title}")
        out.append(FORMS[_draw(seed, f"form {at}", 3)](block, rst))
    text = "\n\n".join(out) + "\n"
    plain = [re.sub(r"`", "", t) for t in texts]
    return replace(document, sentences=plain, path="document.rst" if rst else "document.md", text=text)


def _draw(seed: int, what: str, sides: int) -> int:
    return int(hashlib.sha256(f"{seed} {what}".encode()).hexdigest(), 16) % sides


def _paragraph(block: list[str], _: bool) -> str:
    return "\n".join(block)


def _list(block: list[str], rst: bool) -> str:
    return "\n".join(f"{'*' if rst else '-'} {b}" for b in block)


def _table(block: list[str], rst: bool) -> str:
    if rst:
        return "\n".join(
            [".. list-table::", "", *(f"   * - {i}\n     - {b}" for i, b in enumerate(block, 1))]
        )
    return "\n".join(["| no | what |", "|---|---|", *(f"| {i} | {b} |" for i, b in enumerate(block, 1))])


FORMS = (_paragraph, _list, _table)
CHANGES: dict[str, Callable[[Document, ComponentMap, int], Document]] = {
    "as it is": lambda d, _, __: d,
    "moved to packages, own names": lambda d, m, s: renamed(d, m, s, generic=False, lower=False, roles=True),
    "own names, lower case": lambda d, m, s: renamed(d, m, s, generic=False, lower=True, roles=True),
    "own names, lower case, no role nouns": lambda d, m, s: renamed(
        d, m, s, generic=False, lower=True, roles=False
    ),
    "generic words, capitals": lambda d, m, s: renamed(d, m, s, generic=True, lower=False, roles=True),
    "generic words, capitals, no role nouns": lambda d, m, s: renamed(
        d, m, s, generic=True, lower=False, roles=False
    ),
    "generic words, lower case": lambda d, m, s: renamed(d, m, s, generic=True, lower=True, roles=True),
    "generic words, lower case, no role nouns": lambda d, m, s: renamed(
        d, m, s, generic=True, lower=True, roles=False
    ),
    "generic words, 300 foreign sentences": foreign,
    "generic words, ten more packages": diluted,
    "keep 80% of the sentences": lambda d, _, s: dropped(d, 0.8, s),
    "keep 50% of the sentences": lambda d, _, s: dropped(d, 0.5, s),
    "Markdown: headings, lists, tables": lambda d, m, s: markdown(d, m, s, paths=False),
    "Markdown with paths and code spans": lambda d, m, s: markdown(d, m, s, paths=True),
    "reStructuredText: headings, lists, tables": lambda d, m, s: restructured(d, m, s, paths=False),
    "reStructuredText with paths and code spans": lambda d, m, s: restructured(d, m, s, paths=True),
}


if __name__ == "__main__":
    sys.exit(main())
