"""Options of the session floor: how long a question waits for the outside world, and what is kept of it."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.config.option import option
from helix_lsp.tuning.session import SessionTuning


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionConfig(SessionTuning):
    """Read by `helix_lsp.session`."""

    git_seconds: float = option(
        20.0,
        "A git command that takes longer is stopped and the folder walk takes over.",
        unit="seconds",
        low=0.1,
        high=600.0,
        repository="lower",
        source="measured: 0.25 s for 78,311 files warm; the rest is room for a cold disk",
        named="index.git_seconds",
    )
    first_files_ms: int = option(
        10_000,
        "A question to a server that has no index of the folder yet waits at most this long for its first files.",
        unit="milliseconds",
        low=0,
        high=600_000,
        repository="lower",
        source="chosen by hand: an index of 500 files takes two seconds, and what is indexed by then is answered from",
        named="ask.first_files_ms",
    )
    settle_ms: int = option(
        2_000,
        "A question to a server whose index is just being brought up to the disk waits at most this long for that.",
        unit="milliseconds",
        low=0,
        high=600_000,
        repository="lower",
        source="chosen by hand: a look at 12,000 files takes half a second, 500 changed ones a second more; then a provisional answer is better",
        named="ask.settle_ms",
    )
    telemetry: bool = option(
        True,
        "Count how answers ended, on this machine only; nothing is ever sent.",
        source="docs/reference/ladder.md, S0-33: rates that a person can look at; counts without words",
        scope="user",
        named="privacy.telemetry",
    )
    python_names: int = option(
        60,
        "Names in Python files whose meaning one question may have inferred (by jedi, which reads indexed files and runs none); 0 for none.",
        unit="names",
        low=0,
        high=10_000,
        repository="lower",
        source="chosen by hand: an answer prints at most a few calls; about 10 ms each after the first",
        named="ask.python_names",
    )
    traces: int = option(
        20,
        "Latest questions whose trace is kept beside the index, for `helix-lsp trace`; 0 keeps none. They hold the words of the questions.",
        unit="questions",
        low=0,
        high=10_000,
        source="chosen by hand, as many as answer documents",
        scope="user",
        named="privacy.traces",
    )
