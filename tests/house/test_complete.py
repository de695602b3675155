"""What is forgotten when a drift rule, an option, a flag, a kind of answer or a check of sentences is added: each failure
names the file to open and what to write there. `make missing` runs this file with its neighbours; docs/how-to has a
page for each.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import get_args

import pytest

from helix_lsp.align.drift import rules, say
from helix_lsp.align.drift.rules.rule import Rule
from helix_lsp.ask.compose.table import COMPOSERS, Answer
from helix_lsp.cli.arguments import build_parser
from helix_lsp.config.whole import declared
from helix_lsp.search.question.kind import Form
from helix_lsp.tuning import drift_worths as worths
from helix_lsp.tuning.verify import AGAINST
from helix_lsp.verify.clauses import settle
from tests.house.source import PACKAGE, ROOT, complete, name, package_files
from tests.search.test_kind import FORMS
from tests.verify.test_clauses import CASES

WORTHS = "helix_lsp/tuning/drift_worths.py"
SAY = name(Path(str(say.__file__)))
DEFAULTS = {"help", "version", "show", "stdio"}  # what argparse answers, and flags that say the default
SCHEMAS = {  # where a contract lists the forms of questions
    "answer-envelope": "kind",
    "trace-record": "kind",
    "query-result": "form",
}


@cache
def text_of(place: str) -> str:
    return (ROOT / place).read_text(encoding="utf-8")


def test_every_rule_of_drift_is_listed_and_has_a_worth_and_examples():
    missing: list[str] = []
    missing.extend(unlisted())
    missing.extend(of_rules(rules.RULES))
    complete(missing)


def unlisted() -> Iterator[str]:
    folder = Path(str(rules.__file__)).parent
    listed = {rule.id for rule in rules.RULES}
    for path in sorted(folder.glob("*.py")):
        own = (
            getattr(import_module(f"{rules.__name__}.{path.stem}"), "RULES", ())
            if path.stem[0] != "_"
            else ()
        )
        for rule in own:
            if rule.id not in listed:
                yield f"{name(folder / '__init__.py')}: add `*{path.stem}.RULES` to RULES, else `{rule.id}` is never asked"


def of_rules(given: tuple[Rule, ...]) -> Iterator[str]:
    tested = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "align").rglob("*.py"))
    for rule in given:
        home = name(Path(rule.examine.__code__.co_filename))
        if rule.id not in worths.RULES:
            yield (
                f'{WORTHS}: give the rule its worth, `"{rule.id}": -1.0` in RULES, and add the id to UNLABELLED until '
                "`python bench/drift_census.py fit` has measured it"
            )
        for field, told in (("fires", "applies"), ("silent", "does not apply")):
            if not getattr(rule, field) and rule.id not in tested:
                yield (
                    f"{home}: `{field}` of the rule `{rule.id}` is empty: write a piece of Markdown "
                    f"to which it {told}, or a test in tests/align/drift that names the rule"
                )


def test_everything_that_drift_weighs_has_a_sentence_and_a_worth():
    missing: list[str] = []
    ids = {rule.id for rule in rules.RULES}
    for table, own, known in (
        ("CHECKS", worths.CHECKS, say.CHECKS),
        ("EVIDENCE", worths.EVIDENCE, say.EVIDENCE),
    ):
        missing.extend(f'{WORTHS}: give "{one}" a worth in {table}' for one in known if one not in own)
        missing.extend(f'{SAY}: give "{one}" a sentence in {table}' for one in own if one not in known)
    missing.extend(
        f'{SAY}: say in ABOUT what the check "{one}" looks for' for one in say.CHECKS if one not in say.ABOUT
    )
    missing.extend(
        f'{WORTHS}: remove "{one}" from RULES, no rule has this id' for one in worths.RULES if one not in ids
    )
    weighed = {*worths.CHECKS, *worths.EVIDENCE, *worths.RULES}
    missing.extend(
        f'{WORTHS}: remove "{one}" from UNLABELLED, nothing has this id'
        for one in worths.UNLABELLED - weighed
    )
    complete(missing)


def test_every_option_is_read():
    code = "\n".join(
        path.read_text(encoding="utf-8")
        for path in package_files()
        if path.parent.name not in ("config", "tuning")
    )
    complete(
        f"helix_lsp/config/{one.place.partition('.')[0]}.py: no code reads the option `{option}`; "
        f"read `config.{one.place}` where it decides, or remove it"
        for option, one in declared().items()
        if not re.search(rf"\.{one.place.rpartition('.')[2]}\b", code)
    )


def test_every_flag_is_read():
    complete(unread("\n".join(text_of(name(path)) for path in package_files() if path.parent.name == "cli")))


def unread(code: str) -> Iterator[str]:
    """Flags of which no line of the code takes the value."""
    for command, action in flags(build_parser()):
        if not re.search(rf"\.{action.dest}\b|getattr\(\w+, \"{action.dest}\"", code):
            yield (
                f"helix_lsp/cli: no code reads `{action.option_strings[0]}` of `{command}`; "
                f"read `arguments.{action.dest}` in the module of the command"
            )


def flags(parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.Action]]:
    """(command, flag) of the whole tree, without those that argparse itself answers."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from flags(below)
        elif action.option_strings and action.dest not in DEFAULTS:
            yield parser.prog, action


def test_every_kind_of_question_has_a_composer_a_contract_and_a_question():
    missing: list[str] = []
    forms = get_args(Form)
    table = "helix_lsp/ask/compose/table.py"
    missing.extend(f'{table}: add "{one}" to Answer' for one in forms if one not in get_args(Answer))
    missing.extend(
        f'{table}: give "{one}" its ways in COMPOSERS' for one in get_args(Answer) if one not in COMPOSERS
    )
    for contract, field in SCHEMAS.items():
        place = f"helix_lsp/wire/schema/{contract}.v1.schema.json"
        listed = [found for found in enums(json.loads(text_of(place)), field) if set(found) & set(forms)]
        assert listed, f"{place} does not list the forms under `{field}` any more: mend SCHEMAS of this test"
        missing.extend(
            f'{place}: add "{one}" to the enum of `{field}`, then run make docs'
            for found in listed
            for one in forms
            if one not in found
        )
    missing.extend(
        f'tests/search/test_kind.py: add a question whose form is "{one}" to FORMS'
        for one in forms
        if one not in {form for _, _, form in FORMS}
    )
    complete(missing)


def enums(schema: object, field: str) -> Iterator[list[str]]:
    """The enums of every property of this name."""
    if isinstance(schema, list):
        for one in schema:
            yield from enums(one, field)
    elif isinstance(schema, dict):
        for key, value in schema.items():
            if key == field and isinstance(value, dict) and "enum" in value:
                yield value["enum"]
            yield from enums(value, field)


def test_every_composer_is_called():
    ask = "\n".join(text_of(name(path)) for path in package_files() if "ask" in path.parts)
    complete(
        f"helix_lsp/ask/compose/table.py: nothing imports compose/{path.name}; give its composer a `Way` in COMPOSERS"
        for path in sorted((PACKAGE / "ask" / "compose").glob("[a-z]*.py"))
        if path.stem != "table" and f"helix_lsp.ask.compose.{path.stem} import" not in ask
    )


def test_every_check_of_sentences_has_cases_and_a_row():
    missing: list[str] = []
    page, cases = "docs/explanation/verification.md", "tests/verify/test_clauses.py"
    told = {rule: {verdict for named, _, _, verdict in CASES if named == rule} for rule in settle.RULES}
    missing.extend(
        f'{cases}: add a case to CASES, ("{rule}", sentence, place, "carried")'
        for rule in settle.RULES
        if "carried" not in told[rule]
    )
    missing.extend(
        f'{cases}: add a case to CASES that "{rule}" does not carry: "against" or "open"'
        for rule in settle.RULES
        if not told[rule] - {"carried"}
    )
    missing.extend(
        f"{page}: add a row for the rule `{rule}` to the table below *rules look at a sentence*"
        for rule in settle.RULES
        if not re.search(rf"^\| {rule} \|", text_of(page), re.MULTILINE)
    )
    complete(missing)


def test_what_speaks_against_a_sentence_is_an_id_of_a_check():
    code = "\n".join(text_of(name(path)) for path in package_files() if "verify" in path.parts)
    complete(
        f'helix_lsp/tuning/verify.py: no check says "{one}"; mend its name in AGAINST, or remove it'
        for one in sorted(AGAINST)
        if f'"{one}"' not in code
    )


@pytest.mark.parametrize(
    ("field", "remedy"), [("worth", WORTHS), ("fires", "`fires`"), ("silent", "`silent`")]
)
def test_a_rule_without_it_would_be_noticed(field: str, remedy: str):
    whole = rules.RULES[0]
    bare = Rule(id="planted" if field else "", kinds=whole.kinds, about="", says="", examine=whole.examine)
    assert any(remedy in told and "planted" in told for told in of_rules((bare,)))


def test_a_flag_that_nobody_reads_would_be_noticed():
    assert any("`--near` of `helix-lsp ask`" in told for told in unread("arguments.root"))
