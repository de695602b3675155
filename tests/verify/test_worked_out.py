"""The gate does the sum itself: a number that a sentence works out stands only where the expression is shown
and the sum is right.
"""

from __future__ import annotations

import pytest

from helix_lsp.verify.support import support


@pytest.mark.parametrize(
    ("sentence", "cited"),
    [
        ("`size = 32 << 20`: 33,554,432", "size = 32 << 20"),
        ("`max_bytes = 32 << 20`: 33,554,432 = 32 MiB", "max_bytes = 32 << 20"),
        ("`ttl = 24 * 60 * 60`: 86,400", "ttl = 24 * 60 * 60"),
        ("`life = timedelta(days=31)`: 2,678,400 s = 31 days", "life = timedelta(days=31)"),
        ("`wait: Duration::from_secs(90)`: 90 s", "wait: Duration::from_secs(90)"),
    ],
)
def test_a_right_sum_is_carried(sentence: str, cited: str) -> None:
    assert support(sentence, (cited,)).supported


@pytest.mark.parametrize(
    ("sentence", "cited"),
    [
        ("`size = 32 << 20`: 33,554,433", "size = 32 << 20"),
        ("`max_bytes = 32 << 20`: 33,554,432 = 33 MiB", "max_bytes = 32 << 20"),
        ("`life = timedelta(days=31)`: 32 days", "life = timedelta(days=31)"),
        ("The size is 33,554,432.", "size = 32 << 20"),
        ("`ttl = 24 * n`: 86,400", "ttl = 24 * n"),
    ],
)
def test_a_wrong_sum_or_one_that_is_not_shown_is_not(sentence: str, cited: str) -> None:
    assert not support(sentence, (cited,)).supported
