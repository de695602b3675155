// The server that came with the extension: libraries in `server/`, for some versions of Python, without a Python of their own. An empty virtual
// environment below the extension's storage leads there, so that the server and the processes it starts find them, and nothing else does.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { promisify } from 'node:util';
import type * as vscode from 'vscode';
import type { Found } from './connect';
import { meaningThere, type Wanted } from './meaning';
import { executable, findPython, windows } from './python';

const MAKE_MS = 60_000;

/** The command; why there is none; or undefined when nothing came with the extension. */
export async function bundledServer(context: vscode.ExtensionContext): Promise<Found | { missing: string } | undefined> {
  const versions = await packed(context);
  if (!versions) return undefined;
  const wanted = await bundledPython(context);
  if (!wanted) {
    const said = versions.map(name => name.replace(/^cp(\d)/, '$1.')).join(', ');
    return { missing: `The server that came with the extension needs Python ${said}; none was found. Set helixAsk.server.python.` };
  }
  const { python } = wanted, folder = context.asAbsolutePath('server'), meaning = await meaningThere(wanted);
  const places = [path.join(folder, `cp${python.version.join('')}`), path.join(folder, 'common'), ...(meaning ? [meaning] : [])];
  const command = await environment(context.globalStorageUri.fsPath, python.path, places);
  return { command, args: ['-I', '-m', 'helix_lsp', 'serve', '--stdio'], from: `the extension, run by ${python.path}` };
}

/** The Python that runs the server inside the extension, and what else is needed to fetch the model of meaning for it. */
export async function bundledPython(context: vscode.ExtensionContext): Promise<Wanted | undefined> {
  const versions = await packed(context) ?? [];
  const python = versions.length ? await findPython(([major, minor]) => versions.includes(`cp${major}${minor}`)) : undefined;
  const lock = path.join(context.asAbsolutePath('server'), 'install', 'requirements-meaning.lock');
  return python && { python, lock, storage: context.globalStorageUri.fsPath };
}

/** The versions of Python that the extension has libraries for, `cp311` for example; undefined when no server is inside. */
async function packed(context: vscode.ExtensionContext): Promise<string[] | undefined> {
  const inside = await readdir(context.asAbsolutePath('server')).catch(() => [] as string[]);
  return inside.includes('common') ? inside.filter(name => /^cp\d+$/.test(name)) : undefined;
}

/** The Python of an environment whose path holds these places; made once for each. */
async function environment(storage: string, python: string, places: string[]): Promise<string> {
  const name = createHash('sha256').update(JSON.stringify([python, ...places])).digest('hex').slice(0, 16);
  const made = path.join(storage, 'environments', name);
  const inside = (root: string) => (windows ? path.join(root, 'Scripts', 'python.exe') : path.join(root, 'bin', 'python'));
  if (await executable(inside(made))) return inside(made);
  const half = `${made}.${process.pid}`;
  await mkdir(path.dirname(made), { recursive: true });
  try {
    await promisify(execFile)(python, ['-I', '-m', 'venv', '--without-pip', half], { timeout: MAKE_MS, windowsHide: true, cwd: path.dirname(python) });
    const where = 'import sysconfig; print(sysconfig.get_path("purelib"))';
    const { stdout } = await promisify(execFile)(inside(half), ['-I', '-c', where], { timeout: MAKE_MS, windowsHide: true });
    await writeFile(path.join(stdout.trim(), 'helix-ask.pth'), places.join('\n') + '\n');
    await rename(half, made).catch(async error => { if (!(await executable(inside(made)))) throw error; });   // another window was first
  } finally {
    await rm(half, { recursive: true, force: true });
  }
  return inside(made);
}
