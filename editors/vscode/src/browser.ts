// In a browser without a machine behind it nothing of this extension can run. That is said once, whatever is pressed.
import * as vscode from 'vscode';

const SAYS = 'Helix Ask starts a program that reads your files, which a browser cannot. Open this folder in VS Code on a desktop, in a remote window or in a codespace.';

export function activate(context: vscode.ExtensionContext): void {
  const { commands } = (context.extension.packageJSON as { contributes: { commands: { command: string }[] } }).contributes;
  const say = () => vscode.window.showInformationMessage(SAYS);
  context.subscriptions.push(...commands.map(({ command }) => vscode.commands.registerCommand(command, say)));
}
