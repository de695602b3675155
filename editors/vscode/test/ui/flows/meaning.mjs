// The model of meaning: nothing is fetched before the person says so, files with other bytes are refused, and what is whole is used at once.
import fs from 'node:fs';
import path from 'node:path';
import { equal, until } from '../desk.mjs';

const COMMAND = 'Helix Ask: Order Answers by Meaning...', FOLDER = /^cp\d+-[0-9a-f]+$/;
const LONG = 600_000; // milliseconds until a wait is given up: the first index and a start with the model on a busy machine

export async function flows(desk, { workspace, profile, registry }) {
  const { page } = desk;
  const fetched = async () => (await (await fetch(`${registry}/asked`)).json()).length;
  const folder = path.join(profile, 'data', 'User', 'globalStorage', 'helix-lsp.helix-ask', 'meaning');
  const kept = () => (fs.existsSync(folder) ? fs.readdirSync(folder) : []);
  const dialog = page.locator('.monaco-dialog-box', { hasText: 'Fetch the model' });
  const answer = async name => {
    await desk.palette(COMMAND);
    await dialog.waitFor();
    await desk.shot(`asked-${name}`);
    await dialog.locator('.dialog-buttons .monaco-button', { hasText: name }).first().click();
    await dialog.waitFor({ state: 'hidden' });
  };
  const state = async text => {
    await until(`a state that says ${text}`, async () => {
      await desk.palette('Helix Ask: Show Index Status');
      return page.locator('.monaco-editor .view-line', { hasText: text }).first().waitFor({ timeout: 10_000 }).then(() => true, () => false);
    }, LONG);
  };

  await desk.flow('the state says that words alone order', async () => {
    await desk.enter(workspace);
    await state('by words only');
    await desk.shot('by-words');
  });

  await desk.flow('a refusal fetches nothing', async () => {
    await answer('Cancel');
    equal(await fetched(), 0, 'requests to the registry');
    equal(kept(), [], 'what was kept');
  });

  await desk.flow('a file with other bytes than the lock says is refused, and nothing stays', async () => {
    await answer('Fetch');
    await page.locator('.notification-toast', { hasText: 'has other bytes than its SHA-256 says' }).first().waitFor();
    await desk.shot('refused');
    await until('nothing that is half made', () => kept().length === 0);
    equal(await fetched() > 0, true, 'the registry was asked');
    await desk.palette('Notifications: Clear All Notifications');
  });

  await desk.flow('what is whole is used at once', async () => {
    await answer('Fetch');
    await until('the folder of the model', () => kept().length === 1 && FOLDER.test(kept()[0]), LONG);
    await state('by meaning');
    await desk.shot('by-meaning');
  });
}
