// The one server of this window: `life.ts` with the editor around it. What may be started, where it is found, how it is opened.
import * as vscode from 'vscode';
import type { Connection, Hooks, ServerStatus } from './connect';
import { Life, type News, type Opened, type State as LifeState } from './life';

export { NoServer, type Phase } from './life';
export type State = LifeState<ServerStatus>;

export class Supervisor implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<State>();
  readonly onDidChange = this.changed.event;
  private readonly life: Life<Connection, ServerStatus>;
  private readable = false;                                  // the user let an untrusted folder be read
  starts = 0;

  constructor(
    private readonly context: vscode.ExtensionContext, readonly log: vscode.LogOutputChannel,
    private readonly hooks: Pick<Hooks, 'complete' | 'command'>,
  ) {
    this.life = new Life<Connection, ServerStatus>({
      refusal: () => this.refusal(),
      open: (news, off) => this.open(news, off),
      log: line => log.error(line),
      changed: state => this.changed.fire(state),
    });
  }

  get state(): State { return this.life.state; }
  get pid(): number | undefined { return this.life.latest?.pid; }
  get running(): Connection | undefined { return this.life.running; }

  /** The user allows this untrusted folder to be read, for this session. */
  allowReading(): void { this.readable = true; }

  /** A server that runs; started when there is none. Rejects with `NoServer`. */
  connect(): Promise<Connection> { return this.life.connect(); }

  /** Stops it and starts it anew, as the user wishes. */
  restart(): Promise<Connection> { return this.life.restart(); }

  /** After trust was given or a setting changed; quiet where there is nothing to restart. */
  async renew(): Promise<void> {
    if (!this.life.refuse()) await this.restart().catch(() => undefined);
  }

  /** For good: the window closes. */
  end(): Promise<void> { return this.life.end(); }

  dispose(): void {
    void this.life.end();
    this.changed.dispose();
  }

  private refusal(): { phase: 'restricted' | 'noFolder'; detail: string } | undefined {
    const folders = vscode.workspace.workspaceFolders ?? [];
    if (!folders.some(folder => folder.uri.scheme === 'file')) return { phase: 'noFolder', detail: 'No folder on a disk is open.' };
    if (!vscode.workspace.isTrusted && !this.readable) return { phase: 'restricted', detail: 'Restricted Mode: nothing is started.' };
    return undefined;
  }

  private async open(news: News<Connection, ServerStatus>, off: AbortSignal): Promise<Opened<Connection>> {
    const { findServer } = await import('./find');
    const search = await findServer(this.context);
    if ('missing' in search) return { refused: 'missing', detail: search.missing };
    const { Connection } = await import('./connect');
    if (off.aborted) return { refused: 'failed', detail: 'The start was given up.' };
    this.log.info(`starting ${search.found.command} ${search.found.args.join(' ')} (from ${search.found.from})`);
    this.starts++;
    const opened = await Connection.open(this.context, search.found, this.log, { ...this.hooks, ...news }, off);
    if ('ready' in opened) this.log.info(`server ${opened.ready.version} runs, process ${opened.ready.pid}`);
    else if ('refused' in opened) this.log.error(opened.detail);
    return opened;
  }
}
