// Whether the places that an answer cites still say what was cited: looked at when it is shown, when a document of theirs changes, and
// when the window comes back, since files change outside the editor too.

import * as vscode from 'vscode';
import type { RangeRef } from '../wire';
import type { Entry } from './past';

const QUIET = 300; // milliseconds after the last keystroke; chosen by hand

export class Standing implements vscode.Disposable {
  readonly #stale = new Map<number, readonly number[]>(); // entry -> citations
  readonly #listening: vscode.Disposable;
  #entry: Entry | undefined;
  #timer: NodeJS.Timeout | undefined;
  #round = 0;

  constructor(private readonly text: (ref: RangeRef) => Promise<{ stale: boolean }>, private readonly changed: (entry: Entry, stale: number[]) => void) {
    this.#listening = vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument(event => { if (event.contentChanges.length > 0) this.#touched(event.document.uri); }),
      vscode.workspace.onDidSaveTextDocument(document => this.#touched(document.uri)),
      vscode.workspace.onDidDeleteFiles(event => event.files.forEach(uri => this.#touched(uri))),
      vscode.window.onDidChangeWindowState(state => { if (state.focused) this.#later(); }),
    );
  }

  /** Citations of the entry that are known to have changed. */
  of(entry: Entry): number[] { return [...(this.#stale.get(entry.id) ?? [])]; }

  watch(entry: Entry | undefined): void {
    this.#entry = entry;
    if (entry) void this.#look();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#round++;
    this.#listening.dispose();
  }

  #touched(uri: vscode.Uri): void {
    if (this.#entry?.envelope.citations.some(citation => uri.path.endsWith(`/${citation.range_ref.path}`))) this.#later();
  }

  #later(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), QUIET);
  }

  async #look(): Promise<void> {
    const entry = this.#entry;
    if (!entry) return;
    const round = ++this.#round;
    const stale: number[] = [];
    for (const { id, range_ref: ref } of entry.envelope.citations) {
      const gone = await this.text(ref).then(found => found.stale, () => true);
      if (round !== this.#round) return;
      if (gone) stale.push(id);
    }
    if (stale.join() === this.of(entry).join()) return;
    this.#stale.set(entry.id, stale);
    this.changed(entry, stale);
  }
}
