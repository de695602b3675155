import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copyText, whole } from '../../../src/view/copy_text';
import { permalink, remoteOf } from '../../../src/view/permalink';
import { envelope, ref } from './made';

const COMMIT = 'c'.repeat(40);

test('the addresses that git keeps are read without what is secret in them', () => {
  for (const url of [
    'https://github.com/pallets/flask.git', 'https://user:secret@github.com/pallets/flask', 'git@github.com:pallets/flask.git', 'ssh://git@GitHub.com:22/pallets/flask.git/',
    'git://github.com/pallets/flask',
  ]) assert.deepEqual(remoteOf(url), { host: 'github.com', path: 'pallets/flask' }, url);
  for (const url of ['', '/srv/git/flask.git', '../flask', 'file:///srv/flask', 'C:\\flask', 'https://github.com/', 'javascript:alert(1)', 'https://github.com/a b']) assert.equal(remoteOf(url), undefined, url);
});

test('a place of a commit has an address at the hosts that are known', () => {
  const place = ref('src/a b#.py', 3, { end_line: 5, commit: COMMIT });
  const at = (host: string) => permalink({ host, path: 'o/r' }, place);
  assert.equal(at('github.com'), `https://github.com/o/r/blob/${COMMIT}/src/a%20b%23.py#L3-L5`);
  assert.equal(at('gitlab.com'), `https://gitlab.com/o/r/-/blob/${COMMIT}/src/a%20b%23.py#L3-5`);
  assert.equal(at('codeberg.org'), `https://codeberg.org/o/r/src/commit/${COMMIT}/src/a%20b%23.py#L3-L5`);
  assert.equal(at('bitbucket.org'), `https://bitbucket.org/o/r/src/${COMMIT}/src/a%20b%23.py#lines-3:5`);
  assert.equal(permalink({ host: 'github.com', path: 'o/r' }, ref('a.py', 7, { commit: COMMIT }), 'below/it'), `https://github.com/o/r/blob/${COMMIT}/below/it/a.py#L7`);
});

test('none where nobody could open it', () => {
  const committed = ref('a.py', 1, { commit: COMMIT });
  assert.equal(permalink({ host: 'git.example.org', path: 'o/r' }, committed), undefined);
  assert.equal(permalink(undefined, committed), undefined);
  assert.equal(permalink({ host: 'github.com', path: 'o/r' }, ref('a.py', 1)), undefined, 'bytes that no commit has');
});

test('what is copied has the addresses, and no hashes', () => {
  const text = copyText('q', envelope({ citations: [{ id: 1, range_ref: ref('a[1].py', 1, { commit: COMMIT }) }, { id: 2, range_ref: ref('b.py', 2, { end_line: 3 }) }] }),
    one => permalink({ host: 'github.com', path: 'o/r' }, one));
  assert.ok(text.endsWith(`1. [a\\[1\\].py:1](https://github.com/o/r/blob/${COMMIT}/a%5B1%5D.py#L1)\n2. b.py:2-3\n`), text);
  assert.doesNotMatch(text, /sha256/);
});

test('no fence is left open', () => {
  assert.equal(whole('a\n```python\nb'), 'a\n```python\nb\n```');
  assert.equal(whole('````\n```\nb'), '````\n```\nb\n````');
  for (const text of ['', 'a', '```\nb\n```', '~~~\n```\n~~~', '```\n``` x\n```']) assert.equal(whole(text), text);
});
