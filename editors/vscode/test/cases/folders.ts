// A window with two folders: a question is asked where its names stand, and says of which folder its answer is.
import * as assert from 'node:assert';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { AnswerEnvelope } from '../../src/wire';
import { closePick, extension, picked, test, until } from '../support/harness';

export async function folders(): Promise<void> {
  const { app } = (await extension()).exports;
  const ask = (question: string) => vscode.commands.executeCommand<AnswerEnvelope | undefined>('helixAsk.askQuestion', question);
  const named = (name: string) => vscode.workspace.workspaceFolders!.find(folder => folder.name === name)!;
  const told = () => vscode.window.tabGroups.all.flatMap(group => group.tabs).map(tab => tab.label);

  await test('both folders are ready', async () => {
    await until('a quiet server', () => app.supervisor.running && app.supervisor.state.status?.quiescent);
    assert.deepStrictEqual(vscode.workspace.workspaceFolders?.map(folder => folder.name), ['bells', 'yard']);
  });

  await test('asked where the name stands, and named in the title; its places are those of that folder', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const envelope = await ask('what does CraneBoom do?');
    const ref = envelope?.citations[0]?.range_ref;
    assert.strictEqual(ref?.path, 'crane.py');
    assert.strictEqual(app.places.uri(ref).fsPath, path.join(named('yard').uri.fsPath, 'crane.py'));
    await until('the title', () => told().some(label => label.startsWith('yard: ')));
  });

  await test('also when a file of the other folder is looked at', async () => {
    await vscode.window.showTextDocument(vscode.Uri.joinPath(named('yard').uri, 'crane.py'), { viewColumn: vscode.ViewColumn.One });
    const envelope = await ask('what does MailQueue do?');
    assert.ok(envelope?.citations.some(one => one.range_ref.path === 'mail/queue.py'), JSON.stringify(envelope?.citations));
    await until('the title', () => told().some(label => label.startsWith('bells: ')));
  });

  await test('where neither has a word of it the user is asked', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand('workbench.action.focusSideBar');
    assert.strictEqual(await picked('no folder', ask('zymurgy quixotry?'), closePick), undefined);
  });
}
