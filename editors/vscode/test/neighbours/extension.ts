// What many people have beside us: basedpyright and ruff as their own language servers, markdownlint as diagnostics with fixes. Their extensions are
// on no registry of packages; their programs are, so the tests start those the way the extensions do.
import * as vscode from 'vscode';
import { applyFix, type LintError } from 'markdownlint';
import { lint } from 'markdownlint/promise';
import { LanguageClient } from 'vscode-languageclient/node';

const SOURCE = 'markdownlint';
const MARKDOWN = { language: 'markdown', scheme: 'file' };
const clients: LanguageClient[] = [];
const found = new Map<string, { diagnostic: vscode.Diagnostic; error: LintError }[]>();

export async function activate(context: vscode.ExtensionContext): Promise<{ ready: true }> {
  const marks = vscode.languages.createDiagnosticCollection(SOURCE);
  const look = (document: vscode.TextDocument) => { if (vscode.languages.match(MARKDOWN, document)) void check(document, marks); };
  context.subscriptions.push(
    marks,
    vscode.workspace.onDidOpenTextDocument(look),
    vscode.workspace.onDidChangeTextDocument(event => look(event.document)),
    vscode.languages.registerCodeActionsProvider(MARKDOWN, { provideCodeActions: (document, range) => fixes(document, range) }),
  );
  vscode.workspace.textDocuments.forEach(look);
  for (const [name, command, args] of [
    ['basedpyright', process.env.HELIX_TEST_BASEDPYRIGHT!, ['--stdio']],
    ['ruff', process.env.HELIX_TEST_RUFF!, ['server']],
  ] as const) {
    const client = new LanguageClient(name, name, { command, args: [...args] }, { documentSelector: [{ language: 'python', scheme: 'file' }] });
    clients.push(client);
    await client.start();
  }
  return { ready: true };
}

export async function deactivate(): Promise<void> {
  await Promise.all(clients.map(client => client.stop()));
}

async function check(document: vscode.TextDocument, marks: vscode.DiagnosticCollection): Promise<void> {
  const { version } = document;
  const told = await lint({ strings: { text: document.getText() } });
  if (version !== document.version) return;
  const made = (told.text ?? []).map(error => ({ error, diagnostic: mark(document, error) }));
  found.set(document.uri.toString(), made);
  marks.set(document.uri, made.map(one => one.diagnostic));
}

function mark(document: vscode.TextDocument, error: LintError): vscode.Diagnostic {
  const line = document.lineAt(error.lineNumber - 1).range;
  const [column = 1, length = line.end.character] = error.errorRange ?? [];
  const range = new vscode.Range(line.start.translate(0, column - 1), line.start.translate(0, column - 1 + length));
  const made = new vscode.Diagnostic(range, `${error.ruleNames[0]}: ${error.ruleDescription}`, vscode.DiagnosticSeverity.Warning);
  return Object.assign(made, { source: SOURCE, code: error.ruleNames[0] });
}

function fixes(document: vscode.TextDocument, range: vscode.Range): vscode.CodeAction[] {
  const here = (found.get(document.uri.toString()) ?? []).filter(one => one.error.fixInfo && one.diagnostic.range.intersection(range));
  return here.map(({ error, diagnostic }) => {
    const action = new vscode.CodeAction(`Fix this violation of ${error.ruleNames[0]}`, vscode.CodeActionKind.QuickFix);
    const line = document.lineAt((error.fixInfo!.lineNumber ?? error.lineNumber) - 1);
    const text = applyFix(line.text, error.fixInfo!, '\n');
    action.edit = new vscode.WorkspaceEdit();
    if (text === null) action.edit.delete(document.uri, line.rangeIncludingLineBreak);
    else action.edit.replace(document.uri, line.range, text);
    action.diagnostics = [diagnostic];
    return action;
  });
}
