// Where the question is typed: free text first, then earlier questions, then names and sections that the index knows.
import * as vscode from 'vscode';
import type { SymbolInformation } from 'vscode-languageclient/node';
import type { Questions } from './questions';

const PAUSE_MS = 150, SYMBOLS = 8, HISTORY = 12, SHORTEST = 3;
const FORGET: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('close'), tooltip: 'Forget this question' };
const OPEN: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('go-to-file'), tooltip: 'Open to the Side' };

type Item = vscode.QuickPickItem & { question?: string; completes?: string; location?: vscode.Location };
export type Symbols = (query: string, token: vscode.CancellationToken) => Promise<SymbolInformation[]>;

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
    ...group('names and sections', found),
  ];
}

function group(label: string, inside: Item[]): Item[] {
  return inside.length ? [{ label, kind: vscode.QuickPickItemKind.Separator }, ...inside] : [];
}

function symbolItem(symbol: SymbolInformation): Item {
  const { uri, range } = symbol.location;
  const at = new vscode.Range(range.start.line, range.start.character, range.end.line, range.end.character);
  const location = new vscode.Location(vscode.Uri.parse(uri), at);
  return {
    label: symbol.name, description: symbol.containerName || vscode.workspace.asRelativePath(location.uri), alwaysShow: true,
    iconPath: new vscode.ThemeIcon('symbol-misc'), completes: `\`${symbol.name}\``, location, buttons: [OPEN],
  };
}

function lastWord(text: string): string { return /[\p{L}\p{N}_.]*$/u.exec(text)?.[0] ?? ''; }
