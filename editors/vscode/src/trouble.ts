// Says why something cannot be done now, with the buttons that help.
import * as vscode from 'vscode';
import { NoServer, type Phase } from './server/supervisor';

type Step = readonly [label: string, command: string, ...args: unknown[]];
const LOG: Step = ['Show Log', 'helixAsk.showLog'], RESTART: Step = ['Restart', 'helixAsk.restart'];
const SETTINGS: Step = ['Open Settings', 'workbench.action.openSettings', 'helixAsk.server'];
const HELP: Record<Phase, readonly Step[]> = {
  off: [RESTART], starting: [LOG], running: [LOG], waiting: [LOG], failed: [LOG, RESTART, SETTINGS],
  noFolder: [['Open Folder', 'workbench.action.files.openFolder']],
  restricted: [['Read Without Trust', 'helixAsk.readWithoutTrust'], ['Manage Trust', 'workbench.trust.manage']],
  missing: [['Install Server', 'helixAsk.installServer'], SETTINGS, LOG],
};
const RESTRICTED = 'This folder is not trusted, so nothing was started. Helix Ask can read it with its own server: no model, and no program that '
  + 'the folder names.';

/** Shows the error; the buttons run their commands. `again` is what could not be done: it is done when the button has let the server start. */
export async function tell(error: unknown, more: readonly Step[] = [LOG], again?: () => unknown): Promise<void> {
  const phase = error instanceof NoServer ? error.phase : undefined;
  const steps = phase ? HELP[phase] : more;
  const text = phase === 'restricted' ? RESTRICTED : (error instanceof Error ? error.message : String(error));
  said.push(text);
  const chosen = await vscode.window.showErrorMessage(`Helix Ask: ${text}`, ...steps.map(([label]) => label));
  const step = steps.find(([label]) => label === chosen);
  if (!step) return;
  const done = await vscode.commands.executeCommand(step[1], ...step.slice(2));
  if (done === true) await again?.();
}

/** A line that needs no action. */
export function inform(text: string): void {
  said.push(text);
  void vscode.window.showInformationMessage(`Helix Ask: ${text}`);
}

/** What was said in this session, for the log of a test and of a bug report. */
export const said: string[] = [];
