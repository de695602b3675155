// Knowledge trees that this session's questions walk.
import * as vscode from 'vscode';
import type { App } from './app';
import { SESSION } from './ask/ask';
import { here } from './here';
import { inform, tell } from './trouble';
import type { Connection } from './server/connect';
import type { TreeList, TreeLock } from './wire';

const METHOD = 'helix/graphLock';
const LIST = 'helix/trees';
type Known = { id: string; label: string };
type Item = vscode.QuickPickItem & { other?: boolean };

/** Pins the given trees, or lets the user choose among those of the project, or name one. */
export async function pin(app: App, given: unknown): Promise<TreeLock | undefined> {
  const connection = await app.offering(METHOD);
  if (!connection) return undefined;
  try {
    const scope = { sessionId: SESSION, ...here() };
    const now = await connection.request<TreeLock>(METHOD, { ...scope, action: 'inspect' });
    const treeIds = Array.isArray(given) ? given.map(String) : await choose(now.treeIds, await known(app, connection));
    if (!treeIds) return undefined;
    const action = treeIds.length ? 'pin' : 'clear';
    const lock = await connection.request<TreeLock>(METHOD, { ...scope, action, ...(treeIds.length ? { treeIds } : {}) });
    inform(lock.treeIds.length ? `pinned: ${lock.treeIds.join(', ')}` : 'no tree is pinned.');
    return lock;
  } catch (error) { void tell(error); return undefined; }
}

export async function clear(app: App): Promise<void> {
  const connection = await app.offering(METHOD);
  if (!connection) return;
  try {
    await connection.request<TreeLock>(METHOD, { sessionId: SESSION, ...here(), action: 'clear' });
    inform('no tree is pinned.');
  } catch (error) { void tell(error); }
}

/** The trees of the project; with a server that lists none, those that the answers of this session walked. */
async function known(app: App, connection: Connection): Promise<Known[]> {
  if (!connection.offers(LIST)) return met(app).map(id => ({ id, label: '' }));
  return (await connection.request<TreeList>(LIST, here())).trees;
}

function met(app: App): string[] {
  const answers = [...app.shownAnswers.map(one => one.envelope), ...(app.last ? [app.last.envelope] : [])];
  return [...new Set(answers.flatMap(envelope => [...envelope.retrieval_plan.trees, ...(envelope.tree_walk?.trees.map(tree => tree.id) ?? [])]))];
}

async function choose(pinned: string[], trees: Known[]): Promise<string[] | undefined> {
  const labels = new Map(trees.map(tree => [tree.id, tree.label]));
  const names = [...new Set([...pinned, ...labels.keys()])];
  const items: Item[] = names.map(label => ({ label, description: labels.get(label) ?? '', picked: pinned.includes(label) }));
  items.push({ label: '$(edit) Name one…', other: true });
  const chosen = names.length
    ? await vscode.window.showQuickPick(items, { canPickMany: true, title: 'Helix Ask: trees that the next questions walk' })
    : [items.at(-1)!];
  if (!chosen) return undefined;
  const ids = chosen.filter(item => !item.other).map(item => item.label);
  if (!chosen.some(item => item.other)) return ids;
  const named = await vscode.window.showInputBox({ title: 'Helix Ask: name of a tree', prompt: 'A wrong name is answered with those that there are.' });
  return named ? [...ids, ...named.split(/[\s,]+/).filter(Boolean)] : undefined;
}
