"""Seeded files of every language and format that is read: a few of its pieces and of punctuation, one after another
and again and again, or all opened before the first is closed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.support.amplifying import BLOCKS

_MARKS = (*"\n \t;,.()[]{}<>\"'`#=:aBé😀\\|*_-+$@!0\r\f", "  ", "//", "/*", "*/", "--", "#{", "${")
_OWN = {
    "py": ("def {}():\n ", "class {}:\n ", "a = 1\n", "@b\n", "'''", 'f"{', "lambda: ", "if a:\n ", "import a\n", "a.b(", "(", ")"),
    "md": ("# a\n", "> ", "- ", "```\n", "`a`", "[a](b)", "[a]: b\n", "|a", "***", "<b>", "a\n===\n", "![", "]("),
    "rst": ("a\n=\n", ".. a::\n", "   ", "``a``", ":a:`b`", "`a <b>`_", "a_", "|a|", ".. _a: b\n", "::\n\n", "+-+\n", "* "),
    "adoc": ("= a\n", "== b\n", "----\n", "[[a]]", "<<a>>", "link:a[b]", "`a`", "* ", "|===\n", "include::a[]\n", "//a\n"),
    "html": ("<h1>", "</h1>", "<a href='b'>", "<!--", "-->", "<script>", "</script>", "<div>", "&amp;", "<b c=", "<pre>", "<"),
    "ipynb": ('{"cells":[', '{"cell_type":"code","source":["a=1\\n"]},', '{"cell_type":"markdown","source":["# a"]}', "]}", "[", "{"),
    "json": ('{"a":', "[", "]", "}", '"b"', "1", ",", '"a":1,', "null", "// c\n", '{"a":[1,2]},'),
    "yaml": ("a:\n", "  b: 1\n", "- ", "&a ", "*a ", "{a: ", "[", "? ", "---\n", "|\n", "!!a ", "# c\n"),
    "toml": ("[a]\n", "[[b]]\n", "c = 1\n", "d.e = 'f'\n", "g = [", "h = {i = ", '"""', "'''", "# c\n", "]\n"),
    "sql": ("create table a (", "b int,", ");\n", "-- c\n", "/*", "*/", "select ", "$$", "create function f()\n", "'a'"),
    "css": ("a{", "b:c;", "}", "@media x{", "/*", "*/", ".d,", "#e ", "::f", "url(", "@import 'a';"),
    "txt": ("a\n=\n", "a b c\n", "    ", "=====\n", "a.b/c::d ", "1) ", "* ", "http://a.b/"),
    "ini": ("[a]\n", "b=c\n", "b: c\n", "; d\n", "[", "  e\n", "f\n"),
}  # fmt: skip
SUFFIXES = tuple(dict.fromkeys((*BLOCKS, *_OWN)))


def repeated(suffix: str, count: int, size: int, seed: int) -> Iterator[tuple[str, str]]:
    """(path, text) of so many files of about `size` bytes."""
    dice = random.Random(f"{seed} {suffix}")
    own = _OWN.get(suffix) or _of_code(suffix)
    for number in range(count):
        pieces = [dice.choice(own if dice.random() < 0.7 else _MARKS) for _ in range(dice.randrange(1, 6))]
        half = len(pieces) // 2 + 1
        once = "".join(pieces)
        many = size // len(once)
        closed = dice.random() < 0.3
        text = "".join(pieces[:half]) * many + "".join(pieces[half:]) * many if closed else once * many
        yield f"g{number}.{suffix}", text


def _of_code(suffix: str) -> tuple[str, ...]:
    opens, member, closes = BLOCKS[suffix]
    return (opens.format("a"), member.format("a"), closes or "\n")
