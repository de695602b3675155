// What the editor's own Markdown extension does is not done a second time, and other documents keep what only our server has.
import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import { besideMarkdown, besideServers, lensesIn, mentionedIn, PROVIDE, type Mention } from '../../../src/server/neighbours';

const page = { languageId: 'markdown' }, rst = { languageId: 'restructuredtext' };

test('nothing is drawn a second time in Markdown', () => {
  const middleware = besideMarkdown(() => true);
  const asked = () => assert.fail('the server was asked');
  assert.equal(middleware.provideDocumentSymbols(page, 0, asked), undefined);
  assert.equal(middleware.provideFoldingRanges(page, 0, 0, asked), undefined);
  assert.equal(middleware.provideSelectionRanges(page, [], 0, asked), undefined);
  assert.equal(middleware.prepareRename(page, 0, 0, asked), undefined);
  assert.equal(middleware.provideRenameEdits(page, 0, 'name', 0, asked), undefined);
});

test('other documents, and an editor without that extension, are served with all that was given', () => {
  for (const [there, document] of [[true, rst], [false, page]] as const) {
    const middleware = besideMarkdown(() => there);
    const given = (...all: unknown[]) => all;
    assert.deepEqual(middleware.provideDocumentSymbols(document, 't', given), [document, 't']);
    assert.deepEqual(middleware.provideFoldingRanges(document, 'c', 't', given), [document, 'c', 't']);
    assert.deepEqual(middleware.provideSelectionRanges(document, ['p'], 't', given), [document, ['p'], 't']);
    assert.deepEqual(middleware.prepareRename(document, 'p', 't', given), [document, 'p', 't']);
    assert.deepEqual(middleware.provideRenameEdits(document, 'p', 'n', 't', given), [document, 'p', 'n', 't']);
  }
});

test('headings of Markdown are listed once among the symbols of the workspace', async () => {
  const at = (path: string) => ({ location: { uri: { path } } });
  const found = [at('/w/README.MD'), at('/w/index.rst'), at('/w/mdwn.adoc')];
  assert.deepEqual(await besideMarkdown(() => true).provideWorkspaceSymbols('q', 0, () => found), found.slice(1));
  assert.deepEqual(await besideMarkdown(() => false).provideWorkspaceSymbols('q', 0, () => found), found);
  assert.equal(await besideMarkdown(() => true).provideWorkspaceSymbols('q', 0, () => undefined), undefined);
});

test('references and completion in Markdown are ours on names of the code, and the editor\'s on headings and links', () => {
  const middleware = besideMarkdown(() => true);
  const asks = (text: string, mark: string, act: 'provideReferences' | 'provideCompletionItem', languageId = 'markdown') => {
    let asked = false;
    const document = { languageId, lineAt: () => ({ text }) };
    middleware[act](document, { line: 0, character: text.indexOf(mark) + 1 }, 0, 0, () => { asked = true; });
    return asked;
  };
  assert.equal(asks('## Washing', 'W', 'provideReferences'), false);
  assert.equal(asks('see [Washing](#washing) and more', '#', 'provideReferences'), false);
  assert.equal(asks('see [Washing](#washing) and `more`', 'more', 'provideReferences'), true);
  assert.equal(asks('## The `ring_bell` call', 'ring', 'provideReferences'), true);
  assert.equal(asks('## Washing', 'W', 'provideReferences', 'restructuredtext'), true);
  assert.equal(asks('see [Washing](#wash', '#', 'provideCompletionItem'), false);
  assert.equal(asks('see `ring_b', 'ring', 'provideCompletionItem'), true);
  assert.equal(asks('see `list](ring', 'ring', 'provideCompletionItem'), true);
});

test('lenses are asked for in code alone', () => {
  const { provideCodeLenses } = lensesIn(new Set(['python']));
  const asked = (languageId: string) => provideCodeLenses({ languageId }, 't', (_document, token) => token);
  assert.equal(asked('python'), 't');
  assert.equal(asked('markdown'), undefined);
});

test('the server is told to underline nothing and to complete only when asked', () => {
  assert.deepEqual(PROVIDE, { documentLink: false, completionTriggers: false });
});

const mention = (path: string, line: number, said = 'code span'): Mention => (
  { uri: `file:///w/${path}`, path, line, said, range: { start: { line: line - 1, character: 0 }, end: { line: line - 1, character: 4 } } }
);

test('a line names each document once, the first three as links, and no comment of the code', () => {
  assert.equal(mentionedIn({ mentions: [] }), undefined);
  assert.equal(mentionedIn({ mentions: [mention('src/a.py', 3, 'docstring'), mention('src/b.py', 4, 'comment')] }), undefined);
  const four = ['a_b.md', 'b.md', 'c.md', 'd.md'].flatMap(path => [mention(path, 2), mention(path, 9)]);
  assert.equal(mentionedIn({ mentions: four }), 'Mentioned in [a\\_b.md:2](file:///w/a_b.md#L2), [b.md:2](file:///w/b.md#L2), [c.md:2](file:///w/c.md#L2) and 1 more');
});

test('where another server answers for the code only documents are told, elsewhere everything', async () => {
  const code = { languageId: 'python' }, place = { line: 1, character: 1 };
  const found = [mention('docs/guide.md', 7)];
  const beside = (there: boolean, mentions = found) => besideServers<typeof code, typeof place, string, string, string>(
    { another: async () => there, mentions: async () => ({ mentions }) }, line => line, one => one.path,
  );
  const asked = () => assert.fail('the server was asked');
  assert.equal(await beside(true).provideHover(code, place, 't', asked), 'Mentioned in [docs/guide.md:7](file:///w/docs/guide.md#L7)');
  assert.equal(await beside(true, []).provideHover(code, place, 't', asked), undefined);
  assert.equal(await beside(true).provideDefinition(code, place, 't', asked), undefined);
  assert.deepEqual(await beside(true).provideReferences(code, place, 'c', 't', asked), ['docs/guide.md']);
  const given = (...all: unknown[]) => all;
  assert.deepEqual(await beside(false).provideHover(code, place, 't', given), [code, place, 't']);
  assert.deepEqual(await beside(false).provideDefinition(code, place, 't', given), [code, place, 't']);
  assert.deepEqual(await beside(false).provideReferences(code, place, 'c', 't', given), [code, place, 'c', 't']);
});
