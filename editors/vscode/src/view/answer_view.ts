// The answer view: one list of answers, shown in a panel beside the editor or in the side bar, whichever the reader has open.
//
// It asks, opens and copies nothing by itself: what was pressed is handed to the host with references of the envelope that is shown.

import * as vscode from 'vscode';
import type { AnswerEnvelope, ExplainResult, RangeRef } from '../wire';
import { copyText } from './copy_text';
import { type FromAnswer, fromAnswer, type ToAnswer } from './messages';
import { Answers, type Entry, type Said } from './past';
import { Standing } from './standing';
import { dress, iconOf } from './surface';
import { TraceView } from './trace_view';
import { visibleText } from './visible';

export const PANEL = 'helixAsk.answer';
export const SIDE = 'helixAsk.answers';

const STORED = 'helixAsk.answers';
const TITLE = 32; // characters of a question in a tab

export interface AnswerHost {
  ask(request: {
    question: string; slots?: Record<string, string>; searchWider?: boolean; clarify?: { token: string; optionId: string };
    alone?: boolean; // nothing is carried over from the answer before
  }): Promise<void>;
  open(ref: RangeRef, beside: boolean): Promise<void>;
  text(ref: RangeRef): Promise<{ text: string; stale: boolean }>;
  explain(questionId: string): Promise<ExplainResult>;
  copy(text: string): Promise<void>;
  cancel(): void;
  address(ref: RangeRef): string | undefined;
  examples(): Promise<string[]>;
  openDocument(envelope: AnswerEnvelope): Promise<void>;
}

export class AnswerView implements vscode.Disposable {
  readonly #answers: Answers;
  readonly #standing: Standing;
  readonly #trace: TraceView;
  #panel: vscode.WebviewPanel | undefined;
  #side: vscode.WebviewView | undefined;
  #again: number | undefined; // the entry whose question is asked again by itself
  #examples: string[] = []; // questions for a page without an answer
  #focus = false; // the next page that draws the shown answer takes the focus

  constructor(private readonly context: vscode.ExtensionContext, private readonly host: AnswerHost) {
    const state = context.workspaceState;
    this.#answers = new Answers({ get: () => state.get(STORED), set: value => void state.update(STORED, value) });
    this.#standing = new Standing(ref => host.text(ref), (entry, stale) => this.#post({ type: 'standing', id: entry.id, stale }));
    this.#trace = new TraceView(context.extensionUri, (ref, beside) => host.open(ref, beside));
  }

  /** Shows an answer and takes the focus; a question that is given back leaves it to whoever asks for the choice, and an answer that
   * comes again by itself leaves everything as it is. `again`: this one will come once more. */
  show(envelope: AnswerEnvelope, question: string, again = false, said?: Said): void {
    const before = this.#answers.all.at(-1);
    const mended = this.#answers.replaces(question) && before?.envelope.clarify === null; // asked again by itself, now that the index is whole
    const entry = this.#answers.add(question, envelope, said);
    this.#again = again ? entry.id : undefined;
    this.#shown(entry, mended ? 'stay' : envelope.clarify === null ? 'focus' : 'look');
  }

  /** What is being done for a question, for whoever looks at the view; nothing when it is done. */
  progress(note: string): void {
    this.#post({ type: 'busy', busy: note !== '', note });
  }

  /** Whether somebody sees the view. */
  get visible(): boolean { return this.#panel?.visible === true || this.#side?.visible === true; }

  showTrace(envelope?: AnswerEnvelope): void {
    const entry = this.#answers.shown;
    if (envelope) this.#trace.show(envelope);
    else if (entry) void this.#explain(entry);
  }

  history(): readonly { question: string; envelope: AnswerEnvelope }[] {
    return this.#answers.all;
  }

  /** A panel of the last session. */
  adopt(panel: vscode.WebviewPanel): void {
    if (!this.#answers.shown) return panel.dispose();
    this.#panel?.dispose();
    this.#take(panel);
    this.#standing.watch(this.#answers.shown);
  }

  adoptTrace(panel: vscode.WebviewPanel, state: unknown): void {
    this.#trace.adopt(panel, state);
  }

  /** The side bar's own place for the answer. */
  attach(view: vscode.WebviewView): void {
    this.#side = view;
    const heard = this.#dress(view.webview);
    view.onDidChangeVisibility(() => this.#seen(view.visible));
    view.onDidDispose(() => {
      heard.dispose();
      if (this.#side === view) this.#side = undefined;
    });
  }

  dispose(): void {
    this.#standing.dispose();
    this.#trace.dispose();
    this.#panel?.dispose();
  }

  #shown(entry: Entry, how: 'focus' | 'look' | 'stay'): void {
    this.#focus = how === 'focus';
    if (how !== 'stay' || !(this.#panel ?? this.#side)) {
      if (this.#side?.visible) this.#side.show(!this.#focus);
      else this.#beside(this.#focus);
    }
    this.#title(entry);
    this.#post(this.#state());
    this.#standing.watch(entry);
  }

  #beside(focus: boolean): void {
    if (this.#panel) return this.#panel.reveal(undefined, !focus);
    const column = vscode.window.activeTextEditor ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active;
    this.#take(vscode.window.createWebviewPanel(PANEL, 'Answer', { viewColumn: column, preserveFocus: !focus }, { enableFindWidget: true }));
  }

  #take(panel: vscode.WebviewPanel): void {
    this.#panel = panel;
    panel.iconPath = iconOf(this.context.extensionUri);
    const heard = this.#dress(panel.webview);
    panel.onDidChangeViewState(() => this.#seen(panel.visible));
    panel.onDidDispose(() => {
      heard.dispose();
      if (this.#panel === panel) this.#panel = undefined;
    });
    if (this.#answers.shown) this.#title(this.#answers.shown);
  }

  /** A page that is hidden is thrown away and made again when it is looked at: it then leaves the focus to whoever has it, a question being typed. */
  #seen(visible: boolean): void {
    if (visible) this.#standing.watch(this.#answers.shown);
    else this.#focus = false;
  }

  #dress(webview: vscode.Webview): vscode.Disposable {
    return dress<FromAnswer>(webview, this.context.extensionUri, {
      name: 'answer', title: 'Helix Ask answer', read: fromAnswer, heard: message => void this.#heard(message, webview),
    });
  }

  #title(entry: Entry): void {
    if (!this.#panel) return;
    const asked = visibleText(entry.question.replace(/\s+/g, ' '));
    const named = entry.said.folder ? `${visibleText(entry.said.folder)}: ${asked}` : asked;
    this.#panel.title = named.length > TITLE ? `${named.slice(0, TITLE - 1)}…` : named;
  }

  #state(): ToAnswer {
    const entry = this.#answers.shown;
    const shown = entry ? { id: entry.id, question: entry.question, envelope: bare(entry.envelope), stale: this.#standing.of(entry), again: entry.id === this.#again, folder: entry.said.folder, about: entry.said.about } : null;
    return { type: 'state', past: this.#answers.list, shown, focus: this.#focus, examples: this.#examples };
  }

  #post(message: ToAnswer): void {
    for (const webview of [this.#panel?.webview, this.#side?.webview]) void webview?.postMessage(message);
  }

  async #heard(message: FromAnswer, webview: vscode.Webview): Promise<void> {
    if (message.type === 'ready') {
      void webview.postMessage(this.#state());
      this.#focus = false; // once is enough
      return this.#offer();
    }
    if (message.type === 'cancel') return this.host.cancel();
    if (message.type === 'ask') return this.#ask({ question: message.question });
    const entry = this.#answers.find(message.id);
    if (!entry) return;
    switch (message.type) {
      case 'go': return this.#go(message.id);
      case 'proof': return this.#proof(entry, message.citation, webview);
      case 'open': return this.#open(entry, message.citation, message.beside);
      case 'pick': return this.#pick(entry, message.option);
      case 'act': return this.#act(entry, message.act);
    }
  }

  /** A page without an answer offers questions about this folder. */
  async #offer(): Promise<void> {
    if (this.#answers.shown || this.#examples.length > 0) return;
    this.#examples = await this.host.examples();
    if (this.#examples.length > 0 && !this.#answers.shown) this.#post(this.#state());
  }

  #go(id: number): void {
    const entry = this.#answers.go(id);
    if (!entry) return;
    this.#focus = true;
    this.#title(entry);
    this.#post(this.#state());
    this.#standing.watch(entry);
  }

  async #open(entry: Entry, citation: number, beside: boolean): Promise<void> {
    const ref = cited(entry, citation);
    if (ref) await this.host.open(ref, beside);
  }

  async #proof(entry: Entry, citation: number, webview: vscode.Webview): Promise<void> {
    const ref = cited(entry, citation);
    if (!ref) return;
    const found = await this.host.text(ref).then(
      ({ text, stale }) => ({ text, stale, lost: '' }),
      (error: unknown) => ({ text: '', stale: true, lost: `This place cannot be read any more: ${error instanceof Error ? error.message : String(error)}` }),
    );
    void webview.postMessage({ type: 'proof', id: entry.id, citation, ...found } satisfies ToAnswer);
  }

  async #pick(entry: Entry, option: string): Promise<void> {
    const { clarify } = entry.envelope;
    if (clarify?.options.some(one => one.id === option)) await this.#ask({ question: entry.question, clarify: { token: clarify.token, optionId: option } });
  }

  async #act(entry: Entry, act: Extract<FromAnswer, { type: 'act' }>['act']): Promise<void> {
    switch (act) {
      case 'wider': return this.#ask({ question: entry.question, searchWider: true });
      case 'alone': return this.#ask({ question: entry.said.asked || entry.question, alone: true });
      case 'again': return this.#ask({ question: entry.question });
      case 'copy': return this.host.copy(copyText(entry.question, entry.envelope, ref => this.host.address(ref)));
      case 'document': return this.host.openDocument(entry.envelope);
      case 'trace': return this.#explain(entry);
    }
  }

  async #ask(request: Parameters<AnswerHost['ask']>[0]): Promise<void> {
    this.#post({ type: 'busy', busy: true, note: 'Asking ...' });
    try {
      await this.host.ask(request);
    } finally {
      this.#post({ type: 'busy', busy: false, note: '' });
    }
  }

  async #explain(entry: Entry): Promise<void> {
    if (entry.envelope.trace) return this.#trace.show(entry.envelope);
    try {
      const explained = await this.host.explain(entry.envelope.digest);
      if (explained.digest === entry.envelope.digest) return this.#trace.show(explained);
      this.#post({ type: 'busy', busy: false, note: 'Only the last answer can be explained; ask this question again to see how it is found.' });
    } catch (error) {
      this.#post({ type: 'busy', busy: false, note: error instanceof Error ? error.message : String(error) });
    }
  }
}

function cited(entry: Entry, id: number): RangeRef | undefined {
  return entry.envelope.citations.find(citation => citation.id === id)?.range_ref;
}

/** The page of an answer draws no trace. */
function bare(envelope: AnswerEnvelope): AnswerEnvelope {
  return { ...envelope, trace: undefined, debug: undefined };
}
