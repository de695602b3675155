"""Patches of `git log` -> names that went."""

from __future__ import annotations

import pytest

from helix_lsp.align.drift.history import Gone
from helix_lsp.session.history.changes import names_gone, read_commits

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


def test_a_removed_definition_is_told_from_a_use_and_knows_its_class() -> None:
    found = gone(PATCH)
    assert (found["burn"].defined, found["burn"].path, found["burn"].owner) == (True, "kiln.py", "")
    assert (found["preheat"].defined, found["preheat"].owner) == (True, "Oven")
    assert not found["stoke"].defined
    assert not found["soft"].defined


def test_what_is_added_elsewhere_in_the_same_commit_did_not_go() -> None:
    assert "Moved" not in gone(PATCH)


@pytest.mark.parametrize(
    "path",
    ["Changelog", "README", "docs/kiln.md", "tests/test_kiln.py", "vendor/kiln.py", "examples/kiln.py"],
)
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
    found = gone(
        f"\x01a 1\n\ndiff --git a/{path} b/{path}\n--- a/{path}\n+++ b/{path}\n@@ -1 +0,0 @@\n-{line}\n".encode()
    )
    assert found[name].defined


def test_an_option_in_a_comment_is_no_definition() -> None:
    found = gone(
        b"\x01a 1\n\ndiff --git a/k.py b/k.py\n--- a/k.py\n+++ b/k.py\n@@ -1 +0,0 @@\n-    # like wget's `--random-wait`\n"
    )
    assert not found["--random-wait"].defined


def test_content_that_looks_like_the_head_of_a_commit() -> None:
    body = b"@@ -1 +1 @@\n-def burn(kiln):\n+def fire(kiln):\n@@ -8,0 +9 @@\n+x = '\x01abc 12\x1d \x01 3\x1d\x01abc 4'\n"
    patch = b"\x01a 1\n\ndiff --git a/k.py b/k.py\n--- a/k.py\n+++ b/k.py\n" + body
    assert [(c.name, c.time, [name for name, _ in names_gone(c)]) for c in read_commits(patch)] == [
        ("a", 1, ["burn"])
    ]


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
