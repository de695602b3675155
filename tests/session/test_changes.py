"""Patches of `git log` -> names that went and what took their place."""

from __future__ import annotations

from helix_lsp.session.changes import read_changes

PATCH = b"""\x01aaaa 100

diff --git a/kiln.py b/kiln.py
--- a/kiln.py
+++ b/kiln.py
@@ -1 +1 @@
-def burn(kiln, hours=3):
+def fire(kiln, hours=3):
@@ -9 +8,0 @@
-    stoke(kiln, soft=True)
@@ -12 +10 @@
-class Moved:
diff --git a/other.py b/other.py
--- a/other.py
+++ b/other.py
@@ -0,0 +1 @@
+class Moved:
"""


def test_a_removed_definition_knows_its_successor_and_a_use_is_no_definition() -> None:
    found = dict(read_changes(PATCH))
    assert (found["burn"].defined, found["burn"].renamed, found["burn"].path) == (True, "fire", "kiln.py")
    assert not found["stoke"].defined
    assert not found["soft"].defined


def test_what_is_added_elsewhere_in_the_same_commit_did_not_go() -> None:
    assert "Moved" not in {name for name, _ in read_changes(PATCH)}


def test_broken_input_gives_nothing() -> None:
    assert list(read_changes(b"\x01nonsense")) == []
    assert list(read_changes(b"")) == []
