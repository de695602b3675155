// Runs a suite in the real extension host of a code-server that is up.
//   node exthost.mjs <port> <extension folder> <suite.js> <result file> <folder or .code-workspace> [seconds]      (absolute paths)
// The suite exports run(), as @vscode/test-electron wants it, and writes its lines to the result file. Exit code 0: it passed.
import fs from 'node:fs';
import { open } from './browser.mjs';

const [port, extension, suite, results, workspace, seconds = '180'] = process.argv.slice(2);
const address = `127.0.0.1:${port}`;
const { page, blocked, close } = await open();

// A built workbench honours extensionTestsPath only with its smoke-test driver on, for which code-server has no flag: it is set in the page
// before the page's scripts run.
await page.addInitScript(() => {
  const found = () => {
    const meta = document.getElementById('vscode-workbench-web-configuration');
    if (!meta) return false;
    const config = JSON.parse(meta.getAttribute('data-settings'));
    config.developmentOptions = { ...(config.developmentOptions ?? {}), enableSmokeTestDriver: true };
    meta.setAttribute('data-settings', JSON.stringify(config));
    return true;
  };
  const watching = new MutationObserver(() => { if (found()) watching.disconnect(); });
  watching.observe(document, { childList: true, subtree: true });
});
let ended;
const finished = new Promise(done => { ended = done; });
await page.exposeFunction('codeAutomationLog', () => undefined);
await page.exposeFunction('codeAutomationExit', code => ended(code));
const payload = JSON.stringify([
  ['extensionDevelopmentPath', `vscode-remote://${address}${extension}`],
  ['extensionTestsPath', `vscode-remote://${address}${suite}`],
  ['skipWelcome', 'true'],
]);
const kind = workspace.endsWith('.code-workspace') ? 'workspace' : 'folder';
await page.goto(`http://${address}/?${kind}=${encodeURIComponent(workspace)}&payload=${encodeURIComponent(payload)}`);
const late = new Promise(done => setTimeout(() => done(`none within ${seconds} s`), Number(seconds) * 1000));
const code = await Promise.race([finished, late]);
if (code !== 0) await page.screenshot({ path: `${results}.png` }).catch(() => undefined);
console.log(fs.existsSync(results) ? fs.readFileSync(results, 'utf8').trimEnd() : '(no result)');
console.log(`# exit code ${code}; hosts that were asked for and blocked: ${[...blocked].join(', ') || 'none'}`);
await close();
process.exit(code === 0 ? 0 : 1);
