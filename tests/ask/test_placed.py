"""Sentences that the syntax at the cited place decides, and how they are cited."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from helix_lsp.ide.places import verify_text
from tests.support.check import World, indexed, read_fixture

CLIENT = """
//- /src/Client.java
class Client {
    @Override
    public String send(String text) {
        log(text);
        return retry(text);
    }

    private String retry(String text) {
        return text;
    }
}
"""
AT = "https://github.com/o/r/blob/0123abc/src/Client.java"


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with indexed(read_fixture(CLIENT).files) as made:
        yield made


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("`send` is a method (src/Client.java:2).", "PASS"),
        ("`send` is a method of `Client` (src/Client.java:3).", "PASS"),
        ("`Client.send` is a method (Client.java, line 3).", "PASS"),
        ("`send` is a method of `Server` (src/Client.java:3).", "REVIEW"),
        ("`send` is a field (src/Client.java:3).", "REVIEW"),
        ("`send` is a method (src/Client.java:9).", "REVIEW"),
        ("`send` calls `retry` ([src/Client.java#L5](src/Client.java#L5)).", "PASS"),
        (f"`send` calls `retry` ({AT}#L5).", "PASS"),
        ("`send` calls `retry` (src/Client.java, lines 2 to 6).", "PASS"),
        ("`send()` calls `log()` (src/Client.java:3).", "PASS"),
        ("`retry` calls `send` (src/Client.java:9).", "REVIEW"),
        ("`send` calls `flush` (src/Client.java:3-6).", "REVIEW"),
    ],
)
def test_a_sentence_is_decided_where_it_is_cited(world: World, text: str, verdict: str) -> None:
    assert [one.verdict for one in verify_text(world.view(), text).results] == [verdict]


@pytest.mark.parametrize("lead", ["Source: src/Client.java:4", "[Client.java](src/Client.java#L4):"])
def test_what_only_names_the_place_of_a_block_is_no_claim(world: World, lead: str) -> None:
    block = "```java\nlog(text);\n```"
    text = f"{block}\n{lead}" if lead.startswith("Source") else f"{lead}\n\n{block}"
    assert [one.verdict for one in verify_text(world.view(), text).results] == ["PASS"]
