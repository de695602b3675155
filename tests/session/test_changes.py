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


def test_a_body_that_moved_to_another_file_under_another_name_is_followed() -> None:
    lines = ["    door.open()", "    door.heat(hours)", "    return door.close()"]
    old = "\n".join(f"-{x}" for x in ["def burn(door, hours):", *lines])
    new = "\n".join(f"+{x}" for x in ["def ignite_door(door, hours):", *lines])
    body = f"@@ -1,4 +0,0 @@\n{old}\ndiff --git a/new.py b/new.py\n--- a/new.py\n+++ b/new.py\n@@ -0,0 +1,4 @@\n{new}\n"
    assert became(body)["burn"] == "ignite_door"


def test_broken_input_gives_nothing() -> None:
    assert list(read_commits(b"\x01nonsense")) == []
    assert list(read_commits(b"")) == []
