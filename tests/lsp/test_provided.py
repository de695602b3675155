"""What a client switches off is not announced, and nothing else is missed (`provide` of the initialization
options).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from helix_lsp.lsp.capabilities import SWITCHES, TRIGGERS
from helix_lsp.lsp.server import ServeOptions
from helix_lsp.lsp.service.workspace_service import OpenTexts
from tests.lsp.test_features import ROOT, finish
from tests.support.fake_backend import FakeBackend
from tests.support.raw_client import Inside

LITERALS: dict[str, Any] = {
    "textDocument": {"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}}
}


def offered(options: dict[str, Any] | None) -> tuple[dict[str, Any], list[str]]:
    """(capabilities, what was logged of the handshake)."""
    client = Inside(ServeOptions(open_service=FakeBackend))
    can = client.initialize(folders=(ROOT,), capabilities=LITERALS, options=options)["capabilities"]
    client.result("helix/status")
    every = [note["message"] for note in client.notes("window/logMessage")]
    logged = [line for line in every if "initialize" in line]
    finish(client)
    return can, logged


def test_each_switch_takes_one_capability_away_and_no_other():
    whole, _ = offered(None)
    for name in SWITCHES:
        less, logged = offered({"provide": {name: False}})
        if name == TRIGGERS:
            assert less.pop("completionProvider").get("triggerCharacters") is None
            assert {**whole, "completionProvider": 0} == {**less, "completionProvider": 0}
        else:
            assert set(whole) - set(less) == {f"{name}Provider"}
        assert logged == []


def test_what_is_on_or_not_said_stays():
    whole, _ = offered(None)
    several: tuple[dict[str, Any], ...] = (
        {},
        {"provide": {}},
        {"provide": {"rename": True}},
        {"provide": None},
        {"provide": [1]},
    )
    for options in several:
        assert offered(options)[0] == whole


def test_an_unknown_switch_is_named_in_the_log_and_harms_nothing():
    can, logged = offered({"provide": {"renames": False, "documentLink": False}})
    assert "documentLinkProvider" not in can
    assert len(logged) == 1
    assert "renames" in logged[0]


class Keeping(FakeBackend):
    """Keeps the settings that it is opened with."""

    given: ClassVar[list[Mapping[str, Any]]] = []

    def __init__(self, path: str, settings: Mapping[str, Any], texts: OpenTexts) -> None:
        super().__init__(path, settings, texts)
        self.given.append(settings)


def test_it_is_no_setting():
    client = Inside(ServeOptions(open_service=Keeping))
    own = {"helixAsk": {"hover": {"usages": 2}}}
    client.initialize(folders=(ROOT,), options={"provide": {"rename": False}, **own})
    client.result("helix/status")
    assert Keeping.given == [own]
    finish(client)
