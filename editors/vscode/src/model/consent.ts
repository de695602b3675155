// Whether the user agrees that a question and quoted lines go to the editor's model. Nothing is passed on without.
import * as vscode from 'vscode';
import type { CompleteParams } from '../server/connect';

const SETTING = 'model.consent';

export function consented(): boolean {
  return vscode.workspace.getConfiguration('helixAsk').inspect<boolean>(SETTING)?.globalValue === true;
}

/** Asks, and shows what would be sent when the user wants to see it. */
export async function askConsent(model: string, params: CompleteParams, show: () => Thenable<void>, token: vscode.CancellationToken): Promise<boolean> {
  const size = params.system.length + params.prompt.length;
  const message = `Send your question and quoted lines of this repository (${size} characters) to ${model}?`;
  const detail = 'Helix Ask does not see where that model runs. Without it the answer is written from quotations alone.';
  for (;;) {
    const chosen = await vscode.window.showWarningMessage(message, { modal: true, detail }, 'Send Once', 'Always on This Machine', 'Show What Is Sent');
    if (token.isCancellationRequested) return false;
    if (chosen === 'Send Once') return true;
    if (chosen === 'Always on This Machine') {
      await vscode.workspace.getConfiguration('helixAsk').update(SETTING, true, vscode.ConfigurationTarget.Global);
      return true;
    }
    if (chosen !== 'Show What Is Sent') return false;
    await show();
    const after = await vscode.window.showWarningMessage(message, 'Send Once', 'Always on This Machine', 'Do Not Send');   // not modal: it can be read
    if (token.isCancellationRequested || !after || after === 'Do Not Send') return false;
    if (after === 'Always on This Machine') await vscode.workspace.getConfiguration('helixAsk').update(SETTING, true, vscode.ConfigurationTarget.Global);
    return true;
  }
}
