// `helix/complete`: the server asks the editor's own model, at most once for a question.
import * as vscode from 'vscode';
import type { Completed, CompleteParams } from '../server/connect';
import { askConsent, consented } from './consent';

export class EditorModel {
  last: CompleteParams | undefined;                           // what was sent last, or would have been
  chosen: vscode.LanguageModelChat | undefined;               // the chat's model, while a chat request asks

  constructor(private readonly show: (params: CompleteParams, model: string) => Thenable<void>) {}

  async complete(params: CompleteParams, token: vscode.CancellationToken): Promise<Completed> {
    this.last = params;
    if (!vscode.workspace.isTrusted) throw new Error('Restricted Mode: no model is asked');
    const model = await this.pick(params.model);
    if (!model) throw new Error(params.model ? `the editor has no model named ${params.model}` : 'the editor offers no language model');
    const agreed = consented() || await askConsent(model.name, params, () => this.show(params, model.name), token);
    if (!agreed) throw new Error('the user did not agree to send anything to the model');
    try {
      // the interface has no system messages: the instructions come first in a message of their own
      const messages = [vscode.LanguageModelChatMessage.User(params.system), vscode.LanguageModelChatMessage.User(params.prompt)];
      const why = { justification: 'Helix Ask writes the answer to your question from the quoted places.', modelOptions: { max_tokens: params.maxTokens } };
      const reply = await model.sendRequest(messages, why, token);
      let text = '';
      for await (const part of reply.text) text += part;
      return { text, finishReason: 'stop', model: `${model.vendor}/${model.id}` };
    } catch (error) {
      if (error instanceof vscode.LanguageModelError) throw new Error(`the editor's model refused: ${error.message}`);
      throw error;
    }
  }

  private async pick(name: string): Promise<vscode.LanguageModelChat | undefined> {
    if (!name) return this.chosen ?? (await vscode.lm.selectChatModels())[0];
    const all = await vscode.lm.selectChatModels();
    return all.find(model => [model.id, model.name, model.family, `${model.vendor}/${model.id}`].includes(name));
  }
}
