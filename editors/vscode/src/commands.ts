// The commands of the palette. Each may be run at any time; what cannot be done says why.
import * as vscode from 'vscode';
import type { App } from './app';
import type { Question } from './ask/ask';
import { fileEditor, here } from './here';
import { inform, tell } from './trouble';

const LONGEST_NAME = 80;

type Run = (app: App, ...args: unknown[]) => unknown;
export const COMMANDS: Record<string, Run> = {
  'helixAsk.askQuestion': async (app, given) => {
    if (given && typeof given === 'object' && 'question' in given) return app.ask(given as Question);
    const question = typeof given === 'string' && given.trim() ? given : await typed(app, '');
    return question ? app.ask({ question, ...here() }) : undefined;
  },
  'helixAsk.askSelection': async app => {
    const editor = fileEditor();
    if (!editor) return inform('open a file and put the cursor on a name, or select text.');
    const range = editor.selection.isEmpty ? editor.document.getWordRangeAtPosition(editor.selection.active) : editor.selection;
    const text = range ? editor.document.getText(range).trim() : '';
    const place: Partial<Question> = { ...here(editor.document.uri), position: at(range?.start ?? editor.selection.active) };
    const short = text && !text.includes('\n') && text.length <= LONGEST_NAME;
    const question = short ? `what does \`${text.replaceAll('`', '')}\` do?` : await typed(app, '', 'Helix Ask: about the selection');
    return question ? app.ask({ question, ...place }) : undefined;
  },
  'helixAsk.askFile': async (app, given) => {
    const uri = given instanceof vscode.Uri ? given : fileEditor()?.document.uri;
    if (!uri || uri.scheme !== 'file') return inform('open a file, or choose one in the explorer.');
    const question = await typed(app, `what is in ${vscode.workspace.asRelativePath(uri, false)}?`);
    return question ? app.ask({ question, ...here(uri) }) : undefined;
  },
  'helixAsk.explainLastAnswer': app => app.explain(),
  'helixAsk.mentions': async app => (await import('./lookups')).mentions(app),
  'helixAsk.check': async app => (await import('./lookups')).check(app),
  'helixAsk.checkFile': async app => (await import('./lookups')).checkClaims(app, false),
  'helixAsk.checkParagraph': async app => (await import('./lookups')).checkClaims(app, true),
  'helixAsk.status': async app => (await import('./lookups')).indexStatus(app),
  'helixAsk.rebuild': async app => (await import('./lookups')).rebuild(app),
  'helixAsk.pin': async (app, given) => (await import('./trees')).pin(app, given),
  'helixAsk.unpin': async app => (await import('./trees')).clear(app),
  'helixAsk.restart': async app => {
    try { await app.supervisor.restart(); } catch (error) { void tell(error); }
  },
  'helixAsk.openPage': () => vscode.commands.executeCommand('extension.open', 'helix-lsp.helix-ask'),
  'helixAsk.showLog': app => app.log.show(),
  'helixAsk.setModelKey': async app => {
    const { setModelKey } = await import('./model/secret');
    if (await setModelKey(app.context)) await app.supervisor.renew();
  },
  'helixAsk.forgetModelKey': async app => {
    const { forgetModelKey } = await import('./model/secret');
    await forgetModelKey(app.context);
    await app.supervisor.renew();
  },
  'helixAsk.showPrompt': app => app.showPrompt(),
  'helixAsk.installServer': async app => {
    try {
      const { installServer } = await import('./server/install');
      if (await installServer(app.context, app.log)) await app.supervisor.restart();
    } catch (error) { void tell(error); }
  },
  'helixAsk.installMeaning': async app => {
    try {
      const { installMeaning } = await import('./server/ask_meaning');
      if (await installMeaning(app.context, app.log)) await app.supervisor.restart();
    } catch (error) { void tell(error); }
  },
  'helixAsk.readWithoutTrust': async app => {
    app.supervisor.allowReading();
    return await app.server() !== undefined;                  // so that what was wanted can be done now
  },
};

export function register(app: App): vscode.Disposable[] {
  return Object.entries(COMMANDS).map(([id, run]) => vscode.commands.registerCommand(id, (...args: unknown[]) => run(app, ...args)));
}

async function typed(app: App, given: string, title?: string): Promise<string | undefined> {
  const { pickQuestion } = await import('./ask/question_pick');
  const { suggestions } = await import('./ask/suggestions');
  const { folderName } = await import('./ask/in_folder');
  const folder = folderName(here());
  return pickQuestion(app.questions, (query, token) => suggestions(app.supervisor.running, query, token), given, title ?? (folder ? `Helix Ask: ${folder}` : undefined));
}

function at({ line, character }: vscode.Position): Question['position'] { return { line, character }; }
