"""A use of which nobody can be certain is there all the same: what is reached through a receiver that nobody knows,
through an interface, by the name of an argument.
"""

from __future__ import annotations

import pytest

from tests.align.meant import used

# what it is -> (definition, uses as `path:line`, with `?` where nobody can be certain, the tree)
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
    "php, a static field that a base reads with the value of its heir": (
        "B.size",
        "a.php:4?",
        """
        //- /a.php
        <?php
        class A {
            protected static $size = 1;
            public function show() { return static::$size; }
        }
        //- /b.php
        <?php
        class B extends A {
            protected static $size = 2;
        }
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


@pytest.mark.parametrize(("name", "uses", "text"), MAYBE.values(), ids=MAYBE)
def test_what_may_be_a_use_is_there(name: str, uses: str, text: str) -> None:
    assert used(text, name) == uses.split()
