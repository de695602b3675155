"""The first line of a hover and the target, in every language's own shape."""

from __future__ import annotations

import pytest

from helix_lsp.ide.hover import hover
from helix_lsp.ide.places import definition
from helix_lsp.text.positions import LineIndex
from tests.support.check import indexed

FILES = {
    "src/api.ts": b"""export class Client {
  async fetchAll(url: string): Promise<void> {
    return;
  }
}
export function openIt(x: number): Client {
  return new Client();
}
export interface Options { deep: boolean }
""",
    "src/app.js": b"""function startApp(port) {
  return port;
}
module.exports = { startApp };
""",
    "server/server.go": b"""package server

// Server serves.
type Server struct{}

// Run starts it.
func (s *Server) RunAll(addr string) error {
\treturn nil
}
""",
    "core/session.rs": b"""/// A session.
pub struct Session;

impl Session {
    /// Gets one.
    pub fn get_one(&self, key: &str) -> u8 {
        0
    }
}
""",
    "java/com/acme/Shop.java": b"""package com.acme;

/** Sells. */
public class Shop {
  /** Opens the door. */
  public static boolean openDoor(int key) {
    return true;
  }
}
""",
    "src/list.c": b"""/* Adds one. */
int list_push(struct list *l, int value)
{
    return value;
}
""",
}


@pytest.mark.parametrize(
    ("mention", "head", "place"),
    [
        ("Client.fetchAll", "(async method) Client.fetchAll(url: string): Promise<void>", "src/api.ts:2"),
        ("openIt(3)", "(function) openIt(x: number): Client", "src/api.ts:6"),
        ("Options", "(interface) Options", "src/api.ts:9"),
        ("startApp()", "(function) startApp(port)", "src/app.js:1"),
        ("Server.RunAll", "(method) Server.RunAll(addr string) error", "server/server.go:7"),
        ("server.Server", "(struct) Server struct", "server/server.go:4"),
        ("Session::get_one", "(method) Session.get_one(&self, key: &str) -> u8", "core/session.rs:6"),
        ("crate::session::Session", "(struct) Session", "core/session.rs:2"),
        ("com.acme.Shop", "(class) Shop", "java/com/acme/Shop.java:4"),
        ("Shop#openDoor", "(method) public static boolean openDoor(int key)", "java/com/acme/Shop.java:6"),
        ("list_push(l, 3)", "(function) int list_push(struct list *l, int value)", "src/list.c:2"),
    ],
)
def test_the_head_and_the_place(mention: str, head: str, place: str) -> None:
    page = f"Use `{mention}`.\n".encode()
    with indexed({**FILES, "README.md": page}) as world:
        found = hover(world.view(), "README.md", 6)
        targets = definition(world.view(), "README.md", 6)
        assert found is not None
        assert found.markdown.splitlines()[1] == head
        target = targets[0]
        line = LineIndex(FILES[target.path]).line_of(target.focus.start) + 1
        assert f"{target.path}:{line}" == place
