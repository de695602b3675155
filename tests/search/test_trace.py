"""Stack traces of many runtimes: every frame with path, line and function, innermost first."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helix_lsp.search.trace import read_trace

PYTHON = """Traceback (most recent call last):
  File "/app/run.py", line 3, in <module>
    main()
  File "/usr/lib/python3.11/site-packages/flask/app.py", line 1498, in __call__
    return self.wsgi_app(environ, start_response)
  File "/app/src/flask/sessions.py", line 40, in open_session
ValueError: x"""
IPYTHON = """TypeError                                 Traceback (most recent call last)
File ~/code/seaborn/_core/plot.py:841, in Plot._plot(self, pyplot)
--> 841 plotter._setup_scales(self)
File ~/code/seaborn/_core/scales.py:12, in Scale._setup(self)"""
JAVA = """Exception in thread "main" java.lang.IllegalStateException: boom
\tat com.example.app.Service$Inner.lambda$run$0(Service.java:42)
\tat java.base/java.util.ArrayList.forEach(ArrayList.java:1511)
\tat com.example.app.Main.main(Main.java:7)"""
JVM = "\tat io.ktor.server.RoutingKt.route(Routing.kt:33)\n\tat cats.data.EitherT.$anonfun$map$1(EitherT.scala:12)"
V8 = """TypeError: x is not a function
    at Object.parse (/srv/u/proj/src/parse.js:10:15)
    at async Server.handle [as onRequest] (file:///srv/u/proj/lib/server.mjs:4:2)
    at new Foo (webpack-internal:///./src/foo.ts:3:1)
    at node:internal/modules/cjs/loader:1105:14"""
FIREFOX = "render@http://localhost:3000/static/render.js:12:7\n@http://localhost/src/main.ts:1:1"
DOTNET = """   at Json.Convert.Read[T](String value, Type type) in C:\\src\\Json\\Convert.cs:line 822
   at System.Threading.Tasks.Task.Run()
   at Foo.Bar.<DoAsync>d__5.MoveNext() in /src/Foo/Bar.cs:line 9"""
GO = """panic: runtime error: index out of range

goroutine 1 [running]:
github.com/me/proj/pkg/server.(*Server).Handle(0xc000, {0x1, 0x2})
\t/srv/me/proj/pkg/server/server.go:88 +0x1d
main.main.func1()
\t/srv/me/proj/cmd/main.go:12 +0x25"""
RUST = """thread 'main' panicked at src/parser.rs:12:9:
called `Option::unwrap()` on a `None` value
stack backtrace:
   1: core::panicking::panic_fmt
             at /rustc/90c541806f/library/core/src/panicking.rs:67:14
   2: mycrate::parser::Parser::next::h0123456789abcdef
             at ./src/parser.rs:12:9"""
RUBY = """/app/lib/foo.rb:12:in `each_item': undefined method (NoMethodError)
\tfrom /app/lib/bar.rb:3:in `block in run'
\tfrom /gems/rake-13/lib/rake/task.rb:4:in 'Rake::Task#execute'"""
PHP = """PHP Fatal error:  Uncaught Exception: bad in /var/www/src/App/Kernel.php:15
Stack trace:
#0 /var/www/src/App/Http/Router.php(42): App\\Http\\Router->dispatch(Object(Request))
#1 {main}"""
ELIXIR = """** (FunctionClauseError) no function clause matching
    (plug 1.14.0) lib/plug/conn.ex:453: Plug.Conn.put_status/2
    lib/my_app/router.ex:12: anonymous fn/2 in MyApp.Router.call/2"""
SWIFT = """Fatal error: Index out of range: file /srv/me/App/Sources/App/Store.swift, line 22
0   App    0x0000000100003f5c Store.load(from:) + 124 (Store.swift:22)"""
GDB = """#0  0x00007ffff7a42428 in raise (sig=6) at ../sysdeps/unix/raise.c:54
#1  uv__fs_read (req=0x7ff) at src/unix/fs.c:412"""
ASAN = """==1==ERROR: AddressSanitizer: heap-use-after-free
    #0 0x4f5a in parse_header /srv/u/p/src/http/parse.c:77:12
    #1 0x4e in Foo::bar(int, char const*) /srv/u/p/src/foo.cc:9:3"""
HASKELL = """CallStack (from HasCallStack):
  error, called at src/Data/Foo.hs:31:7 in foo-0.1:Data.Foo"""
LUA = """lua: lib/foo.lua:12: attempt to index a nil value (local 'x')
stack traceback:
\tlib/foo.lua:12: in function 'foo.bar'
\tlib/main.lua:3: in main chunk"""
ZIG = "/srv/u/z/src/main.zig:12:5: 0x10a2b in main (main)"


@pytest.mark.parametrize(
    ("text", "frames"),
    [
        (
            PYTHON,
            [
                "/app/src/flask/sessions.py 40 open_session",
                "/usr/lib/python3.11/site-packages/flask/app.py 1498 __call__",
                "/app/run.py 3 ",
            ],
        ),
        (IPYTHON, ["~/code/seaborn/_core/scales.py 12 _setup", "~/code/seaborn/_core/plot.py 841 _plot"]),
        (
            JAVA,
            [
                "com/example/app/Service.java 42 run",
                "java/util/ArrayList.java 1511 forEach",
                "com/example/app/Main.java 7 main",
            ],
        ),
        (JVM, ["io/ktor/server/Routing.kt 33 route", "cats/data/EitherT.scala 12 map"]),
        (V8, ["/srv/u/proj/src/parse.js 10 parse", "srv/u/proj/lib/server.mjs 4 handle", "src/foo.ts 3 Foo"]),
        (FIREFOX, ["static/render.js 12 render", "src/main.ts 1 "]),
        (DOTNET, ["C:/src/Json/Convert.cs 822 Read", "/src/Foo/Bar.cs 9 DoAsync"]),
        (GO, ["/srv/me/proj/pkg/server/server.go 88 Handle", "/srv/me/proj/cmd/main.go 12 main"]),
        (
            RUST,
            [
                "src/parser.rs 12 ",
                "/rustc/90c541806f/library/core/src/panicking.rs 67 panic_fmt",
                "./src/parser.rs 12 next",
            ],
        ),
        (
            RUBY,
            [
                "/app/lib/foo.rb 12 each_item",
                "/app/lib/bar.rb 3 run",
                "/gems/rake-13/lib/rake/task.rb 4 execute",
            ],
        ),
        (PHP, ["/var/www/src/App/Kernel.php 15 ", "/var/www/src/App/Http/Router.php 42 dispatch"]),
        (ELIXIR, ["lib/plug/conn.ex 453 put_status", "lib/my_app/router.ex 12 call"]),
        (SWIFT, ["/srv/me/App/Sources/App/Store.swift 22 ", "Store.swift 22 load"]),
        (GDB, ["../sysdeps/unix/raise.c 54 raise", "src/unix/fs.c 412 uv__fs_read"]),
        (ASAN, ["/srv/u/p/src/http/parse.c 77 parse_header", "/srv/u/p/src/foo.cc 9 bar"]),
        (HASKELL, ["src/Data/Foo.hs 31 "]),
        (LUA, ["lib/foo.lua 12 ", "lib/foo.lua 12 bar", "lib/main.lua 3 "]),
        (ZIG, ["/srv/u/z/src/main.zig 12 main"]),
    ],
)
def test_frames_innermost_first(text: str, frames: list[str]) -> None:
    assert [f"{f.path} {f.line} {f.function}" for f in read_trace(text).frames] == frames


def test_lines_that_print_frames_are_taken_out() -> None:
    assert read_trace(GO).rest.split("\n")[0] == "panic: runtime error: index out of range"
    assert "server.go" not in read_trace(GO).rest


@pytest.mark.parametrize(
    "text",
    [
        "why is src/app.py slow?",
        "look at line 12 of foo.rb",
        "open the file: a.go",
        "meet me at noon (today)",
    ],
)
def test_prose_has_no_frames(text: str) -> None:
    assert read_trace(text).frames == ()


@given(st.text(alphabet=st.sampled_from("at File(\"/a.py:#0 in ,line1\n\t@'`"), max_size=400))
def test_any_text_is_read(text: str) -> None:
    trace = read_trace(text)
    assert trace.frames or trace.rest == text
