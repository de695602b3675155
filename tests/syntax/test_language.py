"""Path and first bytes -> language."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helix_lsp.syntax.language import language_of

KNOWN = {
    "python",
    "javascript",
    "typescript",
    "tsx",
    "go",
    "rust",
    "java",
    "c",
    "cpp",
    "c_sharp",
    "ruby",
    "php",
    "bash",
    "markdown",
    "restructuredtext",
    "json",
    "yaml",
    "toml",
    "text",
    "",
}


@pytest.mark.parametrize(
    ("path", "language"),
    [
        ("src/app.py", "python"),
        ("a/b.PYI", "python"),
        ("x.mjs", "javascript"),
        ("x.jsx", "javascript"),
        ("x.d.ts", "typescript"),
        ("x.tsx", "tsx"),
        ("m.go", "go"),
        ("m.rs", "rust"),
        ("A.java", "java"),
        ("a.c", "c"),
        ("a.h", "c"),
        ("a.hpp", "cpp"),
        ("P.cs", "c_sharp"),
        ("a.rb", "ruby"),
        ("Gemfile", "ruby"),
        ("a.php", "php"),
        ("run.sh", "bash"),
        (".bashrc", "bash"),
        ("README.md", "markdown"),
        ("page.mdx", "markdown"),
        ("docs/x.rst", "restructuredtext"),
        ("package.json", "json"),
        (".eslintrc", "json"),
        ("ci.yml", "yaml"),
        ("CITATION.cff", "yaml"),
        ("pyproject.toml", "toml"),
        ("Cargo.lock", "toml"),
        ("composer.lock", "json"),
        ("yarn.lock", "text"),
        ("Makefile", "text"),
        ("Dockerfile", "text"),
        ("docker/Dockerfile.dev", "text"),
        ("CMakeLists.txt", "text"),
        ("setup.cfg", "text"),
        ("index.html", "html"),
        ("LICENSE", "text"),
        (".env.local", "text"),
        ("requirements.txt", "text"),
        ("notes.txt", "text"),
        ("logo.png", ""),
        ("lib.so", ""),
        ("unknown.zzz", ""),
        ("noending", ""),
        ("", ""),
    ],
)
def test_by_name_and_suffix(path: str, language: str):
    assert language_of(path) == language


@pytest.mark.parametrize(
    ("path", "head", "language"),
    [
        ("bin/tool", b"#!/usr/bin/env python3\n", "python"),
        ("bin/tool", b"#!/usr/bin/python3.11 -E\n", "python"),
        ("bin/tool", b"#! /bin/sh\n", "bash"),
        ("bin/tool", b"#!/usr/bin/env -S FOO=1 node --x\n", "javascript"),
        ("bin/tool", b"#!/usr/bin/env ruby\r\n", "ruby"),
        ("bin/tool", b"#!/usr/bin/awk -f\n", "text"),
        ("install", b"#!/bin/bash\n", "bash"),
        ("Makefile", b"#!/usr/bin/make -f\n", "text"),
        ("a.py", b"#!/bin/sh\n", "python"),
        ("data.zzz", b"plain words\n", "text"),
        ("data.zzz", b"cut in a character \xc3", "text"),
        ("data.zzz", b"\x00\x01", ""),
        ("data.zzz", b"\xff\xfe", ""),
        ("logo.png", b"text", ""),
        ("x.h", b"#pragma once\nnamespace a {\nclass B;\n}\n", "cpp"),
        ("x.h", b"#include <vector>\n", "cpp"),
        ("x.h", b"#include <stdio.h>\nint f(void); /* not std */\n", "c"),
        (
            "docs/topics.txt",
            b"Title\n=====\n\n.. code-block:: python\n\n    x\n\nSee :ref:`other`.\n",
            "restructuredtext",
        ),
        ("README", b"Name\n====\n\nUse ``pip install x`` and ``run``.\n", "restructuredtext"),
        ("README", b"Name\n====\n\nWords only.\n", "text"),
        ("CMakeLists.txt", b".. code:: x\n\n.. code:: y\n", "text"),
    ],
)
def test_by_the_first_bytes(path: str, head: bytes, language: str):
    assert language_of(path, head) == language


@given(st.text(max_size=40), st.binary(max_size=80))
def test_every_answer_is_a_known_language(path: str, head: bytes):
    assert language_of(path, head) in KNOWN
