"""Constant expressions of several languages, worked out."""

from __future__ import annotations

from fractions import Fraction

import pytest

from helix_lsp.text.arithmetic import worked


@pytest.mark.parametrize(
    ("line", "written", "value", "unit"),
    [
        ("defaultMemory = 32 << 20 // 32 MB", "32 << 20", 33_554_432, ""),
        ("var timeout = time.Second * 60", "time.Second * 60", 60, "s"),
        ("var shown = 5 * time.Second", "5 * time.Second", 5, "s"),
        ('"LIFETIME": timedelta(days=31),', "timedelta(days=31)", 31 * 86_400, "s"),
        ("max_interval: Duration::from_secs(15),", "Duration::from_secs(15)", 15, "s"),
        ("wait = Duration.ofMillis(500);", "Duration.ofMillis(500)", Fraction(1, 2), "s"),
        ("expires 5.minutes", "5.minutes", 300, "s"),
        ("maxBody = 1024 * 1024 * 2; // 2MB", "1024 * 1024 * 2", 2_097_152, ""),
        ("DAY = 24 * 60 * 60", "24 * 60 * 60", 86_400, ""),
        ("x = (2 + 3) * 4", "(2 + 3) * 4", 20, ""),
        ("x = 2 + 3 * 4", "2 + 3 * 4", 14, ""),
        ("mask = 0x10", "0x10", 16, ""),
        ("size: 8_000_000", "8_000_000", 8_000_000, ""),
        ("depth = -1", "-1", -1, ""),
    ],
)
def test_a_constant_expression_is_worked_out(line: str, written: str, value: Fraction, unit: str) -> None:
    (found,) = worked(line)
    assert (found.written, found.value, found.unit) == (written, Fraction(value), unit)


@pytest.mark.parametrize(
    "line",
    [
        "x = n * 5",
        "x = 5 * n",
        "x = n - 1",
        "y = 1 + 2 << 3",
        "v = 1.2.3",
        "z = 2 ** 999",
        "d = 5 / 0",
        "# 3 * 4",
        "t = 3 << n",
    ],
)
def test_what_has_a_name_a_doubt_or_no_end_is_left_alone(line: str) -> None:
    assert worked(line) == ()


def test_a_long_line_is_bounded() -> None:
    assert len(worked("1, " * 10_000)) <= 64
