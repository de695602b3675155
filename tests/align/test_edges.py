"""No sentence states an edge that is not there: what a use means, judged by its receiver."""

from __future__ import annotations

import pytest

from helix_lsp.align.live import Live
from helix_lsp.align.uses.usage import usages_of
from helix_lsp.config.documents import AlignConfig
from tests.align.meant import meant
from tests.support.check import indexed, read_fixture

UNSTATED = {
    "a class of a library has the member's name too": """
        //- /src/Unsafe.java
        package a;
        abstract class Unsafe {
          abstract <T> T newInstance(Class<T> c);
        }
        //- /src/Build.java
        package a;
        import java.lang.reflect.Constructor;
        class Build {
          Object run(Class<?> raw) throws Exception {
            Constructor<?> constructor = raw.getDeclaredConstructor();
            return constructor.$0newInstance();
          }
        }
        """,
    "a list of the object": """
        //- /pkg/__init__.py
        //- /pkg/multi.py
        class Multi:
            def append(self, key, value): ...
        //- /pkg/background.py
        class Tasks:
            def __init__(self, tasks=None):
                self.tasks = list(tasks) if tasks else []

            def add(self, task):
                self.tasks.$0append(task)
        """,
    "an element of a tuple": """
        //- /pkg/__init__.py
        //- /pkg/format.py
        class Formatter:
            def getvalue(self): ...
        //- /pkg/testing.py
        def invoke(isolate):
            with isolate() as outstreams:
                return outstreams[0].$0getvalue()
        """,
    "a string in Ruby": """
        //- /lib/files.rb
        module A
          class Iterator
            def bytesize
              1
            end
          end
        end
        //- /lib/directory.rb
        module A
          class Directory
            def missing(path)
              body = "Entity not found: #{path}"
              [404, { "length" => body.$0bytesize.to_s }, [body]]
            end
          end
        end
        """,
    "the inner service of a field whose type is a parameter": """
        //- /src/next.rs
        pub struct Next<S> { inner: S }
        impl<S> Next<S> {
            pub fn run(mut self, req: u8) -> u8 { self.inner.$0call(req) }
        }
        impl<S> Service for Next<S> {
            fn call(&mut self, req: u8) -> u8 { req }
        }
        """,
    "a class of the same name that is imported from another package": """
        //- /app/__init__.py
        //- /app/models.py
        class Response: ...
        //- /app/handlers.py
        from elsewhere.responses import Response

        def handle():
            return $0Response(status=422)
        """,
    "an exception of the same name that is imported from another package": """
        //- /app/__init__.py
        //- /app/exceptions.py
        class HTTPError(Exception): ...
        //- /app/routing.py
        from elsewhere.exceptions import HTTPError

        def run():
            raise $0HTTPError(404)
        """,
    "a parameter that is called like a function": """
        //- /lib/adapter.ex
        defmodule A.Adapter do
          def conn(adapter, method), do: {adapter, method}
        end
        //- /lib/wrap.ex
        defmodule A.Wrap do
          import A.Adapter
          def conn(x), do: x
          def reraise(conn, kind) do
            send(kind, $0conn)
          end
        end
        """,
    "a member of another class than the receiver's": """
        //- /go.mod
        module x.y/web
        //- /xml.go
        package web
        type xmlBinding struct{}
        func (xmlBinding) Bind(obj any) error { return nil }
        //- /context.go
        package web
        type Context struct{}
        func (c *Context) Bind(obj any) error { return nil }
        //- /utils.go
        package web
        func BindInto(c *Context, obj any) bool {
            return c.$0Bind(obj) == nil
        }
        """,
    "a map of the language": """
        //- /lib/unfetched.ex
        defmodule A.Unfetched do
          def fetch(map, key), do: {map, key}
        end
        //- /lib/conn.ex
        defmodule A.Conn do
          def session(conn), do: Map.$0fetch(conn, :session)
        end
        """,
    "a private function of another module": """
        //- /lib/controller.ex
        defmodule A.Controller do
          defp send_response(conn), do: conn
        end
        //- /lib/reloader.ex
        defmodule A.Reloader do
          import Plug.Conn
          def call(conn), do: $0send_response(conn)
        end
        """,
    "a package of the standard library": """
        //- /go.mod
        module x.y/chi
        //- /chain.go
        package chi
        type Chain []int
        func (c Chain) HandlerFunc(h int) int { return h }
        //- /clean.go
        package chi
        import "net/http"
        func Clean(next http.Handler) http.Handler {
            return http.$0HandlerFunc(nil)
        }
        """,
    "a field that is called like the method": """
        //- /src/F.php
        <?php
        namespace A;
        class F {
          protected bool $traces = false;
          public function traces(bool $on): self { $this->$0traces = $on; return $this; }
        }
        """,
}


@pytest.mark.parametrize("text", UNSTATED.values(), ids=UNSTATED.keys())
def test_what_the_receiver_does_not_bear_out_is_not_stated(text: str) -> None:
    """None of these uses means the one definition that bears the name elsewhere."""
    assert meant(text) in (
        "unknown",
        "foreign",
        "known field A.F.traces src/F.php",
        "known method Context.Bind context.go",
    )


def test_product_code_never_uses_what_tests_define() -> None:
    text = """
        //- /src/app.py
        def run(client):
            client.register_everything(1)
        //- /tests/helper.py
        class Client:
            def register_everything(self, x): ...
        """
    with indexed(read_fixture(text).files) as world:
        live = Live(world.snapshot, world.texts)
        defined = next(d for d in world.snapshot.defined("register_everything"))
        uses = usages_of(defined, live, AlignConfig())
    assert uses.code == ()


def test_a_changed_file_is_judged_in_its_current_bytes() -> None:
    text = """
        //- /src/store.py
        class Store:
            def get(self): ...
        //- /src/use.py
        from store import Store
        def run(s: Store):
            return s.get()
        """
    with indexed(read_fixture(text).files) as world:
        world.files["src/use.py"] = (
            b"\n\nfrom store import Store\ndef run(s: dict, t: Store):\n    return s.get(), t.get()\n"
        )
        live = Live(world.snapshot, world.texts)
        defined = next(d for d in world.snapshot.defined("get"))
        uses = usages_of(defined, live, AlignConfig())
        found = [world.files["src/use.py"][u.span.start - 2 : u.span.end] for u in uses.code if u.certain]  # type: ignore[index]
    assert found == [b"t.get"]
