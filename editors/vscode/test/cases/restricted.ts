// A hostile folder in Restricted Mode: nothing is started, nothing is sent; after a click it is read, without a model.
import * as assert from 'node:assert';
import * as fs from 'node:fs';
import * as vscode from 'vscode';
import type { AnswerEnvelope } from '../../src/wire';
import { extension, sleep, test, until } from '../support/harness';

const { HELIX_EVIL: evil = '' } = process.env;

export async function restricted(): Promise<void> {
  const { app, said } = (await extension()).exports;

  await test('restricted, and said so', async () => {
    assert.strictEqual(vscode.workspace.isTrusted, false);
    await until('the status', () => app.status.text.startsWith('Restricted Mode'));
  });

  await test('nothing is started, whatever is run', async () => {
    const question = { question: 'what does MailQueue do?' };
    assert.strictEqual(await vscode.commands.executeCommand('helixAsk.askQuestion', question), undefined);
    assert.match(said.at(-1)!, /not trusted, so nothing was started/);
    for (const command of ['helixAsk.status', 'helixAsk.rebuild', 'helixAsk.check', 'helixAsk.pin', 'helixAsk.restart']) {
      await vscode.commands.executeCommand(command);
      assert.match(said.at(-1)!, /not trusted/, command);
    }
    await vscode.commands.executeCommand('helixAsk.installServer');
    assert.match(said.at(-1)!, /not trusted/);
    await assert.rejects(async () => vscode.lm.invokeTool('helix_ask', { input: question, toolInvocationToken: undefined }));
    await sleep(1000);
    assert.strictEqual(app.supervisor.starts, 0);
    assert.strictEqual(app.supervisor.pid, undefined);
    assert.ok(!fs.existsSync(evil));
    assert.strictEqual(app.questions.all()[0], question.question);
  });

  await test('after a click it is read: no model, no program of the folder', async () => {
    assert.strictEqual(await vscode.commands.executeCommand('helixAsk.readWithoutTrust'), true);
    await until('the server', () => app.supervisor.state.status?.quiescent && app.supervisor.running);
    const envelope = await vscode.commands.executeCommand<AnswerEnvelope>('helixAsk.askQuestion', { question: 'what does MailQueue do?' });
    assert.ok(envelope.citations.length);
    assert.strictEqual(envelope.model.calls, 0);              // though the machine's settings name a model
    assert.strictEqual(envelope.model.provider, 'none');
    assert.ok(!fs.existsSync(evil));
  });
}
