import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coloured, colouredLines, isProse, languageOf } from '../../../src/view/colour';
import { type Node, tree } from '../../../src/view/markdown';

/** Runs as `word(def)`; plain text as it is. */
const told = (text: string, language: string): string => coloured(text, language).map(run => (run.colour === 'plain' ? run.text : `${run.colour}(${run.text})`)).join('');

test('comments, texts, numbers and words of each kind of language', () => {
  assert.equal(told('def f(x): # "no"\n  return "a\\"b" + 12', 'python'), 'word(def) f(x): comment(# "no")\n  word(return) text("a\\"b") + number(12)');
  assert.equal(told('const a = `b\n${c}`; /* d\n*/ return a0', 'ts'), 'word(const) a = text(`b\n${c}`); comment(/* d\n*/) word(return) a0');
  assert.equal(told("local s = 'x' -- y", 'lua'), "word(local) s = text('x') comment(-- y)");
  assert.equal(told('"""One\n"two" """ if', 'py'), 'text("""One\n"two" """) word(if)');
});

test('a language that is not known is plain, and so is nothing', () => {
  assert.equal(told('if # "x"', 'cobol'), 'if # "x"');
  assert.deepEqual(coloured('', 'python'), []);
  assert.deepEqual(coloured('', ''), []);
});

test('nothing of the text is lost or changed, and what runs over lines is coloured on each', () => {
  for (const language of ['c', 'python', 'sql', '']) {
    for (const text of ['"', "'''", '/*', '`', 'a\n\n  b"c\nd', '# x', "don't", '\\', '"\\']) {
      assert.equal(coloured(text, language).map(run => run.text).join(''), text);
      assert.equal(colouredLines(text, language).map(line => line.map(run => run.text).join('')).join('\n'), text);
    }
  }
  assert.deepEqual(colouredLines('/* a\nb */ c', 'c'), [[{ colour: 'comment', text: '/* a' }], [{ colour: 'comment', text: 'b */' }, { colour: 'plain', text: ' c' }]]);
});

test('a long text comes to an end', { timeout: 20_000 }, () => {
  for (const language of ['c', 'python', 'sql']) {
    for (const piece of ['"', "'", '`', '/*', '"""', '\\', '*', "''", '# ', 'a_1$', '1.']) assert.equal(coloured(piece.repeat(40_000), language).map(run => run.text).join('').length, piece.length * 40_000);
  }
});

test('a sentence of a comment is no code', () => {
  for (const text of ['Break the fluke out and heave the chain in."""', 'Registers a function to be called when\n  the context is popped.', 'Let chain out until the fluke bites. */']) assert.ok(isProse(text), text);
  for (const text of ['def lower(self, metres):', 'String name = read(a, b);', 'SELECT a FROM b WHERE c;', 'Foo bar', 'class A:', '# The salt of the key']) assert.ok(!isProse(text), text);
});

test('a file says its language by its ending', () => {
  assert.deepEqual(['a/b.PY', 'Makefile', 'x.tar.gz', '.env', 'a.b/c'].map(languageOf), ['py', '', 'gz', 'env', '']);
});

test('the excerpt of an answer is coloured behind its gutter', () => {
  const drawn = (nodes: readonly Node[]): string => nodes.map(node => {
    if (typeof node === 'string') return node;
    return 'tag' in node ? `${node.colour ?? node.tag}(${drawn(node.children)})` : '';
  }).join('');
  assert.equal(drawn(tree('```python {2}\n  # a\n> return 1\n```', [], [])), 'pre(code(  comment(# a)\nstrong(> word(return) number(1))))');
});
