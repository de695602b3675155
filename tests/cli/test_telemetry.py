"""`helix-lsp status --telemetry`: counts and rates for a person and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import helix_lsp
from helix_lsp.config import SessionConfig
from helix_lsp.session.kept.telemetry import Telemetry
from tests.cli.run import Shell
from tests.support.schemas import check

SCHEMA = json.loads(
    (Path(helix_lsp.__file__).parent / "wire" / "schema" / "telemetry.v1.schema.json").read_text(
        encoding="utf-8"
    )
)


def test_status_telemetry_as_text_and_as_json(shell: Shell):
    assert shell.run("index").code == 0
    directory = json.loads(shell.run("status", "--json").out)["index_directory"]
    Telemetry(directory, SessionConfig()).clear()
    empty = shell.run("status", "--telemetry")
    assert (empty.code, empty.text) == (0, "counted      nothing counted yet, on this machine only\n")
    counts = Telemetry(directory, SessionConfig(), lambda: "2026-11-20")
    for names in (["grounded"], ["clarify"], ["grounded", "clarify_resolved"], ["no_evidence"]):
        counts.count("questions", *names)
    assert shell.run("status", "--telemetry").text == (
        "counted      2026-11-20 to 2026-11-20, on this machine only\n"
        "questions              4\n"
        "grounded               2\n"
        "clarify                1\n"
        "clarify_resolved       1\n"
        "no_evidence            1\n"
        "grounded_rate          50.0%\n"
        "hypothesis_rate        0.0%\n"
        "clarify_rate           25.0%\n"
        "clarify_resolved_rate  100.0%\n"
        "no_evidence_rate       25.0%\n"
    )
    sent = json.loads(shell.run("status", "--telemetry", "--json").out)
    check(sent, SCHEMA)
    assert sent["rates"]["grounded_rate"] == 0.5
    assert sent["rates"]["model_failure_rate"] is None


def test_counts_survive_a_rebuilt_index(shell: Shell):
    assert shell.run("index").code == 0
    directory = json.loads(shell.run("status", "--json").out)["index_directory"]
    before = Telemetry(directory, SessionConfig())
    before.count("questions", "grounded")
    told = before.report().totals
    assert shell.run("index", "--full").code == 0
    assert Telemetry(directory, SessionConfig()).report().totals == told


def test_the_user_can_switch_it_off_and_sees_that(shell: Shell):
    off = shell.run("status", "--telemetry", env={"HELIX_ASK_SESSION_TELEMETRY": "off"})
    assert "(off: privacy.telemetry)" in off.text
