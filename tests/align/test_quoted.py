"""A macro does not run what it quotes."""

from __future__ import annotations

from helix_lsp.align.edges.judge import is_quoted
from helix_lsp.text.positions import Span

TEXT = """
  defp compile(expr) do
    first(expr)

    code =
      quote do
        {callback, rest} = Router.second(unquote(third(expr)))
        if rest do
          fourth(rest)
        end
      end

    short = quote do: fifth(1)
    sixth(code, short)
  end
"""


def _quoted(name: str) -> bool:
    return is_quoted(TEXT, Span(0, len(TEXT)), TEXT.index(f"{name}("))


def test_what_a_quote_holds_is_not_run_by_its_definition() -> None:
    told = {name: _quoted(name) for name in ("first", "second", "third", "fourth", "fifth", "sixth")}
    assert told == {
        "first": False,
        "second": True,
        "third": False,
        "fourth": True,
        "fifth": True,
        "sixth": False,
    }
