// Installs the server into an environment of its own, below the extension's storage; only after a click. The server itself is a wheel inside the
// extension, its libraries are the versions of the lock file with their hashes: no name is looked up that somebody else could have taken.
import { mkdir, readdir, rm } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { installFolder } from './find';
import { run } from './meaning';
import { findPython, windows } from './python';

/** True when it is installed. Progress and cancel are shown; a half-made environment does not stay. */
export async function installServer(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): Promise<boolean> {
  if (!vscode.workspace.isTrusted) throw new Error('the server is not installed while the folder is not trusted');
  const python = await findPython();
  if (!python) throw new Error('no Python 3.11 or newer was found; install one, or set helixAsk.server.python');
  const carried = await carriedWheel(context);
  if (!carried) throw new Error('this build of the extension carries no server to install; set helixAsk.server.path, or install a packaged build');
  const folder = installFolder(context), say = (line: string) => log.info(line);
  const options = { location: vscode.ProgressLocation.Notification, title: 'Helix Ask: installing the server', cancellable: true };
  return vscode.window.withProgress(options, async (progress, token) => {
    try {
      await rm(folder, { recursive: true, force: true });
      await mkdir(path.dirname(folder), { recursive: true });
      progress.report({ message: 'making an environment' });
      await run(python.path, ['-I', '-m', 'venv', folder], say, token);
      const inside = path.join(folder, windows ? 'Scripts\\python.exe' : 'bin/python');
      const pip = ['-I', '-m', 'pip', 'install', '--disable-pip-version-check', '--no-input', '--only-binary', ':all:'];
      progress.report({ message: 'fetching its libraries' });
      await run(inside, [...pip, '--require-hashes', '-r', carried.lock], say, token);
      progress.report({ message: 'installing the server' });
      await run(inside, [...pip, '--no-index', '--no-deps', carried.wheel], say, token);
      return true;
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      if (token.isCancellationRequested) return false;
      throw error;
    }
  });
}

async function carriedWheel(context: vscode.ExtensionContext): Promise<{ wheel: string; lock: string } | undefined> {
  const folder = path.join(context.extensionPath, 'server', 'install');
  const names = await readdir(folder).catch((): string[] => []);
  const wheel = names.find(name => /^helix_lsp-.*\.whl$/.test(name));
  return wheel && names.includes('requirements.lock') ? { wheel: path.join(folder, wheel), lock: path.join(folder, 'requirements.lock') } : undefined;
}
