// What stands below the ladder: words and queries, channels, passes and slots, gates, and the test without the best evidence.

import type { AnswerEnvelope } from '../../wire';
import { spaced, tone, words } from '../trace_model';
import { counted, el, icon, svg } from './dom';
import { plain } from './nodes';
import { bar } from './proof';

type Row = (Node | string | false)[];

export function searched(envelope: AnswerEnvelope): HTMLElement {
  const { retrieval_plan: retrieval } = envelope;
  const most = Math.max(1, ...retrieval.queries.map(query => query.found));
  return section('searched', 'What was searched',
    el('p', { class: 'words' }, ...words(envelope).map(word => el('span', { class: `word ${word.state}` }, icon(word.state === 'held' ? 'check' : 'cross'), ...plain(word.text), el('span', { class: 'unsaid' }, ` ${word.state},`)))),
    retrieval.near.length > 0 && el('p', {}, 'Near names: ', ...retrieval.near.flatMap(name => [el('code', {}, ...plain(name)), ' '])),
    table('Queries', ['Query', 'Tier', 'Found', '', 'New'], retrieval.queries.map(query => [...cells(query.query, query.tier), String(query.found), bar(query.found / most), String(query.new)])),
    retrieval.scope.avoid.length > 0 && el('p', { class: 'reason' }, ...plain(`Left out: ${retrieval.scope.avoid.join(', ')}`)));
}

export function channels(envelope: AnswerEnvelope): HTMLElement {
  const all = [...envelope.retrieval_plan.channels].sort((a, b) => b.candidates - a.candidates || (a.name < b.name ? -1 : 1));
  const most = Math.max(1, ...all.map(channel => channel.candidates));
  return section('channels', 'Channels', table('What each channel brought', ['Channel', '', 'Candidates'],
    all.map(channel => [...cells(channel.name), bar(channel.candidates / most), String(channel.candidates)])));
}

export function passes(envelope: AnswerEnvelope): HTMLElement {
  const { retrieval_plan: retrieval, evidence } = envelope;
  const good = evidence.verdict === 'pass';
  return section('passes', 'Evidence',
    el('p', { class: 'verdict' }, el('span', { class: `pill tone-${tone(evidence.verdict)}` }, evidence.verdict), ...plain(evidence.reason)),
    table('Passes of the search', ['Pass', 'New files', 'Coverage', '', 'Share', ''], retrieval.controller_steps.map(step =>
      [...cells(step.action), `${step.new_files} of ${step.files}`, percent(step.coverage), bar(step.coverage, 'good'), percent(step.share), bar(step.share, step.gate ? 'good' : 'part')])),
    el('p', {}, 'Stopped: ', el('strong', {}, spaced(retrieval.stop)), `; confidence of the search ${retrieval.confidence.label} (${retrieval.confidence.value.toFixed(2)})`),
    retrieval.slots.length > 0 && table('Slots', ['Slot', 'Kind', 'From', 'Covered', 'By'], retrieval.slots.map(slot =>
      [...cells(slot.label || slot.id), slot.hard ? 'hard' : 'soft', ...cells(slot.source), verdict(slot.covered ? 'ok' : slot.hard ? 'fail' : 'miss', slot.covered ? 'yes' : 'no'), slot.path !== '' && el('code', {}, ...plain(`${slot.path}:${slot.line}`))])),
    !good && evidence.missing.length > 0 && el('p', { class: 'reason' }, ...plain(`Missing: ${evidence.missing.join(', ')}`)));
}

export function gates(envelope: AnswerEnvelope): HTMLElement {
  return section('gates', 'Gates', table('The gates that the answer went through', ['Gate', 'Verdict', 'Value against threshold', 'Why'],
    envelope.gates.map(gate => [...cells(spaced(gate.name)), verdict(gate.verdict, gate.act === 'none' ? gate.verdict : `${gate.verdict}, ${gate.act}`),
      gate.threshold > 0 && gate.verdict !== 'skipped' && dial(gate.value, gate.threshold), el('span', { class: 'reason' }, ...plain(gate.detail))])));
}

/** The value as a bar, the threshold as a line across it. */
function dial(value: number, threshold: number): HTMLElement {
  const scale = Math.max(1, value, threshold);
  const drawn = svg('svg', { class: 'bar dial', viewBox: '0 0 100 8', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    svg('rect', { class: 'track', width: 100, height: 8 }), svg('rect', { class: 'fill', width: ((value / scale) * 100).toFixed(2), height: 8 }),
    svg('rect', { class: 'limit', x: ((threshold / scale) * 100 - 0.6).toFixed(2), width: 1.2, height: 8 }));
  return el('span', { class: 'dialled' }, drawn, el('span', { class: 'figure' }, `${round(value)} / ${round(threshold)}`));
}

export function method(envelope: AnswerEnvelope): HTMLElement | undefined {
  const test = envelope.method?.counterfactual_test;
  if (!envelope.method || !test) return undefined;
  const { low, high, trials } = envelope.method.uncertainty_interval;
  return section('method', 'Without its best evidence',
    el('p', { class: 'verdict' }, el('span', { class: `pill tone-${test.result === 'supports_hypothesis' ? 'good' : 'part'}` }, spaced(test.result)), ...plain(test.detail)),
    table('The same question with files withheld', ['', 'Statements that stand', '', 'Evidence', ''], [
      ['As asked', String(test.stood), bar(1, 'good'), percent(test.share_before), bar(test.share_before, 'good')],
      ['Withheld', String(test.returned), bar(test.stood > 0 ? test.returned / test.stood : 0, 'part'), percent(test.share_after), bar(test.share_after, 'part')],
    ]),
    el('p', { class: 'reason' }, ...plain(`Withheld: ${test.withheld.join(', ') || 'nothing'}`)),
    el('p', { class: 'reason' }, `Share of statements that hold: ${round(low)} to ${round(high)}, from ${counted(trials, 'trial')}`));
}

export function trees(envelope: AnswerEnvelope): HTMLElement | undefined {
  const walk = envelope.tree_walk;
  if (!walk) return undefined;
  return section('trees', 'Knowledge trees', el('p', { class: 'reason' }, `${percent(walk.binding_rate)} of the steps stand on a place that was read`),
    ...walk.trees.map(one => el('div', {}, el('h3', {}, ...plain(one.label || one.id)), el('ol', { class: 'walk' }, ...one.steps.map(step =>
      el('li', { class: `depth-${Math.min(6, step.depth)}${step.range_ref ? '' : ' hint'}` }, ...plain(step.title || step.id), el('span', { class: 'reason' }, ...plain(` ${step.relation} ${step.role}`))))))));
}

export function sent(envelope: AnswerEnvelope): HTMLElement | undefined {
  const { model } = envelope;
  if (model.items.length === 0) return undefined;
  const most = Math.max(1, ...model.items.map(item => item.size));
  return section('sent', model.calls > 0 ? 'What the model was sent' : 'What a model would be sent',
    model.reason !== '' && el('p', {}, ...plain(model.reason)),
    table('Parts of the prompt', ['Part', 'What', 'Size', ''], model.items.map(item => [...cells(spaced(item.type)), ...cells(item.label), item.size.toLocaleString('en'), bar(item.size / most)])));
}

export function path(envelope: AnswerEnvelope): HTMLElement | undefined {
  const turns = envelope.debug?.answer_path ?? [];
  if (turns.length === 0) return undefined;
  return section('route', 'The path of the answer', el('ol', { class: 'turns' }, ...turns.map(turn => el('li', {}, ...plain(spaced(turn).replace(':', ': '))))));
}

function section(name: string, title: string, ...children: (Node | string | false | undefined)[]): HTMLElement {
  return el('section', { class: name, 'aria-labelledby': name }, el('h2', { id: name }, title), ...children);
}

function table(caption: string, head: readonly string[], rows: readonly Row[]): HTMLElement {
  return el('div', { class: 'scroll' }, el('table', {}, el('caption', { class: 'unsaid' }, caption),
    el('thead', {}, el('tr', {}, ...head.map(title => (title === '' ? el('td', { class: 'drawn' }) : el('th', { scope: 'col' }, title))))),
    el('tbody', {}, ...rows.map(row => el('tr', {}, ...row.map(cell => el('td', { class: cell instanceof SVGElement ? 'drawn' : undefined }, cell)))))));
}

function cells(...texts: string[]): Row {
  return texts.map(text => el('span', {}, ...plain(text)));
}

function verdict(word: string, said: string): HTMLElement {
  return el('span', { class: `pill tone-${tone(word)}` }, ...plain(said));
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

function round(value: number): string {
  return value.toFixed(2).replace(/\.?0+$/, '') || '0';
}
