"""Who may set what, in which order, and that every mistake is named with its place."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any, cast

import pytest

from helix_lsp.config import Config
from helix_lsp.config.whole import declared, tuning
from helix_lsp.session.settings.settings import Settings, load, variable


def settings(
    root: Path, *, toml: str | bytes = "", user: str = "", env: dict[str, str] | None = None, **client: Any
) -> Settings:
    home = root / "home"
    (home / ".config" / "helix-lsp").mkdir(parents=True, exist_ok=True)
    (home / ".config" / "helix-lsp" / "config.toml").write_text(user)
    work = root / "work"
    work.mkdir(exist_ok=True)
    (work / "helix.toml").write_bytes(toml if isinstance(toml, bytes) else toml.encode())
    return load(str(work), env={"HOME": str(home), **(env or {})}, **client)


def test_defaults_without_any_file(tmp_path: Path) -> None:
    got = load(str(tmp_path), env={"HOME": str(tmp_path)})
    assert got.config == Config()
    assert got.problems == ()
    assert load(None, env={}).config == Config()
    assert load(str(tmp_path / "missing"), env={"HOME": str(tmp_path)}).problems == ()


def test_each_source_overrides_the_one_before(tmp_path: Path) -> None:
    steps: list[dict[str, Any]] = [
        {"user": "[search]\nper_file = 11\n"},
        {"toml": "[search]\nper_file = 12\n"},
        {"env": {"HELIX_ASK_SEARCH_PER_FILE": "13"}},
        {"client": {"helixAsk": {"search": {"perFile": 14}}}},
    ]
    given: dict[str, Any] = {}
    for number, step in enumerate(steps, start=11):
        given |= step
        got = settings(tmp_path, **given)
        assert got.config.search.per_file == number
        assert got.problems == ()


def test_a_repository_cannot_set_user_options(tmp_path: Path) -> None:
    """Law I11: the file and the line are named, and the default stands."""
    got = settings(
        tmp_path, toml='[index]\nmax_files = 7\n# a comment\ncache_dir = "/tmp/evil"\nworkers = 64\n'
    )
    assert got.config.index.cache_dir == ""
    assert got.config.index.workers == 0
    assert got.config.index.max_files == 7
    assert got.problems == (
        "helix.toml:4: index.cache_dir is a user setting; set by a repository it is ignored",
        "helix.toml:5: index.workers is a user setting; set by a repository it is ignored",
    )


def test_every_user_option_is_closed_to_repositories(tmp_path: Path) -> None:
    for key, option in declared().items():
        if option.metadata["scope"] == "user":
            got = settings(tmp_path, workspace_client={key: option.default})
            (problem,) = got.problems
            assert problem.startswith(f"workspace settings: {key} "), problem


def test_every_option_can_be_set_by_variable(tmp_path: Path) -> None:
    env: dict[str, str] = {}
    for key, option in declared().items():
        value = option.default
        env[variable(key)] = (
            ",".join(cast("tuple[str, ...]", value)) if isinstance(value, tuple) else str(value)
        )
    got = settings(tmp_path, env=env)
    assert got.problems == ()
    assert got.config == Config()


def test_a_repository_file_reached_through_a_link_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "else.toml").write_text("[index]\nmax_files = 5\n")
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "helix.toml").symlink_to(tmp_path / "else.toml")
    got = load(str(tmp_path / "work"), env={"HOME": str(tmp_path)})
    assert got.config == Config()
    assert got.problems == ("helix.toml:1: cannot be read (symlink); the file is ignored",)


@pytest.mark.parametrize(
    ("toml", "problem"),
    [
        ("x = 1\n\n[index]\nnonsense = 3\n", "helix.toml:1: x is not an option and is ignored"),
        (
            "[index]\nmax_files = 20\nnonsense = 3\n",
            "helix.toml:3: index.nonsense is not an option and is ignored",
        ),
        (
            '[search]\nper_file = "many"\n',
            "helix.toml:2: search.per_file: expected int, got str; it stays as it was",
        ),
        (
            "[search]\nper_file = true\n",
            "helix.toml:2: search.per_file: expected int, got bool; it stays as it was",
        ),
        (
            "[search]\nper_file = 0\n",
            "helix.toml:2: search.per_file: below the least allowed value 1; it stays as it was",
        ),
        (
            "search.per_file = 1000\n",
            "helix.toml:1: search.per_file: above the greatest allowed value 20; it stays as it was",
        ),
        (
            "\nsearch = { per_file = 0 }",
            "helix.toml:2: search.per_file: below the least allowed value 1; it stays as it was",
        ),
        (
            "[index]\nexclude = [1]\n",
            "helix.toml:2: index.exclude: expected a list of texts; it stays as it was",
        ),
        ("[index]\ngit_seconds = nan", "helix.toml:2: index.git_seconds: expected a finite number"),
        (
            '[index]\n"exclude" = 3\n',
            "helix.toml:2: index.exclude: expected tuple, got int; it stays as it was",
        ),
    ],
)
def test_mistakes_name_file_and_line(tmp_path: Path, toml: str, problem: str) -> None:
    got = settings(tmp_path, toml=toml)
    assert any(said.startswith(problem) for said in got.problems)
    assert got.config.index.exclude == ()
    assert got.config.session.git_seconds == 20.0


@pytest.mark.parametrize(
    ("toml", "start"),
    [
        (b"[index]\nmax_files = \n", "helix.toml:2: broken TOML"),
        (b"a\n\xff", "helix.toml:2: not UTF-8"),
        (b"a = " + b"[" * 5_000, "helix.toml:1: "),
        (b"\x00", "helix.toml:1: broken TOML"),
    ],
)
def test_broken_files_are_problems(tmp_path: Path, toml: bytes, start: str) -> None:
    got = settings(tmp_path, toml=toml)
    assert got.config == Config()
    assert len(got.problems) == 1
    assert got.problems[0].startswith(start)


def test_a_flood_of_mistakes_is_cut(tmp_path: Path) -> None:
    got = settings(tmp_path, toml="\n".join(f"a{n} = 1" for n in range(5_000)))
    assert len(got.problems) == 51
    assert got.problems[-1] == "settings: 4950 more problems"


def test_variables(tmp_path: Path) -> None:
    got = settings(
        tmp_path,
        env={
            "HELIX_ASK_INDEX_EXCLUDE": "a/**, *.min.js",
            "HELIX_ASK_INDEX_MAX_FILES": "many",
            "HELIX_ASK_NO_SUCH": "1",
            "OTHER": "x",
        },
    )
    assert got.config.index.exclude == ("a/**", "*.min.js")
    assert got.problems == (
        "environment HELIX_ASK_NO_SUCH: not an option and is ignored",
        "environment HELIX_ASK_INDEX_MAX_FILES: index.max_files: expected int, got str; it stays as it was",
    )


def test_client_keys_may_be_dotted_nested_and_null(tmp_path: Path) -> None:
    nested = {"max_total_bytes": 3_000_000, "cacheDir": "/x", "workers": None}
    got = settings(tmp_path, client={"index.maxFiles": 5, "index": nested, "search": {}})
    assert (got.config.index.max_files, got.config.index.max_total_bytes, got.config.index.cache_dir) == (
        5,
        3_000_000,
        "/x",
    )
    assert got.problems == ()


NO_SETTING = "is a measured tuning value, not a setting, and is ignored; remove it (all settings: `helix-lsp help settings`)"


def test_tuning_is_set_by_nobody(tmp_path: Path) -> None:
    """Each door says so with its place, and the number stands."""
    inside = "[search]\nk1 = 9.0\n[index]\nunit_lines = 'many'\n"
    got = settings(
        tmp_path,
        toml=inside,
        user=inside,
        env={"HELIX_ASK_SEARCH_K1": "9"},
        client={"helixAsk": {"search": {"k1": 9}}},
    )
    assert got.config == Config()
    user = tmp_path / "home" / ".config" / "helix-lsp" / "config.toml"
    files = (
        f"{user}:2: search.k1",
        f"{user}:4: index.unit_lines",
        "helix.toml:2: search.k1",
        "helix.toml:4: index.unit_lines",
    )
    doors = (*files, "environment HELIX_ASK_SEARCH_K1: search.k1", "client settings: search.k1")
    assert sorted(got.problems) == sorted(f"{door} {NO_SETTING}" for door in doors)


def test_every_tuning_value_is_refused_by_name(tmp_path: Path) -> None:
    got = load(
        str(tmp_path), env={"HOME": str(tmp_path), **{variable(place): "1" for place in list(tuning())[:40]}}
    )
    assert got.config == Config()
    assert all(NO_SETTING in problem for problem in got.problems)
    for place, one in tuning().items():
        (problem,) = settings(tmp_path, client={place: one.default}).problems
        assert problem == f"client settings: {place} {NO_SETTING}"


def test_an_old_name_counts_and_the_new_one_is_said(tmp_path: Path) -> None:
    old = "[session]\ntelemetry = false\n[align]\nshown_usages = 7\n"
    got = settings(tmp_path, user=old, env={"HELIX_ASK_CONTROL_MODE": "shadow"})
    assert (got.config.session.telemetry, got.config.align.shown_usages, got.config.control.mode) == (
        False,
        7,
        "shadow",
    )
    user = tmp_path / "home" / ".config" / "helix-lsp" / "config.toml"
    said = "now; the value counts, write the new name"
    assert got.problems == (
        f"{user}:2: session.telemetry is called privacy.telemetry {said}",
        f"{user}:4: align.shown_usages is called hover.usages {said}",
        f"environment HELIX_ASK_CONTROL_MODE: control.mode is called ask.gates {said}",
    )


def test_a_new_name_wins_over_its_old_one_and_a_repository_gains_nothing_by_either(tmp_path: Path) -> None:
    both = "[hover]\nusages = 4\n[align]\nshown_usages = 7\n"
    assert settings(tmp_path, toml=both).config.align.shown_usages == 4
    got = settings(tmp_path, toml='[control]\nmode = "off"\n[session]\ntraces = 9\n')
    assert got.config == Config()
    assert got.problems[1].startswith("helix.toml:2: ask.gates: ")
    assert got.problems[3].startswith("helix.toml:4: privacy.traces ")


def test_git_variables_are_not_passed_on(tmp_path: Path) -> None:
    got = settings(tmp_path, env={"GIT_DIR": "/evil", "GIT_WORK_TREE": "/", "PATH": "/usr/bin"})
    assert not any(name.startswith("GIT") for name in got.surroundings.git_environment)
    assert got.surroundings.search_path == "/usr/bin"


def test_only_settings_reads_the_environment() -> None:
    folder = Path(__file__).parents[2] / "helix_lsp"
    readers = [
        path.relative_to(folder).as_posix()
        for path in sorted(folder.rglob("*.py"))
        if re.search(
            r"\bos\.(?:environ|getenv)\b|\bimport\b.*\b(?:environ|getenv)\b", path.read_text(encoding="utf-8")
        )
    ]
    assert readers == [
        "cli/resident_client.py",
        "session/settings/settings.py",
    ]  # the first hands them over unread


def test_the_cache_folder_follows_the_users_environment(tmp_path: Path) -> None:
    cache = settings(tmp_path, env={"XDG_CACHE_HOME": str(tmp_path / "c")}).surroundings
    assert cache.cache_home == str(tmp_path / "c")
    relative = settings(tmp_path, env={"XDG_CACHE_HOME": "c"}).surroundings
    assert os.path.isabs(relative.cache_home)
