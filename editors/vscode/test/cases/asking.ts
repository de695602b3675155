// A question: clarified, picked, answered; dismissed; asked about a selection; from a code action; its citations; suggestions.
import * as assert from 'node:assert';
import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import type { AnswerEnvelope } from '../../src/wire';
import { acceptPick, closePick, extension, folder, nextPick, open, picked, test, until } from '../support/harness';

const AMBIGUOUS = 'what does drain do?';
const ask = (question: unknown) => vscode.commands.executeCommand<AnswerEnvelope | undefined>('helixAsk.askQuestion', question);

function previewed(): string | undefined {
  const editor = vscode.window.visibleTextEditors.find(one => one.viewColumn === vscode.ViewColumn.Two && !one.selection.isEmpty);
  return editor && vscode.workspace.asRelativePath(editor.document.uri);
}

export async function asking(): Promise<void> {
  const { app, said } = (await extension()).exports;

  await test('ask, clarify with a preview beside, pick, answer', async () => {
    await open('README.md');
    const answering = ask({ question: AMBIGUOUS });
    const first = await until('a preview', previewed);
    await nextPick();
    const second = await until('the other preview', () => { const now = previewed(); return now !== first && now; });
    assert.deepStrictEqual([first, second].sort(), ['mail/queue.py', 'printing/queue.py']);
    await acceptPick();
    const envelope = await answering;
    assert.ok(envelope && !envelope.clarify, JSON.stringify([envelope?.clarify, said.at(-1)]));
    assert.strictEqual(envelope.mode, 'repo_grounded');
    assert.ok(envelope.citations.some(one => one.range_ref.path === second), JSON.stringify(envelope.citations));
    assert.ok(!envelope.citations.some(one => one.range_ref.path === first));
    assert.strictEqual(app.questions.all()[0], AMBIGUOUS);
    assert.ok(app.shownAnswers.length >= 1);
  });

  await test('a dismissed clarification loses nothing and closes its preview', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await open('README.md');
    const question = 'how does drain work?';
    const answering = ask({ question, sessionId: 'dismissed' });
    await until('a preview', previewed);
    await closePick();
    const envelope = await answering;
    assert.ok(envelope?.clarify);
    assert.strictEqual(app.questions.all()[0], question);
    await until('the preview to go', () => !previewed());
  });

  await test('a citation opens at exactly its bytes; moved is found, changed is stale', async () => {
    const envelope = await ask({ question: 'what does MailQueue do?' });
    const ref = envelope?.citations[0]?.range_ref;
    assert.ok(ref);
    const editor = await app.places.show(ref, { beside: false });
    const cited = editor.document.getText(editor.selection);
    assert.strictEqual(createHash('sha256').update(cited).digest('hex'), ref.content_sha256);
    await editor.edit(edit => edit.insert(new vscode.Position(0, 0), '# one\n# two\n'));
    const moved = await app.places.find(ref);
    assert.ok(!moved.stale);
    assert.strictEqual(moved.document.getText(moved.range), cited);
    await editor.edit(edit => edit.replace(moved.range, '# gone'));
    assert.ok((await app.places.find(ref)).stale);
    await until('the file as it was', async () => {           // what is reverted is the active editor, and the answer may take the focus meanwhile
      await vscode.window.showTextDocument(editor.document, vscode.ViewColumn.One);
      await vscode.commands.executeCommand('workbench.action.files.revert');
      return !editor.document.isDirty;
    });
    assert.ok(!(await app.places.find(ref)).stale);
  });

  await test('a place of a file that mixes its line ends is as cited', async () => {
    const root = vscode.workspace.workspaceFolders![0]!.uri, cited = 'two\r\nthree', whole = `one\r\n\n${cited}\n`;
    await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(root, 'docs', 'mixed.md'), Buffer.from(whole));
    const start = whole.indexOf(cited), lines = { start_line: 3, end_line: 4 };
    const hash = createHash('sha256').update(cited).digest('hex');
    const ref = { ...app.last!.envelope.citations[0]!.range_ref, path: 'docs/mixed.md', ...lines, start_byte: start, end_byte: start + cited.length, content_sha256: hash };
    const found = await app.places.find(ref);
    assert.ok(!found.stale);
    assert.deepStrictEqual([found.range.start.line, found.range.start.character, found.range.end.line, found.range.end.character], [2, 0, 3, 5]);
    await vscode.workspace.fs.delete(found.uri);
  });

  await test('a place outside the folder is refused', async () => {
    const ref = { ...app.last!.envelope.citations[0]!.range_ref, path: '../../etc/passwd' };
    assert.throws(() => app.places.uri(ref), /is not in/);
  });

  await test('ask about the selection', async () => {
    const editor = await open('mail/queue.py');
    const at = editor.document.getText().indexOf('MailQueue');
    editor.selection = new vscode.Selection(editor.document.positionAt(at), editor.document.positionAt(at));
    const envelope = await vscode.commands.executeCommand<AnswerEnvelope>('helixAsk.askSelection');
    assert.strictEqual(envelope?.question, 'what does `MailQueue` do?');
    assert.ok(envelope.citations.some(one => one.range_ref.path === 'mail/queue.py'));
  });

  await test('a code action of the server opens our answer', async () => {
    const editor = await open('mail/queue.py');
    const at = editor.document.positionAt(editor.document.getText().indexOf('MailQueue'));
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>('vscode.executeCodeActionProvider', editor.document.uri, new vscode.Range(at, at));
    const command = actions.map(action => action.command).find(one => one?.command === 'helixAsk.ask');
    assert.ok(command, JSON.stringify(actions));
    const before = app.last;
    await vscode.commands.executeCommand(command.command, ...(command.arguments ?? []));
    await until('another answer', () => app.last !== before);
  });

  await test('suggestions while typing: names of the index, earlier questions, free text first', async () => {
    const { pickQuestion } = await import('../../src/ask/question_pick');
    const { examples, suggestions } = await import('../../src/ask/suggestions');
    assert.ok((await examples(app.supervisor.running, {})).every(one => one.endsWith('?')));
    const asked: string[] = [];
    const symbols = async (query: string, token: vscode.CancellationToken) => {
      asked.push(query);
      return suggestions(app.supervisor.running, query, token);
    };
    const found = await symbols('MailQ', new vscode.CancellationTokenSource().token);
    assert.deepStrictEqual([found[0]?.name, found[0]?.where], ['MailQueue', 'mail/queue.py']);
    const picking = pickQuestion(app.questions, symbols, 'where is Queues');
    await until('the search for names', () => asked.includes('Queues'));
    assert.strictEqual(await picked('the question', picking, acceptPick), 'where is Queues');
    assert.strictEqual(await picked('no question', pickQuestion(app.questions, symbols, ''), closePick), undefined);
  });

  await test('a question that goes on is asked about what the answer before spoke of, and alone where that is wanted', async () => {
    await ask({ question: 'what does MailQueue do?' });
    assert.strictEqual((await ask({ question: 'what uses it?' }))?.question, 'what uses `MailQueue`?');
    await ask({ question: 'what does MailQueue do?' });
    assert.strictEqual((await app.ask({ question: 'what uses it?' }, true))?.question, 'what uses it?');
  });

  await test('open as document, copy, explain', async () => {
    const answers = await app.answers();
    assert.ok(answers.history().length >= 1);
    const { answerMarkdown } = await import('../../src/markdown');
    const { envelope } = app.last!;
    await app.documents.open('answer.md', answerMarkdown(envelope, ref => `${app.places.uri(ref)}#L${ref.start_line}`));
    const text = vscode.window.activeTextEditor!.document.getText();
    assert.ok(text.startsWith(`# ${envelope.question}`));
    for (const { range_ref } of envelope.citations) assert.ok(text.includes(`${range_ref.path}:${range_ref.start_line}`));
    await vscode.commands.executeCommand('helixAsk.explainLastAnswer');
    const trace = await app.supervisor.running!.request<AnswerEnvelope>('helix/explain', { sessionId: 'editor' });
    assert.ok(trace.trace && trace.trace.length >= 10);
    assert.deepStrictEqual(said.filter(line => line.startsWith('not ')), []);
    assert.ok(folder());
  });
}
