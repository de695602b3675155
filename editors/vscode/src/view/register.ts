// What the editor must know of before an answer is there: which panels can be brought back after a reload, and the side bar's view.

import * as vscode from 'vscode';
import type { AnswerView } from './answer_view';

/** `answers` gives the one view; it is made when something of it is to be shown. */
export function registerViews(context: vscode.ExtensionContext, answers: () => Promise<AnswerView>): void {
  context.subscriptions.push(
    vscode.window.registerWebviewPanelSerializer('helixAsk.answer', { deserializeWebviewPanel: async panel => (await answers()).adopt(panel) }),
    vscode.window.registerWebviewPanelSerializer('helixAsk.trace', { deserializeWebviewPanel: async (panel, state) => (await answers()).adoptTrace(panel, state) }),
    vscode.window.registerWebviewViewProvider('helixAsk.answers', { resolveWebviewView: async view => (await answers()).attach(view) }),
  );
}
