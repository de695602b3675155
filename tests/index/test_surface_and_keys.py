"""What a path says, and the keys of names, mentions and paths."""

from __future__ import annotations

import pytest

from helix_lsp.index.names.declared import (
    LONG_NAME,
    bare_length,
    bare_names,
    mention_key,
    name_key,
    path_words,
)
from helix_lsp.index.surface import surface_of


@pytest.mark.parametrize(
    ("path", "language", "kind"),
    [
        ("a.py", "python", "code"),
        ("docs/a.md", "markdown", "docs"),
        ("a.rst", "restructuredtext", "docs"),
        ("README.txt", "text", "docs"),
        ("a.toml", "toml", "config"),
        ("setup.cfg", "text", "config"),
        ("Makefile", "text", "config"),
        ("LICENSE", "text", "text"),
        ("a.css", "", "text"),
        ("requirements.txt", "text", "config"),
        ("bin/run", "bash", "code"),
    ],
)
def test_kinds(path: str, language: str, kind: str) -> None:
    assert surface_of(path, language).kind == kind


@pytest.mark.parametrize(
    ("path", "flags"),
    [
        ("src/app.py", set[str]()),
        ("tests/test_app.py", {"test"}),
        ("src/test_app.py", {"test"}),
        ("src/app_test.go", {"test"}),
        ("src/app.spec.ts", {"test"}),
        ("src/AppTest.java", {"test"}),
        ("core/FooTests/Bar.cs", {"test"}),
        ("conftest.py", {"test"}),
        ("src/testing/x.py", {"test"}),
        ("internal/testbroker/x.go", {"test"}),
        ("pkg/internal/mocks/x.go", {"test"}),
        ("pkg/testament/x.go", set[str]()),
        ("util/testutil/x.go", {"test"}),
        ("web/test-helpers/x.js", {"test"}),
        ("src/Valid/TestHelper/X.cs", set[str]()),
        ("client-testkit/X.scala", set[str]()),
        ("src/latest.py", set[str]()),
        ("src/contest.py", set[str]()),
        ("examples/a.py", {"example"}),
        ("docs_src/a.py", {"example"}),
        ("vendor/a.go", {"vendored"}),
        ("node_modules/x/index.js", {"vendored", "entry"}),
        ("a_pb2.py", {"generated"}),
        ("dist/jquery.min.js", {"generated"}),
        ("types/x.d.ts", {"generated"}),
        ("yarn.lock", {"generated"}),
        ("src/__init__.py", {"entry"}),
        ("src/index.test.ts", {"test"}),
        ("lib/mod.rs", {"entry"}),
        ("index.html", set[str]()),
    ],
)
def test_flags(path: str, flags: set[str]) -> None:
    surface = surface_of(path, "")
    assert {f for f in ("test", "example", "generated", "vendored", "entry") if getattr(surface, f)} == flags


@pytest.mark.parametrize(
    ("path", "language", "example"),
    [
        ("src/benchmark/scheduler.rs", "rust", False),
        ("benchmark/src/run.rs", "rust", True),
        ("examples/hello/src/main.rs", "rust", True),
        ("src/benchmark/scheduler.py", "python", True),
    ],
)
def test_what_is_below_the_sources_of_a_crate_is_the_product(path: str, language: str, example: bool) -> None:
    assert surface_of(path, language).example is example


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Flask.route", "route"),
        ("std::fmt", "fmt"),
        ("_Private_", "private"),
        ("__init__", "init"),
        ("__", "__"),
        ("A#b", "b"),
        ("", ""),
        ("p->x", "x"),
        (" x ", "x"),
        ("a.", ""),
        ("Base.filter!", "filter"),
        ("empty?", "empty"),
        ("!", ""),
        ("?", "?"),
    ],
)
def test_name_keys(name: str, key: str) -> None:
    assert name_key(name) == key


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Flask.route()", "route"),
        ("app.route('/x', y=1)", "route"),
        ("flask run", ""),
        ("--debug", ""),
        ("List<int>", "list"),
        ("a[0].b", "a"),
        ("x = 1", "x"),
        ("DEBUG=1", "debug"),
        ("@decorator", "decorator"),
        ("!", ""),
        ("", ""),
        ("~flask.Flask", "flask"),
        ("obj->call()", "call"),
    ],
)
def test_mention_keys(text: str, key: str) -> None:
    assert mention_key(text) == key


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("src/http_server.py", ("http", "server")),
        ("src/HTTPServer.java", ("http", "server")),
        ("flask/__init__.py", ("flask",)),
        ("ui/forms/index.ts", ("form",)),
        ("index.ts", ("index",)),
        (".gitignore", ("gitignor",)),
        ("a/jquery.min.js", ("jqueri",)),
    ],
)
def test_path_words(path: str, words: tuple[str, ...]) -> None:
    assert path_words(path) == words


@pytest.mark.parametrize(
    "names",
    [
        (),
        ("_", "a_b", "Route", "x" * 300, "_" * 300),
        ("\u0130stanbul_", "stra\u00dfe", "a"),
        ("line\nend_", "b"),
        ("", "_a"),
    ],
)
def test_lengths_are_those_of_the_bare_names(names: tuple[str, ...]) -> None:
    """Also where lower case has more letters than upper case, and where a name holds a line end."""
    assert [bare_length(name) for name in names] == [min(len(bare), LONG_NAME) for bare in bare_names(names)]
