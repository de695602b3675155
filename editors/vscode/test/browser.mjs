// Headless Chromium that can reach nothing but this machine. CHROMIUM names the binary, CHROMIUM_LIBRARIES a folder of its libraries.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';

const HERE = ['127.0.0.1', 'localhost'];
const QUIET = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** `{ page, blocked, close }`; `blocked` are the hosts that the page asked for and did not get. */
export async function open({ width = 1280, height = 800 } = {}) {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'helix-chromium-'));
  const libraries = process.env.CHROMIUM_LIBRARIES;
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM, headless: true, viewport: { width, height }, args: QUIET,
    ...(libraries ? { env: { ...process.env, LD_LIBRARY_PATH: libraries } } : {}),
  });
  const page = context.pages()[0] ?? await context.newPage();
  const blocked = new Set();
  const outside = url => url.protocol.startsWith('http') && !HERE.includes(url.hostname);
  await context.route(outside, route => { blocked.add(new URL(route.request().url()).host); return route.abort(); });
  const close = async () => { await context.close(); fs.rmSync(profile, { recursive: true, force: true }); };
  return { page, context, blocked, close };
}
