// The server that came with the extension: found without a setting, run by a Python that has none of its libraries.
import * as assert from 'node:assert';
import * as fs from 'node:fs';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { AnswerEnvelope } from '../../src/wire';
import { extension, say, test, until } from '../support/harness';

export async function bundled(): Promise<void> {
  const { app } = (await extension()).exports;

  await test('it is found, and answers', async () => {
    const start = Date.now();
    const connection = await until('the server', () => app.supervisor.state.status?.quiescent && app.supervisor.running, 300_000);  // an environment is made first
    assert.match(connection.from, /^the extension, run by /);
    say(`# ready ${Date.now() - start} ms after the suite began`);
    const envelope = await vscode.commands.executeCommand<AnswerEnvelope>('helixAsk.askQuestion', { question: 'what does MailQueue do?' });
    assert.ok(envelope.citations.length);
  });

  await test('its environment is made once, and is empty but for a path', async () => {
    const folder = path.join(app.context.globalStorageUri.fsPath, 'environments');
    const made = fs.readdirSync(folder);
    assert.strictEqual(made.length, 1);
    const before = fs.statSync(path.join(folder, made[0]!)).ctimeMs;
    await app.supervisor.restart();
    assert.deepStrictEqual(fs.readdirSync(folder), made);
    assert.strictEqual(fs.statSync(path.join(folder, made[0]!)).ctimeMs, before);
  });
}
