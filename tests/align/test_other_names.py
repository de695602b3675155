"""A use under another name is a use: what imports, exports and assignments rename is followed in Python,
JavaScript and TypeScript, over any number of steps; what only bears the name is not counted as certain.
"""

from __future__ import annotations

import pytest

from tests.align.meant import used

# language and way -> (definition, uses as `path:line`, with `?` where nobody can be certain, the tree)
FOUND = {
    "python import as": (
        "weigh_fish",
        "shop.py:4",
        """
        //- /scales.py
        def weigh_fish(fish): return 1
        //- /shop.py
        from scales import weigh_fish as _heft

        def sell(fish):
            return _heft(fish)
        """,
    ),
    "python re-export under another name, then a third": (
        "weigh_fish",
        "shop.py:4",
        """
        //- /scale/__init__.py
        from .inner import weigh_fish as heft
        //- /scale/inner.py
        def weigh_fish(fish): return 1
        //- /shop.py
        from scale import heft as h2

        def sell(fish):
            return h2(fish)
        """,
    ),
    "python assignment, then import": (
        "weigh_fish",
        "scales.py:2 shop.py:4",
        """
        //- /scales.py
        def weigh_fish(fish): return 1
        heft_all = weigh_fish
        //- /shop.py
        from scales import heft_all

        def sell(fish):
            return heft_all(fish)
        """,
    ),
    "python import inside a function": (
        "weigh_fish",
        "shop.py:3",
        """
        //- /scales.py
        def weigh_fish(fish): return 1
        //- /shop.py
        def sell(fish):
            from scales import weigh_fish as heft
            return heft(fish)
        """,
    ),
    "python local name": (
        "weigh_fish",
        "scales.py:4 scales.py:5",
        """
        //- /scales.py
        def weigh_fish(fish): return 1

        def sell(fish):
            heft = weigh_fish
            return heft(fish)
        """,
    ),
    "python function passed on": (
        "weigh_fish",
        "shop.py:4",
        """
        //- /scales.py
        def weigh_fish(fish): return 1
        //- /shop.py
        from scales import weigh_fish

        def sell(fish):
            return list(map(weigh_fish, fish))
        """,
    ),
    "typescript default import": (
        "connectPool",
        "app/b.ts:2",
        """
        //- /lib/db.ts
        export default function connectPool() { return 1 }
        //- /app/b.ts
        import conn from "../lib/db"
        export const b = () => conn()
        """,
    ),
    "typescript export as, then import as": (
        "connectPool",
        "app/b.ts:2",
        """
        //- /lib/db.ts
        function connectPool() { return 1 }
        export { connectPool as openPool }
        //- /app/b.ts
        import { openPool as o } from "../lib/db"
        export const b = () => o()
        """,
    ),
    "typescript default handed on by a barrel": (
        "connectPool",
        "app/b.ts:2",
        """
        //- /lib/db.ts
        export default function connectPool() { return 1 }
        //- /lib/index.ts
        export { default as pool } from "./db"
        //- /app/b.ts
        import { pool } from "../lib"
        export const b = () => pool()
        """,
    ),
    "typescript star of a barrel": (
        "connectPool",
        "app/b.ts:2",
        """
        //- /lib/db.ts
        export function connectPool() { return 1 }
        //- /lib/index.ts
        export * from "./db"
        //- /app/b.ts
        import { connectPool as c } from "../lib"
        export const b = () => c()
        """,
    ),
    "typescript path alias of the configuration": (
        "connectPool",
        "src/app/b.ts:2",
        """
        //- /tsconfig.json
        {
          // the top
          "compilerOptions": {"baseUrl": ".", "paths": {"@/*": ["src/*"]},},
        }
        //- /src/lib/db.ts
        export function connectPool() { return 1 }
        //- /zzz/db.ts
        export function connectPool() { return 2 }
        //- /src/app/b.ts
        import { connectPool as c } from "@/lib/db"
        export const b = () => c()
        """,
    ),
    "typescript package of the workspace": (
        "connectPool",
        "packages/app/src/b.ts:2",
        """
        //- /packages/db/package.json
        {"name": "@pond/db", "exports": {".": {"import": "./dist/index.js"}, "./deep": "./dist/deep.js"}}
        //- /packages/db/src/deep.ts
        export function connectPool() { return 1 }
        //- /packages/app/src/b.ts
        import { connectPool as c } from "@pond/db/deep"
        export const b = () => c()
        """,
    ),
    "javascript require with another name": (
        "connectPool",
        "b.js:2",
        """
        //- /db.js
        function connectPool() { return 1 }
        module.exports.openPool = connectPool;
        //- /b.js
        const { openPool: o } = require('./db')
        exports.b = () => o()
        """,
    ),
    "javascript the whole module is the function": (
        "connectPool",
        "b.js:2",
        """
        //- /db.js
        function connectPool() { return 1 }
        module.exports = connectPool;
        //- /b.js
        const c = require('./db')
        exports.b = () => c()
        """,
    ),
    "javascript a key of what is exported": (
        "connectPool",
        "b.js:2",
        """
        //- /db.js
        function connectPool() { return 1 }
        module.exports = { other: 1, open: connectPool };
        //- /b.js
        const { open } = require('./db')
        exports.b = () => open()
        """,
    ),
    "javascript call, apply, bind": (
        "connectPool",
        "b.js:2 b.js:3 b.js:4",
        """
        //- /db.js
        export function connectPool() { return 1 }
        //- /b.js
        import { connectPool } from './db'
        connectPool.call(null, 1)
        connectPool.apply(null, [1])
        const c = connectPool.bind(null)
        """,
    ),
}
"""Uses that must be found."""

OTHERS = {
    "a local of the same name": (
        "weigh_fish",
        """
        //- /scales.py
        def weigh_fish(fish): return 1
        //- /shop.py
        def sell(weigh_fish):
            return weigh_fish(1)
        """,
    ),
    "an alias of another thing": (
        "weigh_fish",
        """
        //- /scales.py
        def weigh_fish(fish): return 1
        //- /zzz.py
        def weigh_fish(fish): return 2
        //- /shop.py
        from zzz import weigh_fish as heft
        heft(1)
        """,
    ),
    "the new name in a file that does not import it": (
        "connectPool",
        """
        //- /lib/db.ts
        export function connectPool() { return 1 }
        //- /app/c.ts
        import { connectPool as conn } from "elsewhere"
        conn()
        """,
    ),
    "a parameter that is called like the alias": (
        "saltFish",
        """
        //- /A.kt
        package k
        fun saltFish(n: Int): Int = n
        //- /B.kt
        package k2
        fun cook(salt: (Int) -> Int): Int = salt(3)
        """,
    ),
    "a key": (
        "connectPool",
        """
        //- /db.js
        export function connectPool() { return 1 }
        //- /b.js
        const options = { connectPool: 3 }
        """,
    ),
}
"""Trees in which no use is certain."""


@pytest.mark.parametrize(("name", "uses", "text"), FOUND.values(), ids=FOUND)
def test_a_use_under_another_name_is_found(name: str, uses: str, text: str) -> None:
    assert used(text, name) == uses.split()


@pytest.mark.parametrize(("name", "text"), OTHERS.values(), ids=OTHERS)
def test_what_is_another_thing_is_not_certain(name: str, text: str) -> None:
    assert not [use for use in used(text, name) if not use.endswith("?")]
