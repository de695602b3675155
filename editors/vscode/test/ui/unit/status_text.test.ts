import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statusText } from '../../../src/status_text';
import type { IndexStatus } from '../../../src/wire';

const status: IndexStatus = {
  schema: 'index-status.v1', root: '/srv/a|b', index_directory: '/cache/x', generation: 3,
  index: { generation: 3, fresh: true, state: 'fresh', files: 12, behind: 0, unsaved: 0, reason: '' }, files: 12, units: 40, definitions: 31,
  languages: [{ language: 'python', files: 9 }, { language: '', files: 3 }], bytes: { sqlite: 1_000_000, text: 500_000 },
  skipped: [{ reason: 'binary', count: 2, examples: ['logo.png', '*a*.ico'] }], problems: ['helix.toml:3: no such option'],
  writable: true, writer: 7, head: '', source: 'git', versions: [],
};

test('the state of the index is text that needs no rendering', () => {
  const lines = statusText(status, '1.0', 'PATH').split('\n');
  for (const line of ['Folder       /srv/a|b', 'State        up to date', 'Files        12', 'Size         1.5 MB in /cache/x', '  python           9',
    '  other            3', '  binary: 2 (logo.png, *a*.ico)', '  helix.toml:3: no such option']) assert.ok(lines.includes(line), line);
  assert.ok(!lines.some(line => /^(#|\||- )|\|---|\*\*/.test(line)), 'no marks of Markdown');
});

test('whether answers are ordered by words only', () => {
  assert.match(statusText({ ...status, ordered: 'words' }, '1.0', 'PATH'), /^Ordered {6}by words only/m);
  assert.match(statusText({ ...status, ordered: 'meaning' }, '1.0', 'PATH'), /^Ordered {6}by meaning$/m);
  assert.doesNotMatch(statusText(status, '1.0', 'PATH'), /Ordered/);                    // a server that does not say
});

test('what is behind says why', () => {
  const text = (reason: string) => statusText({ ...status, index: { ...status.index, fresh: false, behind: 1, reason } }, '1.0', 'PATH');
  assert.match(text('1 file is still to be indexed'), /^State {8}1 file is still to be indexed$/m);
  assert.match(text(''), /^State {8}1 file behind$/m);
});
