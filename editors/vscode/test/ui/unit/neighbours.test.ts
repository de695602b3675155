// What the editor's own Markdown extension does is not done a second time, and other documents keep what only our server has.
import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import { besideMarkdown, PROVIDE } from '../../../src/server/neighbours';

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

test('the server is told to underline nothing and to complete only when asked', () => {
  assert.deepEqual(PROVIDE, { documentLink: false, completionTriggers: false });
});
