// What this editor has already is not given a second time. Its own Markdown extension draws the outline, folds, grows the selection, renames
// headings and lists them; other documents (reStructuredText, AsciiDoc) have that from our server alone.

/** Sent with `initialize`: links would underline every name that has a definition, and completion comes when it is asked for. */
export const PROVIDE = { documentLink: false, completionTriggers: false } as const;

interface Written { readonly languageId: string }
interface Listed { readonly location: { readonly uri: { readonly path: string } } }
type Next<A extends unknown[], R> = (...given: A) => R;

const MARKDOWN_FILE = /\.(?:md|markdown|mkd|mdwn|mdown|markdn|mdtxt|mdtext|workbook)$/i;   // of the editor's own extension

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
    provideWorkspaceSymbols: async <T, S extends Listed>(query: string, token: T, next: (query: string, token: T) => PromiseLike<S[] | null | undefined> | S[] | null | undefined) => {
      const found = await next(query, token);
      return there() ? found?.filter(one => !MARKDOWN_FILE.test(one.location.uri.path)) : found;
    },
  };
}
