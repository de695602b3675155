// From the palette to the cited line.
import { equal, holds, servers, until } from '../desk.mjs';

export const FLOW = 'how are error handlers registered and looked up?';
export const COOKIE = 'where is the session cookie signed?';
const UNCLEAR = 'what does lower do?';
const UNCLEAR_TOO = 'what does weigh do?';
const NOWHERE = 'how does the warp drive plasma inject neutrinos?';

export async function flows(desk, { workspace, cache }) {
  const { page, figures } = desk;

  await desk.flow('the workbench, and a server in it', async () => {
    await desk.enter(workspace);
    await until('a server', () => servers(cache).length > 0);
    await desk.palette('View: Toggle Primary Side Bar Visibility'); // the explorer, which only takes room in a picture
  });

  await desk.flow('ask from the palette', async () => {
    await desk.file('src/flask/wrappers.py');
    const began = await desk.ask(FLOW);
    await desk.answer(FLOW, 'From this repository');
    figures['palette to answer, the first question'] = `${Math.round(performance.now() - began)} ms`;
  });

  await desk.flow('ask again', async () => {
    const began = await desk.ask(COOKIE);
    const frame = await desk.answer(COOKIE, 'From this repository');
    figures['palette to answer, a further question'] = `${Math.round(performance.now() - began)} ms`;
    await until('the focus on the answer', () => frame.locator('h1').evaluate(head => head === document.activeElement));
    await desk.shot('answer');
  });

  await desk.flow('a citation shows what it stands on', async () => {
    const frame = await desk.answer(COOKIE);
    await frame.locator('.body .chip').first().hover();
    await frame.locator('.tip:not([hidden]) .line').first().waitFor();
    holds(await frame.locator('.tip').textContent(), 'Base class for sessions based on signed cookies', 'the tip');
    await desk.shot('citation-hover');
    await desk.press('Escape');
    await frame.locator('.tip').waitFor({ state: 'hidden' });
  });

  await desk.flow('a citation goes to the exact span', async () => {
    const frame = await desk.answer(COOKIE);
    const place = frame.locator('.places .place').first();
    holds(await place.textContent(), 'sessions.py:53', 'the first place');
    await place.focus();
    await desk.press('Enter'); // by the keyboard alone
    await page.locator('.tab.active', { hasText: 'sessions.py' }).waitFor();
    await desk.selected('Ln 53, Col 56 (48 selected)');
    await desk.answer(COOKIE); // the answer is still beside it
    await desk.shot('citation-opened');
  });

  await desk.flow('given back: the choice by the keyboard', async () => {
    await desk.ask(UNCLEAR);
    await desk.row('Anchor.lower').waitFor();
    await desk.press('ArrowDown');
    await page.locator('.tab', { hasText: 'anchor.py' }).first().waitFor(); // previewed while one moves
    equal(await page.locator('.editor-group-container').count(), 2, 'columns: the text and the answer');
    await desk.shot('clarify-pick');
    await desk.press('Enter');
    const frame = await desk.answer(UNCLEAR, 'From this repository');
    holds(await frame.locator('.body').textContent(), 'Anchor.lower', 'the answer');
    await desk.shot('clarify-answer');
  });

  await desk.flow('given back: the choice in the view', async () => {
    await desk.ask(UNCLEAR_TOO);
    await desk.row('Search wider').waitFor();
    await desk.press('Escape');
    const frame = await desk.answer(UNCLEAR_TOO, 'more than one thing');
    const options = frame.locator('button.option');
    const label = await options.nth(1).locator('strong').textContent();
    await frame.locator('.options .line').first().waitFor();
    await desk.shot('clarify-view');
    await options.first().focus();
    await desk.press('ArrowDown');
    await desk.press('Enter');
    const answered = await desk.answer(UNCLEAR_TOO, 'From this repository');
    holds(await answered.locator('.body').textContent(), label, 'the answer');
  });

  await desk.flow('nothing found is said so', async () => {
    await desk.ask(NOWHERE);
    const frame = await desk.answer(NOWHERE, 'No evidence');
    await frame.locator('.searched summary').click();
    await desk.shot('no-evidence');
  });

  await desk.flow('every statement, and whether it is carried', async () => {
    await desk.ask(FLOW);
    const frame = await desk.answer(FLOW, 'From this repository');
    await frame.locator('.claims summary').click();
    await frame.locator('.claims tbody tr').nth(2).scrollIntoViewIfNeeded();
    holds(await frame.locator('.claims tbody').textContent(), 'supported', 'the statements');
    await desk.shot('statements');
    await frame.locator('.claims summary').click();
    await desk.ask(NOWHERE);
    await desk.answer(NOWHERE, 'No evidence');
  });

  await desk.flow('earlier answers', async () => {
    const frame = await desk.answer(NOWHERE);
    await desk.press('Alt+ArrowLeft');
    await desk.answer(FLOW);
    await frame.locator('nav summary').click();
    await frame.locator('.past button', { hasText: COOKIE }).click();
    await desk.answer(COOKIE);
  });

  await desk.flow('copy, and open as a document', async () => {
    const frame = await desk.answer(COOKIE);
    await frame.locator('#act-copy').click();
    await page.locator('.statusbar-item', { hasText: 'copied' }).waitFor();
    await frame.locator('#act-document').click();
    await page.locator('.tab.active', { hasText: 'answer.md' }).waitFor();
    await desk.shot('document');
    await desk.palette('View: Close Editor');
    await page.locator('.tab', { hasText: 'answer.md' }).waitFor({ state: 'detached' });
    const again = await desk.answer(COOKIE, 'From this repository'); // a new page, which takes no focus from a question that is being typed
    await again.locator('.places .place').first().waitFor();
    equal(await again.evaluate(() => document.activeElement.tagName), 'BODY', 'what has the focus in an answer that is only looked at again');
  });
}
