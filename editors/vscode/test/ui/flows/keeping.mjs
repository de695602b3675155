// What is handed to the editor to keep, and what is taken along: the key of a model, and an answer with addresses of its places.
import fs from 'node:fs';
import path from 'node:path';
import { equal, servers, until } from '../desk.mjs';
import { COOKIE } from './asking.mjs';

const KEY = 'kept-by-the-editor-7041';

/** Files below a folder that hold a text. */
function holding(folder, text) {
  return fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter(one => one.isFile()).map(one => path.join(one.parentPath, one.name))
    .filter(file => fs.readFileSync(file).includes(text));
}

const given = cache => servers(cache).filter(pid => fs.readFileSync(`/proc/${pid}/environ`, 'utf8').includes(KEY));

export async function flows(desk, { workspace, cache, profile, commit }) {
  const { page } = desk;

  await desk.flow('the window opens', async () => { await desk.enter(workspace); });

  await desk.flow('a key is kept by the editor, in no file as it is, and given to the server alone', async () => {
    await until('a server', () => servers(cache).length === 1);
    equal(given(cache).length, 0, 'servers with a key before one was given');
    await desk.palette('Helix Ask: Set Model Key');
    await desk.quickInput.locator('input[type="password"]').fill(KEY);
    await desk.shot('key');
    await desk.press('Enter');
    await until('the server with the key', () => given(cache).length === 1);
    equal(holding(profile, KEY), [], 'files that hold the key');
    await desk.palette('Helix Ask: Forget Model Key');
    await until('the server without the key', () => servers(cache).length === 1 && given(cache).length === 0);
    equal(await page.locator('.notification-toast', { hasText: 'connection' }).count(), 0, 'errors of a start that was stopped');
  });

  await desk.flow('an answer is copied with the addresses of its places', async () => {
    await desk.ask(COOKIE);
    const address = `https://github.com/example/flask/blob/${commit}/`;
    const frame = await desk.answer(COOKIE, 'From this repository');
    await until('the repository in the window', () => page.locator('.statusbar-item', { hasText: 'main' }).count());
    await frame.locator('#act-copy').click();
    await page.locator('.statusbar-item', { hasText: 'copied' }).first().waitFor();
    await desk.palette('File: New Untitled Text File');
    await desk.press('Control+V');
    await page.locator('.monaco-editor .view-line', { hasText: `(${address}` }).first().waitFor();
    await desk.shot('copied');
  });
}
