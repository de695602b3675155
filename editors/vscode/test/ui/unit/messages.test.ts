import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { envelope as fits } from '../../../src/view/envelope_shape';
import { fromAnswer, fromTrace, toAnswer, toTrace } from '../../../src/view/messages';
import { envelope, ref } from './made';

test('messages that are meant go through', () => {
  for (const message of [{ type: 'ready' }, { type: 'cancel' }, { type: 'open', id: 1, citation: 2, beside: true }, { type: 'act', id: 1, act: 'wider' }, { type: 'ask', question: 'x' }]) {
    assert.deepEqual(fromAnswer(message), message);
  }
  assert.ok(toAnswer({ type: 'state', past: [], shown: { id: 1, question: 'q', envelope: envelope(), stale: [1], again: true, folder: '', about: '' }, focus: true, examples: ['q?'] }));
  assert.ok(toTrace({ type: 'trace', envelope: envelope() }));
  assert.ok(fromTrace({ type: 'hit', rank: 1, beside: false }));
});

test('anything else is dropped', () => {
  const wrong: unknown[] = [
    null, undefined, 7, 'ready', [], {}, { type: 'unknown' }, { type: 'ready', more: 1 }, { type: '__proto__' }, { type: 'constructor' },
    { type: 'open', id: '1', citation: 2, beside: true }, { type: 'open', id: 1, citation: -1, beside: true }, { type: 'open', id: 1, citation: 1.5, beside: true },
    { type: 'open', id: 1, citation: 2 }, { type: 'open', id: 1, citation: 2, beside: true, path: '/etc/passwd' }, { type: 'act', id: 1, act: 'delete' },
    { type: 'ask', question: 'x'.repeat(5000) }, { type: 'ask', question: { toString: () => 'x' } }, { type: 'pick', id: 1, option: ['a'] },
    Object.create({ type: 'ready' }) as unknown, { type: 'go', id: Number.NaN }, { type: 'go', id: Number.MAX_VALUE },
  ];
  for (const value of wrong) assert.equal(fromAnswer(value), undefined, JSON.stringify(value));
});

test('a stored envelope that lacks or bends anything is not shown', () => {
  const good = envelope({ clarify: { asks: 'which?', reason: '', token: 't', options: [] } });
  assert.ok(fits(good));
  for (const name of Object.keys(good)) {
    const { [name as keyof typeof good]: _, ...less } = good;
    assert.equal(fits(less), false, `without ${name}`);
    assert.equal(fits({ ...good, [name]: Symbol('x') }), false, `${name} bent`);
  }
  assert.equal(fits({ ...good, citations: [{ id: 1, range_ref: { ...ref('a', 1), path: 7 } }] }), false);
  assert.equal(fits({ ...good, sections: Array.from({ length: 6000 }, () => good.sections[0]) }), false);
  assert.ok(fits({ ...good, somethingNew: 1 }), 'a newer server may say more');
});

test('envelopes of the real server fit', { skip: !process.env.HELIX_TEST_ENVELOPES }, () => {
  for (const file of (process.env.HELIX_TEST_ENVELOPES ?? '').split(':')) assert.ok(fits(JSON.parse(fs.readFileSync(file, 'utf8'))), file);
});
