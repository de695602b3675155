"""A change as SARIF 2.1.0: what it left stale is a warning or a note, as in the report of drift; a flag is a note
and says that words alone told it.

Definitions, uses and tests are not findings: they are in `pr-delta.v1` only.
"""

from __future__ import annotations

from typing import Any

from helix_lsp.align.delta.explain import ChangeReport
from helix_lsp.align.delta.flags import Flag
from helix_lsp.align.drift.say import ABOUT
from helix_lsp.wire.drift_report import finding_to_sarif
from helix_lsp.wire.sarif import sarif_log, uri_of

_FLAGS = {
    "flag-secret": "A line of the change looks like a secret.",
    "flag-authentication": "The change touches what is named like authentication.",
    "flag-migration": "The change touches what looks like a database migration.",
}


def pr_delta_to_sarif(delta: ChangeReport, version: str) -> dict[str, Any]:
    """One run: stale references in the order of the report, then flags. `because` of a result is how it is known
    that this change left it stale, `commit` the one that took the thing away, `` where that is not known.
    """
    stale = (
        finding_to_sarif(one.finding, one.copies, {"because": one.because, "commit": one.commit})
        for one in delta.stale
    )
    return sarif_log(version, {**ABOUT, **_FLAGS}, [*stale, *map(_flag, delta.flags)])


def _flag(flag: Flag) -> dict[str, Any]:
    """No rank: nothing was measured that could be one."""
    place = {
        "artifactLocation": {"uri": uri_of(flag.path), "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": max(1, flag.line)},
    }
    return {
        "ruleId": f"flag-{flag.kind}",
        "level": "note",
        "message": {"text": f"{flag.why} (told by words alone)"},
        "locations": [{"physicalLocation": place}],
    }
