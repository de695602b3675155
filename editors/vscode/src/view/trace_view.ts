// How an answer was found, in a panel of its own.

import * as vscode from 'vscode';
import type { AnswerEnvelope, RangeRef } from '../wire';
import { envelope as fits } from './envelope_shape';
import { type FromTrace, fromTrace, type ToTrace } from './messages';
import { dress, iconOf } from './surface';

export const TRACE = 'helixAsk.trace';

export class TraceView implements vscode.Disposable {
  #panel: vscode.WebviewPanel | undefined;
  #envelope: AnswerEnvelope | undefined;

  constructor(private readonly extension: vscode.Uri, private readonly open: (ref: RangeRef, beside: boolean) => Promise<void>) {}

  show(envelope: AnswerEnvelope): void {
    this.#envelope = envelope;
    if (!this.#panel) {
      const column = vscode.window.tabGroups.activeTabGroup.viewColumn;
      this.#take(vscode.window.createWebviewPanel(TRACE, 'Trace', column, { enableFindWidget: true }));
    }
    this.#panel?.reveal();
    this.#post();
  }

  /** A panel of the last session. */
  adopt(panel: vscode.WebviewPanel, state: unknown): void {
    const kept = typeof state === 'object' && state !== null && 'envelope' in state ? state.envelope : undefined;
    if (!fits(kept)) return panel.dispose();
    this.#panel?.dispose();
    this.#envelope = kept;
    this.#take(panel);
  }

  dispose(): void { this.#panel?.dispose(); }

  #take(panel: vscode.WebviewPanel): void {
    panel.iconPath = iconOf(this.extension);
    const heard = dress<FromTrace>(panel.webview, this.extension, { name: 'trace', title: 'Helix Ask trace', read: fromTrace, heard: message => this.#heard(message) });
    panel.onDidDispose(() => {
      heard.dispose();
      if (this.#panel === panel) this.#panel = undefined;
    });
    this.#panel = panel;
  }

  #heard(message: FromTrace): void {
    if (message.type === 'ready') return this.#post();
    const ref = message.type === 'hit' ? this.#hit(message.rank) : this.#envelope?.citations.find(citation => citation.id === message.citation)?.range_ref;
    if (ref) void this.open(ref, message.beside);
  }

  /** A place of the search. It was not cited, so nothing is known of its bytes: the reference has no hash. */
  #hit(rank: number): RangeRef | undefined {
    const hit = this.#envelope?.debug?.hits?.find(one => one.rank === rank);
    return hit && {
      schema: 'range-ref.v1', artifact_role: 'source_file', repo_id: this.#envelope?.citations[0]?.range_ref.repo_id ?? '', path: hit.path,
      start_byte: hit.start_byte, end_byte: hit.end_byte, start_line: hit.start_line, end_line: hit.end_line, content_sha256: '',
    };
  }

  #post(): void {
    if (this.#envelope) void this.#panel?.webview.postMessage({ type: 'trace', envelope: this.#envelope } satisfies ToTrace);
  }
}
