"""Numbers with units, units by name and formulas: one term for one meaning, in files and in questions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helix_lsp.text.quantities import SPELLED, quantities, unit_term
from helix_lsp.text.words import stem, term_counts, terms
from tests.search.world import ask, world_of

FILES = """
//- /src/beam.py
STEEL = 210  # modulus in GPa
WOOD = 11  # modulus of pine


def deflect(load, modulus):
    '''Deflection of a beam.'''
    return load / modulus
//- /src/units.py
def modulus(beam):
    '''Which units the modulus of a beam has is for the caller to say; modulus, modulus.'''
    return beam.modulus
//- /src/retry.py
def wait(pause_ms):
    '''Waits 500ms.'''
    return pause_ms
//- /src/limits.py
def limit():
    '''Nothing larger than 10 MB, and that is 5 % of the disk.'''
    return 10_000_000
//- /docs/energy.md
# Energy

Mass is energy: E = m * c ** 2.
"""


def spelled(text: str) -> set[str]:
    return {term for term in terms(text) if term.startswith("=#")}


@pytest.mark.parametrize(
    ("same", "term"),
    [
        (("GPa", "gpa", "giga pascal", "gigapascals", "Giga-Pascal", "modulus_gpa"), "=#GPa"),
        (("500ms", "500 ms", "0.5 s", "500 milliseconds", "0.5 seconds"), "=#0.5s"),
        (("10 MB", "10MB", "10 megabytes", "10,000 kB", "10_000 KB"), "=#10000000B"),
        (("16 KiB", "16384 bytes", "16 kibibytes"), "=#16384B"),
        (("1e-3 m/s^2", "0.001 m/s²", "1 mm/s^2"), "=#0.001m/s2"),
        (("5 %", "5%", "5 percent", "5 % of it"), "=#5%"),
        (("E = mc^2", "E = m * c ** 2", "E = m·c²", "where is E = mc^2 used?"), "=#e=mc^2"),
        (("210 GPa", "210 giga pascals", "210000 MPa"), "=#210000000000Pa"),
        (("2 h", "120 min", "7200 s"), "=#7200s"),
    ],
)
def test_spellings_of_one_thing_share_a_term(same: tuple[str, ...], term: str) -> None:
    assert [text for text in same if term not in spelled(text)] == []


@pytest.mark.parametrize(
    "text",
    [
        "10 % 3",
        "x = 5 % n",
        "2 if x",
        "utf8 a",
        "0x10MB",
        "v1.2.3 s",
        "a**kwargs",
        "x = a.b**2",
        "us",
        "a second look",
        "3d",
    ],
)
def test_what_is_no_quantity_has_none(text: str) -> None:
    assert spelled(text) == set()


def test_letter_case_tells_mega_from_milli() -> None:
    assert spelled("5 MPa") != spelled("5 mPa")
    assert unit_term("mpa") == ""


def test_the_words_that_announce_a_spelled_unit_are_terms_of_themselves() -> None:
    assert {stem(word) for word in SPELLED} == SPELLED


@given(st.text(alphabet="0123456789.,_eE+-%^*=/ GMkmgiapscnotErB²µ\n", max_size=200))
def test_terms_hold_no_white_space_and_counting_agrees_with_reading(text: str) -> None:
    found = [term for term, _ in quantities(text.encode())]
    assert all(not any(c.isspace() for c in term) for term in found)
    counted = term_counts(text.encode())
    assert {t: n for t, n in counted.items() if t.startswith("=#")} == {
        t: terms(text).count(t) for t in terms(text) if t.startswith("=#")
    }


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("is the modulus in GPa?", "src/beam.py"),
        ("is the modulus in giga pascals?", "src/beam.py"),
        ("what waits half a second, 0.5 s?", "src/retry.py"),
        ("what is limited to 10 megabytes?", "src/limits.py"),
        ("where is E = mc^2?", "docs/energy.md"),
    ],
)
def test_a_question_in_other_units_finds_the_line(question: str, path: str) -> None:
    with world_of(FILES) as world:
        assert ask(world, question).hits[0].place.path == path
