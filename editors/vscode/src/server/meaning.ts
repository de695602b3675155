// The model that orders answers by meaning, for the server inside the extension. It is not packed (66 MB for each version of Python); after a
// click the wheels of the carried lock file are fetched, each checked against its SHA-256, into the extension's storage. Nothing else is looked up.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, mkdir, readFile, rename, rm } from 'node:fs/promises';
import * as path from 'node:path';

export interface Stop { onCancellationRequested(listener: () => void): { dispose(): void } }
export interface Wanted { storage: string; lock: string; python: { path: string; version: [number, number] } }

const windows = process.platform === 'win32';

/** Where the libraries are, or will be, for one lock file and one version of Python. Rejects when the lock cannot be read. */
export async function meaningFolder({ storage, lock, python }: Wanted): Promise<string> {
  const digest = createHash('sha256').update(await readFile(lock)).digest('hex').slice(0, 16);
  return path.join(storage, 'meaning', `cp${python.version.join('')}-${digest}`);
}

/** The folder when it is there: whole, since it gets its name last. */
export async function meaningThere(wanted: Wanted): Promise<string | undefined> {
  const folder = await meaningFolder(wanted).catch(() => undefined);
  return folder && await access(folder).then(() => folder, () => undefined);
}

/** Fetches the libraries. Rejects with the last line of pip; a half-made folder does not stay. */
export async function fetchMeaning(wanted: Wanted, say: (line: string) => void, stop?: Stop): Promise<string> {
  const folder = await meaningFolder(wanted), half = `${folder}.${process.pid}`;
  const libraries = path.join(half, 'libraries'), environment = path.join(half, 'environment');
  const inside = path.join(environment, windows ? 'Scripts\\python.exe' : 'bin/python');
  await mkdir(half, { recursive: true });
  try {
    await run(wanted.python.path, ['-I', '-m', 'venv', environment], say, stop);
    const pip = ['-I', '-m', 'pip', 'install', '--disable-pip-version-check', '--no-input', '--no-deps', '--only-binary', ':all:', '--require-hashes'];
    await run(inside, [...pip, '--target', libraries, '-r', wanted.lock], say, stop);
    await rename(libraries, folder).catch(async error => { if (!(await meaningThere(wanted))) throw error; });   // another window was first
    return folder;
  } finally {
    await rm(half, { recursive: true, force: true });
  }
}

const OTHER_BYTES = /DO NOT MATCH THE HASHES/;   // what pip says of a file that is not the one of the lock

/** Runs a program to its end. Rejects when it fails, or when it was stopped: with its last line, or with what was wrong where pip says it before that. */
export function run(command: string, args: string[], say: (line: string) => void, stop?: Stop): Promise<void> {
  say(`${command} ${args.join(' ')}`);
  return new Promise((done, failed) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true, cwd: path.dirname(command) });
    let last = '', refused = false;
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data: Buffer) => { const text = data.toString().trim(); refused ||= OTHER_BYTES.test(text); if (text) { last = text; say(text); } });
    }
    const listening = stop?.onCancellationRequested(() => child.kill());
    child.on('error', error => { listening?.dispose(); failed(error); });
    child.on('close', code => {
      listening?.dispose();
      if (code === 0) done();
      else {
        const why = refused ? 'a file of the package registry has other bytes than its SHA-256 says, so nothing was installed' : last.split('\n').pop()!.trim();
        failed(new Error(`${path.basename(command)} ended with ${code}: ${why}`));
      }
    });
  });
}
