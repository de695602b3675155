"""Options are few and users choose them; tuning says where it comes from, and no door reaches it (ADR 0011)."""

from __future__ import annotations

import ast
import dataclasses
import importlib
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from helix_lsp.config import SECTIONS, Config
from helix_lsp.config.whole import declared, renamed, tuning
from tests.house.source import PACKAGE, ROOT, floor, name, nodes, package_files, tree, tuning_sources
from tests.house.test_vscode_generated import option_of

MOST, FIRST = 70, 12
OWN = {
    "server.path",
    "server.python",
    "server.environment",
    "answers.kept",
    "code.answers",
    "trace.server",
}  # settings of the VS Code extension itself
PAGES = (
    "docs/how-to",
    "docs/tutorial",
    "docs/explanation",
    "docs/reference",
    "docs/examples",
    "editors/vscode/walkthrough",
)
SINGLE = ("README.md", "ARCHITECTURE.md", "editors/vscode/README.md", "editors/neovim/README.md")
LISTS_OLD_NAMES = "docs/reference/configuration.md"


def test_there_are_few_options_and_a_reader_meets_twelve_first():
    assert len(declared()) <= MOST, (
        f"{len(declared())} options, at most {MOST}: a number that only a measurement can choose belongs in helix_lsp/tuning; "
        "take an option out before you add one"
    )
    assert sum(one.metadata["first"] for one in declared().values()) == FIRST
    assert {key.partition(".")[0] for key in declared()} == set(SECTIONS)


def records() -> Iterator[tuple[str, type]]:
    """(name, record) of every record of tuning, those that stand in no `Config` too: `ask`, `AskTuning`."""
    for path in sorted((PACKAGE / "tuning").glob("*.py")):
        module = importlib.import_module(
            f"helix_lsp.tuning.{path.stem}" if path.stem != "__init__" else "helix_lsp.tuning"
        )
        for kind in vars(module).values():
            if dataclasses.is_dataclass(kind) and isinstance(kind, type):
                yield kind.__name__.removesuffix("Tuning").lower(), kind


def test_every_tuning_value_has_a_meaning_and_a_source():
    kinds = list(records())
    told = {(part, field): row for part, rows in tuning_sources().items() for field, row in rows.items()}
    fields = [(part, item.name) for part, kind in kinds for item in dataclasses.fields(kind)]
    assert sorted(told) == sorted(fields)
    assert {place: row for place, row in told.items() if len(row[1]) < 10 or not row[2]} == {}
    assert len(kinds) >= 18
    assert {place.partition(".")[0] for place in tuning()} <= {
        item.name for item in dataclasses.fields(Config)
    }


def test_every_field_is_an_option_or_tuning_and_only_topics_are_data():
    every = {
        f"{part.name}.{item.name}"
        for part in dataclasses.fields(Config)
        for item in dataclasses.fields(getattr(Config(), part.name))
    }
    assert every - set(tuning()) - {one.place for one in declared().values()} == {"plan.topics"}
    assert set(renamed()) & set(declared()) == set()


def test_no_tuning_is_exported():
    page = (ROOT / LISTS_OLD_NAMES).read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `([a-z_.0-9]+)` \| `[^|]* \|.*\|.*\|", page, re.MULTILINE)) == set(declared())
    schema = json.loads((ROOT / "docs" / "reference" / "helix.schema.json").read_text(encoding="utf-8"))[
        "properties"
    ]
    assert {
        f"{section}.{key}" for section, said in schema.items() for key in said.get("properties", {})
    } <= set(declared())
    manifest = json.loads((ROOT / "editors" / "vscode" / "package.json").read_text(encoding="utf-8"))[
        "contributes"
    ]["configuration"]
    assert {option_of(key) for group in manifest for key in group["properties"]} == set(declared()) | OWN
    lua = (
        (ROOT / "editors" / "neovim" / "lua" / "helix" / "settings.lua")
        .read_text(encoding="utf-8")
        .partition("M.renamed")[0]
    )
    assert set(re.findall(r"\b[a-z]+\.[a-z_0-9]+\b", lua.partition("NAMES")[2])) == set(declared())
    meta = (ROOT / "editors" / "neovim" / "lua" / "helix" / "meta").glob("*.lua")
    fields = (
        (path.stem, re.findall(r"@field (\w+)", path.read_text(encoding="utf-8")))
        for path in meta
        if path.stem != "settings"
    )
    typed = {f"{section}.{key}" for section, keys in fields for key in keys}
    assert typed == set(declared())


def test_vs_code_shows_the_first_ones_first():
    groups = json.loads((ROOT / "editors" / "vscode" / "package.json").read_text(encoding="utf-8"))[
        "contributes"
    ]["configuration"]
    shown = [option_of(key) for group in groups for key in group["properties"] if option_of(key) not in OWN]
    assert set(shown[:FIRST]) == {key for key, one in declared().items() if one.metadata["first"]}
    assert [group["order"] for group in groups] == list(range(len(groups)))
    assert all(
        group["title"].startswith("Advanced: ") == group["id"].startswith("advanced.") for group in groups
    )


@pytest.mark.parametrize("part", ["search", "ask", "plan", "control", "verify", "trees"])
def test_the_digest_of_the_configuration_covers_options_and_tuning(part: str):
    """`ask/ladder.py` digests the `repr` of these parts."""
    record = getattr(Config(), part)
    said = repr(record)
    assert [
        item.name
        for item in dataclasses.fields(record)
        if f"{item.name}={getattr(record, item.name)!r}" not in said
    ] == []
    assert f"cfg.{part}" in (PACKAGE / "ask" / "ladder.py").read_text(encoding="utf-8")


def pages() -> list[Path]:
    below = [
        path
        for folder in PAGES
        for path in sorted((ROOT / folder).rglob("*.*"))
        if path.suffix in (".md", ".toml")
    ]
    return [ROOT / one for one in SINGLE] + below


def said(path: Path) -> Iterator[tuple[int, str]]:
    """(line, text) of every string of a module but its docstrings, and of every span of code of a page."""
    if path.suffix != ".py":
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            yield from ((number, span) for span in re.findall(r"`([a-z]+\.[a-z_0-9]+)\b[^`]*`", line))
        return
    silent = {id(node.value) for node in nodes(path) if isinstance(node, ast.Expr)}
    strings = (node for node in nodes(path) if isinstance(node, ast.Constant) and id(node) not in silent)
    yield from ((node.lineno, node.value) for node in strings if isinstance(node.value, str))


def test_nobody_is_told_to_set_tuning_or_an_old_name():
    gone = re.compile(
        r"(?<![\w./])(?:" + "|".join(re.escape(key) for key in (*tuning(), *renamed())) + r")\b(?!\()"
    )
    files = [path for path in package_files() if floor(path) not in ("config", "tuning")] + [
        p for p in pages() if name(p) != LISTS_OLD_NAMES
    ]
    assert [
        f"{name(path)}:{line} {found[0]}"
        for path in files
        for line, text in said(path)
        if (found := gone.search(text))
    ] == []


LEFT = {"_MOSTLY"}  # three different shares in modules of align/drift, still to be named apart


def fractions(modules: Iterable[tuple[str, ast.Module]]) -> dict[tuple[str, float], list[str]]:
    """The modules in which a fraction with this name and value stands at the top."""
    found: dict[tuple[str, float], list[str]] = defaultdict(list)
    for called, module in modules:
        for node in module.body:
            targets = (
                node.targets
                if isinstance(node, ast.Assign)
                else [node.target]
                if isinstance(node, ast.AnnAssign) and node.value
                else []
            )
            for target in targets:
                assert isinstance(node, ast.Assign | ast.AnnAssign)
                several = isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple)
                for one, value in (
                    zip(target.elts, node.value.elts, strict=False) if several else [(target, node.value)]
                ):
                    if (
                        isinstance(one, ast.Name)
                        and isinstance(value, ast.Constant)
                        and isinstance(value.value, float)
                    ):
                        found[one.id, value.value].append(called)
    return found


def test_a_number_that_decides_in_two_modules_has_one_home():
    modules = (
        (name(path), tree(path)) for path in package_files() if floor(path) not in ("config", "tuning")
    )
    assert {
        key: where for key, where in fractions(modules).items() if len(where) > 1 and key[0] not in LEFT
    } == {}


def test_a_second_home_would_be_noticed():
    texts = {
        "one": "_SURE = 0.7\n_OTHER = 1\n",
        "two": "_FEW, _SURE = 2, 0.7\n",
        "three": "_SURE: float = 0.4\n",
    }
    planted = ((called, ast.parse(text)) for called, text in texts.items())
    assert {key: where for key, where in fractions(planted).items() if len(where) > 1} == {
        ("_SURE", 0.7): ["one", "two"]
    }
