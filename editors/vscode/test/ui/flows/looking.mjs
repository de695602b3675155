// The answer in every kind of theme, in the narrow side bar, after a reload; and how it was found.
import { equal } from '../desk.mjs';
import { COOKIE, FLOW } from './asking.mjs';

const THEMES = { light: 'Default Light Modern', 'high-contrast': 'Default High Contrast', 'high-contrast-light': 'Default High Contrast Light' };
const DARK = 'Default Dark Modern';

export async function flows(desk) {
  const { page } = desk;

  await desk.flow('the trace', async () => {
    await desk.ask(FLOW);
    const answer = await desk.answer(FLOW, 'From this repository');
    await answer.locator('#act-trace').click();
    const frame = await desk.view('How the answer was found');
    await frame.locator('.whole > summary').click();
    await frame.locator('.rung').nth(14).waitFor();
    equal(await frame.locator('.hits > li').count(), 12, 'drawn hits');
    await desk.palette('View: Toggle Maximize Editor Group');
    await desk.shot('trace');
    await frame.locator('#ranked').scrollIntoViewIfNeeded();
    await frame.locator('.hits summary').nth(6).focus();
    await desk.press('Enter');
    await frame.locator('.hits details[open] table').waitFor();
    await desk.shot('trace-hits');
    await frame.locator('#gates').scrollIntoViewIfNeeded();
    await desk.shot('trace-gates');
    const [place] = (await frame.locator('.hits details[open] .go code').textContent()).split(':');
    await frame.locator('.hits details[open] .go').click();
    await page.locator('.tab.active', { hasText: place.split('/').at(-1) }).waitFor();
    await desk.selected(/Ln \d+, Col \d+ \(\d+ selected\)/);
  });

  for (const [name, theme] of Object.entries(THEMES)) {
    await desk.flow(`the answer, ${name}`, async () => {
      await desk.closeAll();
      desk.settings({ 'workbench.colorTheme': theme });
      await desk.file('src/flask/sessions.py');
      await desk.ask(COOKIE);
      const frame = await desk.answer(COOKIE, 'From this repository');
      await frame.locator(`body.vscode-${name}`).waitFor({ state: 'attached' });
      await desk.shot(`answer-${name}`);
    });
  }

  await desk.flow('the trace, high contrast', async () => {
    desk.settings({ 'workbench.colorTheme': THEMES['high-contrast'] });
    await desk.palette('Helix Ask: Explain Last Answer');
    const frame = await desk.view('How the answer was found');
    await frame.locator('body.vscode-high-contrast').waitFor({ state: 'attached' });
    await frame.locator('.short dd').nth(4).waitFor();
    await desk.shot('trace-high-contrast');
    await desk.closeAll();
    desk.settings({ 'workbench.colorTheme': DARK });
  });

  await desk.flow('in the narrow side bar', async () => {
    await page.locator('.activitybar .action-label[aria-label*="Helix Ask"]').first().click();
    await desk.file('src/flask/app.py');
    await desk.ask(FLOW);
    const frame = await desk.answer(FLOW, 'From this repository');
    equal(await page.locator('.tab', { hasText: 'how are error' }).count(), 0, 'panels beside the side bar');
    equal(await frame.evaluate(() => document.documentElement.clientWidth < 420), true, 'a narrow view');
    equal(await frame.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), true, 'nothing is cut off at the side');
    await desk.shot('side-bar');
  });

  await desk.flow('closed side bar, and the answer is beside the editor again', async () => {
    await desk.palette('View: Toggle Primary Side Bar Visibility');
    await desk.ask(COOKIE);
    await desk.answer(COOKIE, 'From this repository');
    await page.locator('.tab', { hasText: 'where is the session' }).first().waitFor();
  });

  await desk.flow('a place that changed is marked', async () => {
    const before = await desk.answer(COOKIE);
    await before.locator('.places .place').first().click();
    await desk.selected('Ln 53, Col 56 (48 selected)');
    await desk.press('End');
    await desk.press('ArrowLeft');
    await desk.type('async '); // what was cited is nowhere any more; before it or after it would only have moved it
    const frame = await desk.answer(COOKIE);
    await frame.locator('.places .stale .mark').first().waitFor();
    await frame.locator('.notice.stale', { hasText: /\d cited places have changed/ }).waitFor(); // one, while the first keys are looked at
    await desk.shot('stale');
    await desk.palette('File: Revert File');
    await frame.locator('.notice.stale').waitFor({ state: 'detached' });
  });

  await desk.flow('the answer is there again after a reload', async () => {
    const loaded = page.waitForEvent('domcontentloaded');
    await desk.palette('Developer: Reload Window');
    await loaded;
    await desk.entered();
    await desk.answer(COOKIE, 'From this repository');
    await desk.closeAll();
  });
}
