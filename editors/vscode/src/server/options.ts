// The user's settings on their way to the server: what a repository may set is asked for by the server, everything else becomes a
// variable of its process, because the server takes nothing of that kind from a client.
import * as vscode from 'vscode';
import { optionName, variable } from './setting_names';

const SECTION = 'helixAsk';
const OWN = new Set(['server.path', 'server.python', 'server.environment', 'answers.kept', 'code.answers', 'trace.server']);
interface Setting { scope: string }

function contributed(context: vscode.ExtensionContext): [string, Setting][] {
  const groups = context.extension.packageJSON.contributes.configuration as { properties: Record<string, Setting> }[];
  const all = groups.flatMap(group => Object.entries(group.properties));
  return all.map(([key, said]): [string, Setting] => [key.slice(SECTION.length + 1), said]).filter(([key]) => !OWN.has(key));
}

/** HELIX_ASK_* for each machine setting that the user set, and the user's own variables. Without a model where `model` is false. */
export function environment(context: vscode.ExtensionContext, model: boolean): Record<string, string> {
  const settings = vscode.workspace.getConfiguration(SECTION);
  const out: Record<string, string> = { ...settings.get<Record<string, string>>('server.environment', {}) };
  for (const [key, { scope }] of contributed(context)) {
    if (scope !== 'machine') continue;
    const value = settings.inspect(key)?.globalValue ?? settings.inspect(optionName(key))?.globalValue;
    if (value !== undefined) out[variable(key)] = Array.isArray(value) ? value.join(',') : String(value);
  }
  if (!model) out[variable('model.provider')] = 'none';
  return out;
}

/** What a workspace may set or add to, for one folder: only what somebody set. */
export function folderSettings(context: vscode.ExtensionContext, uri: vscode.Uri | undefined): Record<string, unknown> {
  const settings = vscode.workspace.getConfiguration(SECTION, uri ?? null);
  const out: Record<string, unknown> = {};
  for (const [key, { scope }] of contributed(context)) {
    if (scope !== 'resource') continue;
    for (const name of new Set([optionName(key), key])) {     // the name of now stands last: the server takes the later one
      const found = settings.inspect(name);
      if ([found?.globalValue, found?.workspaceValue, found?.workspaceFolderValue].some(value => value !== undefined)) {
        delete out[optionName(key)];
        out[name] = settings.get(name);
      }
    }
  }
  return out;
}

/** Whether the change touches a setting for which the server must be started again. */
export function needsRestart(context: vscode.ExtensionContext, event: vscode.ConfigurationChangeEvent): boolean {
  if (!event.affectsConfiguration(SECTION)) return false;
  if (['server.path', 'server.python', 'server.environment'].some(key => event.affectsConfiguration(`${SECTION}.${key}`))) return true;
  return contributed(context).some(([key, { scope }]) => scope === 'machine' && [key, optionName(key)].some(name => event.affectsConfiguration(`${SECTION}.${name}`)));
}
