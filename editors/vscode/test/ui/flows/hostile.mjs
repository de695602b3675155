// A repository that names programs, endpoints and settings: in a trusted window it is answered by our own server, and nothing it names is
// started or asked. The test that runs this looks at the marker and the listener.
import { holds, servers, until } from '../desk.mjs';

const QUESTION = 'what does ring_twice do?';

export async function flows(desk, { workspace, cache }) {
  await desk.flow('a hostile repository, trusted', async () => {
    await desk.enter(workspace);
    await until('a server', () => servers(cache).length > 0);
    await desk.ask(QUESTION);
    const frame = await desk.answer(QUESTION, 'repository');
    const text = await frame.locator('main').innerText();
    holds(text, 'ring_twice', 'the answer');
    if (/[\u202a-\u202e]/.test(text)) throw new Error('a character that turns the text around is not shown as one');
    for (const what of ['script', 'img', 'iframe', 'a', 'object', 'link']) {
      if (await frame.locator(`main ${what}`).count() > 0) throw new Error(`the repository brought a <${what}> into the view`);
    }
    if (await frame.evaluate(() => 'pwned' in globalThis)) throw new Error('a script of the repository ran');
    await desk.shot('hostile');
  });
}
