"""G16: the faults of the world that a server must survive, 32 of them, each with the tests that carry it;
they are run here and counted.

A fault counts as survived when every test named for it was collected and passed. A fault for which nothing is
named is not survived.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from reliability_figure import Figure, count

ROOT = Path(__file__).resolve().parent.parent
_F, _W, _E, _D = (
    "tests/lsp/test_faults.py",
    "tests/session/test_workspace_faults.py",
    "tests/lsp/test_ending.py",
    "tests/index/test_damage.py",
)
_FULL, _DISK, _WALK = (
    "tests/index/test_disk_full.py",
    "tests/session/test_disk.py",
    "tests/session/test_walk.py",
)
_MODEL, _KILL = "tests/session/model/test_servers.py", "tests/session/test_takeover.py"
FAULTS: dict[str, tuple[str, ...]] = {
    "kill -9 while idle": (f"{_KILL}::test_a_killed_writer_is_followed_by_the_reader",),
    "kill -9 while indexing": ("tests/lsp/test_real.py::test_ended_while_indexing_it_leaves_no_process_and_a_sound_index",),
    "kill -9 while writing": (
        f"{_KILL}::test_kills_in_the_middle_lose_nothing_that_was_committed",
        "tests/index/test_crash.py::test_a_killed_writer_loses_nothing_that_it_acknowledged",
    ),
    "kill -9 while asking": (f"{_F}::test_killed_while_it_answers",),
    "parent dead": (f"{_E}::test_it_ends_after_the_editor_has",),
    "end of input": (f"{_E}::test_it_ends",),
    "output closed": (f"{_E}::test_it_ends_when_only_its_output_is_closed",),
    "output not read": (f"{_E}::test_it_ends_while_its_output_is_stuck", f"{_E}::test_it_ends_when_nobody_reads"),
    "SIGTERM": (f"{_E}::test_it_ends",),
    "disk full": (f"{_FULL}::test_a_full_disk", f"{_FULL}::test_the_limit_is_met_at_all"),
    "quota or an error on read": (f"{_DISK}::test_permissions_are_a_reason", f"{_W}::test_what_changes_between_listing_and_reading"),
    "cache folder read-only": (f"{_FULL}::test_a_reader_works_where_nothing_may_be_written", f"{_FULL}::test_a_folder_that_may_not_be_written"),
    "cache folder deleted meanwhile": (f"{_F}::test_a_cache_folder_that_is_deleted_meanwhile",),
    "index truncated": (f"{_D}::test_a_truncated_facts_file",),
    "index flipped": (f"{_D}::test_flipped_bytes_in_the_facts", f"{_D}::test_flipped_or_truncated_text_index"),
    "index from a future version": (f"{_D}::test_foreign_or_future_facts_are_set_aside",),
    "index that is another program's": (f"{_D}::test_another_program_s_file_under_our_name",),
    "index of another user": ("tests/session/test_cache.py::test_another_users_folder",),
    "files of the index lost": (f"{_D}::test_text_files_from_before_the_last_commit", f"{_D}::test_a_text_index_that_is_none"),
    "leader frozen": (f"{_F}::test_a_leader_that_is_frozen_stops_nobody",),
    "four windows": (f"{_F}::test_four_windows_see_the_same",),
    "workspace deleted, renamed, replaced by a link": (f"{_F}::test_a_workspace_that_goes_away",),
    "part of the tree not permitted": (f"{_WALK}::test_unreadable_folders_are_reported",),
    "loop of links": (f"{_WALK}::test_links_loops_and_what_is_no_file",),
    "FIFO and device": (f"{_DISK}::test_what_is_no_regular_file_is_named_and_never_waited_for",),
    "line of 50 MB": (f"{_F}::test_a_line_of_fifty_megabytes",),
    "text that is not UTF-8": ("tests/syntax/test_extract.py::test_bytes_that_are_not_utf8_keep_their_offsets",),
    "clock off by ten years": (f"{_F}::test_clocks_that_are_years_off",),
    "flood of changes": (f"{_F}::test_lost_events_are_made_up_for_by_the_next_one",),
    "events dropped": (f"{_F}::test_lost_events_are_made_up_for_by_the_next_one", f"{_F}::test_a_client_that_never_watches_is_followed_by_looking"),
    "model down, slow or garbage": (f"{_MODEL}::test_every_fault_is_a_reply_with_a_reason_and_one_call", f"{_MODEL}::test_nobody_listens"),
    "model that redirects": (f"{_MODEL}::test_a_redirect_is_not_followed",),
}  # fmt: skip


def survived(scale: float, seed: int) -> list[Figure]:
    """All 32, whatever the scale."""
    del scale, seed
    named = sorted({test for tests in FAULTS.values() for test in tests})
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-rA", *named],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    passed = re.findall(r"^PASSED (\S+?)(?:\[.*)?$", done.stdout, re.MULTILINE)
    failed = set(re.findall(r"^(?:FAILED|ERROR) (\S+?)(?:\[.*)?(?: - .*)?$", done.stdout, re.MULTILINE))
    kept = 0
    for fault, tests in FAULTS.items():
        holds = bool(tests) and all(test in passed and test not in failed for test in tests)
        kept += holds
        if not holds:
            print(f"      {fault}: {'no test' if not tests else 'failed or not found'}")
    return [count("faults survived", kept, len(FAULTS), of=len(FAULTS))]
