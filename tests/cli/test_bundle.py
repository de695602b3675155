"""`helix-lsp bundle`: one manifest from which everything is found, the same bytes for the same content, and
every difference named. Carries I4, I5 and I11.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.bundle_client import walk
from tests.cli.run import Shell
from tests.cli.test_answers import valid
from tests.support.repository import git

EPOCH = {"SOURCE_DATE_EPOCH": "1700000000"}
GOLD = {
    "schema": "gold-queries.v1",
    "queries": [{"id": "q1", "query": "how is the bell rung?", "targets": [{"path": "bells/tower.py"}]}],
}


@pytest.fixture
def tower(shell: Shell) -> Shell:
    """Two commits, a tree of knowledge, a binary file, broken bytes, and a remote with credentials."""
    root = shell.here
    (root / "bells" / "dong.bin").write_bytes(b"\x00\x01dong")
    (root / "bells" / "latin.py").write_bytes(b"# caf\xe9\r\ndef sip():\r\n    return 'caf\xe9'\r\n")
    git(root, "init", "-q", "-b", "main")
    git(root, "remote", "add", "origin", "https://user:sesame@example.org/tower.git")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "one")
    file = root / "bells" / "tower.py"
    file.write_text(file.read_text().replace("times > 12", "times > 13"))
    git(root, "commit", "-q", "-am", "two")
    return shell


def made(shell: Shell, out: Path, *words: str, **env: str) -> dict[str, Any]:
    done = shell.run("bundle", "create", "--out", str(out), "--json", *words, env={**EPOCH, **env})
    assert done.code == 0, done.err
    return json.loads(done.text)


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_a_client_of_the_schemas_alone_finds_and_checks_everything(tower: Shell, tmp_path: Path) -> None:
    (tmp_path / "gold.json").write_text(json.dumps(GOLD))
    out = tmp_path / "out"
    manifest = made(tower, out, "--gold", str(tmp_path / "gold.json"), "--base", "HEAD~1")
    seen = walk(out / "bundle.manifest.json")
    assert seen.wrong == []
    assert {"chunk_index", "symbol_index", "section_index", "mention_index", "pr_delta"} <= set(seen.resolved)
    assert seen.resolved["symbol_index"] >= 3
    assert [one["role"] for one in manifest["absent"]] == ["fact_index", "tree_list", "tree_records"]
    assert (manifest["repository"]["commit"], manifest["repository"]["uncommitted"]) == (
        git(tower.here, "rev-parse", "HEAD").strip(),
        0,
    )
    rows = {row["path"]: row for row in map(json.loads, (out / "files.jsonl").read_text().splitlines())}
    assert rows["bells/dong.bin"]["dump"] is None
    assert rows["bells/dong.bin"]["left_out"] == "binary"
    assert not any(b"sesame" in data or str(tmp_path).encode() in data for data in bytes_of(out).values())
    mention = next(
        row
        for row in map(json.loads, (out / "mentions.jsonl").read_text().splitlines())
        if row["text"] == "ring_bell"
    )
    assert mention["means"][0]["path"] == "bells/tower.py"


def test_the_same_content_and_options_give_the_same_bytes(tower: Shell, tmp_path: Path) -> None:
    first = made(tower, tmp_path / "one", PYTHONHASHSEED="1")
    clone = tmp_path / "elsewhere"
    git(tmp_path, "clone", "-q", str(tower.here), str(clone))
    made(tower, tmp_path / "two", "--root", str(clone), PYTHONHASHSEED="2")
    assert bytes_of(tmp_path / "one") == bytes_of(tmp_path / "two")
    (tower.here / "README.md").write_text("# Another\n")
    third = made(tower, tmp_path / "one")
    assert third["run_id"] != first["run_id"]
    assert third["repository"]["uncommitted"] == 1
    assert sorted(path.name for path in tmp_path.iterdir() if "one" in path.name) == ["one"]


def flip(place: Path) -> None:
    data = bytearray(place.read_bytes())
    data[len(data) // 2] ^= 1
    place.write_bytes(bytes(data))


def link(place: Path) -> None:
    shutil.copy(place, place.parent.parent / "outside")
    place.unlink()
    place.symlink_to(place.parent.parent / "outside")


WAYS: dict[str, Callable[[Path], object]] = {
    "changed": flip,
    "truncated": lambda place: place.write_bytes(place.read_bytes()[:-1]),
    "grown": lambda place: place.write_bytes(place.read_bytes() + b"\n"),
    "missing": lambda place: place.unlink(),
    "renamed": lambda place: place.rename(place.with_name("renamed")),
    "link": link,
    "strange": lambda place: (place.unlink(), place.mkdir()),
}


def test_every_difference_is_named(tower: Shell, tmp_path: Path) -> None:
    manifest = made(tower, tmp_path / "whole")
    assert tower.run("bundle", "verify", str(tmp_path / "whole")).code == 0
    for artifact in manifest["artifacts"]:
        name = artifact["path"]
        for kind in WAYS if artifact["role"] == "chunk_index" else ("changed",):
            out = tmp_path / "out"
            shutil.copytree(tmp_path / "whole", out)
            WAYS[kind](out / name)
            done = tower.run("bundle", "verify", str(out), "--json")
            said = json.loads(done.text)
            valid(said, "bundle-check.v1")
            found = [(d["kind"], d["path"]) for d in said["differences"]]
            assert (done.code, found) == (1, [(kind, name)])
            shutil.rmtree(out)
    (tmp_path / "whole" / "below").mkdir()
    (tmp_path / "whole" / "below" / "more.txt").write_text("x")
    done = tower.run("bundle", "verify", str(tmp_path / "whole"))
    assert (done.code, done.text.splitlines()[0]) == (1, "below/more.txt: additional")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda m: m["artifacts"][0].update(path="../secret.txt"), "not a path inside the bundle"),
        (lambda m: m["artifacts"][0].update(path="/etc/hostname"), "not a path inside the bundle"),
        (lambda m: m["artifacts"][0].update(role="anything"), "unknown role"),
        (lambda m: m["artifacts"][0].update(path=m["artifacts"][1]["path"]), "named twice"),
        (lambda m: m["artifacts"][0].update(path="bundle.manifest.json"), "named twice"),
        (lambda m: m["artifacts"][0].update(contract={"id": "x", "version": "v1"}), "contract"),
        (lambda m: m["artifacts"].pop(0), "canonical_dump"),
        (lambda m: m.update(surprise=1), "surprise"),
        (lambda m: m.pop("links"), "links"),
        (lambda m: m.update(artifacts="all"), "artifacts"),
    ],
)
def test_a_hostile_manifest_is_refused_before_anything_is_opened(
    tower: Shell, tmp_path: Path, change: Callable[[dict[str, Any]], object], words: str
) -> None:
    """I11"""
    manifest = made(tower, tmp_path / "out")
    (tmp_path / "secret.txt").write_text("sesame")
    change(manifest)
    (tmp_path / "out" / "bundle.manifest.json").write_text(json.dumps(manifest))
    for verb in (("bundle", "verify"), ("bundle", "show")):
        done = tower.run(*verb, str(tmp_path / "out"))
        assert (done.code, done.out) == (2, b"")
        assert words in done.complaint


def test_references_are_resolved_from_a_bundle_when_the_project_is_gone(tower: Shell, tmp_path: Path) -> None:
    out = tmp_path / "out"
    made(tower, out)
    refs = [json.loads(line)["range_ref"] for line in (out / "chunks.jsonl").read_text().splitlines()]
    expected = [(tower.here / r["path"]).read_bytes()[r["start_byte"] : r["end_byte"]] for r in refs]
    one = json.dumps(refs[0]).encode()
    shutil.rmtree(tower.here / "bells")
    manifest = str(out / "bundle.manifest.json")
    got = tower.run("range", "get", "--manifest", manifest, "--ref", "-", stdin=one)
    assert (got.code, got.out) == (0, expected[0])
    sent = b"".join(json.dumps(ref).encode() + b"\n" for ref in [*refs, refs[0] | {"start_line": 900}])
    done = tower.run("range", "get", "--manifest", manifest, "--jsonl", stdin=sent)
    answers = [json.loads(line) for line in done.out.splitlines()]
    assert [a["range"]["text"].encode() for a in answers[:-1]] == [
        e.decode("utf-8", "replace").encode() for e in expected
    ]
    assert all(a["range"]["provenance"]["unchecked"] == [] for a in answers[:-1])
    assert (done.code, answers[-1]["error"]["reason"]["id"]) == (1, "lines_differ")
    flip(out / "source.txt")
    broken = tower.run("range", "get", "--manifest", manifest, "--ref", "-", stdin=one)
    assert (broken.code, "source.txt is changed" in broken.complaint) == (1, True)


def test_nothing_is_written_over_or_into_the_project(tower: Shell, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    for out, words in ((tmp_path / "mine", "not a bundle"), (tower.here / "out", "lies in the project")):
        done = tower.run("bundle", "create", "--out", str(out))
        assert (done.code, words in done.complaint) == (2, True)
    assert sorted(os.listdir(tmp_path / "mine")) == ["letter.txt"]
    done = tower.run("bundle", "create", "--out", str(tmp_path / "o"), env={"SOURCE_DATE_EPOCH": "now"})
    assert (done.code, "SOURCE_DATE_EPOCH" in done.complaint) == (2, True)


HOSTILE: tuple[Any, ...] = (
    "../secret.txt", "../../secret.txt", "bells/../../secret.txt", "/etc/hostname", "C:\\secret.txt", "..\\secret.txt",
    "", ".", "bells", "bells/link.txt", "a\0b", "\ud800", "x" * 5_000, -1, 10**30, 1.5, None, True, [], {},
)  # fmt: skip


@pytest.mark.skipif(os.name == "nt", reason="links need a permission on Windows")
@pytest.mark.parametrize("of_the_bundle", [False, True])
def test_no_hostile_reference_reads_outside_the_root(
    tower: Shell, tmp_path: Path, of_the_bundle: bool
) -> None:
    """I11: every field of a reference takes every hostile value, from the disk and from a bundle."""
    out = tmp_path / "out"
    made(tower, out)
    (tmp_path / "secret.txt").write_text("swordfish")
    (tower.here / "bells" / "link.txt").symlink_to(tmp_path / "secret.txt")
    ref = json.loads((out / "chunks.jsonl").read_text().splitlines()[0])["range_ref"]
    sent = [ref | {name: value} for name in ref for value in HOSTILE if value != ref[name]]
    assert len(sent) >= 200
    given = b"".join(json.dumps(one).encode() + b"\n" for one in sent)
    where = ("--manifest", str(out / "bundle.manifest.json")) if of_the_bundle else ()
    done = tower.run("range", "get", "--jsonl", *where, stdin=given)
    assert b"swordfish" not in done.out
    answers = [json.loads(line) for line in done.out.splitlines()]
    assert len(answers) == len(sent)
    given_though = {
        next((name, str(one.get(name))[:20]) for name in ref if one.get(name) != ref[name])
        for one, answer in zip(sent, answers, strict=True)
        if "error" not in answer
    }
    # a field that is left empty is one that is not there
    assert given_though == {(name, "") for name in ("blob", "chunk_id", "commit", "repo_id")}
