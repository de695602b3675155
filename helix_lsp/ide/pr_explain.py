"""A change explained over a view: the records and rules are `align/delta`; here a view is taken apart for
them.
"""

from __future__ import annotations

from collections.abc import Callable

from helix_lsp.align.delta.change import Change
from helix_lsp.align.delta.explain import ChangeReport, Secrets, explain_change
from helix_lsp.align.drift.history import History
from helix_lsp.ask.model.redact import redact, withheld
from helix_lsp.ide.mentions import View


def pr_explain(
    view: View,
    change: Change,
    uncommitted: Change | None,
    history: History,
    *,
    check: Callable[[], None] = lambda: None,
    tell: Callable[[str, int, int], None] = lambda what, done, total: None,  # noqa: ARG005  the port's shape
) -> ChangeReport:
    """What a change touches in the tree of the view. `uncommitted` is what the disk has on top of the
    checked-out commit, None for nothing.

    Raises what `check` raises. `tell` hears (what is done, done so far, of how many).
    """
    secrets = Secrets(kinds=lambda text: tuple(kind for kind, _ in redact(text).found), withheld=withheld)
    return explain_change(
        change,
        uncommitted,
        view.snapshot,
        view.texts,
        view.freshness,
        history,
        view.config,
        secrets,
        check,
        tell,
        view.oracle,
    )
