// One question on its way: asked, heard of, cancelled, answered, given back for the user to choose, or lost with its server.
import * as vscode from 'vscode';
import type { Connection } from '../server/connect';
import type { AnswerEnvelope } from '../wire';
import { inWords } from './in_words';

export const ASK = 'helix/ask', EXPLAIN = 'helix/explain', SESSION = 'editor';
const CANCELLED = -32800;
const TRIES = 3;                                             // chosen by hand: two kills in a row are no fault of the question
// Of the protocol library: could not be written, could not be read, the connection was disposed, is not there (and as kinds of its own: closed, disposed)
const UNREACHED = new Set([-32099, -32098, -32097, -32096, 1, 2]);
const UNSEEN_MS = 2_000;                                     // a question that takes longer is told of where the user is; chosen by hand
let count = 0;

export interface Question {
  question: string;
  slots?: string[];
  verbosity?: 'brief' | 'normal' | 'extended';
  textDocument?: { uri: string };
  position?: { line: number; character: number };
  clarify?: { token: string; optionId: string };
  sessionId?: string;
}

/** The server ended while it had the question. */
export class Lost extends Error {
  constructor() { super('the server ended before it answered; ask again'); }
}

export type Connect = () => Promise<Connection>;

/**
 * The envelope; undefined when the token was cancelled. `line` hears each live event. A server that ends with the question takes it not along:
 * the next one gets it, unless it may have gone to a model, which one question asks once (only the user asks that again).
 */
export async function ask(
  connect: Connect, question: Question, token: vscode.CancellationToken, line: (text: string) => void,
): Promise<AnswerEnvelope | undefined> {
  for (let tries = modelled() ? 1 : TRIES; ; tries--) {
    const connection = await unless(token, connect());
    if (!connection) return undefined;
    try {
      return await askOn(connection, question, token, line);
    } catch (error) {
      if (!(error instanceof Lost) || tries === 1) throw error;
      line('the server ended; it is asked again');
    }
  }
}

async function askOn(
  connection: Connection, question: Question, token: vscode.CancellationToken, line: (text: string) => void,
): Promise<AnswerEnvelope | undefined> {
  const workDoneToken = `helix-ask-${process.pid}-${++count}`;
  const hearing = connection.progress(workDoneToken, line);
  try {
    return await connection.request<AnswerEnvelope>(ASK, { sessionId: SESSION, ...question, workDoneToken }, token);
  } catch (error) {
    const { code = 0 } = error as { code?: number };
    if (token.isCancellationRequested) return undefined;
    if (connection.alive && UNREACHED.has(code)) connection.lost();
    if (!connection.alive) throw new Lost();                 // whatever it said: one that is being stopped cancels what it has
    if (code === CANCELLED) return undefined;
    throw error;
  } finally {
    hearing.dispose();
  }
}

function modelled(): boolean {
  return vscode.workspace.getConfiguration('helixAsk').get('model.provider', 'none') !== 'none';
}

/** What the promise gives; undefined as soon as the token is cancelled. */
function unless<T>(token: vscode.CancellationToken, promise: Promise<T>): Promise<T | undefined> {
  return new Promise((done, failed) => {
    const cancelled = token.onCancellationRequested(() => done(undefined));
    promise.then(done, failed).finally(() => cancelled.dispose());
  });
}

/** Where the live events of a question are shown; the last one is empty. */
export type Told = (line: string) => void;

/**
 * The same; the live events go to the status bar and to `told`, and after two seconds a notification shows them too, unless `seen` says that the
 * user has them before their eyes. It can be cancelled there.
 */
export function askShowing(connect: Connect, question: Question, quiet: boolean, told: Told, seen: () => boolean): Promise<AnswerEnvelope | undefined> {
  const title = `Helix Ask: ${question.question.length > 60 ? `${question.question.slice(0, 60)}…` : question.question}`;
  const stopped = new vscode.CancellationTokenSource();
  const other = asking.event(() => stopped.cancel());
  const lines = new vscode.EventEmitter<string>();
  let last = '', over = false;
  const line = (text: string) => { if (over) return; last = inWords(text); lines.fire(last); if (!quiet) told(last); };
  if (!quiet) told('Asking');                                // until the server says what it does
  const answering = unless(stopped.token, ask(connect, question, stopped.token, line));   // who cancels does not wait for the server
  const show = (location: vscode.ProgressLocation, cancellable: boolean) => void vscode.window.withProgress({ location, title, cancellable }, (progress, token) => {
    if (last) progress.report({ message: last });
    const heard = lines.event(message => progress.report({ message }));
    const cancelled = token.onCancellationRequested(() => stopped.cancel());
    return answering.then(() => undefined, () => undefined).finally(() => { heard.dispose(); cancelled.dispose(); });
  });
  show(vscode.ProgressLocation.Window, false);
  const late = quiet ? undefined : setTimeout(() => { if (!seen()) show(vscode.ProgressLocation.Notification, true); }, UNSEEN_MS);
  return answering.finally(() => {
    over = true;
    clearTimeout(late);
    if (!quiet) told('');
    for (const used of [other, stopped, lines]) used.dispose();
  });
}

const asking = new vscode.EventEmitter<void>();

/** Cancels every question that is being shown. */
export function cancelAll(): void { asking.fire(); }
