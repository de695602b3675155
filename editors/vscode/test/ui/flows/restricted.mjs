// Restricted Mode: nothing runs, and the editor says so.
import { equal, holds, servers } from '../desk.mjs';

const QUESTION = 'what does ring_twice do?';

export async function flows(desk, { workspace, cache }) {
  const { page } = desk;

  await desk.flow('Restricted Mode starts nothing', async () => {
    await desk.enter(workspace);
    await page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor();
    await page.waitForTimeout(3000); // long enough for a server that should not be there
    equal(servers(cache), [], 'servers');
    await desk.ask(QUESTION);
    await page.locator('.notification-toast, .monaco-dialog-box', { hasText: /trust|restricted/i }).first().waitFor();
    await page.waitForTimeout(2000);
    await desk.shot('restricted');
    equal(servers(cache), [], 'servers');
  });

  await desk.flow('Read Without Trust answers what was asked', async () => {
    await page.locator('.notification-toast .monaco-button', { hasText: 'Read Without Trust' }).first().click();
    const frame = await desk.answer(QUESTION, 'From this repository');
    holds(await frame.locator('.body').textContent(), 'ring_twice', 'the answer');
    await desk.shot('read-without-trust');
  });
}
