// What goes wrong: a question that takes too long is cancelled, a server that dies comes back.
import { equal, servers, until } from '../desk.mjs';
import { COOKIE, FLOW } from './asking.mjs';

export async function flows(desk, { cache }) {
  const { page } = desk;

  await desk.flow('cancel a question that runs', async () => {
    await desk.ask(COOKIE);
    await desk.answer(COOKIE);
    const stopped = servers(cache);
    for (const pid of stopped) process.kill(pid, 'SIGSTOP'); // as slow as a server can be
    try {
      await desk.ask(FLOW);
      const told = page.locator('.notification-toast', { hasText: 'Helix Ask' }).first();
      await told.waitFor();
      await page.waitForTimeout(400); // it fades in
      await desk.shot('asking');
      await told.locator('.monaco-button', { hasText: 'Cancel' }).click();
    } finally {
      for (const pid of stopped) process.kill(pid, 'SIGCONT');
    }
    await page.locator('.notification-toast', { hasText: 'Helix Ask' }).first().waitFor({ state: 'detached' });
    await page.waitForTimeout(500);
    const frame = await desk.view('Answer');
    equal(await frame.locator('h1').textContent(), COOKIE, 'the answer that is shown');
  });

  await desk.flow('a server that was killed comes back', async () => {
    const before = servers(cache);
    for (const pid of before) process.kill(pid, 'SIGKILL');
    const after = await until('a new server', () => { const now = servers(cache).filter(pid => !before.includes(pid)); return now.length > 0 && now; }, 30_000);
    await desk.ask(FLOW);
    await desk.answer(FLOW, 'From this repository');
    equal(servers(cache).some(pid => after.includes(pid)), true, 'the new server answered');
    await desk.shot('after-restart');
  });
}
