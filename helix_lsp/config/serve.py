"""Options of the language server: framing, workers, stopping, watching."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.config.option import option


@dataclass(frozen=True, slots=True, kw_only=True)
class ServeConfig:
    """Bounds of one connection. None of them is read from a repository: a client and its user own the connection."""

    max_message_bytes: int = option(
        64_000_000,
        "A longer incoming message is refused and the stream is searched for the next header.",
        unit="bytes",
        low=1_000,
        high=1_000_000_000,
        scope="user",
        source="a hostile input may cost no more than this",
    )
    max_header_bytes: int = option(
        8_192,
        "Without a blank line within this, the stream is searched for the next header.",
        unit="bytes",
        low=64,
        high=1_000_000,
        scope="user",
        source="the longest header pair of a known client is under 100 bytes",
    )
    max_json_depth: int = option(
        200,
        "Arrays and objects nested deeper than this are refused.",
        unit="levels",
        low=8,
        high=900,
        scope="user",
        source="a hostile input may cost no more than this",
    )
    inbox_messages: int = option(
        1_000,
        "Messages read ahead of the loop; then the reader waits for it.",
        unit="messages",
        low=1,
        high=1_000_000,
        scope="user",
        source="bounds memory when a client floods; one turn of the loop takes well under a millisecond",
    )
    quick_workers: int = option(
        2,
        "Threads for what an editor waits for while it draws (hover, definition).",
        unit="threads",
        low=1,
        high=64,
        scope="user",
        source="a hover never queues behind a question",
    )
    companion: bool = option(
        True,
        "Index and answer questions in a second process, so that a hover waits for neither. Without it everything is in one.",
        scope="user",
        source="measured: threads of one interpreter take turns, and a hover beside four questions and an index had a sixth of it",
    )
    slow_workers: int = option(
        4,
        "Threads for questions.",
        unit="threads",
        low=1,
        high=64,
        scope="user",
        source="questions take turns; more threads make each slower",
    )
    give_way_ms: int = option(
        25,
        "How long a question or the indexing waits between two of its steps while something that an editor waits for is being answered.",
        unit="milliseconds",
        low=0,
        high=1_000,
        scope="user",
        source="chosen by hand, not measured; a wait is never longer than the work before it, so nothing takes more than twice its time",
    )
    max_waiting: int = option(
        20_000,
        "Requests waiting for a thread; further ones are refused at once.",
        unit="requests",
        low=1,
        high=100_000,
        scope="user",
        source="chosen by hand, not measured: bounds memory at some 20 MB; a client that sends thousands at once is answered all the same",
    )
    switch_interval_us: int = option(
        250,
        "How long one thread may keep the interpreter while another waits.",
        unit="microseconds",
        low=100,
        high=50_000,
        scope="user",
        source="a message crosses four threads, each hop may wait this long; G7, 120 s, against 1,000: hover p99 74 for 107 ms, edit 7.8 for 11.2",
    )
    backlog_bytes: int = option(
        16_000_000,
        "Bytes the client has not read yet; above this, progress and log messages are dropped.",
        unit="bytes",
        low=10_000,
        high=1_000_000_000,
        scope="user",
        source="a client that does not read must not fill the memory",
    )
    turn_warning_ms: int = option(
        100,
        "A turn of the loop longer than this is logged.",
        unit="milliseconds",
        low=10,
        high=10_000,
        scope="user",
        source="the figure of rust-analyzer",
    )
    stop_grace_ms: int = option(
        600,
        "After a reason to stop, what is still running has this long before the process ends.",
        unit="milliseconds",
        low=50,
        high=5_000,
        scope="user",
        source="gone within a second",
    )
    parent_poll_ms: int = option(
        2_000,
        "How often it is looked whether the editor's process still lives.",
        unit="milliseconds",
        low=100,
        high=60_000,
        scope="user",
        source="gone within 5 s of the parent's death",
    )
    watch_debounce_ms: int = option(
        300,
        "Quiet time after a change on disk before the index is refreshed.",
        unit="milliseconds",
        low=0,
        high=60_000,
        scope="user",
        source="VS Code sends up to 500 change events every 200 ms",
    )
    diagnose_debounce_ms: int = option(
        50,
        "Quiet time after an edit before documents that may mention what changed are checked again.",
        unit="milliseconds",
        low=0,
        high=60_000,
        scope="user",
        source="300 ms from an edit to the diagnostics, this wait included (bench/drift_edits.py)",
    )
    progress_every_ms: int = option(
        100,
        "Least time between two progress reports of one piece of work.",
        unit="milliseconds",
        low=0,
        high=10_000,
        scope="user",
        source="faster than this no one reads",
    )
    progress_after_ms: int = option(
        500,
        "A refresh that follows a change shows progress only when it takes longer than this.",
        unit="milliseconds",
        low=0,
        high=60_000,
        scope="user",
        source="a progress popup at each save disturbs; the first indexing shows it at once",
    )
    rescan_ms: int = option(
        10_000,
        "How often the disk is looked at unasked when the client does not watch it; less often where a look takes long.",
        unit="milliseconds",
        low=100,
        high=3_600_000,
        scope="user",
        source="chosen by hand, not measured",
    )
    rescan_watched_ms: int = option(
        60_000,
        "The same for a client that watches: its events get lost in floods.",
        unit="milliseconds",
        low=100,
        high=3_600_000,
        scope="user",
        source="chosen by hand, not measured",
    )
    rescan_share: int = option(
        300,
        "Looking unasked takes at most one part in so many of the time.",
        low=1,
        high=100_000,
        scope="user",
        source="an idle server takes at most 0.5 % of a core (bench/reliability.py G26)",
    )
