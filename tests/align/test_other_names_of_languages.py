"""A use under another name is found in every language that has imports, aliases, macros or values which rename."""

from __future__ import annotations

import pytest

from tests.align.meant import used

# language and way -> (definition, uses as `path:line`, with `?` where nobody can be certain, the tree)
FOUND = {
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
    "zig copy of a field's value": (
        "salty",
        "cook.zig:2?",
        """
        //- /fish.zig
        pub const Fish = struct { salty: bool };
        //- /cook.zig
        pub fn cook(fish: *Fish) void {
            const before = fish.salty;
            use(before);
        }
        """,
    ),
    "scala value whose call stands on the next line": (
        "SaltBarrel",
        "B.scala:3",
        """
        //- /A.scala
        package k
        object SaltBarrel { def fill(n: Int): Int = n }
        //- /B.scala
        package k
        object Cook { def cook() = {
          val first = SaltBarrel
            .fill(3)
          use(first)
        } }
        """,
    ),
    "scala import in a class, of a package that is opened in steps": (
        "Barrel",
        "B.scala:4 C.scala:4",
        """
        //- /A.scala
        package k.mid
        package deep
        object Barrel { def fill(n: Int): Int = n }
        //- /M.scala
        package k.met
        object Ops { case object Barrel }
        //- /B.scala
        package k2
        class Suite extends Base {
          import k.mid.deep.{Barrel => Keg}
          def cook() = Keg.fill(3)
        }
        //- /C.scala
        package k.mid
        package deep
        package far
        object Near { def cook() = Barrel.fill(3) }
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


@pytest.mark.parametrize(("name", "uses", "text"), FOUND.values(), ids=FOUND)
def test_a_use_under_another_name_is_found(name: str, uses: str, text: str) -> None:
    assert used(text, name) == uses.split()
