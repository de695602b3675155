// Where the server is: the setting, the active interpreter's environment, what came with the extension, an earlier installation of ours, the
// search path. A workspace cannot name it: the settings are machine-scoped, and nothing in a workspace folder is started without trust.
import * as path from 'node:path';
import * as vscode from 'vscode';
import { bundledServer } from './bundled';
import type { Found } from './connect';
import { activeInterpreter, executable, inWorkspace, searchPath, windows } from './python';

export type Search = { found: Found } | { missing: string };

const PROGRAM = windows ? 'helix-lsp.exe' : 'helix-lsp';
const BIN = windows ? 'Scripts' : 'bin';

export async function findServer(context: vscode.ExtensionContext): Promise<Search> {
  const set = vscode.workspace.getConfiguration('helixAsk').get('server.path', '').trim();
  if (set) return bySetting(set);
  const interpreter = await activeInterpreter();
  const beside = interpreter && path.join(path.dirname(interpreter), PROGRAM);
  if (beside && await executable(beside)) return serve(beside, 'the environment of the Python interpreter');
  const bundled = await bundledServer(context);
  if (bundled && 'command' in bundled) return { found: bundled };
  const own = path.join(installFolder(context), BIN, PROGRAM);
  if (await executable(own)) return serve(own, 'its own environment');
  for (const folder of searchPath()) {
    const place = path.join(folder, PROGRAM);
    if (await executable(place)) return serve(place, 'the search path');
  }
  return bundled && 'missing' in bundled ? bundled : { missing: 'The server `helix-lsp` was not found on this machine.' };
}

/** Where `Install Server` puts it. */
export function installFolder(context: vscode.ExtensionContext): string {
  return path.join(context.globalStorageUri.fsPath, 'server');
}

function serve(command: string, from: string): Search {
  return { found: { command, args: ['serve', '--stdio'], from } };
}

async function bySetting(place: string): Promise<Search> {
  if (!path.isAbsolute(place)) return { missing: `The setting helixAsk.server.path is "${place}"; it must be an absolute path.` };
  if (!(await executable(place))) return { missing: `The setting helixAsk.server.path names ${place}, which cannot be run.` };
  if (!vscode.workspace.isTrusted && inWorkspace(place)) {
    return { missing: `${place} lies in this folder, which is not trusted: it is not started.` };
  }
  return serve(place, 'the setting helixAsk.server.path');
}
