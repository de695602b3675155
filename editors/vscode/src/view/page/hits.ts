// Why each place ranked: a bar as long as its score, in stretches as long as what each feature gave.

import type { AnswerEnvelope, DebugHit } from '../../wire';
import { type HitBar, hitBars, meaning, spaced } from '../trace_model';
import { visibleText } from '../visible';
import { arrows, button, el, named, svg } from './dom';
import { plain } from './nodes';

const SHOWN = 12; // hits that are drawn; the others are counted
const COLOURS = 6; // of a theme's charts; further features are hatched

export function hits(envelope: AnswerEnvelope, open: (rank: number, beside: boolean) => void): HTMLElement | undefined {
  const found = envelope.debug?.hits ?? [];
  if (found.length === 0) return undefined;
  const { bars, features } = hitBars(found.slice(0, SHOWN));
  const cited = new Set(envelope.citations.map(citation => citation.range_ref.path));
  const list = el('ol', { class: 'hits' }, ...bars.map(bar => drawn(bar, cited.has(bar.hit.path), open)));
  arrows(list, 'summary');
  return el('section', { class: 'ranked', 'aria-labelledby': 'ranked' }, el('h2', { id: 'ranked' }, 'Why each place ranked'), hatch(),
    el('ul', { class: 'legend', 'aria-label': 'Colours' }, ...features.map((name, at) => el('li', { title: meaning(name) }, swatch(at), ...plain(spaced(name))))),
    list, found.length > SHOWN && el('p', { class: 'reason' }, `and ${found.length - SHOWN} more`));
}

function drawn(bar: HitBar, cited: boolean, open: (rank: number, beside: boolean) => void): HTMLElement {
  const { hit } = bar;
  const { folder, name } = named(hit.path);
  const said = bar.stretches.map(stretch => `${spaced(stretch.name)} ${stretch.contribution.toFixed(2)}`).join(', ');
  return el('li', {}, el('details', {},
    el('summary', {},
      el('span', { class: 'rank' }, String(hit.rank)),
      el('span', { class: 'what', title: visibleText(`${hit.path}:${hit.start_line}`) }, el('span', { class: 'name' }, ...plain(hit.qualified || name)), el('span', { class: 'where' }, ...plain(`${folder}${name}:${hit.start_line}`))),
      el('span', { class: 'mark' }, cited && el('span', { class: 'cited' }, 'cited')),
      stretches(bar), el('span', { class: 'score' }, hit.score.toFixed(2)), el('span', { class: 'unsaid' }, ...plain(` score from ${said}`))),
    reasons(bar, open)));
}

function stretches({ stretches: parts, length, lost }: HitBar): SVGSVGElement {
  return svg('svg', { class: 'stretches', viewBox: '0 0 100 10', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    ...parts.map(part => svg('rect', { class: shade(part.colour), x: (part.from * 100).toFixed(2), width: (part.share * 100).toFixed(2), height: 10 })),
    lost > 0 && svg('rect', { class: 'lost', x: (length * 100).toFixed(2), y: 0.5, width: (lost * 100).toFixed(2), height: 9 }));
}

function reasons(bar: HitBar, open: (rank: number, beside: boolean) => void): HTMLElement {
  const { hit } = bar;
  const rows = bar.stretches.map(part => el('tr', {}, el('td', {}, swatch(part.colour), ...plain(spaced(part.name))), el('td', { class: 'reason' }, meaning(part.name)),
    el('td', { class: 'figure' }, part.value.toFixed(2)), el('td', { class: 'figure' }, `× ${part.weight.toFixed(2)}`), el('td', { class: 'figure' }, part.contribution.toFixed(2))));
  const lowered = hit.why.demotions.map(one => el('tr', {}, el('td', {}, ...plain(spaced(one.reason))), el('td', { class: 'reason' }, 'lowers the whole'), el('td'), el('td'), el('td', { class: 'figure' }, `× ${one.factor.toFixed(2)}`)));
  const head = el('tr', {}, ...['Feature', 'Meaning', 'Value', 'Weight', 'Gives'].map((title, at) => el('th', { scope: 'col', class: at > 1 ? 'figure' : undefined }, title)));
  return el('div', { class: 'inside' },
    el('div', { class: 'scroll' }, el('table', {}, el('caption', { class: 'unsaid' }, `What place ${hit.rank} scored for`), el('thead', {}, head), el('tbody', {}, ...rows, ...lowered))),
    told('Found by', hit.why.channels.map(channel => `${channel.name} (rank ${channel.rank})`)), told('Words', matched(hit)),
    told('Word for word', hit.why.held.map(one => `${one.text} (line ${one.line})`)),
    button({ class: 'go' }, event => open(hit.rank, event.ctrlKey || event.metaKey || event.altKey), 'Go to ', el('code', {}, ...plain(`${hit.path}:${hit.start_line}`))));
}

function matched(hit: DebugHit): string[] {
  return hit.why.matched_terms.map(one => `${one.words.join(', ')} in its ${one.field}`);
}

function told(title: string, lines: readonly string[]): HTMLElement | false {
  return lines.length > 0 && el('p', { class: 'told' }, el('span', { class: 'reason' }, `${title} `), ...plain(lines.join('; ')));
}

function shade(colour: number): string {
  return colour < COLOURS ? `shade-${colour}` : `shade-${colour % COLOURS} hatched`;
}

function swatch(colour: number): SVGSVGElement {
  return svg('svg', { class: 'swatch', viewBox: '0 0 10 10', 'aria-hidden': 'true' }, svg('rect', { class: shade(colour), width: 10, height: 10 }));
}

/** One pattern for each colour, for the features beyond the theme's six. */
function hatch(): SVGSVGElement {
  const patterns = Array.from({ length: COLOURS }, (_, at) => svg('pattern', { id: `hatch-${at}`, width: 4, height: 4, patternUnits: 'userSpaceOnUse' }, svg('path', { class: `ink-${at}`, d: 'M0 4 4 0' })));
  return svg('svg', { class: 'unsaid', 'aria-hidden': 'true' }, svg('defs', {}, ...patterns));
}
