"""Uses that jedi and TypeScript's language service list, by the kind of place in which they stand."""

from __future__ import annotations

import pytest

from tests.align.meant import used

# what it is -> (definition, uses as `path:line`, with `?` where nobody can be certain, the tree)
PLACES = {
    "typescript, a name that begins with a dollar": (
        "$Lazy",
        "a.ts:2 b.ts:2",
        """
        //- /a.ts
        export interface $Lazy { x: number }
        export const y: $Lazy = { x: 1 }
        //- /b.ts
        import * as core from './a'
        export function f(z: core.$Lazy) { return z }
        """,
    ),
    "typescript, a member as a string between brackets": (
        "Store.getState",
        "a.ts:2?",
        """
        //- /a.ts
        export interface Store { getState: () => number }
        export const read: Store['getState'] = () => 1
        export const other = ['getState']
        """,
    ),
    "typescript, a member by itself in braces": (
        "Patch.op",
        "a.ts:3? a.ts:4?",
        """
        //- /a.ts
        export interface Patch { op: string; path: string }
        export function f(patch: Patch, list: string[]): Patch {
          const {path, op} = patch
          return list.length ? {op, path} : patch
        }
        """,
    ),
    "typescript, a key with a function for what an interface asks for": (
        "Processor.toResult",
        "a.ts:3?",
        """
        //- /a.ts
        export interface Processor { toResult(x: number): number }
        export const one: Processor = {
          toResult: (x) => x,
        }
        """,
    ),
    "typescript, through a type that takes another apart": (
        "Plugin.run",
        "a.ts:5?",
        """
        //- /a.ts
        export interface Plugin { run(): number }
        type All = { one?: Plugin }
        declare function get(): Exclude<All['one'], undefined>
        export function f() {
          return get().run()
        }
        """,
    ),
    "typescript, through a parameter for a type": (
        "ReadonlyDef.inner",
        "a.ts:4?",
        """
        //- /a.ts
        export interface ReadonlyDef { inner: number }
        class Base<Output = any, Def extends object = object> { readonly _def!: Def }
        class Sub extends Base<number, ReadonlyDef> {
          f() { return this._def.inner }
        }
        """,
    ),
    "typescript, the keys of a constant as the type of a parameter": (
        "CODES",
        "a.ts:2 a.ts:3",
        """
        //- /a.ts
        export const CODES: Record<string, number> = { a: 1 }
        export function f(code: keyof typeof CODES, other: number) {
          return CODES[code]
        }
        """,
    ),
    "typescript, an object that may carry out an interface": (
        "Transformer.serialize",
        "a.ts:3?",
        """
        //- /a.ts
        export interface Transformer { serialize(x: number): string }
        export const ion = { serialize(x: number) { return '' } }
        ion.serialize(1)
        """,
    ),
    "typescript, through an element of a list": (
        "Boat.sink",
        "a.ts:3?",
        """
        //- /a.ts
        export interface Boat { sink: number }
        export function f(boats: readonly Boat[]) {
          return boats[0].sink
        }
        """,
    ),
    "typescript, a key of an object behind a question mark": (
        "Patch.op",
        "a.ts:3?",
        """
        //- /a.ts
        export interface Patch { op: number }
        export function f(x: boolean): Patch | undefined {
          return x ? {op: 1} : undefined
        }
        """,
    ),
    "typescript, a name that begins with a dollar, far from its folder": (
        "$LazyPond",
        "two/three/b.ts:2",
        """
        //- /one/a.ts
        export interface $LazyPond { x: number }
        //- /two/three/b.ts
        import * as core from '../../one/a'
        export function f(z: core.$LazyPond) { return z }
        """,
    ),
    "typescript, a class inside a function, made there": (
        "enable.DraftMap",
        "a.ts:4",
        """
        //- /a.ts
        export function enable() {
          class DraftMap { get() { return 1 } }
          function proxy() {
            return new DraftMap()
          }
          return proxy
        }
        """,
    ),
    "typescript, a variable of the module that a function is given to": (
        "current",
        "a.ts:3 a.ts:4?",
        """
        //- /a.ts
        let current: number | undefined
        export function leave(scope: number) {
          if (scope === current) {
            current = 2
          }
        }
        """,
    ),
    "typescript, a member of what an interface asks for, assigned": (
        "Api.getState",
        "a.ts:3?",
        """
        //- /a.ts
        export interface Api { getState: () => number }
        export function extend(api: Api) {
          api.getState = () => 1
        }
        """,
    ),
    "typescript, a type of the language": (
        "string",
        "a.ts:3",
        """
        //- /a.ts
        export function string(x?: number) { return 1 }
        export function number(x?: string | number): string { return '' }
        string()
        """,
    ),
    "typescript, a type inside a function": (
        "make.TState",
        "a.ts:3",
        """
        //- /a.ts
        export const make = () => {
          type TState = number
          let state: TState
          return state
        }
        """,
    ),
    "typescript, the second name of a pattern": (
        "zod4",
        "a.ts:2",
        """
        //- /a.ts
        const { zod3, zod4 } = makeSchema()
        zod4.parse(1)
        """,
    ),
    "typescript, an import that functions without a name hide elsewhere": (
        "createStore",
        "b.ts:3?",
        """
        //- /a.ts
        export function createStore() { return 1 }
        //- /b.ts
        import { createStore } from './a'
        it('one', () => {
          createStore()
        })
        it('two', () => {
          function createStore() { return 2 }
        })
        """,
    ),
    "typescript, the parameter of a member is not the member beside it": (
        "methods.meta",
        "",
        """
        //- /a.ts
        function methods() {
          return {
            register(reg: any, meta: any) {
              reg.add(meta)
            },
            meta() { return 1 },
          }
        }
        """,
    ),
    "typescript, a word of the language": (
        "Thenable.catch",
        "a.ts:6?",
        """
        //- /a.ts
        class Thenable { catch() { return 1 } }
        function f(x: any) {
          try {
            x.y()
          } catch (e) {
            x.catch()
          }
        }
        """,
    ),
    "python, a name in front of the colon of a block of a long function": (
        "_kinds",
        "a.py:4?",
        """
        //- /a.py
        _kinds = (int, str)
        def f(values):
            for value in values:
                if value in _kinds:
                    return value
        """
        + "            values = values + 1\n" * 200,
    ),
    "python, a key of a table that a function gives back": (
        "BEGIN",
        "a.py:4",
        """
        //- /a.py
        BEGIN = "begin"
        def f(kind):
            return {
                BEGIN: "the begin",
            }.get(kind)
        """,
    ),
    "python, a type between brackets in a signature": (
        "_T",
        "a.py:3 a.py:4",
        """
        //- /a.py
        from typing import Callable, TypeVar
        _T = TypeVar("_T")
        def f(fn: Callable[..., _T], *args: int):
            found: list[_T] = []
            return found
        """,
    ),
    "python, a package that takes a name from elsewhere where that is there": (
        "Pond",
        "b.py:2 lake/__init__.py:7",
        """
        //- /lake/core.py
        class Pond: pass
        //- /lake/__init__.py
        from lake.core import Pond
        if True:
            try:
                from lake_fast import Pond
            except ImportError:
                pass
        print(Pond())
        //- /b.py
        import lake
        lake.Pond()
        """,
    ),
    "python, a name that a function says is global": (
        "_run",
        "a.py:3 a.py:4? a.py:5 a.py:6",
        """
        //- /a.py
        _run = True
        def set_run(run):
            global _run
            _run = run
            return _run
        print(_run)
        """,
    ),
    "python, a property in the decorator of its setter": (
        "Set.size",
        "a.py:4",
        """
        //- /a.py
        class Set:
            @property
            def size(self): return 1
            @size.setter
            def size(self, value): pass
        """,
    ),
    "python, a method that its class gives another name": (
        "Set.show",
        "a.py:3",
        """
        //- /a.py
        class Set:
            def show(self): return 1
            __str__ = show
        """,
    ),
    "python, a class inside a function": (
        "f.Inner",
        "a.py:3 a.py:4",
        """
        //- /a.py
        def f():
            class Inner:
                def copy(self): return Inner()
            return Inner()
        """,
    ),
    "python, through a type that says nothing": (
        "App.host",
        "a.py:6?",
        """
        //- /a.py
        from typing import Any
        class App:
            host = 1
        def f(application: Any):
            x = 1
            return application.host
        """,
    ),
}


@pytest.mark.parametrize(("name", "uses", "text"), PLACES.values(), ids=PLACES)
def test_every_place_of_a_use_is_seen(name: str, uses: str, text: str) -> None:
    assert used(text, name) == uses.split()
