// Where the question is typed: free text first, then earlier questions, then names and sections that the index knows.
import * as vscode from 'vscode';
import type { Questions } from './questions';

const PAUSE_MS = 150, SYMBOLS = 12, HISTORY = 12, SHORTEST = 3;
const FORGET: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('close'), tooltip: 'Forget this question' };
const OPEN: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('go-to-file'), tooltip: 'Open to the Side' };

type Item = vscode.QuickPickItem & { question?: string; completes?: string; location?: vscode.Location };
/** A definition or a section that may be meant; `kind` as the server names it, empty for a section. */
export interface Suggestion { name: string; kind: string; where: string; uri: string; position: { line: number; character: number } }
export type Symbols = (query: string, token: vscode.CancellationToken) => Promise<Suggestion[]>;

/** The question, undefined when the user went away. */
export function pickQuestion(questions: Questions, symbols: Symbols, given = '', title = 'Helix Ask'): Promise<string | undefined> {
  const pick = vscode.window.createQuickPick<Item>();
  pick.title = title;
  pick.placeholder = 'Where is it? How does it work? What do the docs say?';
  pick.ignoreFocusOut = true;
  pick.value = given;
  let found: Item[] = [], timer: NodeJS.Timeout | undefined, search: vscode.CancellationTokenSource | undefined;

  const draw = () => { pick.items = items(pick.value, questions.all(), found); };
  const look = (value: string) => {
    clearTimeout(timer);
    search?.cancel();
    const word = lastWord(value);
    if (word.length < SHORTEST) { found = []; pick.busy = false; return; }
    timer = setTimeout(async () => {
      const mine = search = new vscode.CancellationTokenSource();
      pick.busy = true;
      const names = await symbols(word, mine.token).catch(() => []);
      if (mine.token.isCancellationRequested) return;
      pick.busy = false;
      found = names.slice(0, SYMBOLS).map(symbolItem);
      draw();
    }, PAUSE_MS);
  };

  return new Promise(done => {
    let result: string | undefined;
    pick.onDidChangeValue(value => { look(value); draw(); });
    pick.onDidTriggerItemButton(async ({ button, item }) => {
      if (button === FORGET && item.question) { await questions.remove(item.question); draw(); }
      if (button === OPEN && item.location) {
        await vscode.window.showTextDocument(item.location.uri, {
          viewColumn: vscode.ViewColumn.Beside, preserveFocus: true, preview: true, selection: item.location.range,
        });
      }
    });
    pick.onDidAccept(() => {
      const item = pick.selectedItems[0];
      if (item?.completes) {                                  // completes the word that is being typed, and stays
        pick.value = pick.value.slice(0, pick.value.length - lastWord(pick.value).length) + item.completes + ' ';
        found = [];
        return draw();
      }
      result = (item?.question ?? pick.value).trim() || undefined;
      if (result) pick.hide();
    });
    pick.onDidHide(() => { clearTimeout(timer); search?.cancel(); pick.dispose(); done(result); });
    draw();
    look(given);
    pick.show();
  });
}

function items(value: string, earlier: readonly string[], found: Item[]): Item[] {
  const typed = value.trim();
  const words = typed.toLowerCase().split(/\s+/);
  const history = earlier.filter(one => one !== typed && words.every(word => one.toLowerCase().includes(word))).slice(0, HISTORY);
  return [
    ...(typed ? [{ label: typed, description: 'ask this', iconPath: new vscode.ThemeIcon('comment-discussion'), question: typed, alwaysShow: true }] : []),
    ...group('asked before', history.map(one => ({
      label: one, question: one, alwaysShow: true, iconPath: new vscode.ThemeIcon('history'), buttons: [FORGET],
    }))),
    ...group('names and sections of this workspace', found),
  ];
}

function group(label: string, inside: Item[]): Item[] {
  return inside.length ? [{ label, kind: vscode.QuickPickItemKind.Separator }, ...inside] : [];
}

const ICONS = new Map(Object.entries({
  class: 'class', struct: 'struct', interface: 'interface', trait: 'interface', protocol: 'interface', enum: 'enum', function: 'method', method: 'method', constructor: 'constructor',
  constant: 'constant', field: 'field', property: 'property', module: 'module', namespace: 'namespace', type: 'class',
}));

function symbolItem({ name, kind, where, uri, position }: Suggestion): Item {
  const at = new vscode.Position(position.line, position.character);
  return {
    label: name, description: where, alwaysShow: true, iconPath: new vscode.ThemeIcon(kind ? `symbol-${ICONS.get(kind) ?? 'misc'}` : 'symbol-string'),
    completes: kind ? `\`${name}\`` : name, location: new vscode.Location(vscode.Uri.parse(uri), at), buttons: [OPEN],
  };
}

function lastWord(text: string): string { return /[\p{L}\p{N}_.]*$/u.exec(text)?.[0] ?? ''; }
