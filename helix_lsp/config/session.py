"""Options of the session floor: how long a question waits for the outside world, and what is kept of it."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.config.option import option
from helix_lsp.tuning.session import SessionTuning


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionConfig(SessionTuning):
    """Read by `helix_lsp.session`."""

    git_seconds: float = option(20.0, low=0.1, high=600.0, repository="lower", named="index.git_seconds")
    first_files_ms: int = option(10_000, low=0, high=600_000, repository="lower", named="ask.first_files_ms")
    settle_ms: int = option(2_000, low=0, high=600_000, repository="lower", named="ask.settle_ms")
    telemetry: bool = option(True, scope="user", named="privacy.telemetry")
    python_names: int = option(60, low=0, high=10_000, repository="lower", named="ask.python_names")
    traces: int = option(20, low=0, high=10_000, scope="user", named="privacy.traces")
