"""Uses behind another name, in languages and places where a measurement found them missed."""

from __future__ import annotations

import pytest

from tests.align.meant import used

# what it is -> (definition, uses as `path:line`, with `?` where nobody can be certain, the tree)
PLACES = {
    "rust, the path of a pattern": (
        "Kind",
        "src/ffi.rs:4 src/ffi.rs:5 src/ffi.rs:7 src/ffi.rs:9",
        """
        //- /src/error.rs
        pub enum Kind { Parse, Io, End }
        //- /src/ffi.rs
        fn code(x: u8, y: u8) -> u8 {
            use crate::error::Kind as ErrorKind;
            match (x, y) {
                (ErrorKind::Parse, 1) => 1,
                (_, ErrorKind::Io) => 2,
                _ => {
                    if let ErrorKind::End = x {
                        let f = |a: u8, b: u8| match a {
                            ErrorKind::Io => 3,
                            _ => b,
                        };
                    }
                    3
                }
            }
        }
        """,
    ),
    "php, a method of a trait under the name that its class gives it": (
        "LocatorTrait.get",
        "src/Locator.php:7?",
        """
        //- /src/LocatorTrait.php
        <?php
        namespace App;
        trait LocatorTrait {
            public function get($id) { return 1; }
        }
        //- /src/Locator.php
        <?php
        namespace App;
        class Locator {
            use LocatorTrait {
                get as private doGet;
            }
            public function f($id) { return $this->doGet($id); }
        }
        //- /src/Other.php
        <?php
        namespace App;
        trait OtherTrait {
            public function get($id) { return 2; }
        }
        class Other {
            use OtherTrait {
                get as private doGet;
            }
            public function f($id) { return $this->doGet($id); }
        }
        """,
    ),
    "ruby, in a block that another object may run": (
        "Routing.space",
        "spec/a_spec.rb:4? spec/a_spec.rb:6?",
        """
        //- /lib/routing.rb
        module Routing
          def space(name)
            name
          end
          alias resource space
        end
        //- /spec/a_spec.rb
        describe 'an interface' do
          let(:api) do
            Class.new(Api) do
              space :users do
              end
              resource :books do
              end
              let(:space) { 1 }
            end
          end
        end
        """,
    ),
    "typescript, what a folder of old things gives to who imports it": (
        "emit",
        "src/emits.ts:3",
        """
        //- /src/compat/emitter.ts
        export function emit(x: number) { return x }
        //- /src/emits.ts
        import { emit as compatEmit } from './compat/emitter'
        export function start(a: number) {
          return compatEmit(a)
        }
        //- /src/other.ts
        import { emit } from './elsewhere'
        export const two = emit(2)
        """,
    ),
    "python, what was copied in, for who imports it": (
        "emit_thing",
        "pk/use.py:4 pk/use.py:6",
        """
        //- /pk/__init__.py
        //- /pk/vendor/__init__.py
        //- /pk/vendor/emitter.py
        def emit_thing(x): return x
        //- /pk/use.py
        from pk.vendor.emitter import emit_thing as emit
        from pk.vendor import emitter
        def f(x):
            return emit(x)
        def g(x):
            return emitter.emit_thing(x)
        //- /pk/other.py
        def h(x):
            return x.emit_thing(x) + emit_thing(x)
        """,
    ),
    "lua, a function that a module which nothing names gives": (
        "M.get",
        "use.lua:1 use.lua:3 use.lua:4",
        """
        //- /lib/pond.lua
        local M = {}
        function M.get() return 1 end
        return M
        //- /use.lua
        local get_id = require("lib.pond").get
        local function f()
          local id = get_id()
          return id + require("lib.pond").get()
        end
        """,
    ),
    "ruby, an alias above the definition": (
        "Pond.load_all",
        "a.rb:4?",
        """
        //- /a.rb
        module Pond
          alias orig_load_all load_all
          def start(x)
            orig_load_all(x)
          end
          def load_all(x)
            x
          end
        end
        """,
    ),
    "python, a module of a package that is called as one of the standard library": (
        "OrderedDict",
        "a/shop.py:3",
        """
        //- /a/__init__.py
        //- /a/collections.py
        from collections import OrderedDict as _OrderedDict
        class OrderedDict(_OrderedDict):
            pass
        //- /a/shop.py
        from a.collections import OrderedDict
        def run():
            return OrderedDict()
        """,
    ),
}


@pytest.mark.parametrize(("name", "uses", "text"), PLACES.values(), ids=PLACES)
def test_a_use_under_another_name_is_seen(name: str, uses: str, text: str) -> None:
    assert used(text, name) == uses.split()
