"""`fleet build`, `ask --fleet` and `query --fleet` as a user runs them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import psutil
import pytest

from helix_lsp.session.kept.cache import index_name
from helix_lsp.session.kept.lock import holder
from tests.cli.run import Shell
from tests.support.repository import make_repository
from tests.support.schemas import check_contract

TREES = {
    "mill": "def grind_corn(stones):\n    '''Grinds the corn between two stones.'''\n    return stones * 2\n",
    "ferry": "def cross_river(boat):\n    '''Takes the boat over the river; the rope is pulled by hand.'''\n    return boat\n",
    "bell-tower": "def ring_bell(times):\n    '''Rings the great bell of the tower.'''\n    return times\n",
}


@pytest.fixture
def fleet(shell: Shell, tmp_path: Path) -> Path:
    """The fleet's file, with indexes built for all three."""
    text = ""
    for name, source in TREES.items():
        make_repository(
            tmp_path / "trees" / name,
            f"//- /src/work.py\n{source}//- /README.md\n# {name}\n\nShared words: harbour, crane.\n",
        )
        text += f'[repositories.{name}]\nroot = "trees/{name}"\n'
    (tmp_path / "fleet.toml").write_text(text)
    assert shell.run("fleet", "build", str(tmp_path / "fleet.toml"), "--workers", "1").code == 0
    return tmp_path / "fleet.toml"


def asked(shell: Shell, *words: str, code: int = 0) -> dict[str, object]:
    done = shell.run(*words, "--json")
    assert done.code == code, done.err
    return json.loads(done.text)


def test_a_question_goes_to_the_repository_that_has_its_words(shell: Shell, fleet: Path) -> None:
    for question, name in (("what does grind_corn do?", "mill"), ("what does cross_river do?", "ferry")):
        message = asked(shell, "ask", "--fleet", str(fleet), question)
        check_contract(message, "fleet-result.v1")
        assert message["repositories"]["looked_at"] == 3
        assert message["repositories"]["named"] is False
        assert message["results"][0]["repository"] == name
        citations = message["results"][0]["envelope"]["citations"]
        assert citations
        refs = [c["range_ref"] for c in citations]
        assert {ref["repository"] for ref in refs} == {name}


def test_every_hit_carries_its_repository(shell: Shell, fleet: Path) -> None:
    message = asked(shell, "query", "--fleet", str(fleet), "harbour crane")
    check_contract(message, "fleet-result.v1")
    assert {one["repository"] for one in message["results"]} == set(TREES)
    printed = shell.run("query", "--fleet", str(fleet), "harbour crane", "-k", "3").text
    assert {line.split()[1].partition("/")[0] for line in printed.splitlines()[:3]} == set(TREES)


def test_a_repository_is_named_in_the_question_or_by_a_flag(shell: Shell, fleet: Path) -> None:
    for words in (
        ("in ferry, what does the rope do?",),
        ("ferry: what does the rope do?",),
        ("what does the rope do in Ferry?",),
        ("what does the rope do?", "--in", "ferry"),
    ):
        message = asked(shell, "ask", "--fleet", str(fleet), *words)
        assert message["repositories"]["named"] is True
        assert message["repositories"]["asked"] == ["ferry"]
        assert message["question"] == "what does the rope do?"


def test_what_was_not_read_is_said(shell: Shell, fleet: Path, tmp_path: Path) -> None:
    make_repository(tmp_path / "trees" / "unbuilt", "//- /a.py\nx = 1\n")
    fleet.write_text(
        fleet.read_text()
        + '[repositories.gone]\nroot = "trees/gone"\n[repositories.unbuilt]\nroot = "trees/unbuilt"\n'
        '[repositories.aside]\nroot = "trees/aside"\ndefault = false\n'
    )
    (facts,) = (shell.cache / index_name(os.path.realpath(tmp_path / "trees" / "mill"))).glob(
        "facts-*.sqlite"
    )
    facts.write_bytes(b"no database" * 999)
    message = asked(shell, "ask", "--fleet", str(fleet), "what does cross_river do?")
    missed = {one["repository"]: one["reason"] for one in message["repositories"]["not_read"]}
    assert missed == {"gone": "not-usable", "unbuilt": "no-index", "mill": "unreadable"}
    assert message["results"][0]["repository"] == "ferry"
    shown = shell.run("fleet", "show", str(fleet), "--json")
    assert shown.code == 1
    assert {r["name"]: r["reason"] for r in json.loads(shown.text)["repositories"]}["aside"] == "not-usable"


def test_an_index_behind_its_files_is_not_answered_from_unseen(
    shell: Shell, fleet: Path, tmp_path: Path
) -> None:
    place = tmp_path / "trees" / "ferry" / "src" / "work.py"
    place.write_text("# moved down\n\n" + place.read_text())
    message = asked(shell, "ask", "--fleet", str(fleet), "--in", "ferry", "what does cross_river do?", code=1)
    assert [one["reason"] for one in message["repositories"]["not_read"]] == ["stale"]
    message = asked(
        shell,
        "ask",
        "--fleet",
        str(fleet),
        "--in",
        "ferry",
        "what does cross_river do?",
        "--stale-policy",
        "warn",
    )
    envelope = message["results"][0]["envelope"]
    data = place.read_bytes()
    for citation in envelope["citations"]:
        ref = citation["range_ref"]
        held = data if ref["path"] == "src/work.py" else (place.parent.parent / ref["path"]).read_bytes()
        assert sha256(held[ref["start_byte"] : ref["end_byte"]]).hexdigest() == ref["content_sha256"]
    assert envelope["index"]["fresh"] is False
    assert shell.run("fleet", "build", str(fleet), "--workers", "1").code == 0
    assert asked(shell, "ask", "--fleet", str(fleet), "--in", "ferry", "what does cross_river do?")["results"]


def test_a_batch_asks_many_repositories(shell: Shell, fleet: Path) -> None:
    lines = [
        {"id": 1, "question": "what does grind_corn do?"},
        {"id": 2, "question": "what does the rope do?", "repository": "ferry"},
        {"id": 3, "question": "x", "repository": "nobody"},
        {"id": 4, "question": "x", "root": "/"},
        {"id": 5, "question": ""},
    ]
    done = shell.run(
        "ask", "--fleet", str(fleet), "--jsonl", stdin="\n".join(map(json.dumps, lines)).encode()
    )
    replies = [json.loads(line) for line in done.text.splitlines()]
    assert [r["id"] for r in replies] == [1, 2, 3, 4, 5]
    assert [r["result"]["results"][0]["repository"] for r in replies[:2]] == ["mill", "ferry"]
    assert [r["error"]["code"] for r in replies[2:]] == ["usage"] * 3


def test_wrong_use(shell: Shell, fleet: Path, tmp_path: Path) -> None:
    for words in (
        ("ask", "--in", "mill", "what?"),
        ("ask", "--fleet", str(fleet), "--root", ".", "what?"),
        ("ask", "--fleet", str(tmp_path / "nowhere.toml"), "what?"),
        ("ask", "--fleet", str(fleet), "--in", "mil", "what?"),
        ("ask", "--fleet", str(fleet), ""),
        ("query", "--fleet", str(fleet), "--filter", "ext=.py", "what"),
        ("fleet", "build", str(fleet), "--workers", "0"),
        ("fleet", "build"),
    ):
        done = shell.run(*words, env={"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / "config")})
        assert (done.code, done.out) == (2, b""), words
        assert done.complaint


def test_the_same_question_gives_the_same_bytes(shell: Shell, fleet: Path) -> None:
    question = ("query", "--fleet", str(fleet), "--json", "harbour crane bell")
    first, second = shell.run(*question).out, shell.run(*question, env={"PYTHONHASHSEED": "7"}).out
    assert first == second


def test_ctrl_c_ends_the_build_and_all_its_processes(shell: Shell, tmp_path: Path) -> None:
    text = ""
    for name in ("one", "two", "three"):
        make_repository(
            tmp_path / name, "".join(f"//- /{n}.py\ndef {name}_{n}():\n    return {n}\n" for n in range(150))
        )
        text += f'[repositories.{name}]\nroot = "{name}"\n'
    (tmp_path / "fleet.toml").write_text(text)
    process = subprocess.Popen(
        [sys.executable, "-m", "helix_lsp", "fleet", "build", str(tmp_path / "fleet.toml"), "--workers", "2"],
        cwd=tmp_path,
        env=shell.environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    directories = [
        str(shell.cache / index_name(os.path.realpath(tmp_path / name))) for name in ("one", "two", "three")
    ]
    while process.poll() is None and not any(holder(d).pid for d in directories):
        pass
    children = psutil.Process(process.pid).children(recursive=True)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=120)
    assert process.returncode == 130
    assert b"Traceback" not in err
    psutil.wait_procs(children, timeout=60)
    assert [child for child in children if child.is_running()] == []
    assert shell.run("fleet", "build", str(tmp_path / "fleet.toml"), "--workers", "1").code == 0
