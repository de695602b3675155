"""Where code gives an option its default: every shape supports what is true and contradicts what is not; what is
alike gives nothing.
"""

from __future__ import annotations

import pytest

from helix_lsp.align.live import Live
from helix_lsp.verify.claim.judge import rule
from helix_lsp.verify.claim.read import read
from tests.support.check import indexed, read_fixture


def verdicts(path: str, code: str, *values: int) -> list[str]:
    """What is said of `fire_depth` with each value."""
    with indexed(read_fixture(f"//- /{path}\n{code}\n").files) as world:
        live = Live(world.snapshot, world.texts)
        claims = [read(f"`fire_depth` defaults to {value}.")[0] for value in values]
        return [rule(claim, live, "docs/guide.md").verdict for claim in claims]


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("a.js", "function make ({ fire_depth = 5, mode } = {}) {}"),
        ("a.js", "const {\n  mode,\n  fire_depth = 5\n} = options"),
        ("a.js", "const { fire_depth: size = 5 } = options"),
        ("a.js", "options = Object.assign({ fire_depth: 5 }, options)"),
        ("a.js", "const all = { mode: 'a', fire_depth: 5, ...options }"),
        ("a.js", "const all = merge({ fire_depth: 5 }, options)"),
        ("a.js", "const schema = { fire_depth: { type: 'number', default: 5 } }"),
        ("a.ts", "const schema = z.object({ fire_depth: z.number().min(1).default(5) })"),
        ("a.ts", "const defaultInternals: Internals = {\n  mode: 'a',\n  fire_depth: 5,\n};"),
        ("a.py", "fire_depth = kwargs.get('fire_depth', 5)"),
        ("a.py", "self.size = kwargs.pop('fire_depth', 5)"),
        ("a.py", "options.setdefault('fire_depth', 5)"),
        ("a.py", "app.add_config_value('fire_depth', 5, 'env')"),
        ("a.py", "class A:\n    default_config = Frozen(\n        {\n            'fire_depth': 5,\n        }\n    )"),
        ("a.php", "<?php\n$defaults = [\n    'mode' => 'a',\n    'fire_depth' => 5,\n];"),
        ("a.go", "package a\n\nvar DefaultConfig = Config{\n\tMode:       1,\n\tfire_depth: 5,\n}"),
        ("a.go", "package a\n\nfunc f() {\n\tviper.SetDefault(\"fire_depth\", 5)\n}"),
        ("a.rs", "impl Default for Config {\n    fn default() -> Self {\n        Self {\n            fire_depth: 5,\n        }\n    }\n}"),
    ],
)  # fmt: skip
def test_a_default_is_found_in_the_shape_in_which_the_language_declares_it(path: str, code: str):
    assert verdicts(path, code, 5, 6) == ["supported", "contradicted"]


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("a.js", "this.fire_depth = options.fire_depth || 5"),
        ("a.js", "this.size = options.fire_depth ?? 5;"),
        ("a.js", "options.fire_depth ??= 5;"),
        ("a.js", "const size = opts.fire_depth === undefined ? 5 : opts.fire_depth;"),
        ("a.js", "const size = opts.fire_depth !== undefined ? opts.fire_depth : 5;"),
        ("a.js", "if (opts.fire_depth === undefined) opts.fire_depth = 5"),
        ("a.js", "if (!opts.fire_depth) {\n  opts.fire_depth = 5\n}"),
        ("a.py", "def f(fire_depth=None):\n    if fire_depth is None:\n        fire_depth = 5"),
        ("a.py", "def f(fire_depth=None):\n    size = fire_depth if fire_depth is not None else 5"),
        ("a.go", "package a\n\nfunc f(c *Config) {\n\tif c.fire_depth == 0 {\n\t\tc.fire_depth = 5\n\t}\n}"),
        ("a.rs", "let size = options.fire_depth.unwrap_or(5);"),
        ("A.java", "class A {\n  int f(Map<String, Integer> m) {\n    return m.getOrDefault(\"fire_depth\", 5);\n  }\n}"),
        ("a.rb", "fire_depth = options.fetch(:fire_depth, 5)"),
        ("a.php", "<?php\n$size = $options['fire_depth'] ?? 5;"),
        ("A.java", "class A {\n  private final int fire_depth = 5;\n}"),
        ("a.py", "fire_depth = options.get('fire_depth', 5)"),
    ],
)  # fmt: skip
def test_what_one_place_falls_back_on_or_some_class_has_bears_a_default_out_and_contradicts_none(
    path: str, code: str
):
    assert verdicts(path, code, 5, 6) == ["supported", "not_found"]


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("a.js", "const all = { ...options, fire_depth: 5 }"),  # whatever was given
        ("a.js", "const all = Object.assign({}, options, { fire_depth: 5 })"),
        ("a.php", "<?php\n$all = ['fire_depth' => 5];"),
        ("a.js", "run(() => { fire_depth = 5 })"),
        ("a.js", "if (options.fire_depth) options.fire_depth = 5"),
        ("a.js", "if (options.fire_depth || 5) run()"),
        ("a.js", "const all = { fire_depth: 5 }"),
        ("a.js", "// fire_depth = options.fire_depth || 5"),
        ("a.js", "const defaults = { fire_depth: compute() }"),
        ("a.js", "const size = options.fire_depth || other"),
        ("a.js", "const size = options.fire_depth || {}"),
        ("a.ts", "const copy: typeof defaultInternals = { fire_depth: 5 }"),
        ("a.ts", "type DefaultOptions = { fire_depth: number }"),
        ("a.py", "other.get('fire_depth', make())"),
        ("a.py", "if fire_depth == 0:\n    fire_depth = 5"),
        ("a.go", "package a\n\nfunc f() Config {\n\treturn Config{\n\t\tdepth: 5,\n\t}\n}"),
        ("a.rs", "fn wide() -> Self {\n    Self {\n        fire_depth: 5,\n    }\n}"),
    ],
)
def test_what_is_no_default_or_computed_decides_nothing(path: str, code: str):
    assert verdicts(path, code, 6) == ["not_found"]


def test_places_that_differ_decide_nothing():
    code = "const { fire_depth = 5 } = a\nconst size = b.fire_depth || 7"
    assert verdicts("a.js", code, 5, 9) == ["not_found", "not_found"]


def test_a_constant_that_is_given_is_followed():
    code = "const DEFAULT_DEPTH = 5\nfunction f ({ fire_depth = DEFAULT_DEPTH } = {}) {}"
    assert verdicts("a.js", code, 6) == ["contradicted"]
