"""What a maintainer, a packager and a reporter find: forms, workflows, promises, notices, and a release of the same
bytes whose files all know where the repository is.
"""

from __future__ import annotations

import email
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import tree_sitter_yaml
from tree_sitter import Language, Parser

from tests.house.source import ROOT, repository_files

sys.path.insert(0, str(ROOT / "scripts"))

import notices
import release

HOST = ROOT / ".github"
FORMS = sorted(path for path in (HOST / "ISSUE_TEMPLATE").glob("*.yml") if path.name != "config.yml")
WORKFLOWS = sorted((HOST / "workflows").glob("*.yml"))


def targets() -> set[str]:
    return set(re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))


@pytest.mark.parametrize("path", [*FORMS, *WORKFLOWS, HOST / "dependabot.yml"], ids=lambda p: p.name)
def test_what_the_host_reads_is_yaml(path: Path):
    tree = Parser(Language(tree_sitter_yaml.language())).parse(path.read_bytes())
    assert not tree.root_node.has_error
    assert b"\t" not in path.read_bytes()


@pytest.mark.parametrize("path", FORMS, ids=lambda p: p.name)
def test_a_form_has_what_the_host_asks_for(path: Path):
    text = path.read_text("utf-8")
    assert {"name", "description", "body"} <= set(re.findall(r"^(\w+):", text, re.MULTILINE))
    ids = re.findall(r"^    id: ([\w-]+)$", text, re.MULTILINE)
    assert len(ids) == len(set(ids)) == text.count("  - type: ")
    assert text.count("      label: ") == len(ids)


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda p: p.name)
def test_a_workflow_runs_what_is_there_with_few_rights(path: Path):
    text = path.read_text("utf-8")
    assert re.search(r"^permissions:\n  contents: read\n", text, re.MULTILINE)
    named = {
        word for line in re.findall(r"run: make ([^\n$]*)", text) for word in line.split() if word.islower()
    }
    named |= {w.strip() for found in re.findall(r"target: \[([^\]]*)\]", text) for w in found.split(",")}
    assert named <= targets()
    paths = re.findall(r"\b(?:tests|scripts|\.ci)/[\w./-]+", text)
    assert [one for one in paths if not (ROOT / one).exists()] == []
    assert len(re.findall(r"timeout-minutes:", text)) == len(re.findall(r"runs-on:", text))


def test_every_promise_of_security_names_a_test_that_is_there():
    rows = re.findall(r"^\| (.+?) \| (.+?) \|$", (ROOT / "SECURITY.md").read_text("utf-8"), re.MULTILINE)[2:]
    assert len(rows) > 6
    for promise, carried in rows:
        named = re.findall(r"`((?:tests|make)[^`]*)`", carried)
        assert named, promise
        assert [n for n in named if not n.startswith("make") and not (ROOT / n).exists()] == []


def test_the_notices_are_current():
    done = subprocess.run(
        [sys.executable, "scripts/notices.py", "--check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_a_release_is_the_same_twice_and_knows_its_address(tmp_path: Path):
    command = [sys.executable, "scripts/release.py", "--repository", "https://host.example/owner/name"]
    done = subprocess.run(
        [*command, "--out", str(tmp_path / "out")], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    wheel = next((tmp_path / "out").glob("*.whl"))
    with zipfile.ZipFile(wheel) as inside:
        names = inside.namelist()
        about = email.message_from_bytes(
            inside.read(next(name for name in names if name.endswith("dist-info/METADATA")))
        )
    assert "helix_lsp/cli/pages/uninstall.txt" in names
    assert any(name.endswith("licenses/THIRD-PARTY-NOTICES.md") for name in names)
    urls = dict(line.split(", ", 1) for line in about.get_all("Project-URL") or ())
    assert set(urls) == {"Source", "Issues", "Changelog", "Documentation"}
    body = about.get_payload()
    assert isinstance(body, str)
    assert "repository>" not in body
    assert not re.search(r"\]\((?!https://)[^)]*\)", re.sub(r"```.*?```", "", body, flags=re.DOTALL))
    assert {path.name for path in (tmp_path / "out").iterdir()} >= {"SHA256SUMS", "parts.cdx.json"}


def test_the_list_of_parts_names_what_is_installed_and_what_is_packed():
    listed = release.parts("1.2")
    refs = [one["purl"] for one in listed["components"]]
    assert len(refs) == len(set(refs)) == len(notices.locked()) + len(notices.bundled())
    assert {"pkg:npm/vscode-languageclient@", "pkg:npm/markdown-it@", "pkg:pypi/tree-sitter@"} <= {
        one[: one.rindex("@") + 1] for one in refs
    }
    assert listed["metadata"]["component"]["purl"] == "pkg:pypi/helix-lsp@1.2"
    assert "" not in [one["licenses"][0]["license"]["name"] for one in listed["components"]]


def test_the_notices_begin_with_what_the_extension_imports():
    source = ROOT / "editors" / "vscode" / "src"
    named = {
        name.split("/")[0]
        for path in source.rglob("*.ts")
        for name in re.findall(r"""from ['"]([a-z@][^'"]*)['"]""", path.read_text("utf-8"))
        if not name.startswith("node:")
    }
    assert named - {"vscode"} == set(notices.IMPORTED)


def test_the_manifest_of_the_extension_gets_the_address_too(tmp_path: Path):
    for name in ("README.md", "pyproject.toml", "helix_lsp/__init__.py", "editors/vscode/package.json"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    release.fill(tmp_path, "https://host.example/owner/name")
    manifest = json.loads((tmp_path / "editors/vscode/package.json").read_text("utf-8"))
    assert manifest["repository"]["url"] == "https://host.example/owner/name.git"
    assert manifest["bugs"] == {"url": "https://host.example/owner/name/issues"}
    assert manifest["homepage"] == "https://host.example/owner/name"


def test_an_address_that_is_none_is_refused():
    done = subprocess.run(
        [sys.executable, "scripts/release.py", "--repository", "<repository>"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "https://host/owner/name" in done.stderr


def test_nobody_is_told_of_a_host_that_is_not_ours():
    """Where this repository will be is not known to it."""
    invented = re.compile(
        r"https?://(?:github|gitlab)\.(?:com|io)/[\w-]+/helix-(?:lsp|ask)|helix-(?:lsp|ask)\.(?:dev|io|org)"
    )
    found = [
        p.name
        for p in repository_files()
        if p.suffix in (".md", ".toml", ".json", ".txt", ".yml")
        and invented.search(p.read_text("utf-8", "replace"))
    ]
    assert found == []
