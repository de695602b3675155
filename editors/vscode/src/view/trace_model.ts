// A trace as what is drawn of it: shares of a whole, stretches of a bar, words for a state. Pure, and it judges nothing: what a rung or
// a gate came to is the word that the envelope has for it.

import { inWords } from '../ask/in_words';
import type { AnswerEnvelope, DebugHit, Trace } from '../wire';

export type Tone = 'good' | 'part' | 'bad' | 'idle' | 'said';

const TONES = new Map<string, Tone>(Object.entries({
  ok: 'good', pass: 'good', repo_grounded: 'good', applied: 'good', requires_repo: 'said', hybrid: 'part', general: 'part', clarify: 'part', weak: 'part',
  miss: 'part', empty: 'part', label: 'part', fail: 'bad', missing_repo_evidence: 'bad', none: 'idle', off: 'idle', skipped: 'idle',
}));

/** A state that is not known is shown in its own word, without a colour of praise or blame. */
export function tone(status: string): Tone {
  return TONES.get(status) ?? 'said';
}

export interface Rung {
  climb: number; // from 1: a question may take several climbs
  number: number;
  name: string;
  status: string;
  tone: Tone;
  elapsed: number; // microseconds
  from: number; // 0..1 of the whole time, where this rung began
  share: number; // 0..1 of the whole time
  gist: string[];
  facts: { label: string; text: string }[];
  events: string[];
}

/** What is said beside a rung before it is opened: its most telling facts, by label. */
const GISTS = new Map<string, readonly string[]>(Object.entries({
  obligations: ['cues'], intent: ['intent_id', 'repo_expectation'], preflight: ['preflight_file_count', 'preflight_evidence_ratio'], 'knowledge trees': ['trees'], plan: ['query_hints'],
  scope: ['allowlist_tiers'], retrieval: ['hits', 'shape'], 'docs first': ['docs_first_files'], evidence: ['controller_stop_reason', 'retrieval_confidence'],
  'kind of answer': ['arbiter_reason'], synthesis: ['composer', 'sentences'], 'demanded citations': ['detail'], 'sentence checks': ['claims', 'dropped'], envelope: ['citations', 'dropped'],
}));

export function rungs(trace: readonly Trace[]): Rung[] {
  const whole = Math.max(1, total(trace));
  let before = 0;
  return trace.map(step => {
    const from = before / whole;
    before += step.elapsed_us;
    const told = new Map(step.facts.map(fact => [fact.label, fact.text]));
    return {
      climb: step.climb ?? 1, number: step.number, name: step.rung, status: step.status, tone: tone(step.status), elapsed: step.elapsed_us, from, share: step.elapsed_us / whole,
      gist: (GISTS.get(step.rung) ?? []).flatMap(label => { const text = told.get(label); return text ? [`${spaced(label)}: ${text}`] : []; }),
      facts: step.facts.filter(fact => fact.text !== ''), events: step.events.map(inWords),
    };
  });
}

const PURPOSES = new Map<string, string>(Object.entries({
  choice: 'what could be chosen, worked out again', question: 'the question', not_near: 'without what is open', place: 'as the place of the cursor means it',
  no_model: 'without the model, to compare with', withheld: 'with the top evidence withheld',
}));

function files(number: number): string { return `${number.toLocaleString('en')} ${number === 1 ? 'file' : 'files'}`; }

const KINDS: Readonly<Record<AnswerEnvelope['kind'], string>> = {
  definition: 'what a thing is', location: 'where a thing stands', usage: 'what uses a thing', flow: 'how a thing works', reason: 'why a thing is so', overview: 'an overview',
};

/** The trace in five lines: what was asked for, searched, found, answered, checked. */
export function inShort(envelope: AnswerEnvelope): { name: string; text: string }[] {
  const { retrieval_plan: retrieval, claims, citations, evidence, index } = envelope;
  const facts = claims.filter(claim => claim.supported !== null), held = facts.filter(claim => claim.supported).length;
  const cited = new Set(citations.map(one => one.range_ref.path)).size, unknown = retrieval.unknown.length;
  return [
    { name: 'Asked for', text: KINDS[envelope.kind] },
    { name: 'Searched', text: `${retrieval.searched.join(', ') || 'no word'}${unknown > 0 ? `; nowhere here: ${retrieval.unknown.join(', ')}` : ''}; of ${files(index.files)}` },
    { name: 'Found', text: `${files(retrieval.files.length)} looked at; ${Math.round(evidence.share * 100)}% of the question's words in one place` },
    { name: 'Answered', text: citations.length > 0 ? `from ${citations.length} ${citations.length === 1 ? 'place' : 'places'} in ${files(cited)}` : 'without a place to cite' },
    { name: 'Checked', text: `${held} of ${facts.length} statements borne out by what they cite; ${time(total(envelope.trace ?? []))} in all` },
  ];
}

export interface Climb { number: number; purpose: string; rungs: Rung[] }

/** The rungs by the climb that they belong to, all on one scale of time. */
export function climbs(trace: readonly Trace[]): Climb[] {
  const found: Climb[] = [];
  rungs(trace).forEach((rung, at) => {
    const last = found.at(-1);
    if (last?.number === rung.climb) last.rungs.push(rung);
    else found.push({ number: rung.climb, purpose: PURPOSES.get(trace[at]?.purpose ?? '') ?? '', rungs: [rung] });
  });
  return found;
}

export function total(trace: readonly Trace[]): number {
  return trace.reduce((sum, step) => sum + step.elapsed_us, 0);
}

/** Microseconds as a person reads them. */
export function time(microseconds: number): string {
  if (microseconds < 995) return '<1 ms';
  const milliseconds = microseconds / 1000;
  if (milliseconds < 9.95) return `${milliseconds.toFixed(1)} ms`;
  return milliseconds < 999.5 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(2)} s`;
}

export function spaced(label: string): string {
  return inWords(label).replaceAll('_', ' ');
}

export interface Stretch { name: string; colour: number; from: number; share: number; contribution: number; value: number; weight: number }

export interface HitBar { hit: DebugHit; length: number; stretches: Stretch[]; lost: number }

/** Score bars: the longest is 1. A stretch is a feature's part of the score after all demotions; `lost` is what these took. */
export function hitBars(hits: readonly DebugHit[]): { bars: HitBar[]; features: string[] } {
  const features = [...new Set(hits.flatMap(hit => hit.why.rank_features.map(feature => feature.name)))];
  const raw = hits.map(hit => hit.why.rank_features.reduce((sum, feature) => sum + Math.max(0, feature.contribution), 0));
  const longest = Math.max(1e-9, ...hits.map((hit, at) => Math.max(hit.score, Math.min(raw[at] ?? 0, hit.score / Math.max(1e-9, factor(hit))))));
  const bars = hits.map((hit, at) => {
    const sum = Math.max(1e-9, raw[at] ?? 0);
    const length = Math.max(0, hit.score) / longest;
    let from = 0;
    const stretches = hit.why.rank_features.map(feature => {
      const share = (Math.max(0, feature.contribution) / sum) * length;
      const stretch = { name: feature.name, colour: features.indexOf(feature.name), from, share, contribution: feature.contribution, value: feature.value, weight: feature.weight };
      from += share;
      return stretch;
    });
    return { hit, length, stretches, lost: Math.max(0, Math.min(1 - length, length / Math.max(1e-9, factor(hit)) - length)) };
  });
  return { bars, features };
}

function factor(hit: DebugHit): number {
  return Math.min(1, hit.why.demotions.reduce((product, demotion) => product * demotion.factor, 1));
}

/** What a ranking feature means, where this page knows; one that it does not know is shown by its name alone. */
const FEATURES = new Map<string, string>(Object.entries({
  units: 'how well its best three units match', fused: 'its rank over all channels', name: 'the question found in a name', defines: 'it defines a name of the question',
  stem: 'the question found in the name of the file', precise: 'the name of the file found in the question', mentioned: 'the question names its path',
  covers: 'the question found among the names it defines', used: 'files that match use it', uses: 'it uses files that match', near: 'a name that is nearly the same',
  scanned: 'found by reading the files', frame: 'a frame of the stack trace', beside: 'open, or beside what is open', symbol: 'the whole question is a name it defines',
  quoted: 'it holds the quoted words', literal: 'it holds the printed message', collaborator: 'what the best places call', rerank: 'a second opinion',
  read: 'where it stands once the text is read', 'words held': 'it holds words that the places above lack',
}));

export function meaning(feature: string): string {
  return FEATURES.get(feature) ?? '';
}

export interface Word { text: string; state: 'held' | 'missing' }

export function words(envelope: AnswerEnvelope): Word[] {
  const missing = new Set([...envelope.evidence.missing, ...envelope.retrieval_plan.unknown]);
  return [...new Set([...envelope.retrieval_plan.searched, ...envelope.retrieval_plan.unknown])].map(text => ({ text, state: missing.has(text) ? 'missing' : 'held' }));
}
