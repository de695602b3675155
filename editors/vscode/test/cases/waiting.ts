// While the first index of a larger project is being made: the editor says so, and has the proof afterwards.
import * as assert from 'node:assert';
import * as vscode from 'vscode';
import { extension, open, say, test, until } from '../support/harness';

export async function waiting(): Promise<void> {
  const { app } = (await extension()).exports;

  await test('a hover before the index is there says what is still to come, then becomes the proof', async () => {
    const editor = await open('README.md');
    const at = editor.document.positionAt(editor.document.getText().indexOf('ring_last') + 2);
    const shown = async () => {
      const found = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', editor.document.uri, at);
      return found.flatMap(hover => hover.contents.map(one => (one as vscode.MarkdownString).value)).join('\n') || undefined;
    };
    const early = await until('a hover', shown);
    say(`# ${early.replaceAll('\n', ' ')} (status: ${app.status.text})`);
    assert.match(early, /^Not indexed yet: `ring_last`/);
    const proof = await until('the proof', async () => {
      const text = await shown();
      return text && !text.startsWith('Not indexed yet') && text;
    }, 120_000);
    assert.match(proof, /ring_last\(bell\)/);
    assert.match(proof, /zenith\/last\.py/);
  });
}
