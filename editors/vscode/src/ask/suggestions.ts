// What the box for a question offers while a word is typed: definitions of the index first, then sections of documents.
import type { CancellationToken } from 'vscode';
import type { SymbolInformation } from 'vscode-languageclient/node';
import type { Connection } from '../server/connect';
import type { Suggestion } from './question_pick';

const SYMBOLS = 'helix/symbols', EXAMPLES = 'helix/examples', SECTIONS = 6;

interface Defined { name: string; kind: string; path: string; uri: string; position: { line: number; character: number } }

export async function suggestions(connection: Connection | undefined, query: string, token: CancellationToken): Promise<Suggestion[]> {
  if (!connection) return [];                                // suggestions start nothing
  const [defined, sections] = await Promise.all([
    connection.offers(SYMBOLS) ? connection.request<{ symbols: Defined[] }>(SYMBOLS, { query }, token).then(found => found.symbols) : [],
    connection.request<SymbolInformation[] | null>('workspace/symbol', { query }, token),
  ]);
  return [
    ...defined.map(({ path, ...one }) => ({ ...one, where: path })),
    ...(sections ?? []).slice(0, SECTIONS).map(({ name, containerName, location: { uri, range } }) => ({ name, kind: '', where: containerName ?? '', uri, position: range.start })),
  ];
}

/** Questions that the folder can answer; none while there is no server. */
export async function examples(connection: Connection | undefined, place: object): Promise<string[]> {
  if (!connection?.offers(EXAMPLES)) return [];
  return connection.request<{ questions: string[] }>(EXAMPLES, place).then(found => found.questions, () => []);
}
