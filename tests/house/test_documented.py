"""Every law, command, flag, option, method and schema is named where a reader looks for it, and generated
pages are current.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator

import pytest

from helix_lsp.cli.arguments import build_parser
from helix_lsp.cli.help import option_words
from helix_lsp.config.whole import declared
from tests.house.source import PACKAGE, ROOT, complete, files_of_tests
from tests.support.schemas import check, check_schema

THIS = ROOT / "tests" / "house" / "test_documented.py"


def read(place: str) -> str:
    return (ROOT / place).read_text(encoding="utf-8")


def built_laws() -> list[str]:
    """Ids of ARCHITECTURE.md's laws, without those whose part of the house is not built yet."""
    rows = re.findall(r"^\| (I\d+) \| (.*?) \| (.*?) \|$", read("ARCHITECTURE.md"), re.MULTILINE)
    assert {law for law, _, _ in rows} == {f"I{n}" for n in range(1, 12)}
    return [law for law, _, carried in rows if "later" not in carried]


@pytest.mark.parametrize("law", built_laws())
def test_a_test_names_the_law(law: str):
    word = re.compile(rf"\b{law}\b")
    assert [
        path.name
        for path in files_of_tests()
        if path != THIS and word.search(path.read_text(encoding="utf-8"))
    ]


def commands(parser: argparse.ArgumentParser, said: str = "helix-lsp") -> Iterator[tuple[str, str]]:
    """(command, flag) of the whole tree; the flag is empty for the command itself."""
    yield said, ""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for word, below in action.choices.items():
                yield from commands(below, f"{said} {word}")
        else:
            yield from ((said, flag) for flag in action.option_strings if flag not in ("-h", "--help"))


def test_every_command_and_flag_stands_in_the_reference():
    page = read("docs/reference/cli.md")
    sections = {
        head.strip("`"): body
        for head, body in re.findall(
            r"^## (`helix-lsp[^\n]*?`)\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL
        )
    }
    missing: list[str] = []
    for command, flag in commands(build_parser()):
        body = sections.get(command, "")
        if command != "helix-lsp range" and (f"`{flag}" not in body if flag else not body):
            missing.append(
                f"docs/reference/cli.md does not have `{f'{command} {flag}'.strip()}`: run make docs"
            )
    complete(missing)


def test_the_reference_names_no_flag_that_does_not_exist():
    known = {flag for _, flag in commands(build_parser())} | {"--help", "-h"}
    named = set(re.findall(r"`(--?[a-zA-Z][a-zA-Z-]*)", read("docs/reference/cli.md")))
    complete(
        f"docs/reference/cli.md speaks of `{flag}`, which no command has: mend the sentence"
        for flag in sorted(named - known)
    )


def test_every_option_stands_in_the_configuration_page():
    page = read("docs/reference/configuration.md")
    complete(
        f"docs/reference/configuration.md does not have `{name}`: run make docs"
        for name in declared()
        if f"`{name}`" not in page
    )


def test_every_option_says_what_it_means_and_why():
    words = option_words()
    poor = [
        name
        for name, option in declared().items()
        if len((told := words.get(option.place, ("", "", "")))[1]) < 10 or not told[2]
    ]
    complete(
        f"helix_lsp/config/options.toml: say what `{name}` means and why it has its default" for name in poor
    )
    assert sorted(words) == sorted(option.place for option in declared().values())


def test_generated_pages_are_current():
    done = subprocess.run(
        [sys.executable, "scripts/generate_reference.py", "--check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    complete([done.stderr.strip()] if done.returncode else ())


def test_the_example_in_the_configuration_page_is_valid():
    schema = json.loads(read("docs/reference/helix.schema.json"))
    check_schema(schema)
    for example in re.findall(r"```toml\n(.*?)```", read("docs/reference/configuration.md"), re.DOTALL):
        check(tomllib.loads(example), schema)


def test_every_method_of_ours_stands_in_the_protocol_page():
    page = read("docs/reference/protocol.md")
    methods = {
        name
        for path in (PACKAGE / "lsp").rglob("*.py")
        for name in re.findall(r"[\"'](helix/[a-zA-Z/]+)[\"']", path.read_text(encoding="utf-8"))
    }
    assert methods
    assert [name for name in sorted(methods) if name not in page] == []


def test_every_wire_schema_stands_in_the_reference():
    page = read("docs/reference/wire.md")
    schemas = sorted(
        path.name.removesuffix(".schema.json") for path in (PACKAGE / "wire" / "schema").glob("*.schema.json")
    )
    assert schemas
    assert [name for name in schemas if f"`{name}`" not in page] == []


def test_links_between_pages_lead_somewhere():
    broken: list[str] = []
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    for page in pages:
        text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        targets = re.findall(r"\]\(([^)#\s]+)[^)]*\)", text)
        broken += [
            f"{page.relative_to(ROOT)}: {target}"
            for target in targets
            if "://" not in target and not (page.parent / target).exists()
        ]
    complete(f"{one} does not lead to a file: mend the link" for one in broken)
