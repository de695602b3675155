"""The three labels: what must not stop a true sentence, and what speaks against a false one."""

from __future__ import annotations

import pytest

from helix_lsp.tuning.verify import AGAINST
from helix_lsp.verify.gates import denies
from helix_lsp.verify.support import support

CATCHES = """try {
  read();
} catch (IOException e) {
  throw new JsonIOException(e);
} catch (MalformedJsonException e) {
  throw new JsonSyntaxException(e);
}
"""


@pytest.mark.parametrize(
    ("sentence", "cited"),
    [
        (
            "By default all proxies are trusted.",
            "// The trusted proxies default to all of them.\ntrusted = []",
        ),
        ("`request.meta['depth']` is set to the depth.", 'request.meta["depth"] = depth  # set to the depth'),
        ("The digest is made with SHA-1.", "digest = hashlib.sha1  # the digest is made"),
        ("The text is read as UTF-8.", "The text is read as utf-8."),
        ("TS_ratio has to be at least 100.", "TS_ratio >= 100"),
        ("A limit of -1 switches the check off.", "if (limit > -1 && length > limit) { abort(); }"),
        ("No, pressure is reported in Pascals.", "Pressure is reported in Pascals."),
        ("No, the packer does not support deflate.", "The packer does not support deflate."),
        ("An `IOException` is wrapped in a `JsonIOException`.", CATCHES),
        ("It is retried if the status is between 500 and 599.", "retry(status in 500..599)"),
        ("It waits 600 seconds.", "def wait(age=600): ...  # it waits"),
        ("The `Vary` header is added.", "headers.add_vary_header('Cookie')  # the header is added"),
        (
            "It fails unless `strict` is set to `true`.",
            "// Set `true` to `strict`: it fails otherwise.\nfail(strict)",
        ),
    ],
)
def test_a_true_sentence_is_not_stopped(sentence: str, cited: str):
    assert support(sentence, (cited,), ("src/kiln.py",)).label != "against"


@pytest.mark.parametrize(
    ("sentence", "cited", "rule"),
    [
        ("The digest is made with SHA-256.", "digest = hashlib.sha1  # the digest is made", "name"),
        ("The ratio has to be at most 100.", "The ratio has to be >= 100.", "bound-reverse"),
        ("The kiln runs for at least 12 hours.", "The kiln runs for up to 12 hours.", "bound-reverse"),
        ("The kiln is not heated.", "The kiln is heated.", "not-denied"),
        ("The kiln is heated at night.", "The kiln is _not_ heated at night.", "denied"),
        ("Yes, the kiln is not heated.", "The kiln is heated.", "not-denied"),
        ("The kiln is heated for 3 hours.", "The kiln is heated for 2 hours.", "number"),
        ("The door opens before the relay.", "The door opens after the relay.", "sides-exchanged"),
    ],
)
def test_what_its_place_speaks_against_is_told_by_a_rule(sentence: str, cited: str, rule: str):
    told = support(sentence, (cited,), ("src/kiln.py",))
    assert (told.label, told.rule) == ("against", rule)
    assert rule in AGAINST


@pytest.mark.parametrize(
    ("sentence", "cited"),
    [
        ("An `IOException` is wrapped in a `JsonSyntaxException`.", CATCHES),
        ("`Redirect` can be combined with `FileServer`.", "// Redirect is incompatible with FileServer\n"),
        (
            "It panics if the limit is positive.",
            'if limit < 0 {\n    panic("the limit is to be positive")\n}',
        ),
    ],
)
def test_what_no_step_says_is_not_carried(sentence: str, cited: str):
    assert support(sentence, (cited,), ("src/kiln.py",)).label != "carried"


def test_what_holds_under_a_condition_denies_no_evidence():
    assert denies("If no results are found in the files, an empty list is returned.") == ""
    assert denies("No results were found in the files.")
