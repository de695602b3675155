// The one server of this window: started when it may be, one start at a time, started again when it died, given up when it keeps dying.
import * as vscode from 'vscode';
import type { Connection, Ended, Hooks, ServerStatus } from './connect';
import { MOST, Restarts } from './restarts';

export type Phase = 'off' | 'restricted' | 'noFolder' | 'starting' | 'running' | 'waiting' | 'missing' | 'failed';
export interface State { phase: Phase; detail: string; status?: ServerStatus | undefined }

/** Why there is no server now, in one line for the user. */
export class NoServer extends Error {
  constructor(readonly phase: Phase, message: string) { super(message); }
}

export class Supervisor implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<State>();
  readonly onDidChange = this.changed.event;
  private current: State = { phase: 'off', detail: '' };
  private queue: Promise<unknown> = Promise.resolve();
  private connection: Connection | undefined;
  private readonly restarts = new Restarts();
  private timer: NodeJS.Timeout | undefined;
  private readable = false;                                  // the user let an untrusted folder be read
  private disposed = false;
  starts = 0;

  constructor(
    private readonly context: vscode.ExtensionContext, readonly log: vscode.LogOutputChannel,
    private readonly hooks: Pick<Hooks, 'complete' | 'command'>,
  ) {}

  get state(): State { return this.current; }
  get pid(): number | undefined { return this.connection?.pid; }
  get running(): Connection | undefined { return this.connection?.alive ? this.connection : undefined; }

  /** Why nothing may be started now. */
  refusal(): State | undefined {
    const folders = vscode.workspace.workspaceFolders ?? [];
    if (!folders.some(folder => folder.uri.scheme === 'file')) return { phase: 'noFolder', detail: 'No folder on a disk is open.' };
    if (!vscode.workspace.isTrusted && !this.readable) return { phase: 'restricted', detail: 'Restricted Mode: nothing is started.' };
    return undefined;
  }

  /** The user allows this untrusted folder to be read, for this session. */
  allowReading(): void { this.readable = true; }

  /** A server that runs; started when there is none. Rejects with `NoServer`. */
  connect(): Promise<Connection> {
    if (this.running && this.current.phase === 'running') return Promise.resolve(this.running);
    return this.enqueue(async () => {
      if (this.running) return this.running;
      clearTimeout(this.timer);
      const dead = this.connection;                          // the news of its end is still on its way
      this.connection = undefined;
      await dead?.stop();
      return this.open();
    });
  }

  /** Stops it and starts it anew, as the user wishes: earlier deaths are forgotten. */
  restart(): Promise<Connection> {
    this.restarts.forget();
    clearTimeout(this.timer);
    return this.enqueue(async () => {
      await this.close();
      return this.open();
    });
  }

  /** After trust was given or a setting changed; quiet where there is nothing to restart. */
  async renew(): Promise<void> {
    if (this.refusal()) return this.set(this.refusal()!);
    await this.restart().catch(() => undefined);
  }

  stop(): Promise<void> {
    clearTimeout(this.timer);
    return this.enqueue(() => this.close());
  }

  dispose(): void {
    this.disposed = true;
    void this.stop();
    this.changed.dispose();
  }

  private enqueue<T>(work: () => Promise<T>): Promise<T> {
    const next = this.queue.then(work, work);
    this.queue = next.catch(() => undefined);
    return next;
  }

  private async open(): Promise<Connection> {
    const refused = this.refusal();
    if (refused) { this.set(refused); throw new NoServer(refused.phase, refused.detail); }
    this.set({ phase: 'starting', detail: 'The server is starting.' });
    const { findServer } = await import('./find');
    const search = await findServer(this.context);
    if ('missing' in search) { this.set({ phase: 'missing', detail: search.missing }); throw new NoServer('missing', search.missing); }
    this.log.info(`starting ${search.found.command} ${search.found.args.join(' ')} (from ${search.found.from})`);
    const { Connection } = await import('./connect');
    this.starts++;
    try {
      this.connection = await Connection.open(this.context, search.found, this.log, {
        ...this.hooks,
        status: status => { this.set({ phase: 'running', detail: status.message ?? '', status }); },
        ended: (ended, connection) => this.died(ended, connection),
      });
    } catch (error) {
      const detail = (error as Error).message;
      this.log.error(detail);
      this.set({ phase: 'failed', detail });
      throw new NoServer('failed', detail);
    }
    this.log.info(`server ${this.connection.version} runs, process ${this.connection.pid}`);
    this.set({ phase: 'running', detail: '', status: this.current.status });
    return this.connection;
  }

  private async close(): Promise<void> {
    const old = this.connection;
    this.connection = undefined;
    await old?.stop();
    if (!this.disposed) this.set(this.refusal() ?? { phase: 'off', detail: '' });
  }

  private died(ended: Ended, old: Connection): void {
    if (this.disposed) return;
    void this.enqueue(() => old.stop());
    const how = ended.signal ? `was ended by ${ended.signal}` : `ended with code ${ended.code}`;
    this.log.error([`the server ${how}`, ...ended.tail].join('\n'));
    const pause = this.restarts.died(Date.now());
    if (this.connection !== old) return;                     // a question came before the news of its end: another one runs already
    this.connection = undefined;
    const last = ended.tail.at(-1);
    if (pause === undefined) {
      this.set({ phase: 'failed', detail: `The server died ${MOST} times within 3 minutes and is not started again. It last ${how}${last ? `: ${last}` : '.'}` });
      return;
    }
    this.set({ phase: 'waiting', detail: `The server ${how}; it is started again.` });
    this.timer = setTimeout(() => { this.connect().catch(() => undefined); }, pause);
  }

  private set(state: State): void {
    this.current = state;
    if (!this.disposed) this.changed.fire(state);
  }
}
