"""Right answers that gates once threw away, values told with their owner and in the unit that was asked for, and
text that only puts the question.
"""

from __future__ import annotations

import pytest

from helix_lsp.ask.question.question import Question
from helix_lsp.ide.ask import ask
from helix_lsp.verify.support import support
from helix_lsp.wire.answer_envelope import envelope_to_wire
from tests.support.check import indexed


def told(files: dict[str, str], question: str) -> tuple[str, str]:
    """(the text of the answer, what it is worth)."""
    with indexed({path: text.encode() for path, text in files.items()}) as world:
        done = ask(world.view(), Question(text=question))
        return str(
            envelope_to_wire(done.envelope, done.trace)["answer"]
        ), done.envelope.answer_verdict.answers


@pytest.mark.parametrize(
    ("path", "text", "question", "said"),
    [
        (
            "docs/loom.rst",
            "Weaving without a weaver\n========================\n\nThe loom weaves alone when the ``--alone`` flag is given.\n",
            "how do I run the loom without a weaver?",
            "--alone",
        ),
        (
            "docs/kiln.adoc",
            "= Guide\n\n== Never open the kiln\n\nAn opened kiln cracks every glaze in it.\n",
            "why should the kiln never be opened?",
            "cracks every glaze",
        ),
        (
            "docs/no-steam.md",
            "# What cannot be steamed\n\nOak is bent dry, and ash is not.\n",
            "what cannot be steamed?",
            "bent dry",
        ),
    ],
)
def test_a_title_that_denies_is_no_claim(path: str, text: str, question: str, said: str) -> None:
    answer, _ = told({path: text, "src/a.py": "def run():\n    return 1\n"}, question)
    assert said in answer


def test_names_that_deny_are_no_claims_and_what_follows_them_is_weighed() -> None:
    around = ("docs/never.md", "Kiln.without_fire\na method", "Never open it")
    assert support("*Never open it* in `docs/never.md`:", ("The kiln is hot.",), around).supported
    assert support("`docs/never.md`:", ("The kiln is hot.",), around).supported
    assert support(
        "`Kiln.without_fire` is a method of `Kiln`:", ("def without_fire(self):",), around
    ).supported
    assert not support("*Never open it*: The kiln is not hot.", ("The kiln is hot.",), around).supported
    assert not support("`Kiln.without_fire` is a function:", ("def without_fire(self):",), around).supported


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("which method reads the property HeronCount?", "Total"),
        ("what is the field HeronCount of the class Pier?", "HeronCount"),
        ("who writes HeronCount, quokka by quokka?", "HeronCount"),
    ],
)
def test_words_for_a_kind_and_unknown_words_do_not_refuse_what_is_named(question: str, said: str) -> None:
    code = "public class Pier { public int HeronCount { get; set; } }\npublic class U {\n  int Total(Pier q) => q.HeronCount * 2;\n}\n"
    answer, _ = told({"c/pier.cs": code}, question)
    assert not answer.startswith("No evidence")
    assert said in answer


@pytest.mark.parametrize(
    ("files", "own"),
    [
        (
            {
                "src/dead.py": 'def find_stale(items):\n    """Lists weirs that leak."""\n    return items\n',
                "tests/test_dead.py": "from src.dead import find_stale\n\n\ndef test_how_leaking_weirs_are_found():\n    find_stale([])\n",
            },
            "src/dead.py",
        ),
        (
            {
                "lib/weir.js": "// Lists weirs that leak.\nexport function findStale(items) {\n  return items\n}\n",
                "test/weir.test.js": "import { findStale } from '../lib/weir'\n\ntest('how leaking weirs are found', () => {\n  findStale([])\n})\n",
            },
            "lib/weir.js",
        ),
        (
            {
                "src/weir.rs": "/// Lists weirs that leak.\npub fn find_stale(items: &[Weir]) -> Vec<Weir> {\n    items.to_vec()\n}\n\n"
                "#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn how_leaking_weirs_are_found() {\n"
                "        find_stale(&[]);\n    }\n}\n"
            },
            "src/weir.rs",
        ),
    ],
)
def test_a_test_stands_behind_what_it_tests(files: dict[str, str], own: str) -> None:
    with indexed({path: text.encode() for path, text in files.items()}) as world:
        done = ask(world.view(), Question(text="how are leaking weirs found?"))
        assert done.envelope.citations[0].path == own
        assert "tale" in done.envelope.passages[0].claims[0].text  # not the test of the same file


TOML = "[inlet]\nport = 8080\nretries = 3\n\n[outlet]\nport = 9000\nretries = 30\n"
YAML = "inlet:\n  port: ${INLET_PORT:8080}\noutlet:\n  port: ${OUTLET_PORT:9000}\n"
CODE = "class Inlet:\n    def __init__(self):\n        self.port = 8080\n\n\nclass Outlet:\n    def __init__(self):\n        self.port = 9000\n"


@pytest.mark.parametrize(("path", "text"), [("a.toml", TOML), ("a.yml", YAML), ("a.py", CODE)])
def test_a_value_is_that_of_the_thing_asked_about(path: str, text: str) -> None:
    for owner, value, other in (("outlet", "9000", "8080"), ("inlet", "8080", "9000")):
        answer, _ = told({path: text}, f"what is the port of the {owner}?")
        first = answer.split("\n")[0]
        assert value in first
        assert other not in first


def test_values_of_several_owners_are_told_each_with_its_own_and_are_not_strong() -> None:
    answer, worth = told({"a.toml": TOML}, "what is the default port?")
    assert "`inlet.port`: `port = 8080`" in answer
    assert "`outlet.port`: `port = 9000`" in answer
    assert worth != "strong"
    assert "`SIDE_PORT`" in told({".env": "MAIN_PORT=1\nSIDE_PORT=2\n"}, "what port is used by default?")[0]


LIMITS = {
    "lib/limits.rb": "module Limits\n  REQUEST_TIMEOUT_MS = 5000\n  RETRY_LIMIT = 4\nend\n",
    "src/limits.go": "package limits\n\n// MaxParcel is the largest parcel in bytes.\nconst MaxParcel = 16 << 20\n",
    "docs/x.md": "# X\n\nA message may have at most 8 MiB.\n\nThe keeper sleeps for 90 seconds between rounds.\n\nThe default pause is 30 seconds.\n",
}


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("what is the request timeout in seconds?", "`REQUEST_TIMEOUT_MS = 5000`: 5 s"),
        ("how many kilobytes may a message have?", "8,192 KiB"),
        ("how many minutes does the keeper sleep between rounds?", "1.5 min"),
        ("is the default pause 30 seconds?", "Yes: `The default pause is 30 seconds.`"),
        ("is the default pause 20 seconds?", "No: `The default pause is 30 seconds.`"),
        ("is the retry limit 4?", "Yes: `RETRY_LIMIT = 4`"),
        ("is the retry limit 5?", "No: `RETRY_LIMIT = 4`"),
        ("is the request timeout 10 seconds?", "No: `REQUEST_TIMEOUT_MS = 5000`"),
    ],
)
def test_a_value_is_told_in_the_unit_asked_for_and_yes_or_no_is_said(question: str, said: str) -> None:
    assert said in told(LIMITS, question)[0]


ASKED = "How is the pump primed before the first stroke?"


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("task.md", f"# Task\n\nAnswer these:\n\n- {ASKED}\n- What is a valve?\n"),
        ("gold.jsonl", f'{{"question": "{ASKED}", "expect": "x"}}\n'),
        ("prompts.yaml", f"prompts:\n  - {ASKED.rstrip('?')}\n  - Where is the valve\n"),
        ("report.md", f"# Report\n\nPrompt: {ASKED}\n\nScore: 3\n"),
    ],
)
def test_text_that_only_puts_the_question_is_not_cited(path: str, text: str) -> None:
    source = 'def prime_pump(pump):\n    """Primes the pump with water before the first stroke."""\n    return pump\n'
    with indexed({path: text.encode(), "src/pump.py": source.encode()}) as world:
        done = ask(world.view(), Question(text=ASKED))
    assert {c.path for c in done.envelope.citations} == {"src/pump.py"}


def test_a_heading_that_asks_with_the_answer_below_is_cited() -> None:
    faq = f"# FAQ\n\n## {ASKED}\n\nPour a cup of water into the top.\n"
    assert "Pour a cup" in told({"docs/faq.md": faq, "src/a.py": "x = 1\n"}, ASKED)[0]


def test_lines_that_end_in_a_carriage_return_alone_are_cited_by_their_number() -> None:
    text = "# Old\rThe forge burns coke.\r\rThe anvil weighs ninety pounds on the scale.\r"
    with indexed({"docs/old.md": text.encode(), "src/a.py": b"x = 1\n"}) as world:
        done = ask(world.view(), Question(text="how much does the anvil weigh on the scale?"))
        assert any(c.start_line == 4 for c in done.envelope.citations)
