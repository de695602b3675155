"""`helix-lsp doctor`: a sound set-up is sound, and each thing that is broken is found and named with its
remedy.
"""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

import helix_lsp
from helix_lsp.index.store.folder import Folder
from helix_lsp.session import doctor as checks
from tests.cli.run import Done, Shell
from tests.support.schemas import check

SCHEMA = json.loads(
    (Path(helix_lsp.__file__).parent / "wire" / "schema" / "doctor.v1.schema.json").read_text(
        encoding="utf-8"
    )
)


def run(shell: Shell, tmp_path: Path, *words: str, **env: str) -> Done:
    """With a home of its own, so that no editor of this machine is found."""
    home = tmp_path / "home"
    home.mkdir(exist_ok=True)
    return shell.run(
        "doctor", *words, env={"HOME": str(home), "XDG_CONFIG_HOME": str(home / "config"), **env}
    )


def found(shell: Shell, tmp_path: Path, name: str, **env: str) -> list[tuple[str, str, str]]:
    """(state, text, remedy) of the findings of one name."""
    done = run(shell, tmp_path, "--json", **env)
    told: dict[str, Any] = json.loads(done.out)
    check(told, SCHEMA)
    assert done.code == (0 if told["good"] else 1)
    assert told["good"] == all(one["state"] != "wrong" for one in told["findings"])
    return [(one["state"], one["text"], one["remedy"]) for one in told["findings"] if one["name"] == name]


def directory(shell: Shell) -> str:
    return json.loads(shell.run("status", "--json").out)["index_directory"]


def test_a_sound_set_up(shell: Shell, tmp_path: Path):
    assert shell.run("index").code == 0
    done = run(shell, tmp_path)
    assert (done.code, done.err) == (0, "")
    assert done.text.endswith("nothing is wrong\n")
    for line in (
        "all 20 languages can be parsed",
        "every row matches its hash",
        "answers are written from the evidence alone",
    ):
        assert line in done.text
    assert found(shell, tmp_path, "program")[0][0] == "ok"


def test_no_index_yet_is_no_fault(shell: Shell, tmp_path: Path):
    assert [(state, remedy) for state, _, remedy in found(shell, tmp_path, "index")] == [
        ("note", "helix-lsp index, or ask: it is built then")
    ]


def test_a_damaged_row_is_found(shell: Shell, tmp_path: Path):
    shell.run("index")
    with sqlite3.connect(Folder(directory(shell)).facts) as facts:
        facts.execute(
            "UPDATE unit SET packed = zeroblob(length(packed)) WHERE id = (SELECT min(id) FROM unit)"
        )
    done = run(shell, tmp_path)
    assert done.code == 1
    assert "WRONG  index" in done.text
    assert "-> helix-lsp index --full" in done.text
    assert shell.run("index", "--full").code == 0
    assert run(shell, tmp_path).code == 0


def test_settings_that_are_wrong_are_named_with_their_line(shell: Shell, tmp_path: Path):
    (shell.here / "helix.toml").write_text("[index]\nmax_fils = 3\n")
    ((state, text, remedy),) = found(shell, tmp_path, "settings")
    assert state == "wrong"
    assert "helix.toml:2: index.max_fils is not an option" in text
    assert "helix-lsp help settings" in remedy


def test_without_git_it_says_what_is_missing(shell: Shell, tmp_path: Path):
    assert found(shell, tmp_path, "git", PATH=str(tmp_path))[0][::2] == ("note", "install git")


def test_a_folder_that_is_none(shell: Shell, tmp_path: Path):
    done = run(shell, tmp_path, "--root", "no/such")
    assert done.code == 1
    assert "WRONG  root" in done.text
    assert "--root" in done.text


def test_an_index_folder_that_is_a_file(shell: Shell, tmp_path: Path):
    shell.cache.write_text("x")
    state, text, _ = found(shell, tmp_path, "index")[0]
    assert state == "wrong"
    assert "not a folder" in text


def test_an_extension_of_another_version_is_told(shell: Shell, tmp_path: Path):
    for place, version in ((".vscode", "9.9.9"), (".vscode-server", helix_lsp.__version__), (".cursor", "")):
        folder = tmp_path / "home" / place / "extensions" / f"helix-lsp.helix-ask-{version or 'x'}"
        folder.mkdir(parents=True)
        (folder / "package.json").write_text(json.dumps({"version": version}) if version else "[")
    told = found(shell, tmp_path, "editors")
    assert [state for state, _, _ in told] == ["note", "ok", "note"]
    assert "9.9.9" in told[0][1]
    assert "unknown" in told[2][1]


def test_a_program_of_our_name_in_the_project_is_told(shell: Shell, tmp_path: Path):
    """I11: editors start nothing that a repository brought."""
    program = shell.here / "helix-lsp"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    state, text, _ = found(shell, tmp_path, "command", PATH=str(shell.here))[0]
    assert (state, "inside the project" in text) == ("note", True)


def test_a_grammar_or_library_that_is_gone_and_a_check_that_fails(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.setenv("HELIX_ASK_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(checks, "grammar_of", lambda name: None if name == "zig" else object())
    monkeypatch.setattr(checks, "_LIBRARIES", ("no-such-library",))

    def broken(*_: object) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr(checks, "git_for", broken)
    (tmp_path / "here").mkdir()
    diagnosis = checks.doctor(str(tmp_path / "here"))
    told = {one.name: one for one in diagnosis.findings if one.state == "wrong"}
    assert not diagnosis.good
    assert "1 of 20 cannot be loaded: zig" in told["grammars"].text
    assert "no-such-library" in told["program"].text
    assert told["git"].text == "could not be looked at (RuntimeError)"
    assert all(one.remedy for one in told.values())
