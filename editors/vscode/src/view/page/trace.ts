// The page of the trace view: how one answer was found, drawn.

import type { AnswerEnvelope } from '../../wire';
import { type FromTrace, toTrace, type ToTrace } from '../messages';
import { inShort, time, total } from '../trace_model';
import { bridge } from './bridge';
import { counted, el } from './dom';
import { hits } from './hits';
import { ladder } from './ladder';
import { plain } from './nodes';
import { channels, gates, method, passes, path, searched, sent, trees } from './tables';
import { verdict } from './verdict';

const main = el('main', { 'aria-label': 'How the answer was found' });
const page = bridge<ToTrace, FromTrace>(toTrace, ({ envelope }) => {
  page.keep({ envelope });
  main.replaceChildren(...draw(envelope).filter(part => part instanceof HTMLElement));
  main.querySelector('h1')?.focus();
});

document.body.append(main);
page.send({ type: 'ready' });

function draw(envelope: AnswerEnvelope): (HTMLElement | undefined)[] {
  const trace = envelope.trace ?? [];
  return [
    el('h1', { tabindex: -1 }, ...plain(envelope.question)), verdict(envelope, false),
    el('dl', { class: 'short' }, ...inShort(envelope).flatMap(({ name, text }) => [el('dt', {}, name), el('dd', {}, ...plain(text))])),
    el('details', { class: 'whole' }, el('summary', {}, el('strong', {}, 'Every step')),
      trace.length > 0
        ? el('section', { 'aria-labelledby': 'ladder' }, el('h2', { id: 'ladder' }, 'The steps', el('span', { class: 'count' }, `${counted(trace.length, 'step')} in ${time(total(trace))}`)), ladder(trace))
        : el('p', { class: 'reason' }, 'This answer came without its trace.'),
      hits(envelope, (rank, beside) => page.send({ type: 'hit', rank, beside })),
      el('div', { class: 'pairs' }, searched(envelope), channels(envelope)), passes(envelope), gates(envelope), trees(envelope), method(envelope), sent(envelope), path(envelope)),
  ];
}
