"""Options of the language server, of a session and of the command line."""

from __future__ import annotations

from helix_lsp.config.option import option
from helix_lsp.tuning.record import record
from helix_lsp.tuning.server import CliTuning, ServeTuning, SessionTuning


@record
class ServeConfig(ServeTuning):
    """Bounds of one connection. None of them is read from a repository: a client and its user own the
    connection.
    """

    companion: bool = option(True, scope="user")
    slow_workers: int = option(4, low=1, high=64, scope="user")
    diagnose_debounce_ms: int = option(50, low=0, high=60_000, scope="user")
    rescan_ms: int = option(10_000, low=100, high=3_600_000, scope="user")


# Options of the session floor: how long a question waits for the outside world, and what is kept of it.


@record
class SessionConfig(SessionTuning):
    """Read by `helix_lsp.session`."""

    git_seconds: float = option(20.0, low=0.1, high=600.0, repository="lower", named="index.git_seconds")
    first_files_ms: int = option(10_000, low=0, high=600_000, repository="lower", named="ask.first_files_ms")
    settle_ms: int = option(2_000, low=0, high=600_000, repository="lower", named="ask.settle_ms")
    telemetry: bool = option(True, scope="user", named="privacy.telemetry")
    python_names: int = option(60, low=0, high=10_000, repository="lower", named="ask.python_names")
    traces: int = option(20, low=0, high=10_000, scope="user", named="privacy.traces")


# Options of the command line.


@record
class CliConfig(CliTuning):
    """Read by the batch mode and by `resident`."""

    batch_roots: int = option(8, low=1, high=200, scope="user")
    resident_start: bool = option(False, scope="user")
    resident_idle_seconds: float = option(1_800.0, low=1.0, high=604_800.0, scope="user")
