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
      const asking = await desk.view('Answer');
      await asking.locator('.note #cancel').waitFor();
      await desk.shot('asking');
      equal(await page.locator('.notification-toast', { hasText: 'Helix Ask' }).count(), 0, 'notifications over an answer view that tells it all');
      await asking.locator('.note #cancel').click();
      await asking.locator('.note #cancel').waitFor({ state: 'detached' });
    } finally {
      for (const pid of stopped) process.kill(pid, 'SIGCONT');
    }
    await page.waitForTimeout(500); // long enough for an answer that should not come
    const frame = await desk.view('Answer');
    equal(await frame.locator('h1').textContent(), COOKIE, 'the answer that is shown');
  });

  const another = before => until('another server, and only that', () => {
    const now = servers(cache);
    return now.length === 1 && !before.includes(now[0]);
  });

  await desk.flow('a server that was killed comes back', async () => {
    const before = servers(cache);
    equal(before.length, 1, 'servers');
    process.kill(before[0], 'SIGKILL');
    await another(before);
    await desk.ask(FLOW);
    await desk.answer(FLOW, 'From this repository');
    await another(before);
    await desk.shot('after-restart');
  });

  await desk.flow('a server that is killed with the question is made up for', async () => {
    const before = servers(cache);
    for (const pid of before) process.kill(pid, 'SIGSTOP');
    try {
      await desk.ask(COOKIE);
      await (await desk.view('Answer')).locator('.note #cancel').waitFor();
    } finally {
      for (const pid of before) process.kill(pid, 'SIGKILL');
    }
    await desk.answer(COOKIE, 'From this repository');
    await another(before);
  });
}
