// The question can mean two things: the user picks one, and sees the place that speaks for each while moving through them.
import * as vscode from 'vscode';
import { cited, place, type Places } from '../places';
import type { AnswerEnvelope, ClarifyOption } from '../wire';

type Item = vscode.QuickPickItem & { option: ClarifyOption };
const BESIDE: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('go-to-file'), tooltip: 'Open to the Side' };

/** The id of the option, undefined when the user went away; then what was previewed is closed again. */
export function pickMeaning(envelope: AnswerEnvelope, places: Places): Promise<string | undefined> {
  const clarify = envelope.clarify;
  if (!clarify) return Promise.resolve(undefined);
  const pick = vscode.window.createQuickPick<Item>();
  pick.title = envelope.question;
  pick.placeholder = clarify.asks.replaceAll('`', '');         // a quick pick renders no Markdown
  pick.ignoreFocusOut = true;
  pick.matchOnDescription = pick.matchOnDetail = true;
  pick.items = clarify.options.map(option => {
    const ref = cited(envelope, option.evidence_refs[0]);
    return { label: option.label, option, ...(ref ? { description: place(ref), buttons: [BESIDE] } : {}), detail: option.detail };
  });
  const before = new Set(tabs());
  // beside the text that the user is in; when that is the answer itself, where the text stands beside it: a third column leaves room for none
  const beside = vscode.window.activeTextEditor !== undefined || vscode.window.visibleTextEditors.length === 0;
  let moving: Promise<unknown> = Promise.resolve();
  const preview = (item: Item | undefined) => {
    const ref = item && cited(envelope, item.option.evidence_refs[0]);
    if (ref) moving = moving.then(() => places.show(ref, { beside, preserveFocus: true })).catch(() => undefined);
  };
  return new Promise(done => {
    let result: string | undefined;
    pick.onDidChangeActive(([item]) => preview(item));
    pick.onDidTriggerItemButton(({ item }) => preview(item));
    pick.onDidAccept(() => { result = pick.selectedItems[0]?.option.id; pick.hide(); });
    pick.onDidHide(async () => {
      pick.dispose();
      await moving;
      if (!result) await vscode.window.tabGroups.close(tabs().filter(tab => tab.isPreview && !before.has(tab)), true);
      done(result);
    });
    pick.show();
  });
}

function tabs(): vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(group => group.tabs);
}
