import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Node, tree } from '../../../src/view/markdown';
import { visibleText } from '../../../src/view/visible';
import { ref } from './made';

const PLACES = [{ id: 1, range_ref: ref('pkg/__init__.py', 4) }, { id: 2, range_ref: ref('a.py', 7) }, { id: 3, range_ref: ref('a.py', 7, { end_byte: 9 }) }];

/** The tree in one line: tags as `p(...)`, citations as `[1]`. */
function told(nodes: readonly Node[]): string {
  return nodes.map(node => {
    if (typeof node === 'string') return node;
    if ('cite' in node) return `[${node.cite}]`;
    if ('unseen' in node) return `<${node.unseen}>`;
    return `${node.tag}(${told(node.children)})`;
  }).join('');
}

const drawn = (source: string, order: number[] = []): string => told(tree(source, PLACES, order));

test('a citation stands behind its sentence, also where its path looks like Markdown', () => {
  assert.equal(drawn('A **bell**. (pkg/__init__.py:4) (a.py:7)'), 'p(A strong(bell).[1][2])');
});

test('two places that begin on one line are told apart by the order of the text', () => {
  assert.equal(drawn('One. (a.py:7)\n\nTwo. (a.py:7)', [3, 2]), 'p(One.[3])p(Two.[2])');
  assert.equal(drawn('(a.py:7) (a.py:7) (a.py:7)', [2, 3]), 'p([2][3][3])');
});

test('what only looks like a citation stays text', () => {
  assert.equal(drawn('x (b.py:7) (a.py:8) (a.py:77) `(a.py:7)`'), 'p(x (b.py:7) (a.py:8) (a.py:77) code((a.py:7)))');
  assert.equal(drawn('```\n(a.py:7)\n```'), 'pre(code((a.py:7)))');
});

test('HTML is text', () => {
  for (const source of ['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', 'a <b onclick="x">c</b>', '<!-- x -->', '<a href="command:x">y</a>']) {
    const made = drawn(source);
    assert.ok(made.includes(source.slice(0, 6)), made);
    assert.doesNotMatch(made, /^(?!p\()/);
  }
});

test('no link can be pressed: the label stays, and the address is told', () => {
  assert.equal(drawn('[run](command:workbench.action.quit)'), 'p(span(run) code(command:workbench.action.quit))');
  assert.equal(drawn('[run](javascript:alert(1))'), 'p(span(run) code(javascript:alert(1)))');
  assert.equal(drawn('<https://example.org/>'), 'p(span(https://example.org/))');
  assert.equal(drawn('[a.py](a.py "t")'), 'p(span(a.py))');
  assert.equal(drawn('[x][r]\n\n[r]: vscode://evil'), 'p(span(x) code(vscode://evil))');
});

test('an image is its source, and nothing is fetched', () => {
  assert.equal(drawn('![seen](https://example.org/x.png)'), 'p(code(![seen](https://example.org/x.png)))');
});

test('characters that cannot be seen are shown, in text, code and addresses, also written as entities', () => {
  assert.equal(drawn('a\u202eb'), 'p(a<U+202E>b)');
  assert.equal(drawn('`a\u2066b`'), 'p(code(a<U+2066>b))');
  assert.equal(drawn('a&#x202e;b'), 'p(a<U+202E>b)');
  assert.equal(drawn('```\n\u200b\n```'), 'pre(code(<U+200B>))');
});

test('the line that matters is strong, in its gutter and named by its fence; a fence that names another line marks none', () => {
  assert.equal(drawn('```python {2}\n  a\n> b\n  c\n```'), 'pre(code(  a\nstrong(> b)\n  c))');
  assert.equal(drawn('``` {1}\n> a\n  b\n```'), 'pre(code(strong(> a)\n  b))');
  assert.equal(drawn('```python {9}\n> a\n  b\n```'), 'pre(code(> a\n  b))');
  assert.equal(drawn('```python {2}\n> a\n  b\n```'), 'pre(code(> a\n  b))');
});

test('only elements of the list are made, whatever comes in', () => {
  const allowed = new Set('p h3 h4 h5 h6 ul ol li code pre em strong s blockquote hr br table thead tbody tr th td span'.split(' '));
  const pieces = ['# ', '- ', '1. ', '> ', '```', '|', '**', '_', '~~', '[x](', ')', '<script>', '\u202e', '\n\n', '\n', 'word', '(a.py:7)', '![', '\\', '&lt;', '---', '`'];
  let seed = 7;
  const next = (most: number): number => { seed = (seed * 1103515245 + 12345) % 2147483648; return seed % most; };
  const check = (nodes: readonly Node[]): void => {
    for (const node of nodes) {
      if (typeof node === 'string') assert.equal(visibleText(node), node);
      else if ('cite' in node) assert.ok([2, 3].includes(node.cite));
      else if (!('unseen' in node)) { assert.ok(allowed.has(node.tag), node.tag); check(node.children); }
    }
  };
  for (let n = 0; n < 3000; n++) check(tree(Array.from({ length: 1 + next(24) }, () => pieces[next(pieces.length)]).join(''), PLACES, [2, 3]));
});

test('deep nesting and a long text come to an end', { timeout: 20_000 }, () => {
  tree('> '.repeat(5000) + 'x', PLACES, []);
  tree('['.repeat(5000), PLACES, []);
  tree('(a.py:'.repeat(20_000), PLACES, []);
  tree('(a.py:7)'.repeat(20_000), PLACES, []);
});
