"""What a use means where one name stands for several things: by where it is written, and by what kind of
thing is used.
"""

from __future__ import annotations

import pytest

from helix_lsp.align.live import Live
from helix_lsp.align.uses.usage import usages_of
from helix_lsp.config.documents import AlignConfig
from tests.align.meant import meant
from tests.support.check import indexed, read_fixture

_ELIXIR = """
    //- /lib/exceptions.ex
    defprotocol Dock.Exception do
      def status(it)
    end
    //- /lib/debug.ex
"""
_RUBY = """
    //- /lib/logger.rb
    module Dock
      module Middleware
        class Logger
        end
      end
      class Base
        include Middleware
      end
    end
    //- /lib/use.rb
"""
MEANT = {
    "a module beside the one around has no short name": (
        "foreign",
        _ELIXIR
        + """
    defmodule Dock.Debug do
      def run(kind), do: $0Exception.normalize(kind)
    end
    """,
    ),
    "an alias gives it one": (
        "known interface Dock.Exception lib/exceptions.ex",
        _ELIXIR
        + """
    defmodule Dock.Debug do
      alias Dock.Exception
      def run(kind), do: $0Exception.status(kind)
    end
    """,
    ),
    "a module nested around the use": (
        "known module Dock.Debug.Frame lib/debug.ex",
        _ELIXIR
        + """
    defmodule Dock.Debug do
      defmodule Frame do
        def size, do: 1
      end
      def run, do: $0Frame.size()
    end
    """,
    ),
    "another module of the same file": (
        "foreign",
        """
    //- /lib/all.ex
    defmodule Dock.Exception do
      def status(it), do: it
    end
    defmodule Dock.Debug do
      def run(kind), do: $0Exception.normalize(kind)
    end
    """,
    ),
    "a constant of another module, at the top": ("unknown", f"{_RUBY}\n    log = $0Logger.new(1)\n"),
    "a constant around the use": (
        "known class Dock.Middleware.Logger lib/logger.rb",
        f"{_RUBY}\n    module Dock\n      module Middleware\n        LOG = $0Logger.new(1)\n      end\n    end\n",
    ),
    "a constant of an inherited class's module": (
        "known class Dock.Middleware.Logger lib/logger.rb",
        f"{_RUBY}\n    class Quay < Dock::Base\n      def log\n        $0Logger.new(1)\n      end\n    end\n",
    ),
    "a method of what a class beside includes": (
        "foreign",
        """
    //- /lib/dock.rb
    module Dock
      module Helpers
        def status(value = nil)
          value
        end
      end
      class Base
        include Helpers
      end
      class Response < Rack::Response
        def finish
          $0status(1)
        end
      end
    end
    """,
    ),
    "an override of a library's member, on a receiver that nobody knows": (
        "unknown",
        """
    //- /src/A.java
    package a;
    import x.Shape;
    class A implements Shape {
      @Override
      public int getOuterBoundary() { return 1; }
    }
    //- /src/B.java
    package a;
    class B {
      int run(Object o) { return make(o).$0getOuterBoundary(); }
    }
    """,
    ),
    "the own member, on such a receiver": (
        "known method A.getOuterBoundary src/A.java",
        """
    //- /src/A.java
    package a;
    class A {
      public int getOuterBoundary() { return 1; }
    }
    //- /src/B.java
    package a;
    class B {
      int run(Object o) { return make(o).$0getOuterBoundary(); }
    }
    """,
    ),
    "an interface of a library, which C# carries out without a word": (
        "unknown",
        """
    //- /src/Row.cs
    namespace A {
      class Row : ITypeDescriptor {
        public int GetColumnProperties() { return 1; }
      }
    }
    //- /src/Use.cs
    namespace A {
      class Use {
        int Run(bool on) { var type = on ? One() : Other(); return type.$0GetColumnProperties(); }
      }
    }
    """,
    ),
    "a name of PHP from the top": (
        "foreign",
        """
    //- /src/DateTimeImmutable.php
    <?php
    namespace A;
    class DateTimeImmutable {}
    //- /src/Use.php
    <?php
    namespace A;
    class U { function run() { return new \\$0DateTimeImmutable(); } }
    """,
    ),
    "a parameter whose type is told from the top": (
        "foreign",
        """
    //- /src/DateTimeImmutable.php
    <?php
    namespace A;
    class DateTimeImmutable { public function stampOfTheDay() {} }
    //- /src/Use.php
    <?php
    namespace A;
    class U { function run(\\DateTimeImmutable $d) { return $d->$0stampOfTheDay(); } }
    """,
    ),
    "a whole name of PHP": (
        "known class A.DateTimeImmutable src/DateTimeImmutable.php",
        """
    //- /src/DateTimeImmutable.php
    <?php
    namespace A;
    class DateTimeImmutable {}
    //- /src/Use.php
    <?php
    namespace B;
    class U { function run() { return new \\A\\$0DateTimeImmutable(); } }
    """,
    ),
    "a function of C's library that is written anew for one system": (
        "unknown",
        """
    //- /src/win/snprintf.c
    int snprintf(char* buf, int len, const char* fmt, ...) {
      return 0;
    }
    //- /src/unix/linux.c
    int run(char* buf) {
      return $0snprintf(buf, 1, "x");
    }
    """,
    ),
    "a function of the module around, which one beside has too": (
        "known function large.add src/math.rs",
        """
    //- /src/math.rs
    mod scalar {
        pub fn add(x: u8, y: u8) -> u8 { x + y }
    }
    mod large {
        pub fn add(x: &[u8], y: &[u8]) -> u8 { 1 }
        fn mul(x: &[u8], y: &[u8]) -> u8 { $0add(x, y) }
    }
    """,
    ),
    "a function that two modules beside have": (
        "foreign",
        """
    //- /src/math.rs
    mod scalar {
        pub fn add(x: u8, y: u8) -> u8 { x + y }
    }
    mod large {
        pub fn add(x: &[u8], y: &[u8]) -> u8 { 1 }
    }
    fn mul(x: &[u8], y: &[u8]) -> u8 { $0add(x, y) }
    """,
    ),
    "a trait of another crate": (
        "unknown",
        """
    //- /src/raw.rs
    use other::Visitor;
    struct Raw;
    impl<'de> Visitor<'de> for Raw {
        fn visit_borrowed_text(self) -> u8 { 1 }
    }
    //- /src/de.rs
    fn run<V: other::Visitor>(visitor: V) -> u8 { visitor.$0visit_borrowed_text() }
    """,
    ),
    "a name that is required, in a member of that name": (
        "foreign",
        """
    //- /lib/response.js
    const vary = require('vary')
    module.exports = {
      vary (field) { $0vary(this.res, field) }
    }
    """,
    ),
    "a function of the file, beside a member of its name": (
        "known function vary lib/response.js",
        """
    //- /lib/response.js
    function vary (res, field) { return field }
    module.exports = {
      run: (field) => { $0vary(this.res, field) }
    }
    """,
    ),
    "a trait carries out what the interface asks for": (
        "known method A.Formats.formatter src/Formats.php",
        """
    //- /src/Formattable.php
    <?php
    namespace A;
    interface Formattable { public function formatter(): int; }
    //- /src/Formats.php
    <?php
    namespace A;
    trait Formats { public function formatter(): int { return 1; } }
    //- /src/Handler.php
    <?php
    namespace A;
    abstract class Handler implements Formattable { use Formats; }
    //- /src/Batch.php
    <?php
    namespace A;
    class Batch extends Handler {
      public function run(): int { return $this->$0formatter(); }
    }
    """,
    ),
}


@pytest.mark.parametrize(("expected", "text"), MEANT.values(), ids=MEANT.keys())
def test_a_name_means_what_its_place_gives_it(expected: str, text: str) -> None:
    assert meant(text) == expected


def test_a_field_is_no_use_of_the_method_of_its_name() -> None:
    text = """
        //- /src/F.php
        <?php
        namespace A;
        class F {
          protected string $indent = '';
          public function indent(string $to): self { $this->indent = $to; return $this; }
          public function run(): string { $this->indent('  '); return $this->indent; }
        }
        """
    with indexed(read_fixture(text).files) as world:
        live = Live(world.snapshot, world.texts)
        method = next(d for d in world.snapshot.defined("indent") if d.symbol.kind == "method")
        uses = usages_of(method, live, AlignConfig())
    assert [(use.kind, use.certain) for use in uses.code] == [("call", True)]
