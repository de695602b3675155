"""Hovers in a document on names that are no inline code: in code blocks, headings, tables, links, command lines and
keys of configuration; and what must show nothing.
"""

from __future__ import annotations

import pytest

from helix_lsp.ide.hover import hover
from helix_lsp.ide.places import definition
from tests.support.check import indexed, read_fixture

KILN = """
    //- /go.mod
    module github.com/potter/kiln/v2

    //- /kiln.go
    package kiln

    // Kiln fires pots.
    type Kiln struct {
        // Heat in degrees.
        Heat int
    }

    // New builds a cold kiln.
    func New(name string) *Kiln { return &Kiln{} }

    // Fire heats the kiln.
    func (k *Kiln) Fire(opt Opt) error { return nil }

    // Opt says how to fire.
    type Opt struct {
        // Prefix of the log.
        LogPrefix string
    }

    //- /glaze/glaze.go
    package glaze

    // Wash mixes a glaze.
    func Wash(path string) error { return nil }

    //- /oven/src/args.rs
    /// What the program takes.
    #[derive(Parser)]
    pub struct Opt {
        /// Prints the heat.
        #[arg(long, env = "KILN_SHOW_HEAT")]
        pub show_heat: bool,
    }

    //- /oven/src/config.rs
    /// The part `fire` of the settings.
    pub struct FireConfig {
        /// Degrees to stop at.
        pub most_heat: u32,
    }

    //- /oven/Cargo.toml
    [package]
    name = "oven"

    //- /web/types.ts
    export type KilnOptions = {
      /** Called when it is hot. */
      onHot?: () => void;
    };
    export class HeatError extends Error {}

    //- /yard/Yard.java
    package org.yard;
    /** Keeps pots. */
    public interface Yard {
        /** Makes an empty yard. */
        static Yard create() { return null; }
    }

    //- /tests/heat_test.py
    def only_in_tests(): pass

    //- /README.md
"""
GO = """```go
import "github.com/potter/kiln/v2"
import "github.com/potter/kiln/v2/glaze"
import "log"

var k = kiln.New("north")

func main() {
    %s
}
```"""
SHOWN = {
    "a method behind what the block made": (GO % "k.Fi$0re(kiln.Opt{})", "Kiln.Fire(opt Opt) error", "Fire"),
    "a function behind a package": (GO % 'glaze.Wa$0sh("x")', "Wash(path string) error", "Wash"),
    "a key of a literal": (GO % 'k.Fire(kiln.Opt{LogPre$0fix: "x"})', "Opt.LogPrefix string", "LogPrefix"),
    "code that is commented out": (GO % "// k.Fi$0re(kiln.Opt{})", "Kiln.Fire(opt Opt) error", "Fire"),
    "a type of the package in inline code": ("A `kiln.Ki$0ln` fires.", "Kiln struct", "kiln.Kiln"),
    "an example without its imports": ("```java\nYard yard = Yard.cre$0ate();\n```", "static Yard create()", "create"),
    "an imported name": ("```ts\nimport {Heat$0Error} from 'kiln';\n```", "HeatError extends Error", "HeatError"),
    "a key of an object": ("```js\nfire({on$0Hot: () => {}});\n```", "KilnOptions.onHot?: () => void", "onHot"),
    "a heading": ("## on$0Hot", "KilnOptions.onHot?: () => void", "onHot"),
    "a class that the page defines, too": (
        "### Heat$0Error\n\n```js\nclass HeatError extends Error {}\n```", "HeatError extends Error", "HeatError"
    ),
    "a cell of a table": ("| Name | What |\n|---|---|\n| Heat$0Error | bad |", "HeatError extends Error", "HeatError"),
    "an option in a list of options": ("```\n-s, --show-$0heat  Prints the heat\n```", "Opt.show_heat: bool", "--show-heat"),
    "an option in a command line": ("```sh\noven --show-$0heat\n```", "Opt.show_heat: bool", "--show-heat"),
    "an option that is turned off": ("Use `oven --no-show-$0heat`.", "Opt.show_heat: bool", "--no-show-heat"),
    "a variable of the environment": ("Set KILN_SHOW_$0HEAT.", "(variable) `KILN_SHOW_HEAT`", "KILN_SHOW_HEAT"),
    "a key under its table": ("```toml\n[fire]\nmost_$0heat = 3\n```", "FireConfig.most_heat: u32", "most_heat"),
    "a dotted key": ("Set `kiln.fire.most-$0heat`.", "FireConfig.most_heat: u32", "kiln.fire.most-heat"),
    "a key of a properties block": ("```properties\nkiln.fire.most-$0heat=3\n```", "FireConfig.most_heat: u32", "kiln.fire.most-heat"),
}  # fmt: skip
NOTHING = {
    "another package": GO % 'log.Fat$0alf("x")',
    "a text in code": GO % 'log.Fatalf("Fi$0re")',
    "what the example defines": "```ts\nfunction on$0Hot() {}\n```",
    "what only tests define": "The only_in_$0tests helper.",
    "a word of prose": "A Kil$0n fires pots.",
    "an option of another program": "Use `git --show-$0cold`.",
    "a title in words": "## Fi$0re",
}


@pytest.mark.parametrize("case", SHOWN)
def test_a_name_that_the_repository_defines_is_shown(case: str) -> None:
    text, headline, origin = SHOWN[case]
    fixture = read_fixture(KILN + "".join(f"    {line}\n" for line in text.splitlines()))
    with indexed(fixture.files) as world:
        view = world.view(None)
        found = hover(view, fixture.path, fixture.offset)
        assert found is not None
        assert headline in found.markdown
        assert found.markdown.count("defined in") + found.markdown.count("written in") == 1
        assert "also:" not in found.markdown
        assert found.span.cut(fixture.files[fixture.path]).decode() == origin
        assert definition(view, fixture.path, fixture.offset) != ()


@pytest.mark.parametrize("case", NOTHING)
def test_any_other_word_shows_nothing(case: str) -> None:
    fixture = read_fixture(KILN + "".join(f"    {line}\n" for line in NOTHING[case].splitlines()))
    with indexed(fixture.files) as world:
        assert hover(world.view(None), fixture.path, fixture.offset) is None
