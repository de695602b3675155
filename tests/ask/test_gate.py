"""Is what was found about the question? Pieces of a short name that stand everywhere are no evidence of it."""

from __future__ import annotations

import pytest

from helix_lsp.ask.evidence.gate import judge
from helix_lsp.config.questions import AskConfig, SearchConfig
from helix_lsp.search.search import search
from tests.support.check import indexed

CODE = b'''"""Jobs of the kiln."""

def configure_job(s):
    """Configure a job of the kiln: its heat, for 3 hours.

    The s is the shelf, 3 of them.
    """
    return s * 3
'''
OTHER = b'''def store_archive(bucket):
    """Store the archive in an S3 bucket."""
    return bucket
'''


@pytest.mark.parametrize(
    ("files", "held", "passed"), [({"a.py": CODE}, False, False), ({"a.py": CODE, "b.py": OTHER}, True, True)]
)
def test_the_letters_of_a_short_name_say_nothing_of_it(
    files: dict[str, bytes], held: bool, passed: bool
) -> None:
    with indexed(files) as world:
        results = search(
            "how do I configure the S3 bucket of the archive?",
            world.snapshot,
            world.texts,
            SearchConfig(),
            k=10,
        )
        said = judge(results, tuple(results.hits), world.snapshot, AskConfig())
    assert ("S3" in said.held, "S3" in said.missing) == (held, not held)
    assert said.passed is passed
