"""Options of the session floor: how long the outside world may take, and how much of it is believed."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.config.option import option


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionConfig:
    """Time limits and caps for what stands outside the process."""

    git_seconds: float = option(
        20.0,
        "A git command that takes longer is stopped and the folder walk takes over.",
        unit="seconds",
        low=0.1,
        high=600.0,
        repository="lower",
        source="measured: 0.25 s for 78,311 files warm; the rest is room for a cold disk",
    )
    git_bytes: int = option(
        400_000_000,
        "A git command that prints more is stopped, and its answer is none.",
        unit="bytes",
        low=1_000_000,
        high=4_000_000_000,
        repository="lower",
        source="the names of 1,000,000 files of 100 bytes are 100 MB; chosen by hand",
    )
    parse_seconds: float = option(
        20.0,
        "A file whose extraction in a worker takes longer is left out, with this as the reason.",
        unit="seconds",
        low=0.5,
        high=600.0,
        repository="lower",
        source="a 1 MB file parses in under 0.5 s; forty times that is a hang",
    )
    racy_seconds: float = option(
        2.0,
        "A file touched this shortly before the last scan is read again although its size and time are the same.",
        unit="seconds",
        low=0.0,
        high=60.0,
        repository="raise",
        source="git, Documentation/technical/racy-git; two seconds chosen by hand",
    )
    follow_seconds: float = option(
        10.0,
        "How long a reader waits for the first generation of an index that another process is building.",
        unit="seconds",
        low=0.0,
        high=600.0,
        repository="lower",
        source="two windows share one index, which one of them writes; chosen by hand",
    )
    read_max_bytes: int = option(
        64_000_000,
        "Larger files are not read to cite from, either.",
        unit="bytes",
        low=1_000,
        high=1_000_000_000,
        repository="lower",
        source="as much as one message may hold (`serve.max_message_bytes`)",
    )
    first_files_ms: int = option(
        10_000,
        "A question to a server that has no index of the folder yet waits at most this long for its first files.",
        unit="milliseconds", low=0, high=600_000,
        repository="lower",
        source="chosen by hand: an index of 500 files takes two seconds, and what is indexed by then is answered from",
    )  # fmt: skip
    settle_ms: int = option(
        2_000,
        "A question to a server whose index is just being brought up to the disk waits at most this long for that.",
        unit="milliseconds", low=0, high=600_000,
        repository="lower",
        source="chosen by hand: a look at 12,000 files takes half a second, 500 changed ones a second more; then a provisional answer is better",
    )  # fmt: skip
    batch_bytes: int = option(
        48_000_000,
        "A commit is made early when the facts waiting for it are larger.",
        unit="bytes",
        low=100_000,
        high=1_000_000_000,
        repository="lower",
        source="bounds memory: 500 files of 1 MB would hold 5 GB of facts",
    )
    ignore_max_bytes: int = option(
        262_144,
        "Rules beyond this in one ignore file are not applied, with a problem.",
        unit="bytes",
        low=100,
        high=1_000_000,
        scope="user",
        source="bounds what an ignore file can cost for each name; a tenth of it is the largest that was met",
    )
    ignore_steps: int = option(
        10_000_000,
        "Steps of reading ignore rules and matching names with them in one look at a folder; rules with stars end there, with a problem.",
        unit="steps",
        low=1_000,
        high=100_000_000,
        source="measured: a step is at most 0.3 us; 100,000 new files under 30 such rules take 3,000,000",
        scope="user",
    )
    memory_seconds: int = option(
        1_800,
        "How long a clarification and what was picked are remembered.",
        unit="seconds",
        low=60,
        high=86_400,
        repository="lower",
        source="casimirbot's SESSION_TTL_MS, not measured",
    )
    memory_sessions: int = option(
        200, "Sessions remembered; the one unseen longest goes first.",
        unit="sessions", low=1, high=10_000, repository="lower", source="chosen by hand, not measured"
    )
    memory_choices: int = option(
        12, "Picked options remembered in one session.",
        unit="options", low=0, high=100, repository="lower", source="casimirbot's SESSION_MAX_SLOTS, not measured"
    )
    telemetry: bool = option(
        True,
        "Count how answers ended, on this machine only; nothing is ever sent.",
        source="docs/reference/ladder.md, S0-33: rates that a person can look at; counts without words",
        scope="user",
    )
    python_names: int = option(
        60,
        "Names in Python files whose meaning one question may have inferred (by jedi, which reads indexed files and runs none); 0 for none.",
        unit="names",
        low=0,
        high=10_000,
        repository="lower", source="chosen by hand: an answer prints at most a few calls; about 10 ms each after the first",
    )
    python_names_seconds: float = option(
        10.0,
        "An inference of one name that loads another module after this is given up.",
        unit="seconds",
        low=0.1,
        high=120.0,
        repository="lower", source="the first one, which reads the types of the standard library, takes about 1 s; ten times that is a hang",
    )
    traces: int = option(
        20,
        "Latest questions whose trace is kept beside the index, for `helix-lsp trace`; 0 keeps none. They hold the words of the questions.",
        unit="questions",
        low=0,
        high=10_000,
        source="chosen by hand, as many as answer documents",
        scope="user",
    )
    telemetry_days: int = option(
        90, "Days of counts that are kept.", unit="days", low=1, high=3_650, source="chosen by hand, not measured", scope="user"
    )
