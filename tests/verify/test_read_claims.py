"""Answers from anywhere, as claims with their addresses."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from helix_lsp.verify.quoted_blocks import in_one_form
from helix_lsp.verify.read_claims import read_claims


def read(text: str) -> list[tuple[str, list[tuple[str, int, int]]]]:
    return [(s.text, [(a.path, a.first, a.last) for a in s.cites]) for s in read_claims(text)]


def test_forms_of_addresses():
    text = """
# A title

The kiln stops (src/kiln.py:12). It is hot here [src/kiln.py:3-5].
The relay opens, see `lib/relay.go#L7-L9`.

- An item with [a link](docs/kiln.md#L4) in it
- Heat rises. (./src/heat.rs:1) (src/clay.ts:2)

```python
x = 1  # src/kiln.py:99
```

| a table | src/kiln.py:1 |
"""
    assert read(text) == [
        ("The kiln stops", [("src/kiln.py", 12, 12)]),
        ("It is hot here", [("src/kiln.py", 3, 5)]),
        ("The relay opens, see `lib/relay.go#L7-L9`", [("lib/relay.go", 7, 9)]),
        ("An item with a link in it", [("docs/kiln.md", 4, 4)]),
        ("Heat rises", [("src/heat.rs", 1, 1), ("src/clay.ts", 2, 2)]),
    ]


def test_what_ask_prints():
    text = """`fire` is a function:
    src/kiln.py:1

    def fire(kiln)

Heat the kiln.  src/kiln.py:2 src/kiln.py:4-5

In use
- Used: `fire(k)`
    src/main.py:9

(3 cited places in 2 files)
"""
    assert read(text) == [
        ("`fire` is a function:", [("src/kiln.py", 1, 1)]),
        ("Heat the kiln", [("src/kiln.py", 2, 2), ("src/kiln.py", 4, 5)]),
        ("Used: `fire(k)`", [("src/main.py", 9, 9)]),
    ]


def test_times_and_versions_are_no_addresses():
    assert read("It runs at 12:30 every day, with version 1.2.3 of it.")[0][1] == []


@given(st.text(max_size=400))
def test_any_text_is_read(text: str):
    for stated in read_claims(text):
        assert stated.text
        assert all(0 < a.first <= a.last for a in stated.cites)


def test_a_row_of_a_table_that_cites_a_place_is_a_claim():
    text = "| said | where |\n|---|---|\n| The kiln stops | src/kiln.py:12 |\n| It is hot | here | `src/kiln.py#L3-L5` |\n| a | b |\n"
    assert read(in_one_form(text)) == [
        ("The kiln stops", [("src/kiln.py", 12, 12)]),
        ("It is hot: here", [("src/kiln.py", 3, 5)]),
    ]
