// Draws media/icon.png, which the market shows, from media/icon.svg.   CHROMIUM=... node draw_icon.mjs
import fs from 'node:fs';
import path from 'node:path';
import { open } from './test/browser.mjs';

const media = path.join(import.meta.dirname, 'media'), SIDE = 128;
const { page, close } = await open({ width: SIDE, height: SIDE });
await page.setContent(`<style>body{margin:0}svg{display:block}</style>${fs.readFileSync(path.join(media, 'icon.svg'), 'utf8')}`);
await page.screenshot({ path: path.join(media, 'icon.png'), omitBackground: true });
await close();
