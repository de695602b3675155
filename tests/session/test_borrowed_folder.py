"""The folder that git is given for one call, where the system lets nobody open it again."""

from __future__ import annotations

import os
from typing import Any

import pytest

from helix_lsp.session.git.git import _borrowing


def test_a_folder_that_may_not_be_opened_again_ends_nothing(monkeypatch: pytest.MonkeyPatch):
    def refused(*_said: Any, **_more: Any) -> int:
        raise PermissionError(13, "no")

    with _borrowing(None, "") as folder:
        assert os.path.isdir(folder)
        monkeypatch.setattr(os, "open", refused)
        monkeypatch.setattr(os, "scandir", refused)
    monkeypatch.undo()
