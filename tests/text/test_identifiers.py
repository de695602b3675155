"""Where an identifier comes apart: a table of what is disputed, each with the reason for what is decided, and
what must hold for any name.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helix_lsp.text.words import lower_parts, parts, separated, split

DISPUTED: tuple[tuple[str, str, str], ...] = (  # (name, its parts, why)
    ("oven", "oven", "a word is one"),
    ("Oven", "Oven", "so is one with a capital"),
    ("OVEN", "OVEN", "and one in capitals"),
    ("openOven", "open Oven", "camel case"),
    ("OpenOven", "Open Oven", "Pascal case"),
    ("open_oven", "open oven", "snake case"),
    ("OPEN_OVEN", "OPEN OVEN", "a constant"),
    ("open-oven", "open oven", "kebab case"),
    ("Open-Oven", "Open Oven", "a header"),
    ("open.oven::Door#shut/now", "open oven Door shut now", "every other mark only parts"),
    ("__init__", "init", "underscores are no part"),
    ("_privateName_", "private Name", "nor are they at the ends"),
    ("$scope", "scope", "nor is a sigil"),
    ("", "", "nothing has no parts"),
    ("___", "", "nor has a rule"),
    ("HTTPServer", "HTTP Server", "the last of several capitals begins the next word"),
    ("XMLHttpRequest", "XML Http Request", "an acronym with a small rest is a word"),
    ("parseJSON", "parse JSON", "an acronym at the end"),
    ("URLOfHTML", "URL Of HTML", "between two acronyms"),
    ("aB", "a B", "single letters"),
    ("AClass", "A Class", "an article"),
    ("getURLs", "get URLs", "the plural of an acronym belongs to it"),
    ("URLsFor", "URLs For", "also where a word follows"),
    ("IDs", "IDs", "two capitals are an acronym"),
    ("DBsMigration", "DBs Migration", "before a capital too"),
    ("get_URLs_of", "get URLs of", "between marks"),
    ("URLs2", "URLs 2", "before a digit"),
    ("ThisIs", "This Is", "one capital before an s is no acronym"),
    ("URLset", "UR Lset", "known to be wrong: only a dictionary knows where a small word begins behind an acronym"),
    ("HTTPIs", "HTTPIs", "known to be wrong: APIs and HTTP Is are written alike, and plurals are the more frequent"),
    ("iOS", "i OS", "known to be wrong: a brand is cut by its capitals"),
    ("PostgreSQL", "Postgre SQL", "known to be wrong: so is this one"),
    ("OAuth2Client", "O Auth 2 Client", "known to be wrong: and this one"),
    ("IPv4", "I Pv 4", "known to be wrong: and this one"),
    ("sha256sum", "sha 256 sum", "digits stand apart, so that `sha 256` is found"),
    ("SHA256Sum", "SHA 256 Sum", "behind capitals too"),
    ("HTTPServer2", "HTTP Server 2", "at the end"),
    ("2fa", "2 fa", "at the beginning"),
    ("v1beta2", "v 1 beta 2", "twice"),
    ("e2e", "e 2 e", "between two letters"),
    ("1_000", "1 000", "a mark parts digits"),
    ("0xFF", "0 x FF", "a number is read as any name"),
    ("ÄrgerMelder", "Ärger Melder", "letters of every alphabet have a case"),
    ("meldeÄrger", "melde Ärger", "in the middle too"),
    ("straßeÖffnen", "straße Öffnen", "a small letter without a capital"),
    ("ПриветМир", "Привет Мир", "Cyrillic"),
    ("ΚαλημέραΚόσμε", "Καλημέρα Κόσμε", "Greek"),
    ("get用户Name", "get 用户 Name", "letters without a case are a part of their own"),
    ("用户管理", "用户管理", "and are not cut: no mark says where"),
    ("A\u0308rgerMelder", "A\u0308rger Melder", "an accent written behind its letter belongs to it"),
    ("größe٣", "größe ٣", "digits of every script"),
    ("m²", "m ²", "a raised digit is none"),
    ("ǅungla", "ǅungla", "a letter that is two begins a word"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("name", "expected", "why"), DISPUTED, ids=[case[0] or "nothing" for case in DISPUTED]
)
def test_disputed(name: str, expected: str, why: str) -> None:
    assert parts(name) == tuple(expected.split()), why
    assert lower_parts(name) == tuple(expected.lower().split())


def test_there_are_many_of_them() -> None:
    assert len({name for name, _, _ in DISPUTED}) == len(DISPUTED) >= 40


@pytest.mark.parametrize(
    ("name", "mark", "expected"),
    [
        ("maxFiles", "_", "max_files"), ("ask.evidenceStrength", "_", "ask.evidence_strength"), ("max_files", "_", "max_files"),
        ("bm25K1", "_", "bm25_k1"), ("InitCmd", "-", "init-cmd"), ("HTTPServer", "-", "http-server"), ("__Foo", "_", "__foo"), ("", "_", ""),
        ("sha256Sum", "-", "sha256-sum"), ("a-bC", "_", "a-b_c"), ("ÄrgerMelder", "_", "ärger_melder"),
    ],
)  # fmt: skip
def test_separated(name: str, mark: str, expected: str) -> None:
    assert separated(name, mark) == expected


@given(st.text(st.sampled_from("abzAZ019_-. sÄßñ用Я\u0308²"), max_size=40))
def test_the_parts_are_all_letters_and_digits_in_order(name: str) -> None:
    kept = "".join(c for c in name if c.isalnum())
    assert "".join(c for c in "".join(parts(name)) if c.isalnum()) == kept
    assert all(any(c.isalnum() for c in part) for part in parts(name))


def test_the_search_index_splits_alike() -> None:
    """Its terms are the stems of these parts."""
    assert split("getURLs") == (("get", "url"), "=geturls")
    assert split("ÄrgerMelder")[0] == ("ärger", "melder")
    assert split("sha256sum")[0] == ("sha", "256", "sum")
    assert split("oven") == (("oven",), "")
