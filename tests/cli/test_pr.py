"""`helix-lsp pr explain` on real repositories: what it prints, its contract, ranges that hold. Carries I4, I5
and I11.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.cli.run import Shell
from tests.cli.test_answers import valid
from tests.support.repository import git
from tests.support.tuning import tuned_environment

MORE = {
    "bells/choir.py": "from bells.tower import check_rope, ring_bell\n\n\ndef sing():\n    check_rope(3)\n    return ring_bell(3)\n",
    "tests/test_tower.py": "from bells.tower import ring_bell\n\n\ndef test_ring():\n    assert ring_bell(1) == 'dong'\n",
    "docs/rope.md": "# Rope\n\n## Checking\n\nCall `check_rope` before `ring_bell`; see `bells/choir.py` and [cleaning](bells.md#cleaning).\n",
    "CHANGELOG.md": "# Changes\n\n- `check_rope` was added.\n",
    "docs/args.md": "# Arguments\n",
    "bells/gong.py": 'def strike(times):\n    """Strike it.\n\n    :param times: how often\n    """\n    return times\n',
}


@pytest.fixture
def tower(shell: Shell) -> Shell:
    """The tower as a repository with one commit, and more that depends on it."""
    for name, text in MORE.items():
        (shell.here / name).parent.mkdir(parents=True, exist_ok=True)
        (shell.here / name).write_text(text, encoding="utf-8")
    git(shell.here, "init", "-q", "-b", "main")
    commit(shell.here)
    return shell


def commit(root: Path) -> str:
    """Commits all there is, a day after the commit before: history orders commits by their time."""
    git(root, "add", "-A")
    day = len(git(root, "rev-list", "--all").split()) + 1
    when = f"2020-01-{day:02}T00:00:00Z"
    who = {
        "GIT_AUTHOR_NAME": "t",
        "GIT_AUTHOR_EMAIL": "t@example.org",
        "GIT_COMMITTER_NAME": "t",
        "GIT_COMMITTER_EMAIL": "t@example.org",
    }
    dated = {
        "PATH": os.defpath,
        "HOME": os.devnull,
        "GIT_AUTHOR_DATE": when,
        "GIT_COMMITTER_DATE": when,
    } | who
    subprocess.run(
        ["git", "-C", str(root), "commit", "-q", "-m", "more"], env=dated, check=True, capture_output=True
    )
    return git(root, "rev-parse", "HEAD").strip()


def replace(root: Path, name: str, old: str, new: str) -> None:
    data = (root / name).read_text(encoding="utf-8")
    assert old in data
    (root / name).write_text(data.replace(old, new), encoding="utf-8")


def explained(shell: Shell, *words: str, **env: str) -> dict[str, Any]:
    done = shell.run("pr", "explain", "--json", *words, env=env)
    assert (done.code, done.err) == (0, "")
    delta = json.loads(done.out)
    valid(delta, "pr-delta.v1")
    return delta


def rename_rope(shell: Shell) -> None:
    """What a careless person does: the function is renamed, one caller and the document are forgotten."""
    replace(shell.here, "bells/tower.py", "check_rope", "check_cable")
    replace(
        shell.here,
        "bells/tower.py",
        "def ring_bell(times: int)",
        "def ring_bell(times: int, loud: bool = False)",
    )


def symbols(delta: dict[str, Any], path: str) -> list[tuple[str, str, str]]:
    file = next(f for f in delta["files"] if f["path"] == path)
    return [(s["status"], s["name"], s.get("old_name", "")) for s in file["symbols"]]


def test_a_rename_tells_its_documents_its_broken_callers_and_its_tests(tower: Shell) -> None:
    rename_rope(tower)
    delta = explained(tower)
    assert symbols(delta, "bells/tower.py") == [
        ("signature", "ring_bell", ""),
        ("renamed", "check_cable", "check_rope"),
    ]
    documents = [
        (d["path"], d["line"], d["text"], d["change"], d["changed_too"])
        for d in delta["touches"]["documents"]
    ]
    assert ("docs/rope.md", 5, "check_rope", "renamed", False) in documents
    assert ("docs/rope.md", 5, "ring_bell", "signature", False) in documents
    assert ("docs/bells.md", 5, "ring_bell", "signature", False) in documents
    assert "CHANGELOG.md" not in {d[0] for d in documents}  # it is right about the past
    gone = [u for u in delta["touches"]["uses"] if u["gone"]]
    assert [(u["name"], {p["path"] for p in u["places"]}) for u in gone] == [
        ("check_rope", {"bells/choir.py"})
    ]
    ring = next(u for u in delta["touches"]["uses"] if u["name"] == "ring_bell")
    assert {p["path"] for p in ring["places"]} == {"bells/choir.py"}
    assert {p["path"] for p in ring["tests"]} == {"tests/test_tower.py"}
    assert ring["used"] >= 1 <= ring["tested"]


def test_an_import_from_where_a_definition_was_is_told_and_one_that_still_works_is_not(tower: Shell) -> None:
    (tower.here / "bells/deep").mkdir()
    (tower.here / "bells/deep/tower.py").write_text("def check_rope(times):\n    return 'another rope'\n")
    (tower.here / "bells/deep/user.py").write_text(
        "from .tower import check_rope\n\n\ndef use():\n    return check_rope(1)\n"
    )
    commit(tower.here)
    body = (tower.here / "bells/tower.py").read_text().split("def check_rope")[1]
    replace(tower.here, "bells/tower.py", "def check_rope" + body, "")
    (tower.here / "bells/rope.py").write_text("def check_rope" + body)
    delta = explained(tower)
    assert symbols(delta, "bells/rope.py") == [("moved", "check_rope", "")]
    gone = [
        (u["name"], u["change"], [(p["path"], p["line"], p["kind"]) for p in u["places"]])
        for u in delta["touches"]["uses"]
        if u["gone"]
    ]
    assert gone == [("check_rope", "moved", [("bells/choir.py", 1, "import")])]
    replace(
        tower.here,
        "bells/tower.py",
        'SECRET = "brass"',
        'from bells.rope import check_rope\n\nSECRET = "brass"',
    )
    assert not [u for u in explained(tower)["touches"]["uses"] if u["gone"]]  # it is handed on


def test_what_the_change_made_stale_before_and_after_its_commit(tower: Shell) -> None:
    rename_rope(tower)
    replace(
        tower.here, "bells/choir.py", "check_rope", "check_cable"
    )  # a word that code still says is not called stale
    for committed in (False, True):
        head = commit(tower.here) if committed else ""
        delta = explained(tower)
        stale = [
            (s["finding"]["path"], s["finding"]["reference"], s["because"], s["commit"])
            for s in delta["stale"]
        ]
        assert stale == [("docs/rope.md", "check_rope", "gone", head)], committed
        assert delta["stale"][0]["finding"]["suggestions"] == ["check_cable"]
    (tower.here / "other.txt").write_text("x\n")
    commit(tower.here)
    assert explained(tower)["stale"] == []  # it is stale, but another change made it so


def test_stale_by_a_heading_by_a_signature_and_by_what_was_written(tower: Shell) -> None:
    replace(tower.here, "docs/bells.md", "## Cleaning", "## Polishing")
    replace(tower.here, "bells/gong.py", "def strike(times):", "def strike(count):")
    replace(tower.here, "docs/args.md", "# Arguments\n", "# Arguments\n\nRead [more](#nowhere-at-all).\n")
    found = {
        s["because"]: (s["finding"]["path"], s["finding"]["reference"]) for s in explained(tower)["stale"]
    }
    assert found["anchor"] == ("docs/rope.md", "bells.md#cleaning")
    assert found["signature"] == ("bells/gong.py", "times")
    assert found["written"] == ("docs/args.md", "#nowhere-at-all")


def test_every_range_of_the_newer_side_can_be_fetched(tower: Shell, tmp_path: Path) -> None:
    """I5: the bytes behind each range reference are those that it cites."""
    rename_rope(tower)
    (tower.here / "bells/ünï.py").write_bytes("# é\r\ndef größe():\r\n    return 'é'\r\n".encode())
    (tower.here / "broken.py").write_bytes(
        b"def caf\xe9():\n    return '\xff'\n\n\ndef well():\n    return 1\n"
    )
    delta = explained(tower)
    ranges = [s["range"] for f in delta["files"] for s in f["symbols"] if s["side"] == "head"] + [
        c for f in delta["files"] for c in f["chunks"]
    ]
    assert len(ranges) >= 6
    for ref in ranges:
        (tmp_path / "ref.json").write_text(json.dumps(ref), encoding="utf-8")
        done = tower.run("range", "get", "--ref", str(tmp_path / "ref.json"))
        assert done.code == 0, (ref, done.err)
        assert len(done.out) == ref["end_byte"] - ref["start_byte"]
    chunk = delta["files"][0]["chunks"][0]["chunk_id"]
    hits = json.loads(tower.run("query", "ring_bell", "--json", "-k", "20").out)["results"]
    ids = {r["chunk_id"] for h in hits for r in (h["range_ref"], *h["more"])}
    assert chunk in ids or any(
        c["chunk_id"] in ids for f in delta["files"] for c in f["chunks"]
    )  # the same identity as a hit of `query`


def test_what_went_has_the_range_of_the_older_side(tower: Shell) -> None:
    (tower.here / "bells/gong.py").unlink()
    delta = explained(tower)
    (file,) = delta["files"]
    (gone,) = file["symbols"]
    assert (file["status"], gone["status"], gone["side"], gone["name"]) == (
        "removed",
        "removed",
        "base",
        "strike",
    )
    assert "range" not in gone
    assert gone["old_range"]["path"] == "bells/gong.py"
    assert (gone["old_range"]["start_line"], gone["old_range"]["end_line"]) == (1, 6)


def test_another_head_says_that_the_tree_is_another(tower: Shell) -> None:
    git(tower.here, "checkout", "-q", "-b", "feature")
    rename_rope(tower)
    head = commit(tower.here)
    git(tower.here, "checkout", "-q", "main")
    delta = explained(tower, "--head", "feature")
    assert (delta["touches"]["tree"], delta["head"]["commit"], delta["head"]["on_disk"]) == (
        "other",
        head,
        False,
    )
    assert symbols(delta, "bells/tower.py")[1] == ("renamed", "check_cable", "check_rope")
    assert not [u for u in delta["touches"]["uses"] if u["gone"]]  # the tree that is asked still has it
    text = tower.run("pr", "explain", "--head", "feature").text
    assert "of what is checked out" in text
    git(tower.here, "checkout", "-q", "feature")
    assert explained(tower, "--head", "feature")["touches"]["tree"] == "checked_out"


def test_flags_are_told_as_what_they_are_and_never_show_a_secret(tower: Shell) -> None:
    token = "ghp_" + "a1B2" * 9
    (tower.here / "bells/login.py").write_text(
        f'TOKEN = "{token}"\n\n\ndef sign_in(name):\n    return name\n', encoding="utf-8"
    )
    (tower.here / "db/migrations").mkdir(parents=True)
    (tower.here / "db/migrations/0001.sql").write_text("create table bells (id int);\n")
    (tower.here / "bells/store.py").write_text(
        'def grow(cursor):\n    cursor.execute("ALTER TABLE bells ADD COLUMN tone int")\n'
    )
    delta = explained(tower)
    flags = [(f["kind"], f["path"], f["line"]) for f in delta["flags"]]
    assert flags == [
        ("secret", "bells/login.py", 1),
        ("authentication", "bells/login.py", 1),
        ("migration", "bells/store.py", 2),
        ("migration", "db/migrations/0001.sql", 0),
    ]
    assert {f["basis"] for f in delta["flags"]} == {"lexical"}
    assert token not in json.dumps([delta["flags"], delta["touches"], delta["stale"]])
    text = tower.run("pr", "explain").text
    assert "told by words alone" in text
    assert token not in text


def test_the_text_is_for_a_reviewer(tower: Shell) -> None:
    rename_rope(tower)
    git(tower.here, "mv", "docs/args.md", "docs/arguments.md")
    (tower.here / "data.bin").write_bytes(b"\0\1")
    done = tower.run("pr", "explain")
    assert (done.code, done.err) == (0, "")
    text = done.text
    for line in (
        "compared with the last commit",
        "3 files: 1 added, 1 renamed, 1 modified; +3 -3 lines",
        "  bells/tower.py:6  modified  +3 -3",
        "      bells/tower.py:6  function ring_bell  signature changed: ring_bell(times: int) -> ring_bell(times: int, loud: bool = False)",
        "      bells/tower.py:12  function check_cable  renamed (was check_rope)",
        "  docs/arguments.md:1  renamed from docs/args.md",
        "  data.bin:1  added  (binary: not taken apart)",
        "Made stale by this change",
        "Still used, though it went",
        "  docs/rope.md:5  check_rope (renamed), ring_bell (signature changed)  in Checking",
        "Tests that use it",
        "  tests/test_tower.py:5  ring_bell",
    ):
        assert line in text, f"{line}\n--\n{text}"


def test_nothing_changed_is_said(tower: Shell) -> None:
    text = tower.run("pr", "explain", "--base", "HEAD").text
    assert text.splitlines()[1:] == ["nothing changed"]
    assert explained(tower, "--base", "HEAD")["files"] == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--base", "nowhere"], "unknown revision in --base: nowhere"),
        (["--base=--output=x"], "not a revision in --base"),
        (["--head", "HEAD:README.md"], "unknown revision in --head"),
        (["extra"], "extra"),
        (["--bas", "x"], "unknown: --bas"),
    ],
)
def test_wrong_use_is_one_line_and_2(tower: Shell, words: list[str], said: str) -> None:
    done = tower.run("pr", "explain", *words)
    assert (done.code, done.out) == (2, b"")
    assert said in done.complaint


def test_without_a_repository_and_without_an_act(shell: Shell) -> None:
    done = shell.run("pr", "explain")
    assert (done.code, done.out) == (2, b"")
    assert "no git repository" in done.complaint
    assert shell.run("pr").code == 2


def test_the_same_change_gives_the_same_answer_under_any_hash_seed(tower: Shell) -> None:
    """I4."""
    rename_rope(tower)
    (tower.here / "bells/gong.py").rename(tower.here / "bells/cymbal.py")
    one, other = (
        tower.run("pr", "explain", "--json", env={"PYTHONHASHSEED": seed}).out for seed in ("1", "4242")
    )
    assert json.loads(one)["files"]
    assert one == other


def test_a_hostile_repository_gets_nothing_run_and_nothing_past_the_terminal(
    tower: Shell, tmp_path: Path
) -> None:
    """I11: what the repository configures stays unrun; names of files cannot move the cursor or look like
    options.
    """
    mark = tmp_path / "ran"
    program = tmp_path / "evil.sh"
    program.write_text(f"#!/bin/sh\ntouch {mark}\ncat\n")
    program.chmod(0o755)
    (tower.here / ".gitattributes").write_text("* diff=evil filter=evil\n")
    commit(tower.here)
    for name in (
        "diff.external",
        "diff.evil.textconv",
        "diff.evil.command",
        "filter.evil.clean",
        "core.fsmonitor",
        "core.pager",
    ):
        git(tower.here, "config", name, str(program))
    rename_rope(tower)
    (tower.here / "-p.py").write_text("def well():\n    return 1\n")
    (tower.here / "two\nlines\x1b[31m.py").write_text("def odd():\n    return 1\n")
    done = tower.run("pr", "explain")
    assert done.code == 0
    assert b"\x1b" not in done.out
    assert "two\\x0alines\\x1b[31m.py" in done.text or "two\nlines\\x1b[31m.py" in done.text
    delta = explained(tower)
    assert {"-p.py", "two\nlines\x1b[31m.py"} <= {f["path"] for f in delta["files"]}
    assert not mark.exists()


def test_lists_are_bounded_and_say_how_much_is_left_out(tower: Shell) -> None:
    (tower.here / "helix.toml").write_text("[pr]\nfiles = 4\nlisted = 1\nasked = 1\n")
    for n in range(5):
        (tower.here / f"bells/more_{n}.py").write_text(
            "".join(f"def part_{n}_{i}():\n    return {i}\n\n\n" for i in range(6))
        )
    rename_rope(tower)
    few = tuned_environment(pr__symbols=3, pr__hunks=1)
    delta = explained(tower, **few)
    assert (len(delta["files"]), delta["files_left_out"], delta["summary"]["files"]) == (4, 3, 7)
    big = next(f for f in delta["files"] if f["path"] == "bells/more_0.py")
    assert (len(big["symbols"]), big["symbols_left_out"]) == (3, 3)
    assert delta["touches"]["asked"] + delta["touches"]["unasked"] >= 18
    assert "3 more" in tower.run("pr", "explain", env=few).text
