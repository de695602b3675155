"""Citations of the lines a sentence is about: true to the file, nothing carried is lost."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from helix_lsp.ask.model.repair.read_answer import content_words, hold, narrow
from helix_lsp.text.words import terms
from helix_lsp.verify.support import support
from tests.ask.prompt.sources import RING, span

WORDS = st.sampled_from(["bell", "tower", "rope", "30", "strike_bell()", "=", "", "ringsBell", "the"])
LINES = st.lists(st.lists(WORDS, max_size=5).map("  ".join), min_size=1, max_size=12)


def test_the_line_that_says_it():
    found = narrow(span("a.py", RING, "ring_bell", line=10, at=200).quote, "It calls wait with 0.03.")
    assert found.raw == b"wait(0.03)"
    assert (found.start_line, found.end_line) == (14, 14)
    assert found.span.start == 200 + RING.index("wait(")


def test_a_range_that_would_not_carry_what_the_place_carries_is_widened():
    """`seconds` stands in the function and not on the line: the line alone would have the sentence stopped."""
    found = narrow(span("a.py", RING, "ring_bell", line=10).quote, "It waits 0.03 seconds.")
    assert support("It waits 0.03 seconds.", (RING,)).supported
    assert support("It waits 0.03 seconds.", (found.raw.decode(),)).supported


RETRY = (
    "def _retry(self, request, reason):\n    # a request is retried\n    retry = get_times(request)\n    log(retry)\n"
    "    new = get_retry_request(\n        request, reason=reason)\n    return new\n"
)


def test_names_of_code_are_kept():
    """The shortest run with the stems of `get_retry_request` is the one before; support asks for the name
    itself.
    """
    sentence = "`RetryMiddleware._retry` calls `get_retry_request`."
    found = narrow(span("a.py", RETRY, "RetryMiddleware._retry").quote, sentence, "RetryMiddleware._retry")
    assert b"get_retry_request" in found.raw
    assert support(sentence, (found.raw.decode(),), ("a.py", "RetryMiddleware._retry\na method")).supported


def test_lines_that_say_it_together():
    found = narrow(span("a.py", RING, "ring_bell", line=10).quote, "A pause of two strikes of the bell.")
    assert (found.start_line, found.end_line) == (11, 11)


def test_lines_that_write_it_word_for_word():
    text = "# a rope, a rope\n# The rope is pulled by\n#   a ringer, twice a day.\n# rope pulled by a ringer twice a day\n"
    found = narrow(span("a.py", text, "x", line=3).quote, "The rope is pulled by a ringer, twice a day.")
    assert (found.start_line, found.end_line) == (4, 5)


def test_what_says_nothing_of_it_stays_whole():
    whole = span("a.py", RING, "ring_bell", line=10).quote
    assert narrow(whole, "Zebras graze elsewhere.") == whole
    one = span("a.py", "a single line", "x").quote
    assert narrow(one, "A single line.") == one


@given(LINES, st.sampled_from(["\n", "\r\n", "\r"]), st.lists(WORDS, max_size=6).map(" ".join))
def test_a_narrower_range_lies_inside_and_carries_as_much(lines: list[str], end: str, sentence: str):
    text = end.join(lines)
    if not text.strip():
        return
    whole = span("a.py", text, "h", line=5, at=70).quote
    found = narrow(whole, sentence)
    assert whole.span.covers(found.span)
    assert found.span.shifted(-70).cut(whole.raw) == found.raw
    assert whole.start_line <= found.start_line <= found.end_line <= whole.end_line
    assert found.raw.decode() in text
    words = set(content_words(sentence))
    assert words & set(terms(found.raw.decode())) == words & set(terms(text))
    spoken = hold((span("a.py", text, "h", line=5, at=70),), "?")
    kept = hold((span("a.py", found.raw.decode(), "h", line=found.start_line),), "?")
    assert spoken.carried(sentence, 1) == kept.carried(sentence, 1)
