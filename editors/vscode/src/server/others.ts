// Whether another language server answers for code in this window. It is known by its outline: ours never gives one for code.
import * as vscode from 'vscode';
import { CODE } from '../languages';

const SETTING = 'code.answers';

export class Others implements vscode.Disposable {
  private static one: Others | undefined;
  private readonly looks = new Map<string, Promise<boolean>>();
  /** What was seen holds until extensions come or go. */
  private readonly changed = vscode.extensions.onDidChange(() => this.looks.clear());

  /** The one of this window. */
  static of(context: vscode.ExtensionContext): Others {
    if (!Others.one) context.subscriptions.push(Others.one = new Others());
    return Others.one;
  }

  /** False for documents that are not code, and where the user wants our answers in any case. */
  async answer(document: vscode.TextDocument): Promise<boolean> {
    const language = document.languageId;
    if (!CODE.has(language) || vscode.workspace.getConfiguration('helixAsk', document.uri).get(SETTING) === 'always') return false;
    const known = this.looks.get(language);
    if (known) return known;
    const look = outlined(document.uri);
    this.looks.set(language, look);
    if (!await look && this.looks.get(language) === look) this.looks.delete(language);   // it may only not have started yet
    return look;
  }

  dispose(): void { this.changed.dispose(); }
}

async function outlined(uri: vscode.Uri): Promise<boolean> {
  try {
    return !!(await vscode.commands.executeCommand<unknown[] | undefined>('vscode.executeDocumentSymbolProvider', uri))?.length;
  } catch { return false; }
}
