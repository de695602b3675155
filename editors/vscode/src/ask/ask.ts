// One question on its way: asked, heard of, cancelled, answered, given back for the user to choose, or lost with its server.
import * as vscode from 'vscode';
import type { Connection } from '../server/connect';
import type { AnswerEnvelope } from '../wire';

export const ASK = 'helix/ask', EXPLAIN = 'helix/explain', SESSION = 'editor';
const CANCELLED = -32800;
const TRIES = 3;                                             // chosen by hand: two kills in a row are no fault of the question
// Of the protocol library: could not be written, could not be read, the connection was disposed, is not there (and as kinds of its own: closed, disposed)
const UNREACHED = new Set([-32099, -32098, -32097, -32096, 1, 2]);
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

/** The same with a notification that shows the live events and can be cancelled. */
export function askShowing(connect: Connect, question: Question, quiet = false): Promise<AnswerEnvelope | undefined> {
  const location = quiet ? vscode.ProgressLocation.Window : vscode.ProgressLocation.Notification;
  const title = `Helix Ask: ${question.question.length > 60 ? `${question.question.slice(0, 60)}…` : question.question}`;
  return Promise.resolve(vscode.window.withProgress({ location, title, cancellable: !quiet }, (progress, token) => {
    const showing = new vscode.CancellationTokenSource();
    const one = token.onCancellationRequested(() => showing.cancel());
    const other = asking.event(() => showing.cancel());
    return ask(connect, question, showing.token, message => progress.report({ message: message.replace(/^Helix Ask: /, '') })).finally(() => {
      for (const used of [one, other, showing]) used.dispose();
    });
  }));
}

const asking = new vscode.EventEmitter<void>();

/** Cancels every question that is being shown. */
export function cancelAll(): void { asking.fire(); }
