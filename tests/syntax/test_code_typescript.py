"""Typescript: one realistic file, everything that is read from it."""

from __future__ import annotations

from tests.syntax.shown import report

SAMPLE = """import type { Request } from './http';
import fs = require('fs');

/** What a store can do. */
export interface Store<T> extends Base, Named<T> {
  readonly name: string;
  /** Reads it. */
  get(key: string): Promise<T>;
}

export type Key = string | Symbolic;

export const enum Level { Low = 1, High, 'odd' }

export abstract class Shelf<T extends Item> extends Container<T> implements Store<T>, io.Closer {
  private items: Map<Key, T> = new Map();
  protected static count?: number;

  constructor(private readonly owner: User, public size = 1) {
    super();
  }

  @Log()
  async get(key: Key): Promise<T> {
    return this.items.get(key) as T;
  }

  abstract close(): void;
  private hidden(): void {}
}

export namespace Tools.Inner {
  export function run(r: Request): void {}
  export const limit = 5;
}

declare module 'legacy' {
  function old(a: number): string;
}

declare function ambient(x: Key): void;

function overload(a: string): void;
function overload(a: any) { return handler(a); }

@Component({ selector: 'x' })
class View {
  @Input() title: string;
}
"""

EXPECTED = """
interface Store | interface Store<T> extends Base, Named<T>
    /** What a store can do. */ | { readonly name: string;…romise<T>; }
field Store.name | readonly name: string
method Store.get | get(key: string): Promise<T>
    /** Reads it. */ | -
type Key | type Key
    - | string | Symbolic
enum Level | const enum Level
    - | { Low = 1, High, 'odd' }
enum_member Level.Low | Low = 1
enum_member Level.High | High
enum_member Level.odd | 'odd'
class Shelf | abstract class Shelf<T extends Item> extends Container<T> implements Store<T>, io.Closer
    - | { private items: Map<Key…): void {} }
- field Shelf.items | private items: Map<Key, T> = new Map()
field Shelf.count | protected static count?: number
constructor Shelf.constructor | constructor(private readonly owner: User, public size = 1)
    - | { super(); }
- field Shelf.owner | private readonly owner: User
field Shelf.size | public size = 1
method Shelf.get | async get(key: Key): Promise<T>
    - | { return this.items.get(key) as T; }
method Shelf.close | abstract close(): void
- method Shelf.hidden | private hidden(): void
    - | {}
namespace Tools.Inner | namespace Tools.Inner
    - | { export function run(r:…limit = 5; }
function Tools.Inner.run | function run(r: Request): void
    - | {}
variable Tools.Inner.limit | const limit = 5
- module legacy | module 'legacy'
    - | { function old(a: number): string; }
- function legacy.old | function old(a: number): string
- function ambient | function ambient(x: Key): void
- function overload | function overload(a: string): void
- function overload | function overload(a: any)
    - | { return handler(a); }
- class View | class View
    - | { @Input() title: string; }
- field View.title | title: string

inherit Base in Store
inherit Named in Store
type Promise in Store.get
type Symbolic in Key
type Item in Shelf
inherit Container in Shelf
inherit Store in Shelf
inherit io.Closer in Shelf
type Map in Shelf.items
type Key in Shelf.items
call Map in Shelf.items
type User in Shelf.constructor
decorate Log in Shelf.get
type Key in Shelf.get
type Promise in Shelf.get
read this.items in Shelf.get
call this.items.get in Shelf.get
type Request in Tools.Inner.run
type Key in ambient
call handler in overload
decorate Component in View
decorate Input in View.title

./http: Request
fs: ~ as fs

module: -
"""


def test_a_realistic_file() -> None:
    assert report("sample.ts", SAMPLE) == EXPECTED.lstrip()
