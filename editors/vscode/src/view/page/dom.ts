// Nodes are made one by one: no string is ever read as HTML (the page's policy forbids it too), and no handler stands in markup.

type Child = Node | string | null | undefined | false;
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

const SVG = 'http://www.w3.org/2000/svg';

/** An element with attributes; `true` sets an empty one, `false` and undefined leave it out. */
export function el<T extends keyof HTMLElementTagNameMap>(tag: T, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[T] {
  const made = document.createElement(tag);
  dress(made, attributes, children);
  return made;
}

export function svg<T extends keyof SVGElementTagNameMap>(tag: T, attributes: Attributes = {}, ...children: Child[]): SVGElementTagNameMap[T] {
  const made = document.createElementNS(SVG, tag);
  dress(made, attributes, children);
  return made;
}

function dress(made: Element, attributes: Attributes, children: readonly Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    made.setAttribute(name, value === true ? '' : String(value));
  }
  for (const child of children) if (child !== null && child !== undefined && child !== false) made.append(child);
}

/** Only these drawings exist; they take the colour of the text around them. */
const DRAWN = {
  back: 'M10 3 5 8l5 5', forward: 'm6 3 5 5-5 5', check: 'm3 8.5 3.2 3.2L13 5', cross: 'm4 4 8 8m0-8-8 8', ask: 'M3 3h10v7H8l-3 3v-3H3z',
  doubt: 'M8 2 1.5 13.5h13zM8 6v4m0 1.5v.5', none: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM4 12l8-8', fork: 'M8 14V9M8 9C8 6 4 7 4 3m4 6c0-3 4-2 4-6',
  copy: 'M5 5V2h9v9h-3M2 5h9v9H2z', file: 'M4 1.5h5.5L13 5v9.5H4zM9 2v3.5h3.5', wide: 'M7 2a5 5 0 1 0 0 10A5 5 0 0 0 7 2zm3.7 8.7L14 14M7 5v4M5 7h4',
  ladder: 'M4.5 1v14M11.5 1v14M4.5 4h7m-7 4h7m-7 4h7', again: 'M13 8a5 5 0 1 1-1.5-3.6M13 2v3h-3', eye: 'M1 8s2.5-4.5 7-4.5S15 8 15 8s-2.5 4.5-7 4.5S1 8 1 8zm7-2a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
} as const;

export type Icon = keyof typeof DRAWN;

export function icon(name: Icon): SVGSVGElement {
  return svg('svg', { class: `icon icon-${name}`, viewBox: '0 0 16 16', 'aria-hidden': 'true' }, svg('path', { d: DRAWN[name] }));
}

export function button(attributes: Attributes, act: (event: MouseEvent) => void, ...children: Child[]): HTMLButtonElement {
  const made = el('button', { type: 'button', ...attributes }, ...children);
  made.addEventListener('click', act);
  return made;
}

/** Up and down (and Home, End) go from one item to the next. */
export function arrows(list: HTMLElement, items: string): void {
  list.addEventListener('keydown', event => {
    const all = [...list.querySelectorAll<HTMLElement>(items)].filter(item => item.offsetParent !== null);
    const at = all.findIndex(item => item === document.activeElement);
    if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    const next = to === undefined ? undefined : all[Math.max(0, Math.min(all.length - 1, to))];
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
}

export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}

/** A path in two parts: what it is called is read first. */
export function named(path: string): { folder: string; name: string } {
  const cut = path.lastIndexOf('/') + 1;
  return { folder: path.slice(0, cut), name: path.slice(cut) };
}
