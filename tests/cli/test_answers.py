"""The commands on a small project: what they print, and that citations hold. Carries I4, I5 and I10."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from helix_lsp.session.semantic.open_likeness import unavailable
from tests.cli.run import ROOT, Shell
from tests.support.schemas import check_contract

SCHEMAS = {
    path.name: json.loads(path.read_text("utf-8"))
    for path in sorted((ROOT / "helix_lsp/wire/schema").glob("*.json"))
}


def valid(value: object, contract: str) -> None:
    check_contract(value, contract)


@pytest.mark.parametrize("meaning", ["off", "on"])
def test_ask_prints_a_cited_answer(shell: Shell, meaning: str):
    done = shell.run("ask", "what does ring_bell do?", env={"HELIX_ASK_SEARCH_MEANING": meaning})
    assert done.code == 0
    assert done.err == ""
    assert "Rings the great bell" in done.text
    assert "bells/tower.py:" in done.text
    assert "\x1b" not in done.text
    assert "index up to date" in done.text
    by_meaning = meaning == "on" and not unavailable()
    assert ("; by words)" in done.text) is not by_meaning
    status = shell.run("status", env={"HELIX_ASK_SEARCH_MEANING": meaning})
    assert ("by meaning" if by_meaning else "by words only") in status.text
    told = json.loads(shell.run("status", "--json", env={"HELIX_ASK_SEARCH_MEANING": meaning}).out)
    assert told["ordered"] == ("meaning" if by_meaning else "words")


def test_ask_takes_an_unquoted_question(shell: Shell):
    assert (
        shell.run("ask", "what", "does", "ring_bell", "do?").text
        == shell.run("ask", "what does ring_bell do?").text
    )


def test_explain_shows_the_rungs(shell: Shell):
    text = shell.run("ask", "what does ring_bell do?", "--explain").text
    assert [word for word in ("intent", "retrieval", "evidence", "envelope") if word not in text] == []


def test_ask_json_validates_and_says_how_fresh_it_is(shell: Shell):
    envelope = json.loads(shell.run("ask", "what does ring_bell do?", "--json").out)
    valid(envelope, "answer-envelope.v1")
    assert envelope["index"]["fresh"] is True
    assert "trace" not in envelope
    explained = json.loads(shell.run("ask", "what does ring_bell do?", "--json", "--explain").out)
    valid(explained, "answer-envelope.v1")
    assert explained["trace"]


def test_every_citation_can_be_fetched_with_the_same_bytes_and_hash(shell: Shell):
    envelope = json.loads(shell.run("ask", "how is the bell rung?", "--json").out)
    assert envelope["citations"]
    for citation in envelope["citations"]:
        ref = citation["range_ref"]
        data = shell.run("range", "get", "--ref", "-", stdin=json.dumps(ref).encode()).out
        assert hashlib.sha256(data).hexdigest() == ref["content_sha256"]
        assert (shell.here / ref["path"]).read_bytes()[ref["start_byte"] : ref["end_byte"]] == data


def test_the_digest_is_the_same_in_every_process_and_under_every_seed(shell: Shell):
    question = ("ask", "how is the bell rung?", "--json")
    digests = {
        json.loads(shell.run(*question, env={"PYTHONHASHSEED": seed}).out)["digest"]
        for seed in ("0", "1", "4242", "random")
    }
    assert len(digests) == 1


def test_an_edit_is_seen_by_the_next_question(shell: Shell):
    shell.run("ask", "what does ring_bell do?")
    place = shell.here / "bells/tower.py"
    place.write_text(place.read_text("utf-8").replace("the great bell", "the small bell"), encoding="utf-8")
    assert "Rings the small bell" in shell.run("ask", "what does ring_bell do?").text


def test_nothing_found_says_so(shell: Shell):
    done = shell.run("ask", "how are zeppelins refuelled?", "--json")
    assert done.code == 1
    envelope = json.loads(done.out)
    assert envelope["mode"] == "no_evidence"
    assert envelope["citations"] == []
    assert "zeppelin" in json.dumps(envelope["retrieval_plan"]) + envelope["answer"]


def test_query_prints_places_with_reasons(shell: Shell):
    done = shell.run("query", "ring the bell", "-k", "2", "--explain")
    assert done.code == 0
    assert "bells/tower.py:" in done.text
    assert "channel " in done.text


def test_a_filter_that_nothing_passes_is_named(shell: Shell):
    said = shell.run("query", "ring the bell", "--filter", "language=pyhton").text
    assert said.startswith(
        "0 of 3 files pass language=pyhton; languages here: markdown, python\nnothing found"
    )


def test_query_json_validates_and_keeps_to_k_and_filter(shell: Shell):
    result = json.loads(shell.run("query", "bell", "-k", "1", "--json", "--explain").out)
    valid(result, "query-result.v1")
    assert result["count"] == 1
    only = json.loads(shell.run("query", "bell", "--filter", "ext=md", "--json").out)
    valid(only, "query-result.v1")
    assert {hit["path"].rpartition(".")[2] for hit in only["results"]} == {"md"}


def test_index_and_status_tell_the_same_story(shell: Shell):
    before = shell.run("status", "--json")
    assert before.code == 0
    valid(json.loads(before.out), "index-status.v1")
    (shell.here / "noise.bin").write_bytes(b"\0" * 100)
    indexed = json.loads(shell.run("index", "--json").out)
    valid(indexed, "index-status.v1")
    status = json.loads(shell.run("status", "--json").out)
    valid(status, "index-status.v1")
    assert indexed["generation"] == status["generation"] > 0
    text = shell.run("index", "--full").text
    assert "4 files" in text
    assert "left out, binary: 1 (noise.bin)" in text
    assert str(shell.cache) in shell.run("status").text


def test_a_changed_range_is_refused_with_exit_code_1(shell: Shell):
    ref = json.loads(shell.run("query", "ring_bell", "-k", "1", "--json").out)["results"][0]["range_ref"]
    place = shell.here / ref["path"]
    place.write_bytes(place.read_bytes().replace(b"great", b"small"))
    done = shell.run("range", "get", "--ref", "-", stdin=json.dumps(ref).encode())
    assert done.code == 1
    assert done.out == b""
    assert ref["path"] in done.complaint


def test_range_get_json(shell: Shell, tmp_path: Path):
    ref = json.loads(shell.run("query", "ring_bell", "-k", "1", "--json").out)["results"][0]["range_ref"]
    (tmp_path / "ref.json").write_text(json.dumps(ref))
    found = json.loads(shell.run("range", "get", "--ref", str(tmp_path / "ref.json"), "--json").out)
    assert found["sha256"] == ref["content_sha256"]
    assert found["bytes"] == ref["end_byte"] - ref["start_byte"]
    assert found["lines"] == [ref["start_line"], ref["end_line"]]
    assert found["provenance"]["path"] == ref["path"]


@pytest.mark.parametrize(
    "path", ["../outside.txt", "/etc/passwd", "bells/../../outside.txt", "C:/x", "a\\b", "link.txt"]
)
def test_a_range_outside_the_root_is_refused(shell: Shell, path: str):
    """I11: a reference cannot reach outside, by name or by link."""
    outside = shell.here.parent / "outside.txt"
    outside.write_text("secret")
    (shell.here / "link.txt").symlink_to(outside)
    ref = {
        "path": path,
        "start_byte": 0,
        "end_byte": 6,
        "start_line": 1,
        "end_line": 1,
        "content_sha256": hashlib.sha256(b"secret").hexdigest(),
    }
    done = shell.run("range", "get", "--ref", "-", stdin=json.dumps(ref).encode())
    assert done.code in (1, 2)
    assert done.out == b""
    assert "secret" not in done.complaint


def test_a_query_with_a_budget_prints_lines_instead_of_hits(shell: Shell):
    sent = json.loads(shell.run("query", "ring the great bell", "--budget", "300", "--json").out)
    valid(sent, "evidence.v1")
    assert sent["source"]["repo_id"]
    assert sent["spent"] <= 300
    for one in sent["items"]:
        data = (shell.here / one["ref"]["path"]).read_bytes()[
            one["ref"]["start_byte"] : one["ref"]["end_byte"]
        ]
        assert hashlib.sha256(data).hexdigest() == one["ref"]["content_sha256"]
    printed = shell.run("query", "ring the great bell", "--budget", "300")
    assert sent["items"][0]["text"].splitlines()[0] in printed.text
    assert len(printed.text) / 4 <= 300
    assert f"of {sent['found']} places, " in printed.err


@pytest.mark.parametrize("flags", [("-k", "3"), ("--explain",), ("--why-not", "a.py")])
def test_a_budget_does_not_go_with_what_is_said_of_hits(shell: Shell, flags: tuple[str, ...]):
    done = shell.run("query", "bell", "--budget", "300", *flags)
    assert done.code == 2
    assert flags[0] in done.complaint
