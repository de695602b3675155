// Models: the editor's own (with consent, without), a program that is slow (cancel), the tool for agents.
import * as assert from 'node:assert';
import * as fs from 'node:fs';
import * as vscode from 'vscode';
import type { AnswerEnvelope } from '../../src/wire';
import { alive, extension, say, set, sleep, test, until } from '../support/harness';

const QUESTION = 'what does MailQueue do?';
const { HELIX_PYTHON: python = '', HELIX_SLOW: slow = '', HELIX_MARKER: marker = '' } = process.env;
type Sent = { system: string; prompt: string };

export async function models(): Promise<void> {
  const { app, said } = (await extension()).exports;
  const ask = () => vscode.commands.executeCommand<AnswerEnvelope | undefined>('helixAsk.askQuestion', { question: QUESTION });
  const changed = async (key: string, value: unknown) => {
    const before = app.supervisor.pid;
    await set(key, value);
    await until(`a server with ${key}`, () => app.supervisor.pid !== before && app.supervisor.state.status?.quiescent && app.supervisor.running);
  };

  await test('language-model tool: an answer with places, options, and a choice among them', async () => {
    const use = async (input: object) => {
      const reply = await vscode.lm.invokeTool('helix_ask', { input, toolInvocationToken: undefined });
      return (reply.content[0] as vscode.LanguageModelTextPart).value;
    };
    assert.ok(vscode.lm.tools.some(tool => tool.name === 'helix_ask'));
    assert.match(await use({ question: QUESTION }), /Places:\n\[1\] mail\/queue\.py:\d+/);
    const options = await use({ question: 'what does drain do?' });
    const token = /token "([^"]+)"/.exec(options)?.[1];
    const optionId = /^- (\S+): /m.exec(options)?.[1];
    assert.ok(token && optionId, options);
    assert.match(await use({ question: 'what does drain do?', token, optionId }), /Places:/);
    await assert.rejects(async () => use({ question: '' }));
  });

  await test('chat participant: progress, citations as anchors, meanings as buttons, explain', async () => {
    const { chatHandler } = await import('../../src/model/participant');
    const handler = chatHandler(() => app.supervisor.connect(), app.places, app.model);
    const chat = async (prompt: string, command?: string) => {
      const heard = { markdown: '', progress: [] as string[], anchors: [] as vscode.Location[], buttons: [] as vscode.Command[] };
      const stream = {
        markdown: (text: string) => { heard.markdown += text; }, progress: (text: string) => { heard.progress.push(text); },
        anchor: (at: vscode.Location) => { heard.anchors.push(at); }, button: (command: vscode.Command) => { heard.buttons.push(command); },
        reference: () => undefined,
      } as unknown as vscode.ChatResponseStream;
      const cancel = new vscode.CancellationTokenSource();
      await handler({ prompt, command } as vscode.ChatRequest, { history: [] } as unknown as vscode.ChatContext, stream, cancel.token);
      return heard;
    };
    const answer = await chat(QUESTION);
    assert.ok(answer.progress.length >= 5, answer.progress.join());   // the live events
    assert.ok(answer.anchors.length && answer.anchors.every(at => at.uri.path.endsWith('.py') || at.uri.path.endsWith('.md')));
    const explained = (await chat('', 'explain')).markdown;
    assert.match(explained, /envelope/);
    assert.doesNotMatch(explained, /platonic|rattling|arbiter|micro-pass/i);
    const options = await chat('what does drain do?');
    assert.ok(options.buttons.length >= 2);
    const chosen = await vscode.commands.executeCommand<AnswerEnvelope>(options.buttons[0]!.command, ...(options.buttons[0]!.arguments ?? []));
    assert.ok(chosen && !chosen.clarify && chosen.citations.length);
    assert.match((await chat('  ')).markdown, /Ask one question/);
  });

  await test('the model of the editor is not asked without consent', async () => {
    await changed('model.provider', 'client');
    const sent = await vscode.commands.executeCommand<Sent[]>('helix-test-model.sent');
    const envelope = await ask();                             // the dialog is refused by the test run, as by a user who closes it
    assert.ok(envelope);
    assert.strictEqual((await vscode.commands.executeCommand<Sent[]>('helix-test-model.sent')).length, sent.length);
    assert.strictEqual(envelope.model.status, 'refused');
    assert.ok(envelope.citations.length, 'the answer is there without the model');
  });

  await test('with consent it is asked once, and what was sent can be seen', async () => {
    await changed('model.consent', true);
    const before = (await vscode.commands.executeCommand<Sent[]>('helix-test-model.sent')).length;
    const envelope = await ask();
    const sent = await vscode.commands.executeCommand<Sent[]>('helix-test-model.sent');
    assert.strictEqual(sent.length, before + 1);
    assert.strictEqual(envelope?.model.calls, 1);
    say(`# model: ${envelope.model.provider} ${envelope.model.name} ${envelope.model.status} ${envelope.model.reason}`);
    await vscode.commands.executeCommand('helixAsk.showPrompt');
    const shown = vscode.window.activeTextEditor!.document.getText();
    assert.ok(shown.includes(sent.at(-1)!.prompt) && shown.includes(sent.at(-1)!.system));
    await changed('model.consent', undefined);
  });

  await test('cancel ends the work of the server', async () => {
    await set('model.command', [python, slow, marker]);
    await changed('model.provider', 'command');
    fs.rmSync(marker, { force: true });
    const start = Date.now();
    const answering = ask();
    const pid = await until('the slow program', () => fs.existsSync(marker) && Number(fs.readFileSync(marker, 'utf8')));
    assert.ok(alive(pid));
    app.cancel();
    assert.strictEqual(await Promise.race([answering, sleep(120_000).then(() => 'not cancelled')]), undefined);
    await until('the program to end', () => !alive(pid));
    say(`# cancelled after ${Date.now() - start} ms; the program would have taken 60 s`);
    assert.strictEqual(app.questions.all()[0], QUESTION);
  });

  await test('a server that dies under a question: said, and the next one answers', async () => {
    fs.rmSync(marker, { force: true });
    const answering = ask();
    await until('the slow program', () => fs.existsSync(marker) && fs.readFileSync(marker, 'utf8'));
    const pid = app.supervisor.pid!;
    process.kill(pid, 'SIGKILL');
    assert.strictEqual(await answering, undefined);
    assert.match(said.at(-1)!, /server ended before it answered/);
    await until('another server', () => app.supervisor.running && app.supervisor.pid !== pid && app.supervisor.state.status?.quiescent);
    app.supervisor.restart().catch(() => undefined);          // the first death is forgotten for what follows
    await set('model.command', undefined);
    await set('model.provider', undefined);
    await until('a server without a model', () => app.supervisor.running && app.supervisor.state.status?.quiescent);
    await sleep(500);
    assert.ok((await ask())?.citations.length);
  });
}
