"""What a document says otherwise than the code: which sentences are told, what they depend on, and what is put in."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from helix_lsp.align.drift.find import Finding
from helix_lsp.align.drift.history import NoHistory
from helix_lsp.align.drift.say import DriftReport
from helix_lsp.align.drift.world import build_world
from helix_lsp.ide.drift_look import drift, renames
from helix_lsp.ide.drift_state import contradictions, replacement
from helix_lsp.verify.facts.value import Value, code_value
from tests.support.drift_rules import as_ids
from tests.support.workspace import open_in

CODE = """MAX_RETRIES = 5
NAME = "tower"


class Base:
    pass


class Client(Base):
    def connect(self, timeout=30, verify=True):
        return timeout
"""


def report(tmp_path: Path, text: str, path: str = "docs/guide.md", ignore: str = "") -> DriftReport:
    root = tmp_path / "tree"
    shutil.rmtree(root, ignore_errors=True)
    for name, content in (("net.py", CODE), (path, text)):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(content)
    with open_in(tmp_path, root) as workspace:
        workspace.refresh()
        view = workspace.view()
        config = replace(view.config, drift=replace(view.config.drift, ignore=(ignore,) if ignore else ()))
        return drift(replace(view, config=config), NoHistory())


def told(found: DriftReport) -> list[tuple[str, str]]:
    return [
        (f.reference.text, as_ids(f.judged.reasons[0])) for f in found.findings if f.reference.kind == "claim"
    ]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("The constant `MAX_RETRIES` is 7.", [("7", "contradicted-value MAX_RETRIES 5 7 net.py 0 15")]),
        ("The constant `MAX_RETRIES` is 5.", []),
        (
            "The `timeout` of `Client.connect` defaults to 10.",
            [("10", "contradicted default Client.connect.timeout 30 10 net.py 80 132")],
        ),
        (
            "`Client` inherits from `Session`.",
            [("Session", "contradicted base Client Base Session net.py 56 80")],
        ),
        ("`Client` inherits from `Base`.", []),
        ("The constant `OTHER` is 7.", []),
        ("In an example, `retries = 7` is set.", []),
    ],
)
def test_only_what_the_code_denies_is_told(tmp_path: Path, sentence: str, expected: list[tuple[str, str]]):
    assert told(report(tmp_path, f"# Guide\n\n{sentence}\n")) == expected


def test_settings_markers_and_records_of_the_past_leave_it_alone(tmp_path: Path):
    sentence = "The constant `MAX_RETRIES` is 7."
    assert told(report(tmp_path, f"{sentence} <!-- helix-drift: ignore -->\n")) == []
    assert told(report(tmp_path, f"{sentence} <!-- helix-drift: ignore[contradicted-value] -->\n")) == []
    assert told(report(tmp_path, f"{sentence} <!-- helix-drift: ignore[name-gone] -->\n")) != []
    assert told(report(tmp_path, f"{sentence}\n", ignore="contradicted-value")) == []
    assert told(report(tmp_path, f"# 1.0\n\n{sentence}\n", path="CHANGELOG.md")) == []


def test_the_place_in_the_code_and_the_value_that_is_put_in(tmp_path: Path):
    found: list[Finding] = list(report(tmp_path, "# Bell\n\nThe constant `MAX_RETRIES` is `7`.\n").findings)
    [one] = found
    facts = dict(one.judged.reasons[0].facts)
    assert (facts["path"], CODE[int(facts["start"]) : int(facts["end"])]) == ("net.py", "MAX_RETRIES = 5")
    data = b"# Bell\n\nThe constant `MAX_RETRIES` is `7`.\n"
    [fix] = renames(one, data)
    [change] = fix.changes
    put = data[: change.span.start] + change.text.encode() + data[change.span.end :]
    assert put == b"# Bell\n\nThe constant `MAX_RETRIES` is `5`.\n"
    assert not fix.certain


def value(code: str) -> Value:
    found = code_value(code)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("written", "said", "real", "expected"),
    [
        ("7", "7", "5", "5"),
        ("`7`", "7", "0.5", "`0.5`"),
        ("True", "True", "False", "False"),
        ("`true`", "true", "False", "`false`"),
        ('"red"', '"red"', "'blue'", '"blue"'),
        ("7", "7", "True", ""),
        ("7", "7", "1 / 3", ""),
        ("0", "0", "5", ""),
    ],
)
def test_what_is_put_in_keeps_quotes_and_case(written: str, said: str, real: str, expected: str):
    made = code_value(real)
    assert (replacement(written, value(said), made) if made is not None else "") == expected


def test_a_comment_is_told_with_its_value_put_in(tmp_path: Path):
    code = "class Kiln {\n  /// <summary>The default is <c>7</c>.</summary>\n  public int Tries { get; set; } = 5;\n}\n"
    [one] = report(tmp_path, code, path="kiln.cs").findings
    assert (one.line, one.reference.text, one.judged.suggestions) == (2, "7", ("5",))
    assert as_ids(one.judged.reasons[0]).startswith("contradicted")
    marked = code.replace("</summary>", "</summary> helix-drift: ignore")
    assert report(tmp_path, marked, path="kiln.cs").findings == ()


def test_a_comment_depends_on_the_names_that_it_stands_at(tmp_path: Path):
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree/kiln.py").write_text("OTHER = 1\nclass Kiln:\n    #: Defaults to 7.\n    tries = 5\n")
    with open_in(tmp_path, tmp_path / "tree") as workspace:
        workspace.refresh()
        view = workspace.view()
        world = build_world(view.snapshot, view.texts, view.config.drift)
        found = contradictions("kiln.py", world, NoHistory(), lambda: None)
    assert (found.names, len(found.findings)) == ({"tries"}, 1)
