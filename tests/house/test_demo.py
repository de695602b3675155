"""`scripts/demo.py` without a network: what it says, and that it takes nothing but the archive it knows."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.house.source import ROOT

sys.path.insert(0, str(ROOT / "scripts"))

import readme_answer


@pytest.fixture
def demo() -> ModuleType:
    spec = importlib.util.spec_from_file_location("demo_of_the_house", ROOT / "scripts" / "demo.py")
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def _one_registry() -> list[str]:
    return ["https://registry.example/simple"]


def _no_network(_url: str) -> bytes:
    raise OSError("Network is unreachable")


def test_without_a_network_it_says_so(demo: ModuleType, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(demo, "index_urls", _one_registry)
    monkeypatch.setattr(demo, "fetch", _no_network)
    with pytest.raises(
        SystemExit, match=r"could not be fetched .*Network is unreachable.*is there a network\?"
    ):
        demo.download()


def test_another_archive_of_that_name_is_not_taken(demo: ModuleType, monkeypatch: pytest.MonkeyPatch):
    page = b'<a href="../flask-3.1.2.tar.gz#sha256=0">flask-3.1.2.tar.gz</a>'

    def fetch(url: str) -> bytes:
        return page if url.endswith("/") else b"another archive"

    monkeypatch.setattr(demo, "index_urls", _one_registry)
    monkeypatch.setattr(demo, "fetch", fetch)
    with pytest.raises(SystemExit, match="another hash"):
        demo.download()


def test_a_citation_with_other_bytes_ends_it(demo: ModuleType, monkeypatch: pytest.MonkeyPatch):
    ref = b'{"content_sha256": "0", "start_byte": 0}'
    said = {
        "ask": b'{"id": 0, "ms": 1, "envelope": {"citations": [' + ref + b"]}}\n",
        "range": b'{"range": {"text": "something else"}}\n',
    }

    def helix(*words: str, **_: object) -> tuple[float, bytes]:
        return 0.0, said[words[0]]

    monkeypatch.setattr(demo, "helix", helix)
    with pytest.raises(SystemExit, match="not what was cited"):
        demo.check_citations(ROOT, ("a question",))


def test_an_answer_that_nothing_was_found_does_not_end_it(
    demo: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    (tmp_path / "bell.py").write_text("def ring():\n    return 1\n", encoding="utf-8")
    monkeypatch.setattr(demo, "CACHE", tmp_path)
    _, said = demo.helix("ask", "does it support LDAP?", "--root", str(tmp_path), capture=True)
    assert b"LDAP" in said
    with pytest.raises(SystemExit, match="ended with"):
        demo.helix("index", "--root", str(tmp_path / "nowhere"), capture=True)


@pytest.mark.drive
@pytest.mark.timeout(900)
def test_the_whole_demo_shows_three_answers_and_says_what_to_try_next():
    """Fetches the project of the demo from the package registry."""
    done = subprocess.run(
        [sys.executable, "scripts/demo.py"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("### helix-lsp ask ") == 3
    assert done.stdout.count("Next: make ask ") == 1


def test_the_readme_has_a_question_that_can_be_asked_again():
    page = readme_answer.README.read_text(encoding="utf-8")
    found = readme_answer.BLOCK.search(page)
    assert found is not None
    assert found[3].rstrip().endswith(")")
    assert len(readme_answer.FIRST.findall(page)) == 1


@pytest.mark.drive
@pytest.mark.timeout(400)
def test_the_answer_of_the_readme_is_the_one_of_today():
    """Fetches the project of the demo from the package registry."""
    command = [sys.executable, "scripts/readme_answer.py"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
