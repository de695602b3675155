"""What is tracked says nothing about one machine, and what builds it is locked."""

from __future__ import annotations

import re
import tomllib

from tests.house.source import ROOT, name, repository_files

MACHINE = re.compile(rb"(?<![\w.~*$}/-])/(?:work|farm|root|home/[a-z][\w-]*|Users/[A-Za-z][\w-]*)/[A-Za-z.]")
REGISTRY = re.compile(
    rb"(?:pypi\.org|pythonhosted\.org|registry\.npmjs|crates\.io|--(?:extra-)?index-url|--find-links|file:///opt)"
)
SELF = {"tests/house/test_clean.py", "scripts/lock.py"}


def test_no_path_of_one_machine():
    found = [
        name(path)
        for path in repository_files()
        if name(path) not in SELF and MACHINE.search(path.read_bytes())
    ]
    assert found == []


def test_no_registry_host():
    found = [
        name(path)
        for path in repository_files()
        if name(path) not in SELF and REGISTRY.search(path.read_bytes())
    ]
    assert found == []


def locked(place: str) -> dict[str, str]:
    """Name -> the whole entry."""
    text = (ROOT / place).read_text(encoding="utf-8")
    entries = re.split(
        r"^(?=[A-Za-z0-9])", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE), flags=re.MULTILINE
    )
    return {plain(re.split(r"[=\[ ]", entry)[0]): entry for entry in entries if entry.strip()}


def plain(package: str) -> str:
    return re.sub(r"[-_.]+", "-", package).lower()


def test_every_locked_package_has_hashes():
    for place in ("requirements.lock", "requirements-dev.lock"):
        assert [package for package, entry in locked(place).items() if "--hash=sha256:" not in entry] == []


def test_every_dependency_is_locked():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = {plain(re.split(r"[<>=~! ;\[]", need)[0]) for need in project["project"]["dependencies"]}
    runtime, development = locked("requirements.lock"), locked("requirements-dev.lock")
    assert wanted - set(runtime) == set()
    assert {plain(re.split(r"[<>=~! ;\[]", need)[0]) for need in project["dependency-groups"]["dev"]} - set(
        development
    ) == set()
    versions = {package: entry.split()[0] for package, entry in development.items()}
    assert [package for package, entry in runtime.items() if versions.get(package) != entry.split()[0]] == []


def test_the_build_machine_runs_the_test_command_of_the_readme():
    assert "make test" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "make test" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o100
