"""Numbers and units: two spellings of one quantity are one value, and nothing else is."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helix_lsp.text.quantities import base_of
from helix_lsp.verify.quantity import Quantity, dimension, named, quantities, same_quantity
from helix_lsp.verify.quantity import _parsed as pint_of


def read(text: str) -> list[tuple[str, str]]:
    return [(q.value, q.unit) for q in quantities(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3 GPa", [("3", "GPa")]),
        ("3 gigapascals", [("3", "GPa")]),
        ("3 giga pascal", [("3", "GPa")]),
        ("2_000 ms or 2,000 ms", [("2000", "ms"), ("2000", "ms")]),
        ("a 30-second timeout", [("30", "s")]),
        ("density 5 kg/m^3, 5 kg/m³", [("5", "kg/m^3"), ("5", "kg/m^3")]),
        ("version 1.2.3 of utf8", [("1.2.3", "")]),
        ("between -3 and 0x10", [("-3", ""), ("16", "")]),
        ("1e3 Hz, 1.50 kHz", [("1000", "Hz"), ("1.5", "kHz")]),
        ("three retries", [("3", "")]),
        ("a 3d view, the 2nd one, x2", []),
        ("4 KB", [("4", "kB")]),
        ("95 % of it", [("95", "%")]),
    ],
)
def test_numbers_are_read_with_their_units(text: str, expected: list[tuple[str, str]]):
    assert read(text) == expected


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("1.3 GPa", "1.3e9 Pa", True),
        ("30 seconds", "30000 ms", True),
        ("1 GiB", "1024 MiB", True),
        ("1 GB", "1 GiB", False),
        ("3 GHz", "3 GPa", False),
        ("2 MB", "2 GB", False),
        ("1 hour", "60 min", True),
    ],
)
def test_units_convert(one: str, other: str, *, same: bool):
    assert same_quantity(quantities(one)[0], quantities(other)[0], 1e-6) is same


def test_what_is_no_unit_has_no_dimension():
    assert dimension("Pa") == dimension("GPa") != ""
    assert dimension("frobs") == ""
    assert dimension("__import__('os')") == ""


def test_the_table_of_units_says_what_pint_says() -> None:
    known = 0
    for symbol in (
        "ms",
        "us",
        "min",
        "h",
        "day",
        "week",
        "kB",
        "MB",
        "KiB",
        "GiB",
        "kbit",
        "km",
        "mm",
        "kg",
        "mg",
    ):
        base, factor = base_of(symbol) or ("", 0)
        told = pint_of(symbol)
        assert str(told.dimensionality) == dimension(symbol)
        assert (1.0 * told).to(pint_of(base)).magnitude == pytest.approx(float(factor))
        known += 1
    assert known == 15


def test_times_are_compared_without_pint() -> None:
    said = (
        "import sys; from helix_lsp.verify.quantity import dimension, quantities, same_quantity as same;"
        "one, other, size = quantities('90 s, 1.5 min, 3 MB');"
        "print(same(one, other, 1e-6), same(one, size, 1e-6), dimension('ms'), 'pint' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["True", "False", "[time]", "False"]


@given(
    st.integers(1, 10**6),
    st.sampled_from(["Pa", "s", "B", "Hz", "W", "m", "V", "J"]),
    st.sampled_from(["k", "M", "G"]),
)
def test_a_prefix_is_a_factor(value: int, unit: str, prefix: str):
    factor = {"k": 1_000, "M": 1_000_000, "G": 1_000_000_000}[prefix]
    large = Quantity(value=str(value), unit=prefix + unit, written="")
    small = Quantity(value=str(value * factor), unit=unit, written="")
    assert same_quantity(large, small, 1e-9)
    assert not same_quantity(large, Quantity(value=str(value * factor * 2), unit=unit, written=""), 1e-9)


@given(st.text(max_size=80))
def test_any_text_is_read(text: str):
    for found in quantities(text):
        assert found.written in text
        assert found.unit == "" or found.unit.strip()


def test_a_symbol_is_told_in_its_own_case_only():
    assert named("mPa") == "mPa"
    assert named("MPa") == "MPa"
    assert named("gIGAPASCAL") == "GPa"
    assert named("Gpa") == ""
