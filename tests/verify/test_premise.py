"""A yes or no is said only where the quoted words settle the question."""

from __future__ import annotations

import pytest

from helix_lsp.config.documents import VerifyConfig
from helix_lsp.verify.ledger import Cited, Claim, weigh
from helix_lsp.verify.premise import carried, settled


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("why does it retry 5 times by default?", "retry_times = 2"),
        ("why does it retry 5 times by default?", "    max_retries: int = 2,"),
        ("why does it stop after 5 redirects by default?", "maxRedirects: 21, // default"),
        ("why does it give up after 30 seconds by default?", "timeout = 10 * time.Second"),
        ("why does it give up after 30 seconds by default?", "timeout_seconds: 10"),
        ("why does it ping every minute?", "interval: Duration::from_secs(15),"),
        ("why does it only keep 10 MB by default?", "memory = 32 << 20 // 32 MB"),
        ("why does it zip anything over 100 bytes?", "minimum size in bytes. Defaults to `500`."),
        ("why does it need at least PHP 8.1?", '"php": "^7.2"'),
        ("why does it need at least Python 3.12?", "python_requires = '>=3.9'"),
        (
            "does the packer support the deflate encoding?",
            "The packer does not support the deflate encoding.",
        ),
        ("is Python 2 still supported?", "As of 2.28.0, the project no longer supports Python 2.7."),
    ],
)
def test_no_is_said_where_the_line_gives_another_value(question: str, line: str) -> None:
    assert settled(question, line) == "No"


def test_yes_is_said_where_a_sentence_holds_the_whole_question() -> None:
    assert (
        settled("does the packer support the deflate encoding?", "The packer supports the deflate encoding.")
        == "Yes"
    )


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("why does it retry 2 times by default?", "retry_times = 2"),  # it is so
        (
            "why does it wait 60 seconds by default?",
            "timeout = time.Second * 60",
        ),  # the same in another spelling
        ("why does it wait 1 minute by default?", "timeout = time.Second * 60"),
        (
            "why does it stop after 5 redirects by default?",
            "TEMPORARY_REDIRECT = 307",
        ),  # the name of one, not a number of them
        ("why does it stop after 5 redirects by default?", "timeout = 30"),  # another thing
        ("why does it stop after 5 redirects by default?", "max_redirects = limit"),  # no number
        ("why does it ping every minute?", "interval = 15"),  # of what?
        ("why does it need at least PHP 8.1?", "php: ['7.2', '8.1']"),  # two values
        ("how often does it retry?", "retry_times = 2"),  # nothing is taken for granted
        (
            "does the packer support the deflate encoding?",
            "The packer may support the deflate encoding if asked.",
        ),
        (
            "does the packer support the deflate encoding?",
            "The packer does not read the deflate encoding it supports.",
        ),
        (
            "does the packer not support the deflate encoding?",
            "The packer does not support the deflate encoding.",
        ),
        ("does the packer support the deflate encoding?", "The packer supports the gzip encoding."),
    ],
)
def test_no_verdict_where_the_line_leaves_a_doubt(question: str, line: str) -> None:
    assert settled(question, line) == ""


def test_the_gate_asks_again() -> None:
    question, cited = (
        "why does it retry 5 times by default?",
        Cited(path="a.py", start_line=1, end_line=1, text="retry_times = 2"),
    )
    right = Claim(id="claim:1", text="No: `retry_times = 2`", cited=(cited,))
    wrong = Claim(id="claim:2", text="Yes: `retry_times = 2`", cited=(cited,))
    cfg = VerifyConfig()
    assert carried(question, right.text)
    assert not carried(question, wrong.text)
    assert weigh(right, cfg, question).support.supported
    assert not weigh(right, cfg, "why does it retry 2 times by default?").support.supported
    assert not weigh(right, cfg).support.supported
