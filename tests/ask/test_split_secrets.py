"""Secrets in joined pieces and in base64 are found whole, lists of words are left alone, and hostile text
costs no more than its length.
"""

from __future__ import annotations

import base64
import random
import re
import time
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helix_lsp.ask.model.redact import redact
from tests.ask.test_redact import ALNUM, TOKENS, Rng, body, some

ALL: dict[str, Callable[[Rng], str]] = TOKENS | {
    "aws secret": lambda rng: "aws_secret_access_key=" + some(ALNUM + "+/", 40)(rng)
}


def cut(text: str, rng: Rng, count: int, quote: str) -> list[str]:
    places = [0, *sorted(rng.sample(range(4, len(text) - 4), count - 1)), len(text)]
    return [f"{quote}{text[a:b]}{quote}" for a, b in pairwise(places)]


JOINED: dict[str, Callable[[str, Rng], str]] = {
    "python": lambda s, rng: "KEY = " + " + ".join(cut(s, rng, 2, '"')),
    "implicit": lambda s, rng: "KEY = (\n    " + "\n    ".join(cut(s, rng, 3, "'")) + "\n)",
    "continued": lambda s, rng: "KEY = " + " + \\\n    ".join(cut(s, rng, 2, '"')),
    "php": lambda s, rng: "$key = " + " . ".join(cut(s, rng, 2, "'")) + ";",
    "lua": lambda s, rng: "local key = " + " .. ".join(cut(s, rng, 2, '"')),
    "elixir": lambda s, rng: "key = " + " <> ".join(cut(s, rng, 2, '"')),
    "basic": lambda s, rng: "Dim key = " + " & ".join(cut(s, rng, 2, '"')),
    "join": lambda s, rng: 'key = "".join([' + ", ".join(cut(s, rng, 3, '"')) + "])",
    "javascript": lambda s, rng: "const key = [" + ", ".join(cut(s, rng, 3, "`")) + '].join("")',
    "format": lambda s, rng: 'key = "%s%s" % (' + ", ".join(cut(s, rng, 2, '"')) + ")",
    "java": lambda s, rng: "String key = " + "\r\n        + ".join(cut(s, rng, 4, '"')) + ";",
}  # fmt: skip


@pytest.mark.parametrize("way", list(JOINED))
def test_pieces_that_a_program_joins(way: str):
    for kind, make in ALL.items():
        rng = random.Random(f"{way} {kind}")
        secret = make(rng)
        text = f"a = 1\n{JOINED[way](secret, rng)}\nb = 2"
        done = redact(text)
        assert done.found, text
        assert done.text.count("\n") == text.count("\n")
        left = "".join(re.findall(r"[A-Za-z0-9+/_.=:-]+", done.text))
        whole = "".join(
            re.findall(r"[A-Za-z0-9+/_.=:-]+", secret[22:] if kind == "aws secret" else body(kind, secret))
        )
        assert not any(whole[at : at + 12] in left for at in range(8, len(whole) - 12)), (text, done.text)


@pytest.mark.parametrize(
    "place", ['KEY = "{s}"', "key: {s}", "X={s}", '{"k": "{s}"}', "# see {s} here", "value='{s}';"]
)
@pytest.mark.parametrize("padded", [True, False])
@pytest.mark.parametrize("letters", ["standard", "url"])
def test_base64(place: str, padded: bool, letters: str):
    encode = base64.b64encode if letters == "standard" else base64.urlsafe_b64encode
    for kind, make in ALL.items():
        for before in ("", "user:"):
            secret = encode((before + make(random.Random(f"{place} {kind}"))).encode()).decode()
            secret = secret if padded else secret.rstrip("=")
            done = redact(f"a = 1\n{place.replace('{s}', secret)}\nb = 2")
            assert secret not in done.text, (kind, done.text)
            assert done.found


def test_base64_in_pieces():
    for kind, make in ALL.items():
        rng = random.Random(kind)
        pieces = cut(base64.b64encode(make(rng).encode()).decode(), rng, 3, '"')
        done = redact("key = " + " + ".join(pieces))
        assert done.text.endswith(' + "" + ""'), (kind, done.text)


def test_a_value_under_its_name_goes_whole():
    half, rest = "wJalrXUtnFEMI/K7MDENG", "bPxRfiCYzz7QmLp0Abc"
    for text in (
        f'AWS_SECRET_ACCESS_KEY = "{half}" + "{rest}"',
        f"client_secret: '{half}' .\n  '{rest}'",
        f'secret_key = "".join(["{half}", "{rest}"])',
        f'const apiKey = ["{half}", "{rest}"].join("")',
    ):
        done = redact(text)
        assert half not in done.text, done.text
        assert rest not in done.text, done.text


LEFT_ALONE = (
    'COLOURS = ["red", "green", "blue", "cornflowerblue"]', 'message = "the password must be " + "at least eight letters"',
    "password_hint = 'first name of ' 'your pet'", 'keys = ["alpha", "beta", "gamma_delta_epsilon_zeta"]', "x = 'it' + \"'s\" + ' fine'",
    'path = "/usr/local/lib/python3/site-packages/helix"', 'digest = "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="',
    'icon = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="',
    'text = "VGhlIHF1aWNrIGJyb3duIGZveCBqdW1wcyBvdmVyIHRoZSBsYXp5IGRvZw=="',
)  # fmt: skip


@pytest.mark.parametrize("text", LEFT_ALONE)
def test_what_is_no_secret_stays(text: str):
    assert redact(text).text == text


def test_an_item_of_a_list_is_struck_out_alone():
    token = "ghp_" + some(ALNUM, 36)(random.Random(1))
    assert (
        redact(f'names = ["{token}", "admin", "root"]').text
        == 'names = ["[redacted: token]", "admin", "root"]'
    )


PARTS = [
    "ghp_",
    "AKIA",
    "abcdefghij0123456789",
    '"',
    "'",
    "`",
    " + ",
    ", ",
    "\n",
    "\\",
    "[redacted: token]",
    "==",
]


@given(st.lists(st.sampled_from(PARTS), max_size=30))
def test_a_second_pass_changes_nothing_and_lines_stay(parts: list[str]):
    text = "".join(parts)
    once = redact(text).text
    assert redact(once).text == once
    assert once.count("\n") == text.count("\n")


HOSTILE = (
    '"',
    "'\\",
    '"a",',
    "'a' + ",
    '"ghp_',
    '"' + "A" * 390,
    "QUJD",
    '"sk-ant-' + "a" * 30 + '",\n',
    '"a"' + " " * 39,
)


@pytest.mark.parametrize("unit", HOSTILE)
def test_cost_grows_with_the_text(unit: str):
    """Twice the text takes about twice the time: the better of two, so that a busy machine does not decide."""

    def cost(size: int) -> float:
        text, best = unit * (size // len(unit)), 1e9
        for _ in range(2):
            began = time.process_time()
            redact(text)
            best = min(best, time.process_time() - began)
        return best

    small, large = cost(20_000), cost(160_000)
    assert large < 24 * small + 0.1, (small, large)
