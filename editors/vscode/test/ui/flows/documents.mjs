// Reading a document: proof on hover, the definition, the documents of a definition, and a reference that the code no longer backs.
import { holds } from '../desk.mjs';

export async function flows(desk) {
  const { page } = desk;
  const NAME = 'get_signing_serializer';
  const SQUIGGLE = ['warning', 'info', 'hint', 'error'].map(kind => `.monaco-editor .squiggly-${kind}`).join(', ');

  await desk.flow('hover in a document shows proof', async () => {
    await desk.file('docs/notes.md');
    await page.locator(SQUIGGLE).first().waitFor(); // the server has read the text: the editor asks nobody while nobody is there, and not again
    const hover = await desk.hoverOn(NAME);
    holds(await hover.textContent(), 'sessions.py', 'the hover');
    await desk.shot('hover');
    await desk.press('Escape');
  });

  await desk.flow('from a document to the definition', async () => {
    await desk.file('docs/notes.md');
    await desk.clickOn(NAME, 'Ln 3,');
    await desk.press('F12');
    await page.locator('.tab.active', { hasText: 'sessions.py' }).waitFor();
    await desk.selected('Ln 317,');
  });

  await desk.flow('a code lens names the documents', async () => {
    await desk.file('src/flask/sessions.py');
    const lens = page.locator('.codelens-decoration a', { hasText: /document/ }).first();
    await lens.waitFor();
    await lens.click();
    await page.locator('.peekview-widget, .zone-widget').first().waitFor();
    await desk.shot('code-lens');
    await desk.press('Escape');
  });

  await desk.flow('a stale reference and its fix', async () => {
    await desk.file('docs/notes.md');
    await page.locator(SQUIGGLE).first().waitFor();
    await desk.clickOn('wash_path', /Ln 6, Col 3\d/);
    await desk.fixes('normalize_path');
    await desk.shot('quick-fix');
    await desk.press('Enter');
    await page.locator('.monaco-editor .view-line', { hasText: 'normalize_path' }).first().waitFor();
    await page.locator('.squiggly-warning').first().waitFor({ state: 'detached' });
    await desk.palette('File: Save');
  });
}
