// The six tools for agents (docs/how-to/use-from-an-agent.md): VS Code 1.101 and newer ask here how the door is started. It serves the folders of
// this window and no other, and only when they are trusted.
import * as vscode from 'vscode';
import { environment } from './server/options';
import { findServer } from './server/find';

// the API came with 1.101; the types are those of the oldest editor that the extension runs in
interface Definition { readonly label: string }
interface Provider {
  onDidChangeMcpServerDefinitions: vscode.Event<void>;
  provideMcpServerDefinitions(): Promise<Definition[]>;
}
interface Since1101 {
  lm: { registerMcpServerDefinitionProvider?(id: string, provider: Provider): vscode.Disposable };
  McpStdioServerDefinition?: new (label: string, command: string, args: string[], env: Record<string, string>, version?: string) => Definition;
}

/** Registers the provider; nothing where the editor is older. The program is looked for when the editor asks. */
export function registerMcp(context: vscode.ExtensionContext): vscode.Disposable[] {
  const { lm, McpStdioServerDefinition: Stdio } = vscode as unknown as Since1101;
  if (!lm.registerMcpServerDefinitionProvider || !Stdio) return [];
  const changed = new vscode.EventEmitter<void>();
  const provider: Provider = {
    onDidChangeMcpServerDefinitions: changed.event,
    async provideMcpServerDefinitions() {
      const folders = (vscode.workspace.workspaceFolders ?? []).filter(folder => folder.uri.scheme === 'file');
      if (!vscode.workspace.isTrusted || folders.length === 0) return [];
      const search = await findServer(context);
      if ('missing' in search) return [];
      const { command, args } = search.found;
      const before = args.slice(0, args.indexOf('serve'));                 // `-I -m helix_lsp` where a Python runs it
      const roots = folders.flatMap(folder => ['--root', folder.uri.fsPath]);
      return [new Stdio('Helix Ask', command, [...before, 'mcp', ...roots], { ...environment(context, false), PYTHONSAFEPATH: '1' })];
    },
  };
  const renew = () => { changed.fire(); };
  return [
    changed,
    vscode.workspace.onDidChangeWorkspaceFolders(renew),
    vscode.workspace.onDidGrantWorkspaceTrust(renew),
    lm.registerMcpServerDefinitionProvider('helixAsk.mcp', provider),
  ];
}
