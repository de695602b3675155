"""Files that make facts of much more than their own size where names are not bounded: in every language and
format that is read, one long or many-worded name above many small things, and long names nested.
"""

from __future__ import annotations

from collections.abc import Iterator

BLOCKS = {  # suffix: (opens a container, one small member, closes the container)
    "ts": ("class {} {{", "{}() {{}}\n", "}"),
    "tsx": ("namespace {} {{", "function {}() {{}}\n", "}"),
    "js": ("class {} {{", "{}() {{}}\n", "}"),
    "java": ("class {} {{", "void {}() {{}}\n", "}"),
    "cs": ("class {} {{", "void {}() {{}}\n", "}"),
    "cpp": ("namespace {} {{", "void {}() {{}}\n", "}"),
    "c": ("struct {} {{", "int {};\n", "};"),
    "rs": ("mod {} {{", "fn {}() {{}}\n", "}"),
    "go": ("type {} struct {{", "{} int\n", "}"),
    "rb": ("module {}\n", "def {}; end\n", "end\n"),
    "php": ("<?php class {} {{", "function {}() {{}}\n", "}"),
    "kt": ("class {} {{", "fun {}() {{}}\n", "}"),
    "swift": ("class {} {{", "func {}() {{}}\n", "}"),
    "scala": ("object {} {{", "def {}() = 1\n", "}"),
    "lua": ("function {}()\n", "function {}() end\n", "end\n"),
    "ex": ("defmodule {} do\n", "def {}, do: 1\n", "end\n"),
    "hs": ("module {} where\n", "{} = 1\n", ""),
    "zig": ("const {} = struct {{", "fn {}() void {{}}\n", "};"),
    "sh": ("{}() {{\n", "{}() {{ :; }}\n", "}\n"),
    "proto": ("message {} {{", "message {} {{}} ", "}"),
    "scss": (".{} {{", "{}{{b:c}}", "}"),
}


def words(count: int) -> str:
    """So many different words."""
    return " ".join(f"w{i}ord" for i in range(count))


def camel(count: int) -> str:
    """One name of so many different words."""
    return "".join(f"Word{i}x" for i in range(count))


def code(size: int) -> Iterator[tuple[str, str]]:
    """(path, text) of code, each about `size` bytes."""
    for suffix, (opens, member, closes) in BLOCKS.items():
        many = size // (len(member) + 4)
        members = "".join(member.format(f"b{i}") for i in range(many))
        half = "".join(member.format(f"b{i}") for i in range(many // 2))
        yield f"long.{suffix}", opens.format("A" + "x" * (size // 2)) + half + closes
        yield f"words.{suffix}", opens.format(camel(size // 16)) + half + closes
        yield f"deep.{suffix}", opens.format(camel(24)) * 40 + members + closes * 40
        yield f"deeper.{suffix}", opens.format("Ab") * 150 + members + closes * 150
        yield f"small.{suffix}", members
    members = "".join(f" def b{i}(self): pass\n" for i in range(size // 50))
    yield "words.py", f"class {camel(size // 16)}:\n{members}"
    deep = "".join(" " * i + f"class {camel(24)}:\n" for i in range(40))
    yield "deep.py", deep + "".join(" " * 40 + f"def b{i}(self): pass\n" for i in range(size // 64))
    yield "small.py", "a=1\n" * (size // 4)
    parts = "".join(f" def {camel(12)}{i}(self): pass\n" for i in range(100))
    yield "parts.py", f"class A:\n{parts}" + " x\n" * (size // 3)


def documents(size: int) -> Iterator[tuple[str, str]]:
    """(path, text) of documents and data, each about `size` bytes."""
    long = "x" * (size // 2)
    yield "setext.md", "a\n" * (size // 2) + "===\n"
    yield "setext words.md", "".join(f"w{i}\n" for i in range(size // 12)) + "===\n" + "# b\n" * (size // 8)
    yield "atx.md", f"# {words(size // 20)}\n" + "## b\n\nc\n" * (size // 18)
    levels = "".join(f"{'#' * level} {words(size // 120)}\n" for level in range(1, 6))
    yield "levels.md", levels + "###### b\n" * (size // 18)
    yield "small.md", "# a\n" * (size // 4)
    yield "windows.md", f"# {words(60)}\n" + "a\n" * (size // 2)
    yield "link.md", f"[a]: {long}\n\n" + "[a]\n" * (size // 8)
    yield "codes.md", "`a` " * (size // 4)
    yield "title.rst", f"{words(size // 20)}\n{'=' * (size // 2)}\n" + "b\n-\n\nc\n\n" * (size // 24)
    yield "levels.rst", "".join(f"{words(10)}\n{mark * 80}\n" for mark in '=-~^"+') + "b\n*\n" * (size // 8)
    yield "target.rst", f".. _a: {long}\n\n" + "a_ " * (size // 6)
    yield "title.adoc", f"= {words(size // 20)}\n\n" + "== b\n\nc\n\n" * (size // 24)
    yield "codes.adoc", "`a` " * (size // 4)
    yield "title.html", f"<h1>{words(size // 20)}</h1>" + "<h2>b</h2>c" * (size // 22)
    yield "id.html", f'<h1 id="{long}">a</h1>' + "<h2>b</h2>c" * (size // 22)
    cell = '{"cell_type": "markdown", "source": ["## b\\n", "c"]}'
    title = '{"cell_type": "markdown", "source": ["# ' + words(size // 20) + '\\n"]}'
    cells = ", ".join([title, *[cell] * (size // 100)])
    yield "title.ipynb", '{"cells": [' + cells + '], "nbformat": 4, "metadata": {}}'
    yield "keys.json", '{"' + "x" * 1_900 + '": {' + ",".join(f'"k{i}":1' for i in range(size // 12)) + "}}"
    yield "keys.yaml", "x" * 1_900 + ":\n" + "".join(f" k{i}: 1\n" for i in range(size // 10))
    yield "keys.toml", f"[{'x' * 1_900}]\n" + "".join(f"k{i}=1\n" for i in range(size // 8))
    yield "table.sql", f"create table {long} (a int);\n" + "create table b (c int);\n" * (size // 48)
    yield "rule.css", long + "{a:b}\n" + "c{d:e}\n" * (size // 14)
    yield "title.txt", f"{words(8)}\n=======\n\nb\n" * (size // 60)
    yield "small.ini", "[a]\nb=c\n" * (size // 8)
