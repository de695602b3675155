// Everything that lives as long as the extension, and the way of a question through it.
import * as vscode from 'vscode';
import { ASK, EXPLAIN, SESSION, askShowing, cancelAll, type Question } from './ask/ask';
import { carried, subject } from './ask/follow';
import { folderName, folderOf, inItsFolder } from './ask/in_folder';
import { Questions } from './ask/questions';
import { Documents } from './documents';
import { here } from './here';
import { EditorModel } from './model/complete';
import { Places } from './places';
import type { CompleteParams, Connection } from './server/connect';
import { NoServer, Supervisor } from './server/supervisor';
import { Status } from './status';
import type { Said } from './view/past';
import { inform, tell } from './trouble';
import { addressOf } from './remotes';
import type { AnswerHost, AnswerView } from './view/answer_view';
import type { AnswerEnvelope, ExplainResult } from './wire';

const ANSWERED = 'helixAsk.answered', BAD_PARAMS = -32602;
const FIRST_PAUSE = 1_000, LONGEST_PAUSE = 64_000; // milliseconds, chosen by hand

export class App implements vscode.Disposable {
  readonly log = vscode.window.createOutputChannel('Helix Ask', { log: true });
  readonly places = new Places();
  readonly documents = new Documents();
  readonly questions: Questions;
  readonly supervisor: Supervisor;
  readonly status: Status;
  readonly model: EditorModel;
  last: { question: Question; envelope: AnswerEnvelope } | undefined;
  private view: AnswerView | undefined;
  private said: Said | undefined;                             // of the question that is being asked

  constructor(readonly context: vscode.ExtensionContext) {
    this.questions = new Questions(context.workspaceState);
    this.model = new EditorModel((params, model) => this.showPrompt(params, model));
    this.supervisor = new Supervisor(context, this.log, {
      complete: (params, token) => this.model.complete(params, token),
      command: (name, argument) => this.serverCommand(name, argument),
    });
    this.status = new Status(this.supervisor);
  }

  readonly connect = (): Promise<Connection> => this.supervisor.connect();

  /** A server that runs; when there is none the user is told why and undefined comes back. */
  async server(): Promise<Connection | undefined> {
    try {
      return await this.connect();
    } catch (error) {
      void tell(error);
      return undefined;
    }
  }

  /** Asks, shows the answer, lets the user pick a meaning, and asks again with it. `alone`: nothing is carried over from the answer before. */
  async ask(given: Question, alone = false): Promise<AnswerEnvelope | undefined> {
    await this.questions.add(given.question);                 // first: whatever happens, the question is not lost
    try {
      const before = this.last && folderName(this.last.question) === folderName(given) ? subject(this.last.envelope) : '';
      const goesOn = alone || given.clarify || given.position ? undefined : carried(given.question, before);
      const question = await inItsFolder(this.connect, goesOn ? { ...given, question: goesOn.question } : given);
      if (!question) return undefined;
      this.said = { folder: folderName(question), about: goesOn?.about ?? '', asked: given.question };
      let asked = question;
      for (;;) {
        const envelope = await this.offered(asked, this.last?.envelope);
        if (!envelope) return undefined;
        const again = !envelope.index.fresh && !envelope.clarify && !asked.clarify;
        await this.show(asked, envelope, again);
        if (again) void this.askWhenReady(asked, envelope);
        if (!envelope.clarify) return envelope;
        const { pickMeaning } = await import('./ask/clarify_pick');
        const optionId = await pickMeaning(envelope, this.places);
        if (!optionId) return envelope;                       // the view keeps the options
        asked = { ...question, clarify: { token: envelope.clarify.token, optionId } };
      }
    } catch (error) {
      if (error instanceof NoServer) void tell(error, undefined, () => this.ask(given, alone));
      else void tell(error, [['Ask Again', 'helixAsk.askQuestion', given], ['Show Log', 'helixAsk.showLog']]);
      return undefined;
    }
  }

  /** An option that the server no longer offers (files changed or were opened, or it was started again) still stands for a question of its own. */
  private async offered(asked: Question, before: AnswerEnvelope | undefined): Promise<AnswerEnvelope | undefined> {
    try {
      return await this.asked(asked);
    } catch (error) {
      const { clarify, ...plain } = asked;
      const option = before?.clarify?.options.find(one => one.id === clarify?.optionId);
      if (!option || (error as { code?: number }).code !== BAD_PARAMS) throw error;
      return this.asked({ ...plain, question: option.question });
    }
  }

  private asked(question: Question, quiet = false): Promise<AnswerEnvelope | undefined> {
    return askShowing(this.connect, question, quiet, line => this.view?.progress(line), () => this.view?.visible ?? false);
  }

  private async show(question: Question, envelope: AnswerEnvelope, again: boolean): Promise<void> {
    this.last = { question, envelope };
    await this.places.keep(envelope, this.folder(question));
    void vscode.commands.executeCommand('setContext', ANSWERED, true);
    (await this.answers()).show(envelope, question.question, again, this.said);
  }

  /** The index was not whole: once it is, the same question is asked again, unless another one was asked meanwhile. Where it still is not (another
   * window writes it, or files changed again), later, and later still. */
  private async askWhenReady(question: Question, first: AnswerEnvelope): Promise<void> {
    let envelope = first;
    for (let pause = 0; pause <= LONGEST_PAUSE; pause = Math.max(FIRST_PAUSE, 2 * pause)) {
      await new Promise<void>(done => setTimeout(done, pause));
      await this.quiet();
      if (!this.supervisor.running || this.last?.envelope !== envelope) return;
      const answer = await this.asked(question, true).catch(() => undefined);
      if (!answer || answer.clarify || this.last?.envelope !== envelope) return;
      const last = answer.index.fresh || 2 * pause > LONGEST_PAUSE;
      await this.show(question, answer, !last);
      if (last) return;
      envelope = answer;
    }
  }

  /** Until the server does nothing in the background. */
  private quiet(): Promise<void> {
    return new Promise<void>(done => {
      const quiet = () => this.supervisor.state.status?.quiescent ?? true;
      if (quiet()) return done();
      const waiting = this.supervisor.onDidChange(() => { if (quiet()) { waiting.dispose(); done(); } });
    });
  }

  /** The folder that a question is about. */
  folder(question: Question): vscode.Uri { return folderOf(question); }

  /** The views are loaded with the first answer. */
  async answers(): Promise<AnswerView> {
    const { AnswerView } = await import('./view/answer_view');
    return this.view ??= new AnswerView(this.context, this.host());
  }

  get shownAnswers(): readonly { question: string; envelope: AnswerEnvelope }[] { return this.view?.history() ?? []; }

  private host(): AnswerHost {
    return {
      ask: async request => { await this.ask(this.again(request), request.alone); },
      open: async (ref, beside) => { await this.places.show(ref, { beside }).catch(tell); },
      text: async ref => {
        const { text, stale } = await this.places.find(ref);
        return { text, stale };
      },
      explain: async () => (await this.supervisor.connect()).request<ExplainResult>(EXPLAIN, { sessionId: SESSION, ...this.document() }),
      cancel: () => this.cancel(),
      address: ref => { const folder = this.places.folder(ref); return folder && addressOf(ref, folder); },
      examples: async () => {
        const { examples } = await import('./ask/suggestions');
        return examples(await this.supervisor.connect().catch(() => undefined), here());
      },
      copy: async text => { await vscode.env.clipboard.writeText(text); vscode.window.setStatusBarMessage('$(check) copied', 3000); },
      openDocument: async envelope => {
        const { answerMarkdown } = await import('./markdown');
        await this.documents.open('answer.md', answerMarkdown(envelope, ref => `${this.places.uri(ref)}#L${ref.start_line}`));
      },
    };
  }

  /** Cancels every question that is being asked. */
  cancel(): void { cancelAll(); }

  /** What the answer view wants asked, from the same place as before when it is the same question. */
  private again(request: Parameters<AnswerHost['ask']>[0]): Question {
    const before = this.last?.question.question === request.question ? this.last : undefined;
    const question: Question = { ...(before?.question ?? { question: request.question }) };
    delete question.clarify;
    if (request.slots) question.slots = Object.values(request.slots);
    if (request.clarify) question.clarify = request.clarify;
    const clarify = before?.envelope.clarify;
    const wider = clarify?.options.find(option => option.id === 'wider');
    if (request.searchWider && clarify && wider) question.clarify = { token: clarify.token, optionId: wider.id };
    else if (request.searchWider) question.verbosity = 'extended';   // the protocol widens only out of a clarification
    return question;
  }

  /** `textDocument` of the last question, so that the same folder is meant. */
  document(): { textDocument?: { uri: string } } {
    const textDocument = this.last?.question.textDocument;
    return textDocument ? { textDocument } : {};
  }

  /** Commands of the server that this editor shows better itself. */
  private serverCommand(name: string, argument: unknown): Thenable<unknown> | undefined {
    const asked = (argument ?? {}) as Question;
    if (name === 'helixAsk.ask' && asked.question) return this.ask(asked);
    if (name === 'helixAsk.explainLast') return vscode.commands.executeCommand('helixAsk.explainLastAnswer');
    if (name === 'helixAsk.showMentions') return import('./lookups').then(({ mentionsOf }) => mentionsOf(this, asked));
    return undefined;
  }

  async showPrompt(params: CompleteParams | undefined = this.model.last, model = ''): Promise<void> {
    if (!params) return inform('nothing was sent to a model of the editor in this session.');
    const text = `# What is sent${model && ` to ${model}`}\n\n## Instructions\n\n${params.system}\n\n## Question and places\n\n${params.prompt}\n`;
    await this.documents.open('what-is-sent.md', text);
  }

  async explain(): Promise<void> {
    const answers = await this.answers();
    if (!answers.history().length) return inform('nothing was asked yet; ask a question first.');
    answers.showTrace();
  }

  /** Whether the running server has the method. */
  async offering(method: string): Promise<Connection | undefined> {
    const connection = await this.server();
    if (!connection || connection.offers(method) || method === ASK) return connection;
    inform(`this server does not offer ${method}.`);
    return undefined;
  }

  dispose(): void {
    this.view?.dispose();
    for (const part of [this.status, this.supervisor, this.documents, this.log]) part.dispose();
  }
}
