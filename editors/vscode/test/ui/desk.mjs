// A person at a real workbench: what they press, where they look, and a picture of each thing they see.
import fs from 'node:fs';
import path from 'node:path';
import { open } from '../browser.mjs';

const SOON = 120_000; // milliseconds until a wait is given up: it ends a flow that hangs, and is no promise
const START = 240_000;

export class Desk {
  #failed = 0;
  #count = 0;

  constructor(page, blocked, closing, port, out, profile) {
    Object.assign(this, { page, blocked, closing, port, out, profile, quickInput: page.locator('.quick-input-widget'), figures: {}, complaints: [] });
    page.setDefaultTimeout(SOON);
    page.on('console', message => { if (/helix|trusted ?types?/i.test(message.text()) && message.type() === 'error') this.complaints.push(message.text().slice(0, 300)); });
  }

  static async at(port, out, profile) {
    fs.mkdirSync(out, { recursive: true });
    const { page, blocked, close } = await open();
    return new Desk(page, blocked, close, port, out, profile);
  }

  /** One flow: what went wrong is told and pictured, and the next one still runs. */
  async flow(name, body) {
    const began = Date.now();
    try {
      await body();
      console.log(`ok - ${name} (${Date.now() - began} ms)`);
    } catch (error) {
      this.#failed++;
      console.log(`not ok - ${name}\n# ${String(error?.stack ?? error).slice(0, 900).replaceAll('\n', '\n# ')}`);
      await this.page.screenshot({ path: path.join(this.out, `FAILED-${name.replace(/\W+/g, '_')}.png`) }).catch(() => undefined);
      await this.page.keyboard.press('Escape').catch(() => undefined);
    }
  }

  async done() {
    for (const [name, value] of Object.entries(this.figures)) console.log(`# ${name}: ${value}`);
    for (const line of this.complaints) console.log(`# the console: ${line}`);
    console.log(`# ${this.#failed} failed; hosts that were asked for and blocked: ${[...this.blocked].join(', ') || 'none'}`);
    await this.closing();
    process.exit(this.#failed > 0 ? 1 : 0);
  }

  shot(name) {
    return this.page.screenshot({ path: path.join(this.out, `${String(++this.#count).padStart(2, '0')}-${name}.png`) });
  }

  async enter(folder) {
    await this.page.goto(`http://127.0.0.1:${this.port}/?folder=${encodeURIComponent(folder)}`, { timeout: START });
    await this.entered();
  }

  async entered() {
    await this.page.locator('.monaco-workbench').waitFor({ timeout: START });
    await this.page.locator('.statusbar-item', { hasText: 'Helix' }).first().waitFor({ timeout: START });
  }

  press(key) { return this.page.keyboard.press(key); }

  type(text) { return this.page.keyboard.type(text, { delay: 2 }); }

  row(text) { return this.page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first(); }

  /** Opens the box at the top, writes into it and presses a row; once more when the box before was only just going away. */
  async choose(key, text, rows) {
    for (let again = 0; ; again++) {
      const timeout = again < 3 ? 4000 : SOON;
      try {
        await this.press(key);
        await this.quickInput.locator('input').first().fill(text, { timeout });
        await rows().first().click({ timeout });
        return await this.page.mouse.move(500, 784); // the status bar: nothing there answers to a pointer
      } catch (error) {
        if (again === 3) throw error;
      }
    }
  }

  /** A command by its whole title: the row itself is pressed, since Enter would run whichever is first. */
  async palette(title) {
    await this.choose('F1', `>${title}`, () => this.named(title));
  }

  /** Rows of the box whose name is this. */
  named(text) {
    const name = this.page.locator('.label-name', { hasText: new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`) });
    return this.page.locator('.quick-input-list .monaco-list-row').filter({ has: name });
  }

  async file(name) {
    await this.choose('Control+P', name, () => this.named(path.basename(name)).filter({ hasText: path.dirname(name) }));
    await this.page.locator('.tab.active', { hasText: path.basename(name) }).waitFor();
    await this.quickInput.waitFor({ state: 'hidden' }); // while it goes away it still takes what the mouse does above the text
  }

  /**
   * Opens the question box by the palette and asks. The palette and the question's box are one input of the editor's: what a machine types in the
   * moment of the change may go with the palette, so Enter waits for the row that shows what was typed, as a person does.
   */
  async ask(question) {
    await this.palette('Helix Ask: Ask a Question');
    const field = this.quickInput.locator('input[placeholder^="Where is it?"]');
    await until(`the question typed: ${question}`, async () => {
      await field.fill(question);
      return this.named(question).filter({ hasText: 'ask this' }).first().waitFor({ timeout: 4000 }).then(() => true, () => false);
    });
    const began = performance.now();
    await this.press('Enter');
    return began;
  }

  /** The page of a view, by the label of its main part; a webview is a frame in a frame. */
  async view(label, timeout = SOON) {
    const until = Date.now() + timeout;
    for (;;) {
      for (const frame of this.page.frames()) {
        const main = frame.locator(`main[aria-label="${label}"]`);
        if (await main.count().catch(() => 0) && await main.first().isVisible().catch(() => false)) return frame;
      }
      if (Date.now() > until) throw new Error(`no view ${label}`);
      await this.page.waitForTimeout(20);
    }
  }

  /** The answer view once it shows this question; with the verdict's text where one is expected. */
  async answer(question, verdict = '') {
    const until = Date.now() + START;
    for (;;) {
      const frame = await this.view('Answer', START);
      const shown = await frame.locator('h1').first().textContent({ timeout: 1000 }).catch(() => '');
      const said = await frame.locator('.verdict').first().textContent({ timeout: 1000 }).catch(() => '');
      if (shown === question && said.includes(verdict)) return frame;
      if (Date.now() > until) throw new Error(`the answer view shows ${JSON.stringify(shown)}: ${JSON.stringify(said)}`);
      await this.page.waitForTimeout(20);
    }
  }

  /** The middle of a word in the editor on the screen. */
  async word(word, line = word) {
    const shown = this.page.locator('.monaco-editor .view-line', { hasText: line }).first();
    await shown.waitFor();
    return this.page.evaluate(({ word, line }) => {
      const lines = [...document.querySelectorAll('.monaco-editor .view-line')];
      const found = lines.find(one => one.textContent.replaceAll('\u00a0', ' ').includes(line));
      const nodes = []; // a line is cut into pieces wherever its colour or its underline changes
      for (const walker = document.createTreeWalker(found, NodeFilter.SHOW_TEXT); walker.nextNode();) nodes.push(walker.currentNode);
      const from = nodes.map(node => node.data).join('').indexOf(word);
      if (from < 0) throw new Error(`${word} is not on the screen`);
      const point = offset => {
        let before = 0;
        const node = nodes.find(one => (before += one.data.length) >= offset);
        return [node, offset - before + node.data.length];
      };
      const range = document.createRange();
      range.setStart(...point(from + 1)); // inside the first character: a range may not begin at the end of the piece before
      range.setEnd(...point(from + word.length));
      const { x, y, width, height } = range.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    }, { word, line });
  }

  /** The hover over a word. One move of the pointer starts none, and a busy browser makes one of two: it is moved until the editor has seen it move. */
  async hoverOn(word, line = word) {
    const hover = this.page.locator('.monaco-hover:not(.hidden)', { hasText: word }).first();
    await until(`a hover over ${word}`, async () => {
      const { x, y } = await this.word(word, line);
      await this.page.mouse.move(x - 4, y);
      await this.page.waitForTimeout(50);
      await this.page.mouse.move(x, y);
      return hover.waitFor({ timeout: 5000 }).then(() => true, () => false);
    });
    return hover;
  }

  /** The cursor on the word, where the status bar says that it is: a hover that is still there takes the first click, lines may still move. */
  async clickOn(word, place) {
    await until(`the cursor on ${word}`, async () => {
      const { x, y } = await this.word(word);
      await this.page.mouse.click(x, y);
      return this.page.locator('.statusbar-item', { hasText: place }).first().waitFor({ timeout: 1000 }).then(() => true, () => false);
    });
  }

  /**
   * The menu of what can be done at the cursor. Any request of the editor's own for its light bulb, which follows a move of the cursor and new
   * diagnostics by some hundred milliseconds, makes the editor drop the one that the key made and still waits for: the light bulb is waited for,
   * and where nothing came the key is pressed again, as a person would.
   */
  async fixes(text) {
    const menu = this.page.locator('.action-widget', { hasText: text });
    await this.page.locator('.monaco-editor .lightBulbWidget').first().waitFor();
    await until(`what can be done, with ${text}`, async () => {
      await this.press('Control+.');
      return menu.waitFor({ timeout: 5000 }).then(() => true, () => false);
    });
    return menu;
  }

  /** What is selected, as the status bar says it: `Ln 747, Col 13 (155 selected)`. */
  async selected(pattern) {
    await this.page.locator('.statusbar-item', { hasText: pattern }).first().waitFor();
  }

  async closeAll() {
    await this.palette('View: Close All Editors');
    await this.page.locator('.tab').first().waitFor({ state: 'detached' }).catch(() => undefined);
  }

  settings(change) {
    for (const place of ['User', 'Machine']) {
      const file = path.join(this.profile, 'data', place, 'settings.json');
      fs.writeFileSync(file, JSON.stringify({ ...JSON.parse(fs.readFileSync(file, 'utf8')), ...change }));
    }
  }
}

/**
 * Processes of our server that an extension host of this test started. A process that such a server has just made, and that has not become
 * git yet, has its command line and its environment: whose child it is tells them apart.
 */
export function servers(cache) {
  return fs.readdirSync('/proc').filter(name => /^\d+$/.test(name)).map(Number).filter(pid => {
    try {
      const parent = /\) \S (\d+)/.exec(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'))[1];
      return words(pid).includes('serve') && words(parent).includes('--type=extensionHost') && fs.readFileSync(`/proc/${pid}/environ`, 'utf8').includes(cache);
    } catch {
      return false; // gone meanwhile
    }
  });
}

function words(pid) { return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0'); }

export async function until(what, test, wait = SOON) {
  const end = Date.now() + wait;
  for (;;) {
    const found = await test();
    if (found) return found;
    if (Date.now() > end) throw new Error(`not within ${wait} ms: ${what}`);
    await new Promise(done => setTimeout(done, 50));
  }
}

export function equal(got, wanted, what) {
  if (JSON.stringify(got) !== JSON.stringify(wanted)) throw new Error(`${what}: ${JSON.stringify(got)}, not ${JSON.stringify(wanted)}`);
}

export function holds(text, part, what) {
  if (!text?.includes(part)) throw new Error(`${what}: ${JSON.stringify(part)} is not in ${JSON.stringify(text?.slice(0, 400))}`);
}
