"""A sentence is carried by its own citations, word for word where it matters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helix_lsp.verify.support import support

COOKIE = (
    "The cookie is signed before it is sent. It must never be larger than 4 KB; the timeout is 30 seconds.\n"
    "All `SessionInterface` subclasses may override `open_session`."
)
REDIRECTS = (
    "#: Maximum number of redirects allowed. If the request exceeds this\n#: limit, a :class:`TooManyRedirects` exception is raised.\n"
    "#: This defaults to requests.models.DEFAULT_REDIRECT_LIMIT, which is\n#: 30."
)
GZIP = "* `minimum_size` - Do not GZip responses that are smaller than this minimum size in bytes. Defaults to `500`."

CARRIED = [
    ("The cookie is signed before it is sent.", COOKIE),
    ("It must never be larger than 4 kilobytes.", COOKIE),
    ("It must never be larger than 4,000 bytes.", COOKIE),
    ("The timeout is 30000 ms.", COOKIE),
    ("If a request exceeds the limit of 30 redirects, `TooManyRedirects` is raised.", REDIRECTS),
    ("The GZip middleware skips responses smaller than 500 bytes.", "class GZipMiddleware: skips\n" + GZIP),
    ("The view's return value need not be a response object.",
     "Matches the URL and returns the\nreturn value of the view or error handler.  This does not have to\nbe a response object."),
    ("If no suitable handler is found, `None` is returned.", "Return a handler in this order, or ``None`` if a suitable handler is not found."),
    ("You may not call `store.getState()` while the reducer is executing.", "'You may not call store.getState() while the reducer is executing. '"),
    ("The tile pressure is about 1.3 GPa.", "P_casimir = 1.3e9 Pa at a gap of 1 nm (tile pressure)"),
    ("The default timeout of a hook is 10,000 milliseconds.", "hookTimeout: 10_000, // default timeout of a hook in milliseconds"),
    ("`compose` applies functions from right to left.", "Composes single-argument functions from right to left. compose"),
]  # fmt: skip

NOT_CARRIED = [
    ("The cookie is not signed before it is sent.", COOKIE, "negation"),
    ("The cookie is signed after it is sent.", COOKIE, "after"),
    ("The cookie is unsigned.", COOKIE, "unsign"),
    ("It must be larger than 4 KB.", COOKIE, "denies"),
    ("It must never be larger than 4 MB.", COOKIE, "4 MB"),
    ("The timeout is 31 seconds.", COOKIE, "31 seconds"),
    ("The timeout is 30 minutes.", COOKIE, "30 minutes"),
    ("Some `SessionInterface` subclasses may override `open_session`.", COOKIE, "some"),
    ("All `SessionInterface` subclasses must override `open_session`.", COOKIE, "must"),
    ("All `SessionInterface` subclasses override `open_session`.", COOKIE, "may"),
    ("All `SessionInterface` subclasses may override `save_session`.", COOKIE, "save_session"),
    ("The kiln burns at dawn.", COOKIE, "speak"),
    ("Responses smaller than 500 bytes are gzipped.", GZIP, ""),
    ("Responses larger than 500 bytes are not gzipped.", GZIP, ""),
    ("The reducer calls the store.", "The store calls the reducer.", "is"),
    (
        "`compose` applies functions from left to right.",
        "Composes single-argument functions from right to left. compose",
        "right",
    ),
    (
        "Gson serializes null values by default.",
        "By default, Gson ignores null values: they are not serialized.",
        "",
    ),
    (
        "Bodies larger than 2 MB are accepted by default.",
        "`Bytes` will, by default, not accept bodies larger than 2MB.",
        "",
    ),
    (
        "The hook timeout is 10 seconds.",
        "hookTimeout: 12_000, // default timeout of a hook in milliseconds",
        "10 seconds",
    ),
    ("It runs `x = 5` first.", "It runs `x = 6` first.", "does not stand"),
]


@pytest.mark.parametrize(("sentence", "cited"), CARRIED)
def test_what_the_source_says_in_other_words_is_carried(sentence: str, cited: str):
    told = support(sentence, (cited,))
    assert told.supported, told.reason


@pytest.mark.parametrize(("sentence", "cited", "why"), NOT_CARRIED)
def test_what_the_source_does_not_say_is_not_carried(sentence: str, cited: str, why: str):
    told = support(sentence, (cited,))
    assert not told.supported
    assert why in told.reason


def test_a_sentence_without_citations_is_carried_by_nothing():
    assert support("The cookie is signed.", ()).reason == "cites nothing"


def test_names_about_the_place_count_as_its_words():
    text = ("    def route(self, rule):",)
    around = ("src/app.py", "Scaffold\na class", "Scaffold.route\na method")
    assert support("`Scaffold.route` is a method of `Scaffold`.", text, around).supported
    assert not support("`Scaffold.route` is a function.", text, around).supported
    assert not support("`Scaffold.rule` is a method of `Scaffold`.", text, around).supported


@pytest.mark.parametrize("name", ["take", "left", "go", "make", "keep", "leaves", "changes", "for", "set"])
def test_a_name_is_no_verb(name: str):
    """`take` in a code span is a method; it takes nothing."""
    around = ("mail/queue.py", f"MailQueue.{name}\nmethod", "MailQueue\nclass")
    told = support(
        f"`MailQueue.{name}` is a method of `MailQueue`:",
        (f"    def {name}(self, limit):\n        return self.letters[:limit]",),
        around,
    )
    assert told.supported, told.reason


def test_a_frame_counts_at_its_own_place_only():
    assert support("calls `heat`: Heat the kiln.", ("heat(kiln)", "Heat the kiln.")).supported
    assert not support(
        "The schedule calls nobody, and `heat` waits.", ("heat(kiln)", "Heat the kiln.")
    ).supported


@given(st.text(max_size=200), st.lists(st.text(max_size=300), max_size=3))
def test_it_never_fails(sentence: str, cited: list[str]):
    told = support(sentence, tuple(cited), tuple(cited))
    assert 0.0 <= told.covered <= 1.0
    assert told.supported == (not told.reason)


WORDS = (
    "the session cookie is signed not never before sent all must may larger than 4 KB `open_x` and".split()
)


@given(st.lists(st.sampled_from(WORDS), max_size=14))
def test_a_sentence_carries_itself(words: list[str]):
    sentence = " ".join(words)
    assert support(sentence, (f"{sentence}",)).supported or not sentence.strip()
