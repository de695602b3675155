"""TypeScript with JSX."""

from __future__ import annotations

from helix_lsp.syntax.languages import typescript

RULES = typescript.rules("language_tsx", "typescript")
