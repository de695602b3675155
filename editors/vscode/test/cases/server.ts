// The process: killed and started again, given up, restarted; one that is too old; one that is not there.
import * as assert from 'node:assert';
import * as vscode from 'vscode';
import type { AnswerEnvelope } from '../../src/wire';
import { alive, children, extension, say, set, sleep, test, until } from '../support/harness';

const { HELIX_OLD_SERVER: old = '' } = process.env;

export async function server(): Promise<void> {
  const { app, said } = (await extension()).exports;
  const { supervisor } = app;
  const running = (not: number | undefined) => until('another server', () => (
    supervisor.running && supervisor.state.phase === 'running' && supervisor.state.status?.quiescent && supervisor.pid !== not ? supervisor.pid : undefined
  ));
  const ask = () => vscode.commands.executeCommand<AnswerEnvelope>('helixAsk.askQuestion', { question: 'what does PrintQueue do?' });
  const own = vscode.workspace.getConfiguration('helixAsk').get('server.path');

  await test('killed, it comes back and answers', async () => {
    await supervisor.restart();
    const pid = await running(undefined), start = Date.now();
    process.kill(pid, 'SIGKILL');
    await running(pid);
    say(`# back ${Date.now() - start} ms after kill -9, first pause included`);
    assert.ok((await ask()).citations.length);
  });

  await test('killed, and asked before the news of it', async () => {
    for (let i = 0; i < 3; i++) {
      await supervisor.restart();
      const pid = await running(undefined);
      process.kill(pid, 'SIGKILL');
      assert.ok((await ask())?.citations.length, JSON.stringify([i, said.at(-1)]));
      assert.notStrictEqual(supervisor.pid, pid);
    }
  });

  await test('killed while it has the question: asked once more by itself', async () => {
    await supervisor.restart();
    const pid = await running(undefined);
    process.kill(pid, 'SIGSTOP');                            // it has the question and cannot answer
    const answering = ask();
    await sleep(400);
    process.kill(pid, 'SIGKILL');
    assert.ok((await answering)?.citations.length, said.at(-1));
    assert.notStrictEqual(supervisor.pid, pid);
  });

  const serving = () => children(process.pid, 'serve\0--stdio');
  const companions = (of: number) => children(of, 'companion.program');
  const kill = (pid: number) => process.kill(pid, 'SIGKILL');
  const another = (name: string, known: number[], of: () => number[]) => until(name, () => of().find(pid => !known.includes(pid)));

  await test('killed twice in a row while it has the question', async () => {
    await supervisor.restart();
    const first = await running(undefined);
    process.kill(first, 'SIGSTOP');
    const answering = ask();
    await sleep(400);
    kill(first);
    const second = await until('another server', () => supervisor.running && supervisor.pid !== first && supervisor.pid);
    kill(second);
    assert.ok((await answering)?.citations.length, said.at(-1));
    assert.ok(![first, second].includes(supervisor.pid!));
  });

  await test('killed before it is ready, twice in a row: the question that waits is answered', async () => {
    const known = serving();
    const again = supervisor.restart();
    const answering = ask();
    for (let i = 0; i < 2; i++) {
      known.push(await another('a process that starts', known, serving));
      kill(known.at(-1)!);
    }
    assert.ok((await answering)?.citations.length, said.at(-1));
    await again;
    assert.ok(!known.includes(supervisor.pid!));
  });

  await test('killed as soon as it is ready, while it looks at the files', async () => {
    await supervisor.restart();
    const pid = supervisor.pid!;
    kill(pid);
    assert.ok((await ask())?.citations.length, said.at(-1));
    assert.notStrictEqual(supervisor.pid, pid);
  });

  await test('killed right after an answer, and asked again at once', async () => {
    await supervisor.restart();
    assert.ok((await ask()).citations.length);
    const pid = supervisor.pid!;
    kill(pid);
    assert.ok((await ask())?.citations.length, said.at(-1));
    assert.notStrictEqual(supervisor.pid, pid);
  });

  await test('its second process killed, also with the question: the server stays and answers', async () => {
    await supervisor.restart();
    const pid = await running(undefined);
    const first = await another('the second process', [], () => companions(pid));
    kill(first);
    assert.ok((await ask())?.citations.length, said.at(-1));
    const second = await another('another one', [first], () => companions(pid));
    process.kill(second, 'SIGSTOP');
    const answering = ask();
    await sleep(400);
    kill(second);
    const third = await another('a third one', [first, second], () => companions(pid));
    kill(third);
    assert.ok((await answering)?.citations.length, said.at(-1));
    assert.strictEqual(supervisor.pid, pid);
  });

  await test('killed while its second process hangs: the end is seen all the same', async () => {
    await supervisor.restart();
    const pid = await running(undefined);
    const hanging = await another('the second process', [], () => companions(pid));
    process.kill(hanging, 'SIGSTOP');
    try {
      kill(pid);
      await until('another server', () => supervisor.running && supervisor.pid !== pid);
    } finally {
      process.kill(hanging, 'SIGCONT');
    }
    assert.ok((await ask())?.citations.length, said.at(-1));
  });

  await test('a start that hangs is given up by a restart, and the question that waits is answered', async () => {
    const known = serving();
    const hung = supervisor.restart();
    const hanging = await another('a process that starts', known, serving);
    process.kill(hanging, 'SIGSTOP');
    const answering = ask();
    await sleep(400);
    assert.strictEqual(supervisor.state.phase, 'starting');
    await supervisor.restart();
    assert.ok((await answering)?.citations.length, said.at(-1));
    await hung;
    assert.ok(!alive(hanging));
  });

  await test('restarted while it has the question: the question is answered all the same', async () => {
    const pid = await running(undefined);
    process.kill(pid, 'SIGSTOP');
    const answering = ask();
    await sleep(400);
    await supervisor.restart();
    assert.ok((await answering)?.citations.length, said.at(-1));
    assert.ok(!alive(pid));
  });

  await test('the command restarts it, and nothing is left of the old one', async () => {
    const pid = await running(undefined);
    await vscode.commands.executeCommand('helixAsk.restart');
    assert.notStrictEqual(await running(pid), pid);
    await until('the old one to be gone', () => !alive(pid));
  });

  await test('many restarts at once are one after the other', async () => {
    const before = supervisor.starts;
    await Promise.all([supervisor.restart(), supervisor.restart(), supervisor.connect()]);
    assert.strictEqual(supervisor.starts, before + 2);
    assert.ok(supervisor.running);
  });

  await test('five deaths within three minutes are enough', async () => {
    await supervisor.restart();
    let pid: number | undefined;
    for (let i = 0; i < 5; i++) {
      pid = await until('a process', () => supervisor.running && supervisor.pid !== pid && supervisor.pid);
      process.kill(pid!, 'SIGKILL');
      await until('its end to be seen', () => supervisor.pid !== pid || supervisor.state.phase === 'failed');
    }
    await until('the end of trying', () => supervisor.state.phase === 'failed');
    assert.match(said.at(-1)!, /died 5 times/);
    assert.strictEqual(app.status.text, 'the server does not run');
    await vscode.commands.executeCommand('helixAsk.restart');
    await running(undefined);
  });

  await test('a server that is too old is named', async () => {
    await set('server.path', old);
    await until('the refusal', () => supervisor.state.phase === 'failed');
    assert.match(supervisor.state.detail, /version 0\.0\.9.*needs 0\.1\.0 or newer/);
    assert.strictEqual(await ask(), undefined);
    assert.match(said.at(-1)!, /0\.0\.9/);
  });

  await test('a server that is not there is named', async () => {
    await set('server.path', '/nowhere/helix-lsp');
    await until('the refusal', () => supervisor.state.phase === 'missing');
    assert.match(supervisor.state.detail, /names \/nowhere\/helix-lsp, which cannot be run/);
    await set('server.path', 'helix-lsp');
    await until('the refusal', () => /must be an absolute path/.test(supervisor.state.detail));
    await set('server.path', undefined);
    await until('nothing found', () => /was not found on this machine/.test(supervisor.state.detail));
    assert.strictEqual(await ask(), undefined);
    assert.match(said.at(-1)!, /was not found on this machine/);
    assert.strictEqual(app.questions.all()[0], 'what does PrintQueue do?');
    await set('server.path', own);
    await running(undefined);
    assert.ok((await ask()).citations.length);
  });
}
