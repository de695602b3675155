// What the user looks at: also while the answer view, and no editor, has the focus.
import * as vscode from 'vscode';

/** The text editor of a file: the active one, else one that is visible. */
export function fileEditor(): vscode.TextEditor | undefined {
  const all = [vscode.window.activeTextEditor, ...vscode.window.visibleTextEditors];
  return all.find(editor => editor?.document.uri.scheme === 'file');
}

/** Its document, when it belongs to a folder of the workspace: that folder is asked. */
export function here(uri = fileEditor()?.document.uri): { textDocument?: { uri: string } } {
  return uri && vscode.workspace.getWorkspaceFolder(uri) ? { textDocument: { uri: uri.toString() } } : {};
}
