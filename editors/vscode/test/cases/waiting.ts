// While the first index of a larger project is being made: the editor says so, and has the proof afterwards.
import * as assert from 'node:assert';
import * as fs from 'node:fs';
import * as vscode from 'vscode';
import { extension, open, say, test, until } from '../support/harness';

export async function waiting(): Promise<void> {
  const { app } = (await extension()).exports;
  const question = 'what does ring_last do?';
  const shown = async () => {
    const editor = await open('README.md');
    const at = editor.document.positionAt(editor.document.getText().indexOf('ring_last') + 2);
    const found = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', editor.document.uri, at);
    return found.flatMap(hover => hover.contents.map(one => (one as vscode.MarkdownString).value)).join('\n') || undefined;
  };

  await test('a hover before the index is there says what is still to come', async () => {
    const early = await until('a hover', shown);
    say(`# ${early.replaceAll('\n', ' ')} (status: ${app.status.text})`);
    assert.match(early, /^Not indexed yet: `ring_last`/);
  });

  await test('an answer before the index is there has no verdict', async () => {
    const first = await app.ask({ question });
    assert.ok(first);
    const { index, mode, retrieval_plan: plan } = first;
    say(`# ${mode}, ${index.state}, ${index.files - index.behind} of ${index.files} files`);
    assert.equal(mode, 'provisional');
    assert.equal(plan.confidence.label, 'low');
    assert.equal(index.unsaved, 0);
  });

  await test('the hover becomes the proof', async () => {
    fs.rmSync(process.env.HELIX_HELD_BY!);
    const proof = await until('the proof', async () => {
      const text = await shown();
      return text && !text.startsWith('Not indexed yet') && text;
    });
    assert.match(proof, /ring_last\(bell\)/);
    assert.match(proof, /zenith\/last\.py/);
  });

  await test('the question is asked again by itself', async () => {
    const whole = await until('the answer of the whole index', async () => {
      const last = app.shownAnswers.at(-1)!;
      return last.question === question && last.envelope.index.fresh && last.envelope;
    }, 120_000);
    assert.equal(whole.mode, 'repo_grounded');
    assert.equal(app.shownAnswers.filter(one => one.question === question).length, 1, 'the provisional one is replaced');
  });
}
