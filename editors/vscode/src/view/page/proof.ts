// The bytes that a citation stands on, shown when the pointer or the keyboard is on its number. The text is fetched once, when it is
// wanted first, and again after its document changed.

import type { RangeRef } from '../../wire';
import { colouredLines, isProse, languageOf } from '../colour';
import { el, svg } from './dom';
import { colouredLine, plain } from './nodes';

export interface Proof { text: string; stale: boolean; lost: string }

const LINES = 14; // lines that a tip shows; the rest is said in words
const WAIT = 120; // milliseconds before a tip shows under a resting pointer
const LINGER = 200; // and before it goes, so that the pointer can move into it
const EDGE = 8; // pixels between tip and window

export class Proofs {
  readonly #have = new Map<number, Proof>();
  readonly #asked = new Set<number>();
  readonly #waiting = new Map<number, ((proof: Proof) => void)[]>();

  constructor(private readonly fetch: (citation: number) => void) {}

  /** Hands the proof on as soon as it is there. */
  with(citation: number, use: (proof: Proof) => void): void {
    const known = this.#have.get(citation);
    if (known) return use(known);
    this.#waiting.set(citation, [...(this.#waiting.get(citation) ?? []), use]);
    if (this.#asked.has(citation)) return;
    this.#asked.add(citation);
    this.fetch(citation);
  }

  heard(citation: number, proof: Proof): void {
    this.#have.set(citation, proof);
    const waiting = this.#waiting.get(citation) ?? [];
    this.#waiting.delete(citation);
    for (const use of waiting) use(proof);
  }

  /** What was fetched may be out of date. */
  forget(): void {
    this.#have.clear();
    this.#asked.clear();
  }
}

export function place(ref: RangeRef): string {
  return `${ref.path}:${ref.start_line}${ref.end_line > ref.start_line ? `-${ref.end_line}` : ''}`;
}

/** The text with its line numbers, at most `most` lines. */
export function quoted(ref: RangeRef, proof: Proof, most = LINES): HTMLElement {
  if (proof.lost) return el('p', { class: 'lost' }, ...plain(proof.lost));
  const lines = colouredLines(proof.text.replace(/\r\n?/g, '\n'), isProse(proof.text) ? '' : languageOf(ref.path));
  const shown = lines.slice(0, most).map((line, at) =>
    el('span', { class: 'line' }, el('span', { class: 'number', 'aria-hidden': 'true' }, String(ref.start_line + at)), el('code', {}, ...colouredLine(line))));
  const more = lines.length - shown.length;
  return el('div', { class: 'quoted' },
    proof.stale && el('p', { class: 'changed' }, 'This place has changed since it was cited; this is what was found there now.'),
    el('pre', {}, ...shown), more > 0 && el('p', { class: 'more' }, `and ${more} more ${more === 1 ? 'line' : 'lines'}`));
}

/** One tip for the whole page. */
export class Tip {
  readonly #box = el('div', { class: 'tip', role: 'tooltip', id: 'tip', hidden: true });
  #owner: HTMLElement | undefined;
  #timer: number | undefined;

  constructor(private readonly proofs: Proofs) {
    document.body.append(this.#box);
    this.#box.addEventListener('mouseenter', () => clearTimeout(this.#timer));
    this.#box.addEventListener('mouseleave', () => this.#later(() => this.hide(), LINGER));
    document.addEventListener('keydown', event => { if (event.key === 'Escape') this.hide(); });
    window.addEventListener('scroll', () => { if (this.#owner) this.#put(this.#owner); }, { passive: true });
    window.addEventListener('resize', () => this.hide());
  }

  attach(owner: HTMLElement, citation: number, ref: RangeRef): void {
    const show = (): void => this.#show(owner, citation, ref);
    owner.addEventListener('mouseenter', () => this.#later(show, WAIT));
    owner.addEventListener('mouseleave', () => this.#later(() => this.hide(), LINGER));
    owner.addEventListener('focus', () => { if (owner.matches(':focus-visible')) show(); });
    owner.addEventListener('blur', () => this.hide());
  }

  hide(): void {
    clearTimeout(this.#timer);
    this.#owner?.removeAttribute('aria-describedby');
    this.#owner = undefined;
    this.#box.hidden = true;
  }

  #later(act: () => void, wait: number): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(act, wait);
  }

  #show(owner: HTMLElement, citation: number, ref: RangeRef): void {
    this.hide();
    this.#owner = owner;
    owner.setAttribute('aria-describedby', 'tip');
    const head = el('p', { class: 'where' }, ...plain(place(ref)));
    this.#box.replaceChildren(head, el('p', { class: 'more' }, 'reading ...'));
    this.#put(owner);
    this.proofs.with(citation, proof => {
      if (this.#owner !== owner) return;
      this.#box.replaceChildren(head, quoted(ref, proof));
      this.#put(owner);
    });
  }

  /** Below the owner, above it where there is more room, and never outside the window. */
  #put(owner: HTMLElement): void {
    const box = this.#box;
    box.hidden = false;
    const at = owner.getBoundingClientRect();
    const size = box.getBoundingClientRect();
    const below = at.bottom + 4;
    const fits = below + size.height <= window.innerHeight - EDGE || at.top < window.innerHeight - at.bottom;
    box.style.left = `${Math.max(EDGE, Math.min(at.left, window.innerWidth - size.width - EDGE))}px`;
    box.style.top = `${Math.max(EDGE, fits ? below : at.top - size.height - 4)}px`;
  }
}

/** A small bar from 0 to 1; the number stands beside it for those who do not see it. */
export function bar(share: number, kind = ''): SVGSVGElement {
  const width = Math.max(0, Math.min(1, share)) * 100;
  return svg('svg', { class: `bar ${kind}`, viewBox: '0 0 100 8', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    svg('rect', { class: 'track', width: 100, height: 8 }), svg('rect', { class: 'fill', width: width.toFixed(2), height: 8 }));
}
