"""What the labels of the drift census say of the worths."""

from __future__ import annotations

from bench.drift_census import rows_of
from helix_lsp.tuning.drift_worths import CHECKS, EVIDENCE, RULES, UNLABELLED

MEASURED_ELSEWHERE = frozenset(  # by `bench/claims.py` and `bench/contradicted.py`
    "contradicted-value contradicted not-borne-out everyday-kind asks-more no-owner other-values places-differ beyond-package one-branch".split()
)


def test_the_worths_that_no_label_met_say_so() -> None:
    met = {one for row in rows_of() for one in (row.check, *row.weighed)}
    assert {*CHECKS, *EVIDENCE, *RULES} - met - MEASURED_ELSEWHERE == UNLABELLED
