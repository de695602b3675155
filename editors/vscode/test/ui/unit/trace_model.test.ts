import assert from 'node:assert/strict';
import { test } from 'node:test';
import { climbs, hitBars, inShort, rungs, spaced, time, tone, words } from '../../../src/view/trace_model';
import type { DebugHit } from '../../../src/wire';
import { envelope } from './made';

function hit(rank: number, parts: Record<string, number>, factor = 1): DebugHit {
  const rank_features = Object.entries(parts).map(([name, contribution]) => ({ name, value: contribution, weight: 1, contribution }));
  const score = rank_features.reduce((sum, one) => sum + one.contribution, 0) * factor;
  const demotions = factor < 1 ? [{ reason: 'test', factor }] : [];
  return {
    rank, path: 'a.py', start_byte: 0, end_byte: 1, start_line: 1, end_line: 1, kind: 'def', qualified: 'a', score,
    why: { matched_terms: [], filter_pass: [], channels: [], rank_features, demotions, held: [] },
  };
}

test('stretches are as long as what each feature gave, and the longest bar is whole', () => {
  const { bars, features } = hitBars([hit(1, { units: 3, name: 1 }), hit(2, { units: 1, used: 1 })]);
  assert.deepEqual(features, ['units', 'name', 'used']);
  assert.deepEqual(bars.map(bar => bar.length), [1, 0.5]);
  assert.deepEqual(bars[0]?.stretches.map(part => [part.from, part.share]), [[0, 0.75], [0.75, 0.25]]);
  assert.deepEqual(bars[1]?.stretches.map(part => part.colour), [0, 2]);
});

test('what a demotion took is shown, and never leaves the bar', () => {
  const { bars } = hitBars([hit(1, { units: 4 }), hit(2, { units: 4 }, 0.5)]);
  assert.deepEqual(bars[1] && [bars[1].length, bars[1].lost], [0.5, 0.5]);
  for (const factor of [0, 1e-6, 0.3, 1, 7]) for (const bar of hitBars([hit(1, { units: 0.2 }, factor), hit(2, { x: 0 })]).bars) {
    assert.ok(bar.length >= 0 && bar.length + bar.lost <= 1 + 1e-9, `${bar.length} ${bar.lost}`);
    assert.ok(bar.stretches.every(part => part.from >= 0 && part.from + part.share <= 1 + 1e-9));
  }
  assert.deepEqual(hitBars([]), { bars: [], features: [] });
});

test('rungs follow one another on one scale', () => {
  const step = (number: number, rung: string, elapsed_us: number, facts: [string, string][] = []) =>
    ({ number, rung, status: 'ok', events: ['Helix Ask: Intent resolved - ok'], facts: facts.map(([label, text]) => ({ label, text })), digest: '', elapsed_us });
  const drawn = rungs([step(0, 'intent', 1000, [['intent_id', 'repo.flow'], ['topics', '']]), step(1, 'cards', 3000)]);
  assert.deepEqual(drawn.map(rung => [rung.from, rung.share]), [[0, 0.25], [0.25, 0.75]]);
  assert.deepEqual(drawn[0]?.gist, ['intent id: repo.flow']);
  assert.deepEqual(drawn[0]?.facts.map(fact => fact.label), ['intent_id']);
  assert.deepEqual(drawn[0]?.events, ['Intent resolved - ok']);
  assert.deepEqual(rungs([step(0, 'x', 0)]).map(rung => [rung.from, rung.share]), [[0, 0]]);
});

test('rungs of several climbs stand apart on one scale, and an answer without climbs is one', () => {
  const step = (number: number, climb?: number, purpose?: 'question' | 'withheld') =>
    ({ ...(climb ? { climb, purpose } : {}), number, rung: 'x', status: 'ok', events: [], facts: [], digest: '', elapsed_us: 10 });
  const drawn = climbs([step(0, 1, 'question'), step(1, 1, 'question'), step(0, 2, 'withheld'), step(1, 2, 'withheld')]);
  assert.deepEqual(drawn.map(one => [one.number, one.purpose, one.rungs.map(rung => rung.from)]), [[1, 'the question', [0, 0.25]], [2, 'with the top evidence withheld', [0.5, 0.75]]]);
  assert.deepEqual(climbs([step(0), step(1)]).map(one => [one.number, one.purpose, one.rungs.length]), [[1, '', 2]]);
  assert.deepEqual(climbs([]), []);
});

test('a word that is not known is neither praised nor blamed', () => {
  assert.deepEqual(['pass', 'fail', 'off', 'weak', 'belief, rattling', 'constructor'].map(tone), ['good', 'bad', 'idle', 'part', 'said', 'said']);
});

test('times are read by people', () => {
  assert.deepEqual([0, 994, 1000, 9949, 9960, 123_456, 1_500_000].map(time), ['<1 ms', '<1 ms', '1.0 ms', '9.9 ms', '10 ms', '123 ms', '1.50 s']);
});

test('each word of the question is held or missing, once', () => {
  const base = envelope();
  const made = words({ ...base, retrieval_plan: { ...base.retrieval_plan, searched: ['bell', 'moon'], unknown: ['moon'] }, evidence: { ...base.evidence, missing: ['moon'] } });
  assert.deepEqual(made, [{ text: 'bell', state: 'held' }, { text: 'moon', state: 'missing' }]);
});

test('a trace in five lines, in plain words', () => {
  const lines = inShort(envelope({ trace: [{ number: 0, rung: 'x', status: 'ok', events: [], facts: [], digest: '', elapsed_us: 2500 }] }));
  assert.deepEqual(lines.map(line => `${line.name}: ${line.text}`), [
    'Asked for: what a thing is', 'Searched: bell; of 1 file', "Found: 1 file looked at; 100% of the question's words in one place", 'Answered: from 1 place in 1 file',
    'Checked: 1 of 1 statements borne out by what they cite; 2.5 ms in all',
  ]);
});

test('labels and events have no name that only makers know', () => {
  const [rung] = rungs([{ number: 12, rung: 'sentence checks', status: 'ok', events: ['Helix Ask: Platonic gates - ok', 'Helix Ask: Rattling gate - pass'], facts: [{ label: 'claims', text: '6 of 6' }], digest: '', elapsed_us: 1 }]);
  assert.deepEqual(rung?.events, ['Sentence gates - ok', 'Robustness gate - pass']);
  assert.deepEqual(rung?.gist, ['claims: 6 of 6']);
  assert.equal(spaced('arbiter_mode'), 'answer mode');
});
