"""`fleet.toml` is a file of the user: what it may say, and that nothing of a repository can say it instead (I11)."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from helix_lsp.errors import ConfigError, UsageError
from helix_lsp.session.fleet.build import Repository, read_fleet
from helix_lsp.session.settings.settings import Settings, load
from tests.support.repository import make_repository


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    (tmp_path / "home").mkdir()
    found = load(None, env={"HOME": str(tmp_path / "home"), "PATH": os.defpath})
    return replace(found, surroundings=replace(found.surroundings, home=str(tmp_path / "home")))


def written(folder: Path, text: str) -> str:
    place = folder / "fleet.toml"
    place.write_text(text)
    return str(place)


def test_roots_are_absolute_below_home_or_below_the_file(tmp_path: Path, settings: Settings) -> None:
    file = written(
        tmp_path,
        '[repositories.redis-py]\nroot = "~/redis"\nfrom = "s3://bucket/helix"\n'
        '[repositories."a.b"]\nroot = "trees/../trees/a"\ndefault = false\n[repositories.c]\nroot = "/srv/c"\n',
    )
    assert read_fleet(file, settings).repositories == (
        Repository(name="redis-py", root=str(tmp_path / "home" / "redis"), source="s3://bucket/helix"),
        Repository(name="a.b", root=str(tmp_path / "trees" / "a"), default=False),
        Repository(name="c", root="/srv/c"),
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "repositories = 3",
        "[repositories]",
        "[fleet]\nx = 1",
        "[repositories.a]",
        "[repositories]\na = 'x'",
        "[repositories.a]\nroot = ''",
        "[repositories.a]\nroot = 3",
        '[repositories.a]\nroot = "x\\u0000y"',
        "[repositories.a]\nroot = 'x'\nfrom = ''",
        "[repositories.a]\nroot = 'x'\ndefault = 'yes'",
        "[repositories.a]\nroot = 'x'\ncommand = 'rm'",
        "[repositories.'../a']\nroot = 'x'",
        "[repositories.'']\nroot = 'x'",
        "[repositories.a]\nroot = 'x'\n[repositories.A]\nroot = 'y'",
        "[repositories.a]\nroot = 'x'\n[repositories.b]\nroot = './x'",
        "[repositories.a]\nroot = 'x'\n[repositories.a]\nroot = 'y'",
        "[repositories.a\nroot",
        "".join(f"[repositories.r{n}]\nroot = 'r{n}'\n" for n in range(2_001)),
    ],
)
def test_bad_input_is_one_line(tmp_path: Path, settings: Settings, text: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read_fleet(written(tmp_path, text), settings)
    assert "\n" not in str(caught.value)


def test_what_is_not_a_file_is_refused(tmp_path: Path, settings: Settings) -> None:
    (tmp_path / "large.toml").write_bytes(b"#" * 1_000_001)
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe[")
    for name in ("large.toml", "bytes.toml"):
        with pytest.raises(ConfigError):
            read_fleet(str(tmp_path / name), settings)
    for name in ("nowhere.toml", "nul\0.toml", "."):
        with pytest.raises((UsageError, ConfigError)):
            read_fleet(str(tmp_path / name), settings)


@pytest.mark.skipif(os.name != "posix", reason="pipes and permissions of POSIX")
def test_a_pipe_is_not_waited_for_and_a_file_of_everybody_is_not_believed(
    tmp_path: Path, settings: Settings
) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    with pytest.raises(ConfigError):
        read_fleet(str(tmp_path / "pipe.toml"), settings)
    file = written(tmp_path, "[repositories.a]\nroot = 'a'\n")
    Path(file).chmod(0o666)
    with pytest.raises(ConfigError):
        read_fleet(file, settings)


def test_a_file_in_a_repository_is_refused_whoever_names_it(tmp_path: Path, settings: Settings) -> None:
    stranger = make_repository(tmp_path / "stranger", "//- /deep/er/a.py\nx = 1\n")
    text = (
        f"[repositories.private]\nroot = '{tmp_path / 'home' / 'private'}'\nfrom = 'https://evil.example/x'\n"
    )
    for folder in (stranger, stranger / "deep" / "er"):
        with pytest.raises(ConfigError):
            read_fleet(written(folder, text), settings)
    link = tmp_path / "link.toml"
    link.symlink_to(stranger / "fleet.toml")
    with pytest.raises(ConfigError):
        read_fleet(str(link), settings)


def test_a_file_in_a_folder_that_it_names_is_refused(tmp_path: Path, settings: Settings) -> None:
    with pytest.raises(ConfigError):
        read_fleet(written(tmp_path, "[repositories.all]\nroot = '.'\n"), settings)


def test_a_home_folder_that_is_a_repository_may_hold_it(tmp_path: Path, settings: Settings) -> None:
    home = tmp_path / "home"
    make_repository(home, "//- /.profile\nx\n")
    (home / "own").mkdir()
    assert read_fleet(written(home / "own", "[repositories.a]\nroot = '~/a'\n"), settings).repositories


def test_no_setting_of_a_repository_names_a_fleet(tmp_path: Path) -> None:
    root = make_repository(
        tmp_path / "r",
        "//- /helix.toml\nfleet = 'x'\n[repositories.a]\nroot = '/'\n//- /fleet.toml\n[repositories.a]\nroot = '/'\n",
    )
    found = load(str(root))
    assert len(found.problems) == 2
    assert found.config == load(None).config


def test_names_are_found_in_any_case_and_a_wrong_one_is_met_with_the_nearest(
    tmp_path: Path, settings: Settings
) -> None:
    fleet = read_fleet(written(tmp_path, "[repositories.Redis]\nroot = 'a'\n"), settings)
    assert [one.name for one in fleet.named(("redis", "REDIS"))] == ["Redis"]
    with pytest.raises(UsageError, match="Redis"):
        fleet.named(("redi",))
