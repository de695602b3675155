// Characters that a reader cannot see but an attacker can use: controls, direction marks, zero-width and tag characters. They are
// shown by their number, so that what is read is what is there.

// eslint-disable-next-line no-control-regex -- these are what is looked for
const UNSEEN = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF0-\uFFFB\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}\uD800-\uDFFF]/gu;

export interface Unseen { readonly unseen: string }

/** The text in parts: what can be read, and the numbers of what cannot, such as `U+202E`. Tabs and line ends stay. */
export function visible(source: string): (string | Unseen)[] {
  const out: (string | Unseen)[] = [];
  let from = 0;
  const plain = source.replace(/\r\n?/g, '\n');
  for (const found of plain.matchAll(UNSEEN)) {
    if (found.index > from) out.push(plain.slice(from, found.index));
    out.push({ unseen: named(found[0]) });
    from = found.index + found[0].length;
  }
  if (from < plain.length) out.push(plain.slice(from));
  return out;
}

/** The same in one string, for attributes, titles and the clipboard. */
export function visibleText(source: string): string {
  return visible(source).map(part => (typeof part === 'string' ? part : `<${part.unseen}>`)).join('');
}

function named(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
