// Restricted Mode: nothing runs, and the editor says so.
import { equal, servers } from '../desk.mjs';

export async function flows(desk, { workspace, cache }) {
  const { page } = desk;

  await desk.flow('Restricted Mode starts nothing', async () => {
    await desk.enter(workspace);
    await page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor();
    await page.waitForTimeout(3000); // long enough for a server that should not be there
    equal(servers(cache), [], 'servers');
    await desk.ask('what does ring_twice do?');
    await page.locator('.notification-toast, .monaco-dialog-box', { hasText: /trust|restricted/i }).first().waitFor();
    await page.waitForTimeout(2000);
    await desk.shot('restricted');
    equal(servers(cache), [], 'servers');
  });
}
