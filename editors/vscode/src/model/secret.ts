// The commands that give the editor the key of a model to keep, and take it back.
import * as vscode from 'vscode';
import { SECRET } from '../server/secret';
import { inform } from '../trouble';

export async function setModelKey(context: vscode.ExtensionContext): Promise<boolean> {
  const key = await vscode.window.showInputBox({
    title: 'Helix Ask: key of the model', prompt: 'Kept by the editor, and given to nobody but the server of Helix Ask.', password: true, ignoreFocusOut: true,
    validateInput: text => (/[\s\0]/.test(text.trim()) ? 'A key has no spaces.' : undefined),
  });
  if (!key?.trim()) return false;
  await context.secrets.store(SECRET, key.trim());
  inform('the key is kept; the server is started again with it.');
  return true;
}

export async function forgetModelKey(context: vscode.ExtensionContext): Promise<void> {
  await context.secrets.delete(SECRET);
  inform('the key is forgotten.');
}
