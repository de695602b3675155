// What the status bar and the language status show: whether the server runs, how far the index is, what is wrong.
import * as vscode from 'vscode';
import { LANGUAGES } from './languages';
import { statusTip, TIP_COMMANDS } from './status_tip';
import type { IndexStatus } from './wire';
import type { State, Supervisor } from './server/supervisor';

interface Look { icon: string; text: string; severity: vscode.LanguageStatusSeverity; busy?: boolean; command?: string }

export class Status implements vscode.Disposable {
  private readonly bar = vscode.window.createStatusBarItem('helixAsk.status', vscode.StatusBarAlignment.Left, 0);
  private readonly item = vscode.languages.createLanguageStatusItem('helixAsk.index', LANGUAGES.map(language => ({ scheme: 'file', language })));
  private readonly listening: vscode.Disposable;
  private wordsOnly = false;
  private looked: unknown;                                    // the connection that was asked how it orders
  text = '';

  constructor(private readonly supervisor: Supervisor) {
    this.bar.name = this.item.name = 'Helix Ask';
    this.listening = supervisor.onDidChange(state => this.draw(state));
    this.draw(supervisor.state);
    this.bar.show();
  }

  /** Once for each server, when it is quiet: whether it orders by words only. */
  private async look({ phase, status }: State): Promise<void> {
    const connection = this.supervisor.running;
    if (phase !== 'running' || !status?.quiescent || !connection?.offers('helix/status') || this.looked === connection) return;
    this.looked = connection;
    const { ordered } = await connection.request<IndexStatus>('helix/status', {}).catch((): Partial<IndexStatus> => ({}));
    this.wordsOnly = ordered === 'words';
    this.draw(this.supervisor.state);
  }

  private draw(state: State): void {
    void this.look(state);
    const look = lookOf(state);
    this.text = look.text;
    const command = look.command ?? 'helixAsk.status';
    this.bar.text = `${look.icon} Helix`;
    const detail = state.detail === look.text ? '' : state.detail;
    this.bar.tooltip = this.tip(look.text, detail, state);
    this.bar.command = command;
    this.bar.accessibilityInformation = { label: `Helix Ask: ${look.text}` };
    const { Warning, Error } = vscode.LanguageStatusSeverity;
    const colour = look.severity === Error ? 'error' : look.severity === Warning ? 'warning' : undefined;
    this.bar.backgroundColor = colour && new vscode.ThemeColor(`statusBarItem.${colour}Background`);
    this.item.text = `Helix Ask: ${look.text}`;
    this.item.detail = detail;
    this.item.severity = look.severity;
    this.item.busy = look.busy ?? false;
    this.item.command = { command, title: look.command ? 'Why?' : 'Show' };
  }

  private tip(text: string, detail: string, { phase }: State): vscode.MarkdownString {
    const connection = this.supervisor.running;
    const tip = new vscode.MarkdownString(statusTip({
      text, detail, version: connection?.version ?? '', from: connection?.from ?? '', wordsOnly: this.wordsOnly, running: phase === 'running',
    }));
    tip.isTrusted = { enabledCommands: Object.keys(TIP_COMMANDS) };
    return tip;
  }

  dispose(): void { for (const part of [this.listening, this.bar, this.item]) part.dispose(); }
}

function lookOf({ phase, status }: State): Look {
  const { Information, Warning, Error } = vscode.LanguageStatusSeverity;
  switch (phase) {
    case 'off': return { icon: '$(circle-outline)', text: 'not started', severity: Information };
    case 'noFolder': return { icon: '$(circle-outline)', text: 'no folder', severity: Information };
    case 'restricted': return { icon: '$(shield)', text: 'Restricted Mode, nothing is started', severity: Warning };
    case 'starting': return { icon: '$(loading~spin)', text: 'starting', severity: Information, busy: true };
    case 'waiting': return { icon: '$(loading~spin)', text: 'starting again', severity: Warning, busy: true, command: 'helixAsk.showLog' };
    case 'missing': return { icon: '$(warning)', text: 'no server', severity: Error, command: 'helixAsk.restart' };
    case 'failed': return { icon: '$(error)', text: 'the server does not run', severity: Error, command: 'helixAsk.restart' };
    case 'running': break;
  }
  if (status && !status.quiescent) return { icon: '$(sync~spin)', text: status.message || 'indexing', severity: Information, busy: true };
  if (status?.health === 'error') return { icon: '$(error)', text: 'a folder cannot be indexed', severity: Error };
  if (status?.health === 'warning') return { icon: '$(warning)', text: 'ready, with problems', severity: Warning };
  return { icon: '$(comment-discussion)', text: 'ready', severity: Information };
}
