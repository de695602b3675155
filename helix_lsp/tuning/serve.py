"""Tuning of the language server: framing, workers, stopping, watching."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.tuning.tuned import tuned


@dataclass(frozen=True, slots=True, kw_only=True)
class ServeTuning:
    """Bounds of one connection."""

    max_message_bytes: int = tuned(
        64_000_000,
        "A longer incoming message is refused and the stream is searched for the next header.",
        unit="bytes",
        source="a header that claims 10 GB made pygls reserve as much (measured); the cap is chosen by hand",
    )
    max_header_bytes: int = tuned(
        8_192,
        "Without a blank line within this, the stream is searched for the next header.",
        unit="bytes",
        source="the longest header pair of a known client is under 100 bytes",
    )
    max_json_depth: int = tuned(
        200,
        "Arrays and objects nested deeper than this are refused.",
        unit="levels",
        source="bounds the stack; chosen by hand, not measured",
    )
    inbox_messages: int = tuned(
        1_000,
        "Messages read ahead of the loop; then the reader waits for it.",
        unit="messages",
        source="bounds memory when a client floods; one turn of the loop takes well under a millisecond",
    )
    quick_workers: int = tuned(
        2,
        "Threads for what an editor waits for while it draws (hover, definition).",
        unit="threads",
        source="a hover never queues behind a question (bench/reliability.py, G7)",
    )
    place_workers: int = tuned(
        2,
        "Threads for what a person asked for with a key and waits for: references, mentions, rename.",
        unit="threads",
        source="chosen by hand; references to names of flask beside the checks that follow an edit took 81 to 158 ms (median) on the threads of "
        "questions, on their own 6 to 7 ms",
    )
    quiet_ms: int = tuned(
        1_000,
        "Nobody has typed or saved for this long before documents that are not open are checked again.",
        unit="milliseconds",
        source="chosen by hand; one edit makes 8 to 66 documents of flask due, 0.9 to 3 s of a processor that the editor and its other servers "
        "need at that moment",
    )
    give_way_ms: int = tuned(
        25,
        "How long a question or the indexing waits between two of its steps while something that an editor waits for is being answered.",
        unit="milliseconds",
        source="chosen by hand, not measured; a wait is never longer than the work before it, so nothing takes more than twice its time",
    )
    max_waiting: int = tuned(
        20_000,
        "Requests waiting for a thread; further ones are refused at once.",
        unit="requests",
        source="chosen by hand, not measured: bounds memory at some 20 MB; a client that sends thousands at once is answered all the same",
    )
    switch_interval_us: int = tuned(
        250,
        "How long one thread may keep the interpreter while another waits.",
        unit="microseconds",
        source="a message crosses four threads, each hop may wait this long; against 1,000 (bench/reliability.py, G7): hover p99 74 for 107 ms, "
        "edit 7.8 for 11.2",
    )
    backlog_bytes: int = tuned(
        16_000_000,
        "Bytes the client has not read yet; above this, progress and log messages are dropped.",
        unit="bytes",
        source="a client that stops reading must not cost memory without end; chosen by hand",
    )
    turn_warning_ms: int = tuned(
        100,
        "A turn of the loop longer than this is logged.",
        unit="milliseconds",
        source="rust-analyzer logs turns of its loop above 100 ms",
    )
    stop_grace_ms: int = tuned(
        600,
        "After a reason to stop, what is still running has this long before the process ends.",
        unit="milliseconds",
        source="gone within a second (bench/reliability.py, G10); vscode-languageclient waits two",
    )
    parent_poll_ms: int = tuned(
        2_000,
        "How often it is looked whether the editor's process still lives.",
        unit="milliseconds",
        source="gone within 5 s of the parent's death (bench/reliability.py, G10)",
    )
    watch_debounce_ms: int = tuned(
        300,
        "Quiet time after a change on disk before the index is refreshed.",
        unit="milliseconds",
        source="VS Code sends up to 500 change events every 200 ms",
    )
    progress_every_ms: int = tuned(
        100,
        "Least time between two progress reports of one piece of work.",
        unit="milliseconds",
        source="faster than this no one reads",
    )
    progress_after_ms: int = tuned(
        500,
        "A refresh that follows a change shows progress only when it takes longer than this.",
        unit="milliseconds",
        source="a progress popup at each save disturbs; the first indexing shows it at once",
    )
    rescan_watched_ms: int = tuned(
        60_000,
        "The same for a client that watches: its events get lost in floods.",
        unit="milliseconds",
        source="chosen by hand, not measured",
    )
    rescan_share: int = tuned(
        300,
        "Looking unasked takes at most one part in so many of the time.",
        source="an idle server takes at most 0.5 % of a core (bench/reliability.py, start)",
    )
