// The page of the answer view. It draws what the envelope says and sends back what was pressed; it decides nothing.

import { type FromAnswer, type Past, type Shown, type ToAnswer, toAnswer } from '../messages';
import { arrows, button, el, icon, type Icon } from './dom';
import { bridge } from './bridge';
import { plain } from './nodes';
import { body, claims, type Desk, doubts, evidence, options, searched } from './parts';
import { Proofs, Tip } from './proof';
import { mark, notices, spoken, verdict } from './verdict';

const page = bridge<ToAnswer, FromAnswer>(toAnswer, hear);
const proofs = new Proofs(citation => { if (shown) page.send({ type: 'proof', id: shown.id, citation }); });
const tip = new Tip(proofs);
const live = el('p', { class: 'unsaid', role: 'status', 'aria-live': 'polite' });
const head = el('header');
const main = el('main', { 'aria-label': 'Answer' });
const unfolded = new Map<string, boolean>(); // by part: what the reader opened or closed stays so

let shown: Shown | null = null;
let past: Past[] = [];
let examples: string[] = [];
let doing = { now: false, note: '' }; // what is being asked, also over a page that is drawn anew

document.body.append(head, main, live);
document.addEventListener('keydown', event => {
  if (!event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === 'ArrowLeft') turn(-1);
  if (event.key === 'ArrowRight') turn(1);
});
draw(false);
page.send({ type: 'ready' });

function hear(message: ToAnswer): void {
  if (message.type === 'state') {
    const other = message.shown?.id !== shown?.id;
    ({ past, shown, examples } = message);
    proofs.forget();
    page.keep({ id: shown?.id ?? 0 });
    draw(message.focus && other);
    if (shown && other) live.textContent = spoken(shown.envelope.mode);
  } else if (message.type === 'busy') busy(message.busy, message.note);
  else if (shown && message.id === shown.id) {
    if (message.type === 'proof') proofs.heard(message.citation, message);
    else standing(message.stale);
  }
}

/** Some places have changed, or are again what they were. */
function standing(stale: number[]): void {
  if (!shown || stale.join() === shown.stale.join()) return;
  if (stale.length > shown.stale.length) live.textContent = 'A place that this answer cites has changed.';
  shown = { ...shown, stale };
  proofs.forget();
  draw(false);
}

function busy(now: boolean, note: string): void {
  doing = { now, note };
  live.textContent = note;
  tellBusy();
}

function tellBusy(): void {
  const { now, note } = doing;
  document.body.classList.toggle('busy', now);
  main.setAttribute('aria-busy', String(now));
  for (const one of document.querySelectorAll<HTMLButtonElement>('button[data-asks]')) one.disabled = now;
  head.querySelector('.note')?.replaceChildren(...plain(note), ...(now ? [button({ class: 'cancel', id: 'cancel' }, () => page.send({ type: 'cancel' }), 'Cancel')] : []));
}

function draw(focus: boolean): void {
  const held = focus ? '' : held_by(document.activeElement);
  tip.hide();
  head.replaceChildren(asking(), ...(past.length > 0 ? [history()] : []), el('p', { class: 'note' }));
  main.replaceChildren(...(shown ? answer(shown) : welcome()));
  tellBusy();
  for (const part of main.querySelectorAll<HTMLDetailsElement>('details[data-part]')) {
    const name = part.dataset.part ?? '';
    part.open = unfolded.get(name) ?? part.open;
    part.addEventListener('toggle', () => unfolded.set(name, part.open));
  }
  if (focus) main.querySelector('h1')?.focus();
  else if (held) document.querySelector<HTMLElement>(held)?.focus();
}

/** Where the focus was, so that drawing anew does not take it away. */
function held_by(element: Element | null): string {
  if (!(element instanceof HTMLElement)) return '';
  if (element.id) return `#${CSS.escape(element.id)}`;
  const { citation, option } = element.dataset;
  if (citation) return `${element.classList.contains('chip') ? '.chip' : ''}[data-citation="${CSS.escape(citation)}"]`;
  return option ? `[data-option="${CSS.escape(option)}"]` : '';
}

function asking(): HTMLElement {
  const field = el('input', { id: 'question', type: 'text', maxlength: 2000, autocomplete: 'off', spellcheck: 'false', placeholder: shown ? 'Ask another question' : 'Ask a question', 'aria-label': 'Ask a question about this repository' });
  const form = el('form', { class: 'ask', role: 'search' }, field, el('button', { type: 'submit', 'data-asks': true, title: 'Ask' }, icon('forward'), el('span', { class: 'unsaid' }, 'Ask')));
  form.addEventListener('submit', event => {
    event.preventDefault();
    const question = field.value.trim();
    if (question !== '') page.send({ type: 'ask', question });
  });
  return form;
}

function history(): HTMLElement {
  const at = past.findIndex(one => one.id === shown?.id);
  const step = (by: number, name: Icon, title: string): HTMLElement =>
    button({ class: 'step', id: `step-${name}`, title, 'aria-label': title, disabled: past[at + by] === undefined }, () => turn(by), icon(name));
  const list = el('ol', { class: 'past' }, ...[...past].reverse().map(one => el('li', {},
    button({ 'data-past': one.id, 'aria-current': one.id === shown?.id ? 'true' : undefined }, () => page.send({ type: 'go', id: one.id }),
      mark(one.mode), el('span', { class: 'asked' }, ...plain(one.question)), el('span', { class: 'unsaid' }, `, ${spoken(one.mode)}`)))));
  arrows(list, 'button');
  const fold = el('details', {}, el('summary', { id: 'past' }, `${at + 1} of ${past.length}`), list);
  fold.addEventListener('keydown', event => {
    if (event.key !== 'Escape' || !fold.open) return;
    fold.open = false;
    fold.querySelector('summary')?.focus();
  });
  return el('nav', { 'aria-label': 'Earlier answers' }, step(-1, 'back', 'Earlier answer (Alt+Left)'), step(1, 'forward', 'Later answer (Alt+Right)'), fold);
}

function turn(by: number): void {
  const next = past[past.findIndex(one => one.id === shown?.id) + by];
  if (next) page.send({ type: 'go', id: next.id });
}

function answer(now: Shown): HTMLElement[] {
  const { envelope, id } = now;
  const stale = new Set(now.stale);
  const desk: Desk = {
    envelope, stale, proofs, tip,
    open: (citation, beside) => page.send({ type: 'open', id, citation, beside }),
    pick: option => page.send({ type: 'pick', id, option }),
  };
  const act = (name: Extract<FromAnswer, { type: 'act' }>['act'], drawn: Icon, title: string, asks = false): HTMLElement =>
    button({ id: `act-${name}`, 'data-asks': asks }, () => page.send({ type: 'act', id, act: name }), icon(drawn), title);
  const changed = stale.size > 0 && el('p', { class: 'notice stale' },
    `${stale.size === 1 ? 'One cited place has' : `${stale.size} cited places have`} changed since this answer. `, act('again', 'again', 'Ask again', true));
  const went = now.about !== '' && el('p', { class: 'notice went' }, 'Asked about ', el('code', {}, ...plain(now.about)), ', of which the answer before spoke. ', act('alone', 'cross', 'Ask without it', true));
  if (envelope.mode === 'provisional' && now.again && envelope.index.files <= envelope.index.behind) { // what two or three files say misleads
    return [el('h1', { id: 'asked', tabindex: -1 }, ...plain(now.question)), verdict(envelope, now.again, now.folder),
      el('p', {}, 'The answer comes here by itself.')];
  }
  const parts = [
    el('h1', { id: 'asked', tabindex: -1 }, ...plain(now.question)), verdict(envelope, now.again, now.folder), went, ...notices(envelope, now.again), changed,
    options(desk), body(desk), doubts(desk),
    el('div', { class: 'acts', role: 'group', 'aria-label': 'With this answer' },
      envelope.clarify ? undefined : act('wider', 'wide', 'Search wider', true), act('copy', 'copy', 'Copy with citations'),
      act('document', 'file', 'Open as document'), act('trace', 'ladder', 'How it was found')),
    evidence(desk), claims(desk), searched(desk),
    el('footer', {}, `Index generation ${envelope.index.generation}${envelope.index.fresh ? ', fresh' : `, ${envelope.index.state}`}${envelope.retrieval_plan.ordered === 'words' ? ', by words' : ''} · ${envelope.digest.slice(0, 12)}`),
  ];
  return parts.filter(part => part instanceof HTMLElement);
}

function welcome(): HTMLElement[] {
  return [el('section', { class: 'welcome' }, icon('ladder'), el('h1', {}, 'Helix Ask'),
    el('p', {}, 'Ask how something works, where it is defined, or what uses it. Every statement of the answer cites the place that it stands on.'),
    examples.length > 0 && el('ul', { class: 'examples', 'aria-label': 'Questions about this folder' }, ...examples.map(question =>
      el('li', {}, button({ 'data-asks': true }, () => page.send({ type: 'ask', question }), ...plain(question))))),
    el('p', { class: 'reason' }, 'Nothing leaves this machine unless you choose a model that does.'))];
}
