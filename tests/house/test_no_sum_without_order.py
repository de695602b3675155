"""Law I4: no fraction is added up in the order of a set, since the last bit of such a sum depends on the hash
seed, and a comparison on the last bit. `math.fsum` gives the same sum in any order; or the terms come from a list.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from textwrap import dedent

import pytest

from tests.house.source import ROOT, name, package_files, tree
from tests.house.unordered import Sum, read, sums_without_order

WHOLE = {  # file and sum: the whole numbers that are added, which the reader cannot know
    "helix_lsp/index/overlay/match.py sum((len(paths) * n for paths, n in places))": "units of a content"
}


@cache
def found_in_package() -> tuple[Sum, ...]:
    modules = read((_dotted(path), path, tree(path)) for path in package_files())
    return tuple(sums_without_order(modules))


def _dotted(path: Path) -> str:
    return name(path).removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def test_no_sum_depends_on_the_order_of_a_set() -> None:
    wrong = [
        f"{name(one.path)}:{one.line} {one.text}"
        for one in found_in_package()
        if f"{name(one.path)} {one.text}" not in WHOLE
    ]
    assert wrong == [], "use math.fsum, or follow the order of a list"


def test_what_is_excused_is_still_there() -> None:
    assert {f"{name(one.path)} {one.text}" for one in found_in_package()} >= set(WHOLE)


def sums_of(text: str) -> list[str]:
    modules = read([("helix_lsp.planted", ROOT / "planted.py", ast.parse(dedent(text)))])
    return [one.text for one in sums_without_order(modules)]


@pytest.mark.parametrize(
    "text",
    [
        """
        def share(words: frozenset[str], values: dict[str, float]) -> float:
            return sum(values[w] for w in words)
        """,
        """
        def share(words: list[str], values: dict[str, float]) -> float:
            return sum([values[w] for w in set(words)])
        """,
        """
        def share(one: dict[str, float], other: dict[str, float]) -> float:
            common = one.keys() & other.keys()
            return sum(one[w] for w in common)
        """,
        """
        def share(words: set[str], values: dict[str, float]) -> float:
            total = 0.0
            for word in words:
                if word in values:
                    total += values[word]
            return total
        """,
        """
        def shares(words: set[str], paths: dict[str, list[str]]) -> dict[str, float]:
            found: dict[str, float] = {}
            for word in words:
                for path in paths[word]:
                    found[path] = found.get(path, 0.0) + 1 / len(paths[word])
            return found
        """,
        """
        def share(words: set[str], values: dict[str, float]) -> float:
            held = {word: values[word] for word in words}
            return sum(held.values())
        """,
        """
        def share(terms: dict[int, set[str]], values: dict[str, float]) -> float:
            return max(sum(values[w] for w in terms[at]) for at in sorted(terms))
        """,
        """
        class Wanted:
            values: dict[str, float]

            def held(self, stems: Collection[str]) -> dict[str, float]:
                found: dict[str, float] = {}
                for stem in stems:
                    found[stem] = self.values[stem]
                return found

            def share(self, held: Mapping[str, float]) -> float:
                return sum(self.values[w] * sure for w, sure in held.items())

        def read(wanted: Wanted, words: set[str]) -> float:
            return wanted.share(wanted.held(words))
        """,
        """
        def words(text: str) -> set[str]:
            return {*text.split()}

        def weight(text: str, values: dict[str, float]) -> float:
            return sum(map(values.__getitem__, words(text)))
        """,
    ],
)
def test_a_planted_sum_is_noticed(text: str) -> None:
    assert len(sums_of(text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        """
        def share(words: frozenset[str], values: dict[str, float]) -> float:
            return math.fsum(values[w] for w in words)
        """,
        """
        def share(words: frozenset[str], values: dict[str, float]) -> float:
            return sum(values[w] for w in sorted(words))
        """,
        """
        def share(words: list[str], known: set[str], values: dict[str, float]) -> float:
            return sum(values[w] for w in words if w in known)
        """,
        """
        def count(words: set[str], known: dict[str, int]) -> int:
            return sum(1 for w in words if w) + sum(len(w) for w in words) + sum(w in known for w in words)
        """,
        """
        def count(words: set[str], known: dict[str, int]) -> int:
            total = 0
            for word in words:
                total += known[word]
            return total
        """,
        """
        def weigh(words: set[str], weights: dict[str, float], more: float) -> None:
            for word in words:
                weights[word] += more
        """,
        """
        def listed(words: set[str]) -> list[str]:
            out: list[str] = []
            for word in words:
                out += [word]
            return sorted(out)
        """,
        """
        def share(words: dict[str, float]) -> float:
            total = 0.0
            for word in dict.fromkeys(words):
                total += words[word]
            return total + sum(words.values())
        """,
        """
        class Wanted:
            values: dict[str, float]

            def held(self, stems: Collection[str]) -> dict[str, float]:
                found = {stem: 1.0 for stem in stems}
                return {word: found[word] for word in self.values if word in found}

        def read(wanted: Wanted, words: set[str]) -> float:
            return sum(wanted.held(words).values())
        """,
    ],
)
def test_a_sum_in_one_order_is_left_alone(text: str) -> None:
    assert sums_of(text) == []
