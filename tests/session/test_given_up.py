"""The folder of an index is deleted while a question is answered from it."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from helix_lsp.ask.question.question import Asker, Question
from helix_lsp.config import ModelConfig, SessionConfig
from helix_lsp.errors import Cancelled, GivenUp
from helix_lsp.session.answering import AskSession, answer
from helix_lsp.session.kept.memory import Memory
from helix_lsp.session.workspace import Workspace
from tests.support.workspace import open_in, settings_in

QUESTION = Question(text="what does run do?", asker=Asker(session_id="s", silent=True))


def made_anew(workspace: Workspace) -> None:
    shutil.rmtree(workspace.directory)
    workspace.refresh()


def test_a_question_is_asked_again_of_an_index_that_was_made_anew(tmp_path: Path, root: Path) -> None:
    with open_in(tmp_path, root) as workspace:
        workspace.refresh()
        lines: list[str] = []

        def told(line: str) -> None:
            lines.append(line)
            if len(lines) == 1:
                made_anew(workspace)

        view = workspace.view()
        asking = AskSession(memory=Memory(SessionConfig()))
        asked = answer(workspace, QUESTION, asking, view=view, events=told)
        assert len(lines) > 1
        assert {citation.path for citation in asked.envelope.citations} >= {"app.py"}


def test_a_question_is_not_answered_from_an_index_that_is_closed_for_good(tmp_path: Path, root: Path) -> None:
    with open_in(tmp_path, root) as workspace:
        workspace.refresh()
        view = workspace.view()
    with pytest.raises(GivenUp):
        answer(workspace, QUESTION, AskSession(memory=Memory(SessionConfig())), view=view)


class Written:
    """What the editor's model wrote: nothing that helps."""

    def done(self) -> bool:
        return True

    def result(self) -> object:
        return {"text": "`run` returns 1 [1].", "finishReason": "stop", "model": "m"}

    def give_up(self) -> None: ...


def test_a_model_is_not_called_again_for_an_index_that_was_made_anew(tmp_path: Path, root: Path) -> None:
    settings = settings_in(tmp_path)
    model = ModelConfig(provider="client", consent=True)
    settings = replace(settings, config=replace(settings.config, model=model))
    calls: list[Mapping[str, Any]] = []
    with Workspace.open(str(root), settings) as workspace:
        workspace.refresh()

        def complete(message: Mapping[str, object]) -> Written:
            calls.append(message)
            made_anew(workspace)
            return Written()

        planted: list[None] = []

        def check() -> None:
            if calls and not planted:
                planted.append(None)
                raise GivenUp("planted where the answer is verified")

        asking = AskSession(memory=Memory(SessionConfig()), complete=complete)
        with pytest.raises(GivenUp):
            answer(workspace, QUESTION, asking, check=check)
        assert len(calls) == 1


def test_a_model_is_not_called_over_what_is_read_of_an_index_that_is_made_anew(
    tmp_path: Path, root: Path
) -> None:
    settings = settings_in(tmp_path)
    model = ModelConfig(provider="client", consent=True)
    settings = replace(settings, config=replace(settings.config, model=model))
    calls: list[Mapping[str, Any]] = []

    def complete(message: Mapping[str, object]) -> Written:
        calls.append(message)
        return Written()

    with Workspace.open(str(root), settings) as workspace:
        workspace.refresh()
        lines: list[str] = []

        def stop(*_: object) -> None:
            raise Cancelled("planted before a file is read")

        def told(line: str) -> None:
            lines.append(line)
            if len(lines) == 1:
                shutil.rmtree(workspace.directory)
                with contextlib.suppress(Cancelled):
                    workspace.refresh(stop)

        asking = AskSession(memory=Memory(SessionConfig()), complete=complete)
        asked = answer(workspace, QUESTION, asking, events=told)
        assert workspace.view().freshness.provisional
        assert asked.envelope.mode == "provisional"
        assert calls == []
