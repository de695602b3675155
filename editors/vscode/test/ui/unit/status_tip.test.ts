import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { statusTip, TIP_COMMANDS } from '../../../src/status_tip';

const tip = { text: 'ready', detail: '', version: '0.1.0', from: 'the search path', wordsOnly: false, running: true };

test('the tip says version, place and what can be done', () => {
  const said = statusTip(tip);
  assert.match(said, /^\*\*Helix Ask\*\* ready\n\nVersion 0.1.0, from the search path\n\n/);
  for (const command of ['restart', 'showLog', 'openPage', 'status']) assert.ok(said.includes(`(command:helixAsk.${command})`), command);
  assert.doesNotMatch(said, /words only|installMeaning/);
});

test('ordered by words only is said where it is so; without a server there is no index to look at', () => {
  assert.match(statusTip({ ...tip, wordsOnly: true }), /Ordered by words only[^]*command:helixAsk.installMeaning/);
  const none = statusTip({ ...tip, text: 'no server', version: '', from: '', running: false });
  assert.doesNotMatch(none, /Version|helixAsk.status/);
  assert.match(none, /helixAsk.restart/);
});

test('what a server says cannot become a link or a command', () => {
  const said = statusTip({ ...tip, wordsOnly: true, detail: '[x](command:workbench.action.quit) <img src=x> `a`', from: '/a_b/[y](command:z)' });
  assert.deepEqual([...said.matchAll(/(?<!\\)\]\((command:[\w.]+)\)/g)].map(found => found[1]), Object.keys(TIP_COMMANDS).map(name => `command:${name}`));
  assert.doesNotMatch(said, /(?<!\\)</);
});

test('every command of the tip is there', () => {
  const { contributes } = JSON.parse(readFileSync(path.join(process.env.HELIX_EXTENSION ?? '.', 'package.json'), 'utf8')) as { contributes: { commands: { command: string }[] } };
  const known = new Set(contributes.commands.map(one => one.command));
  for (const command of Object.keys(TIP_COMMANDS)) assert.ok(known.has(command), command);
});
