// The views' pure parts under Node's own runner: each test file is bundled beside the others in a scratch folder and run there.
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const here = path.join(import.meta.dirname, 'unit');
const made = fs.mkdtempSync(path.join(os.tmpdir(), 'helix-unit-'));
try {
  const tests = fs.readdirSync(here).filter(name => name.endsWith('.test.ts')).map(name => path.join(here, name));
  await build({ entryPoints: tests, outdir: made, outExtension: { '.js': '.cjs' }, bundle: true, platform: 'node', format: 'cjs', target: 'node20', logLevel: 'warning' });
  const run = spawnSync(process.execPath, ['--test', '--test-timeout=200000', '--test-reporter=tap', ...fs.readdirSync(made).map(name => path.join(made, name))], { stdio: 'inherit', timeout: 400_000, env: { ...process.env, HELIX_EXTENSION: path.join(import.meta.dirname, '..', '..') } });
  process.exitCode = run.status ?? 1;
} finally {
  fs.rmSync(made, { recursive: true, force: true });
}
