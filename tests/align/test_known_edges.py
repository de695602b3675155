"""What a receiver bears out is known: precision is not bought by silence."""

from __future__ import annotations

import pytest

from tests.align.meant import meant

_LONG = "\n          ".join(["config.step();"] * 400)
KNOWN = {
    "self and its bases": (
        "known method Base.close src/a.py",
        """
        //- /src/a.py
        class Base:
            def close(self): ...
        class Store(Base):
            def stop(self):
                self.$0close()
        """,
    ),
    "super": (
        "known method Base.close src/a.py",
        """
        //- /src/a.py
        class Base:
            def close(self): ...
        class Store(Base):
            def close(self):
                super().$0close()
        """,
    ),
    "a local that is constructed": (
        "known method Store.get src/store.py",
        """
        //- /src/store.py
        class Store:
            def get(self): ...
        //- /src/use.py
        from store import Store
        def run():
            store = Store()
            return store.$0get()
        """,
    ),
    "an annotated parameter": (
        "known method Store.get src/store.py",
        """
        //- /src/store.py
        class Store:
            def get(self): ...
        //- /src/use.py
        from store import Store
        def run(s: "Store | None"):
            return s.$0get()
        """,
    ),
    "an alias of an import, handed on by a package": (
        "known function make pkg/core.py",
        """
        //- /pkg/__init__.py
        from .core import make as build
        //- /pkg/core.py
        def make(): ...
        //- /run.py
        from pkg import build as b
        $0b()
        """,
    ),
    "a field that the constructor takes": (
        "known method Router.add pkg/router.py",
        """
        //- /pkg/__init__.py
        //- /pkg/router.py
        class Router:
            def add(self): ...
        //- /pkg/app.py
        from .router import Router
        class App:
            def __init__(self, router: Router):
                self.router = router
            def add(self):
                self.router.$0add()
        """,
    ),
    "a Go receiver, a field and a package": (
        "known method Tree.Find tree/tree.go",
        """
        //- /go.mod
        module x.y/web/v2
        //- /tree/tree.go
        package tree
        type Tree struct{}
        func New() (*Tree, error) { return nil, nil }
        func (t *Tree) Find(p string) {}
        //- /mux.go
        package web
        import "x.y/web/v2/tree"
        type Mux struct { routes *tree.Tree }
        func (m *Mux) Serve() { m.routes.$0Find("/") }
        """,
    ),
    "the first result of a function": (
        "known method Tree.Find tree.go",
        """
        //- /go.mod
        module x.y/web
        //- /tree.go
        package web
        type Tree struct{}
        func NewTree() (*Tree, error) { return nil, nil }
        func (t *Tree) Find(p string) {}
        //- /mux.go
        package web
        func Serve() {
            t, err := NewTree()
            if err == nil { t.$0Find("/") }
        }
        """,
    ),
    "a TypeScript member and what it is declared to give back": (
        "known method Agent.close src/agent.ts",
        """
        //- /src/agent.ts
        export class Agent { close(): void {} }
        //- /src/pool.ts
        import type {Agent} from './agent.js';
        export class Pool { take(): Agent { return this.all[0]; } }
        //- /src/run.ts
        import {Pool} from './pool';
        export function run() { const pool = new Pool(); pool.take().$0close(); }
        """,
    ),
    "a Java field, a chain and an overload": (
        "known method Box.and src/Box.java",
        """
        //- /src/Box.java
        package a;
        class Box { Box and(int x) { return this; } Box and(String s) { return this; } }
        //- /src/C.java
        package a;
        class Case { private final Box b = new Box(); void run() { b.and(1).$0and("x"); } }
        """,
    ),
    "a Rust type's function and its Self": (
        "known method Body.len src/body.rs",
        """
        //- /Cargo.toml
        [package]
        name = "x"
        //- /src/body.rs
        pub struct Body { n: usize }
        impl Body {
            pub fn empty() -> Self { Body { n: 0 } }
            pub fn len(&self) -> usize { self.n }
        }
        //- /src/lib.rs
        mod body;
        use crate::body::Body;
        pub fn run() -> usize { let b = Body::empty(); b.$0len() }
        """,
    ),
    "a PHP property": (
        "known method A.Gate.run src/Gate.php",
        """
        //- /src/Gate.php
        <?php
        namespace A;
        class Gate { function run() {} }
        //- /src/K.php
        <?php
        namespace B;
        use A\\Gate;
        class K { private Gate $g; function go() { $this->g->$0run(); } }
        """,
    ),
    "a name in a template string": (
        "known function kindOf src/kind.ts",
        """
        //- /src/kind.ts
        export function kindOf(x: unknown) { return typeof x }
        //- /src/use.ts
        import { kindOf } from './kind'
        export function fail(x: unknown) { throw new Error(`instead: ${$0kindOf(x)}`) }
        """,
    ),
    "a name that is defined once and that no library shares": (
        "known method Registry.register_convertor src/r.rb",
        """
        //- /src/r.rb
        class Registry
          def register_convertor(x)
          end
        end
        //- /src/u.rb
        class User
          def go(r)
            r.$0register_convertor(1)
          end
        end
        """,
    ),
    "an imported name in a long function without a name of its own": (
        "known function settle src/settle.js",
        f"""
        //- /src/settle.js
        export default function settle(resolve) {{
          resolve();
        }}
        //- /src/use.js
        import settle from './settle.js';
        export default typeof process && ((config) => {{
          {_LONG}
          return new Promise((resolve) => $0settle(resolve));
        }});
        """,
    ),
}


@pytest.mark.parametrize(("expected", "text"), KNOWN.values(), ids=KNOWN.keys())
def test_what_the_receiver_bears_out_is_known(expected: str, text: str) -> None:
    """Precision is not bought by silence."""
    assert meant(text) == expected


def test_what_nobody_looked_for_is_not_called_a_local() -> None:
    """A use in a function too long to be read may mean the definition, so it is counted apart, never left
    out.
    """
    text = f"""
        //- /src/settle.js
        export function settle(resolve) {{
          resolve();
        }}
        //- /src/use.js
        import {{settle as other}} from './settle.js';
        export function run(config) {{
          let all = {{settle}};
          {_LONG}
          return $0settle(config);
        }}
        """
    assert meant(text) == "unknown"
