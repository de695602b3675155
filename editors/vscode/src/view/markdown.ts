// An answer's Markdown as a tree of a few plain elements. No HTML is made or read anywhere: a page builds its nodes from this tree.
//
// What the text may hold was written by strangers. HTML stays text, an image becomes its source, and a link its label with the
// address beside it: the only things to click are citations that the envelope lists.

import MarkdownIt from 'markdown-it';
import type { Citation } from '../wire';
import { type Colour, colouredLines, type Run } from './colour';
import { type Unseen, visible } from './visible';

export type Tag =
  | 'p' | 'h3' | 'h4' | 'h5' | 'h6' | 'ul' | 'ol' | 'li' | 'code' | 'pre' | 'em' | 'strong' | 's' | 'blockquote' | 'hr' | 'br'
  | 'table' | 'thead' | 'tbody' | 'tr' | 'th' | 'td' | 'span';

export interface Element { readonly tag: Tag; readonly children: readonly Node[]; readonly language?: string; readonly colour?: Exclude<Colour, 'plain'> }
export interface Cite { readonly cite: number }
export type Node = string | Unseen | Cite | Element;

type Token = ReturnType<MarkdownIt['parse']>[number];
type Inline = InstanceType<MarkdownIt['inline']['State']>;

const PLAIN: Readonly<Record<string, Tag>> = {
  paragraph_open: 'p', bullet_list_open: 'ul', ordered_list_open: 'ol', list_item_open: 'li', em_open: 'em', strong_open: 'strong', s_open: 's',
  blockquote_open: 'blockquote', table_open: 'table', thead_open: 'thead', tbody_open: 'tbody', tr_open: 'tr', th_open: 'th', td_open: 'td',
};
const HEADINGS: readonly Tag[] = ['h3', 'h3', 'h3', 'h4', 'h5', 'h6'];

const reader = new MarkdownIt({ html: false, linkify: false, typographer: false, breaks: false });
reader.inline.ruler.at('text', plainText);
reader.inline.ruler.before('text', 'cited', cited);
reader.validateLink = () => true; // every address becomes text, so none needs to be refused

/** The tree of a text whose `(path:line)` marks stand for these citations; `order` lists the ids as the text uses them. */
export function tree(source: string, citations: readonly Citation[], order: readonly number[]): Node[] {
  const marks = places(citations, order);
  const tokens = reader.parse(source, { marks });
  return build(tokens, new Taken(marks));
}

/** `path:line` -> ids in the order of the text. */
function places(citations: readonly Citation[], order: readonly number[]): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  const rank = new Map(order.map((id, at) => [id, at]));
  const last = order.length;
  for (const { id, range_ref: ref } of [...citations].sort((a, b) => (rank.get(a.id) ?? last) - (rank.get(b.id) ?? last) || a.id - b.id)) {
    const key = `${ref.path}:${ref.start_line}`;
    const ids = found.get(key);
    if (ids) ids.push(id);
    else found.set(key, [id]);
  }
  return found;
}

/** Two places may begin on one line: each is used once, then the last again. */
class Taken {
  readonly #next = new Map<string, number>();

  constructor(private readonly marks: ReadonlyMap<string, readonly number[]>) {}

  id(key: string): number | undefined {
    const ids = this.marks.get(key) ?? [];
    const at = this.#next.get(key) ?? 0;
    this.#next.set(key, at + 1);
    return ids[Math.min(at, ids.length - 1)];
  }
}

const STOPS = new Set('\n!#$%&()*+-:<=>@[\\]^_`{}~');

/** As markdown-it's own rule, but a bracket ends it too, where a citation may begin. */
function plainText(state: Inline, silent: boolean): boolean {
  let at = state.pos;
  while (at < state.posMax && !STOPS.has(state.src.charAt(at))) at++;
  if (at === state.pos) return false;
  if (!silent) state.pending += state.src.slice(state.pos, at);
  state.pos = at;
  return true;
}

function cited(state: Inline, silent: boolean): boolean {
  if (state.src.charAt(state.pos) !== '(') return false;
  const marks = (state.env as { marks: ReadonlyMap<string, readonly number[]> }).marks;
  for (const key of marks.keys()) {
    if (!state.src.startsWith(key, state.pos + 1) || state.src.charAt(state.pos + 1 + key.length) !== ')') continue;
    if (!silent) state.push('cite', '', 0).content = key;
    state.pos += key.length + 2;
    return true;
  }
  return false;
}

interface Open { tag: Tag; children: Node[]; address?: string }

function build(tokens: readonly Token[], taken: Taken): Node[] {
  const root: Node[] = [];
  const stack: Open[] = [];
  const put = (...nodes: Node[]): void => void (stack.at(-1)?.children ?? root).push(...nodes);
  for (const token of tokens) {
    if (token.nesting > 0) stack.push(opened(token));
    else if (token.nesting < 0) {
      const open = stack.pop();
      if (open) put(...(token.hidden ? open.children : [{ tag: open.tag, children: open.children }]), ...told(open));
    } else put(...leaf(token, taken));
  }
  return root;
}

function opened(token: Token): Open {
  if (token.type === 'heading_open') return { tag: HEADINGS[Number(token.tag.slice(1)) - 1] ?? 'h6', children: [] };
  if (token.type !== 'link_open') return { tag: PLAIN[token.type] ?? 'span', children: [] };
  return { tag: 'span', children: [], address: String(token.attrGet('href') ?? '') };
}

/** The address of a link, unless its label is that address. */
function told({ address, children }: Open): Node[] {
  if (!address || (children.length === 1 && children[0] === address)) return [];
  return [' ', { tag: 'code', children: visible(address) }];
}

function leaf(token: Token, taken: Taken): Node[] {
  switch (token.type) {
    case 'inline': return trimmed(build(token.children ?? [], taken));
    case 'text': return visible(token.content);
    case 'text_special': return visible(token.content);
    case 'cite': return mark(token.content, taken);
    case 'softbreak': return ['\n'];
    case 'hardbreak': return [{ tag: 'br', children: [] }];
    case 'hr': return [{ tag: 'hr', children: [] }];
    case 'code_inline': return [{ tag: 'code', children: visible(token.content) }];
    case 'image': return [{ tag: 'code', children: visible(`![${token.content}](${String(token.attrGet('src') ?? '')})`) }];
    case 'code_block':
    case 'fence': {
      const language = /^[\w+#.-]{1,40}/.exec(token.info)?.[0] ?? '';
      return [{ tag: 'pre', children: [{ tag: 'code', children: lines(token.content.replace(/\n$/, ''), token.info, language) }], language }];
    }
    default: return visible(token.content);
  }
}

/** The text of a fence in its colours; the line that its info names (`python {3}`) stands in its gutter's `>` and is strong as well. */
function lines(content: string, info: string, language: string): Node[] {
  const marked = Number(/ \{(\d{1,3})\}$/.exec(info)?.[1] ?? 0);
  const all = content.split('\n');
  const gutter = all[marked - 1]?.startsWith('>') ? 2 : 0;     // columns before the code, where a line is marked
  const drawn = colouredLines(all.map(line => line.slice(gutter)).join('\n'), language);
  const out: Node[] = [];
  drawn.forEach((runs, at) => {
    const line = [...visible((all[at] ?? '').slice(0, gutter)), ...runs.flatMap(run)];
    out.push(...(at > 0 ? ['\n'] : []), ...(gutter > 0 && at === marked - 1 ? [{ tag: 'strong' as const, children: joined(line) }] : line));
  });
  return joined(out);
}

function run({ colour, text }: Run): Node[] {
  return colour === 'plain' ? visible(text) : [{ tag: 'span', colour, children: visible(text) }];
}

/** Texts that follow one another as one. */
function joined(nodes: readonly Node[]): Node[] {
  const out: Node[] = [];
  for (const node of nodes) {
    const last = out.at(-1);
    if (typeof node === 'string' && typeof last === 'string') out[out.length - 1] = last + node;
    else if (node !== '') out.push(node);
  }
  return out;
}

function mark(key: string, taken: Taken): Node[] {
  const id = taken.id(key);
  return id === undefined ? visible(`(${key})`) : [{ cite: id }];
}

/** Citations follow their sentence without a gap, so that no line begins with one. */
function trimmed(nodes: Node[]): Node[] {
  return nodes.map((node, at) => {
    const next = nodes[at + 1];
    return typeof node === 'string' && typeof next === 'object' && 'cite' in next ? node.trimEnd() : node;
  }).filter(node => node !== '');
}
