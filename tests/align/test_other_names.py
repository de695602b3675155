"""A use under another name is a use: what imports, exports, assignments and macros rename is followed, in every
language, over any number of steps; what only bears the name is not counted as certain.
"""

from __future__ import annotations

import pytest

from helix_lsp.align.every_use import every_use
from helix_lsp.align.live import Live
from helix_lsp.align.usage import usages_of
from helix_lsp.config.align import AlignConfig
from tests.support.check import indexed, read_fixture

# language and way -> (definition, uses as `path:line`, with `?` where nobody can be certain, the tree)
FOUND = {
    "python import as": (
        "weigh_fish",
        "shop.py:4",
        """
        //- /scales.py
        def weigh_fish(fish): return 1
        //- /shop.py
        from scales import weigh_fish as _heft

        def sell(fish):
            return _heft(fish)
        """,
    ),
    "python re-export under another name, then a third": (
        "weigh_fish",
        "shop.py:4",
        """
        //- /scale/__init__.py
        from .inner import weigh_fish as heft
        //- /scale/inner.py
        def weigh_fish(fish): return 1
        //- /shop.py
        from scale import heft as h2

        def sell(fish):
            return h2(fish)
        """,
    ),
    "python assignment, then import": (
        "weigh_fish",
        "scales.py:2 shop.py:4",
        """
        //- /scales.py
        def weigh_fish(fish): return 1
        heft_all = weigh_fish
        //- /shop.py
        from scales import heft_all

        def sell(fish):
            return heft_all(fish)
        """,
    ),
    "python import inside a function": (
        "weigh_fish",
        "shop.py:3",
        """
        //- /scales.py
        def weigh_fish(fish): return 1
        //- /shop.py
        def sell(fish):
            from scales import weigh_fish as heft
            return heft(fish)
        """,
    ),
    "python local name": (
        "weigh_fish",
        "scales.py:4 scales.py:5",
        """
        //- /scales.py
        def weigh_fish(fish): return 1

        def sell(fish):
            heft = weigh_fish
            return heft(fish)
        """,
    ),
    "python function passed on": (
        "weigh_fish",
        "shop.py:4",
        """
        //- /scales.py
        def weigh_fish(fish): return 1
        //- /shop.py
        from scales import weigh_fish

        def sell(fish):
            return list(map(weigh_fish, fish))
        """,
    ),
    "typescript default import": (
        "connectPool",
        "app/b.ts:2",
        """
        //- /lib/db.ts
        export default function connectPool() { return 1 }
        //- /app/b.ts
        import conn from "../lib/db"
        export const b = () => conn()
        """,
    ),
    "typescript export as, then import as": (
        "connectPool",
        "app/b.ts:2",
        """
        //- /lib/db.ts
        function connectPool() { return 1 }
        export { connectPool as openPool }
        //- /app/b.ts
        import { openPool as o } from "../lib/db"
        export const b = () => o()
        """,
    ),
    "typescript default handed on by a barrel": (
        "connectPool",
        "app/b.ts:2",
        """
        //- /lib/db.ts
        export default function connectPool() { return 1 }
        //- /lib/index.ts
        export { default as pool } from "./db"
        //- /app/b.ts
        import { pool } from "../lib"
        export const b = () => pool()
        """,
    ),
    "typescript star of a barrel": (
        "connectPool",
        "app/b.ts:2",
        """
        //- /lib/db.ts
        export function connectPool() { return 1 }
        //- /lib/index.ts
        export * from "./db"
        //- /app/b.ts
        import { connectPool as c } from "../lib"
        export const b = () => c()
        """,
    ),
    "typescript path alias of the configuration": (
        "connectPool",
        "src/app/b.ts:2",
        """
        //- /tsconfig.json
        {
          // the top
          "compilerOptions": {"baseUrl": ".", "paths": {"@/*": ["src/*"]},},
        }
        //- /src/lib/db.ts
        export function connectPool() { return 1 }
        //- /zzz/db.ts
        export function connectPool() { return 2 }
        //- /src/app/b.ts
        import { connectPool as c } from "@/lib/db"
        export const b = () => c()
        """,
    ),
    "typescript package of the workspace": (
        "connectPool",
        "packages/app/src/b.ts:2",
        """
        //- /packages/db/package.json
        {"name": "@pond/db", "exports": {".": {"import": "./dist/index.js"}, "./deep": "./dist/deep.js"}}
        //- /packages/db/src/deep.ts
        export function connectPool() { return 1 }
        //- /packages/app/src/b.ts
        import { connectPool as c } from "@pond/db/deep"
        export const b = () => c()
        """,
    ),
    "javascript require with another name": (
        "connectPool",
        "b.js:2",
        """
        //- /db.js
        function connectPool() { return 1 }
        module.exports.openPool = connectPool;
        //- /b.js
        const { openPool: o } = require('./db')
        exports.b = () => o()
        """,
    ),
    "javascript the whole module is the function": (
        "connectPool",
        "b.js:2",
        """
        //- /db.js
        function connectPool() { return 1 }
        module.exports = connectPool;
        //- /b.js
        const c = require('./db')
        exports.b = () => c()
        """,
    ),
    "javascript a key of what is exported": (
        "connectPool",
        "b.js:2",
        """
        //- /db.js
        function connectPool() { return 1 }
        module.exports = { other: 1, open: connectPool };
        //- /b.js
        const { open } = require('./db')
        exports.b = () => open()
        """,
    ),
    "javascript call, apply, bind": (
        "connectPool",
        "b.js:2 b.js:3 b.js:4",
        """
        //- /db.js
        export function connectPool() { return 1 }
        //- /b.js
        import { connectPool } from './db'
        connectPool.call(null, 1)
        connectPool.apply(null, [1])
        const c = connectPool.bind(null)
        """,
    ),
    "rust use as": (
        "salt_fish",
        "src/cook.rs:3",
        """
        //- /Cargo.toml
        [package]
        name = "pond"
        //- /src/fish.rs
        pub fn salt_fish(n: u8) -> u8 { n }
        //- /src/cook.rs
        use crate::fish::salt_fish as salt;
        pub fn cook() -> u8 {
            salt(3)
        }
        """,
    ),
    "kotlin import as": (
        "saltFish",
        "B.kt:3",
        """
        //- /A.kt
        package k
        fun saltFish(n: Int): Int = n
        //- /B.kt
        package k2
        import k.saltFish as salt
        fun cook(): Int = salt(3)
        """,
    ),
    "scala import of another name": (
        "Barrel",
        "B.scala:3",
        """
        //- /A.scala
        package k
        class Barrel(n: Int)
        //- /B.scala
        package k2
        import k.{Barrel => Keg}
        object Cook { def cook() = new Keg(3) }
        """,
    ),
    "php use function": (
        "saltFish",
        "b.php:4",
        """
        //- /a.php
        <?php
        namespace Fish;
        function saltFish($n) { return $n; }
        //- /b.php
        <?php
        namespace Cook;
        use function Fish\\saltFish as salt;
        function cook() { return salt(3); }
        """,
    ),
    "c# alias of a class": (
        "Barrel",
        "b.cs:2",
        """
        //- /a.cs
        namespace Fish { public class Barrel { } }
        //- /b.cs
        using Keg = Fish.Barrel;
        class Cook { object Make() { return new Keg(); } }
        """,
    ),
    "c# using static": (
        "SaltFish",
        "b.cs:2",
        """
        //- /a.cs
        namespace Fish { public static class Salter { public static int SaltFish(int n) { return n; } } }
        //- /b.cs
        using static Fish.Salter;
        class Cook { int Make() { return SaltFish(3); } }
        """,
    ),
    "java static import": (
        "saltFish",
        "cook/Cook.java:3",
        """
        //- /fish/Salter.java
        package fish;
        public class Salter { public static int saltFish(int n) { return n; } }
        //- /cook/Cook.java
        package cook;
        import static fish.Salter.saltFish;
        class Cook { int make() { return saltFish(3); } }
        """,
    ),
    "java method reference": (
        "saltFish",
        "fish/Salter.java:4",
        """
        //- /fish/Salter.java
        package fish;
        public class Salter {
          static int saltFish(int n) { return n; }
          Object one() { return list().map(Salter::saltFish); }
        }
        """,
    ),
    "go variable that holds the function, from an aliased package": (
        "SaltFish",
        "cook/cook.go:3 cook/cook.go:4",
        """
        //- /go.mod
        module example.org/pond
        //- /fish/fish.go
        package fish
        func SaltFish(n int) int { return n }
        //- /cook/cook.go
        package cook
        import f "example.org/pond/fish"
        var saltIt = f.SaltFish
        func Cook() int { return saltIt(3) }
        """,
    ),
    "c macro": (
        "salt_fish_now",
        "cook.c:1 cook.c:2?",
        """
        //- /fish.c
        int salt_fish_now(int n) { return n; }
        //- /cook.c
        #define SALT salt_fish_now
        int cook(void) { return SALT(3); }
        """,
    ),
    "c++ alias of a class": (
        "SaltBarrel",
        "a.cpp:2 a.cpp:3",
        """
        //- /a.cpp
        class SaltBarrel { public: int n; };
        using BigSaltKeg = SaltBarrel;
        int cook() { BigSaltKeg keg; return keg.n; }
        """,
    ),
    "ruby alias": (
        "salt_fish",
        "a.rb:5?",
        """
        //- /a.rb
        class Cook
          def salt_fish(n) n end
          alias salt_now salt_fish
          def cook
            salt_now(3)
          end
        end
        """,
    ),
    "elixir alias of a module": (
        "Pond.Fish",
        "b.ex:3",
        """
        //- /a.ex
        defmodule Pond.Fish do
          def salt(n), do: n
        end
        //- /b.ex
        defmodule Cook do
          alias Pond.Fish, as: Carp
          def cook, do: Carp.salt(3)
        end
        """,
    ),
    "lua local of a table's function": (
        "salt_fish",
        "cook.lua:2 cook.lua:3",
        """
        //- /fish.lua
        local M = {}
        function M.salt_fish(n) return n end
        return M
        //- /cook.lua
        local fish = require("fish")
        local salt = fish.salt_fish
        return salt(3)
        """,
    ),
    "haskell qualified, then a name of its own": (
        "saltFish",
        "Cook.hs:3 Cook.hs:4",
        """
        //- /Fish.hs
        module Fish where
        saltFish :: Int -> Int
        saltFish n = n
        //- /Cook.hs
        module Cook where
        import qualified Fish as F
        salty = F.saltFish
        cook = salty 3
        """,
    ),
    "zig constant": (
        "saltFish",
        "cook.zig:2 cook.zig:3",
        """
        //- /fish.zig
        pub fn saltFish(n: u8) u8 { return n; }
        //- /cook.zig
        const fish = @import("fish.zig");
        const salt = fish.saltFish;
        pub fn cook() u8 { return salt(3); }
        """,
    ),
    "swift alias of a type": (
        "SaltBarrel",
        "a.swift:2 a.swift:3",
        """
        //- /a.swift
        class SaltBarrel { }
        typealias BigSaltKeg = SaltBarrel
        func cook() -> BigSaltKeg { return make() }
        """,
    ),
}
"""Uses that must be found."""

MAYBE = {
    "go, through an interface": (
        "Sea.Ebb",
        "g.go:5?",
        """
        //- /g.go
        package g
        type Ebber interface{ Ebb() int }
        type Sea struct{}
        func (s Sea) Ebb() int { return 3 }
        func Show(e Ebber) int { return e.Ebb() }
        """,
    ),
    "scala, a field of a case class": (
        "Config.depth",
        "a.scala:3",
        """
        //- /a.scala
        object Pond {
          case class Config(depth: Int, name: String)
          def show(c: Config): Int = c.depth + 1
        }
        """,
    ),
    "scala, a named argument": (
        "Config.depth",
        "a.scala:3?",
        """
        //- /a.scala
        object Pond {
          case class Config(depth: Int, name: String)
          val one = Config(depth = 3, name = "x")
        }
        """,
    ),
    "kotlin, a receiver nobody knows": (
        "Boat.sink",
        "a.kt:2?",
        """
        //- /a.kt
        class Boat { fun sink() = 1 }
        fun storm(it: Any) = find(it).sink()
        """,
    ),
    "c#, an extension method on what is not ours": (
        "Words.Shout",
        "b.cs:1?",
        """
        //- /a.cs
        public static class Words { public static string Shout(this string s) { return s; } }
        //- /b.cs
        class Cook { string Make() { return "fish".Shout(); } }
        """,
    ),
    "rust, a field of what nobody knows": (
        "Config.depth",
        "a.rs:2?",
        """
        //- /a.rs
        pub struct Config { pub depth: u8 }
        pub fn show() -> u8 { load().depth }
        """,
    ),
    "lua, a method of self": (
        "M.sink",
        "a.lua:3",
        """
        //- /a.lua
        local M = {}
        function M:sink() return 1 end
        function M:storm() return self:sink() end
        return M
        """,
    ),
    "ruby, a call without arguments": (
        "Boat.sink",
        "a.rb:3",
        """
        //- /a.rb
        class Boat
          def sink; 1; end
          def storm; sink; end
        end
        """,
    ),
    "javascript, a call through a property": (
        "sinkBoat",
        "a.js:2",
        """
        //- /a.js
        function sinkBoat() { return 1 }
        const table = { sink: sinkBoat }
        """,
    ),
    "python, the field of what nobody knows": (
        "Config.depth",
        "a.py:5?",
        """
        //- /a.py
        class Config:
            depth = 1

        def show(it):
            return it.depth
        """,
    ),
}
"""Uses of which nobody can be certain are there all the same."""

OTHERS = {
    "a local of the same name": (
        "weigh_fish",
        """
        //- /scales.py
        def weigh_fish(fish): return 1
        //- /shop.py
        def sell(weigh_fish):
            return weigh_fish(1)
        """,
    ),
    "an alias of another thing": (
        "weigh_fish",
        """
        //- /scales.py
        def weigh_fish(fish): return 1
        //- /zzz.py
        def weigh_fish(fish): return 2
        //- /shop.py
        from zzz import weigh_fish as heft
        heft(1)
        """,
    ),
    "the new name in a file that does not import it": (
        "connectPool",
        """
        //- /lib/db.ts
        export function connectPool() { return 1 }
        //- /app/c.ts
        import { connectPool as conn } from "elsewhere"
        conn()
        """,
    ),
    "a parameter that is called like the alias": (
        "saltFish",
        """
        //- /A.kt
        package k
        fun saltFish(n: Int): Int = n
        //- /B.kt
        package k2
        fun cook(salt: (Int) -> Int): Int = salt(3)
        """,
    ),
    "a key": (
        "connectPool",
        """
        //- /db.js
        export function connectPool() { return 1 }
        //- /b.js
        const options = { connectPool: 3 }
        """,
    ),
}
"""Trees in which no use is certain."""


def _uses(text: str, name: str) -> list[str]:
    fixture = read_fixture(text)
    with indexed(fixture.files) as world:
        live = Live(world.snapshot, world.texts)
        same = [
            d
            for d in world.snapshot.defined(name)
            if d.symbol.qualified == name or d.symbol.qualified.endswith(f".{name}")
        ]
        uses = usages_of(same[0], live, AlignConfig())
        every, _ = every_use(same[:1], live, AlignConfig(), lambda: None)
        listed = [u for u in every if u.usage.kind != "import"]
        assert len(listed) == len(uses.code) + len(uses.tests)
        return sorted(
            {
                f"{u.path}:{live.lines(u.path).line_of(u.span.start) + 1}{'' if u.certain else '?'}"
                for u in (*uses.code, *uses.tests)
            }
        )


@pytest.mark.parametrize(("name", "uses", "text"), [*FOUND.values(), *MAYBE.values()], ids=[*FOUND, *MAYBE])
def test_a_use_under_another_name_is_found(name: str, uses: str, text: str) -> None:
    assert _uses(text, name) == uses.split()


@pytest.mark.parametrize(("name", "text"), OTHERS.values(), ids=OTHERS)
def test_what_is_another_thing_is_not_certain(name: str, text: str) -> None:
    assert not [use for use in _uses(text, name) if not use.endswith("?")]
