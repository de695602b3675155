// Cited places in the editor: the bytes of a range-ref, whether they still stand, and where they are now. A place is as cited when the bytes
// at its offsets have its hash; when they moved, the one place that has them now counts; else it is stale and its lines are shown.
import { createHash } from 'node:crypto';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { AnswerEnvelope, RangeRef } from './wire';

const BOM = '\uFEFF';
export interface Standing { uri: vscode.Uri; document: vscode.TextDocument; range: vscode.Range; text: string; stale: boolean }

export class Places {
  private readonly roots = new Map<string, vscode.Uri>();     // repository -> folder
  private readonly cited = new Map<string, string>();         // hash -> the cited text, from when the answer came

  /** Remember where an answer's citations stand, and what they say now. */
  async keep(envelope: AnswerEnvelope, folder: vscode.Uri): Promise<void> {
    const refs = envelope.citations.map(citation => citation.range_ref);
    for (const ref of refs) this.roots.set(ref.repo_id, folder);
    await Promise.all(refs.map(ref => this.find(ref).catch(() => undefined)));
  }

  uri(ref: RangeRef): vscode.Uri {
    const root = this.folder(ref);
    if (!root) throw new Error('no folder is open');
    const place = vscode.Uri.joinPath(root, ref.path);
    const below = path.posix.relative(root.path, place.path);
    if (below.startsWith('..') || path.posix.isAbsolute(below)) throw new Error(`${ref.path} is not in ${root.fsPath}`);
    return place;
  }

  /** The folder that an answer's places stand in. */
  folder(ref: RangeRef): vscode.Uri | undefined { return this.roots.get(ref.repo_id) ?? vscode.workspace.workspaceFolders?.[0]?.uri; }

  async find(ref: RangeRef): Promise<Standing> {
    const uri = this.uri(ref);
    const document = await vscode.workspace.openTextDocument(uri);
    const text = document.getText();
    const found = this.offset(ref, text);
    if (found) {
      const range = new vscode.Range(document.positionAt(found.start), document.positionAt(found.start + found.text.length));
      return { uri, document, range, text: found.text, stale: false };
    }
    const whole = document.isDirty ? undefined : await this.onDisk(ref, uri, text);
    if (whole) return { uri, document, range: new vscode.Range(placeOf(whole.before), placeOf(whole.before + whole.text)), text: whole.text, stale: false };
    const last = Math.min(ref.end_line, document.lineCount) - 1;
    const range = new vscode.Range(Math.min(ref.start_line - 1, last), 0, last, document.lineAt(last).text.length);
    return { uri, document, range, text: document.getText(range), stale: true };
  }

  /** The cited text, and what is before it, with one kind of line ends: an editor evens out those of a file that mixes them, and counts other bytes. */
  private async onDisk(ref: RangeRef, uri: vscode.Uri, text: string): Promise<{ before: string; text: string } | undefined> {
    const raw = await vscode.workspace.fs.readFile(uri).then(data => Buffer.from(data).toString().replace(BOM, ''), () => '');
    if (even(raw) !== even(text)) return undefined;
    const found = this.offset(ref, raw);
    return found && { before: even(raw.slice(0, found.start)), text: even(found.text) };
  }

  /** Shows the span selected. */
  async show(ref: RangeRef, how: { beside: boolean; preserveFocus?: boolean }): Promise<vscode.TextEditor> {
    const { document, range, stale } = await this.find(ref);
    const viewColumn = how.beside ? vscode.ViewColumn.Beside : this.column();
    const editor = await vscode.window.showTextDocument(document, {
      viewColumn, preserveFocus: how.preserveFocus ?? false, preview: true, selection: new vscode.Range(range.start, range.start),
    });
    editor.selection = new vscode.Selection(range.start, range.end);
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    if (stale) vscode.window.setStatusBarMessage(`$(warning) ${ref.path} changed since it was cited`, 6000);
    return editor;
  }

  /** The column of a text editor, so that an answer in a column of its own is not covered. */
  private column(): vscode.ViewColumn {
    return vscode.window.activeTextEditor?.viewColumn ?? vscode.window.visibleTextEditors[0]?.viewColumn ?? vscode.ViewColumn.One;
  }

  /** Character offset of the cited text in the document now. */
  private offset(ref: RangeRef, text: string): { start: number; text: string } | undefined {
    for (const whole of [text, BOM + text]) {                 // an editor drops the mark that the file begins with
      const bytes = Buffer.from(whole);
      const cited = bytes.subarray(ref.start_byte, ref.end_byte);
      // a place of the index that nobody cited has no hash: its bytes are taken as they are
      if (ref.content_sha256 && createHash('sha256').update(cited).digest('hex') !== ref.content_sha256) continue;
      const start = bytes.subarray(0, ref.start_byte).toString().length - (whole.length - text.length);
      if (ref.content_sha256) this.cited.set(ref.content_sha256, cited.toString());
      return { start: Math.max(0, start), text: cited.toString() };
    }
    const known = this.cited.get(ref.content_sha256);
    const first = known ? text.indexOf(known) : -1;
    return known && first >= 0 && text.indexOf(known, first + 1) < 0 ? { start: first, text: known } : undefined;
  }
}

function even(text: string): string { return text.replace(/\r\n?/g, '\n'); }

/** Where a text that begins a document ends in it. */
function placeOf(before: string): vscode.Position {
  const lines = before.split('\n');
  return new vscode.Position(lines.length - 1, lines[lines.length - 1]?.length ?? 0);
}

/** `path:line` as people write it. */
export function place(ref: RangeRef): string {
  return ref.start_line === ref.end_line ? `${ref.path}:${ref.start_line}` : `${ref.path}:${ref.start_line}-${ref.end_line}`;
}

/** The place of a citation number. */
export function cited(envelope: AnswerEnvelope, id: number | undefined): RangeRef | undefined {
  return envelope.citations.find(citation => citation.id === id)?.range_ref;
}
