"""What comments say of a default that stands at their place, and what a contradiction lacks to be an alarm."""

from __future__ import annotations

import pytest

from helix_lsp.align.drift.history import NoHistory
from helix_lsp.ide.drift_look import drift
from helix_lsp.verify.claim.document import check_document
from tests.support.check import indexed


def nothing() -> None:
    return


def told(files: dict[str, str], path: str) -> list[tuple[str, str]]:
    data = {name: text.encode() for name, text in files.items()}
    with indexed(data) as world:
        view = world.view()
        found = check_document(path, data[path], view.snapshot, view.texts, nothing)
    return [(f.object.cut(data[path]).decode().strip("`"), f.ruling.verdict) for f in found]


AGAINST = "contradicted"
SHARP = "class A {{\n  /// <summary>The default is <c>{}</c>{}.</summary>\n  public int Tries {{ get; set; }} = 10;\n}}\n"
GO = """package a

type A struct {
	// Tries is how often. Default: 5
	Tries int
}

func (a *A) init() {
	if a.Tries == 0 {
		a.Tries = 3
	}
}
"""
TYPES = "interface Options {\n  /** @default 1000 */\n  keepAlive?: number\n}\n"
OTHER = "interface B {\n  keepAlive?: number\n}\n"
READS = "function a(opts) { const x = opts.keepAlive ?? 2000\n}\n"
RUST = """pub struct A {
    /// Defaults to 5.
    pub tries: u32,
}
impl Default for A {
    fn default() -> Self {
        A { tries: 3 }
    }
}
"""


@pytest.mark.parametrize(
    ("path", "code", "found"),
    [
        ("a.cs", SHARP.format(5, ""), [("5", AGAINST)]),
        ("a.cs", SHARP.format(10, ""), [("10", "supported")]),
        ("a.swift", "struct A {\n    /// Waits. Default is true.\n    var waits = false\n}\n", [("true", AGAINST)]),
        ("a.php", "<?php\nclass A {\n  /** Default of 5 minutes.\n   * The default is 300. */\n  public $Timeout = 30;\n}\n", [("300", AGAINST)]),
        ("a.java", "class A {\n  /** The default is {@code 3}. */\n  private int tries = 5;\n}\n", [("3", AGAINST)]),
        ("a.py", "class A:\n    #: Defaults to 5.\n    tries = 10\n", [("5", AGAINST)]),
        ("a.go", GO, [("5", AGAINST)]),
        ("a.ts", TYPES + READS, [("1000", AGAINST)]),
        ("a.rs", RUST, [("5", AGAINST)]),
        # a mark of nothing, a key that holds its own name, a condition, a value that is set again: nothing is known
        ("a.php", "<?php\nclass A {\n  /** The default is 300. */\n  public $timeout = 0;\n}\n", [("300", "not_found")]),
        ("a.php", "<?php\nclass A {\n  /** Defaults to \"false\". */\n  const ALLOW_ALL = 'allow_all';\n}\n", [('"false"', "not_found")]),
        ("a.cs", SHARP.format(5, " on Windows"), [("5", "not_found")]),
        ("a.py", "class A:\n    #: Defaults to 5.\n    tries = 10\n\n    def more(self):\n        self.tries = 5\n", [("5", "not_found")]),
        # two things of that name, and none of them is the comment's own
        ("a.ts", TYPES + OTHER + READS, [("1000", "not_found")]),
        # it speaks of another thing
        ("a.py", "class A:\n    #: The default of `pause` is 5.\n    tries = 10\n", []),
    ],
)  # fmt: skip
def test_a_comment_is_held_against_the_value_at_its_place(path: str, code: str, found: list[tuple[str, str]]):
    assert told({path: code}, path) == found


def test_a_declaration_and_its_code_have_one_name():
    assert told({"types/client.d.ts": TYPES, "lib/client.js": READS}, "types/client.d.ts") == [
        ("1000", AGAINST)
    ]
    assert told({"types/client.d.ts": TYPES, "lib/pool.js": READS}, "types/client.d.ts") == [
        ("1000", "not_found")
    ]


MANIFESTS = {
    "pyproject.toml": "[project]\nrequires-python = '>=3.10'\n",
    "composer.json": '{"require": {"php": "^8.1 || ^9.0"}}\n',
    "a.gemspec": 'Gem::Specification.new do |s|\n  s.required_ruby_version = ">= 3.0"\nend\n',
    "mix.exs": 'def project do\n  [elixir: "~> 1.14"]\nend\n',
    "Cargo.toml": '[package]\nrust-version = "1.70"\n',
    "packages/web/package.json": '{"name": "web"}\n',
    "package.json": '{"engines": {"node": ">=18"}}\n',
}


@pytest.mark.parametrize(
    ("path", "text", "found"),
    [
        ("README.md", "## Requirements\n\n- Python 3.8+\n- PHP >= 8.1\n", [("3.8", AGAINST), ("8.1", "supported")]),
        ("README.md", "## Installation\n\n* **Ruby 2.7** or later\n", [("2.7", AGAINST)]),
        ("README.md", "## Requirements\n\n* Elixir 1.12 or later\n", [("1.12", AGAINST)]),
        ("README.md", "## Plugins\n\n- Python 3.8+\n", []),
        ("README.md", "## Requirements\n\n- Python 3.8\n", []),
        ("README.md", "![](https://img.shields.io/badge/MSRV-1.60-blue)\n", [("1.60", AGAINST)]),
        ("README.md", "It requires PHP 7.4 or newer.\n", [("7.4", AGAINST)]),
        ("README.md", "Node.js versions 16+ are supported.\n", [("16", AGAINST)]),
        ("README.md", "```sh\nx\n```\nNote that rust version *1.60.2* or later is required.\n", [("1.60.2", AGAINST)]),
        ("README.md", "With Python 3.8 or later:\n\n    x\n", [("3.8", AGAINST)]),
        ("README.md", "It runs on supported versions of Node.js, and requires at least v16.2.\n", [("16.2", AGAINST)]),
        ("README.md", "Note: Kiln requires Elixir 1.12 or higher.\n", [("1.12", AGAINST)]),
        ("README.md", "Make sure that you use Rust 1.60 or newer.\n", [("1.60", AGAINST)]),
        ("README.md", "If you wish to build Kiln you'll need Rust version 1.60+ installed.\n", [("1.60", AGAINST)]),
        ("README.md", "- **Solution**: Ensure you have Rust 1.60 or later\n", [("1.60", AGAINST)]),
        ("README.md", "- Compatible with Python 3.8+\n", [("3.8", AGAINST)]),
        ("README.md", "## Build from source\n\n- [PHP 7.4 or newer](https://a.org/dl/)\n", [("7.4", AGAINST)]),
        ("README.md", "If you are using Rust 1.60 or later, fire.\n\nYou need Node.js 16+ to use the plugin.\n", []),
        ("README.md", "With Rust 1.60+ installed, you can fire.\n\nKiln `^2.5` works with PHP 7.2 or above.\n", []),
        ("README.md", "Node.js 16+ is required for the plugin.\n\nWith Python 3.8 or later, fire.\n", []),
        # the engines of the root are not those of a package that says nothing
        ("packages/web/README.md", "## Requirements\n\n- Node.js 16+\n", [("16", "not_found")]),
        ("docs/a.md", "## Requirements\n\n- Node.js 16+\n", [("16", AGAINST)]),
    ],
)  # fmt: skip
def test_versions_in_lists_and_pictures(path: str, text: str, found: list[tuple[str, str]]):
    assert told({**MANIFESTS, path: text}, path) == found


CODE = """import os


class Kiln:
    def fire(self, heat=5, door=True):
        pass


PONG = 0xA


def steps(pause=1):
    pass
"""


@pytest.mark.parametrize(
    ("text", "lacks"),
    [
        ("tests/oven/README.md: Kiln requires Python 3.8 or newer.", ("no-owner",)),
        ("examples/oven/README.md: Kiln requires Python 3.8 or newer.", ("no-owner",)),
        ("The `heat` of `Kiln.fire` defaults to `7`.", ()),
        ("The `heat` of `Kiln.fire` defaults to `7`, other than `9`.", ("other-values",)),
        ("`Kiln` is a function.", ("everyday-kind",)),
        ("`PONG` = 0xB", ()),
        ("This package requires Python 3.12 or newer.", ("asks-more",)),
        ("This package requires Python 3.8 or newer.", ()),
        ("Kiln requires Python 3.8 or newer.", ()),
        ("Requires Python 3.8 or newer; older ones fire nothing.", ("no-owner",)),
        ("The constant `SIZE` is 7.", ("one-branch",)),
    ],
)
def test_what_an_alarm_lacks_makes_it_a_hint(text: str, lacks: tuple[str, ...]):
    sizes = "#if defined(_WIN32)\nstatic const int SIZE = 5;\n#endif\n"
    files = {"kiln.py": CODE, "size.c": sizes, "pyproject.toml": MANIFESTS["pyproject.toml"]}
    path, mark, said = text.partition(".md: ")
    files |= {f"{path}.md": said} if mark else {"docs/a.md": text}
    with indexed({name: body.encode() for name, body in files.items()}) as world:
        view = world.view()
        loud = [f.judged.tier for f in drift(view, NoHistory()).findings]
        every = drift(view, NoHistory(), min_confidence=0.2).findings
    assert [tuple(r.id for r in f.judged.reasons[1:]) for f in every] == [lacks]
    assert loud == ([] if lacks else ["A"])
