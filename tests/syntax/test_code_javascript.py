"""Javascript: one realistic file, everything that is read from it."""

from __future__ import annotations

from tests.syntax.shown import report

SAMPLE = """#!/usr/bin/env node
/**
 * Routes and their handlers.
 */
'use strict';

import Base, { route as at, mount } from './router';
import * as util from "util";
import './side-effect';
export { mount, helper as help } from './other';
export * from './all';

const fs = require('fs');
const { join, resolve: full } = require('path');
const version = require('./package.json').version;

const MAX_DEPTH = 3;
let counter = 0, total;

/** Adds one. */
export const add = (a, b = 1) => a + b;

/**
 * A router.
 */
export default class Router extends Base {
  #secret = 1;
  static instances = 0;
  handler = async (req) => { this.serve(req); };

  constructor(options) {
    super(options);
    this.options = options;
    this.log = function (line) { console.log(line); };
  }

  get size() { return this.routes.length; }

  async *walk(depth) {
    yield* walkTree(this, MAX_DEPTH);
    new util.Inspector(depth)?.run?.();
  }
}

function outer() {
  const local = 1;
  function inner() { return local; }
  return inner;
}

// Old style.
Router.prototype.close = function close(why) {
  this.emit('close', why);
};

const api = {
  get(path) { return fetch(path); },
  post: function (path, body) { return send(path, body); },
  version: 1,
};

exports.create = (options) => new Router(options);
module.exports = { outer, api, Router: Router, late() {} };
app.use(add);
const view = <Page title={add}>Hello World</Page>;
"""

EXPECTED = """
- constant MAX_DEPTH | const MAX_DEPTH = 3
- variable counter | let counter = 0
- variable total | total
function add | const add = (a, b = 1)
    /** Adds one. */ | a + b
class Router | class Router extends Base
    /** * A router. */ | { #secret = 1; static in…run?.(); } }
- field Router.#secret | #secret = 1
field Router.instances | static instances = 0
method Router.handler | handler = async (req)
    - | { this.serve(req); }
constructor Router.constructor | constructor(options)
    - | { super(options); this.o…(line); }; }
field Router.options | this.options = options
- function Router.constructor.log | this.log = function (line)
    - | { console.log(line); }
property Router.size | get size()
    - | { return this.routes.length; }
method Router.walk | async *walk(depth)
    - | { yield* walkTree(this, …?.run?.(); }
function outer | function outer()
    - | { const local = 1; funct…urn inner; }
- function outer.inner | function inner()
    - | { return local; }
method Router.close | Router.prototype.close = function close(why)
    // Old style. | { this.emit('close', why); }
variable api | const api = { get(path) { return fetch(path); }, post: function (path, body) { return send(path, body); }, version: 1, }
method api.get | get(path)
    - | { return fetch(path); }
method api.post | post: function (path, body)
    - | { return send(path, body); }
function create | exports.create = (options)
    - | new Router(options)
function late | late()
    - | {}
- variable view | const view = <Page title={add}>Hello World</Page>

inherit Base in Router
call this.serve in Router.handler
call console.log in Router.constructor.log
read this.routes in Router.size
call walkTree in Router.walk
read MAX_DEPTH in Router.walk
call util.Inspector in Router.walk
call ().run in Router.walk
read Router in Router.close
call this.emit in Router.close
call fetch in api.get
call send in api.post
call Router in create
read outer in -
read api in -
read Router in -
read Router in -
call app.use in -
read add in -
read Page in view
read add in view
read Page in view

./router: default as Base, route as at, mount
util: * as util
./side-effect:
./other: mount, helper as help
./all: *
fs: ~ as fs
path: join, resolve as full
./package.json: version as version

module: /** * Routes and their handlers. */
"""


def test_a_realistic_file() -> None:
    assert report("sample.js", SAMPLE) == EXPECTED.lstrip()
