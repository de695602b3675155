// The ladder drawn: two rails, a rung for each step, and beside it when it ran and for how long.

import type { Trace } from '../../wire';
import { arrows, counted, el, svg } from './dom';
import { plain } from './nodes';
import { climbs, type Rung, spaced, time } from '../trace_model';

const SAID = { good: 'passed', part: 'partly', bad: 'failed', idle: 'not needed', said: '' } as const;

/** One list of rungs; where the ladder was climbed more than once, one a climb below its heading. */
export function ladder(trace: readonly Trace[]): HTMLElement {
  const found = climbs(trace);
  const all = el('div', {}, ...found.flatMap(({ number, purpose, rungs }) => {
    const said = purpose ? `Pass ${number}: ${purpose}` : `Pass ${number}`;
    const label = found.length > 1 ? `${said}, its steps in the order they ran` : 'The steps, in the order they ran';
    const list = el('ol', { class: 'ladder', 'aria-label': label }, ...rungs.map(drawn));
    return found.length > 1 ? [el('h3', {}, said), list] : [list];
  }));
  arrows(all, 'summary');
  return all;
}

function drawn(rung: Rung): HTMLElement {
  const when = `${time(rung.elapsed)}, ${Math.round(rung.share * 100)} percent of the whole`;
  return el('li', { class: `rung tone-${rung.tone}` },
    el('div', { class: 'rails', 'aria-hidden': 'true' }, el('span', { class: 'step' }, String(rung.number))),
    el('details', {},
      el('summary', {},
        el('span', { class: 'name' }, ...plain(rung.name)),
        el('span', { class: 'status' }, ...plain(spaced(rung.status)), SAID[rung.tone] && el('span', { class: 'unsaid' }, ` (${SAID[rung.tone]})`)),
        el('span', { class: 'gist' }, ...rung.gist.map(line => el('span', {}, ...plain(line)))),
        el('span', { class: 'when' }, strip(rung), el('span', { class: 'time' }, time(rung.elapsed)), el('span', { class: 'unsaid' }, when))),
      inside(rung)));
}

/** When this rung ran, on the whole's own scale; the shortest still shows. */
function strip(rung: Rung): SVGSVGElement {
  const width = Math.max(0.6, rung.share * 100);
  return svg('svg', { class: 'strip', viewBox: '0 0 100 10', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    svg('rect', { class: 'track', y: 4.5, width: 100, height: 1 }), svg('rect', { class: 'fill', x: Math.min(100 - width, rung.from * 100).toFixed(2), width: width.toFixed(2), height: 10 }));
}

function inside(rung: Rung): HTMLElement {
  const facts = rung.facts.flatMap(fact => [el('dt', {}, ...plain(spaced(fact.label))), el('dd', {}, ...plain(fact.text))]);
  return el('div', { class: 'inside' },
    rung.events.length > 0 && el('ul', { class: 'events', 'aria-label': counted(rung.events.length, 'event') }, ...rung.events.map(line => el('li', {}, ...plain(line)))),
    facts.length > 0 ? el('dl', {}, ...facts) : el('p', { class: 'reason' }, 'Nothing to tell.'));
}
