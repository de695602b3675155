// The tree of an answer's Markdown as nodes of the page.

import { type Run } from '../colour';
import { type Node as Piece, type Tag } from '../markdown';
import { visible } from '../visible';
import { el } from './dom';

export type Chip = (id: number) => HTMLElement;

export function nodes(pieces: readonly Piece[], chip: Chip): Node[] {
  return pieces.map(piece => {
    if (typeof piece === 'string') return document.createTextNode(piece);
    if ('unseen' in piece) return unseen(piece.unseen);
    if ('cite' in piece) return chip(piece.cite);
    return element(piece.tag, nodes(piece.children, chip), piece.language, piece.colour);
  });
}

function element(tag: Tag, children: Node[], language: string | undefined, colour: string | undefined): HTMLElement {
  if (colour) return el('span', { class: `code-${colour}` }, ...children);
  if (tag === 'pre') return el('pre', { tabindex: 0, role: 'group', 'aria-label': language ? `Code, ${language}` : 'Code' }, ...children);
  if (tag === 'table') return el('div', { class: 'scroll' }, el('table', {}, ...children));
  return el(tag, {}, ...children);
}

/** One line of code in its colours. */
export function colouredLine(runs: readonly Run[]): Node[] {
  return runs.flatMap(({ colour, text }) => (colour === 'plain' ? plain(text) : [el('span', { class: `code-${colour}` }, ...plain(text))]));
}

/** Text of the repository: what cannot be seen in it is shown. */
export function plain(source: string): Node[] {
  return visible(source).map(part => (typeof part === 'string' ? document.createTextNode(part) : unseen(part.unseen)));
}

function unseen(name: string): HTMLElement {
  return el('span', { class: 'unseen', title: `The character ${name}, which cannot be seen` }, name);
}
