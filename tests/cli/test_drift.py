"""`helix-lsp drift` and `mentions`: report, exit codes, JSON, SARIF, baseline, batch; with a real git
history.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from helix_lsp.align.drift.history import History, NoHistory
from helix_lsp.cli.drift import read_beside
from helix_lsp.errors import StorageError
from tests.cli.run import Shell
from tests.cli.test_answers import valid
from tests.support.sarif import assert_sarif


@pytest.fixture
def past(shell: Shell) -> Shell:
    """Two commits: the second renames a function that a document, written in the first, goes on naming."""
    root = Path(shell.here)

    (root / "docs/rope.md").write_text("# Rope\n\nCall `check_rope` and `ring_bell`.\n", encoding="utf-8")
    _commit(shell, "01", "init", "-q")
    _commit(shell, "01", "add", ".")
    _commit(shell, "01", "commit", "-qm", "one")
    tower = root / "bells/tower.py"
    tower.write_text(tower.read_text("utf-8").replace("check_rope", "check_cable"), encoding="utf-8")
    _commit(shell, "02", "commit", "-qam", "two")
    return shell


def test_a_renamed_function_is_found_with_its_new_name(past: Shell):
    done = past.run("drift", "docs/rope.md")
    assert done.code == 1
    assert done.text.startswith("docs/rope.md:3:7  check_rope  name-gone (0.")
    assert "perhaps: check_cable" in done.text
    done = past.run("drift", "docs/rope.md", "--json")
    report = json.loads(done.text)
    valid(report, "drift-report.v1")
    assert [(f["reference"], f["suggestions"], f["last_path"]) for f in report["findings"]] == [
        ("check_rope", ["check_cable"], "bells/tower.py")
    ]
    sarif = json.loads(past.run("drift", "docs/rope.md", "--sarif").text)
    assert_findings(sarif)
    assert sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"] == {
        "startLine": 3,
        "startColumn": 7,
        "endColumn": 17,
    }


def test_a_comment_shows_both_proofs_and_nothing_of_a_repository_breaks_out(past: Shell):
    root = Path(past.here)
    (root / "bells/limits.py").write_text("RETRIES = 5\n", encoding="utf-8")
    (root / "docs/limits.md").write_text(
        "# Limits\n\n`RETRIES` defaults to 7. <img src=x> [a](http://evil.example) ``` @everyone\n",
        encoding="utf-8",
    )
    done = past.run("drift", "docs", "--comment")
    assert done.code == 1
    lines = done.text.splitlines()
    assert lines[0] == "### Documents against the code: 2 stale references, 5 checked"
    at = next(n for n, line in enumerate(lines) if line.startswith("- `docs/limits.md:3` `7`"))
    assert lines[at + 1].startswith("  - the document says ````")
    assert lines[at + 2] == "  - `bells/limits.py:1` the code has it so: `RETRIES = 5`"
    at = next(n for n, line in enumerate(lines) if line.startswith("- `docs/rope.md:3` `check_rope`"))
    assert lines[at + 1] == "  - the document says ``Call `check_rope` and `ring_bell`.``"
    assert lines[-1] == "  - perhaps `check_cable`"
    assert not re.search(r"^[^`]*(<img|\[a\]\(|@everyone)", done.text, re.MULTILINE)
    assert past.run("drift", "docs", "--comment", "--json").code == 2


def test_what_one_commit_left_behind_is_told_in_a_row(past: Shell):
    root = Path(past.here)
    tower = root / "bells/tower.py"
    (root / "docs/rope.md").write_text(
        "# Rope\n\nCall `check_rope`, then `ring_bell`.\nNow `check_rope` again.\n", encoding="utf-8"
    )
    (root / "docs/wood.md").write_text("# Wood\n\n[A heading](#that-is-not-there)\n", encoding="utf-8")
    tower.write_text(tower.read_text("utf-8").replace("ring_bell", "sound_bell"), encoding="utf-8")
    _commit(past, "03", "add", ".")
    _commit(past, "03", "commit", "-qm", "three")
    done = past.run("drift", "docs/rope.md", "docs/wood.md")
    lines = done.text.splitlines()
    assert [
        re.sub(r"\(0\.\d+\)", "(.)", line.split("  ", 1)[1]) for line in lines if line.startswith("docs/")
    ] == [
        "check_rope  name-gone (.)",
        "check_rope  name-gone (.)  likewise; perhaps: check_cable",
        "ring_bell  name-gone (.)",
        "#that-is-not-there  heading-missing (.)",
    ], done.text
    assert lines[-1] == "4 stale references, 4 checked, 3 causes"
    report = json.loads(past.run("drift", "docs/rope.md", "docs/wood.md", "--json").text)
    valid(report, "drift-report.v1")
    assert ([f["cause"] for f in report["findings"]], report["causes"]) == ([1, 2, 1, 3], 3)


def test_a_document_that_is_left_out_is_not_called_good(shell: Shell):
    """A check that looks at nothing would be green for ever."""
    (Path(shell.here) / "docs/alias.md").symlink_to("bells.md")  # links are left out
    done = shell.run("drift", "README.md", "docs/alias.md")
    assert (done.code, done.out) == (2, b"")
    assert "docs/alias.md is left out of the index" in done.complaint
    (Path(shell.here) / "docs/empty").mkdir()
    assert shell.run("drift", "docs/empty").code == 0


def test_a_document_outside_the_root_is_not_called_good(shell: Shell, tmp_path: Path):
    (tmp_path / "elsewhere").mkdir()
    for path in (str(tmp_path / "elsewhere"), os.path.relpath(tmp_path / "elsewhere", shell.here)):
        done = shell.run("drift", path)
        assert (done.code, done.out) == (2, b"")
        assert "is outside" in done.complaint
        assert "--root" in done.complaint


def test_a_folder_that_moved_is_found_where_it_is_now(shell: Shell):
    root = Path(shell.here)
    (root / "old/tools").mkdir(parents=True)
    (root / "old/tools/saw.py").write_text("def cut_wood(plank):\n    return plank\n", encoding="utf-8")
    (root / "docs/rope.md").write_text(
        "# Rope\n\nTools are in `old/tools/`, the saw in `old/tools/saw.py`.\n", encoding="utf-8"
    )
    _commit(shell, "01", "init", "-q")
    _commit(shell, "01", "add", ".")
    _commit(shell, "01", "commit", "-qm", "one")
    _commit(shell, "02", "mv", "old", "shed")
    _commit(shell, "02", "commit", "-qm", "two")
    report = json.loads(shell.run("drift", "docs/rope.md", "--json").text)
    assert [(f["reference"], f["suggestions"]) for f in report["findings"]] == [
        ("old/tools/", ["shed/tools"]),
        ("old/tools/saw.py", ["shed/tools/saw.py"]),
    ]


@pytest.mark.parametrize("days", [("01", "01", "01"), ("01", "02", "03"), ("03", "02", "01")])
def test_what_was_first_is_told_by_ancestry_and_not_by_the_clock(shell: Shell, days: tuple[str, str, str]):
    """A rebase, `git am` or a robot leaves commits of one second, and clocks go wrong."""
    root = Path(shell.here)
    guide, grill = root / "docs/guide.md", root / "bells/grill.py"
    guide.write_text("# Guide\n\nRing first.\n", encoding="utf-8")
    grill.write_text(
        "def grill_it(bell):\n    return bell\n\n\ndef cool_it(bell):\n    return bell\n", encoding="utf-8"
    )
    _commit(shell, days[0], "init", "-q")
    _commit(shell, days[0], "add", ".")
    _commit(shell, days[0], "commit", "-qm", "zero")
    guide.write_text("# Guide\n\nRing first.\n\nCall `grill_it` then.\n", encoding="utf-8")
    (root / "docs/whole.md").write_text("# Whole\n\nCall `grill_it` here.\n", encoding="utf-8")
    _commit(shell, days[1], "add", ".")
    _commit(shell, days[1], "commit", "-qm", "one")
    grill.write_text("def cool_it(bell):\n    return bell\n", encoding="utf-8")
    _commit(shell, days[2], "commit", "-qam", "two")
    first = _confidences(shell)
    assert {path for path, _, _ in first} == {"docs/guide.md", "docs/whole.md"}
    assert all(confidence >= 0.7 for _, _, confidence in first)
    assert "older than the removal" in shell.run("drift", "docs/guide.md", "--explain").text
    _commit(shell, "05", "rebase", "-q", "--force-rebase", "--root")
    assert _confidences(shell) == first


def _confidences(shell: Shell) -> list[tuple[str, str, float]]:
    report = json.loads(shell.run("drift", "docs/guide.md", "docs/whole.md", "--json").text)
    return [(f["path"], f["reference"], f["confidence"]) for f in report["findings"]]


def _commit(shell: Shell, day: str, *words: str) -> None:
    who = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
    when = f"2020-01-{day}T00:00:00Z"
    env = shell.environment(GIT_COMMITTER_DATE=when, GIT_AUTHOR_DATE=when)
    subprocess.run(["git", "-C", str(shell.here), *who, *words], check=True, capture_output=True, env=env)


def assert_findings(log: dict[str, Any]) -> None:
    """Valid SARIF, and each result with its confidence and its columns."""
    assert_sarif(log)
    for result in (one for run in log["runs"] for one in run["results"]):
        assert 0 <= result["rank"] <= 100
        assert all("startColumn" in at["physicalLocation"]["region"] for at in result["locations"])


def test_every_kind_of_finding_is_valid_sarif_and_json(past: Shell):
    root = Path(past.here)
    (root / "docs/more on bells.md").write_text(
        "# More\n\n[gone](#nowhere-at-all) `check_rope` `--check-rope` `make bells` `bells/none.py` `nothing_of_this`\n",
        encoding="utf-8",
    )
    (root / "bells/rung.py").write_text(
        'def ring(heat=3):\n    """Rings.\n\n    :param heat: default 4\n    :param het: gone\n    """\n',
        encoding="utf-8",
    )
    (root / "Makefile").write_text("docs:\n\techo\n", encoding="utf-8")
    done = past.run("drift", "docs/more on bells.md", "bells/rung.py", "--sarif", "--min-confidence", "0")
    log = json.loads(done.text)
    assert_findings(log)
    assert {r["level"] for r in log["runs"][0]["results"]} == {"warning", "note"}
    report = json.loads(
        past.run("drift", "docs/more on bells.md", "bells/rung.py", "--json", "--min-confidence", "0").text
    )
    valid(report, "drift-report.v1")
    assert {f["kind"] for f in report["findings"]} == {"name", "link", "flag", "command", "parameter"}


def test_a_baseline_silences_what_is_there_today(past: Shell):
    assert past.run("drift", "--write-baseline").code == 0
    done = past.run("drift", "docs/rope.md")
    assert done.code == 0
    assert "1 in the baseline" in done.text
    assert past.run("drift", "--baseline", "nowhere.json").code == 2
    Path(past.here, "broken.json").write_text('{"findings": [1]}', encoding="utf-8")
    broken = past.run("drift", "--baseline", "broken.json")
    assert (broken.code, "is not a drift baseline" in broken.err) == (2, True)


@pytest.mark.parametrize("kind", ["entry", "text", "folder"])
def test_a_broken_baseline_of_the_repository_does_not_stop_the_check(past: Shell, kind: str):
    """Not a way to switch the check off for a whole tree: findings are told, what can be read counts, the
    line is named.
    """
    known, place = past.run("drift").text, Path(past.here, ".helix-drift-baseline.json")
    past.run("drift", "--write-baseline")
    text = place.read_text(encoding="utf-8")
    place.unlink()
    if kind == "folder":
        place.mkdir()
    else:
        place.write_text(
            text.replace('"reference": "', '"reference": ', 1) if kind == "entry" else "<<<<<<< ours\n"
        )
    done = past.run("drift")
    assert done.code == 1
    assert "stale reference" in done.text
    assert "helix-lsp: .helix-drift-baseline.json:" in done.err
    assert (done.text == known) == (kind != "entry" or "in the baseline" not in done.text)
    report = json.loads(past.run("drift", "--json").text)
    assert report["findings"]


def test_explain_shows_what_was_weighed_and_what_was_silenced(past: Shell):
    page = "# Rope\n\nCall `check_rope`.\n\n## Removed calls\n\nWe deprecated `check_rope`.\n"
    Path(past.here, "docs/rope.md").write_text(page, encoding="utf-8")
    own = page + "\n```python\ndef check_rope():\n    pass\n```\n"
    Path(past.here, "docs/wood.md").write_text(own.replace("Call `check_rope`.\n\n", ""), encoding="utf-8")
    told = past.run("drift", "docs/rope.md", "docs/wood.md", "--explain").text
    assert "check_rope  name-gone (0." in told.partition("docs/rope.md:7:")[0]
    assert "docs/rope.md:7:" not in told, "it is a hint"
    first, _, rest = told.partition("docs/wood.md:5:")
    assert "  check_rope  name-gone (not reported)\n" in rest, told
    assert re.search(r"docs/rope\.md:3:7  check_rope  name-gone \(0\.\d+\)\n", first), told
    assert re.search(r"\n +[+-]\d+\.\d\d  name-gone  +check_rope is not defined anywhere any more", first), (
        told
    )
    assert re.search(r"-\d+\.\d\d  past-section  +its section speaks of the past", rest), told
    assert told.splitlines()[-1] == (
        "1 stale reference, 3 checked; 1 possible one is hidden (below 0.8; --min-confidence 0.2 shows it)"
    )


def test_a_check_is_selected_ignored_and_left_alone_on_a_line(past: Shell):
    page = Path(past.here, "docs/rope.md")
    page.write_text("# Rope\n\nCall `check_rope`. [A heading](#not-there)\n", encoding="utf-8")
    assert "2 stale references, 2 checked" in past.run("drift", "docs/rope.md").text
    for settings, left in (
        ('ignore = ["name-gone"]', "heading-missing"),
        ('select = ["name-gone"]', "name-gone"),
    ):
        Path(past.here, "helix.toml").write_text(f"[drift]\n{settings}\n", encoding="utf-8")
        told = past.run("drift", "docs/rope.md").text
        assert f"  {left} (0." in told, told
        assert "1 stale reference, " in told, told
    Path(past.here, "helix.toml").unlink()
    page.write_text(
        "# Rope\n\nCall `check_rope`. [A heading](#not-there) <!-- helix-drift: ignore[name-gone] -->\n",
        encoding="utf-8",
    )
    told = past.run("drift", "docs/rope.md").text
    assert "heading-missing" in told
    assert "name-gone" not in told


def test_an_id_that_is_none_is_told_with_its_line_and_checks_are_made(past: Shell):
    """A wrong `select` would check nothing, and be green for ever."""
    Path(past.here, "helix.toml").write_text('[drift]\nselect = ["name-gon"]\n', encoding="utf-8")
    done = past.run("drift")
    assert done.code == 1
    assert (
        "helix.toml:2: drift.select: 'name-gon' is not an id that it takes; did you mean 'name-gone'?"
        in done.complaint
    )


def test_a_repository_that_leaves_its_own_words_alone_says_so(past: Shell):
    Path(past.here, "helix.toml").write_text(
        '[drift]\nignore_words = ["ring_bell", "x"]\nignore_paths = ["docs/old/**"]\n', encoding="utf-8"
    )
    assert "3 rules in the settings leave documents, words or checks out" in past.run("drift").text


def test_a_batch_answers_about_a_document_and_about_one_reference(past: Shell):
    asked = [
        {"id": 1, "doc": "docs/rope.md"},
        {"id": 2, "doc": "docs/rope.md", "line": 3, "reference": "ring_bell"},
        {"id": 3, "doc": "docs/rope.md", "line": 3, "reference": "check_rope"},
        {"id": 4, "doc": "docs/none.md"},
    ]
    done = past.run("drift", "--jsonl", stdin="\n".join(json.dumps(a) for a in asked).encode())
    whole, live, stale, wrong = (json.loads(line) for line in done.text.splitlines())
    assert [f["reference"] for f in whole["findings"]] == ["check_rope"]
    assert [(f["reference"], f["stale"]) for f in live["findings"] + stale["findings"]] == [
        ("ring_bell", False),
        ("check_rope", True),
    ]
    assert "error" in wrong


def test_mentions_of_a_symbol(past: Shell):
    done = past.run("mentions", "ring_bell", "--json")
    assert done.code == 0
    found = json.loads(done.text)
    valid(found, "mentions.v1")
    assert ("docs/rope.md", 3, "Rope") in [(m["path"], m["line"], m["section"]) for m in found["mentions"]]
    assert past.run("mentions", "nothing_here").text == "nothing here defines nothing_here\n"


def test_the_past_is_read_beside_the_look_and_no_longer():
    stopped = Event()

    def read(check: Callable[[], None], early: Callable[[History], None]) -> History:
        early(NoHistory("the older half"))
        try:
            while True:
                check()
        finally:
            stopped.set()

    with read_beside(read) as past:
        assert (past.missed, stopped.is_set()) == ("the older half", False)
    assert stopped.is_set()


def test_who_asks_a_past_that_cannot_be_read_is_told_why():
    def read(_check: Callable[[], None], _early: Callable[[History], None]) -> History:
        raise StorageError("the disk is full")

    with read_beside(read) as past, pytest.raises(StorageError, match="the disk is full"):
        past.gone("ring")
    with read_beside(lambda _check, _early: NoHistory("all of it")) as past:
        assert past.missed == "all of it"
