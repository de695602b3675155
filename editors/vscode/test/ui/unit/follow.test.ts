import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carried, subject } from '../../../src/ask/follow';
import { whichFolder } from '../../../src/ask/which_folder';
import { envelope } from './made';

const before = envelope({ answer: '`Kiln.fire` is a method of `Kiln`: (a.py:1)\n\n`other` too.' });

test('a question that goes on is asked about what the answer spoke of', () => {
  for (const [asked, told] of [
    ['and where is the boundary chosen?', 'where is the boundary chosen in `Kiln.fire`?'], ['what uses it?', 'what uses `Kiln.fire`?'], ['Where is this tested?', 'Where is `Kiln.fire` tested?'],
    ['what are its parameters?', 'what are the `Kiln.fire` parameters?'], ['what about errors?', 'what about errors in `Kiln.fire`?'], ['but why does it return that?', 'why does `Kiln.fire` return that?'],
    ['where are they defined?', 'where are `Kiln.fire` defined?'], ['and does it retry?', 'does `Kiln.fire` retry?'],
  ] as const) assert.deepEqual(carried(asked, subject(before)), { question: told, about: 'Kiln.fire' }, asked);
});

test('a question that stands alone stays as it is', () => {
  for (const asked of ['where is the configuration read?', 'and what does `Wheel` do?', 'what uses it in open_kiln?', 'does it call HttpServer?', 'what is a unit?', 'does it retry failed requests?', 'how does it retry requests?', 'what is in this repository?', 'which file is it that is read?', 'is it possible to log?', '', 'and', 'and ?']) assert.equal(carried(asked, 'Kiln.fire'), undefined, asked);
  assert.equal(carried('what uses it?', ''), undefined);
});

test('what an answer spoke of: its first name, else its first file, nothing of what was given back or not found', () => {
  assert.equal(subject(before), 'Kiln.fire');
  assert.equal(subject(envelope()), 'a.py');
  assert.equal(subject(envelope({ answer: 'Nowhere: `x`', citations: [] })), '');
  assert.equal(subject(envelope({ clarify: { asks: '', reason: '', token: '', options: [] } })), '');
});

test('the folder where the names of a question stand', () => {
  const held = (uri: string, names: number, words: number) => ({ uri, names, words });
  assert.equal(whichFolder([held('a', 0, 9), held('b', 1, 0)], undefined), 'b');
  assert.equal(whichFolder([held('a', 0, 9), held('b', 1, 0)], 'a'), 'b', 'what is spelled out counts for more than what is open');
  assert.equal(whichFolder([held('a', 0, 2), held('b', 0, 3)], undefined), 'b');
  assert.equal(whichFolder([held('a', 0, 2), held('b', 0, 3)], 'a'), 'a');
  assert.deepEqual(whichFolder([held('a', 1, 2), held('b', 1, 2), held('c', 0, 9)], 'c'), ['a', 'b']);
  assert.deepEqual(whichFolder([held('a', 0, 0), held('b', 0, 0)], undefined), ['a', 'b']);
});
