// `@helix` in the chat: the same question to the same server, its live events as progress, its places as references.
import * as vscode from 'vscode';
import { ask, EXPLAIN, type Question } from '../ask/ask';
import { body } from '../markdown';
import { place, type Places } from '../places';
import type { Connection } from '../server/connect';
import type { AnswerEnvelope, ExplainResult } from '../wire';
import type { EditorModel } from './complete';

const SESSION = 'chat';

export function chatHandler(connect: () => Promise<Connection>, places: Places, model: EditorModel): vscode.ChatRequestHandler {
  return async (request, _context, stream, token) => {
    const connection = await connect().catch((error: Error) => error);
    if (connection instanceof Error) {
      stream.markdown(connection.message);
      stream.button({ command: 'helixAsk.showLog', title: 'Show Log' });
      return;
    }
    if (request.command === 'explain') return explain(connection, stream);
    if (!request.prompt.trim()) { stream.markdown('Ask one question about this repository, for example: *where is the configuration read?*'); return; }
    const question: Question = { question: request.prompt, sessionId: SESSION };
    if (request.command === 'brief') question.verbosity = 'brief';
    model.chosen = request.model;
    try {
      const envelope = await ask(connect, question, token, line => stream.progress(line));
      if (envelope) write(envelope, stream, places);
    } finally {
      model.chosen = undefined;
    }
  };
}

function write(envelope: AnswerEnvelope, stream: vscode.ChatResponseStream, places: Places): void {
  stream.markdown(body(envelope) + '\n\n');
  for (const { id, range_ref } of envelope.citations) {
    const lines = new vscode.Range(range_ref.start_line - 1, 0, range_ref.end_line - 1, 0);
    const at = new vscode.Location(places.uri(range_ref), lines);
    stream.markdown(`\n[${id}] `);
    stream.anchor(at, place(range_ref));
    stream.reference(at);
  }
  const clarify = envelope.clarify;
  if (!clarify) return;
  for (const option of clarify.options) {
    const again = { question: envelope.question, sessionId: SESSION, clarify: { token: clarify.token, optionId: option.id } };
    stream.button({ command: 'helixAsk.askQuestion', title: option.label, arguments: [again] });
  }
}

async function explain(connection: Connection, stream: vscode.ChatResponseStream): Promise<void> {
  const answer = await connection.request<ExplainResult>(EXPLAIN, { sessionId: SESSION });
  for (const rung of answer.trace ?? []) {
    stream.markdown(`${rung.number}. **${rung.rung}** ${rung.status}, ${(rung.elapsed_us / 1000).toFixed(1)} ms  \n${rung.events.join('; ')}\n`);
  }
}
