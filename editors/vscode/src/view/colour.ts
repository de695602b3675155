// Code in its colours, without a grammar: comments, texts, numbers and words of the language, which is what the eye looks for. A word that is
// not known stays plain, so that a language nobody listed here is still read right.

export type Colour = 'comment' | 'text' | 'number' | 'word' | 'plain';
export interface Run { readonly colour: Colour; readonly text: string }

const WORDS: Readonly<Record<string, string>> = {
  c: 'abstract as async await auto bool boolean break byte case catch char class const constexpr continue default defer delete do double else enum export extends extern '
    + 'false final finally float fn for foreach from func function go goto if impl implements import in inline int interface internal is let long loop map match mod module mut '
    + 'namespace new nil null nullptr object of operator override package private protected protocol pub public readonly record ref return sealed self short signed sizeof static string struct '
    + 'super switch template this throw throws trait true try type typedef typename undefined union unsafe unsigned use using val var virtual void volatile when where while with yield',
  hash: 'and as assert async await begin break case class continue def del do done elif else elsif end ensure esac except export false False fi finally for from function global if import in is '
    + 'lambda local match module nil None nonlocal not or pass raise require rescue return self then true True try unless until when while with yield',
  dash: 'and as between by case class create data delete desc distinct do drop else elseif end exists false for from function group having if import in inner insert instance into is join left let like '
    + 'limit local module nil not null on or order outer primary repeat return select set table then true type union unique until update values where while with',
};
const C = 'c cpp h hpp csharp cs java javascript js jsx mjs cjs typescript ts tsx go rust rs kotlin kt swift scala php dart css scss json jsonc proto zig groovy objective-c vue svelte';
const HASH = 'python py pyi ruby rb shellscript shell bash sh zsh perl pl r elixir ex exs yaml yml toml ini make makefile dockerfile cmake julia jl';
const DASH = 'sql lua haskell hs ada elm';
const FAMILY = new Map<string, string>([[C, 'c'], [HASH, 'hash'], [DASH, 'dash']].flatMap(([names, family]) => names!.split(' ').map(name => [name, family!] as const)));

const TEXT = String.raw`"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?`;
const NUMBER = String.raw`\b\d[\w.]*`, WORD = String.raw`[A-Za-z_$][\w$]*`;
const PATTERNS = new Map<string, RegExp>(Object.entries({
  c: String.raw`(\/\/[^\n]*|\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/)?)|(${TEXT}|` + '`[^`\\\\]*(?:\\\\.[^`\\\\]*)*`?' + String.raw`)|(${NUMBER})|(${WORD})`,
  hash: String.raw`(#[^\n]*)|("""[^"]*(?:"(?!"")[^"]*)*(?:""")?|'''[^']*(?:'(?!'')[^']*)*(?:''')?|${TEXT})|(${NUMBER})|(${WORD})`,
  dash: String.raw`(--[^\n]*)|(${TEXT})|(${NUMBER})|(${WORD})`,
}).map(([family, source]) => [family, new RegExp(source, 'g')]));
const KNOWN = new Map(Object.entries(WORDS).map(([family, words]) => [family, new Set(words.split(' '))]));
const KINDS: readonly Colour[] = ['comment', 'text', 'number'];

/** The text in runs of one colour; one plain run where the language is not known. */
export function coloured(text: string, language: string): Run[] {
  const family = FAMILY.get(language.toLowerCase());
  const pattern = family && PATTERNS.get(family), known = family && KNOWN.get(family);
  if (!pattern || !known) return text ? [{ colour: 'plain', text }] : [];
  const runs: Run[] = [];
  let from = 0;
  for (const found of text.matchAll(pattern)) {
    const kind = KINDS.find((_, at) => found[at + 1] !== undefined) ?? (known.has(found[0]) ? 'word' : undefined);
    if (!kind) continue;
    if (found.index > from) runs.push({ colour: 'plain', text: text.slice(from, found.index) });
    runs.push({ colour: kind, text: found[0] });
    from = found.index + found[0].length;
  }
  if (from < text.length) runs.push({ colour: 'plain', text: text.slice(from) });
  return runs;
}

/** The same, line by line: a comment or a text may go over several. */
export function colouredLines(text: string, language: string): Run[][] {
  const lines: Run[][] = [[]];
  for (const run of coloured(text, language)) {
    run.text.split('\n').forEach((part, at) => {
      if (at > 0) lines.push([]);
      if (part) lines.at(-1)!.push({ colour: run.colour, text: part });
    });
  }
  return lines;
}

/** True for words of a comment that stand without the marks around them, as a sentence is cited: nothing of them is code. */
export function isProse(text: string): boolean {
  return /^[A-Z][\w'-]*(?: [\w'`"(),:.-]+){3}/.test(text) && !/[;{}]\s*$/m.test(text);
}

/** The language of a file by its ending; empty for a name without one. */
export function languageOf(path: string): string {
  return /\.([A-Za-z\d]{1,10})$/.exec(path)?.[1]?.toLowerCase() ?? '';
}
