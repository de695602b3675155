"""Tuning of the session floor: how long the outside world may take, and how much of it is believed."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.tuning.tuned import tuned


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionTuning:
    """Time limits and caps for what is outside the process."""

    git_bytes: int = tuned(
        400_000_000,
        "A git command that prints more is stopped, and its answer is none.",
        unit="bytes",
        source="the names of 1,000,000 files of 100 bytes are 100 MB; chosen by hand",
    )
    parse_seconds: float = tuned(
        20.0,
        "A file whose extraction in a worker takes longer is left out, with this as the reason.",
        unit="seconds",
        source="a 1 MB file parses in under 0.5 s; forty times that is a hang",
    )
    racy_seconds: float = tuned(
        2.0,
        "A file touched this shortly before the last scan is read again although its size and time are the same.",
        unit="seconds",
        source="git, Documentation/technical/racy-git; two seconds chosen by hand",
    )
    follow_seconds: float = tuned(
        10.0,
        "How long a reader waits for the first generation of an index that another process is building.",
        unit="seconds",
        source="two windows share one index, which one of them writes; chosen by hand",
    )
    read_max_bytes: int = tuned(
        64_000_000,
        "Larger files are not read to cite from, either.",
        unit="bytes",
        source="as much as one message may hold (`serve.max_message_bytes`)",
    )
    batch_bytes: int = tuned(
        48_000_000,
        "A commit is made early when the facts waiting for it are larger.",
        unit="bytes",
        source="bounds memory: 500 files of 1 MB would hold 5 GB of facts",
    )
    restamped_files: int = tuned(
        20_000,
        "A commit is made when as many files wait in it of which only the time changed.",
        unit="files",
        source="a commit copies the map of all paths: 100,000 files in commits of 500 took 40 s, most of it the copies",
    )
    ignore_max_bytes: int = tuned(
        262_144,
        "Rules beyond this in one ignore file are not applied, with a problem.",
        unit="bytes",
        source="bounds what an ignore file can cost for each name; a tenth of it is the largest that was met",
    )
    ignore_steps: int = tuned(
        10_000_000,
        "Steps of reading ignore rules and matching names with them in one look at a folder; rules with stars end there, with a problem.",
        unit="steps",
        source="measured: a step is at most 0.3 us; 100,000 new files under 30 such rules take 3,000,000",
    )
    memory_seconds: int = tuned(
        1_800,
        "How long a clarification and what was picked are remembered.",
        unit="seconds",
        source="casimirbot's SESSION_TTL_MS, not measured",
    )
    memory_sessions: int = tuned(
        200,
        "Sessions remembered; the one unseen longest goes first.",
        unit="sessions",
        source="chosen by hand, not measured",
    )
    memory_choices: int = tuned(
        12,
        "Picked options remembered in one session.",
        unit="options",
        source="casimirbot's SESSION_MAX_SLOTS, not measured",
    )
    python_names_seconds: float = tuned(
        10.0,
        "An inference of one name that loads another module after this is given up.",
        unit="seconds",
        source="the first one, which reads the types of the standard library, takes about 1 s; ten times that is a hang",
    )
    telemetry_days: int = tuned(
        90, "Days of counts that are kept.", unit="days", source="chosen by hand, not measured"
    )
