// The life of the one server of a window, without the editor: what may follow what, and what is done with a server that ends.
//
//   off, restricted, noFolder, missing, failed  --wanted-->   starting
//   starting  --ready-->  running      --killed-->  waiting    --refused, broken-->  restricted, noFolder, missing, failed
//   running   --ended-->  waiting      --ended once too often-->  failed
//   waiting   --pause over, or wanted-->  starting
//   any       --closed-->  off
//
// Starts and ends run one after the other; news of a server comes at any time and counts only while that server is the one of the window. Whoever
// wants a server while it starts, waits to be started again or is replaced gets the next one that is ready.
import { MOST, Restarts } from './restarts';

export type Phase = 'off' | 'restricted' | 'noFolder' | 'starting' | 'running' | 'waiting' | 'missing' | 'failed';
export interface State<Status> { phase: Phase; detail: string; status?: Status | undefined }
export interface Ended { code: number | null; signal: string | null; tail: string[] }
export interface Server { readonly alive: boolean; stop(): Promise<void> }

/** What a server has to say while it lives. `ended`: it was not asked to; told once, and only of a server that was ready. */
export interface News<S, Status> { status(status: Status): void; ended(ended: Ended, server: S): void }

/** How a start went. `killed`: from outside, before the server was ready; it may be tried again. */
export type Opened<S> = { ready: S } | { killed: Ended } | { refused: 'missing' | 'failed'; detail: string };

export interface World<S extends Server, Status> {
  /** Why nothing may be started now. */
  refusal(): { phase: 'restricted' | 'noFolder'; detail: string } | undefined;
  /** Starts a process; given up at once when `off` is aborted. */
  open(news: News<S, Status>, off: AbortSignal): Promise<Opened<S>>;
  log(line: string): void;
  changed(state: State<Status>): void;
}

/** Why there is no server now, in one line for the user. */
export class NoServer extends Error {
  constructor(readonly phase: Phase, message: string) { super(message); }
}

class Replaced extends Error {}

export class Life<S extends Server, Status> {
  private current: State<Status> = { phase: 'off', detail: '' };
  private queue: Promise<unknown> = Promise.resolve();
  private server: S | undefined;
  private starting: AbortController | undefined;
  private pause: NodeJS.Timeout | undefined;
  private over = false;
  private readonly restarts: Restarts;

  constructor(private readonly world: World<S, Status>, firstPause?: number) { this.restarts = new Restarts(firstPause); }

  get state(): State<Status> { return this.current; }
  get latest(): S | undefined { return this.server; }
  get running(): S | undefined { return this.server?.alive ? this.server : undefined; }

  /** A server that runs; started when there is none. Rejects with `NoServer`. */
  async connect(): Promise<S> {
    for (;;) {
      const running = this.running;
      if (running) return running;
      try {
        return await this.enqueue(async () => this.running ?? await this.start());
      } catch (error) {
        if (!(error instanceof Replaced)) throw error;       // another start was asked for meanwhile: that one is waited for
      }
    }
  }

  /** Stops it and starts it anew, as the user wishes: earlier deaths are forgotten, a start that is on its way is given up. */
  async restart(): Promise<S> {
    this.restarts.forget();
    this.interrupt();
    try {
      return await this.enqueue(async () => { await this.close(); return this.start(); });
    } catch (error) {
      if (error instanceof Replaced) return this.connect();
      throw error;
    }
  }

  /** The window closes: nothing is started or told any more, and who waits for a server gets none. */
  end(): Promise<void> {
    this.over = true;
    this.interrupt();
    return this.enqueue(() => this.close());
  }

  /** What the window is told when there is no server to change. */
  refuse(): boolean {
    const refused = this.world.refusal();
    if (refused) this.set(refused);
    return refused !== undefined;
  }

  private enqueue<T>(work: () => Promise<T>): Promise<T> {
    const next = this.queue.then(work, work);
    this.queue = next.catch(() => undefined);
    return next;
  }

  private interrupt(): void {
    clearTimeout(this.pause);
    this.starting?.abort();
  }

  /** In the queue: until a server is ready, or there is a reason why there is none. */
  private async start(): Promise<S> {
    clearTimeout(this.pause);
    const dead = this.server;                                // the news of its end may still be on its way
    this.server = undefined;
    await dead?.stop();
    const { signal: off } = this.starting = new AbortController();
    try {
      for (;;) {
        if (off.aborted && !this.over) throw new Replaced();
        const refused = this.over ? { phase: 'off' as const, detail: 'The window is closing.' } : this.world.refusal();
        if (refused) throw this.none(refused.phase, refused.detail);
        this.set({ phase: 'starting', detail: 'The server is starting.' });
        const opened = await this.open(off);
        if ('ready' in opened) {
          this.server = opened.ready;
          this.set({ phase: 'running', detail: '', status: this.current.status });
          return opened.ready;
        }
        if (off.aborted) continue;
        if ('refused' in opened) throw this.none(opened.refused, opened.detail);
        const wait = this.died(opened.killed);
        if (wait === undefined) throw new NoServer('failed', this.current.detail);
        await passed(wait, off);
      }
    } finally {
      this.starting = undefined;
    }
  }

  private open(off: AbortSignal): Promise<Opened<S>> {
    let mine: S | undefined;
    return this.world.open({
      status: status => { if (!mine || mine === this.server) this.heard(status); },
      ended: (ended, server) => { mine = server; this.ended(ended, server); },
    }, off).then(opened => { if ('ready' in opened) mine = opened.ready; return opened; });
  }

  private heard(status: Status): void {
    if (this.current.phase !== 'starting' && this.current.phase !== 'running') return;
    const { message } = status as { message?: string };
    this.set({ phase: this.current.phase, detail: message ?? '', status });
  }

  private ended(ended: Ended, old: S): void {
    if (this.over) return;
    void this.enqueue(() => old.stop());
    if (this.server !== old) {                               // a question came before the news: another one runs already, or is being started
      this.mourn(ended);
      return;
    }
    this.server = undefined;
    const wait = this.died(ended);
    if (wait !== undefined) this.pause = setTimeout(() => { this.connect().catch(() => undefined); }, wait);
  }

  private mourn(ended: Ended): number | undefined {
    this.world.log([`the server ${how(ended)}`, ...ended.tail].join('\n'));
    return this.restarts.died(Date.now());
  }

  /** The milliseconds until it is started again; undefined when it died once too often. */
  private died(ended: Ended): number | undefined {
    const wait = this.mourn(ended), last = ended.tail.at(-1);
    if (wait !== undefined) this.set({ phase: 'waiting', detail: `The server ${how(ended)}; it is started again.` });
    else this.set({ phase: 'failed', detail: `The server died ${MOST} times within 3 minutes and is not started again. It last ${how(ended)}${last ? `: ${last}` : '.'}` });
    return wait;
  }

  private async close(): Promise<void> {
    const old = this.server;
    this.server = undefined;
    await old?.stop();
    this.set(this.world.refusal() ?? { phase: 'off', detail: '' });
  }

  private none(phase: Phase, detail: string): NoServer {
    this.set({ phase, detail });
    return new NoServer(phase, detail);
  }

  private set(state: State<Status>): void {
    this.current = state;
    if (!this.over) this.world.changed(state);
  }
}

function how({ code, signal }: Ended): string { return signal ? `was ended by ${signal}` : `ended with code ${code}`; }

function passed(ms: number, off: AbortSignal): Promise<void> {
  return new Promise(done => {
    const timer = setTimeout(done, ms);
    off.addEventListener('abort', () => { clearTimeout(timer); done(); }, { once: true });
  });
}
