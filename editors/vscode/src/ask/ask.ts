// One question on its way: asked, heard of, cancelled, answered, given back for the user to choose, or lost with its server.
import * as vscode from 'vscode';
import type { Connection } from '../server/connect';
import type { AnswerEnvelope } from '../wire';

export const ASK = 'helix/ask', EXPLAIN = 'helix/explain', SESSION = 'editor';
const CANCELLED = -32800;
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

/** The envelope; undefined when the token was cancelled. `line` hears each live event. */
export async function ask(
  connection: Connection, question: Question, token: vscode.CancellationToken, line: (text: string) => void,
): Promise<AnswerEnvelope | undefined> {
  const workDoneToken = `helix-ask-${process.pid}-${++count}`;
  const hearing = connection.progress(workDoneToken, line);
  try {
    return await connection.request<AnswerEnvelope>(ASK, { sessionId: SESSION, ...question, workDoneToken }, token);
  } catch (error) {
    if (token.isCancellationRequested || (error as { code?: number }).code === CANCELLED) return undefined;
    if (!connection.alive) throw new Lost();
    throw error;
  } finally {
    hearing.dispose();
  }
}

/** The same with a notification that shows the live events and can be cancelled. */
export function askShowing(connection: Connection, question: Question, quiet = false): Promise<AnswerEnvelope | undefined> {
  const location = quiet ? vscode.ProgressLocation.Window : vscode.ProgressLocation.Notification;
  const title = `Helix Ask: ${question.question.length > 60 ? `${question.question.slice(0, 60)}…` : question.question}`;
  return Promise.resolve(vscode.window.withProgress({ location, title, cancellable: !quiet }, (progress, token) => {
    const showing = new vscode.CancellationTokenSource();
    const one = token.onCancellationRequested(() => showing.cancel());
    const other = asking.event(() => showing.cancel());
    return ask(connection, question, showing.token, message => progress.report({ message: message.replace(/^Helix Ask: /, '') })).finally(() => {
      for (const used of [one, other, showing]) used.dispose();
    });
  }));
}

const asking = new vscode.EventEmitter<void>();

/** Cancels every question that is being shown. */
export function cancelAll(): void { asking.fire(); }
