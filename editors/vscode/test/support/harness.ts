// The smallest test runner: named cases in order, lines into a file, a failure does not stop the rest.
import * as fs from 'node:fs';
import * as vscode from 'vscode';
import type { Api } from '../../src/extension';

const results = process.env.HELIX_TEST_OUT;
const lines: string[] = [];

export function say(line: string): void {
  lines.push(line);
  console.log(line);
  if (results) fs.writeFileSync(results, lines.join('\n') + '\n');
}

/** Milliseconds after which a wait is given up: it ends a test that hangs, and is no promise. */
const SOON = 120_000;

export const sleep = (ms: number) => new Promise<void>(done => setTimeout(done, ms));

/** The first truthy value that `read` gives; fails with the name after `ms`. */
export async function until<T>(name: string, read: () => T | undefined | false | null | Thenable<T | undefined | false | null>, ms = SOON): Promise<T> {
  for (const end = Date.now() + ms; ;) {
    const value = await read();
    if (value) return value;
    if (Date.now() > end) throw new Error(`waited ${ms} ms for: ${name}; ${describe()}`);
    await sleep(40);
  }
}

let describe = () => '';
/** What a wait that failed adds to its message. */
export function describeBy(how: () => string): void { describe = how; }

let count = 0, failed = 0;
const LONGEST = 300_000;                                     // a case that waits for a dialog nobody closes would hold up all others

function limited(name: string, body: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((_, failed) => { timer = setTimeout(() => failed(new Error(`${name}: not done in ${LONGEST} ms; ${describe()}`)), LONGEST); });
  return Promise.race([body, late]).finally(() => clearTimeout(timer));
}

export async function test(name: string, body: () => Promise<void>): Promise<void> {
  const start = Date.now();
  count++;
  try {
    await limited(name, body());
    say(`ok ${count} - ${name} (${Date.now() - start} ms)`);
  } catch (error) {
    failed++;
    const text = error instanceof Error ? error.stack ?? error.message : String(error);
    say(`not ok ${count} - ${name}\n# ${text.replace(/\n/g, '\n# ')}`);
  }
}

export function finish(): void {
  say(`1..${count}\n# ${failed} failed`);
  if (failed) throw new Error(`${failed} failed`);
}

export async function extension(): Promise<vscode.Extension<Api>> {
  const found = vscode.extensions.getExtension<Api>('helix-lsp.helix-ask');
  if (!found) throw new Error('the extension is not there');
  await found.activate();
  const { app, said } = found.exports;
  describeBy(() => `state ${JSON.stringify(app.supervisor.state)}, process ${app.supervisor.pid}, starts ${app.supervisor.starts}, said ${said.at(-1)}`);
  return found;
}

export function folder(): vscode.Uri {
  return vscode.workspace.workspaceFolders![0]!.uri;
}

export async function open(place: string): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder(), place)), vscode.ViewColumn.One);
}

/** Sets a machine setting as a user does; undefined takes it back. */
export async function set(key: string, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration('helixAsk').update(key, value, vscode.ConfigurationTarget.Global);
}

export const closePick = () => vscode.commands.executeCommand('workbench.action.closeQuickOpen');
export const acceptPick = () => vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
/** What a command gives that waits for a pick: the pick is accepted or closed again and again, because it may not be shown yet. */
export async function picked<T>(name: string, running: Thenable<T>, act: () => Thenable<unknown>): Promise<T> {
  let done = false;
  const ended = Promise.resolve(running).finally(() => { done = true; });
  await until(name, async () => { await act(); return done; });
  return ended;
}
export const nextPick = () => vscode.commands.executeCommand('workbench.action.quickOpenSelectNext');
export const alive = (pid: number) => { try { process.kill(pid, 0); return true; } catch { return false; } };

/** Processes that `parent` started and whose command line holds the words, the newest last. Linux, as the whole test is. */
export function children(parent: number, words: string): number[] {
  return fs.readdirSync('/proc').filter(name => /^\d+$/.test(name)).map(Number).filter(pid => {
    try {
      const from = Number(/\) \S (\d+)/.exec(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'))![1]);
      return from === parent && fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(words);
    } catch {
      return false;                                          // gone meanwhile
    }
  }).sort((one, other) => one - other);
}
