// `@helix` in the chat: the same question to the same server, its live events as progress, its places as references.
import * as vscode from 'vscode';
import { ask, EXPLAIN } from '../ask/ask';
import { carried, subject } from '../ask/follow';
import { folderName, folderOf, inItsFolder } from '../ask/in_folder';
import { inWords } from '../ask/in_words';
import { body } from '../markdown';
import { place, type Places } from '../places';
import type { Connection } from '../server/connect';
import type { AnswerEnvelope, ExplainResult } from '../wire';
import type { EditorModel } from './complete';

const SESSION = 'chat', ID = 'helixAsk.chat';

/** What an answer of the chat leaves for the next question: what it spoke of. */
interface Left { about: string }

export function chatHandler(connect: () => Promise<Connection>, places: Places, model: EditorModel): vscode.ChatRequestHandler {
  return async (request, context, stream, token): Promise<vscode.ChatResult | undefined> => {
    const connection = await connect().catch((error: Error) => error);
    if (connection instanceof Error) {
      stream.markdown(connection.message);
      stream.button({ command: 'helixAsk.showLog', title: 'Show Log' });
      return undefined;
    }
    if (request.command === 'explain') { await explain(connection, stream); return undefined; }
    if (!request.prompt.trim()) { stream.markdown('Ask one question about this repository, for example: *where is the configuration read?*'); return undefined; }
    const goesOn = carried(request.prompt, before(context.history));
    const question = await inItsFolder(connect, { question: goesOn?.question ?? request.prompt, sessionId: SESSION });
    if (!question) return undefined;
    const folder = folderName(question);
    if (goesOn || folder) stream.markdown(`*${[folder && `In ${folder}`, goesOn && `about \`${goesOn.about}\``].filter(Boolean).join(', ')}*\n\n`);
    if (request.command === 'brief') question.verbosity = 'brief';
    model.chosen = request.model;
    try {
      const envelope = await ask(connect, question, token, line => stream.progress(inWords(line)));
      if (!envelope) return undefined;
      await places.keep(envelope, folderOf(question));
      write(envelope, stream, places);
      return { metadata: { about: subject(envelope) } satisfies Left };
    } finally {
      model.chosen = undefined;
    }
  };
}

/** What the last answer of ours in this chat spoke of. */
function before(history: vscode.ChatContext['history']): string {
  const last = [...history].reverse().find((turn): turn is vscode.ChatResponseTurn => 'result' in turn && turn.participant === ID);
  const about = (last?.result.metadata as Partial<Left> | undefined)?.about;
  return typeof about === 'string' ? about : '';
}

/** Questions that go on from an answer. */
export const followups: vscode.ChatFollowupProvider = {
  provideFollowups(result) {
    const { about } = (result.metadata ?? {}) as Partial<Left>;
    if (!about || about.includes('/')) return [];
    return [`what uses \`${about}\`?`, `where is \`${about}\` tested?`].map(prompt => ({ prompt }));
  },
};

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
    stream.markdown(`${rung.number}. **${rung.rung}** ${rung.status}, ${(rung.elapsed_us / 1000).toFixed(1)} ms  \n${rung.events.map(inWords).join('; ')}\n`);
  }
}
