// Runs inside the extension host, as VS Code's `extensionTestsPath` wants it. HELIX_SUITE says which story.
import { finish, say } from './support/harness';
import * as vscode from 'vscode';

export async function run(): Promise<void> {
  say(`# VS Code ${vscode.version}, node ${process.version}`);
  if (process.env.HELIX_SUITE === 'restricted') await (await import('./cases/restricted')).restricted();
  else if (process.env.HELIX_SUITE === 'waiting') await (await import('./cases/waiting')).waiting();
  else if (process.env.HELIX_SUITE === 'bundled') await (await import('./cases/bundled')).bundled();
  else if (process.env.HELIX_SUITE === 'folders') await (await import('./cases/folders')).folders();
  else if (process.env.HELIX_SUITE === 'life') await (await import('./cases/server')).server();
  else if (process.env.HELIX_SUITE === 'neighbours') await (await import('./cases/neighbours')).neighbours();
  else {
    await (await import('./cases/beginning')).beginning();
    await (await import('./cases/asking')).asking();
    await (await import('./cases/looking')).looking();
    await (await import('./cases/models')).models();
  }
  finish();
}
