"""Patches of `git log` -> names that went and what took their place."""

from __future__ import annotations

import pytest

from helix_lsp.align.drift.history import Gone
from helix_lsp.session.changes import names_gone, read_commits
from helix_lsp.session.successor import successors

PATCH = b"""\x01aaaa 100

diff --git a/kiln.py b/kiln.py
--- a/kiln.py
+++ b/kiln.py
@@ -1 +1 @@
-def burn(kiln, hours=3):
+def fire(kiln, hours=3):
@@ -9 +8,0 @@ class Oven(Box):
-    stoke(kiln, soft=True)
@@ -12 +10 @@
-class Moved:
@@ -20 +18 @@ class Oven(Box):
-    def preheat(self):
+    def warm_up(self):
diff --git a/other.py b/other.py
--- a/other.py
+++ b/other.py
@@ -0,0 +1 @@
+class Moved:
"""


def gone(patch: bytes) -> dict[str, Gone]:
    return {name: one for commit in read_commits(patch) for name, one in names_gone(commit)}


def became(body: str, path: str = "kiln.py") -> dict[str, str]:
    patch = f"\x01aaaa 100\n\ndiff --git a/{path} b/{path}\n--- a/{path}\n+++ b/{path}\n{body}"
    return next(successors(commit) for commit in read_commits(patch.encode()))


def test_a_removed_definition_is_told_from_a_use_and_knows_its_class() -> None:
    found = gone(PATCH)
    assert (found["burn"].defined, found["burn"].path, found["burn"].owner) == (True, "kiln.py", "")
    assert (found["preheat"].defined, found["preheat"].owner) == (True, "Oven")
    assert not found["stoke"].defined
    assert not found["soft"].defined


def test_what_is_added_elsewhere_in_the_same_commit_did_not_go() -> None:
    assert "Moved" not in gone(PATCH)


@pytest.mark.parametrize("path", ["Changelog", "README", "docs/kiln.md", "tests/test_kiln.py", "vendor/kiln.py", "examples/kiln.py"])
def test_prose_tests_and_examples_define_nothing(path: str) -> None:
    assert gone(PATCH.replace(b"kiln.py", path.encode()).replace(b"other.py", path.encode())) == {}


@pytest.mark.parametrize(
    ("path", "line", "name"),
    [
        ("kiln.py", 'LIMIT = os.environ.get("KILN_LIMIT", 3)', "KILN_LIMIT"),
        ("kiln.js", "const limit = process.env.KILN_LIMIT", "KILN_LIMIT"),
        ("kiln.go", 'limit := os.Getenv("KILN_LIMIT")', "KILN_LIMIT"),
        ("kiln.py", 'parser.add_argument("-d", "--dry-run")', "--dry-run"),
        ("kiln.rs", '    #[arg(long = "dry-run")]', "--dry-run"),
        ("Makefile", "dry-run: build", "dry-run"),
        ("kiln.py", '    "max_heat": 3,', "max_heat"),
        ("kiln.py", "    MaxHeat=Degrees(3),", "MaxHeat"),
    ],
)
def test_variables_options_and_keys_are_definitions(path: str, line: str, name: str) -> None:
    found = gone(f"\x01a 1\n\ndiff --git a/{path} b/{path}\n--- a/{path}\n+++ b/{path}\n@@ -1 +0,0 @@\n-{line}\n".encode())
    assert found[name].defined


def test_an_option_in_a_comment_is_no_definition() -> None:
    found = gone(b"\x01a 1\n\ndiff --git a/k.py b/k.py\n--- a/k.py\n+++ b/k.py\n@@ -1 +0,0 @@\n-    # like wget's `--random-wait`\n")
    assert not found["--random-wait"].defined


def test_a_line_that_changed_in_its_name_only_is_a_rename() -> None:
    assert became("@@ -1 +1 @@\n-def burn(kiln, hours=3):\n+def fire(kiln, hours=3):\n") == {"burn": "fire"}
    assert became("@@ -1 +1 @@\n-def burn(kiln, hours=3):\n+    return None\n").get("burn", "") == ""


def test_uses_that_changed_in_the_name_only_are_witnesses_too() -> None:
    body = "@@ -1 +0,0 @@\n-burn_all = 3\n@@ -9 +9 @@\n-    go(burn_all)\n+    go(heat)\n@@ -12 +12 @@\n-    x = burn_all * 2\n+    x = heat * 2\n"
    assert became(body)["burn_all"] == "heat"


def test_a_removed_alias_or_warning_names_its_successor() -> None:
    assert became("@@ -1 +0,0 @@\n-burn = fire\n")["burn"] == "fire"
    told = '@@ -1,3 +0,0 @@\n-def burn(kiln):\n-    warn("burn is deprecated, use `light_fire` instead")\n-    return light_fire(kiln)\n'
    assert became(told)["burn"] == "light_fire"


def test_a_generated_file_is_not_compared_with_itself() -> None:
    def generated(times: int, name: str) -> str:
        return "".join(f"{name[0]}def {name[1:]}_{n}(stack):\n{name[0]}    a = stack.pop({n})\n{name[0]}    push({n})\n" for n in range(times))

    few, many = 3, 900
    for times, found in ((few, True), (many, False)):
        patch = f"@@ -1,{3 * times} +1,{3 * times + 1} @@\n{generated(times, '-reduce')}+# made\n{generated(times, '+action')}"
        assert ("reduce_0" in became(patch)) is found


def test_one_that_takes_the_place_of_many_is_the_new_name_of_none() -> None:
    def folded(times: int) -> dict[str, str]:
        body = "{0}    pull(rope)\n{0}    wait(1)\n{0}    return rope\n"
        old = "".join(f"-def ring_bell_{n}(rope):\n" + body.format("-") for n in range(times))
        return became(f"@@ -1,{4 * times} +1,4 @@\n{old}+def ring_bell_all(rope):\n" + body.format("+"))

    assert folded(2) == {"ring_bell_0": "ring_bell_all", "ring_bell_1": "ring_bell_all"}
    assert folded(6) == {}


def test_what_a_constructor_keeps_is_no_alias() -> None:
    assert became("@@ -1 +0,0 @@\n-        self._burn = burn\n").get("_burn", "") == ""
    assert became("@@ -1 +0,0 @@\n-        self.heat = burn\n").get("heat", "") == ""
    assert became("@@ -1 +0,0 @@\n-    setUp = set_up\n")["setUp"] == "set_up"


def test_a_deprecated_class_that_calls_its_parent_was_not_renamed_to_it() -> None:
    body = (
        "@@ -1,4 +0,0 @@\n-class Filter(kilns.Filter):\n-    def __init__(self, *args):\n-        warn('deprecated, install kilns')\n"
        "-        return super(Filter, self).__init__(*args)\n"
    )
    assert became(body).get("Filter", "") != "super"


def test_a_body_that_moved_to_another_file_under_another_name_is_followed() -> None:
    lines = ["    door.open()", "    door.heat(hours)", "    return door.close()"]
    old = "\n".join(f"-{x}" for x in ["def burn(door, hours):", *lines])
    new = "\n".join(f"+{x}" for x in ["def ignite_door(door, hours):", *lines])
    body = f"@@ -1,4 +0,0 @@\n{old}\ndiff --git a/new.py b/new.py\n--- a/new.py\n+++ b/new.py\n@@ -0,0 +1,4 @@\n{new}\n"
    assert became(body)["burn"] == "ignite_door"


def test_content_that_looks_like_the_head_of_a_commit() -> None:
    body = b"@@ -1 +1 @@\n-def burn(kiln):\n+def fire(kiln):\n@@ -8,0 +9 @@\n+x = '\x01abc 12\x1d \x01 3\x1d\x01abc 4'\n"
    patch = b"\x01a 1\n\ndiff --git a/k.py b/k.py\n--- a/k.py\n+++ b/k.py\n" + body
    assert [(c.name, c.time, successors(c)) for c in read_commits(patch)] == [("a", 1, {"burn": "fire"})]


def test_broken_input_gives_nothing() -> None:
    assert list(read_commits(b"\x01nonsense")) == []
    assert list(read_commits(b"")) == []


@pytest.mark.parametrize(
    ("path", "line", "name"),
    [
        ("kiln.ex", "  defp heat_door(conn, [door]) do", "heat_door"),
        ("kiln.ex", "defmodule Kiln.Door.Latch do", "Latch"),
        ("kiln.rb", "  def self.heat_door(door)", "heat_door"),
        ("kiln.kt", "fun Kiln<Door>.heatDoor(hours: Int) {", "heatDoor"),
        ("kiln.scala", "  case class HeatDoor(hours: Int)", "HeatDoor"),
        ("kiln.swift", "public indirect enum HeatDoor {", "HeatDoor"),
        ("kiln.cs", "    private Task<T> HeatDoorAsync<T>(Type type, Door door)", "HeatDoorAsync"),
        ("kiln.cs", "    public int HeatDoor { get; set; }", "HeatDoor"),
        ("kiln.java", "  private final Map<Door, T> heatDoors = new HashMap<>();", "heatDoors"),
        ("kiln.c", "static int kiln__heat(kiln_t* kiln,", "kiln__heat"),
        ("kiln.c", "  const int most_heat = 5;", "most_heat"),
        ("kiln.h", "KILN_API int kiln_heat(kiln_t* kiln);", "kiln_heat"),
        ("kiln.h", "  void* heat_data;", "heat_data"),
        ("kiln.h", "#define HEAT_DOOR(a, b) \\", "HEAT_DOOR"),
        ("kiln.cpp", "void Kiln::heat_door(int hours) {", "heat_door"),
        ("kiln.h", "} heat_door_t;", "heat_door_t"),
        ("kiln.c", "  int (*heat_door)(kiln_t* kiln, int hours);", "heat_door"),
        ("kiln.go", "\theatDoor struct{}", "heatDoor"),
        ("kiln.go", '\tHeatDoors []*Door `yaml:"heat_doors"`', "HeatDoors"),
        ("kiln.js", "kiln.heatDoor = function (hours) {", "heatDoor"),
    ],
)
def test_definitions_of_many_languages(path: str, line: str, name: str) -> None:
    assert gone(removed(path, line))[name].defined


@pytest.mark.parametrize(
    ("path", "line", "name"),
    [
        ("kiln.c", "  return kiln_heat(kiln);", "kiln_heat"),
        ("kiln.c", "  kiln_heat(kiln);", "kiln_heat"),
        ("kiln.java", "    } else if (heatDoor) {", "heatDoor"),
        ("kiln.java", "    throw new HeatDoor(kiln);", "HeatDoor"),
        ("kiln.cs", "    using Heat.Door;", "Door"),
        ("kiln.go", "\tHeatDoor(kiln, 3)", "HeatDoor"),
        ("kiln.js", "kiln.heatDoor = hours", "heatDoor"),
    ],
)
def test_uses_of_many_languages_define_nothing(path: str, line: str, name: str) -> None:
    assert not gone(removed(path, line))[name].defined


def removed(path: str, line: str) -> bytes:
    return f"\x01a 1\n\ndiff --git a/{path} b/{path}\n--- a/{path}\n+++ b/{path}\n@@ -1 +0,0 @@\n-{line}\n".encode()


def test_a_name_that_took_the_place_of_another_in_lines_that_changed_in_more() -> None:
    body = (
        "@@ -1,2 +0,0 @@\n-def target(self):\n-    return self.a\n@@ -5,0 +4,2 @@\n+def folder_for(self, kind):\n+    return self.folders[kind]\n"
        '@@ -9 +9 @@\n-    open(book.target().join("index"))\n+    open(book.folder_for("html").join("index"))\n'
        "@@ -12 +12,2 @@\n-    x = book.target()\n+    x = book.folder_for(\n+        kind)\n"
    )
    assert became(body)["target"] == "folder_for"
    once = body[: body.index("@@ -12")]
    assert became(once).get("target", "") == ""


def test_a_function_does_not_become_a_value_of_like_name() -> None:
    body = "@@ -1 +1,3 @@\n-    def _auto_headers(self):\n+    def build(self, given):\n+        auto_headers = []\n+        return auto_headers\n"
    assert became(body).get("_auto_headers", "") != "auto_headers"
