"""`--stale-policy`: whether an answer may be on an index that is not known to be that of the disk.

`fail` refuses (exit code 1, the reason on stderr and as a `refusal.v1`), `warn` answers and says so on stderr,
`ignore` answers; every answer carries how fresh it is whatever the policy. What cannot be determined counts as
stale. A program that reads JSON may not notice a word on stderr, so `fail` is the default of `--json` and
`--jsonl`.
"""

from __future__ import annotations

from argparse import Namespace

from helix_lsp.align.drift.reason import Reason
from helix_lsp.cli.machine_arguments import FAIL, IGNORE, WARN
from helix_lsp.cli.place import partly
from helix_lsp.cli.screen import Screen
from helix_lsp.errors import StaleError, UsageError
from helix_lsp.index.freshness import Freshness
from helix_lsp.text.counted import counted
from helix_lsp.wire.refusal import refusal_to_wire, staleness

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
