// The tool for the editor's agents: one question, the answer with its places as text.
import * as vscode from 'vscode';
import { ask, type Question } from '../ask/ask';
import { body } from '../markdown';
import { place } from '../places';
import type { Connection } from '../server/connect';
import type { AnswerEnvelope } from '../wire';

interface Input { question: string; file?: string; token?: string; optionId?: string }

export class AskTool implements vscode.LanguageModelTool<Input> {
  constructor(private readonly connect: () => Promise<Connection>) {}

  prepareInvocation({ input }: vscode.LanguageModelToolInvocationPrepareOptions<Input>): vscode.PreparedToolInvocation {
    return { invocationMessage: `Asking the repository: ${input.question}` };
  }

  async invoke({ input }: vscode.LanguageModelToolInvocationOptions<Input>, token: vscode.CancellationToken): Promise<vscode.LanguageModelToolResult> {
    if (typeof input.question !== 'string' || !input.question.trim()) throw new Error('Give one question in plain English as `question`.');
    const question: Question = { question: input.question, sessionId: 'tool' };
    if (input.file) question.textDocument = { uri: vscode.Uri.file(input.file).toString() };
    if (input.token && input.optionId) question.clarify = { token: input.token, optionId: input.optionId };
    const envelope = await ask(this.connect, question, token, () => undefined);
    if (!envelope) throw new vscode.CancellationError();
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(forModel(envelope))]);
  }
}

/** Plain text: the words, the places, and how to go on. */
export function forModel(envelope: AnswerEnvelope): string {
  const lines = [body(envelope)];
  if (envelope.citations.length) lines.push('', 'Places:', ...envelope.citations.map(one => `[${one.id}] ${place(one.range_ref)}`));
  if (envelope.clarify) {
    lines.push('', `The question can mean several things. Call again with the same question, token "${envelope.clarify.token}" and one of these as optionId:`);
    lines.push(...envelope.clarify.options.map(option => `- ${option.id}: ${option.label} (${option.detail})`));
  }
  if (envelope.mode === 'no_evidence') lines.push('', 'Nothing in this repository answers the question. Say so; do not guess.');
  if (envelope.mode === 'provisional') lines.push('', 'Most of this repository is not read yet: this is provisional. Say so, and ask again in a moment.');
  if (!envelope.index.fresh) lines.push('', `The index is behind: ${envelope.index.reason}`);
  return lines.join('\n');
}
