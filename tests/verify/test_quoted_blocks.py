"""Code blocks of an answer with the place they name, in the habits of people and tools."""

from __future__ import annotations

import pytest

from helix_lsp.verify.quoted_blocks import quoted_blocks

CODE = "MAX_TRIES = 5"
NAMED = {
    "a comment": f"```python\n# src/pay.py:1\n{CODE}\n```",
    "a comment with words": f"```python\n# File: src/pay.py (line 1)\n{CODE}\n```",
    "a comment of another language": f"```ts\n// src/pay.py:1\n{CODE}\n```",
    "the head of the fence": f"```python src/pay.py:1\n{CODE}\n```",
    "lines in front": f"```1:1:src/pay.py\n{CODE}\n```",
    "a title": f'```python title="src/pay.py:1"\n{CODE}\n```',
    "the line above": f"The limit is set in `src/pay.py:1`:\n\n```python\n{CODE}\n```",
    "a link above": f"[src/pay.py](src/pay.py#L1):\n```python\n{CODE}\n```",
    "a title above": f"**src/pay.py:1**\n```python\n{CODE}\n```",
    "the line below": f"```python\n{CODE}\n```\n\u2014 src/pay.py:1",
    "a permalink below": f"```python\n{CODE}\n```\nSource: https://github.com/o/r/blob/0123abc/src/pay.py#L1",
}


@pytest.mark.parametrize("text", NAMED.values(), ids=NAMED)
def test_the_place_is_read(text: str) -> None:
    (block,), unread = quoted_blocks(text)
    assert (block.at.path, block.at.first, block.at.last, block.runs) == ("src/pay.py", 1, 1, ((CODE,),))
    assert unread == 0


def test_a_file_without_a_line() -> None:
    (block,), _ = quoted_blocks(f"```python\n// filepath: src/pay.py\n{CODE}\n```")
    assert (block.at.path, block.at.first) == ("src/pay.py", 0)


@pytest.mark.parametrize(
    "text",
    [
        f"Replace it with this (src/pay.py:1):\n```python\n{CODE}\n```",
        "```console\n$ cat src/pay.py:1\n```",
        f"```diff\n# src/pay.py:1\n+{CODE}\n```",
        f"It is a number:\n```python\n{CODE}\n```",
        f"It is like src/pay.py:1 in that it has a limit.\n```python\n{CODE}\n```",
        "```python\n# src/pay.py:1\n```",
    ],
)
def test_what_quotes_nothing_is_counted(text: str) -> None:
    assert quoted_blocks(text) == ((), 1)


def test_what_is_left_out_parts_the_lines() -> None:
    text = "```python\n# src/pay.py:3-9\ndef charge(card):\n    ...\n\n    raise  Error\n    # rest of it ...\n    end()\n```"
    (block,), _ = quoted_blocks(text)
    assert block.runs == (("def charge(card):",), ("raise Error",), ("end()",))


@pytest.mark.parametrize(
    "lines", ["1 | x = 1\n2 | \n3 | y = 2", " 9: x = 1\n10: y = 2", "7\tx = 1\n8\ty = 2"]
)
def test_numbers_before_the_lines_are_no_text(lines: str) -> None:
    (block,), _ = quoted_blocks(f"In `a/b.py:1-3`:\n```python\n{lines}\n```")
    assert [line for run in block.runs for line in run] == ["x = 1", "y = 2"]


def test_the_mark_of_a_cited_line_is_no_text() -> None:
    (block,), _ = quoted_blocks("`x` is set (a/b.py:1)\n\n```python {1}\n> x = 1\n  y = 2\n```")
    assert block.runs == (("x = 1", "y = 2"),)


def test_several_blocks_and_one_that_is_not_closed() -> None:
    text = f"```py\n# a/b.py:1\nx = 1\n```\ntext\n\n```py\ny = 2\n```\n\n~~~py\n# a/c.py:4\n{CODE}\n"
    blocks, unread = quoted_blocks(text)
    assert [(block.at.path, block.at.first) for block in blocks] == [("a/b.py", 1), ("a/c.py", 4)]
    assert unread == 1
