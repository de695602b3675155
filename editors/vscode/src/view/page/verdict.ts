// How an answer ended, in words that promise no more than the envelope does.

import type { AnswerEnvelope, Index, Verdict as Worth } from '../../wire';
import { counted, el, icon, type Icon } from './dom';
import { plain } from './nodes';

interface Verdict { icon: Icon; tone: 'good' | 'part' | 'open'; title: string }

const VERDICTS: Readonly<Record<AnswerEnvelope['mode'], Verdict>> = {
  repo_grounded: { icon: 'check', tone: 'good', title: 'From this repository' },
  hybrid: { icon: 'doubt', tone: 'part', title: 'Partly from this repository' },
  general: { icon: 'doubt', tone: 'part', title: 'General knowledge, not from this repository' },
  clarify: { icon: 'fork', tone: 'open', title: 'This can mean more than one thing' },
  no_evidence: { icon: 'none', tone: 'part', title: 'No evidence found in this repository' },
  provisional: { icon: 'again', tone: 'open', title: 'Still reading' },
};

/** Whether it answers, in the colour of that and not of where it comes from. A tick over places that may not answer would promise too much. */
const ANSWERS: Readonly<Record<Worth['answers'], { tone: Verdict['tone']; said: string; icon?: Icon; title?: string } | undefined>> = {
  strong: { tone: 'good', said: 'Answers the question: strong' },
  weak: { tone: 'part', said: 'Answers the question: weak' },
  places_only: { tone: 'open', said: 'None surely answers', icon: 'file', title: 'Places in this repository' },
  none: undefined,
};

/** One sentence for the live region and the list of earlier answers. */
export function spoken(mode: AnswerEnvelope['mode']): string {
  return VERDICTS[mode].title;
}

export function mark(mode: AnswerEnvelope['mode'], shown?: Verdict['tone'], drawn?: Icon): SVGSVGElement {
  const name = drawn ?? VERDICTS[mode].icon;
  const tone = shown ?? VERDICTS[mode].tone;
  const made = icon(name);
  made.classList.add(`tone-${tone}`);
  return made;
}

/** `again`: the question is asked again by itself when the index is whole. */
export function verdict(envelope: AnswerEnvelope, again: boolean, folder = ''): HTMLElement {
  const answers = envelope.verdict && ANSWERS[envelope.verdict.answers];
  const of = answers?.title ?? VERDICTS[envelope.mode].title;
  const title = folder === '' ? of : of.includes('this repository') ? of.replace('this repository', folder) : `${folder}: ${of}`;
  const tone = answers?.tone ?? VERDICTS[envelope.mode].tone;
  if (envelope.mode === 'provisional') {
    return el('p', { class: `verdict tone-${tone}` }, mark(envelope.mode), el('strong', {}, ...plain(folder === '' ? unread(envelope.index) : `${folder}: ${unread(envelope.index)}`)),
      el('span', {}, again ? 'Provisional; this is asked again when the rest is read' : 'Provisional; ask again when the rest is read'));
  }
  const facts = envelope.claims.filter(claim => claim.supported !== null);
  const carried = facts.filter(claim => claim.supported === true).length;
  const files = new Set(envelope.citations.map(citation => citation.range_ref.path)).size;
  const told = [
    answers !== undefined && answers.said,
    envelope.verdict !== undefined && envelope.verdict.quoted > 0 && `${envelope.verdict.checked} of ${counted(envelope.verdict.quoted, 'quotation')} checked`,
    facts.length > 0 && envelope.mode !== 'clarify' && `${carried} of ${counted(facts.length, 'statement')} supported`,
    envelope.citations.length > 0 && `${counted(envelope.citations.length, 'place')} in ${counted(files, 'file')}`,
  ].filter(part => part !== false);
  return el('p', { class: `verdict tone-${tone}` }, mark(envelope.mode, tone, answers?.icon), el('strong', {}, ...plain(title)), told.length > 0 && el('span', {}, told.join(' · ')));
}

/** In the place of a verdict: how much was looked at. */
function unread({ files, behind, state }: Index): string {
  if (files === 0) return 'Still reading: no file yet';
  const far = `${Math.max(0, files - behind).toLocaleString('en')} of ${files.toLocaleString('en')} files`;
  return `${state === 'behind' ? 'Read so far' : 'Still reading'}: ${far}`;
}

/** What has no voice in an answer that has a verdict all the same. */
function missing({ files, behind, state, reason }: Index): string {
  if (state === 'reading' && behind > 0) return `${behind.toLocaleString('en')} of ${files.toLocaleString('en')} files are not read yet and have no voice in this answer.`;
  const words = reason || 'the index is being built';
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

/** What a reader should know before trusting the answer; nothing when there is nothing. */
export function notices(envelope: AnswerEnvelope, again: boolean): HTMLElement[] {
  const { index, model, dropped, evidence, mode } = envelope;
  const told: string[] = [];
  if (!index.fresh && mode !== 'provisional') told.push(`${missing(index)}${again ? ' This is asked again when that is done.' : ''}`);
  if (index.unsaved > 0) told.push(`${counted(index.unsaved, 'unsaved file')} counted as ${index.unsaved === 1 ? 'it stands' : 'they stand'} in the editor.`);
  if (dropped > 0) told.push(`${counted(dropped, 'quotation')} no longer held when the answer was sealed and ${dropped === 1 ? 'was' : 'were'} left out.`);
  const unsaid = envelope.verdict?.answers === 'none' ? [] : envelope.verdict?.unsaid ?? [];
  if (unsaid.length > 0) told.push(`In no cited line: ${unsaid.join(', ')}.`);
  if (mode === 'repo_grounded' && evidence.verdict === 'fail') told.push(`The evidence is weak: ${evidence.reason}.`);
  if (model.status === 'refused') told.push(`The model's answer was not used: ${model.reason}.`);
  if (model.status === 'ok' || model.status === 'repaired') {
    const mended = model.status === 'repaired' ? ', and what it left out was mended' : '';
    told.push(`Worded by the model ${model.name || model.provider}${mended}; every sentence was checked against the places it cites.`);
  }
  return told.map(line => el('p', { class: 'notice' }, ...plain(line)));
}
