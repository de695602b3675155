"""`make bench-align`: the component level under changed projects and documents; prints F1 and false links, judges at .80.

    BENCH_SHARED=folder [BENCH_REPOS=trees] python bench/perturb.py

Each document of doc2code is asked again with its packages moved to a plain layout and renamed to words any project has (also in the text),
written in lower case, without role nouns, among 300 foreign sentences (of our own documents, about another program), beside ten big packages
that nobody mentions, and with sentences dropped. Which words of a document name which package is read from its component map, so nothing is
listed by hand; a name that the map misses keeps its spelling and can only be missed again. Source: alignment-study 2.3.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Callable
from pathlib import Path

from suites import ROOT, Folder

from helix_lsp.align.component_map import ComponentMap, component_map
from helix_lsp.align.prose import sentences_of
from helix_lsp.align.sentence_links import sentence_links
from helix_lsp.align.sightings import tokens
from helix_lsp.config.align import AlignConfig

FLOOR = 0.80
GENERIC = "ui logic common storage client model core api shared engine".split()
EXTRA = "util preferences migrations event exporter importer net crawler search mail".split()
Document = tuple[list[str], list[str], list[set[str]]]  # sentences, paths, gold of each sentence


def main() -> int:
    folder = Folder.of_environment()
    worst = 1.0
    for group in sorted({i["_group"] for i in folder.items("doc2code")}):
        document = load(folder, group)
        found = mapped(document[0], document[1])
        print(f"\n== {group}")
        for title, change in CHANGES.items():
            sentences, paths, gold = change(document, found)
            links = linked(sentences, paths)
            figure = score(links[: len(gold)], gold)
            false = sum(bool(row) for row in links[len(gold) :])
            print(f"{title:<44} F1 {figure:.3f}" + (f"  foreign linked {false} of {len(links) - len(gold)}" if len(links) > len(gold) else ""))
            worst = min(worst, figure)
        for share in (0.8, 0.5):
            figures = sorted(dropped(document, share, seed) for seed in range(20))
            title = f"keep {share:.0%} of the sentences, 20 draws"
            print(f"{title:<44} F1 {sum(figures) / len(figures):.3f} on average, {figures[0]:.3f} at worst")
            worst = min(worst, sum(figures) / len(figures))
    print(f"\nworst {worst:.3f}, floor {FLOOR:.2f} (of draws their average)")
    return int(worst < FLOOR)


def load(folder: Folder, group: str) -> Document:
    items = sorted((i for i in folder.items("doc2code") if i["_group"] == group), key=lambda i: i["sentence_no"])
    paths = [p for p in Path(items[0]["_universe"]).read_text(encoding="utf-8").split("\n") if p]
    return [i["text"] for i in items], paths, [set(i["gold_files"]) for i in items]


def mapped(sentences: list[str], paths: list[str]) -> ComponentMap:
    return component_map(sentences_of("document.txt", "\n".join(sentences).encode()), paths, {}, AlignConfig())


def linked(sentences: list[str], paths: list[str]) -> list[set[str]]:
    return [set().union(*(link.files for link in row)) for row in sentence_links(mapped(sentences, paths), AlignConfig())]


def score(links: list[set[str]], gold: list[set[str]]) -> float:
    right = sum(len(a & b) for a, b in zip(links, gold, strict=True))
    given, wanted = sum(map(len, links)), sum(map(len, gold))
    return 2 * right / (given + wanted) if given + wanted else 1.0


def dropped(document: Document, share: float, seed: int) -> float:
    sentences, paths, gold = document
    order = sorted(range(len(sentences)), key=lambda i: hashlib.sha256(f"{seed} {i}".encode()).hexdigest())
    kept = sorted(order[: int(len(order) * share)])
    return score(linked([sentences[i] for i in kept], paths), [gold[i] for i in kept])


# -- changes of the project ----------------------------------------------------------------------------------------------------------


def renamed(document: Document, found: ComponentMap, *, generic: bool, lower: bool, roles: bool) -> Document:
    """Packages in src/main/java/org/acme/<name>; the names in the text follow."""
    sentences, paths, gold = document
    roots = sorted({f for folders in found.placed.values() for f in folders if f in found.folders.files}, key=lambda f: (-len(f), f))
    names = sorted({leaf(f) for f in roots})
    new = {n: GENERIC[i] if generic and i < len(GENERIC) else n for i, n in enumerate(names)}
    moved: dict[str, str] = {}
    for path in paths:
        root = next((r for r in roots if path.startswith(r + "/")), "")
        base = f"{len(moved)}_{path.rpartition('/')[2]}" if root else path.rpartition("/")[2]
        kind = "test" if "/src/test/" in path else "main"
        moved[path] = f"src/{kind}/java/org/acme/{new[leaf(root)]}/p{len(moved)}/{base.partition('_')[2] or base}" if root else path
    texts = [rewritten(i, found, new, lower=lower, roles=roles) for i in range(len(sentences))]
    return texts, sorted(moved.values()), [{moved[p] for p in g} for g in gold]


def leaf(folder: str) -> str:
    return folder.rpartition("/")[2].rpartition(".")[2]


def rewritten(number: int, found: ComponentMap, new: dict[str, str], *, lower: bool, roles: bool) -> str:
    """One sentence with its component names replaced, from the right."""
    text = found.sentences[number].text
    for one in reversed(found.sightings[number]):
        places = found.placed.get(one.name, ())
        if places and places[0] in found.folders.files and (one.strong or one.opening or one.definite):
            name = new[leaf(places[0])]
            rest = text[one.end :] if roles else re.sub(r"^ (?:component|service)\b", "", text[one.end :])
            text = text[: one.begin] + (name if lower else name.capitalize()) + rest
    words = tokens(text)
    full = found.short.get(words[1][0].lower()) if len(words) > 1 else None
    return (
        text[: words[1][1]] + new[leaf(found.placed[full][0])].capitalize() + text[words[1][2] :] if full and words[0][0] in ("The", "the") else text
    )


def foreign(document: Document, found: ComponentMap) -> Document:
    """300 sentences of our own documents, which use the generic words of any program."""
    sentences, paths, gold = renamed(document, found, generic=True, lower=False, roles=True)
    pages = sorted((ROOT / "docs").rglob("*.md"))
    other = {" ".join(s.text.split()) for p in pages for s in sentences_of(p.name, p.read_bytes()) if not s.heading}
    fair = [s for s in other if s.endswith(".") and 6 <= len(s.split()) <= 40]
    chosen = sorted(fair, key=lambda s: hashlib.sha256(s.encode()).hexdigest())[:300]
    return sentences + chosen, paths, gold


def diluted(document: Document, found: ComponentMap) -> Document:
    sentences, paths, gold = renamed(document, found, generic=True, lower=False, roles=True)
    return sentences, [*paths, *(f"src/main/java/org/acme/{e}/F{i}.java" for e in EXTRA for i in range(20))], gold


CHANGES: dict[str, Callable[[Document, ComponentMap], Document]] = {
    "as it is": lambda d, _: d,
    "moved to packages, own names": lambda d, m: renamed(d, m, generic=False, lower=False, roles=True),
    "own names, lower case": lambda d, m: renamed(d, m, generic=False, lower=True, roles=True),
    "own names, lower case, no role nouns": lambda d, m: renamed(d, m, generic=False, lower=True, roles=False),
    "generic words, capitals": lambda d, m: renamed(d, m, generic=True, lower=False, roles=True),
    "generic words, capitals, no role nouns": lambda d, m: renamed(d, m, generic=True, lower=False, roles=False),
    "generic words, lower case": lambda d, m: renamed(d, m, generic=True, lower=True, roles=True),
    "generic words, lower case, no role nouns": lambda d, m: renamed(d, m, generic=True, lower=True, roles=False),
    "generic words, 300 foreign sentences": foreign,
    "generic words, ten more packages": diluted,
}


if __name__ == "__main__":
    sys.exit(main())
