// Where the folders of this window were cloned from, as the editor's own git extension knows it. Nothing is started and nothing is asked of a host.
import * as path from 'node:path';
import * as vscode from 'vscode';
import { permalink, remoteOf } from './view/permalink';
import type { RangeRef } from './wire';

interface Repository { rootUri: vscode.Uri; state: { remotes: { name: string; fetchUrl?: string }[] } }
interface Git { getAPI(version: 1): { getRepository(uri: vscode.Uri): Repository | null } }

/** The address of a place below `folder` at the host that the folder was cloned from; nothing where there is none. */
export function addressOf(ref: RangeRef, folder: vscode.Uri): string | undefined {
  const git = vscode.extensions.getExtension<Git>('vscode.git');
  if (!git?.isActive) return undefined;
  try {
    const repository = git.exports.getAPI(1).getRepository(folder);
    const remotes = repository?.state.remotes ?? [];
    const remote = (remotes.find(one => one.name === 'upstream') ?? remotes.find(one => one.name === 'origin') ?? remotes[0])?.fetchUrl;
    if (!repository || !remote) return undefined;
    return permalink(remoteOf(remote), ref, path.posix.relative(repository.rootUri.path, folder.path));
  } catch {
    return undefined;                                        // git is switched off
  }
}
