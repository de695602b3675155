// Activation: commands and status at once; the server, the protocol library and the views when they are needed.
import * as vscode from 'vscode';
import { App } from './app';
import { register } from './commands';
import { said } from './trouble';
import { registerViews } from './view/register';

// at the bundle's first line, and once the editor's API was there, with the processor time used by then
declare const HELIX_ASK_TIMES: [number, number, NodeJS.CpuUsage];

/** In ms: the editor's API object, our bundle, `activate()`; and the processor time of the latter two, by all threads. */
export interface Activation { api: number; bundle: number; activate: number; processor: number }

/** For the tests, and for whoever wants to build on it. */
export interface Api { app: App; said: readonly string[]; activation: Activation }

let running: App | undefined;

export function activate(context: vscode.ExtensionContext): Api {
  const began = performance.now();
  const app = running = new App(context);
  context.subscriptions.push(app, ...register(app));
  registerViews(context, () => app.answers());
  context.subscriptions.push(
    vscode.workspace.onDidGrantWorkspaceTrust(() => app.supervisor.renew()),
    vscode.workspace.onDidChangeConfiguration(async event => {
      const { needsRestart } = await import('./server/options');
      if (needsRestart(context, event) && app.supervisor.state.phase !== 'off') await app.supervisor.renew();
    }),
    app.supervisor.onDidChange(({ phase, detail }) => {
      void vscode.commands.executeCommand('setContext', 'helixAsk.phase', phase);
      if (phase === 'failed' && detail.startsWith('The server died')) void gaveUp(detail);
    }),
  );
  setImmediate(() => void later(app));
  const [first, api, before] = HELIX_ASK_TIMES;
  const used = process.cpuUsage(before), now = performance.now();
  return { app, said, activation: { api: api - first, bundle: began - api, activate: now - began, processor: (used.user + used.system) / 1000 } };
}

/** What need not be there before the editor is: the chat, the tool, the server. */
async function later(app: App): Promise<void> {
  const { AskTool } = await import('./model/tool');
  const { chatHandler, followups } = await import('./model/participant');
  const { registerMcp } = await import('./mcp');
  const connect = () => app.supervisor.connect();
  app.context.subscriptions.push(vscode.lm.registerTool('helix_ask', new AskTool(connect)), ...registerMcp(app.context));
  const participant = vscode.chat.createChatParticipant('helixAsk.chat', chatHandler(connect, app.places, app.model));
  participant.followupProvider = followups;
  participant.iconPath = new vscode.ThemeIcon('comment-discussion');
  app.context.subscriptions.push(participant);
  await app.supervisor.connect().catch(() => undefined);      // the status item says what is wrong; nobody asked for anything yet
}

async function gaveUp(detail: string): Promise<void> {
  const { tell } = await import('./trouble');
  const { NoServer } = await import('./server/supervisor');
  await tell(new NoServer('failed', detail));
}

/** The editor waits for the server to say goodbye. */
export async function deactivate(): Promise<void> {
  await running?.supervisor.end().catch(() => undefined);
}
