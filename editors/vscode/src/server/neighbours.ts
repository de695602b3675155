// What this editor has already is not given a second time. Its own Markdown extension draws the outline, folds, grows the selection, renames
// headings and lists them; other documents (reStructuredText, AsciiDoc) have that from our server alone.

/** Sent with `initialize`: links would underline every name that has a definition, and completion comes when it is asked for. */
export const PROVIDE = { documentLink: false, completionTriggers: false } as const;

interface Written { readonly languageId: string }
interface Lines extends Written { lineAt(line: number): { readonly text: string } }
interface Place { readonly line: number; readonly character: number }
interface Listed { readonly location: { readonly uri: { readonly path: string } } }
type Next<A extends unknown[], R> = (...given: A) => R;

const MARKDOWN_FILE = /\.(?:md|markdown|mkd|mdwn|mdown|markdn|mdtxt|mdtext|workbook)$/i;   // of the editor's own extension

const HEADING = /^ {0,3}#{1,6}\s/, LINK = /\[[^\]]*\]\([^)]*\)/g, LINK_BEGUN = /\]\([^)\s]*$/;

/** True outside inline code: what stands there is a name of the code and ours. */
function plain(text: string, character: number): boolean { return text.slice(0, character).split('`').length % 2 === 1; }

/** True on a heading or a link: the editor's own extension knows where it is referred to. */
function headingOrLink(document: Lines, { line, character }: Place): boolean {
  const { text } = document.lineAt(line);
  if (!plain(text, character)) return false;
  return HEADING.test(text) || [...text.matchAll(LINK)].some(one => one.index <= character && character <= one.index + one[0].length);
}

/** True where the target of a link is being written: the editor's own extension lists files and headings. */
function linkBegun(document: Lines, { line, character }: Place): boolean {
  const { text } = document.lineAt(line);
  return plain(text, character) && LINK_BEGUN.test(text.slice(0, character));
}

/** Middleware of the client: lenses are above definitions, so for documents the server is not even asked. */
export function lensesIn(code: ReadonlySet<string>) {
  return {
    provideCodeLenses: <D extends Written, T, R>(document: D, token: T, next: Next<[D, T], R>): R | undefined => (
      code.has(document.languageId) ? next(document, token) : undefined
    ),
  };
}

/** Middleware of the client: silent for Markdown where `there` says that the editor's own extension speaks. */
export function besideMarkdown(there: () => boolean) {
  const ours = ({ languageId }: Written) => languageId !== 'markdown' || !there();
  /** The last argument asks the server. */
  const quiet = <D extends Written, A extends unknown[], R>(document: D, given: A, next: Next<[D, ...A], R>): R | undefined => (
    ours(document) ? next(document, ...given) : undefined
  );
  return {
    provideDocumentSymbols: <D extends Written, T, R>(document: D, token: T, next: Next<[D, T], R>) => quiet(document, [token], next),
    provideFoldingRanges: <D extends Written, C, T, R>(document: D, context: C, token: T, next: Next<[D, C, T], R>) => quiet(document, [context, token], next),
    provideSelectionRanges: <D extends Written, P, T, R>(document: D, places: P, token: T, next: Next<[D, P, T], R>) => quiet(document, [places, token], next),
    prepareRename: <D extends Written, P, T, R>(document: D, place: P, token: T, next: Next<[D, P, T], R>) => quiet(document, [place, token], next),
    provideRenameEdits: <D extends Written, P, T, R>(document: D, place: P, name: string, token: T, next: Next<[D, P, string, T], R>) => quiet(document, [place, name, token], next),
    provideReferences: <D extends Lines, P extends Place, C, T, R>(document: D, place: P, context: C, token: T, next: Next<[D, P, C, T], R>) => (
      ours(document) || !headingOrLink(document, place) ? next(document, place, context, token) : undefined
    ),
    provideCompletionItem: <D extends Lines, P extends Place, C, T, R>(document: D, place: P, context: C, token: T, next: Next<[D, P, C, T], R>) => (
      ours(document) || !linkBegun(document, place) ? next(document, place, context, token) : undefined
    ),
    provideWorkspaceSymbols: async <T, S extends Listed>(query: string, token: T, next: (query: string, token: T) => PromiseLike<S[] | null | undefined> | S[] | null | undefined) => {
      const found = await next(query, token);
      return there() ? found?.filter(one => !MARKDOWN_FILE.test(one.location.uri.path)) : found;
    },
  };
}

/** A mention as `helix/mentions` gives it. */
export interface Mention { readonly uri: string; readonly path: string; readonly line: number; readonly said: string; readonly range: { readonly start: Place; readonly end: Place } }
export interface Mentions { readonly mentions: readonly Mention[] }
/** What a window knows: whether another server answers for a document of code, and what our own knows of a place in it. */
export interface Window<D, P, T> { another(document: D): Promise<boolean>; mentions(document: D, place: P, token: T): Promise<Mentions> }

const IN_CODE = new Set(['docstring', 'comment']), SHOWN = 3;

/** One line of Markdown with the documents that mention a name, the first of them as links; undefined without any. */
export function mentionedIn({ mentions }: Mentions): string | undefined {
  const first = new Map<string, Mention>();
  for (const one of mentions) if (!IN_CODE.has(one.said) && !first.has(one.path)) first.set(one.path, one);
  if (!first.size) return undefined;
  const links = [...first.values()].slice(0, SHOWN).map(one => `[${one.path.replace(/[\\`*_[\]<>|~]/g, '\\$&')}:${one.line}](${one.uri}#L${one.line})`);
  const more = first.size > SHOWN ? ` and ${first.size - SHOWN} more` : '';
  return `Mentioned in ${links.join(', ')}${more}`;
}

/**
 * Middleware of the client: where another server answers for a language, what a name is, where it is defined and where it is used is that server's to say.
 * Ours says what no other knows: which documents mention it.
 */
export function besideServers<D extends Written, P, T, H, L>(window: Window<D, P, T>, hover: (markdown: string) => H, location: (mention: Mention) => L) {
  const ours = async (document: D, place: P, token: T) => (await window.another(document) ? window.mentions(document, place, token) : undefined);
  return {
    provideHover: async <R>(document: D, place: P, token: T, next: Next<[D, P, T], R>): Promise<Awaited<R> | H | undefined> => {
      const found = await ours(document, place, token);
      if (!found) return await next(document, place, token);
      const line = mentionedIn(found);
      return line === undefined ? undefined : hover(line);
    },
    provideDefinition: async <R>(document: D, place: P, token: T, next: Next<[D, P, T], R>): Promise<Awaited<R> | undefined> => (
      await window.another(document) ? undefined : await next(document, place, token)
    ),
    provideReferences: async <C, R>(document: D, place: P, context: C, token: T, next: Next<[D, P, C, T], R>): Promise<Awaited<R> | L[]> => {
      const found = await ours(document, place, token);
      return found ? found.mentions.map(location) : await next(document, place, context, token);
    },
  };
}
