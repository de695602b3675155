// The pages of the views in a bare browser, with envelopes that are all attack.   node pages.mjs <folder for pictures>
// What runs here is what ships (dist/view, media), under the policy that ships; the theme and the host are stood in for.
import { build } from 'esbuild';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { open } from '../browser.mjs';
import { equal, holds } from './desk.mjs';

const root = path.join(import.meta.dirname, '..', '..');
const out = process.argv[2];
fs.mkdirSync(out, { recursive: true });
const EVIL = [
  '<script>globalThis.pwned = 1</script>', '<img src="/fetched" onerror="globalThis.pwned = 1">', '<svg onload="globalThis.pwned = 1">', '<iframe src="/fetched"></iframe>',
  '[x](javascript:globalThis.pwned=1)', '[x](command:workbench.action.quit)', '![x](/fetched)', '"><style>*{display:none}</style>', "' onfocus='globalThis.pwned=1",
  '\u202eelif\u202c', '{{constructor.constructor("globalThis.pwned=1")()}}', '</script><script>globalThis.pwned = 1</script>', 'x'.repeat(3000), '&lt;script&gt;', '\u0000\u001b[31m',
].join(' ');

const bundled = await build({
  stdin: { contents: "export { pageHtml } from './src/view/page_html'; export { envelope, ref } from './test/ui/unit/made';", resolveDir: root, loader: 'ts' },
  bundle: true, write: false, format: 'esm', platform: 'node',
});
const { pageHtml, envelope, ref } = await import(`data:text/javascript;base64,${Buffer.from(bundled.outputFiles[0].contents).toString('base64')}`);

/** Every text of the envelope is an attack; numbers, words of a list and the shape stay. */
function evil() {
  const places = [ref(EVIL.replace('\u0000', ''), 1), // no path can hold that one
    ref('src/bells/__init__.py', 7, { end_line: 9 }), ref('a b (c).py', 3)];
  const said = places.map(place => ` (${place.path}:${place.start_line})`).join('');
  return envelope({
    question: EVIL, mode: 'clarify', answer: EVIL, sections: [{ title: EVIL, body: `${EVIL}${said}\n\n\`\`\`py\n${EVIL}\n\`\`\`\n\n- ${EVIL}`, citations: [1, 2, 3] }],
    claims: [true, false, null].map((supported, at) => ({ id: `c${at}`, text: EVIL, kind: 'fact', evidence_refs: [1, 2, 99], supported, proof: EVIL, reason: EVIL })),
    citations: places.map((range_ref, at) => ({ id: at + 1, range_ref })),
    clarify: { asks: EVIL, reason: EVIL, token: 't', options: ['o1', 'o2', 'wider'].map((id, at) => ({ id, label: EVIL, detail: EVIL, question: EVIL, strength: 1, evidence_refs: at < 2 ? [at + 1] : [] })) },
    retrieval_plan: { ...envelope().retrieval_plan, searched: [EVIL, 'bell'], unknown: [EVIL], near: [EVIL], files: [EVIL], queries: [{ query: EVIL, tier: EVIL, found: 2, new: 1 }],
      channels: [{ name: EVIL, candidates: 2 }], slots: [{ id: EVIL, label: EVIL, hard: true, source: EVIL, covered: false, path: EVIL, line: 1 }],
      controller_steps: [{ action: 'seed', queries: [EVIL], files: 1, new_files: 1, coverage: 1, share: 1, gate: true, missing: [EVIL] }], scope: { ...envelope().retrieval_plan.scope, avoid: [EVIL] } },
    evidence: { verdict: 'fail', share: 0.4, held: [], missing: [EVIL], reason: EVIL },
    gates: [{ name: EVIL, verdict: 'fail', value: 0.2, threshold: 0.5, detail: EVIL, act: 'drop' }], uncertainty: [{ text: EVIL, kind: EVIL, reason: EVIL }],
    model: { provider: EVIL, name: EVIL, calls: 1, status: 'refused', reason: EVIL, repairs: [EVIL], dropped: [EVIL], items: [{ type: EVIL, label: EVIL, hash: EVIL, size: 4 }] },
    index: { generation: 1, fresh: false, state: 'behind', files: 20, behind: 2, unsaved: 1, reason: EVIL }, dropped: 1,
    trace: [0, 1, 2].map(number => ({ number, rung: EVIL, status: EVIL, events: [EVIL], facts: [{ label: EVIL, text: EVIL }], digest: EVIL, elapsed_us: 1000 * number })),
    debug: { fields: [], live_events: [], answer_path: [EVIL], controller_steps: [], prompt_items: [], stage_timing: [], hits: [1, 2].map(rank => ({
      rank, path: EVIL, start_byte: 0, end_byte: 1, start_line: 1, end_line: 1, kind: EVIL, qualified: EVIL, score: 3 - rank,
      why: { matched_terms: [{ field: 'doc', words: [EVIL] }], filter_pass: [], channels: [{ name: 'lexical', rank: 1, score: 1 }], held: [{ text: EVIL, line: 1 }],
        rank_features: [EVIL, 'constructor', '__proto__', 'a', 'b', 'c', 'd', 'e'].map(name => ({ name, value: 1, weight: 1, contribution: 0.3 })), demotions: [{ reason: EVIL, factor: 0.5 }] } })) },
  });
}

const fetched = [];
const server = http.createServer((request, response) => {
  const [place] = request.url.split('?');
  const file = { '/view.css': 'media/view.css', '/answer.css': 'media/answer.css', '/trace.css': 'media/trace.css', '/answer.js': 'dist/view/answer.js', '/trace.js': 'dist/view/trace.js' }[place];
  const name = place.slice(1);
  if (place === '/answer' || place === '/trace') {
    response.setHeader('content-type', 'text/html');
    response.end(pageHtml({ title: name, source: "'self'", nonce: 'n', script: `/${name}.js`, sheets: ['/view.css', `/${name}.css`] }));
  } else if (file) {
    response.setHeader('content-type', file.endsWith('css') ? 'text/css' : 'text/javascript');
    response.end(fs.readFileSync(path.join(root, file)));
  } else {
    if (place !== '/favicon.ico') fetched.push(request.url);
    response.writeHead(404).end();
  }
});
await new Promise(done => server.listen(0, '127.0.0.1', done));
const address = `http://127.0.0.1:${server.address().port}`;
const { page, close } = await open({ width: 900, height: 900 });
page.setDefaultTimeout(120_000);
const complaints = [];
page.on('pageerror', error => complaints.push(String(error)));
page.on('console', message => complaints.push(message.text()));

/** The host: keeps what the page said, and answers with what is given here. */
await page.addInitScript(() => {
  globalThis.sent = [];
  globalThis.host = { postMessage: message => { globalThis.sent.push(message); }, getState: () => undefined, setState: state => { globalThis.kept = state; } };
  globalThis.acquireVsCodeApi = () => globalThis.host;
});
const say = message => page.evaluate(message => window.postMessage(message, '*'), message);
const sent = () => page.evaluate(() => globalThis.sent);
const focus = () => page.evaluate(() => { const at = document.activeElement; return at.dataset?.option ?? at.id ?? at.className; });
const state = (over = {}) => ({ type: 'state', past: [{ id: 1, question: EVIL, mode: 'clarify' }, { id: 2, question: 'q', mode: 'general' }], focus: true, examples: [], shown: { id: 1, question: EVIL, envelope: evil(), stale: [2], again: false, folder: EVIL, about: EVIL, ...over } });

async function enter(name) {
  await page.goto(`${address}/${name}`);
  await page.waitForFunction(() => globalThis.sent.length > 0);
  equal(await sent(), [{ type: 'ready' }], 'the first word');
}

async function harmless(what, keep = '') {
  equal(await page.evaluate(() => globalThis.pwned ?? 0), 0, `${what}: a script ran`);
  equal(fetched, [], `${what}: fetched`);
  equal(complaints, [], `${what}: complaints of the browser`);
  const bad = await page.locator('main, header').evaluateAll(parts => parts.flatMap(part => [...part.querySelectorAll('*')]).filter(node =>
    ['A', 'SCRIPT', 'IMG', 'IFRAME', 'STYLE', 'LINK', 'OBJECT', 'EMBED', 'META', 'BASE'].includes(node.nodeName.toUpperCase()) || [...node.attributes].some(one => /^on|^href$|^src$|^style$|^srcdoc$/i.test(one.name))).map(node => node.outerHTML.slice(0, 200)));
  equal(bad, [], `${what}: elements that may do something`);
  const text = await page.locator('body').innerText();
  equal(/[\u202a-\u202e\u2066-\u2069\u0000-\u0008\u001b]/.test(text), false, `${what}: characters that cannot be seen`);
  if (keep) holds(text, keep, what);
}

/** What stands out at the side, if the page is wider than its window. */
function wide() {
  return page.evaluate(() => {
    const clipped = one => one !== null && one !== document.body && (getComputedStyle(one).overflowX !== 'visible' || clipped(one.parentElement));
    return (document.documentElement.scrollWidth <= document.documentElement.clientWidth ? [] : [...document.querySelectorAll('main *, header *')]
    .filter(one => one.checkVisibility({ contentVisibilityAuto: true }) && !one.closest('.unsaid') && !clipped(one.parentElement) && one.getBoundingClientRect().right > document.documentElement.clientWidth + 1).map(one => `${one.tagName}.${one.getAttribute('class')} in ${one.parentElement.tagName}.${one.parentElement.className}`).slice(0, 8));
  });
}

async function step(name, body) {
  await body();
  console.log(`ok - ${name}`);
}

await step('an answer that is all attack', async () => {
  await enter('answer');
  await say(state());
  await page.locator('.options button').first().waitFor();
  await harmless('answer', '<script>globalThis.pwned = 1</script>');
  for (const id of [1, 2, 3]) await say({ type: 'proof', id: 1, citation: id, text: `${EVIL}\n${EVIL}`, stale: id === 2, lost: id === 3 ? EVIL : '' });
  for (const summary of await page.locator('main summary').all()) await summary.click();
  await page.locator('.places .look').first().click();
  await page.locator('.body .chip').first().hover();
  await page.locator('.tip:not([hidden])').waitFor();
  await harmless('answer, opened', 'U+202E');
  equal(await page.locator('.body .chip').count(), 3, 'citations in the text');
  equal(await page.locator('.body .chip.stale').count(), 1, 'stale ones');
  await page.screenshot({ path: path.join(out, 'hostile-answer.png') });
});

await step('messages that do not fit change nothing', async () => {
  const before = await page.locator('main').innerHTML();
  for (const message of [null, 7, 'state', { type: 'state' }, { type: 'state', past: [], shown: { id: 1 }, focus: true }, { type: 'standing', id: 1, stale: ['x'] }, { ...state(), more: 1 }, { type: 'state', past: [], shown: null, focus: 'yes' }]) await say(message);
  await page.waitForTimeout(100);
  equal(await page.locator('main').innerHTML(), before, 'the page');
});

await step('an answer that comes again by itself leaves the focus where it is', async () => {
  const held = () => page.evaluate(() => document.activeElement.id);
  await page.reload();
  await say(state());
  await page.locator('.options button').first().waitFor();
  equal(await held(), 'asked', 'a new answer has the focus');
  await say({ ...state({ id: 2, question: 'asked again' }), focus: false });
  await page.locator('h1', { hasText: 'asked again' }).waitFor();
  equal(await held(), 'asked', 'the focus after the answer came again');
  await page.locator('#question').focus();
  await say({ ...state(), focus: false });
  await page.locator('h1', { hasText: 'asked again' }).waitFor({ state: 'detached' });
  equal(await held(), 'question', 'the focus of who writes meanwhile');
});

await step('the keyboard reaches everything and what is pressed is told by number', async () => {
  await page.reload();
  await say(state());
  await page.locator('.options button').first().waitFor();
  equal(await page.evaluate(() => document.activeElement.tagName), 'H1', 'a new answer has the focus');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  const reached = new Set();
  for (let n = 0; n < 60; n++) {
    reached.add(await page.evaluate(() => { const at = document.activeElement; return at.className || at.id || at.tagName; }));
    await page.keyboard.press('Tab');
  }
  for (const part of ['option', 'chip', 'place', 'look', 'act-copy', 'act-trace']) equal([...reached].some(one => String(one).split(' ').includes(part)), true, `${part} by Tab`);
  await page.locator('button.option').first().focus();
  await page.keyboard.press('ArrowDown');
  equal(await focus(), 'o2', 'the second option');
  await page.keyboard.press('Enter');
  await page.keyboard.press('3');
  await page.locator('.body .chip').nth(1).click();
  await page.locator('.places .place').first().click({ modifiers: ['Control'] });
  await page.locator('#act-copy').click();
  await page.keyboard.press('Alt+ArrowRight');
  await page.locator('#question').fill('  what else?  ');
  await page.keyboard.press('Enter');
  equal((await sent()).filter(message => !['ready', 'proof'].includes(message.type)), [
    { type: 'pick', id: 1, option: 'o2' }, { type: 'pick', id: 1, option: 'wider' }, { type: 'open', id: 1, citation: 2, beside: false },
    { type: 'open', id: 1, citation: 1, beside: true }, { type: 'act', id: 1, act: 'copy' }, { type: 'go', id: 2 }, { type: 'ask', question: 'what else?' },
  ], 'what the page said');
  equal((await sent()).every(message => !JSON.stringify(message).includes('src/bells')), true, 'no path leaves the page');
});

await step('a tip follows the focus, and Escape closes it', async () => {
  await say({ type: 'proof', id: 1, citation: 2, text: 'def ring():', stale: false, lost: '' });
  await page.locator('.places .place').first().focus();
  await page.locator('.body .chip').nth(1).focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await page.locator('.tip:not([hidden])').waitFor();
  equal(await page.locator('.chip[aria-describedby=tip]').count(), 1, 'the tip describes its number');
  await page.keyboard.press('Escape');
  await page.locator('.tip').waitFor({ state: 'hidden' });
});

await step('while it is asked nothing can be asked twice, and that is said', async () => {
  await say(state({ envelope: { ...evil(), clarify: null, mode: 'general' } }));
  await page.locator('#act-wider').waitFor();
  await say({ type: 'busy', busy: true, note: 'Asking ...' });
  await page.locator('#act-wider:disabled').waitFor();
  equal(await page.locator('[role=status]').textContent(), 'Asking ...', 'the live region');
  equal(await page.locator('main').getAttribute('aria-busy'), 'true', 'busy');
  await say({ type: 'standing', id: 1, stale: [1] }); // the page is drawn anew meanwhile
  await page.locator('.notice.stale', { hasText: 'One cited place' }).waitFor();
  equal(await page.locator('#act-wider').isDisabled(), true, 'still busy');
  await page.locator('.note #cancel').click();
  equal((await sent()).at(-1), { type: 'cancel' }, 'what the page said');
  await say({ type: 'busy', busy: false, note: '' });
  await page.locator('#act-wider:enabled').waitFor();
  equal(await page.locator('#cancel').count(), 0, 'nothing to cancel any more');
});

await step('every control has a name, and a heading begins each part', async () => {
  const nameless = await page.locator('button, input, summary').evaluateAll(all => all.filter(one => !(one.getAttribute('aria-label') ?? one.textContent).trim()).map(one => one.outerHTML));
  equal(nameless, [], 'controls without a name');
  const levels = await page.locator('h1, h2, h3, h4, h5, h6').evaluateAll(all => all.map(one => Number(one.tagName[1])));
  equal(levels[0], 1, 'the first heading');
  equal(levels.every((level, at) => at === 0 || level <= levels[at - 1] + 1), true, `no level is left out: ${levels}`);
});

await step('a question that went on says of what, and can be asked without it', async () => {
  await page.locator('.went', { hasText: 'of which the answer before spoke' }).waitFor();
  await page.locator('#act-alone').click();
  equal((await sent()).at(-1), { type: 'act', id: 1, act: 'alone' }, 'what the page said');
});

await step('a page without an answer offers questions about the folder', async () => {
  await page.reload();
  await say({ type: 'state', past: [], shown: null, focus: false, examples: [EVIL, 'what does `Kiln` do?'] });
  await page.locator('.examples button').nth(1).click();
  equal((await sent()).at(-1), { type: 'ask', question: 'what does `Kiln` do?' }, 'what the page said');
  await harmless('no answer yet');
});

await step('places that may not answer have no tick', async () => {
  const made = { ...envelope(), verdict: { answers: 'places_only', quoted: 1, checked: 1, value: 0.2, features: [], unsaid: [] } };
  await say({ ...state({ id: 2, question: 'places only', envelope: made, stale: [], folder: '', about: '' }), focus: false });
  await page.locator('h1', { hasText: 'places only' }).waitFor();
  const verdict = page.locator('.verdict');
  holds(await verdict.textContent(), 'Places in this repository', 'the verdict');
  holds(await verdict.textContent(), 'None surely answers', 'the verdict');
  equal(await verdict.locator('.icon-check').count(), 0, 'ticks');
});

await step('code is coloured, and wrapped at every width', async () => {
  const long = `call(${Array.from({ length: 60 }, (_, n) => `argument_${n}`).join(', ')})`;
  const code = '```python {2}\n  # why\n> return "x" + ' + long + '\n```';
  const made = { ...envelope(), answer: code, sections: [{ title: '', body: code, citations: [1] }] };
  for (const width of [350, 760]) {
    await page.setViewportSize({ width, height: 900 });
    await say({ ...state({ id: 3, question: `at ${width}`, envelope: made, stale: [], folder: 'pots', about: '' }), focus: false });
    await page.locator('h1', { hasText: `at ${width}` }).waitFor();
    equal(await wide(), [], `wider than ${width} pixels`);
    equal(await page.locator('.body pre').evaluate(pre => pre.scrollWidth <= pre.clientWidth), true, `all of the code is seen at ${width}`);
    const colours = await page.locator('.body pre').evaluate(pre => [...new Set([...pre.querySelectorAll('span')].map(one => one.className))].sort());
    equal(colours, ['code-comment', 'code-text', 'code-word'], 'colours');
    holds(await page.locator('.verdict').textContent(), 'From pots', 'the folder in the verdict');
    await page.screenshot({ path: path.join(out, `code-${width}.png`) });
  }
  await page.setViewportSize({ width: 900, height: 900 });
  await page.reload();
  await say(state());
  await page.locator('.options button').first().waitFor();
});

await step('narrow: nothing is cut off at the side', async () => {
  for (const width of [240, 320, 500]) {
    await page.setViewportSize({ width, height: 900 });
    equal(await wide(), [], `wider than ${width} pixels`);
  }
  await page.setViewportSize({ width: 900, height: 900 });
});

await step('a trace that is all attack', async () => {
  complaints.length = 0;
  await enter('trace');
  await say({ type: 'trace', envelope: evil() });
  equal(await page.locator('.short dt').allTextContents(), ['Asked for', 'Searched', 'Found', 'Answered', 'Checked'], 'the five lines');
  equal(await page.locator('.rung').first().isVisible(), false, 'the steps are folded');
  await page.locator('.whole > summary').click();
  await page.locator('.hits summary').first().waitFor();
  for (const summary of await page.locator('.whole summary:not(.whole > summary)').all()) await summary.click();
  await harmless('trace', 'U+202E');
  equal(await page.locator('.rung').count(), 3, 'rungs');
  equal(await page.locator('.hits .stretches').first().locator('rect:not(.lost)').count(), 8, 'stretches');
  await page.locator('.hits .go').first().click();
  equal((await sent()).at(-1), { type: 'hit', rank: 1, beside: false }, 'the place that was pressed');
  await page.locator('.rung summary').first().focus();
  await page.keyboard.press('End');
  equal(await page.evaluate(() => [...document.querySelectorAll('.rung summary')].indexOf(document.activeElement)), 2, 'the last rung');
  equal(await page.evaluate(() => globalThis.kept.envelope.digest), 'd', 'what is kept for a reload');
  for (const width of [240, 320, 700]) {
    await page.setViewportSize({ width, height: 900 });
    equal(await wide(), [], `wider than ${width} pixels`);
  }
  await page.screenshot({ path: path.join(out, 'hostile-trace.png') });
});

server.close();
await close();
