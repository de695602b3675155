// The parts of an answer below its head: body, options of a clarification, evidence, claims, what was searched.

import type { AnswerEnvelope, Citation, ClarifyOption } from '../../wire';
import { tree } from '../markdown';
import { visibleText } from '../visible';
import { arrows, button, counted, el, icon, named } from './dom';
import { nodes, plain } from './nodes';
import { bar, place, type Proofs, quoted, type Tip } from './proof';

/** What the parts need of their page. */
export interface Desk {
  readonly envelope: AnswerEnvelope;
  readonly stale: ReadonlySet<number>;
  readonly proofs: Proofs;
  readonly tip: Tip;
  open(citation: number, beside: boolean): void;
  pick(option: string): void;
}

/** The number of a citation: goes to the place, shows its text while the pointer or the focus is on it. */
export function chip(desk: Desk, id: number): HTMLElement {
  const citation = desk.envelope.citations.find(one => one.id === id);
  if (!citation) return el('span', { class: 'chip' }, String(id));
  const changed = desk.stale.has(id);
  const made = button(
    { class: `chip${changed ? ' stale' : ''}`, 'data-citation': id, 'aria-label': `Place ${id}, ${visibleText(place(citation.range_ref))}${changed ? ', changed since' : ''}` },
    event => desk.open(id, event.altKey || event.ctrlKey || event.metaKey), String(id));
  desk.tip.attach(made, id, citation.range_ref);
  return made;
}

export function body(desk: Desk): HTMLElement {
  const { envelope } = desk;
  const parts = envelope.sections.length > 0 ? envelope.sections : [{ title: '', body: envelope.answer, citations: [] }];
  // the first words of a clarification tell the options, which stand below as things to press
  const told = envelope.clarify ? parts.filter(part => part.title !== '') : parts;
  return el('div', { class: 'body' }, ...told.flatMap(part => [
    part.title !== '' && el('h2', {}, ...plain(part.title)),
    ...nodes(tree(part.body, envelope.citations, part.citations), id => chip(desk, id)),
  ]));
}

export function options(desk: Desk): HTMLElement | undefined {
  const { clarify } = desk.envelope;
  if (!clarify) return undefined;
  const list = el('ol', { class: 'options', 'aria-label': 'What is meant?' }, ...clarify.options.map((option, at) => choice(desk, option, at + 1)));
  arrows(list, 'button.option');
  list.addEventListener('keydown', event => {
    const picked = /^[1-9]$/.test(event.key) ? clarify.options[Number(event.key) - 1] : undefined;
    if (picked) desk.pick(picked.id);
  });
  return el('section', { class: 'clarify' }, el('p', { class: 'asks' }, ...nodes(inline(clarify.asks), () => el('span'))), list);
}

function choice(desk: Desk, option: ClarifyOption, number: number): HTMLElement {
  const first = desk.envelope.citations.find(citation => citation.id === option.evidence_refs[0]);
  const text = el('div', { class: 'preview' });
  for (const id of option.evidence_refs.slice(0, 2)) {
    const ref = desk.envelope.citations.find(citation => citation.id === id)?.range_ref;
    const slot = el('div');
    text.append(slot);
    if (ref) desk.proofs.with(id, proof => slot.replaceChildren(quoted(ref, proof, 3)));
  }
  return el('li', { class: first ? 'meaning' : 'way' },
    button({ class: 'option', 'data-option': option.id }, () => desk.pick(option.id),
      el('span', { class: 'key', 'aria-hidden': 'true' }, String(number)), el('strong', {}, ...plain(option.label)), el('span', { class: 'detail' }, ...plain(option.detail))),
    option.evidence_refs.length > 0 && text,
    option.evidence_refs.length > 0 && el('p', { class: 'chips' }, ...option.evidence_refs.map(id => chip(desk, id))));
}

export function evidence(desk: Desk): HTMLElement | undefined {
  const { citations } = desk.envelope;
  if (citations.length === 0) return undefined;
  const list = el('ol', { class: 'places' }, ...citations.map(citation => found(desk, citation)));
  arrows(list, 'button.place');
  return el('section', { class: 'evidence', 'aria-label': 'Places' }, el('h2', {}, 'Places'), list);
}

function found(desk: Desk, { id, range_ref: ref }: Citation): HTMLElement {
  const { folder, name } = named(ref.path);
  const text = el('div', { class: 'text', id: `text-${id}`, hidden: true });
  const look = button({ class: 'look', 'aria-expanded': 'false', 'aria-controls': `text-${id}`, title: 'Show the text here' }, () => {
    text.hidden = !text.hidden;
    look.setAttribute('aria-expanded', String(!text.hidden));
    if (!text.hidden) desk.proofs.with(id, proof => text.replaceChildren(quoted(ref, proof, 60)));
  }, icon('eye'), el('span', { class: 'unsaid' }, `Show the text of place ${id} here`));
  const changed = desk.stale.has(id);
  const lines = ref.end_line > ref.start_line ? `${ref.start_line}-${ref.end_line}` : String(ref.start_line);
  const go = button({ class: 'place', title: `${visibleText(place(ref))}\nCtrl+click: to the side` }, event => desk.open(id, event.ctrlKey || event.metaKey || event.altKey),
    el('span', { class: 'key' }, String(id)), el('span', { class: 'path' }, el('span', { class: 'name' }, ...plain(name)), el('span', { class: 'lines' }, `:${lines}`), el('span', { class: 'folder' }, ...plain(folder))));
  return el('li', { class: changed ? 'stale' : '', 'data-citation': id }, el('div', { class: 'row' }, go, changed && el('span', { class: 'mark' }, 'changed since'), look), text);
}

const SUPPORT = {
  carried: { word: 'supported', icon: 'check', tone: 'good' }, open: { word: 'not verified', icon: 'none', tone: 'idle' },
  against: { word: 'its place says otherwise', icon: 'cross', tone: 'bad' }, none: { word: 'not weighed', icon: 'none', tone: 'idle' },
} as const;

export function claims(desk: Desk): HTMLElement | undefined {
  const told = desk.envelope.claims.filter(claim => claim.kind !== 'note');
  if (told.length === 0) return undefined;
  const short = told.filter(claim => claim.supported !== true).length;
  const rows = told.map((claim, at) => {
    const carried = SUPPORT[claim.label ?? (claim.supported === true ? 'carried' : 'none')];
    return el('tr', {},
      el('td', { class: 'at' }, String(at + 1)),
      el('td', { class: 'said' }, el('div', {}, ...nodes(inline(claim.text), () => el('span'))), claim.reason !== '' && el('p', { class: 'reason' }, ...nodes(inline(claim.reason), () => el('span')))),
      el('td', { class: 'kind' }, claim.kind),
      el('td', { class: `support tone-${carried.tone}` }, icon(carried.icon), el('span', {}, carried.word)),
      el('td', { class: 'chips' }, ...claim.evidence_refs.map(id => chip(desk, id))));
  });
  const head = el('tr', {}, ...['#', 'Statement', 'Kind', 'Support', 'Places'].map(title => el('th', { scope: 'col' }, title)));
  return el('details', { class: 'claims', 'data-part': 'claims', open: short > 0 },
    el('summary', {}, el('h2', {}, 'Statements'), el('span', { class: 'count' }, desk.envelope.mode === 'provisional' ? counted(told.length, 'statement') : short === 0 ? `${counted(told.length, 'statement')}, each supported` : `${short} of ${told.length} not verified`)),
    el('table', {}, el('caption', { class: 'unsaid' }, 'Every statement of the answer, and whether its places carry it'), el('thead', {}, head), el('tbody', {}, ...rows)));
}

/** Inline Markdown only: a claim is one sentence and its citations stand in a column of their own. */
function inline(source: string): ReturnType<typeof tree> {
  return tree(source, [], []).flatMap(node => (typeof node === 'object' && 'tag' in node && node.tag === 'p' ? [...node.children] : [node]));
}

export function doubts(desk: Desk): HTMLElement | undefined {
  const { uncertainty } = desk.envelope;
  if (uncertainty.length === 0) return undefined;
  return el('section', { class: 'doubts' }, el('h2', {}, 'Not certain'), el('ul', {}, ...uncertainty.map(one =>
    el('li', {}, ...nodes(inline(one.text), () => el('span')), one.reason !== '' && el('p', { class: 'reason' }, ...nodes(inline(one.reason), () => el('span')))))));
}

export function searched(desk: Desk): HTMLElement {
  const { retrieval_plan: retrieval, evidence: judged } = desk.envelope;
  const missing = new Set([...judged.missing, ...retrieval.unknown]);
  const words = [...new Set([...retrieval.searched, ...retrieval.unknown])];
  return el('details', { class: 'searched', 'data-part': 'searched' },
    el('summary', {}, el('h2', {}, 'What was searched'), el('span', { class: 'count' }, `${counted(retrieval.files.length, 'file')} looked at${desk.envelope.mode === 'provisional' ? '' : `, confidence of the search ${retrieval.confidence.label}`}`)),
    el('p', { class: 'words' }, ...words.map(word => el('span', { class: missing.has(word) ? 'word missing' : 'word' }, icon(missing.has(word) ? 'cross' : 'check'), ...plain(word),
      el('span', { class: 'unsaid' }, missing.has(word) ? ' not found,' : ' found,')))),
    retrieval.near.length > 0 && el('p', {}, 'Near names: ', ...retrieval.near.flatMap(name => [el('code', {}, ...plain(name)), ' '])),
    el('p', { class: 'measure' }, el('span', {}, 'Evidence'), bar(judged.share, judged.verdict === 'pass' ? 'good' : 'part'), el('span', {}, `${Math.round(judged.share * 100)}% of the question's words in one place: ${judged.verdict}`)),
    el('ul', { class: 'files' }, ...retrieval.files.slice(0, 12).map(path => el('li', {}, ...plain(path)))));
}
