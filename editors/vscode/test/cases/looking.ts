// Hover, definition, mentions, check, index status, rebuild, trees, the pickers of the palette.
import * as assert from 'node:assert';
import * as vscode from 'vscode';
import { closePick, extension, open, picked, test, until } from '../support/harness';

export async function looking(): Promise<void> {
  const { app, said } = (await extension()).exports;

  await test('hover and definition on a name in a document, after an emoji', async () => {
    const editor = await open('docs/guide.md');
    const at = editor.document.positionAt(editor.document.getText().indexOf('PrintQueue.collect') + 2);
    const hovers = await until('a hover', async () => {
      const found = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', editor.document.uri, at);
      return found.length ? found : undefined;
    });
    const shown = hovers.flatMap(hover => hover.contents.map(one => (one as vscode.MarkdownString).value)).join('\n');
    assert.match(shown, /collect/);
    assert.match(shown, /printing\/queue\.py/);
    const places = await vscode.commands.executeCommand<(vscode.Location | vscode.LocationLink)[]>('vscode.executeDefinitionProvider', editor.document.uri, at);
    const uris = places.map(one => ('targetUri' in one ? one.targetUri : one.uri).path);
    assert.ok(uris.some(path => path.endsWith('/printing/queue.py')), uris.join());
  });

  await test('Markdown has its outline and its links from the editor alone', async () => {
    const { uri } = (await open('docs/guide.md')).document;
    const outline = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>('vscode.executeDocumentSymbolProvider', uri);
    const names = (outline ?? []).map(one => one.name);
    assert.deepStrictEqual(names, [...new Set(names)]);
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>('vscode.executeLinkProvider', uri);
    assert.ok(links.every(link => vscode.window.activeTextEditor!.document.getText(link.range).includes('.')), 'no name is underlined');
  });

  await test('mentions of a name', async () => {
    const editor = await open('mail/queue.py');
    const at = editor.document.positionAt(editor.document.getText().indexOf('take'));
    editor.selection = new vscode.Selection(at, at);
    const before = said.length;
    await vscode.commands.executeCommand('helixAsk.mentions');
    assert.deepStrictEqual(said.slice(before), []);
    await vscode.commands.executeCommand('closeReferenceSearch');
    if (!app.supervisor.running!.offers('helix/mentions')) return;
    const { uri } = editor.document;
    await vscode.commands.executeCommand('helixAsk.showMentions', { textDocument: { uri: uri.toString() }, position: { line: at.line, character: at.character } });
    assert.deepStrictEqual(said.slice(before), []);
  });

  await test('check of the documentation', async () => {
    const before = said.length;
    await vscode.commands.executeCommand('helixAsk.check');
    const offered = app.supervisor.running?.client.initializeResult?.capabilities.diagnosticProvider;
    if (!offered) assert.match(said.at(-1)!, /does not offer a check/);
    else assert.match(said.slice(before).join(), /stale/);
  });

  await test('a file and a paragraph, held against the code', async () => {
    for (const [command, title] of [['helixAsk.checkFile', '# `docs/guide.md` against'], ['helixAsk.checkParagraph', '# The paragraph at `docs/guide.md:']] as const) {
      await open('docs/guide.md');
      await vscode.commands.executeCommand(command);
      const page = await until('the page', () => {
        const text = vscode.window.activeTextEditor?.document.getText();
        return text?.startsWith(title) && text;
      });
      assert.match(page, /\d+ contradicted by code, \d+ borne out, \d+ that nobody can tell/);
    }
  });

  await test('index status as a document', async () => {
    await vscode.commands.executeCommand('helixAsk.status');
    const text = await until('the document', () => {
      const shown = vscode.window.activeTextEditor?.document;
      return shown?.uri.scheme === 'helix-ask' && shown.getText();
    });
    assert.match(text, /^State +up to date$/m);
    assert.match(text, /^  python +2$/m);
    assert.doesNotMatch(text, /^[|#]/m, 'an editor renders no Markdown');
    assert.equal(vscode.window.activeTextEditor?.document.languageId, 'plaintext');
    await vscode.commands.executeCommand('helixAsk.status');
    const named = vscode.window.tabGroups.all.flatMap(group => group.tabs).filter(tab => tab.label === 'index-status.txt');
    assert.equal(named.length, 1, 'one document, however often it is looked at');
  });

  await test('rebuild', async () => {
    const files = async () => (await app.supervisor.running!.request<{ files: number }>('helix/status', {})).files;
    const before = await files();
    await vscode.commands.executeCommand('helixAsk.rebuild');
    assert.match(said.at(-1)!, /made anew/);
    await until('all files again', async () => await files() === before);
  });

  await test('pin a tree, see a wrong name refused, clear', async () => {
    await vscode.commands.executeCommand('helixAsk.pin', ['no-such-tree']);
    assert.match(said.at(-1)!, /no-such-tree/);
    await until('the tree', async () => {                     // the index may still be made anew
      await vscode.commands.executeCommand('helixAsk.pin', ['queues']);
      return /pinned: queues/.test(said.at(-1)!);
    });
    await vscode.commands.executeCommand('helixAsk.unpin');
    assert.match(said.at(-1)!, /no tree is pinned/);
  });

  await test('commands that ask for words end quietly when dismissed', async () => {
    await open('mail/queue.py');
    for (const command of ['helixAsk.askQuestion', 'helixAsk.askFile', 'helixAsk.pin']) {
      assert.strictEqual(await picked(command, vscode.commands.executeCommand(command), closePick), undefined, command);
    }
    await vscode.commands.executeCommand('helixAsk.showLog');
  });
}
