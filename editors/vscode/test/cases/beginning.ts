// Activation, commands, settings, status: what is there before anything is asked.
import * as assert from 'node:assert';
import * as vscode from 'vscode';
import { extension, folder, say, test, until } from '../support/harness';

interface Setting { scope: string; type: string; default: unknown }

export async function beginning(): Promise<void> {
  const found = await extension();
  const { app, activation } = found.exports;
  const manifest = found.packageJSON;

  await test('activates, and is quick about it', async () => {
    assert.ok(found.isActive);
    const { api, bundle, activate, processor } = activation;
    assert.ok(bundle >= 0 && activate > 0);
    const ours = `bundle ${bundle.toFixed(1)} ms, activate() ${activate.toFixed(1)} ms, of that processor ${processor.toFixed(1)} ms`;
    say(`# activation: ${ours}; the editor's API ${api.toFixed(1)} ms`);
  });

  await test('the server starts by itself and the index gets ready', async () => {
    await until('a quiet server', () => app.supervisor.state.phase === 'running' && app.supervisor.state.status?.quiescent);
    await until('the status', () => app.status.text === 'ready');
    assert.strictEqual(app.supervisor.starts, 1);
    assert.ok(app.supervisor.pid);
  });

  await test('every command of the manifest is registered', async () => {
    const known = new Set(await vscode.commands.getCommands(true));
    const wanted = (manifest.contributes.commands as { command: string }[]).map(one => one.command);
    assert.ok(wanted.length >= 13);
    assert.deepStrictEqual(wanted.filter(command => !known.has(command)), []);
  });

  await test('disabled forms say why', async () => {
    const before = app.last;
    assert.strictEqual(before, undefined);
    const said = found.exports.said;
    await vscode.commands.executeCommand('helixAsk.explainLastAnswer');
    assert.match(said.at(-1)!, /nothing was asked yet/);
    await vscode.commands.executeCommand('helixAsk.showPrompt');
    assert.match(said.at(-1)!, /nothing was sent/);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand('helixAsk.askSelection');
    assert.match(said.at(-1)!, /open a file/);
    await vscode.commands.executeCommand('helixAsk.mentions');
    assert.match(said.at(-1)!, /open a file/);
    await vscode.commands.executeCommand('helixAsk.askFile');
    assert.match(said.at(-1)!, /open a file/);
  });

  await test('settings have their defaults and scopes', async () => {
    const groups = manifest.contributes.configuration as { properties: Record<string, Setting> }[];
    const all = groups.flatMap(group => Object.entries(group.properties));
    assert.ok(all.length > 50);
    for (const [key, said] of all) assert.deepStrictEqual(vscode.workspace.getConfiguration().inspect(key)?.defaultValue, said.default, key);
    const machine = all.filter(([, said]) => said.scope === 'machine').map(([key]) => key);
    for (const key of ['model.url', 'model.command', 'model.keyFile', 'model.consent', 'server.path', 'index.cacheDir']) {
      assert.ok(machine.includes(`helixAsk.${key}`), key);
    }
    assert.deepStrictEqual(machine.sort(), [...manifest.capabilities.untrustedWorkspaces.restrictedConfigurations].sort());
  });

  await test('a workspace cannot set what reaches outside', async () => {
    const settings = vscode.workspace.getConfiguration('helixAsk');      // .vscode/settings.json names another server and a model
    assert.ok(!String(settings.get('server.path')).includes('evil'));
    assert.strictEqual(settings.get('model.provider'), 'none');
    assert.strictEqual(settings.get('model.consent'), false);
    const { environment, folderSettings } = await import('../../src/server/options');
    assert.ok(!Object.values(environment(app.context, true)).some(value => value.includes('evil')));
    // harmless: the workspace may; one is written as settings were called before
    assert.deepStrictEqual(folderSettings(app.context, folder()), { 'search.perFile': 2, 'hover.usages': 4, 'align.usual_files': 3 });
  });
}
