// Which Python runs our server. Nothing that stands in a workspace folder is taken before the workspace is trusted.
import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';

export const windows = process.platform === 'win32';
const OLDEST = [3, 11] as const;
const NAMES = windows ? ['python.exe', 'python3.exe'] : ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11', 'python'];
const ASK_MS = 10_000;

/** Whether `place` lies in a workspace folder (which then could have brought it along). */
export function inWorkspace(place: string): boolean {
  return (vscode.workspace.workspaceFolders ?? []).some(folder => {
    const below = path.relative(folder.uri.fsPath, place);
    return below === '' || (!below.startsWith('..') && !path.isAbsolute(below));
  });
}

export async function executable(place: string): Promise<boolean> {
  return access(place, windows ? constants.F_OK : constants.X_OK).then(() => true, () => false);
}

/** Folders of the search path that nobody but the user chooses: absolute, and not of the workspace. */
export function searchPath(): string[] {
  const entries = (process.env.PATH ?? '').split(path.delimiter);
  return entries.filter(entry => path.isAbsolute(entry) && !inWorkspace(entry));
}

/** The interpreter that is chosen in the Python extension, when that is there and the workspace is trusted. */
export async function activeInterpreter(): Promise<string | undefined> {
  if (!vscode.workspace.isTrusted) return undefined;
  const python = vscode.extensions.getExtension('ms-python.python');
  if (!python) return undefined;
  try {
    const { environments } = await python.activate();
    const chosen = environments.getActiveEnvironmentPath(vscode.workspace.workspaceFolders?.[0]?.uri);
    const resolved = await environments.resolveEnvironment(chosen);
    return resolved?.executable?.uri?.fsPath;
  } catch {
    return undefined;                                        // another extension's trouble is not ours
  }
}

export interface Python { path: string; version: [number, number] }

/** Its version, undefined when it does not run. */
export function versionOf(place: string): Promise<[number, number] | undefined> {
  return new Promise(done => {
    const code = 'import sys; print(*sys.version_info[:2])';
    execFile(place, ['-I', '-c', code], { timeout: ASK_MS, windowsHide: true, cwd: path.dirname(place) }, (error, out) => {
      const found = /^(\d+) (\d+)/.exec(error ? '' : out);
      done(found ? [Number(found[1]), Number(found[2])] : undefined);
    });
  });
}

export function newEnough([major, minor]: [number, number]): boolean {
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}

/** The first Python that is new enough and that `fits`: the setting, the active interpreter, the search path. */
export async function findPython(fits: (version: [number, number]) => boolean = () => true): Promise<Python | undefined> {
  const set = vscode.workspace.getConfiguration('helixAsk').get('server.python', '');
  const active = await activeInterpreter();
  const onPath = searchPath().flatMap(folder => NAMES.map(name => path.join(folder, name)));
  for (const place of set ? [set] : [...(active ? [active] : []), ...onPath]) {
    if (!path.isAbsolute(place) || !(await executable(place))) continue;
    const version = await versionOf(place);
    if (version && newEnough(version) && fits(version)) return { path: place, version };
  }
  return undefined;
}
