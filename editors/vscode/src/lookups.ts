// Mentions, the check of documents, the state of the index, and its rebuilding: each asks the server and shows what it says.
import * as vscode from 'vscode';
import type { Documents } from './documents';
import { fileEditor, here } from './here';
import { statusText } from './status_text';
import { inform, tell } from './trouble';
import type { Connection } from './server/connect';
import type { IndexStatus } from './wire';

const CHECK_CLAIMS = 'helixAsk.checkClaims';
const NOT_NOW = -32802;
const NOT_NOW_MS = 500;

/** What a lookup needs of the extension: a server, perhaps one that has a method, and a place for a text. */
export interface Asking {
  server(): Promise<Connection | undefined>;
  offering(method: string): Promise<Connection | undefined>;
  readonly documents: Documents;
}

interface Place { uri: string; range: { start: { line: number; character: number }; end: { line: number; character: number } } }
interface Report { uri: string; items?: unknown[] }

/** Where documents and code speak of the name under the cursor, in the editor's own list of references. */
export async function mentions(app: Asking): Promise<void> {
  const editor = fileEditor();
  if (!editor) return inform('open a file and put the cursor on a name.');
  const connection = await app.server();
  if (!connection) return;
  const { uri } = editor.document, position = editor.selection.active;
  try {
    if (!connection.client.initializeResult?.capabilities.referencesProvider) return inform('this server does not offer mentions.');
    const params = { textDocument: { uri: uri.toString() }, position, context: { includeDeclaration: true } };
    await showPlaces(uri, position, await connection.request<Place[] | null>('textDocument/references', params) ?? []);
  } catch (error) { void tell(error); }
}

/** The mentions that a lens counts. */
export async function mentionsOf(app: Asking, asked: { textDocument?: { uri: string }; position?: { line: number; character: number } }): Promise<void> {
  const connection = await app.offering('helix/mentions');
  if (!connection || !asked.textDocument || !asked.position) return;
  try {
    const found = await connection.request<{ mentions: Place[] }>('helix/mentions', { textDocument: asked.textDocument, position: asked.position });
    await showPlaces(vscode.Uri.parse(asked.textDocument.uri), new vscode.Position(asked.position.line, asked.position.character), found.mentions);
  } catch (error) { void tell(error); }
}

async function showPlaces(uri: vscode.Uri, position: vscode.Position, places: Place[]): Promise<void> {
  if (!places.length) return inform('nothing mentions what stands here.');
  const locations = places.map(({ uri, range: { start, end } }) => (
    new vscode.Location(vscode.Uri.parse(uri), new vscode.Range(start.line, start.character, end.line, end.character))
  ));
  await vscode.commands.executeCommand('editor.action.showReferences', uri, position, locations);
}

/** The server refuses for now while it has not compared the documents with the history: an empty list would say that all is well. */
async function checked(connection: Connection, progress: vscode.Progress<{ message: string }>, token: vscode.CancellationToken): Promise<{ items: Report[] }> {
  for (;;) {
    try {
      return await connection.request<{ items: Report[] }>('workspace/diagnostic', { previousResultIds: [] }, token);
    } catch (error) {
      if ((error as { code?: number }).code !== NOT_NOW || token.isCancellationRequested) throw error;
      progress.report({ message: 'reading the history' });
      await new Promise(done => setTimeout(done, NOT_NOW_MS));
    }
  }
}

/** What the documents say that the code no longer backs: the server's diagnostics, in the list of problems. */
export async function check(app: Asking): Promise<void> {
  const connection = await app.server();
  if (!connection) return;
  const offered = connection.client.initializeResult?.capabilities.diagnosticProvider;
  if (!offered) return inform('this server does not offer a check of the documentation.');
  if (!offered.workspaceDiagnostics) return void vscode.commands.executeCommand('workbench.actions.view.problems');
  const options = { location: vscode.ProgressLocation.Notification, title: 'Helix Ask: checking the documentation', cancellable: true };
  try {
    const found = await vscode.window.withProgress(options, (progress, token) => checked(connection, progress, token));
    const stale = found.items.filter(report => report.items?.length);
    const count = stale.reduce((sum, report) => sum + (report.items?.length ?? 0), 0);
    if (!count) return inform('the documentation holds: nothing stale was found.');
    inform(`${count} stale ${count === 1 ? 'reference' : 'references'} in ${stale.length} ${stale.length === 1 ? 'document' : 'documents'}.`);
    await vscode.commands.executeCommand('workbench.actions.view.problems');
  } catch (error) {
    if ((error as { code?: number }).code !== -32800) void tell(error);
  }
}

/** This document, or the paragraph at the cursor, held against the code: the server shows the page. */
export async function checkClaims(app: Asking, paragraph: boolean): Promise<void> {
  const editor = fileEditor();
  if (!editor) return inform('open a document and put the cursor into it.');
  const connection = await app.server();
  if (!connection) return;
  const offered = connection.client.initializeResult?.capabilities.executeCommandProvider?.commands ?? [];
  if (!offered.includes(CHECK_CLAIMS)) return inform('this server does not offer a check of claims.');
  const { line, character } = editor.selection.active;
  const place = { ...here(editor.document.uri), ...(paragraph ? { position: { line, character } } : {}) };
  const options = { location: vscode.ProgressLocation.Notification, title: 'Helix Ask: checking against the code', cancellable: true };
  try {
    await vscode.window.withProgress(options, (_, token) =>
      connection.request('workspace/executeCommand', { command: CHECK_CLAIMS, arguments: [place] }, token));
  } catch (error) {
    if ((error as { code?: number }).code !== -32800) void tell(error);
  }
}

/** What the index holds and how fresh it is, as a document. */
export async function indexStatus(app: Asking): Promise<void> {
  const connection = await app.offering('helix/status');
  if (!connection) return;
  try {
    const status = await connection.request<IndexStatus>('helix/status', here());
    await app.documents.renew('index-status.txt', statusText(status, connection.version, connection.from));
  } catch (error) { void tell(error); }
}

export async function rebuild(app: Asking): Promise<void> {
  const connection = await app.server();
  if (!connection) return;
  try {
    await connection.request('workspace/executeCommand', { command: 'helixAsk.rebuildIndex', arguments: [here()] });
    inform('the index is made anew in the background; the status bar shows how far it is.');
  } catch (error) { void tell(error); }
}
