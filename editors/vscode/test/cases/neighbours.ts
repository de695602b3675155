// A hundred things that a person does in documents and code, in a window where others answer too. What comes back is written down, with the time that
// it took; the test compares a window with us and one without us.
import * as assert from 'node:assert';
import * as fs from 'node:fs';
import * as vscode from 'vscode';
import { folder, open, say, test, until } from '../support/harness';

const DOCUMENT = 'docs/guide.md', OTHER = 'docs/notes.md', CODE = 'src/flask/sessions.py', SMALL = 'src/flask/washing.py';
const ROUNDS = 3;
const LONG = 600_000; // milliseconds until a wait is given up: four servers start at once

interface Action { kind: string; name: string; items: string[]; milliseconds: number; times: number[] }
const done: Action[] = [];

export async function neighbours(): Promise<void> {
  const ours = vscode.extensions.getExtension('helix-lsp.helix-ask');
  await test('everybody is there', () => everybody(ours));
  await test('a document', document);
  await test('code', code);
  await test('changes', () => changes(ours !== undefined));
  fs.writeFileSync(process.env.HELIX_TEST_ACTIONS!, JSON.stringify(done));
  say(`# ${done.length} actions`);
}

async function everybody(ours: vscode.Extension<unknown> | undefined): Promise<void> {
  for (const one of ['helix-test.test-neighbours', 'vscode.markdown-language-features']) await vscode.extensions.getExtension(one)!.activate();
  await ours?.activate();
  const places = [DOCUMENT, OTHER, CODE, SMALL];
  for (const place of places) await open(place);
  await until('the marks of everybody', () => {
    const who = new Set(places.flatMap(place => vscode.languages.getDiagnostics(uri(place))).map(one => (one.source ?? '').split(/[ (]/)[0]!.toLowerCase()));
    return ['markdownlint', 'basedpyright', 'ruff', ...(ours ? ['helix'] : [])].every(name => [...who].some(one => one.startsWith(name)));
  }, LONG);
  if (ours) assert.ok((await hovers(DOCUMENT, 'get_signing_serializer')).length, 'our own hover');
}

/** The editor closes a document after three minutes in which nobody showed it, and a start on a busy machine takes longer. */
async function again(): Promise<void> {
  for (const place of [DOCUMENT, OTHER, CODE, SMALL]) await vscode.workspace.openTextDocument(uri(place));
}

async function document(): Promise<void> {
  await again();
  for (const word of ['get_signing_serializer', 'SecureCookieSession', 'open_session', 'save_session', 'wash_path', 'Washing', 'notes.md', 'signed', 'import flask', 'Session guide']) {
    await does('hover', `${word} in the guide`, () => hovers(DOCUMENT, word));
    await does('definition', `${word} in the guide`, () => places('vscode.executeDefinitionProvider', DOCUMENT, word));
  }
  for (const place of [DOCUMENT, OTHER]) {
    await does('outline', place, () => outline(place));
    await does('folding', place, async () => (await run<vscode.FoldingRange[]>('vscode.executeFoldingRangeProvider', uri(place))).map(one => `${one.start}-${one.end}`));
    await does('links', place, async () => (await run<vscode.DocumentLink[]>('vscode.executeLinkProvider', uri(place))).map(one => spot(one.range)));
    await does('lens', place, () => lenses(place));
    await does('diagnostics', place, async () => marks(place));
  }
  for (const word of ['# Session', 'Washing](', 'get_signing', 'The cookie', 'flask.sessions', 'notes.md']) await does('completion', `after ${word}`, () => completions(DOCUMENT, word));
  for (const word of ['Washing', 'wash_path', 'trailing', '* An item', 'notes.md']) await does('quick fix', `${word} in the guide`, () => actions(DOCUMENT, word));
  await does('rename', 'a heading', () => renamed(DOCUMENT, '# Washing', 'Cleaning'));
  await does('references', 'of a heading', () => places('vscode.executeReferenceProvider', DOCUMENT, '# Washing'));
  for (const word of ['Session', 'The cookie']) await does('selection', word, () => selections(DOCUMENT, word));
}

async function code(): Promise<void> {
  await again();
  for (const word of ['SecureCookieSessionInterface', 'get_signing_serializer', 'open_session', 'TaggedJSONSerializer', 'session_class', 'hashlib']) {
    await does('hover', `${word} in code`, () => hovers(CODE, word));
    await does('definition', `${word} in code`, () => places('vscode.executeDefinitionProvider', CODE, word));
    await does('references', `${word} in code`, () => places('vscode.executeReferenceProvider', CODE, word));
    await does('highlight', `${word} in code`, async () => (await run<vscode.DocumentHighlight[]>('vscode.executeDocumentHighlights', uri(CODE), await at(CODE, word))).map(one => spot(one.range)));
  }
  for (const place of [CODE, SMALL]) {
    await does('outline', place, () => outline(place));
    await does('folding', place, async () => (await run<vscode.FoldingRange[]>('vscode.executeFoldingRangeProvider', uri(place))).map(one => `${one.start}-${one.end}`));
    await does('lens', place, () => lenses(place));
    await does('diagnostics', place, async () => marks(place));
  }
  for (const word of ['session_json_serializer', 'self.get_signing', 'return self.']) await does('completion', `after ${word}`, () => completions(CODE, word));
  for (const word of ['import hashlib', 'import os']) await does('quick fix', `${word} in code`, () => actions(word === 'import os' ? SMALL : CODE, word));
  for (const word of ['SecureCookieSessionInterface', 'hashlib', 'return self.']) await does('selection', `${word} in code`, () => selections(CODE, word));
  await does('rename', 'a function', () => renamed(SMALL, 'normalize_path', 'clean_path'));
  for (const query of ['SecureCookie', 'normalize_path', 'Session guide', 'wash']) {
    await does('symbols', query, async () => (await run<vscode.SymbolInformation[]>('vscode.executeWorkspaceSymbolProvider', query)).map(one => `${one.name} ${where(one.location)}`));
  }
}

/** Typing, saving, undoing: what is shown afterwards is what was shown before. Marks of the neighbours end an action; when ours come is written down
 * beside it, because a window without us has none to wait for. */
async function changes(withUs: boolean): Promise<void> {
  for (const [place, word] of [[DOCUMENT, '\nA line with `wash_path`.   \n'], [OTHER, '\nMore on `wash_path`.   \n'], [SMALL, '\n\ndef rinse() -> None:\n    import os\n']] as const) {
    const editor = await open(place);
    const told = withUs && place !== SMALL;                  // ours are in documents, one with each line that is typed there
    await until('the marks before', () => stable(place) && (!told || marksOf(place, true).length));
    const theirs = marksOf(place, false), ours = marksOf(place, true), more = told ? 1 : 0;
    for (let round = 0; round < ROUNDS; round++) {
      await changed('typing', place, () => editor.edit(edit => edit.insert(editor.document.lineAt(editor.document.lineCount - 1).range.end, word)),
        () => marksOf(place, false).length > theirs.length, () => marksOf(place, true).length === ours.length + more);
      await does('save', place, async () => { assert.ok(await editor.document.save()); return []; }, 1);
      await changed('undo', place, () => vscode.commands.executeCommand('undo'),
        () => String(marksOf(place, false)) === String(theirs), () => String(marksOf(place, true)) === String(ours));
      await does('save', `${place} again`, async () => { assert.ok(await editor.document.save()); return []; }, 1);
    }
  }
}

/** Changes a document and waits until both are true; the time of the first is the action's, that of the second is `ours`. */
async function changed(kind: string, place: string, change: () => Thenable<unknown>, theirs: () => boolean, ours: () => boolean): Promise<void> {
  const began = performance.now();
  const since = async (name: string, there: () => boolean) => { await marked(name, there); return performance.now() - began; };
  await change();
  const [first, second] = await Promise.all([since('the marks of the neighbours', theirs), since('our marks', ours)]);
  keep(kind, place, marks(place), first);
  keep('ours', `${kind} ${place}`, [], second);
}

/** Until the marks are as they shall be: at the moment at which the editor tells of new ones. */
async function marked(name: string, there: () => boolean): Promise<void> {
  let told: vscode.Disposable | undefined;
  const seen = new Promise<void>(done => { told = vscode.languages.onDidChangeDiagnostics(() => { if (there()) done(); }); });
  try { if (!there()) await Promise.race([seen, until(name, there)]); } finally { told?.dispose(); }
}

/** Does it some times and keeps the shortest time: what the machine does meanwhile only makes it longer. */
async function does(kind: string, name: string, act: () => Promise<string[]>, rounds = ROUNDS): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    const items = await act();
    keep(kind, name, items, performance.now() - began);
  }
}

function keep(kind: string, name: string, items: string[], milliseconds: number): void {
  const before = done.find(one => one.kind === kind && one.name === name);
  if (before) Object.assign(before, { items, milliseconds: Math.min(before.milliseconds, milliseconds), times: [...before.times, milliseconds] });
  else done.push({ kind, name, items, milliseconds, times: [milliseconds] });
}

let last = '', same = 0;
/** The marks were the same in fifty looks in a row, which is longer than the pause of any of us after a change. */
function stable(place: string): boolean {
  const now = `${place} ${marks(place).join()}`;
  same = now === last ? same + 1 : 0;
  last = now;
  return same > 50;
}

const uri = (place: string) => vscode.Uri.joinPath(folder(), place);
const spot = ({ start, end }: vscode.Range) => `${start.line}:${start.character}-${end.line}:${end.character}`;
const where = (one: vscode.Location) => `${one.uri.path.split('/flask/').at(-1)}#${spot(one.range)}`;
async function run<T extends unknown[]>(command: string, ...given: unknown[]): Promise<T> { return await vscode.commands.executeCommand<T>(command, ...given) ?? [] as unknown as T; }

async function at(place: string, word: string, end = false): Promise<vscode.Position> {
  const document = await vscode.workspace.openTextDocument(uri(place));
  const found = document.getText().indexOf(word);
  assert.ok(found >= 0, `${word} is not in ${place}`);
  return document.positionAt(end ? found + word.length : found + Math.min(2, word.length - 1));
}

const hovers = async (place: string, word: string) => (await run<vscode.Hover[]>('vscode.executeHoverProvider', uri(place), await at(place, word)))
  .map(hover => hover.contents.map(one => (typeof one === 'string' ? one : one.value)).join('\n'));

const places = async (command: string, place: string, word: string) => (await run<(vscode.Location | vscode.LocationLink)[]>(command, uri(place), await at(place, word)))
  .map(one => ('targetUri' in one ? { uri: one.targetUri, range: one.targetSelectionRange ?? one.targetRange } : one))
  // the editor shows what has one range once; what begins at one place and ends at two is shown twice
  .filter((one, at, all) => all.findIndex(other => other.uri.path === one.uri.path && other.range.isEqual(one.range)) === at)
  .map(one => `${one.uri.path.split('/flask/').at(-1)}#${one.range.start.line}:${one.range.start.character}`);

function tree(symbols: vscode.DocumentSymbol[]): string[] { return symbols.flatMap(one => [`${one.name} ${one.range.start.line}`, ...tree(one.children ?? [])]); }
const outline = async (place: string) => tree(await run<vscode.DocumentSymbol[]>('vscode.executeDocumentSymbolProvider', uri(place)));
const lenses = async (place: string) => (await run<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri(place), 100)).map(one => `${one.range.start.line} ${one.command?.title}`);
const marks = (place: string) => vscode.languages.getDiagnostics(uri(place)).map(one => `${spot(one.range)} ${one.source}: ${one.message}`);
/** Ours or the others', in one order. */
const marksOf = (place: string, ours: boolean) => marks(place).filter(mark => / helix\b/.test(mark) === ours).sort();
const actions = async (place: string, word: string) => {
  const here = await at(place, word);
  return (await run<vscode.CodeAction[]>('vscode.executeCodeActionProvider', uri(place), new vscode.Range(here, here))).map(one => one.title);
};
const completions = async (place: string, word: string) => {
  const list = await vscode.commands.executeCommand<vscode.CompletionList>('vscode.executeCompletionItemProvider', uri(place), await at(place, word, true));
  return list.items.map(one => `${typeof one.label === 'string' ? one.label : one.label.label} ${one.kind}`);
};
const selections = async (place: string, word: string) => {
  const [first] = await run<vscode.SelectionRange[]>('vscode.executeSelectionRangeProvider', uri(place), [await at(place, word)]);
  const wider: string[] = [];
  for (let one: vscode.SelectionRange | undefined = first; one; one = one.parent) wider.push(spot(one.range));
  return wider;
};
const renamed = async (place: string, word: string, name: string) => {
  const edit = await vscode.commands.executeCommand<vscode.WorkspaceEdit>('vscode.executeDocumentRenameProvider', uri(place), await at(place, word), name);
  return edit.entries().flatMap(([file, edits]) => edits.map(one => `${file.path.split('/flask/').at(-1)} ${spot(one.range)}`));
};
