// Read-only texts that are opened on request: an answer as a document, what was sent to the editor's model, the state of the index.
import * as vscode from 'vscode';

const SCHEME = 'helix-ask', MOST = 20;

export class Documents implements vscode.Disposable, vscode.TextDocumentContentProvider {
  private readonly texts = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;                 // before the registration, which looks once whether there is one
  private readonly registered = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);
  private count = 0;

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? 'This text is not there any more.';
  }

  /** The ending of the name says what the text is: an editor shows Markdown and plain text alike, and only the first can be previewed. */
  async open(name: string, text: string): Promise<void> { await this.show(`/${++this.count}/${name}`, text); }

  /** The one document of this name: where it is open already its text is replaced. */
  async renew(name: string, text: string): Promise<void> { await this.show(`/${name}`, text); }

  private async show(path: string, text: string): Promise<void> {
    const uri = vscode.Uri.from({ scheme: SCHEME, path });
    this.texts.delete(uri.toString());                       // it becomes the youngest
    this.texts.set(uri.toString(), text);
    this.changed.fire(uri);
    for (const old of [...this.texts.keys()].slice(0, -MOST)) this.texts.delete(old);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false });
  }

  dispose(): void { this.registered.dispose(); this.changed.dispose(); }
}
