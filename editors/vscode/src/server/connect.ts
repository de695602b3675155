// One connection to one server process. Everything of the protocol library is behind this file, so that activation does not load it.
import { spawn, type ChildProcess } from 'node:child_process';
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import {
  CloseAction, ErrorAction, ErrorCodes, LanguageClient, ResponseError, RevealOutputChannelOn, State, WorkDoneProgress,
  type LanguageClientOptions, type StaticFeature,
} from 'vscode-languageclient/node';
import type { Ended, News, Opened } from './life';
import { CODE, LANGUAGES } from '../languages';
import { besideMarkdown, besideServers, lensesIn, PROVIDE, type Mention, type Mentions } from './neighbours';
import { Others } from './others';
import { environment, folderSettings } from './options';
import { secretVariables } from './secret';
import { announced, mismatch } from './version';

const TAIL_LINES = 20, STOP_MS = 2_000, LAST_WORDS_MS = 500;
/** What is started, and where it was found. */
export interface Found { command: string; args: string[]; from: string }
export interface ServerStatus { health: 'ok' | 'warning' | 'error'; quiescent: boolean; message?: string }
export interface CompleteParams { system: string; prompt: string; maxTokens: number; model: string; consent: boolean }
export interface Completed { text: string; finishReason?: 'stop' | 'length'; model?: string }

export interface Hooks extends News<Connection, ServerStatus> {
  complete(params: CompleteParams, token: vscode.CancellationToken): Promise<Completed>;
  /** A command of the server that was run from a code action or a lens; undefined: let the server do it. */
  command(name: string, argument: unknown): Thenable<unknown> | undefined;
}

/** What goes wrong with a start is told by the supervisor, with what helps; the library would show its own words, also for a start that was stopped. */
class Quiet extends LanguageClient {
  override error(message: string, data?: unknown): void { super.error(message, data, false); }
}

export class Connection {
  private leaving = false;                                   // it was told to end
  private gone = false;                                      // its process ended, or nothing can be written to it
  private stopped: Promise<void> | undefined;
  private readonly waiting = new Set<() => void>();          // for an answer

  private constructor(readonly client: LanguageClient, private readonly child: () => ChildProcess | undefined, readonly from: string) {}

  get pid(): number | undefined { return this.child()?.pid; }
  get alive(): boolean { return !this.gone && this.client.state === State.Running; }
  get version(): string { return this.client.initializeResult?.serverInfo?.version ?? ''; }
  offers(method: string): boolean { return announced(this.client.initializeResult)?.methods?.includes(method) ?? false; }

  /** Rejects also when the process ends with it: the library forgets what was asked of one that had to be killed because it would not stop. */
  request<R>(method: string, params: object, token?: vscode.CancellationToken): Promise<R> {
    return new Promise<R>((done, failed) => {
      const gone = () => failed(new ResponseError(ErrorCodes.PendingResponseRejected, 'the server ended'));
      this.waiting.add(gone);
      // a missing token must not be passed on: it would become a second parameter of the request
      const sent = token ? this.client.sendRequest<R>(method, params, token) : this.client.sendRequest<R>(method, params);
      void sent.then(done, failed).finally(() => this.waiting.delete(gone));
    });
  }

  /** Calls `line` for each live event that is reported on the token. */
  progress(token: string, line: (text: string) => void): vscode.Disposable {
    return this.client.onProgress(WorkDoneProgress.type, token, value => {
      if ('message' in value && value.message) line(value.message);
    });
  }

  stop(): Promise<void> { return this.stopped ??= this.leave(); }

  /** A request could not reach it: whoever asks next must not get this one, though the news of its end is still on its way. */
  lost(): void {
    this.gone = true;
    this.child()?.kill('SIGKILL');
  }

  private async leave(): Promise<void> {
    this.leaving = this.alive;
    try {
      if (this.client.needsStop()) await this.client.stop(STOP_MS);
    } catch {
      this.child()?.kill('SIGKILL');                         // it did not say goodbye
    }
    await this.client.dispose().catch(() => undefined);
  }

  /** `off` ends the process at once, however far its start is. */
  static async open(
    context: vscode.ExtensionContext, found: Found, log: vscode.LogOutputChannel, hooks: Hooks, off: AbortSignal,
  ): Promise<Opened<Connection>> {
    const tail: string[] = [];
    let child: ChildProcess | undefined, end: Ended | undefined, ready = false;
    let told: (ended: Ended) => void = () => undefined;
    const ended = new Promise<Ended>(done => { told = done; });
    const start = async (): Promise<ChildProcess> => {
      const own = environment(context, vscode.workspace.isTrusted);
      const env = { ...process.env, ...own, ...await secretVariables(context, own), PYTHONSAFEPATH: '1' };
      // away from the workspace: nothing in it may be imported or started
      const made = spawn(found.command, found.args, { cwd: homedir(), env, windowsHide: true, stdio: 'pipe' });
      child = made;
      made.stderr.on('data', (data: Buffer) => {
        tail.push(...data.toString().split('\n').filter(line => line.trim()));
        tail.splice(0, tail.length - TAIL_LINES);
      });
      made.on('exit', (code, signal) => {
        connection.gone = true;
        const tell = () => {
          if (end) return;
          told(end = { code, signal, tail });
          for (const gone of connection.waiting) gone();
          if (ready && !connection.leaving) hooks.ended(end, connection);
        };
        made.on('close', tell);                              // its last words were read; a process of its own may keep the pipe open
        setTimeout(tell, LAST_WORDS_MS);
      });
      await new Promise<void>((done, failed) => { made.once('spawn', done); made.once('error', failed); });
      if (off.aborted) made.kill('SIGKILL');
      return made;
    };
    const client: LanguageClient = new Quiet('helixAsk', 'Helix Ask', start, options(context, log, hooks, () => client));
    client.registerFeature(capabilities(own(context)));
    client.onNotification('experimental/serverStatus', (status: ServerStatus) => hooks.status(status));
    client.onRequest('helix/complete', (params: CompleteParams, token: vscode.CancellationToken) => hooks.complete(params, token));
    const connection = new Connection(client, () => child, found.from);
    const kill = () => { child?.kill('SIGKILL'); };
    off.addEventListener('abort', kill);
    let problem = '';
    try {
      // the process may end without the connection saying so, and the other way round
      await Promise.race([client.start(), ended.then(() => { throw new Error('it ended'); })]);
      problem = mismatch(client.initializeResult) ?? '';
    } catch (error) {
      problem = `it did not start: ${(error as Error).message}`;
      if (child?.pid !== undefined) await Promise.race([ended, new Promise(done => setTimeout(done, STOP_MS))]);
    } finally {
      off.removeEventListener('abort', kill);
    }
    if (!problem && !end && !off.aborted) {
      ready = true;
      return { ready: connection };
    }
    await connection.stop();
    if (!end) kill();
    if (end?.signal) return { killed: end };
    const last = end ? [`ended with code ${end.code}`, ...tail.slice(-3)] : [];
    return { refused: 'failed', detail: [`${found.command}: ${problem}`, ...last].join('\n') };
  }
}

function options(
  context: vscode.ExtensionContext, log: vscode.LogOutputChannel, hooks: Hooks, client: () => LanguageClient,
): LanguageClientOptions {
  const others = Others.of(context);
  const markdown = besideMarkdown(() => vscode.extensions.getExtension('vscode.markdown-language-features') !== undefined);
  const servers = besideServers<vscode.TextDocument, vscode.Position, vscode.CancellationToken, vscode.Hover, vscode.Location>(
    {
      another: document => others.answer(document),
      mentions: async (document, position, token) => {
        const asked = { textDocument: { uri: document.uri.toString() }, position };
        try { return await client().sendRequest<Mentions>('helix/mentions', asked, token); } catch { return { mentions: [] }; }   // cancelled, or it ended
      },
    },
    line => new vscode.Hover(new vscode.MarkdownString(line)),
    ({ uri, range: { start, end } }: Mention) => new vscode.Location(vscode.Uri.parse(uri), new vscode.Range(start.line, start.character, end.line, end.character)),
  );
  return {
    documentSelector: LANGUAGES.map(language => ({ scheme: 'file', language })),
    outputChannel: log,
    // what the server will ask for first anyway: told at once, it need not open the folder a second time
    initializationOptions: { helixAsk: folderSettings(context, vscode.workspace.workspaceFolders?.[0]?.uri), provide: PROVIDE },
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    initializationFailedHandler: () => false,
    errorHandler: {
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed: () => ({ action: CloseAction.DoNotRestart, handled: true }),   // the supervisor decides
    },
    markdown: { isTrusted: false, supportHtml: false },
    diagnosticPullOptions: { onChange: true, onSave: false },   // a save changes no text; what it makes due the server tells
    middleware: {
      ...markdown,
      ...servers,
      ...lensesIn(CODE),
      provideReferences: async (document, position, context, token, next) => (
        await markdown.provideReferences(document, position, context, token, (...given: Parameters<typeof next>) => servers.provideReferences(...given, next))
      ),
      executeCommand: (name, args, next) => hooks.command(name, args[0]) ?? next(name, args),
      workspace: {
        configuration: params => params.items.map(item => (
          item.section === 'helixAsk' ? folderSettings(context, item.scopeUri ? vscode.Uri.parse(item.scopeUri) : undefined) : null
        )),
      },
    },
  };
}

/** The extension's own commands: one of the same name that a server offers is not registered a second time. */
function own(context: vscode.ExtensionContext): Set<string> {
  return new Set((context.extension.packageJSON.contributes.commands as { command: string }[]).map(one => one.command));
}

function capabilities(taken: Set<string>): StaticFeature {
  return {
    fillClientCapabilities(capabilities) {
      const experimental = (capabilities.experimental ?? {}) as Record<string, unknown>;
      capabilities.experimental = { ...experimental, serverStatusNotification: true, helixFindingsInHover: true, helixComplete: vscode.workspace.isTrusted };
    },
    preInitialize({ executeCommandProvider }) {
      if (executeCommandProvider) executeCommandProvider.commands = executeCommandProvider.commands.filter(name => !taken.has(name));
    },
    initialize() { /* nothing to register */ },
    getState: () => ({ kind: 'static' }),
    clear() { /* nothing is held */ },
  };
}
