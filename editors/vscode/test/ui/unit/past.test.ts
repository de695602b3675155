import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copyText } from '../../../src/view/copy_text';
import { pageHtml } from '../../../src/view/page_html';
import { Answers } from '../../../src/view/past';
import { envelope, ref } from './made';

const asking = { asks: 'which?', reason: '', token: 't', options: [] };

test('answers are kept, gone back to, and bounded', () => {
  let kept: unknown;
  const store = { get: () => kept, set: (value: unknown) => { kept = value; } };
  const answers = new Answers(store);
  for (let n = 0; n < 60; n++) answers.add(`q${n}`, envelope({ debug: undefined, trace: [{ number: 0, rung: 'x', status: 'ok', events: [], facts: [], digest: '', elapsed_us: 1 }] }));
  assert.equal(answers.all.length, 50);
  assert.equal(answers.shown?.question, 'q59');
  assert.equal(answers.go(answers.all[0]?.id ?? 0)?.question, 'q10');
  assert.equal(answers.go(-1)?.question, 'q10');
  assert.equal((kept as unknown[]).length, 12);
  assert.ok(!JSON.stringify(kept).includes('elapsed_us'), 'traces are not stored');
  const next = new Answers(store);
  assert.deepEqual(next.all.map(one => one.question), Array.from({ length: 12 }, (_, n) => `q${n + 48}`));
});

test('a question that was given back and then answered is one answer', () => {
  const answers = new Answers({ get: () => undefined, set: () => undefined });
  answers.add('q', envelope({ clarify: asking, mode: 'clarify' }));
  answers.add('q', envelope());
  assert.deepEqual(answers.list.map(one => one.mode), ['repo_grounded']);
  answers.add('q', envelope({ index: { generation: 1, fresh: false, state: 'reading', files: 90, behind: 9, unsaved: 0, reason: 'building' } }));
  assert.equal(answers.list.length, 2);
  answers.add('q', envelope());
  assert.equal(answers.list.length, 2, 'asked again when the index was whole');
  answers.add('q', envelope());
  assert.equal(answers.list.length, 3);
});

test('a store that holds anything else is an empty one', () => {
  for (const value of [null, 7, 'x', {}, [1, null, { question: 'q' }, { question: 'q', envelope: {} }], [{ question: 1, envelope: envelope() }]]) {
    assert.deepEqual(new Answers({ get: () => value, set: () => undefined }).all, []);
  }
});

test('what is copied says what it stands on and what it does not', () => {
  const text = copyText('what\nis it?', envelope({ mode: 'general', answer: 'x\u202ey', citations: [{ id: 1, range_ref: ref('a.py', 3, { end_line: 5 }) }] }));
  assert.equal(text, `**what is it?**\n\n> General knowledge, not from the repository.\n\nx<U+202E>y\n\nPlaces:\n\n1. a.py:3-5\n`);
  assert.ok(copyText('q', envelope({ index: { generation: 1, fresh: false, state: 'behind', files: 90, behind: 2, unsaved: 0, reason: '' } })).includes('The index was behind'));
});

test('a page allows one script of ours and nothing else', () => {
  const html = pageHtml({ title: 't', source: 'https://x', nonce: 'abc', script: 's.js', sheets: ['a.css'] });
  const policy = /content="([^"]*)"/.exec(html)?.[1] ?? '';
  assert.ok(policy.startsWith("default-src 'none'; "));
  assert.ok(policy.includes("script-src 'nonce-abc'") && policy.includes("require-trusted-types-for 'script'") && policy.includes("trusted-types 'none'"));
  assert.doesNotMatch(policy, /unsafe|\*|data:|https?:(?!\/\/x)/);
  assert.doesNotMatch(html, / on\w+=|style=/);
  assert.equal(html.match(/<script/g)?.length, 1);
});
