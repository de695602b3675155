"""Stems: the stemmer in C gives what the one in Python of the same project gives, on every thread."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor

from hypothesis import given
from hypothesis import strategies as st
from snowballstemmer.english_stemmer import EnglishStemmer

from helix_lsp.text.words import stem, term_counts, terms, word_terms
from tests.house.source import ROOT

PURE = EnglishStemmer()
OWN_WORDS = sorted(
    {
        word.lower()
        for path in (ROOT / "docs").rglob("*.md")
        for word in re.findall(r"[^\W\d_]{4,}", path.read_text("utf-8"))
    }
)


def test_every_word_of_our_documents_has_the_same_stem():
    assert len(OWN_WORDS) > 1_500
    assert [stem(word) for word in OWN_WORDS] == [PURE.stemWord(word) for word in OWN_WORDS]


@given(st.text(st.characters(categories=["Ll", "Lo"]), min_size=4, max_size=30).filter(str.isalpha))
def test_any_word_has_the_same_stem(word: str):
    assert stem(word) == PURE.stemWord(word)


def test_threads_do_not_disturb_each_other():
    def all_of_them(first: int) -> list[str]:
        return [stem.__wrapped__(word) for word in OWN_WORDS[first:]]

    with ThreadPoolExecutor(8) as pool:
        for first, found in enumerate(pool.map(all_of_them, range(16))):
            assert found == [PURE.stemWord(word) for word in OWN_WORDS[first:]]


@given(st.text(st.sampled_from("ab MsP²_5.= kPatimeout metrspcod"), max_size=60))
def test_what_word_terms_leave_out_are_quantities(text: str):
    found, words = terms(text), word_terms(text)
    assert found[: len(words)] == words
    assert all(term.startswith("=#") for term in found[len(words) :])
    assert set(found) == set(term_counts(text.encode()))
