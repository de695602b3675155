"""`--stale-policy`: whether an answer may be on an index that is not known to be that of the disk.

`fail` refuses (exit code 1, the reason on stderr and as a `refusal.v1`), `warn` answers and says so on stderr,
`ignore` answers; every answer carries how fresh it is whatever the policy. What cannot be determined counts as
stale. A program that reads JSON may not notice a word on stderr, so `fail` is the default of `--json` and
`--jsonl`.
"""

from __future__ import annotations

import os
from argparse import Namespace
from pathlib import Path

from helix_lsp.align.drift.verdict import Reason
from helix_lsp.cli.screen import Screen, clean
from helix_lsp.errors import StaleError, UsageError
from helix_lsp.index.freshness import Freshness
from helix_lsp.text.counted import counted
from helix_lsp.wire.range_ref import refusal_to_wire, staleness

FAIL, WARN, IGNORE = "fail", "warn", "ignore"

# Where something stands and how fresh that is, for a person: `path:line` as a link, generation and
# freshness in words.


def freshness_words(freshness: Freshness) -> str:
    """`index up to date`, or what it does not know yet."""
    behind = freshness.reason or f"{counted(freshness.behind, 'file')} behind"
    state = "up to date" if freshness.fresh else f"not up to date ({behind})"
    unsaved = f", {freshness.unsaved} unsaved" if freshness.unsaved else ""
    return f"index {state}{unsaved}"


def partly(freshness: Freshness) -> str:
    """What to say before what a large part of the project does not have a voice in, `` where that is not so."""
    if not freshness.provisional:
        return ""
    far = f"{freshness.read:,} of {counted(freshness.files, 'file')} read"
    return (
        f"provisional: {far}, and {freshness.reason or 'the rest is not'}. Ask again when the index is whole"
    )


def link(
    path: str, start: int, end: int, root: str, screen: Screen, *, column: int = 0, within: str = ""
) -> str:
    """`path:line`, `path:line-line` or, with a column, `path:line:column`; on a terminal it opens the file. `within`
    is the name of a repository, which comes first.
    """
    named = f"{within}/{path}" if within else path
    shown = clean(f"{named}:{start}" if end <= start else f"{named}:{start}-{end}") + f":{column}" * bool(
        column
    )
    if not screen.colour:
        return shown
    target = Path(os.path.abspath(os.path.join(root, path))).as_uri()
    return f"\x1b]8;;{target}#{start}\x1b\\\x1b[36m{shown}\x1b[0m\x1b]8;;\x1b\\"


def below_root(root: str, path: str) -> str:
    """A path as the person writes it, relative to the root where it lies below it."""
    written = path.replace(os.sep, "/")
    whole = os.path.abspath(path) if os.path.isabs(path) else os.path.join(root, path)
    below = os.path.relpath(os.path.normpath(whole), root).replace(os.sep, "/")
    return written if below.startswith("../") else below


_MACHINE = ("json", "jsonl", "sarif")


class Refused(StaleError):
    """An answer that is not given, with the reason as data. `wrong`: the call is wrong in itself (exit code 2)."""

    def __init__(
        self, message: str, reason: Reason, freshness: Freshness | None = None, *, wrong: bool = False
    ) -> None:
        super().__init__(message)
        self.reason, self.freshness = reason, freshness
        self.code = "usage" if wrong else "stale"
        self.exit_code = UsageError.exit_code if wrong else StaleError.exit_code


def policy_of(arguments: Namespace) -> str:
    """What the caller says, else `fail` for machine output and `warn` for people."""
    if arguments.stale_policy:
        return arguments.stale_policy
    return FAIL if any(getattr(arguments, form, False) for form in _MACHINE) else WARN


def heed(freshness: Freshness, arguments: Namespace, screen: Screen) -> None:
    """Carry out the policy of a call. Raises Refused, after the refusal was printed where JSON is wanted."""
    policy = policy_of(arguments)
    reason = staleness(freshness)
    if reason is None or policy == IGNORE:
        return
    if policy == WARN:
        screen.note(partly(freshness) or f"not fresh: {_why(freshness)}")
        return
    refusal = Refused(refused(freshness), reason, freshness)
    if arguments.json:
        print_refusal(refusal, screen)
    raise refusal


def heed_in_batch(freshness: Freshness, policy: str) -> None:
    """The same for one line of a batch, whose answer carries the freshness. Raises Refused."""
    reason = staleness(freshness)
    if policy == FAIL and reason is not None:
        raise Refused(refused(freshness), reason, freshness)


def print_refusal(refusal: Refused, screen: Screen) -> None:
    """The refusal as JSON, where an answer would stand."""
    screen.json(refusal_to_wire(refusal.code, refusal.reason, str(refusal), refusal.freshness), indent=2)


def refused(freshness: Freshness) -> str:
    """One line: why, and what to do."""
    return (
        f"the index is not that of the disk: {_why(freshness)}. Ask again when it is, or answer from it with "
        "--stale-policy warn"
    )


def _why(freshness: Freshness) -> str:
    return (
        freshness.reason
        or f"{freshness.behind:,} of {counted(freshness.files, 'file')} not indexed as now on disk"
    )
